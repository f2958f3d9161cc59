import SVGAModel

/// The playing sounds, and the events that update a sound output (Rules of rendering, section 7).
struct PlaybackSounds: Sendable {
    /// A stretch of forward playback without a jump. Within a stretch, a sound needs no seek.
    struct Stretch: Hashable, Sendable {
        var loop: Int
        var segment: Int
    }

    private struct PlayingSound {
        var stretch: Stretch
        var jumps: Int
        var rate: Double
    }

    private let audios: [AudioEntity]
    private let rate: FrameRate
    private var playing: [Int: PlayingSound] = [:]
    private var jumps = 0

    init(_ audios: [AudioEntity], rate: FrameRate) {
        self.audios = audios
        self.rate = rate
    }

    /// Call before each change of the position other than the passing of time.
    mutating func jump() { jumps += 1 }

    mutating func stop(_ events: inout [PlaybackEvent]) {
        for index in playing.keys.sorted() { events.append(.audio(.stop(audio: index))) }
        playing = [:]
    }

    /// Call during forward playback.
    /// - Parameters:
    ///   - movieTicks: the position in the movie, in ``Playback`` ticks.
    ///   - speed: above 0.
    mutating func follow(frame: Int, movieTicks: Int128, in stretch: Stretch, speed: Double, _ events: inout [PlaybackEvent]) {
        guard !audios.isEmpty else { return }
        for index in playing.keys.sorted() where !isPlaying(audios[index], frame) {
            events.append(.audio(.stop(audio: index)))
            playing[index] = nil
        }
        for (index, audio) in audios.enumerated() where isPlaying(audio, frame) {
            let payloadTime = payloadTime(audio, movieTicks)
            if let before = playing[index] {
                if before.stretch != stretch || before.jumps != jumps {
                    events.append(.audio(.seek(audio: index, payloadTime: payloadTime)))
                }
                if before.rate != speed { events.append(.audio(.rate(audio: index, payloadTime: payloadTime, rate: speed))) }
            } else {
                events.append(.audio(.start(audio: index, payloadTime: payloadTime, rate: speed)))
            }
            playing[index] = PlayingSound(stretch: stretch, jumps: jumps, rate: speed)
        }
    }

    private func isPlaying(_ audio: AudioEntity, _ frame: Int) -> Bool {
        audio.soundIndex != nil && audio.startFrame <= frame && frame < audio.endFrame
    }

    private func payloadTime(_ audio: AudioEntity, _ movieTicks: Int128) -> Duration {
        let ticks = movieTicks - Int128(audio.startFrame) * Playback.ticksPerFrame(rate)
        let nanoseconds = ticks / (Int128(rate.numerator) * 1_000_000)
        return .milliseconds(audio.startTime) + Duration(attoseconds: nanoseconds * 1_000_000_000)
    }
}
