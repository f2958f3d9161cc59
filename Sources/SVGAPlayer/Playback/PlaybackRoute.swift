import SVGAModel

/// The order in which a run shows frames. The frame at step `n` is found in constant time, whatever the number of loops before it.
///
/// A step is one frame time, `1/fps` at speed 1. A loop is one leg through the range, or two legs, there and back.
struct PlaybackRoute: Hashable, Sendable {
    /// One pass through some frames, in one direction, each shown for one step.
    struct Leg: Hashable, Sendable {
        var frames: Range<Int>
        var isBackwards: Bool

        func frame(at step: Int) -> Int { isBackwards ? frames.upperBound - 1 - step : frames.lowerBound + step }

        func step(of frame: Int) -> Int { isBackwards ? frames.upperBound - 1 - frame : frame - frames.lowerBound }
    }

    /// What a step shows.
    struct Place: Hashable, Sendable {
        var frame: Int
        /// How many loops are complete before it.
        var loop: Int
        /// The number of the leg, counted from the start of the run.
        var leg: Int
        var isBackwards: Bool
    }

    /// The legs of the first loop and of every later loop. They differ only if there is an intro. No leg is empty.
    private let first: [Leg]
    private let later: [Leg]
    /// All frames the run may show.
    let range: Range<Int>
    /// The number of steps of the run; nil: endless.
    private(set) var length: Int?
    /// Whether the run ends as soon as its last frame is shown, and stays there whatever the fill mode.
    let endsOnArrival: Bool

    /// - Parameters:
    ///   - range: not empty.
    ///   - loops: 0 is endless.
    ///   - loopStart: the first frame of all loops but the first. Ignored outside the range and for runs that start backwards.
    init(range: Range<Int>, isReverse: Bool, autoreverses: Bool, loops: Int, loopStart: Int?) {
        let intro = loopStart.flatMap { range.contains($0) && !isReverse ? $0 : nil }
        let body = (intro ?? range.lowerBound)..<range.upperBound
        let there = Leg(frames: range, isBackwards: isReverse)
        first = autoreverses ? [there, Leg(frames: body, isBackwards: !isReverse)] : [there]
        later =
            autoreverses
            ? [Leg(frames: body, isBackwards: isReverse), Leg(frames: body, isBackwards: !isReverse)]
            : [Leg(frames: body, isBackwards: isReverse)]
        self.range = range
        endsOnArrival = false
        setLoops(loops)
    }

    mutating func setLoops(_ loops: Int) {
        length = nil
        guard loops > 0 else { return }
        // If the number of steps overflows, the run is as good as endless.
        let rest = PlaybackRoute.length(later).multipliedReportingOverflow(by: loops - 1)
        let whole = rest.partialValue.addingReportingOverflow(PlaybackRoute.length(first))
        if !rest.overflow, !whole.overflow { length = whole.partialValue }
    }

    /// Once, directly from one frame to another.
    init(from start: Int, to target: Int) {
        let leg = Leg(frames: min(start, target)..<max(start, target) + 1, isBackwards: target < start)
        first = [leg]
        later = [leg]
        range = leg.frames
        length = leg.frames.count - 1
        endsOnArrival = true
    }

    /// What a step shows. `step` is 0 or more and may be past ``length``.
    func place(at step: Int) -> Place {
        let intro = PlaybackRoute.length(first)
        guard step >= intro else { return PlaybackRoute.place(in: first, step, loop: 0, legsBefore: 0) }
        let (loop, rest) = (step - intro).quotientAndRemainder(dividingBy: PlaybackRoute.length(later))
        return PlaybackRoute.place(in: later, rest, loop: loop + 1, legsBefore: (loop + 1) * later.count)
    }

    /// The step that shows `frame`: in the same leg as `step` if possible, else in the same loop, else in the first loop (the intro).
    func step(of frame: Int, near step: Int) -> Int? {
        guard range.contains(frame) else { return nil }
        let place = place(at: step)
        let legs = place.loop == 0 ? first : later
        let current = place.leg % legs.count
        let start = place.loop == 0 ? 0 : PlaybackRoute.length(first) + (place.loop - 1) * PlaybackRoute.length(later)
        for index in [current] + legs.indices where legs[index].frames.contains(frame) {
            return start + PlaybackRoute.length(legs[..<index]) + legs[index].step(of: frame)
        }
        return first.firstIndex { $0.frames.contains(frame) }.map { PlaybackRoute.length(first[..<$0]) + first[$0].step(of: frame) }
    }

    private static func length(_ legs: some Sequence<Leg>) -> Int { legs.reduce(0) { $0 + $1.frames.count } }

    private static func place(in legs: [Leg], _ step: Int, loop: Int, legsBefore: Int) -> Place {
        // There are one or two legs, and the step is in one of them.
        let index = legs.count > 1 && step >= legs[0].frames.count ? 1 : 0
        let leg = legs[index]
        let frame = leg.frame(at: index == 0 ? step : step - legs[0].frames.count)
        return Place(frame: frame, loop: loop, leg: legsBefore + index, isBackwards: leg.isBackwards)
    }
}

/// Which sounds are playing, and the events that bring a sound output up to date (Rules of rendering, section 7).
struct PlaybackSounds: Sendable {
    /// Forward playing without a jump. Within one stretch a sound needs no seek.
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

    /// Call before the position changes other than by the passing of time.
    mutating func jump() { jumps += 1 }

    mutating func stop(_ events: inout [PlaybackEvent]) {
        for index in heard.keys.sorted() { events.append(.audio(.stop(audio: index))) }
        heard = [:]
    }

    /// - Parameter movieTicks: the position in the movie, in ``Playback`` ticks.
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
