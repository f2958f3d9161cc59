import SVGAFormat
import SVGAModel
import SVGASupport

extension MovieEditor {
    /// Repeats or leaves out frames of a section, so that it has another length. Sounds keep their speed and move with the frames.
    mutating func retime(first: Int, last: Int, frames: Int, _ easing: CubicEasing) throws(SVGAError) {
        let length = max(0, Int(movie.frames))
        guard first >= 0, first <= last, last < length else {
            let frames: Message = length > 0 ? "the movie has frames 0 to \(length - 1)" : "the movie has no frames"
            throw .invalid(reason: "there are no frames \(first) to \(last): \(frames)")
        }
        guard frames >= 1 else { throw .invalid(reason: "a section has at least 1 frame, not \(frames)") }
        guard easing.isMonotonic else { throw .invalid(reason: "a speed curve needs control points between 0 and 1") }
        let section = RetimedSection(first: first, last: last, frames: frames, easing)
        let total = length.addingReportingOverflow(section.added)
        guard !total.overflow, total.partialValue <= limits.frames else {
            throw .limit(LimitExceeded(\.frames, of: limits, found: total.overflow ? .max : total.partialValue))
        }
        try check(section)
        let heard = heardSounds
        for index in movie.sprites.indices { movie.sprites[index].frames = section.frames(of: movie.sprites[index]) }
        movie.frames = Int32(clamping: total.partialValue)
        for index in movie.audios.indices { section.move(&movie.audios[index], movieFrames: length) }
        note = "frames \(first) to \(last) take \(counted(frames, "frame")) instead of \(last - first + 1)"
        note += ", \(counted(total.partialValue, "frame")) now"
        note += cutSounds(since: heard)
    }

    /// Checked before memory is allocated for repeated frames.
    private func check(_ section: RetimedSection) throws(SVGAError) {
        let frames = movie.sprites.reduce(0) { sum, sprite in
            let added = sprite.frames.count > section.first ? max(0, section.added) : 0
            return sum.addingSaturating(sprite.frames.count.addingSaturating(added))
        }
        if frames > limits.spriteFrames { throw .limit(LimitExceeded(\.spriteFrames, of: limits, found: frames)) }
    }
}

/// A range of frames with a new length.
private struct RetimedSection {
    let first: Int
    private let last: Int
    /// The new number of frames.
    private let count: Int
    private let easing: CubicEasing

    /// - Precondition: `0 <= first <= last`, `frames >= 1`
    init(first: Int, last: Int, frames: Int, _ easing: CubicEasing) {
        (self.first, self.last, count, self.easing) = (first, last, frames, easing)
    }

    var added: Int { count - (last - first + 1) }

    /// The old frame of a new frame of the section. The first and the last frame stay, if there is more than one.
    private func source(_ frame: Int) -> Int {
        guard count > 1 else { return first }
        let share = Double(frame - first) / Double(count - 1)
        let progress = easing.isLinear ? share : easing.monotoneProgress(share)
        return min(last, max(first, first + Int(saturating: (progress * Double(last - first)).rounded())))
    }

    /// The first new frame that shows an old frame or a later one.
    private func moved(_ frame: Int) -> Int {
        if frame <= first { return frame }
        if frame > last { return frame + added }
        var (low, high) = (first, first + count)
        while low < high {
            let middle = (low + high) / 2
            if source(middle) >= frame { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The frames of a sprite in the new movie. A frame that keeps the shapes of a frame that is left out gets these shapes.
    func frames(of sprite: WireSprite) -> [WireFrame] {
        let old = sprite.frames
        guard old.count > first else { return old }
        // The last frame up to each that has its own shapes.
        var owners: [Int] = []
        for (index, frame) in old.enumerated() { owners.append(frame.isKeeping ? owners.last ?? index : index) }
        var frames = Array(old[..<first])
        frames.reserveCapacity(old.count + max(0, added))
        var lastOwner = first > 0 ? owners[first - 1] : nil
        func append(_ source: Int) {
            frames.append(old[source])
            if old[source].isKeeping, lastOwner != owners[source] { frames[frames.count - 1].shapes = old[owners[source]].shapes }
            lastOwner = owners[source]
        }
        for frame in first..<first + count {
            let source = source(frame)
            // The sprite is hidden after its own frames.
            guard source < old.count else { return frames }
            append(source)
        }
        for source in old.indices where source > last { append(source) }
        return frames
    }

    /// A sound starts with the frame with which it started. A sound that ends at a frame still does.
    func move(_ audio: inout WireAudio, movieFrames: Int) {
        let span = audio.span(movieFrames: movieFrames)
        let isOpenEnded = audio.isOpenEnded
        let start = moved(max(0, Int(audio.startFrame)))
        audio.startFrame = Int32(clamping: start)
        if !isOpenEnded { audio.endFrame = Int32(clamping: max(start + 1, moved(span.upperBound))) }
    }
}
