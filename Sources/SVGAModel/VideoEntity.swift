import SVGASupport

/// A movie as plain values; players call it a video entity.
///
/// Immutable and `Sendable`: read it once, share it between tasks. References are resolved, defaults are filled in, and irregularities of
/// the file are fixed and listed in ``diagnostics``.
public struct VideoEntity: Sendable {
    /// The container of the file (Rules of rendering, section 1).
    package enum Container: String, Sendable {
        /// 2.x: one zlib stream of protobuf.
        case zlib
        /// 1.5: a ZIP with `movie.binary`, which is protobuf.
        case zipBinary = "zip-binary"
        /// 1.x: a ZIP with `movie.spec`, which is JSON.
        case zipJSON = "zip-json"
        /// A gzip stream of protobuf, which no player supports.
        case gzip
        /// Protobuf without compression.
        case protobuf
    }

    /// The container of the file.
    package let container: Container
    /// The version in the file, such as `2.0`; may be empty.
    public let version: String
    /// The movie's canvas in points.
    public let viewBox: SVGASize
    /// Frames per second, at least 1; the default is 20 (Rules of rendering, section 2).
    public let fps: Int
    /// The movie's frame count. Frame `i` is shown for `[i/fps, (i+1)/fps)` seconds.
    public let frameCount: Int
    /// The payloads of the file that are not sounds, in the file's order.
    public let images: [ImageEntity]
    /// The sprites, bottom first.
    public let sprites: [SpriteEntity]
    /// The times at which sounds play, in the file's order.
    public let audios: [AudioEntity]
    /// The payloads that are sounds, in the file's order; one without an ``AudioEntity`` is silent.
    public let sounds: [SoundEntity]
    /// Warnings found while reading.
    public let diagnostics: [Diagnostic]
    /// The emulated player that has parsed the movie and draws it; nil: "Rules of rendering".
    package let emulation: (any MovieEmulation)?

    package init(
        container: Container, version: String, viewBox: SVGASize, fps: Int, frameCount: Int, images: [ImageEntity], sprites: [SpriteEntity],
        audios: [AudioEntity], sounds: [SoundEntity], diagnostics: [Diagnostic], emulation: (any MovieEmulation)? = nil
    ) {
        self.container = container
        self.version = version
        self.viewBox = viewBox
        self.fps = fps
        self.frameCount = frameCount
        self.images = images
        self.sprites = sprites
        self.audios = audios
        self.sounds = sounds
        self.diagnostics = diagnostics
        self.emulation = emulation
    }

    /// The canvas in pixels at scale 1, at least 1 × 1: `round(viewBox)` (Rules of rendering, section 2).
    package var canvasPixels: (width: Int, height: Int) {
        func pixels(_ points: Double) -> Int { points >= 1 ? Int(saturating: min(points, 1e9).rounded()) : 1 }
        return (pixels(viewBox.width), pixels(viewBox.height))
    }

    /// `frames / fps`.
    public var durationSeconds: Double { Double(frameCount) / Double(fps) }
}

/// The drawing rules of an emulated player for a movie that it has parsed. SVGAEmulation implements it; SVGARender uses it as a
/// `DrawingEmulation`.
package protocol MovieEmulation: Sendable {}

extension VideoEntity {
    /// The memory of the movie in bytes: payloads, keys, frame records, layouts, clip paths, and shapes with their paths.
    ///
    /// Storage shared by sprites, shapes or movies is counted once. Decoded pictures are not part of a movie.
    /// - Complexity: linear in the numbers of sprites and of distinct shapes, for each call.
    package var memoryBytes: Int {
        var memory = CountedMemory()
        memory.add(images)
        for image in images { memory.add(image.bytes, image.key) }
        memory.add(sounds)
        for sound in sounds { memory.add(sound.bytes, sound.key) }
        memory.add(audios)
        for audio in audios { memory.add([UInt8](), audio.audioKey) }
        memory.add(sprites)
        for sprite in sprites {
            memory.add(sprite.frames.records, sprite.imageKey, sprite.matteKey ?? "")
            memory.add(sprite.frames.tables)
        }
        return memory.bytes
    }
}

/// Sums the bytes of arrays; shared memory blocks are counted once.
private struct CountedMemory {
    private(set) var bytes = 0
    private var seen: Set<UInt> = []

    /// Adds an array's memory block, including its header, and its texts.
    /// - Returns: whether it was counted now; false for an empty array and for one that was counted before.
    @discardableResult
    mutating func add<Element>(_ array: [Element], _ texts: String...) -> Bool {
        // Texts of up to 15 bytes are stored inline.
        for text in texts where text.utf8.count > 15 { bytes += 32 + text.utf8.count }
        guard array.capacity > 0 else { return false }
        let address = array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        guard seen.insert(address).inserted else { return false }
        bytes += 32 + array.capacity * MemoryLayout<Element>.stride
        return true
    }

    mutating func add(_ tables: FrameTables) {
        add(tables.layouts)
        if add(tables.clipPaths) {
            for path in tables.clipPaths { add(path) }
        }
        guard add(tables.shapeLists) else { return }
        for list in tables.shapeLists where add(list) {
            for shape in list {
                if case .path(let path) = shape.geometry { add(path) }
            }
        }
    }

