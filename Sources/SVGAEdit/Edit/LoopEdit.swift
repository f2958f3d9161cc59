import SVGAFormat
import SVGAModel
import SVGASupport

extension MovieEditor {
    /// The maximum number of sounds after sounds were repeated.
    private static let maximumAudios = 10_000

    mutating func loopSection(first: Int, last: Int, count: Int) throws(SVGAError) {
        let length = max(0, Int(movie.frames))
        guard first >= 0, first <= last, last < length else {
            let frames: Message = length > 0 ? "the movie has frames 0 to \(length - 1)" : "the movie has no frames"
            throw .invalid(reason: "there are no frames \(first) to \(last): \(frames)")
        }
        guard count >= 2 else { throw .invalid(reason: "a section is played at least 2 times, not \(count)") }
        let section = RepeatedSection(first: first, end: last + 1, count: count, frames: length)
        try check(section)
        for index in movie.sprites.indices { movie.sprites[index].frames = section.frames(of: movie.sprites[index]) }
        note = "frames \(first) to \(last) are played \(count) times, \(counted(section.total, "frame")) now"
        try loopAudios(section)
        movie.frames = Int32(clamping: section.total)
    }

    /// Checked before memory is allocated for the repetitions.
    private func check(_ section: RepeatedSection) throws(SVGAError) {
        if section.total > limits.frames { throw .limit(LimitExceeded(\.frames, of: limits, found: section.total)) }
        let frames = movie.sprites.reduce(0) { sum, sprite in
            sum + min(sprite.frames.count, section.total) + (sprite.frames.count > section.first ? section.added : 0)
        }
        if frames > limits.spriteFrames { throw .limit(LimitExceeded(\.spriteFrames, of: limits, found: frames)) }
    }

    private mutating func loopAudios(_ section: RepeatedSection) throws(SVGAError) {
        let spans = movie.audios.map { $0.span(movieFrames: section.length) }
        let inside = spans.count { section.range.contains($0.lowerBound) }
        guard inside.multipliedReportingOverflow(by: section.count).partialValue <= Self.maximumAudios else {
            throw .invalid(reason: "more than \(Self.maximumAudios) sounds would be started")
        }
        var audios: [WireAudio] = []
        for (audio, span) in zip(movie.audios, spans) {
            if section.range.contains(span.lowerBound) {
                audios += section.repeated(audio, span)
                continue
            }
            var audio = audio
            // A sound that ends after the section still ends at that frame.
            if span.upperBound > section.end || span.lowerBound >= section.end, !audio.isOpenEnded {
                audio.endFrame = section.moved(audio.endFrame)
            }
            if span.lowerBound >= section.end { audio.startFrame = section.moved(audio.startFrame) }
            audios.append(audio)
        }
        movie.audios = audios
        let continued = spans.count { $0.lowerBound < section.first && $0.upperBound > section.first }
        let moved = spans.count { $0.lowerBound >= section.end && !$0.isEmpty }
        let cut = spans.count { section.range.contains($0.lowerBound) && $0.upperBound > section.end }
        if inside > 0 { note += "; \(counted(inside, "sound")) \(inside == 1 ? "starts" : "start") again in each repetition" }
        if cut > 0 { note += cut == 1 ? ", and is cut where the next one begins" : ", and are cut where the next one begins" }
        if continued > 0 { note += "; \(counted(continued, "sound")) that started before \(continued == 1 ? "plays" : "play") on" }
        if moved > 0 { note += "; \(counted(moved, "sound")) after the section moved by \(counted(section.added, "frame"))" }
    }
}

/// A range of frames that is played several times.
private struct RepeatedSection {
    let first: Int
    /// The frame after the last one.
    let end: Int
    /// At least 2.
    let count: Int
    /// The frame count of the movie before and after.
    let length: Int
    let total: Int

    /// - Precondition: `0 <= first < end <= frames`
    init(first: Int, end: Int, count: Int, frames: Int) {
        (self.first, self.end, self.count, length) = (first, end, count, frames)
        let (added, overflow) = (end - first).multipliedReportingOverflow(by: count - 1)
        // An overflow exceeds every limit.
        total = overflow ? .max : frames.addingReportingOverflow(added).overflow ? .max : frames + added
    }

    var range: Range<Int> { first..<end }
    var added: Int { total - length }

    /// A frame at or after the section's end, in the new movie.
    func moved(_ frame: Int32) -> Int32 { Int32(clamping: Int(frame) + added) }

    /// The frames of a sprite in the new movie. If the section begins with KEEP, its repetitions get the shapes.
    func frames(of sprite: WireSprite) -> [WireFrame] {
        let old = sprite.frames
        guard old.count > first else { return old }
        var section = Array(old[first..<min(end, old.count)])
        var frames = Array(old[..<first]) + section
        if section[0].isKeeping { section[0].shapes = sprite.visibleShapes(at: first) }
        // The sprite is hidden after its own frames.
        let missing = [WireFrame](repeating: WireFrame(), count: end - first - section.count)
        frames.reserveCapacity(old.count + added)
        for _ in 1..<count { frames += missing + section }
        return frames + old[min(end, old.count)...]
    }

    /// A sound that starts in the section, once for each repetition. All but the last end with the section.
    func repeated(_ audio: WireAudio, _ span: Range<Int>) -> [WireAudio] {
        (0..<count).map { number in
            let offset = number * (end - first)
            var copy = audio
            copy.startFrame = Int32(clamping: span.lowerBound + offset)
            if number < count - 1 {
                copy.endFrame = Int32(clamping: min(span.upperBound, end) + offset)
            } else if !audio.isOpenEnded {
                copy.endFrame = Int32(clamping: Int(audio.endFrame) + offset)
            }
            return copy
        }
    }
}
