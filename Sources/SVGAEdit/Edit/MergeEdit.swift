import SVGAFormat
import SVGAModel
import SVGASupport

extension MovieEditor {
    /// - Parameter overlayAt: nil: the other movie's frames follow the last one.
    mutating func merge(_ other: WireMovie, overlayAt: Int?) throws(SVGAError) {
        let resampling = Resampling(frames: max(0, Int(other.frames)), from: other.playedFPS, to: fps)
        let (length, otherLength) = (max(0, Int(movie.frames)), resampling.frames)
        let start = overlayAt ?? length
        guard (0...length).contains(start) else {
            throw .invalid(reason: "there is no frame \(start): the movie has \(counted(length, "frame"))")
        }
        let total = max(length, start + otherLength)
        try checkLimits(other, total: total)

        var other = other
        if resampling.isNeeded { resampling.apply(to: &other) }
        let outside = try HiddenOutside(other, canvas: (Double(movie.viewBoxWidth), Double(movie.viewBoxHeight)), limits).apply(to: &other)
        let wanted = WantedImages(movie, other)
        var incoming = MovieEditor(other, limits: limits)
        let renamed = try MergeKeys(movie, incoming).rename(in: &incoming)
        let canvas = (movie.viewBoxWidth, movie.viewBoxHeight)

        for index in movie.sprites.indices { movie.sprites[index].move(to: 0, length: length, total: total) }
        for index in movie.audios.indices { movie.audios[index].move(to: 0, length: length) }
        movie.audios.removeAll { $0.endFrame <= $0.startFrame }
        for index in incoming.movie.sprites.indices { incoming.movie.sprites[index].move(to: start, length: otherLength, total: total) }
        for index in incoming.movie.audios.indices { incoming.movie.audios[index].move(to: start, length: otherLength) }
        incoming.movie.audios.removeAll { $0.endFrame <= $0.startFrame }

        let payloads = PayloadIndex(movie.images)
        // A payload with the same key is equal here, so it is shared. Of two new payloads with one key, the last wins.
        let last = PayloadIndex(incoming.movie.images)
        for (index, image) in incoming.movie.images.enumerated() where last.entry(image.key) == index {
            if payloads.entry(image.key) == nil { movie.images.append(image) }
        }
        let firstIncoming = movie.sprites.count
        movie.sprites += incoming.movie.sprites
        movie.audios += incoming.movie.audios
        movie.frames = Int32(clamping: total)
        guard wanted.areShown(by: movie) else {
            throw .invalid(reason: "the keys are too similar: some sprites would show images of the other movie; rename some of them first")
        }

        let count = movie.sprites.count - firstIncoming
        let order = MatteOrder(movie.sprites, second: firstIncoming)
        if order.isOther { movie.sprites = order.sprites }
        let added = counted(otherLength, "frame") + " of " + counted(count, "sprite")
        note = overlayAt == nil ? "appended \(added)" : "overlaid \(added) from frame \(start) on"
        note += ", \(counted(total, "frame")) now"
        if resampling.isNeeded { note += "; \(resampling.note)" }
        if outside.hidden > 0 { note += "; \(counted(outside.hidden, "sprite")) clipped to its canvas" }
        if outside.left > 0 {
            let verb: Message = outside.left == 1 ? "shows" : "show"
            note += "; \(counted(outside.left, "sprite")) with clip paths \(verb) what lay outside of its canvas"
        }
        if order.isOther { note += "; \(order.note)" }
        for (old, new) in renamed { note += "; its \"\(old)\" is now \"\(new)\"" }
        if canvas != (other.viewBoxWidth, other.viewBoxHeight) {
            let (size, otherSize) = ([canvas.0, canvas.1], [other.viewBoxWidth, other.viewBoxHeight])
            func text(_ size: [Float]) -> String { size.map { Double($0).brief }.joined(separator: " × ") }
            note += "; its canvas was \(text(otherSize)), this one stays \(text(size))"
        }
    }

    /// Checked before memory is allocated for the hidden frames that merging adds.
    private func checkLimits(_ other: WireMovie, total: Int) throws(SVGAError) {
        if total > limits.frames { throw .limit(LimitExceeded(\.frames, of: limits, found: total)) }
        let sprites = movie.sprites.count + other.sprites.count
        if sprites > limits.sprites { throw .limit(LimitExceeded(\.sprites, of: limits, found: sprites)) }
        let (frames, overflow) = sprites.multipliedReportingOverflow(by: total)
        if overflow || frames > limits.spriteFrames {
            throw .limit(LimitExceeded(\.spriteFrames, of: limits, found: overflow ? .max : frames))
        }
        let images = movie.images.count + other.images.count
        if images > limits.images { throw .limit(LimitExceeded(\.images, of: limits, found: images)) }
    }
}

