public import SVGAModel
import SVGASupport

/// What is different between two movies, as far as it means something: not how their files are written, but what is in them.
///
/// Numbers and paths are compared exactly, after KEEP, defaults and references are resolved (Rules of rendering).
public struct MovieDifference: Sendable {
    /// A fact about the whole movie that is not the same.
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

        /// Whether the movie is another for it; the container and its version are only how it is written.
        public var isMeaningful: Bool { name != .container && name != .version }
    }

    /// What happened to an image, a sprite, a sound or an audio entry.
    public enum Kind: String, Sendable {
        case added
        case removed
        case changed
        /// It has another key, and is the same otherwise.
        case renamed
        /// A sprite that is the same, but above or below others than before.
        case moved
    }

    public let facts: [Fact]
    public let images: [ImageChange]
    public let sprites: [SpriteChange]
    public let sounds: [SoundChange]
    public let audios: [AudioChange]

    /// Compares two movies. Images whose bytes differ are decoded, within `limits`, to tell whether their pixels do.
    public init(_ first: VideoEntity, _ second: VideoEntity, limits: ReadLimits = .default) {
        facts = MovieDifference.facts(first, second)
        images = ImageChange.changes(first.images, second.images, limits: limits)
        sprites = SpriteChange.changes(first, second)
        sounds = SoundChange.changes(first.sounds, second.sounds)
        audios = AudioChange.changes(first.audios, second.audios)
    }

    /// Whether the movies are the same: nothing differs but container and version.
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
