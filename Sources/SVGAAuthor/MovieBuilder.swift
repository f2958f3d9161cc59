public import SVGAFormat
import SVGAImage
public import SVGAModel
public import SVGAPixels
import SVGASupport

/// Builds a movie from images, sprites with their frames, mattes and sounds.
///
/// ```swift
/// var builder = try MovieBuilder(width: 300, height: 300, fps: 30, frameCount: 60)
/// try builder.addImage(Pixmap(width: 60, height: 60), key: "star")
/// try builder.addSprite("star") { frame in MovieBuilder.Frame(transform: .translation(x: 4 * Double(frame), y: 100)) }
/// try builder.build().write(to: "star.svga", as: .v2)
/// ```
///
/// Everything is checked when it is added, so the movie can be read without diagnostics. It looks the same in all players that support
/// its features. Each sprite is above the sprites added before it. An image must be added before the sprites that show it.
public struct MovieBuilder: Sendable {
    /// The state of a sprite in one frame.
    public struct Frame: Hashable, Sendable {
        /// 0…1: the opacity of the sprite as a whole; 0 hides it.
        public var alpha: Double
        /// The transform from the sprite's space to the canvas.
        public var transform: SVGATransform
        /// The rectangle of the image, or of an app's replacement, in the sprite's space, in points. nil: at the origin, with the size of
        /// the image in pixels, or of the canvas for a sprite without image.
        public var layout: SVGARect?
        /// The clip path in the sprite's space; nil: none.
        public var clipPath: SVGAPath?
        /// Shapes in the sprite's space, drawn above the image, bottom first.
        public var shapes: [ShapeEntity]

        /// A frame with the default values: the whole sprite at the canvas's origin.
        public init(
            alpha: Double = 1, transform: SVGATransform = .identity, layout: SVGARect? = nil, clipPath: SVGAPath? = nil,
            shapes: [ShapeEntity] = []
        ) {
            self.alpha = alpha
            self.transform = transform
            self.layout = layout
            self.clipPath = clipPath
            self.shapes = shapes
        }
    }

    /// A matte, as returned by ``MovieBuilder/addMatte(_:frame:)``.
    public struct Matte: Hashable, Sendable {
        fileprivate let key: String
    }

    /// The maximum side of a canvas or a picture.
    static let maximumSide = 32_767

    /// The movie's frame count.
    package let frameCount: Int

    private let limits: ReadLimits
    private let canvas: SVGARect
    /// The movie without its mattes, which are written before its sprites.
    private var movie = WireMovie()
    private var mattes: [WireSprite] = []
    private var writer: FrameWriter
    private var keys = KeyRegister()
    /// The bytes of images and sounds together, and of decoded images.
    private var payloadBytes = 0
    private var decodedBytes = 0
    /// The default layout of each image: its size.
    private var layouts: [ByteKey: SVGARect] = [:]
    /// The durations of sounds in milliseconds.
    private var soundTimes: [ByteKey: Int] = [:]

    /// Starts a movie without sprites.
    ///
    /// - Parameters:
    ///   - width: the width of the canvas in points, which are pixels at scale 1.
    ///   - height: the height of the canvas in points.
    ///   - fps: the frame rate. All players play a divisor of 60 exactly; other rates give the diagnostic SVGA011.
    ///   - frameCount: the movie's frame count.
    ///   - limits: the limits of the movie. A reader with these limits can read it, unless it is close to ``ReadLimits/documentBytes``,
    ///     ``ReadLimits/inflatedBytes`` or ``ReadLimits/decodedBytes``: readers count slightly more for these, depending on the format.
    /// - Throws: ``SVGAError``.
    public init(width: Double, height: Double, fps: Int, frameCount: Int, limits: ReadLimits = .default) throws(SVGAError) {
        let sides = 1...Double(MovieBuilder.maximumSide)
        guard sides.contains(width), sides.contains(height) else { throw .canvas(width: width, height: height) }
        try limits.require(\.canvasPixels, Int(saturating: (width * height).rounded(.up)))
        guard (1...FrameRate.highest).contains(fps) else { throw .fps(fps) }
        guard (1...Int(Int32.max)).contains(frameCount) else { throw .frameCount(frameCount) }
        try limits.require(\.frames, frameCount)
        self.frameCount = frameCount
        self.limits = limits
        canvas = SVGARect(x: 0, y: 0, width: width, height: height)
        writer = FrameWriter(limits: limits)
        movie.version = "2.0"
        (movie.viewBoxWidth, movie.viewBoxHeight) = (Float(width), Float(height))
        (movie.fps, movie.frames) = (Int32(fps), Int32(frameCount))
    }

    /// The movie as a document, which ``SVGADocument/write(as:options:)`` writes in any version. The builder remains usable.
    ///
    /// Mattes are written before all sprites, because one player checks only the first sprite for mattes.
    /// If there are also sprites without a matte, an empty sprite precedes the mattes: the official web player throws without it.
    public func build() -> SVGADocument {
        var movie = movie
        movie.sprites = mattes + movie.sprites
        movie.addPlaceholderMatte()
        return SVGADocument(movie: movie)
    }