/// The image of each sprite before the merge.
private struct WantedImages {
    /// The payload number of each sprite.
    private let images: [Int?]
    private let before: (WireMovie, WireMovie)

    init(_ first: WireMovie, _ second: WireMovie) {
        before = (first, second)
        let numbers = PayloadNumbers(first, second).numbers
        let (firstIndex, secondIndex) = (PayloadIndex(first.images), PayloadIndex(second.images))
        images =
            first.sprites.map { firstIndex.image(for: $0.imageKey).map { numbers[$0] } }
            + second.sprites.map { secondIndex.image(for: $0.imageKey).map { numbers[first.images.count + $0] } }
    }

    func areShown(by movie: WireMovie) -> Bool {
        let numbers = PayloadNumbers(before.0, before.1, movie).numbers.dropFirst(before.0.images.count + before.1.images.count)
        let payloads = PayloadIndex(movie.images)
        return images == movie.sprites.map { payloads.image(for: $0.imageKey).map { numbers[numbers.startIndex + $0] } }
    }
}

extension WireSprite {
    /// Moves the first `length` frames to `start` in a movie of `total` frames. The sprite is hidden in all others.
    fileprivate mutating func move(to start: Int, length: Int, total: Int) {
        var placed = [WireFrame](repeating: WireFrame(), count: start)
        placed.reserveCapacity(total)
        placed += frames.prefix(length)
        placed += [WireFrame](repeating: WireFrame(), count: total - placed.count)
        frames = placed
    }
}

extension WireAudio {
    /// Moves the sound to `start` in a longer movie. If it played until the end, it gets an explicit end.
    fileprivate mutating func move(to start: Int, length: Int) {
        let span = span(movieFrames: length)
        startFrame = Int32(clamping: start + span.lowerBound)
        endFrame = Int32(clamping: start + span.upperBound)
    }
}

/// Finds the keys that must change when a movie is merged into another, so that each key still resolves to the same payload.
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

    /// Renames the conflicting keys and returns them.
    func rename(in editor: inout MovieEditor) throws(SVGAError) -> [(old: String, new: String)] {
        var taken = Set((first.names + other.names).map { ByteKey(SpriteEntity.droppingKindSuffix($0)) })
        var renamed: [(old: String, new: String)] = []
        // The next number to try for a stem that is taken.
        var numbers: [ByteKey: Int] = [:]
        for name in collisions {
            // Without dots, because the image lookup drops everything after a dot.
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
            throw .invalid(reason: "its keys \(names) collide, and renaming them would change other sprites; rename them first")
        }
        return renamed
    }

    /// The keys without `.matte` or `.vector` that mean something else in the first movie.
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

/// Assigns numbers to payloads, so that bytes are compared once and not for every key.
struct PayloadNumbers {
    /// For the payloads of all movies in order; equal bytes have equal numbers.
    private(set) var numbers: [Int] = []

    /// - Complexity: linear in the bytes.
    init(_ movies: WireMovie...) {
        var numbersByBytes: [[UInt8]: Int] = [:]
        for movie in movies {
            for image in movie.images {
                let number = numbersByBytes[image.bytes] ?? numbersByBytes.count
                numbersByBytes[image.bytes] = number
                numbers.append(number)
            }
        }
    }
}

/// The keys of a movie's mattes, and the matte keys of its sprites.
private struct Mattes {
    private let mattes: Set<ByteKey>
    private let named: Set<ByteKey>

    init(_ movie: WireMovie) {
        mattes = Set(movie.sprites.filter(\.isMatte).map { ByteKey($0.imageKey) })
        named = Set(movie.sprites.map { ByteKey($0.matteKey) })
    }

    /// Whether this movie's matte would apply to the other's sprites, or the other's matte to these.
    func collides(with other: Mattes, _ name: String) -> Bool {
        let key = ByteKey(name + ".matte")
        return mattes.contains(key) && (other.mattes.contains(key) || other.named.contains(key))
            || named.contains(key) && other.mattes.contains(key)
    }
}

extension WireMovie {
    /// All keys of the movie.
    fileprivate var names: [String] { sprites.map(\.imageKey) + images.map(\.key) + audios.map(\.audioKey) }
}
