import SVGAModel

/// Which sounds are heard, and what changes that takes (Rules of rendering, section 7).
struct PlaybackSounds: Sendable {
    /// One stretch of forward playing without a jump; within it a sound needs no correction.
    private struct Stretch: Hashable {
        var leg: Int
        var jumps: Int
    }

    private struct Heard {
        var stretch: Stretch
        var rate: Double
    }

    private let audios: [AudioEntity]
    private let fps: Int
    private var heard: [Int: Heard] = [:]
    private var jumps = 0

    init(_ audios: [AudioEntity], fps: Int) {
        self.audios = audios
        self.fps = fps
    }

    /// The position is about to change by more than the passing of time.
    mutating func jump() { jumps += 1 }

    mutating func stop(_ events: inout [PlaybackEvent]) {
        for index in heard.keys.sorted() { events.append(.audio(.stop(audio: index))) }
        heard = [:]
    }

    /// - Parameter movieTicks: the place within the movie, to the tick.
    mutating func follow(_ place: PlaybackRoute.Place, movieTicks: Int128, rate: Double, _ events: inout [PlaybackEvent]) {
        guard !audios.isEmpty else { return }
        let stretch = Stretch(leg: place.leg, jumps: jumps)
        for index in heard.keys.sorted() where !isHeard(audios[index], place) {
            events.append(.audio(.stop(audio: index)))
            heard[index] = nil
        }
        for (index, audio) in audios.enumerated() where isHeard(audio, place) {
            let now = Heard(stretch: stretch, rate: rate)
            let payloadTime = payloadTime(audio, movieTicks)
            if let before = heard[index] {
                if before.stretch != stretch { events.append(.audio(.seek(audio: index, payloadTime: payloadTime))) }
                if before.rate != rate { events.append(.audio(.rate(audio: index, payloadTime: payloadTime, rate: rate))) }
            } else {
                events.append(.audio(.start(audio: index, payloadTime: payloadTime, rate: rate)))
            }
            heard[index] = now
        }
    }

    private func isHeard(_ audio: AudioEntity, _ place: PlaybackRoute.Place) -> Bool {
        audio.soundIndex != nil && !place.isBackwards && audio.startFrame <= place.frame && place.frame < audio.endFrame
    }

    private func payloadTime(_ audio: AudioEntity, _ movieTicks: Int128) -> Duration {
        let ticks = movieTicks - Int128(audio.startFrame) * Playback.ticks
        let nanoseconds = ticks * 1_000_000_000 / (Int128(fps) * Playback.ticks)
        return .milliseconds(audio.startTime) + Duration(attoseconds: nanoseconds * 1_000_000_000)
    }
}