    // MARK: Images

    /// Adds a picture file unchanged: PNG, JPEG, WebP, GIF or BMP. All players support PNG.
    ///
    /// - Parameters:
    ///   - bytes: the file. It is decoded once, as a check.
    ///   - key: the key by which sprites show it and apps replace it.
    /// - Throws: ``SVGAError``.
    public mutating func addImage(_ bytes: some Collection<UInt8>, key: String) throws(SVGAError) {
        let bytes = [UInt8](bytes)
        try keys.checkPayload(key)
        guard case .image(let format) = PayloadKind.sniff(bytes) else { throw SVGAError.unknownFormat.image(key) }
        let image: PreparedBitmap
        do throws(SVGAError) {
            image = try ImageDecoder.prepare(ImageEntity(key: key, format: format, bytes: bytes), limits: limits)
        } catch {
            throw error.image(key)
        }
        try addImage(bytes, key, width: image.width, height: image.height)
    }

    /// Adds a picture, which is written as PNG.
    ///
    /// - Parameters:
    ///   - picture: the pixels.
    ///   - key: the key by which sprites show it and apps replace it.
    /// - Throws: ``SVGAError``.
    public mutating func addImage(_ picture: Pixmap, key: String) throws(SVGAError) {
        try keys.checkPayload(key)
        let pixels = picture.width * picture.height
        guard pixels <= limits.imagePixels else {
            throw SVGAError.limit(LimitExceeded(\.imagePixels, of: limits, found: pixels)).image(key)
        }
        guard max(picture.width, picture.height) <= MovieBuilder.maximumSide else {
            throw SVGAError.unsupported(.png, reason: "a side is longer than \(MovieBuilder.maximumSide) pixels").image(key)
        }
        let bytes: [UInt8]
        do throws(SVGAError) {
            bytes = try picture.pngData(PNGEncoder(effort: 4))
        } catch {
            throw error.image(key)
        }
        try addImage(bytes, key, width: picture.width, height: picture.height)
    }

    private mutating func addImage(_ bytes: [UInt8], _ key: String, width: Int, height: Int) throws(SVGAError) {
        try limits.require(\.decodedBytes, decodedBytes + 4 * width * height)
        try addPayload(bytes, key)
        decodedBytes += 4 * width * height
        keys.addImage(key)
        layouts[ByteKey(key)] = SVGARect(x: 0, y: 0, width: Double(width), height: Double(height))
    }

    private mutating func addPayload(_ bytes: [UInt8], _ key: String) throws(SVGAError) {
        try limits.require(\.images, movie.images.count + 1)
        // A ZIP also has an entry for the movie.
        try limits.require(\.entries, movie.images.count + 2)
        try limits.require(\.inflatedBytes, payloadBytes + bytes.count)
        payloadBytes += bytes.count
        movie.images.append(WireImage(key: key, bytes: bytes))
    }

    // MARK: Sounds

    /// Adds a sound and plays it once. All players support MP3.
    ///
    /// - Parameters:
    ///   - bytes: the file: MP3, AAC, WAV, Ogg, MP4 or FLAC. It is not decoded.
    ///   - key: a key that no image and no other sound has.
    ///   - frames: the movie's frames during which it plays; nil: all.
    ///   - startTime: the start position in the sound, in milliseconds.
    ///   - totalTime: the duration of the sound in milliseconds; nil: measured, for MP3 and WAV.
    /// - Throws: ``SVGAError``.
    public mutating func addSound(
        _ bytes: some Collection<UInt8>, key: String, frames: Range<Int>? = nil, startTime: Int = 0, totalTime: Int? = nil
    ) throws(SVGAError) {
        let bytes = [UInt8](bytes)
        try keys.checkPayload(key)
        guard case .sound = PayloadKind.sniff(bytes) else {
            throw .sound(key: key, reason: "neither MP3, AAC, WAV, Ogg, MP4 nor FLAC")
        }
        guard let time = totalTime ?? SoundLength.milliseconds(of: bytes).map(Int.init) else {
            throw .sound(key: key, reason: "its length cannot be measured: say its totalTime")
        }
        guard time > 0, time <= Int32.max else { throw .sound(key: key, reason: "it cannot be \(time) ms long") }
        let audio = try audio(key, frames, startTime: startTime, totalTime: time)
        try addPayload(bytes, key)
        keys.addSound(key)
        soundTimes[ByteKey(key)] = time
        movie.audios.append(audio)
    }

    /// Plays an added sound again.
    ///
    /// - Parameters:
    ///   - key: the key of the sound.
    ///   - frames: the movie's frames during which it plays.
    ///   - startTime: the start position in the sound, in milliseconds.
    /// - Throws: ``SVGAError``.
    public mutating func playSound(_ key: String, frames: Range<Int>, startTime: Int = 0) throws(SVGAError) {
        guard let time = soundTimes[ByteKey(key)] else { throw .unknownSound(key: key) }
        movie.audios.append(try audio(key, frames, startTime: startTime, totalTime: time))
    }

