import SVGASupport

/// A whole movie as plain values: what a player calls its video entity.
///
/// Immutable and `Sendable`: read it once, share it between tasks. All references are resolved, all defaults filled
/// and all oddities of the file settled (they are listed in ``diagnostics``), so that whoever draws sees one shape of data.
public struct VideoEntity: Sendable {
    /// What the bytes were packed in (Rules of rendering, section 1).
    package enum Container: String, Sendable {
        /// 2.x: one zlib stream of protobuf.
        case zlib
        /// 1.5: a ZIP with `movie.binary`, which is protobuf.
        case zipBinary = "zip-binary"
        /// 1.x: a ZIP with `movie.spec`, which is JSON.
        case zipJSON = "zip-json"
        /// A gzip stream of protobuf, which no player opens.
        case gzip
        /// Protobuf without compression around it.
        case protobuf
    }

    /// What the bytes were packed in.
    package let container: Container
    /// As the file writes it, such as `2.0`; may be empty.
    public let version: String
    /// The movie's canvas in points.
    public let viewBox: SVGASize
    /// Frames a second, at least 1; a file without one gets 20 (Rules of rendering, section 2).
    public let fps: Int
    /// How many frames the movie has. Frame `i` is shown for `[i/fps, (i+1)/fps)` seconds.
    public let frameCount: Int
    /// The payloads of the file that are no sound, in the file's order.
    public let images: [ImageEntity]
    /// The layers, bottom first.
    public let sprites: [SpriteEntity]
    /// When which sound is played, in the file's order.
    public let audios: [AudioEntity]
    /// Payloads that are sounds, in the file's order; one that no ``AudioEntity`` names is silent.
    public let sounds: [SoundEntity]
    /// What was tolerated while reading.
    public let diagnostics: [Diagnostic]
    /// How an emulated player has read the movie and draws it; nil: by "Rules of rendering".
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
    public var canvasPixels: (width: Int, height: Int) {
        func pixels(_ points: Double) -> Int { points >= 1 ? Int(saturating: min(points, 1e9).rounded()) : 1 }
        return (pixels(viewBox.width), pixels(viewBox.height))
    }

    /// `frames / fps`.
    public var durationSeconds: Double { Double(frameCount) / Double(fps) }
}

/// How an emulated player draws a movie that it has read. SVGAEmulation implements it; SVGARender asks what it needs by
/// `DrawingEmulation`.
package protocol MovieEmulation: Sendable {}

extension VideoEntity {
    /// How many bytes of memory the movie takes: payloads, keys, frame records, layouts, clip paths and shapes with their paths.
    ///
    /// Storage that sprites, shapes or movies share is counted once. Decoded pictures are not part of a movie and are not counted.
    /// - Complexity: linear in the numbers of sprites and of distinct shapes. It is computed each time.
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

/// Adds up the bytes of arrays, each block of memory once however many values hold it.
private struct CountedMemory {
    private(set) var bytes = 0
    private var seen: Set<UInt> = []

    /// Adds an array's own block, header included, and the texts.
    /// - Returns: whether it was counted now; false for an empty array and for one that was counted before.
    @discardableResult
    mutating func add<Element>(_ array: [Element], _ texts: String...) -> Bool {
        // Texts of up to 15 bytes take no memory beside the value that holds them.
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
    /// What a payload that is not a sound is, by its first bytes.
    public enum Format: Sendable {
        /// PNG, which every player draws.
        case png
        /// JPEG.
        case jpeg
        /// WebP.
        case webp
        /// GIF, of which the first picture is drawn.
        case gif
        /// BMP.
        case bmp
        /// Nothing this project knows; kept, never drawn.
        case unknown

        /// The case's name, for reports.
        package var name: String { "\(self)" }
    }

    /// The payload's key in the file.
    public let key: String
    /// What the payload is.
    public let format: Format
    /// The payload as it is in the file.
    public let bytes: [UInt8]

    package init(key: String, format: Format, bytes: [UInt8]) {
        self.key = key
        self.format = format
        self.bytes = bytes
    }
}

/// A payload of `images` that is a sound (Rules of rendering, section 3).
public struct SoundEntity: Sendable {
    /// What a sound is, by its first bytes.
    package enum Format: String, Sendable {
        /// MPEG audio, which most players play.
        case mp3
        /// AAC as a stream of its own (ADTS).
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
    /// What the payload is.
    package let format: Format
    /// The payload as it is in the file.
    public let bytes: [UInt8]

    /// A sound for an animation of your own: MP3, AAC, WAV, Ogg, MP4 or FLAC, recognized by the first bytes; nil for any others.
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

/// When a sound is played (Rules of rendering, section 7). It sounds from `startFrame/fps` until `endFrame/fps`.
public struct AudioEntity: Sendable {
    /// The key of the sound, as the file writes it.
    public let audioKey: String
    /// Into ``VideoEntity/sounds``; nil where the file has no such sound.
    public let soundIndex: Int?
    /// First frame with sound.
    public let startFrame: Int
    /// First frame without it again: already resolved, so above `startFrame` unless the movie ends before the sound starts.
    public let endFrame: Int
    /// Where in the payload playing starts, in milliseconds.
    public let startTime: Int
    /// The payload's length in milliseconds as the authoring tool saw it.
    public let totalTime: Int

    /// An entry for an animation of your own; ``soundIndex`` is then an index of its sounds.
    public init(audioKey: String, soundIndex: Int?, startFrame: Int, endFrame: Int, startTime: Int, totalTime: Int) {
        self.audioKey = audioKey
        self.soundIndex = soundIndex
        self.startFrame = startFrame
        self.endFrame = endFrame
        self.startTime = startTime
        self.totalTime = totalTime
    }
}

/// What a payload is, by its first bytes (Rules of rendering, section 3).
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
        // The same boxes hold pictures (HEIC, AVIF), which no player draws.
        let isPicture = has("heic", at: 8) || has("heix", at: 8) || has("mif1", at: 8) || has("avif", at: 8) || has("avis", at: 8)
        if has("ftyp", at: 4) { return isPicture ? .image(.unknown) : .sound(.mp4) }
        // An MPEG audio sync: eleven set bits. Layer bits 00 are an AAC stream (ADTS), anything else MPEG audio.
        if byte(0) == 0xFF, byte(1) >= 0xE0, byte(1) != 0xFF { return .sound(byte(1) & 0b0000_0110 == 0 ? .aac : .mp3) }
        // BM, then a header size that some version of the format has: two letters alone prove nothing.
        if has("BM"), [12, 40, 52, 56, 64, 108, 124].contains(byte(14)), byte(15) == 0 { return .image(.bmp) }
        return .image(.unknown)
    }
}
