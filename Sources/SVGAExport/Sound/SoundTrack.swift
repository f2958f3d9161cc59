package import SVGAModel

/// Sound ready to be played or encoded: PCM samples on a timeline, with random access.
///
/// Used by one task at a time.
package protocol SoundTrack: Sendable {
    /// Sample frames per second.
    var sampleRate: Int { get }
    /// 1 or 2; samples of two channels are interleaved, left first.
    var channels: Int { get }
    /// The duration in sample frames.
    var sampleCount: Int { get }

    /// Reads `samples.count / channels` sample frames from `position` on; full scale is -1…1. Outside the track, samples are 0.
    func read(at position: Int, into samples: UnsafeMutableBufferPointer<Float>) throws(SVGAError)
}

/// The source of an export's sound.
package protocol SoundSource: Sendable {
    /// Whether the sound is cut, reversed and repeated with the frames. If not, it plays unchanged under the output, from its start.
    var followsFrames: Bool { get }

    /// Decodes the sound.
    /// - Parameters:
    ///   - speed: the playback speed of a sound that follows frames; the pitch rises with it.
    ///   - seconds: the duration that will be read from the track's start. The track may end there.
    /// - Throws: ``SVGAError/Kind/invalidFile``, ``SVGAError/Kind/file``, ``SVGAError/Kind/cancelled``.
    func makeTrack(speed: Double, seconds: Double) throws(SVGAError) -> any SoundTrack

    /// The original sound file if every browser plays it and the output needs it unchanged from its start; nil otherwise.
    /// - Parameter frameRate: the animation's frame rate.
    func unchanged(in timeline: ExportTimeline, frameRate: FrameRate) throws(SVGAError) -> (bytes: [UInt8], mimeType: String)?
}

extension SoundSource {
    package func unchanged(
        in timeline: ExportTimeline, frameRate: FrameRate
    ) throws(SVGAError) -> (bytes: [UInt8], mimeType: String)? { nil }
}

/// The sound of an output: a track that is cut, reversed and repeated with the frames, exactly as long as they are.
///
/// Consecutive frames of the animation give consecutive samples.
package struct EditedSound: SoundTrack {
    /// A contiguous section of the track.
    private struct Piece {
        /// The start within one repetition of the output.
        let start: Int
        var count: Int
        /// The start in the track; for reversed playback, the section's last sample in the track.
        let source: Int
        let isBackwards: Bool
    }

    private let track: any SoundTrack
    private let pieces: [Piece]
    /// The start of each repetition in the output, and the end of the last.
    private let repetitions: [Int]

    package var sampleRate: Int { track.sampleRate }
    package var channels: Int { track.channels }
    package var sampleCount: Int { repetitions.last ?? 0 }

    /// Plays the track unchanged under an output: cut at its end, or padded with silence.
    package init(_ track: any SoundTrack, under timeline: ExportTimeline) {
        self.track = track
        let count = timeline.frameRate.ticks(at: timeline.frames.count, ticksPerSecond: track.sampleRate)
        pieces = [Piece(start: 0, count: count, source: 0, isBackwards: false)]
        repetitions = [0, count]
    }

    /// Plays the track at the timeline's ``ExportTimeline/playedRate``: each frame has its own section of the sound.
    package init(_ track: any SoundTrack, following timeline: ExportTimeline) {
        self.track = track
        let framesPerRepetition = timeline.frames.count / timeline.repeats
        repetitions = (0...timeline.repeats).map {
            timeline.frameRate.ticks(at: $0 * framesPerRepetition, ticksPerSecond: track.sampleRate)
        }
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

    /// The longest runs of frames with indices that rise, or fall, by one.
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

    package func read(at position: Int, into samples: UnsafeMutableBufferPointer<Float>) throws(SVGAError) {
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
            // A repetition may end with less than a frame of silence after the last section.
            let isSilent = offset >= piece.count
            let count = min(repetitionEnd - now, isSilent ? repetitionEnd - now : piece.count - offset)
            if !isSilent {
                let target = UnsafeMutableBufferPointer(
                    rebasing: samples[((now - position) * channels)..<((now - position + count) * channels)])
                try read(piece, offset: offset, into: target)
            }
            now += count
        }
    }

    private func read(_ piece: Piece, offset: Int, into samples: UnsafeMutableBufferPointer<Float>) throws(SVGAError) {
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
    /// - Parameter frameRate: the animation's frame rate.
    package func track(for timeline: ExportTimeline, frameRate: FrameRate) throws(SVGAError) -> any SoundTrack {
        guard followsFrames else {
            let seconds = Double(timeline.frames.count) / timeline.frameRate.framesPerSecond
            return EditedSound(try makeTrack(speed: 1, seconds: seconds), under: timeline)
        }
        let rate = timeline.playedRate.framesPerSecond
        let last = timeline.played.max() ?? 0
        return EditedSound(try makeTrack(speed: rate / frameRate.framesPerSecond, seconds: Double(last + 1) / rate), following: timeline)
    }
}
