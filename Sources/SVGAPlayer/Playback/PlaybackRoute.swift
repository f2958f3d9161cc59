/// The order in which a run shows frames: which frame is at step `n`, in constant time, however many loops came before.
///
/// A step is one frame time, `1/fps` at speed 1. A loop is one leg through the range, or two legs, there and back.
struct PlaybackRoute: Hashable, Sendable {
    /// One way through some frames, each shown for one step.
    struct Leg: Hashable, Sendable {
        var frames: Range<Int>
        var isBackwards: Bool

        func frame(at step: Int) -> Int { isBackwards ? frames.upperBound - 1 - step : frames.lowerBound + step }

        func step(of frame: Int) -> Int { isBackwards ? frames.upperBound - 1 - frame : frame - frames.lowerBound }
    }

    /// Where a step lies.
    struct Place: Hashable, Sendable {
        var frame: Int
        /// Loops complete before it.
        var loop: Int
        /// Counts all legs since the run started.
        var leg: Int
        var isBackwards: Bool
    }

    /// The legs of the first loop and of every later one; the same unless there is an intro. All of them hold a frame.
    private let first: [Leg]
    private let later: [Leg]
    /// All frames the run may show.
    let range: Range<Int>
    /// Steps after which the run is over; nil for ever.
    private(set) var length: Int?
    /// Whether the run is over as soon as its last frame shows and then stays there, whatever the fill mode.
    let endsOnArrival: Bool

    /// `range` is not empty; `loops` 0 is for ever. Later loops start at `loopStart` where it lies within the range and
    /// the run goes forwards.
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
        // A count so high that it overflows is for ever in every sense.
        let rest = PlaybackRoute.length(later).multipliedReportingOverflow(by: loops - 1)
        let whole = rest.partialValue.addingReportingOverflow(PlaybackRoute.length(first))
        if !rest.overflow, !whole.overflow { length = whole.partialValue }
    }

    /// Straight from one frame to another, once.
    init(from start: Int, to target: Int) {
        let leg = Leg(frames: min(start, target)..<max(start, target) + 1, isBackwards: target < start)
        first = [leg]
        later = [leg]
        range = leg.frames
        length = leg.frames.count - 1
        endsOnArrival = true
    }

    /// The place of a step of 0 or more; also past ``length``.
    func place(at step: Int) -> Place {
        let intro = PlaybackRoute.length(first)
        guard step >= intro else { return PlaybackRoute.place(in: first, step, loop: 0, legsBefore: 0) }
        let (loop, rest) = (step - intro).quotientAndRemainder(dividingBy: PlaybackRoute.length(later))
        return PlaybackRoute.place(in: later, rest, loop: loop + 1, legsBefore: (loop + 1) * later.count)
    }

    /// The step that shows `frame` in the same leg as `step`, else in the same loop, else (the intro, in a later loop) from the very start.
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
        // There are one or two legs, and the step lies in one of them.
        let index = legs.count > 1 && step >= legs[0].frames.count ? 1 : 0
        let leg = legs[index]
        let frame = leg.frame(at: index == 0 ? step : step - legs[0].frames.count)
        return Place(frame: frame, loop: loop, leg: legsBefore + index, isBackwards: leg.isBackwards)
    }
}
