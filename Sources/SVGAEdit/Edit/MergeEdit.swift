import SVGAFormat
import SVGAModel
import SVGASupport

extension MovieEditor {
    mutating func merge(_ other: WireMovie, _ placement: MergePlacement) throws(EditError) {
        let otherFPS = other.playedFPS
        guard otherFPS == fps else {
            throw .invalid(reason: "it has \(otherFPS) fps and this one \(fps); give it the same with --set-fps before merging")
        }
        let (length, otherLength) = (max(0, Int(movie.frames)), max(0, Int(other.frames)))
        let start: Int
        switch placement {
        case .append: start = length
        case .overlay(let frame):
            guard (0...length).contains(frame) else {
                throw .invalid(reason: "there is no frame \(frame) to begin at: the movie has \(counted(length, "frame"))")
            }
            start = frame
        }
        let total = max(length, start + otherLength)
        try checkLimits(other, total: total)

        let wanted = WantedImages(movie, other)
        var incoming = MovieEditor(other, limits: limits)
        let renamed = try MergeKeys(movie, incoming).rename(in: &incoming)
        let canvas = (movie.viewBoxWidth, movie.viewBoxHeight)

        for index in movie.sprites.indices { movie.sprites[index].place(from: 0, length: length, total: total) }
        for index in movie.audios.indices { movie.audios[index].place(from: 0, length: length) }
        movie.audios.removeAll { $0.endFrame <= $0.startFrame }
        for index in incoming.movie.sprites.indices { incoming.movie.sprites[index].place(from: start, length: otherLength, total: total) }
        for index in incoming.movie.audios.indices { incoming.movie.audios[index].place(from: start, length: otherLength) }
        incoming.movie.audios.removeAll { $0.endFrame <= $0.startFrame }

        let known = PayloadIndex(movie.images)
        // An equal payload of the same key is shared; a later one of the same key would hide the earlier.
        let last = PayloadIndex(incoming.movie.images)
        for (index, image) in incoming.movie.images.enumerated() where last.entry(image.key) == index {
            if known.entry(image.key) == nil { movie.images.append(image) }
        }
        let firstIncoming = movie.sprites.count
        movie.sprites += incoming.movie.sprites
        movie.audios += incoming.movie.audios
        movie.frames = Int32(clamping: total)
        guard wanted.areShown(by: movie) else {
            throw .invalid(reason: "the keys are so much alike that some sprites would show the other's images; rename some first")
        }

        let count = movie.sprites.count - firstIncoming
        let added = "\(counted(otherLength, "frame")) of \(counted(count, "sprite"))"
        note = placement == .append ? "appended \(added)" : "laid \(added) over it from frame \(start) on"
        note += ", \(counted(total, "frame")) now"
        for (old, new) in renamed { note += "; its \"\(old)\" is now \"\(new)\"" }
        if canvas != (other.viewBoxWidth, other.viewBoxHeight) {
            let (own, others) = ([canvas.0, canvas.1], [other.viewBoxWidth, other.viewBoxHeight])
            func text(_ size: [Float]) -> String { size.map { Double($0).brief }.joined(separator: " × ") }
            note += "; its canvas was \(text(others)), this one stays \(text(own))"
        }
    }

    /// Before memory is taken for hidden frames.
    private func checkLimits(_ other: WireMovie, total: Int) throws(EditError) {
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

/// What each sprite shows before two movies become one.
private struct WantedImages {
    /// For each sprite the number of its payload.
    private let images: [Int?]
    private let before: (WireMovie, WireMovie)

    init(_ first: WireMovie, _ second: WireMovie) {
        before = (first, second)
        let numbers = PayloadNumbers(first, second).numbers
        let (own, others) = (PayloadIndex(first.images), PayloadIndex(second.images))
        images =
            first.sprites.map { own.image(for: $0.imageKey).map { numbers[$0] } }
            + second.sprites.map { others.image(for: $0.imageKey).map { numbers[first.images.count + $0] } }
    }

    func areShown(by movie: WireMovie) -> Bool {
        let numbers = PayloadNumbers(before.0, before.1, movie).numbers.dropFirst(before.0.images.count + before.1.images.count)
        let payloads = PayloadIndex(movie.images)
        return images == movie.sprites.map { payloads.image(for: $0.imageKey).map { numbers[numbers.startIndex + $0] } }
    }
}

extension WireSprite {
    /// Moves the first `length` frames to start at `start` in a movie of `total`, hidden before and after.
    fileprivate mutating func place(from start: Int, length: Int, total: Int) {
        var placed = [WireFrame](repeating: WireFrame(), count: start)
        placed.reserveCapacity(total)
        placed += frames.prefix(length)
        placed += [WireFrame](repeating: WireFrame(), count: total - placed.count)
        frames = placed
    }
}

extension WireAudio {
    /// The same in a movie that goes on: what sounded until the end gets an end of its own.
    fileprivate mutating func place(from start: Int, length: Int) {
        let span = span(movieFrames: length)
        startFrame = Int32(clamping: start + span.lowerBound)
        endFrame = Int32(clamping: start + span.upperBound)
    }
}
