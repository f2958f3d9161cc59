import SVGAFormat
import SVGAModel

/// Which keys of a movie that is merged into another have to change, so that everything leads where it led.
struct MergeKeys {
    private let first: WireMovie
    private let other: WireMovie
    private let firstPayloads: PayloadIndex
    private let otherPayloads: PayloadIndex
    private let payloadNumbers: PayloadNumbers

    init(_ first: WireMovie, _ other: MovieEditor) {
        self.first = first
        self.other = other.movie
        firstPayloads = PayloadIndex(first.images)
        otherPayloads = PayloadIndex(other.movie.images)
        payloadNumbers = PayloadNumbers(first, other.movie)
    }

    /// Renames what collides, and says what.
    func rename(in editor: inout MovieEditor) throws(EditError) -> [(old: String, new: String)] {
        var taken = Set((first.names + other.names).map { ByteKey(SpriteEntity.droppingKindSuffix($0)) })
        var renamed: [(old: String, new: String)] = []
        // The number to try next for a stem that is taken.
        var numbers: [ByteKey: Int] = [:]
        for name in collisions {
            // Without dots, which the lookup of images gives a meaning.
            let stem = name.replacing(".", with: "_")
            var number = numbers[ByteKey(stem)] ?? 2
            while !taken.insert(ByteKey("\(stem)-\(number)")).inserted { number += 1 }
            numbers[ByteKey(stem)] = number + 1
            renamed.append((name, "\(stem)-\(number)"))
        }
        let before = editor.movie.references
        _ = editor.rename(KeyRenaming(renamed))
        guard editor.movie.references == before else {
            let names = renamed.prefix(5).map { "\"\($0.old)\"" }.joined(separator: ", ")
            throw .invalid(reason: "its keys \(names) collide, and giving them others would change what else it shows; rename them first")
        }
        return renamed
    }

    /// The keys, without the suffix of a kind, that mean something else in the first movie.
    private var collisions: [String] {
        var seen: Set<ByteKey> = []
        var found: [String] = []
        let firstSprites = Dictionary(grouping: first.sprites.map(\.imageKey)) { ByteKey(SpriteEntity.droppingKindSuffix($0)) }
        let otherSprites = Dictionary(grouping: other.sprites.map(\.imageKey)) { ByteKey(SpriteEntity.droppingKindSuffix($0)) }
        let firstMattes = Mattes(first)
        let otherMattes = Mattes(other)
        for name in other.names.map(SpriteEntity.droppingKindSuffix) + other.sprites.map(\.matteKey).map(SpriteEntity.droppingKindSuffix)
        where !name.isEmpty && seen.insert(ByteKey(name)).inserted {
            let key = ByteKey(name)
            let keys = Set(((firstSprites[key] ?? []) + (otherSprites[key] ?? []) + [name]).map { ByteKey($0) })
            let isKnown = firstSprites[key] != nil || keys.contains { firstPayload($0.text) != nil }
            let differs = isKnown && keys.contains { firstPayload($0.text) != otherPayload($0.text) }
            if differs || otherMattes.collides(with: firstMattes, name) { found.append(name) }
        }
        return found
    }

    private func firstPayload(_ key: String) -> Int? {
        (firstPayloads.image(for: key) ?? firstPayloads.sound(for: key)).map { payloadNumbers.numbers[$0] }
    }

    private func otherPayload(_ key: String) -> Int? {
        (otherPayloads.image(for: key) ?? otherPayloads.sound(for: key)).map { payloadNumbers.numbers[first.images.count + $0] }
    }
}

/// Numbers the payloads of movies, so that bytes are compared once and not for every key that leads to them.
struct PayloadNumbers {
    /// Of the payloads of all movies one after the other; equal bytes have equal numbers.
    private(set) var numbers: [Int] = []

    /// - Complexity: linear in the bytes.
    init(_ movies: WireMovie...) {
        var known: [[UInt8]: Int] = [:]
        for movie in movies {
            for image in movie.images {
                let number = known[image.bytes] ?? known.count
                known[image.bytes] = number
                numbers.append(number)
            }
        }
    }
}

/// The mattes of a movie and the keys that ask for one.
private struct Mattes {
    private let own: Set<ByteKey>
    private let named: Set<ByteKey>

    init(_ movie: WireMovie) {
        own = Set(movie.sprites.filter(\.isMatte).map { ByteKey($0.imageKey) })
        named = Set(movie.sprites.map { ByteKey($0.matteKey) })
    }

    /// Whether the name's matte would mask the other movie's sprites, or the other way round.
    func collides(with other: Mattes, _ name: String) -> Bool {
        let key = ByteKey(name + ".matte")
        return own.contains(key) && (other.own.contains(key) || other.named.contains(key))
            || named.contains(key) && other.own.contains(key)
    }
}

extension WireMovie {
    /// Every key in it.
    fileprivate var names: [String] { sprites.map(\.imageKey) + images.map(\.key) + audios.map(\.audioKey) }
}
