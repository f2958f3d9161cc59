import SVGAImage
public import SVGAModel
import SVGARender
import SVGASupport

/// The differences between the contents of two movies. How their files are written does not count.
///
/// Numbers and paths are compared exactly, after KEEP, defaults and references are resolved (Rules of rendering).
public struct MovieDifference: Sendable {
    /// A property of the whole movie that differs.
    public struct Fact: Hashable, Sendable {
        public enum Name: String, Sendable {
            case container
            case version
            /// In points.
            case canvas
            case fps
            case frames
        }

        public let name: Name
        public let before: String
        public let after: String

        /// Whether it changes what is shown. The container and the version do not.
        public var isMeaningful: Bool { name != .container && name != .version }
    }

    /// How an image, a sprite, a sound or an audio entry differs.
    public enum Kind: String, Sendable {
        case added
        case removed
        case changed
        /// Only its key differs.
        case renamed
        /// Only a sprite's place in the order differs.
        case moved
    }

    public let facts: [Fact]
    public let images: [ImageChange]
    public let sprites: [SpriteChange]
    public let sounds: [SoundChange]
    public let audios: [AudioChange]

    /// Compares two movies. Images with different bytes are decoded, within `limits`, to see whether their pixels differ.
    public init(_ first: VideoEntity, _ second: VideoEntity, limits: ReadLimits = .default) {
        facts = MovieDifference.facts(first, second)
        images = ImageChange.changes(first.images, second.images, limits: limits)
        sprites = SpriteChange.changes(first, second)
        sounds = SoundChange.changes(first.sounds, second.sounds)
        audios = AudioChange.changes(first.audios, second.audios)
    }

    /// Whether nothing differs but container and version.
    public var isEmpty: Bool {
        !facts.contains(where: \.isMeaningful) && images.isEmpty && sprites.isEmpty && sounds.isEmpty && audios.isEmpty
    }

    private static func facts(_ first: VideoEntity, _ second: VideoEntity) -> [Fact] {
        func canvas(_ movie: VideoEntity) -> String { "\(movie.viewBox.width.brief) × \(movie.viewBox.height.brief)" }
        let all = [
            Fact(name: .container, before: first.container.rawValue, after: second.container.rawValue),
            Fact(name: .version, before: first.version, after: second.version),
            Fact(name: .canvas, before: canvas(first), after: canvas(second)),
            Fact(name: .fps, before: "\(first.fps)", after: "\(second.fps)"),
            Fact(name: .frames, before: "\(first.frames)", after: "\(second.frames)"),
        ]
        return all.filter { fact in
            fact.name == .canvas ? first.viewBox != second.viewBox : fact.before != fact.after
        }
    }
}

/// An image that differs between two movies.
public struct ImageChange: Hashable, Sendable {
    /// The image in one of the movies.
    public struct Side: Hashable, Sendable {
        public let key: String
        public let format: ImageEntity.Format
        public let byteCount: Int
        /// nil if the header cannot be read.
        public let widthPixels: Int?
        public let heightPixels: Int?

        init(_ image: ImageEntity) {
            let size = ImageDecoder.size(of: image)
            key = image.key
            format = image.format
            byteCount = image.bytes.count
            widthPixels = size?.width
            heightPixels = size?.height
        }
    }

    public enum Pixels: String, Sendable {
        /// Only the bytes differ.
        case same
        case different
        /// At least one of the two cannot be decoded.
        case unknown
    }

    public let kind: MovieDifference.Kind
    /// nil if it was added.
    public let before: Side?
    /// nil if it was removed.
    public let after: Side?
    /// nil unless it was changed.
    public let pixels: Pixels?

    /// The new key, or the old one if it was removed.
    public var key: String { after?.key ?? before?.key ?? "" }