    mutating func add(_ path: SVGAPath) {
        add(path.verbs)
        add(path.coordinates)
    }
}

/// A payload of `images` that is not a sound (Rules of rendering, section 3).
public struct ImageEntity: Sendable {
    /// The format of a payload that is not a sound, by its first bytes.
    package enum Format: Sendable {
        /// PNG, which every player supports.
        case png
        /// JPEG.
        case jpeg
        /// WebP.
        case webp
        /// GIF, of which the first picture is drawn.
        case gif
        /// BMP.
        case bmp
        /// An unknown format; it is preserved, but never drawn.
        case unknown

        /// The case's name, for reports.
        package var name: String { "\(self)" }
    }

    /// The payload's key in the file.
    public let key: String
    /// The payload's format.
    package let format: Format
    /// The payload's bytes in the file.
    public let bytes: [UInt8]

    package init(key: String, format: Format, bytes: [UInt8]) {
        self.key = key
        self.format = format
        self.bytes = bytes
    }
}

/// A payload of `images` that is a sound (Rules of rendering, section 3).
public struct SoundEntity: Sendable {
    /// The format of a sound, by its first bytes.
    package enum Format: String, Sendable {
        /// MPEG audio, which most players support.
        case mp3
        /// An AAC stream (ADTS).
        case aac
        /// WAV.
        case wav
        /// Ogg, with any codec.
        case ogg
        /// Audio in an MP4 file, such as M4A.
        case mp4
        /// FLAC.
        case flac
    }

    /// The payload's key in the file.
    public let key: String
    /// The payload's format.
    package let format: Format
    /// The payload's bytes in the file.
    public let bytes: [UInt8]

    /// A sound for your own animation: MP3, AAC, WAV, Ogg, MP4 or FLAC, recognized by the first bytes; nil for any other.
    public init?(key: String, bytes: [UInt8]) {
        guard case .sound(let format) = PayloadKind.sniff(bytes) else { return nil }
        self.init(key: key, format: format, bytes: bytes)
    }

    package init(key: String, format: Format, bytes: [UInt8]) {
        self.key = key
        self.format = format
        self.bytes = bytes
    }
}

/// The time at which a sound plays (Rules of rendering, section 7): from `startFrame/fps` until `endFrame/fps`.
public struct AudioEntity: Sendable {
    /// The key of the sound in the file.
    public let audioKey: String
    /// Index into ``VideoEntity/sounds``; nil if the file has no such sound.
    public let soundIndex: Int?
    /// The first frame with sound.
    public let startFrame: Int
    /// The frame after the last one with sound. It is resolved, so it is above `startFrame` unless the movie ends before the sound starts.
    public let endFrame: Int
    /// The start offset in the payload, in milliseconds.
    public let startTime: Int
    /// The payload's duration in milliseconds, as declared by the authoring tool.
    public let totalTime: Int

    /// An entry for your own animation; ``soundIndex`` is then an index of its sounds.
    public init(audioKey: String, soundIndex: Int?, startFrame: Int, endFrame: Int, startTime: Int, totalTime: Int) {
        self.audioKey = audioKey
        self.soundIndex = soundIndex
        self.startFrame = startFrame
        self.endFrame = endFrame
        self.startTime = startTime
        self.totalTime = totalTime
    }
}

/// The kind of a payload, by its first bytes (Rules of rendering, section 3).
package enum PayloadKind {
    case image(ImageEntity.Format)
    case sound(SoundEntity.Format)

    package static func sniff(_ bytes: [UInt8]) -> PayloadKind {
        func has(_ text: StaticString, at offset: Int = 0) -> Bool {
            guard bytes.count >= offset + text.utf8CodeUnitCount else { return false }
            return text.withUTF8Buffer { bytes[offset..<offset + $0.count].elementsEqual($0) }
        }
        func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

        if byte(0) == 0x89, has("PNG", at: 1) { return .image(.png) }
        if byte(0) == 0xFF, byte(1) == 0xD8, byte(2) == 0xFF { return .image(.jpeg) }
        if has("RIFF"), has("WEBP", at: 8) { return .image(.webp) }
        if has("RIFF"), has("WAVE", at: 8) { return .sound(.wav) }
        if has("GIF87a") || has("GIF89a") { return .image(.gif) }
        if has("ID3") { return .sound(.mp3) }
        if has("OggS") { return .sound(.ogg) }
        if has("fLaC") { return .sound(.flac) }
        // The same boxes are used for pictures (HEIC, AVIF), which no player supports.
        let isPicture = has("heic", at: 8) || has("heix", at: 8) || has("mif1", at: 8) || has("avif", at: 8) || has("avis", at: 8)
        if has("ftyp", at: 4) { return isPicture ? .image(.unknown) : .sound(.mp4) }
        // An MPEG audio sync: eleven set bits. Layer bits 00 are an AAC stream (ADTS), others are MPEG audio.
        if byte(0) == 0xFF, byte(1) >= 0xE0, byte(1) != 0xFF { return .sound(byte(1) & 0b0000_0110 == 0 ? .aac : .mp3) }
        // BM, then a valid header size: two letters alone are not reliable.
        if has("BM"), [12, 40, 52, 56, 64, 108, 124].contains(byte(14)), byte(15) == 0 { return .image(.bmp) }
        return .image(.unknown)
    }
}
