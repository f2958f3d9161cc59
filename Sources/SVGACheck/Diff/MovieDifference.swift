import SVGAImage
public import SVGAModel
import SVGARender
import SVGASupport

/// The differences between the contents of two movies, regardless of their file formats.
///
/// Numbers and paths are compared exactly, after KEEP, defaults and references are resolved (Rules of rendering).
public struct MovieDifference: Sendable {
    /// A property of the whole movie that differs.
    package struct Fact: Hashable, Sendable {
        package enum Name: String, Sendable {
            case container
            case version
            /// In points.
            case canvas
            case fps
            case frames
        }

        package let name: Name
        package let before: String
        package let after: String

        /// Whether the fact affects rendering. The container and the version do not.
        package var isMeaningful: Bool { name != .container && name != .version }
    }

    /// One difference between two movies.
    public struct Change: Hashable, Sendable, CustomStringConvertible {
        /// The kind of item: `canvas`, `fps`, `frames`, `image`, `sprite`, `sound` or `audio`, an entry that schedules a sound.
        public let subject: String
        /// In the first movie: the key, or the value of `canvas`, `fps` or `frames`. nil if only the second movie has the item.
        public let before: String?
        /// In the second movie, likewise; nil if only the first movie has the item.
        public let after: String?
        /// One line of text, such as `changed sprite 3 "user1": alpha (by up to 0.5) in frames 0–4`.
        public let description: String
    }

    /// The kind of difference of an image, a sprite, a sound or an audio entry.
    package enum Kind: String, Sendable {
        case added
        case removed
        case changed
        /// Only its key differs.
        case renamed
        /// Only the sprite's position in the order differs.
        case moved
    }

    package let facts: [Fact]
    package let images: [ImageChange]
    package let sprites: [SpriteChange]
    package let sounds: [SoundChange]
    package let audios: [AudioChange]
    /// The differences that many changes share, each as one line.
    package let summaries: [DifferenceSummary]
    /// Indices in ``sprites`` and ``images`` that a summary covers.
    package let summarizedSprites: Set<Int>
    package let summarizedImages: Set<Int>

    /// Compares two movies. Decodes images with different bytes, within `limits`, to compare their pixels.
    public init(_ first: VideoEntity, _ second: VideoEntity, limits: ReadLimits = .default) {
        facts = MovieDifference.facts(first, second)
        images = ImageChange.changes(first.images, second.images, limits: limits)
        let (sprites, pairs) = SpriteChange.changes(first, second)
        self.sprites = sprites
        sounds = SoundChange.changes(first.sounds, second.sounds)
        audios = AudioChange.changes(first.audios, second.audios)
        let summaries = DifferenceSummaries(first, second, pairs: pairs, sprites: sprites, images: images)
        self.summaries = summaries.all
        (summarizedSprites, summarizedImages) = (summaries.sprites, summaries.images)
    }

    /// Whether the movies are equal. The container and the version do not count.
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
            Fact(name: .frames, before: "\(first.frameCount)", after: "\(second.frameCount)"),
        ]
        return all.filter { fact in
            fact.name == .canvas ? first.viewBox != second.viewBox : fact.before != fact.after
        }
    }
}

/// An image that differs between two movies.
package struct ImageChange: Hashable, Sendable {
    /// The image in one of the movies.
    package struct Side: Hashable, Sendable {
        package let key: String
        package let format: ImageEntity.Format
        package let byteCount: Int
        /// nil if the header cannot be read.
        package let widthPixels: Int?
        package let heightPixels: Int?

        init(_ image: ImageEntity) {
            let size = ImageDecoder.size(of: image)
            key = image.key
            format = image.format
            byteCount = image.bytes.count
            widthPixels = size?.width
            heightPixels = size?.height
        }
    }

    package enum Pixels: String, Sendable {
        /// Only the bytes differ.
        case same
        case different
        /// At least one of them cannot be decoded.
        case unknown
    }

    package let kind: MovieDifference.Kind
    /// nil if it was added.
    package let before: Side?
    /// nil if it was removed.
    package let after: Side?
    /// nil unless it was changed.
    package let pixels: Pixels?

    /// The new key, or the old one if it was removed.
    package var key: String { after?.key ?? before?.key ?? "" }

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
        do throws(SVGAError) {
            let sizes = (ImageDecoder.size(of: first), ImageDecoder.size(of: second))
            if let one = sizes.0, let other = sizes.1, one != other { return .different }
            return try ImageDecoder.decode(first, limits: limits) == ImageDecoder.decode(second, limits: limits) ? .same : .different
        } catch {
            return .unknown
        }
    }
}

/// A sound that differs between two movies.
package struct SoundChange: Hashable, Sendable {
    package struct Side: Hashable, Sendable {
        package let format: SoundEntity.Format
        package let byteCount: Int
    }

    package let kind: MovieDifference.Kind
    package let key: String
    /// nil if it was added.
    package let before: Side?
    /// nil if it was removed.
    package let after: Side?

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

/// A difference of an audio entry, which schedules a sound.
package struct AudioChange: Hashable, Sendable {
    /// As in ``AudioEntity``.
    package struct Side: Hashable, Sendable {
        package let startFrame: Int
        /// The frame at which it stops.
        package let endFrame: Int
        /// Milliseconds into the payload.
        package let startTime: Int
        /// The payload's length in milliseconds.
        package let totalTime: Int

        init(_ audio: AudioEntity) {
            startFrame = audio.startFrame
            endFrame = audio.endFrame
            startTime = audio.startTime
            totalTime = audio.totalTime
        }
    }

    package let kind: MovieDifference.Kind
    package let key: String
    /// nil if it was added.
    package let before: Side?
    /// nil if it was removed.
    package let after: Side?

    /// Pairs entries with the same key in order.
    static func changes(_ first: [AudioEntity], _ second: [AudioEntity]) -> [AudioChange] {
        var remaining = Dictionary(grouping: second) { ByteKey($0.audioKey) }.mapValues { $0[...] }
        var changes: [AudioChange] = []
        for audio in first {
            let before = Side(audio)
            let after = remaining[ByteKey(audio.audioKey)]?.popFirst().map(Side.init)
            if before == after { continue }
            changes.append(AudioChange(kind: after == nil ? .removed : .changed, key: audio.audioKey, before: before, after: after))
        }
        for audio in second where remaining[ByteKey(audio.audioKey)]?.popFirst() != nil {
            changes.append(AudioChange(kind: .added, key: audio.audioKey, before: nil, after: Side(audio)))
        }
        return changes
    }
}