    static func changes(_ first: [ImageEntity], _ second: [ImageEntity], limits: ReadLimits) -> [ImageChange] {
        let old = Dictionary(first.map { (ByteKey($0.key), $0) }, uniquingKeysWith: { $1 })
        let new = Dictionary(second.map { (ByteKey($0.key), $0) }, uniquingKeysWith: { $1 })
        var arrived: [[UInt8]: [ImageEntity]] = [:]
        for image in second.reversed() where old[ByteKey(image.key)] == nil { arrived[image.bytes, default: []].append(image) }
        var changes: [ImageChange] = []
        var renamed: Set<ByteKey> = []
        for image in first {
            if let other = new[ByteKey(image.key)] {
                if image.bytes == other.bytes { continue }
                changes.append(
                    ImageChange(
                        kind: .changed, before: Side(image), after: Side(other), pixels: pixels(image, other, limits: limits)))
            } else if let other = arrived[image.bytes]?.popLast() {
                renamed.insert(ByteKey(other.key))
                changes.append(ImageChange(kind: .renamed, before: Side(image), after: Side(other), pixels: nil))
            } else {
                changes.append(ImageChange(kind: .removed, before: Side(image), after: nil, pixels: nil))
            }
        }
        for image in second where old[ByteKey(image.key)] == nil && !renamed.contains(ByteKey(image.key)) {
            changes.append(ImageChange(kind: .added, before: nil, after: Side(image), pixels: nil))
        }
        return changes
    }

    private static func pixels(_ first: ImageEntity, _ second: ImageEntity, limits: ReadLimits) -> Pixels {
        do throws(ImageError) {
            let sizes = (ImageDecoder.size(of: first), ImageDecoder.size(of: second))
            if let one = sizes.0, let other = sizes.1, one != other { return .different }
            return try ImageDecoder.decode(first, limits: limits) == ImageDecoder.decode(second, limits: limits) ? .same : .different
        } catch {
            return .unknown
        }
    }
}

/// A sound that differs between two movies.
public struct SoundChange: Hashable, Sendable {
    public struct Side: Hashable, Sendable {
        public let format: SoundEntity.Format
        public let byteCount: Int
    }

    public let kind: MovieDifference.Kind
    public let key: String
    /// nil if it was added.
    public let before: Side?
    /// nil if it was removed.
    public let after: Side?

    static func changes(_ first: [SoundEntity], _ second: [SoundEntity]) -> [SoundChange] {
        func side(_ sound: SoundEntity) -> Side { Side(format: sound.format, byteCount: sound.bytes.count) }
        let old = Set(first.map { ByteKey($0.key) })
        let new = Dictionary(second.map { (ByteKey($0.key), $0) }, uniquingKeysWith: { $1 })
        let gone = first.compactMap { sound -> SoundChange? in
            guard let other = new[ByteKey(sound.key)] else {
                return SoundChange(kind: .removed, key: sound.key, before: side(sound), after: nil)
            }
            if sound.bytes == other.bytes { return nil }
            return SoundChange(kind: .changed, key: sound.key, before: side(sound), after: side(other))
        }
        return gone
            + second.filter { !old.contains(ByteKey($0.key)) }.map { SoundChange(kind: .added, key: $0.key, before: nil, after: side($0)) }
    }
}

/// An audio entry, which says when a sound plays, that differs between two movies.
public struct AudioChange: Hashable, Sendable {
    /// As in ``/SVGAModel/AudioEntity``.
    public struct Side: Hashable, Sendable {
        public let startFrame: Int
        /// The first frame in which it no longer plays.
        public let endFrame: Int
        /// Milliseconds into the payload.
        public let startTime: Int
        /// The payload's length in milliseconds.
        public let totalTime: Int

        init(_ audio: AudioEntity) {
            startFrame = audio.startFrame
            endFrame = audio.endFrame
            startTime = audio.startTime
            totalTime = audio.totalTime
        }
    }

    public let kind: MovieDifference.Kind
    public let key: String
    /// nil if it was added.
    public let before: Side?
    /// nil if it was removed.
    public let after: Side?

    /// Entries with the same key are compared in order.
    static func changes(_ first: [AudioEntity], _ second: [AudioEntity]) -> [AudioChange] {
        var rest = Dictionary(grouping: second) { ByteKey($0.audioKey) }.mapValues { $0[...] }
        var changes: [AudioChange] = []
        for audio in first {
            let before = Side(audio)
            let after = rest[ByteKey(audio.audioKey)]?.popFirst().map(Side.init)
            if before == after { continue }
            changes.append(AudioChange(kind: after == nil ? .removed : .changed, key: audio.audioKey, before: before, after: after))
        }
        for audio in second where rest[ByteKey(audio.audioKey)]?.popFirst() != nil {
            changes.append(AudioChange(kind: .added, key: audio.audioKey, before: nil, after: Side(audio)))
        }
        return changes
    }
}
