public import SVGAModel
public import SVGAPixels

/// Something that is shown frame by frame: what an `SVGAPlayer` plays and an `Exporter` writes.
///
/// A ``SVGAScene`` is SVGA's. A type of your own that says how many frames it has and draws each of them can be played and
/// exported in the same ways. There is no interpolation: what is seen at frame i depends on i alone.
public protocol PlayableAnimation: Sendable {
    /// What draws the frames.
    associatedtype Painter: AnimationPainter

    /// How many frames there are. Frame i is shown for `[i / frameRate, (i + 1) / frameRate)` seconds.
    var frameCount: Int { get }
    /// Frames a second.
    var frameRate: FrameRate { get }
    /// The width of every frame, in pixels, at least 1.
    var widthPixels: Int { get }
    /// The height of every frame, in pixels, at least 1.
    var heightPixels: Int { get }
    /// When sounds are heard.
    var audios: [AudioEntity] { get }
    /// What ``audios`` play, by ``AudioEntity/soundIndex``.
    var sounds: [SoundEntity] { get }

    /// A painter for one task that draws many frames. Each task makes its own.
    /// - Throws: ``RenderError`` if the frames cannot be drawn at this size.
    func makePainter() throws(RenderError) -> Painter
}

/// Draws the frames of a ``PlayableAnimation``, one after the other, in any order. Used by one task at a time.
public protocol AnimationPainter: AnyObject {
    /// Draws a frame; what was drawn before does not show.
    /// - Parameter frame: 0-based, below ``PlayableAnimation/frameCount``.
    /// - Throws: ``RenderError/frameOutOfRange(frame:frameCount:)`` or ``RenderError/drawing(reason:)``.
    func paint(frame: Int) throws(RenderError)

    /// Writes the frame last painted into the caller's memory, rows from the top.
    /// - Parameters:
    ///   - format: the order of the four bytes of a pixel, and whether the colours are premultiplied.
    ///   - bytesPerRow: from the start of one row to the start of the next, at least four for each pixel; nil: no padding.
    ///   - buffer: at least `(heightPixels - 1) × bytesPerRow + 4 × widthPixels` bytes.
    func copyPixels(_ format: PixelFormat, bytesPerRow: Int?, into buffer: UnsafeMutableRawBufferPointer)
}

extension AnimationPainter {
    /// Draws a frame of an animation of this size into a picture of its own, premultiplied.
    package func pixmap(frame: Int, width: Int, height: Int) throws(RenderError) -> Pixmap {
        try paint(frame: frame)
        var pixmap = Pixmap(width: width, height: height)
        pixmap.pixels.withUnsafeMutableBytes { copyPixels(.premultipliedRGBA, bytesPerRow: nil, into: $0) }
        return pixmap
    }
}

/// A painter that can tell in what frames differ, so that whoever has one of them needs only the rest of the other.
package protocol ChangeTracking: AnimationPainter {
    /// The parts in which the frame painted last can differ from another one; none of them overlap.
    func changedParts(since other: Int) -> [PixelRect]

    /// Writes some parts of the frame last painted into the caller's picture of the whole frame, without padding.
    func copyPixels(_ format: PixelFormat, of parts: [PixelRect], into buffer: UnsafeMutableRawBufferPointer)
}

extension FramePainter: ChangeTracking {}

/// An animation that tells what drawing it takes in memory before it is taken.
package protocol MemoryEstimating: PlayableAnimation {
    /// What it was read and is drawn with; ``ReadLimits/memory`` bounds all of it together.
    var limits: ReadLimits { get }
    /// What all painters share: decoded bitmaps.
    var sharedBytes: Int { get }
    /// What each painter takes at most beside that.
    var painterBytes: Int { get }
}

extension MemoryEstimating {
    /// The limit that one frame needs: drawing it, a copy of it and what that becomes may take four ninths. So by default a process that draws a frame
    /// stays under 512 MB, and the rest is for more threads and for encoders.
    package var minimumMemory: Int { (sharedBytes + painterBytes + 8 * widthPixels * heightPixels) / 4 * 9 }

    /// - Throws: ``RenderError/limit(_:)`` if not even one painter may be made.
    package func checkMemory() throws(RenderError) {
        let bytes = minimumMemory
        guard bytes <= limits.memory else {
            throw .limit(LimitExceeded(\.memory, of: limits, found: bytes, subject: "drawing \(widthPixels) × \(heightPixels) pixels"))
        }
    }
}

extension SVGAScene: MemoryEstimating {
    package var limits: ReadLimits { options.limits }

    package var sharedBytes: Int {
        let (own, substituted) = bitmapBytes
        return own + substituted + (emulation?.memoryBytes ?? 0)
    }

    /// Groups lie in groups at most so deep: a matte, what it masks, and a sprite of that.
    package var painterBytes: Int { 4 * widthPixels * heightPixels * (layers.contains { $0.matte != nil } ? 4 : 2) }
}

extension SVGAScene: PlayableAnimation {
    /// How many frames the movie has.
    public var frameCount: Int { movie.frameCount }
    /// The movie's frames a second.
    public var frameRate: FrameRate { movie.frameRate }
    /// When the movie's sounds are heard.
    public var audios: [AudioEntity] { movie.audios }
    /// The movie's sounds.
    public var sounds: [SoundEntity] { movie.sounds }
}

/// A movie at its own size, without substitutions. Nothing is decoded before a painter is made.
package struct WholeMovie: PlayableAnimation {
    private let prepared: PreparedMovie

    package init(_ movie: VideoEntity) { prepared = PreparedMovie(movie) }

    package var frameCount: Int { prepared.movie.frameCount }
    package var frameRate: FrameRate { prepared.movie.frameRate }
    package var widthPixels: Int { prepared.movie.canvasPixels.width }
    package var heightPixels: Int { prepared.movie.canvasPixels.height }
    package var audios: [AudioEntity] { prepared.movie.audios }
    package var sounds: [SoundEntity] { prepared.movie.sounds }

    package func makePainter() throws(RenderError) -> FramePainter { try prepared.scene().makePainter() }
}
