package import SVGAModel

/// Sound ready to be played or encoded: linear samples on a time line of its own, readable from anywhere.
///
/// Used by one task at a time.
package protocol SoundTrack: Sendable {
    /// Sample-frames a second.
    var sampleRate: Int { get }
    /// 1 or 2; samples of the two alternate, left first.
    var channels: Int { get }
    /// How long it is, in sample-frames.
    var sampleCount: Int { get }

    /// Reads `samples.count / channels` sample-frames from `position` on, full scale being -1…1. Outside of the track there is silence.
    func read(at position: Int, into samples: UnsafeMutableBufferPointer<Float>) throws(ExportError)
}

/// Where the sound of an export comes from.
package protocol SoundSource: Sendable {
    /// Whether the sound belongs to the animation's frames, and is cut, reversed and repeated with them. Otherwise it plays under the
    /// output from its start, unchanged.
    var followsFrames: Bool { get }

    /// Decodes the sound.
    /// - Parameters:
    ///   - speed: how much faster than itself it is to be, where it follows frames; its pitch rises with the speed, as a tape's does.
    ///   - seconds: how much of the track is going to be read, from its start. What comes after it need not be there.
    /// - Throws: ``ExportError/sound(_:reason:)``, ``ExportError/file(path:reason:)``, ``ExportError/cancelled``.
    func makeTrack(speed: Double, seconds: Double) throws(ExportError) -> any SoundTrack

    /// The file of a sound that every browser plays, where the output's sound is just that from its start; nil: it has to be made.
    /// - Parameter frameRate: the animation's own.
    func unchanged(in timeline: ExportTimeline, frameRate: FrameRate) throws(ExportError) -> (bytes: [UInt8], mimeType: String)?
}

extension SoundSource {
    package func unchanged(
        in timeline: ExportTimeline, frameRate: FrameRate
    ) throws(ExportError) -> (bytes: [UInt8], mimeType: String)? { nil }
}

/// The sound of an output: a track, cut and turned around and repeated with the frames, exactly as long as they are.
///
/// Where frames follow each other as they do in the animation, so does the sound, to the sample.
package struct EditedSound: SoundTrack {
    /// A piece of the track that is heard in one go.
    private struct Piece {
        /// In the output, within one repetition.
        let start: Int
        var count: Int
        /// The place in the track where it starts; backwards, this is the last sample of the piece in the track.
        let source: Int
        let isBackwards: Bool
    }

    private let track: any SoundTrack
    private let pieces: [Piece]
    /// Where each repetition starts in the output, and where the last ends.
    private let repetitions: [Int]

    package var sampleRate: Int { track.sampleRate }
    package var channels: Int { track.channels }
    package var sampleCount: Int { repetitions.last ?? 0 }

    /// The track laid under an output as it is: cut off at its end, or followed by silence.
    package init(_ track: any SoundTrack, under timeline: ExportTimeline) {
        self.track = track
        let count = timeline.frameRate.ticks(at: timeline.frames.count, ticksPerSecond: track.sampleRate)
        pieces = [Piece(start: 0, count: count, source: 0, isBackwards: false)]
        repetitions = [0, count]
    }

    /// The track of an animation played at the timeline's ``ExportTimeline/playedRate``: every frame that is played brings its own sound.
    package init(_ track: any SoundTrack, following timeline: ExportTimeline) {
        self.track = track
        let shown = timeline.frames.count / timeline.repeats
        repetitions = (0...timeline.repeats).map { timeline.frameRate.ticks(at: $0 * shown, ticksPerSecond: track.sampleRate) }
        func ticks(_ position: Int) -> Int { timeline.playedRate.ticks(at: position, ticksPerSecond: track.sampleRate) }
        pieces = EditedSound.runs(timeline.played).map { run in
            let first = timeline.played[run.lowerBound]
            let isBackwards = run.count > 1 && timeline.played[run.lowerBound + 1] < first
            let start = ticks(run.lowerBound)
            return Piece(
                start: start, count: ticks(run.upperBound) - start, source: isBackwards ? ticks(first + 1) - 1 : ticks(first),
                isBackwards: isBackwards)
        }
    }

    /// The longest stretches of frames that go up, or down, by one.
    private static func runs(_ frames: [Int]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        while start < frames.count {
            var end = start + 1
            if end < frames.count, abs(frames[end] - frames[start]) == 1 {
                let step = frames[end] - frames[start]
                while end < frames.count, frames[end] - frames[end - 1] == step { end += 1 }
            }
            runs.append(start..<end)
            start = end
        }
        return runs
    }

    package func read(at position: Int, into samples: UnsafeMutableBufferPointer<Float>) throws(ExportError) {
        samples.update(repeating: 0)
        let end = min(position + samples.count / channels, sampleCount)
        var now = max(0, position)
        while now < end {
            let repetition = EditedSound.last(repetitions, before: now) { $0 }
            let base = repetitions[repetition]
            let repetitionEnd = min(end, repetitions[repetition + 1])
            let index = EditedSound.last(pieces, before: now - base) { $0.start }
            let piece = pieces[index]
            let offset = now - base - piece.start
            // After the last piece a repetition may have a rest of less than a frame, which is silent.
            let isRest = offset >= piece.count
            let count = min(repetitionEnd - now, isRest ? repetitionEnd - now : piece.count - offset)
            if !isRest {
                let target = UnsafeMutableBufferPointer(
                    rebasing: samples[((now - position) * channels)..<((now - position + count) * channels)])
                try read(piece, offset: offset, into: target)
            }
            now += count
        }
    }

    private func read(_ piece: Piece, offset: Int, into samples: UnsafeMutableBufferPointer<Float>) throws(ExportError) {
        guard piece.isBackwards else { return try track.read(at: piece.source + offset, into: samples) }
        let count = samples.count / channels
        try track.read(at: piece.source - offset - count + 1, into: samples)
        for left in 0..<count / 2 {
            for channel in 0..<channels { samples.swapAt(left * channels + channel, (count - 1 - left) * channels + channel) }
        }
    }

    /// The index of the last element that starts at or before a position; the first starts at 0.
    private static func last<Element>(_ elements: [Element], before position: Int, start: (Element) -> Int) -> Int {
        var (low, high) = (0, elements.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if start(elements[middle]) <= position { low = middle } else { high = middle }
        }
        return low
    }
}

extension SoundSource {
    /// The sound of an output, exactly as long as its frames.
    /// - Parameter frameRate: the animation's own.
    package func track(for timeline: ExportTimeline, frameRate: FrameRate) throws(ExportError) -> any SoundTrack {
        guard followsFrames else {
            let seconds = Double(timeline.frames.count) / timeline.frameRate.framesPerSecond
            return EditedSound(try makeTrack(speed: 1, seconds: seconds), under: timeline)
        }
        let rate = timeline.playedRate.framesPerSecond
        let last = timeline.played.max() ?? 0
        return EditedSound(try makeTrack(speed: rate / frameRate.framesPerSecond, seconds: Double(last + 1) / rate), following: timeline)
    }
}
