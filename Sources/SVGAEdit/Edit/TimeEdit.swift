import SVGAFormat
import SVGAModel
import SVGASupport

extension MovieEditor {
    mutating func setFPS(_ fps: Int) throws(SVGAError) {
        guard fps >= 1, let number = Int32(exactly: fps) else {
            throw .invalid(reason: "a frame rate of \(fps) fps: it must be at least 1")
        }
        let frames = Double(movie.frames)
        let (was, now) = ((frames / Double(self.fps)).brief, (frames / Double(fps)).brief)
        note = "\(self.fps) → \(fps) fps: \(now) s instead of \(was) s"
        let heard = heardSounds
        movie.fps = number
        note += cutSounds(since: heard)
    }

    mutating func trim(first: Int, last: Int) throws(SVGAError) {
        let count = Int(movie.frames)
        guard first >= 0, first <= last, last < count else {
            let frames = count > 0 ? "the movie has frames 0 to \(count - 1)" : "the movie has no frames"
            throw .invalid(reason: "there are no frames \(first) to \(last): \(frames)")
        }
        note = "kept frames \(first) to \(last), \(counted(last - first + 1, "frame"))"
        if first == 0, last == count - 1 { return }
        let heard = heardSounds
        for index in movie.sprites.indices { movie.sprites[index].frames = movie.sprites[index].frames(first: first, last: last) }
        movie.frames = Int32(clamping: last - first + 1)
        let dropped = trimAudios(first: first, end: last + 1, movieFrames: count)
        if dropped > 0 { note += "; removed \(counted(dropped, "sound")) outside of them" }
        note += cutSounds(since: heard)
    }

    /// Cuts the sounds to the frames `first..<end`.
    /// - Returns: the number of sounds outside these frames, which were removed.
    private mutating func trimAudios(first: Int, end: Int, movieFrames: Int) -> Int {
        let payloads = PayloadIndex(movie.images)
        var droppedPayloads: Set<Int> = []
        var kept: [WireAudio] = []
        for audio in movie.audios {
            let span = audio.span(movieFrames: movieFrames)
            let cut = max(span.lowerBound, first)..<max(max(span.lowerBound, first), min(span.upperBound, end))
            guard !cut.isEmpty else {
                if let sound = payloads.sound(for: audio.audioKey) { droppedPayloads.insert(sound) }
                continue
            }
            var audio = audio
            let skipped = Double(cut.lowerBound - span.lowerBound) * 1000 / Double(fps)
            audio.startTime = Int32(clamping: Int(audio.startTime) + Int(saturating: skipped.rounded()))
            // A sound that plays until the end still does.
            audio.endFrame = audio.isOpenEnded ? 0 : Int32(clamping: cut.upperBound - first)
            audio.startFrame = Int32(clamping: cut.lowerBound - first)
            kept.append(audio)
        }
        let gone = movie.audios.count - kept.count
        movie.audios = kept
        removePayloads(droppedPayloads)
        return gone
    }

    /// Removes the candidates that no audio plays any more.
    mutating func removePayloads(_ candidates: Set<Int>) {
        let payloads = PayloadIndex(movie.images)
        let unused = candidates.subtracting(movie.audios.compactMap { payloads.sound(for: $0.audioKey) })
        movie.images = movie.images.enumerated().filter { !unused.contains($0.offset) }.map(\.element)
    }
}

extension WireSprite {
    /// The existing frames from `first` to `last`. If the first keeps an earlier frame's shapes (KEEP), it gets these shapes.
    func frames(first: Int, last: Int) -> [WireFrame] {
        guard first < frames.count else { return [] }
        var cut = Array(frames[first...min(last, frames.count - 1)])
        if first > 0, cut[0].isKeeping { cut[0].shapes = visibleShapes(at: first) }
        return cut
    }
}
