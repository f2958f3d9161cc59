public import SVGAModel
public import SVGAPixels
import SVGASupport

/// An animation with separate frames, which an `SVGAPlayer` plays and an `Exporter` writes.
///
/// ``SVGAScene`` implements it for SVGA. Implement it in your own type to play and export that type. Frames are not interpolated: frame i
/// depends on i alone.
public protocol PlayableAnimation: Sendable {
    /// The type that draws the frames.
    associatedtype Painter: AnimationPainter

    /// The number of frames. Frame i is visible for `[i / frameRate, (i + 1) / frameRate)` seconds.
    var frameCount: Int { get }
    /// Frames a second.
    var frameRate: FrameRate { get }
    /// The width of every frame, in pixels, at least 1.
    var widthPixels: Int { get }
    /// The height of every frame, in pixels, at least 1.
    var heightPixels: Int { get }
    /// The times at which sounds play; none by default.
    var audios: [AudioEntity] { get }
    /// The sounds of ``audios``, by ``AudioEntity/soundIndex``; none by default.
    var sounds: [SoundEntity] { get }

    /// A painter for one task that draws many frames. Each task needs its own.
    /// - Throws: ``SVGAError`` if the frames cannot be drawn at this size.
    func makePainter() throws(SVGAError) -> Painter
}

extension PlayableAnimation {
    /// No sounds.
    public var audios: [AudioEntity] { [] }
    /// No sounds.
    public var sounds: [SoundEntity] { [] }
}

/// Draws the frames of a ``PlayableAnimation``, one after the other, in any order. Used by one task at a time.
public protocol AnimationPainter: AnyObject {
    /// Draws a frame. The result does not depend on frames drawn before.
    /// - Parameter frame: 0-based, below ``PlayableAnimation/frameCount``.
    /// - Throws: ``SVGAError/Kind/invalidRequest`` or ``SVGAError/Kind/encoding``.
    func paint(frame: Int) throws(SVGAError)

    /// Copies the last frame to the caller's memory, rows from the top.
    /// - Parameters:
    ///   - format: the byte order of a pixel, and whether colors are premultiplied.
    ///   - bytesPerRow: the distance of two rows in bytes, at least four for each pixel; nil: no padding.
    ///   - buffer: at least `(heightPixels - 1) × bytesPerRow + 4 × widthPixels` bytes.
    func copyPixels(_ format: PixelFormat, bytesPerRow: Int?, into buffer: UnsafeMutableRawBufferPointer)
}

extension AnimationPainter {
    /// Draws a frame of an animation of this size into a new picture, premultiplied.
    package func pixmap(frame: Int, width: Int, height: Int) throws(SVGAError) -> Pixmap {
        try paint(frame: frame)
        var pixmap = Pixmap(width: width, height: height)
        pixmap.pixels.withUnsafeMutableBytes { copyPixels(.premultipliedRGBA, bytesPerRow: nil, into: $0) }
        return pixmap
    }
}

/// A painter that knows which parts of two frames differ, so that a caller with one frame copies only these parts of the other.
package protocol ChangeTracking: AnimationPainter {
    /// The parts in which the last frame can differ from another one, without overlaps.
    func changedParts(since other: Int) -> [PixelRect]

    /// Copies parts of the last frame to the caller's picture of the entire frame, without padding.
    func copyPixels(_ format: PixelFormat, of parts: [PixelRect], into buffer: UnsafeMutableRawBufferPointer)
}

extension FramePainter: ChangeTracking {}

/// A painter that can draw into the caller's memory, without a copy.
package protocol DirectPainter: AnimationPainter {
    /// Draws a frame into the caller's memory, as ``AnimationPainter/copyPixels(_:bytesPerRow:into:)`` copies it. After an error, the pixels are
    /// undefined.
    func paint(frame: Int, _ format: PixelFormat, bytesPerRow: Int?, into buffer: UnsafeMutableRawBufferPointer) throws(SVGAError)
}

/// An animation that estimates the memory of drawing before it is allocated.
package protocol MemoryEstimating: PlayableAnimation {
    /// The limits of reading and drawing it; ``ReadLimits/memory`` bounds the total.
    var limits: ReadLimits { get }
    /// The memory that all painters share: decoded bitmaps.
    var sharedBytes: Int { get }
    /// The maximum memory of each painter, without the shared memory.
    var painterBytes: Int { get }
}

extension MemoryEstimating {
    /// The smallest ``ReadLimits/memory`` for one frame: 9/4 of the memory of drawing and copying it. The remaining 5/9 are for more
    /// threads and for encoders; by default the process stays under 512 MB.
    package var minimumMemory: Int { (sharedBytes + painterBytes + 8 * widthPixels * heightPixels) / 4 * 9 }

    /// - Throws: ``SVGAError/Kind/limit`` if the memory is not enough for one painter.
    package func checkMemory() throws(SVGAError) {
        let bytes = minimumMemory
        guard bytes <= limits.memory else {
            throw .limit(LimitExceeded(\.memory, of: limits, found: bytes, subject: "drawing \(widthPixels) × \(heightPixels) pixels"))
        }
    }
}

extension SVGAScene: MemoryEstimating {
    package var limits: ReadLimits { options.limits }

    package var sharedBytes: Int {
        let (movieBytes, substituted) = bitmapBytes
        return movieBytes + substituted + (emulation?.memoryBytes ?? 0)
    }

    /// The maximum nesting of groups: a matte, the masked group, and a sprite in it.
    package var painterBytes: Int { 4 * widthPixels * heightPixels * (layers.contains { $0.matte != nil } ? 4 : 2) }
}

extension SVGAScene: PlayableAnimation {
    /// The number of frames of the movie.
    public var frameCount: Int { movie.frameCount }
    /// The movie's frames per second.
    public var frameRate: FrameRate { movie.frameRate }
    /// The times at which the movie's sounds play.
    public var audios: [AudioEntity] { movie.audios }
    /// The movie's sounds.
    public var sounds: [SoundEntity] { movie.sounds }
}

/// A movie at its original size, without substitutions. Images are decoded when a painter is made.
package struct UnmodifiedMovie: PlayableAnimation {
    private let prepared: PreparedMovie

    package init(_ movie: VideoEntity) { prepared = PreparedMovie(movie) }

    package var frameCount: Int { prepared.movie.frameCount }
    package var frameRate: FrameRate { prepared.movie.frameRate }
    package var widthPixels: Int { prepared.movie.canvasPixels.width }
    package var heightPixels: Int { prepared.movie.canvasPixels.height }
    package var audios: [AudioEntity] { prepared.movie.audios }
    package var sounds: [SoundEntity] { prepared.movie.sounds }

    package func makePainter() throws(SVGAError) -> FramePainter { try prepared.scene().makePainter() }
}