    private func audio(_ key: String, _ frames: Range<Int>?, startTime: Int, totalTime: Int) throws(SVGAError) -> WireAudio {
        let frames = frames ?? 0..<frameCount
        try check(frames, key)
        if frames.isEmpty { throw .sound(key: key, reason: "it is played in no frame") }
        guard (0..<totalTime).contains(startTime) else {
            throw .sound(key: key, reason: "it cannot start at \(startTime) ms, being \(totalTime) ms long")
        }
        var audio = WireAudio()
        audio.audioKey = key
        (audio.startFrame, audio.endFrame) = (Int32(frames.lowerBound), Int32(frames.upperBound))
        (audio.startTime, audio.totalTime) = (Int32(startTime), Int32(totalTime))
        return audio
    }

    // MARK: Sprites

    /// Adds a sprite above all others, defined by a function of the frame.
    ///
    /// - Parameters:
    ///   - key: the key of its image. If no image has the key, the sprite shows only shapes, and apps can set a text or a picture by the key.
    ///     Several sprites may share a key.
    ///   - matte: the sprite's matte: the sprite is visible where the matte is not transparent, and hidden while the matte is hidden.
    ///   - frame: called for each frame of the movie in order; nil hides the sprite. Shapes that equal the previous frame's are written once.
    /// - Throws: ``SVGAError``.
    public mutating func addSprite(_ key: String, matte: Matte? = nil, frame: (Int) -> Frame?) throws(SVGAError) {
        if let matte, !keys.hasMatte(matte.key) { throw .unknownMatte(key: matte.key) }
        var sprite = try sprite(key, .bitmap, frame)
        sprite.matteKey = matte?.key ?? ""
        movie.sprites.append(sprite)
    }

    /// Adds a sprite above all others, defined frame by frame.
    ///
    /// - Parameters:
    ///   - key: as for ``addSprite(_:matte:frame:)``.
    ///   - matte: the sprite's matte.
    ///   - frames: from the movie's first frame on; nil hides the sprite. It is hidden after the last one.
    /// - Throws: ``SVGAError``.
    public mutating func addSprite(_ key: String, matte: Matte? = nil, frames: [Frame?]) throws(SVGAError) {
        try check(0..<frames.count, key)
        try addSprite(key, matte: matte) { $0 < frames.count ? frames[$0] : nil }
    }

    /// Adds a matte, a sprite that is not drawn itself, defined by a function of the frame.
    ///
    /// - Parameters:
    ///   - key: as for ``addSprite(_:matte:frame:)``. Two mattes cannot share a key. An app that replaces the key's image changes
    ///     the matte too, so use a separate image for it.
    ///   - frame: called for each frame of the movie in order; nil hides the matte, and all sprites that use it.
    /// - Returns: the matte, for the sprites that use it.
    /// - Throws: ``SVGAError``.
    public mutating func addMatte(_ key: String, frame: (Int) -> Frame?) throws(SVGAError) -> Matte {
        let sprite = try sprite(key, .matte, frame)
        mattes.append(sprite)
        return Matte(key: sprite.imageKey)
    }

    /// Adds a matte, a sprite that is not drawn itself, defined frame by frame.
    ///
    /// - Parameters:
    ///   - key: as for ``addMatte(_:frame:)``.
    ///   - frames: from the movie's first frame on; nil hides the matte. It is hidden after the last one.
    /// - Returns: the matte, for the sprites that use it.
    /// - Throws: ``SVGAError``.
    package mutating func addMatte(_ key: String, frames: [Frame?]) throws(SVGAError) -> Matte {
        try check(0..<frames.count, key)
        return try addMatte(key) { $0 < frames.count ? frames[$0] : nil }
    }

    private mutating func sprite(_ key: String, _ kind: SpriteEntity.Kind, _ frame: (Int) -> Frame?) throws(SVGAError) -> WireSprite {
        try KeyRegister.check(key)
        let image = layouts[ByteKey(key)]
        let name = kind == .matte ? key + ".matte" : image == nil ? key + ".vector" : key
        try keys.checkSprite(key, named: name, hasImage: image != nil)
        try limits.require(\.sprites, mattes.count + movie.sprites.count + 1)
        let mark = writer.mark()
        do throws(SVGAError) {
            let written = try writer.frames(key, count: frameCount, layout: image ?? canvas, frame: frame)
            if image == nil, written.allSatisfy({ $0.shapes.isEmpty }) { throw keys.unknownImage(key) }
            keys.addSprite(key, named: name, hasImage: image != nil)
            return WireSprite(imageKey: name, frames: written)
        } catch {
            writer.goBack(to: mark)
            throw error
        }
    }

    private func check(_ range: Range<Int>, _ key: String) throws(SVGAError) {
        if range.lowerBound < 0 { throw .frameOutOfRange(key: key, frame: range.lowerBound, frameCount: frameCount) }
        if range.upperBound > frameCount { throw .frameOutOfRange(key: key, frame: range.upperBound - 1, frameCount: frameCount) }
    }
}
