/// A run and its progress, in integers.
struct PlaybackRun: Sendable {
    enum Kind {
        case loops(PlaybackSegments)
        case transition(PlaybackTransition)
    }

    let kind: Kind
    private let ticksPerFrame: Int128
    /// Whether the run has played; false if it was only stepped to.
    var hasPlayed = false
    /// The number of completed loops.
    private(set) var loopsCompleted = 0
    /// Whether the direction is reversed, because the sign of the speed has changed.
    private var isReversed = false
    /// The elapsed ticks of the current loop in the current direction.
    ///
    /// Relative to the direction, so that both ends of a loop and both sides of a frame follow the same rules in both directions.
    private var elapsedTicks: Int128 = 0

    init(_ kind: Kind, ticksPerFrame: Int128) {
        self.kind = kind
        self.ticksPerFrame = ticksPerFrame
    }

    /// The frame to show while the run has not finished.
    var frame: Int {
        switch kind {
        case .loops(let segments): state(in: segments).frame
        case .transition(let transition): transition.frame(elapsedTicks: elapsedTicks, isReversed: isReversed)
        }
    }

    /// Ticks since the start of the animation during forward playback at constant speed, else nil.
    var movieTicks: Int128? {
        let isForwards =
            switch kind {
            case .loops(let segments): state(in: segments).isBackwards == isReversed
            case .transition(let transition): transition.isBackwards == isReversed && transition.timeFunction.isLinear
            }
        return isForwards ? Int128(frame) * ticksPerFrame + elapsedTicks % ticksPerFrame : nil
    }

    /// Changes when the playback jumps.
    var stretch: PlaybackSounds.Stretch {
        guard case .loops(let segments) = kind else { return PlaybackSounds.Stretch(loop: 0, segment: 0) }
        return PlaybackSounds.Stretch(loop: loopsCompleted, segment: state(in: segments).segment)
    }

    /// Nanoseconds until the next change.
    /// - Parameter ticksPerNanosecond: above 0.
    func timeToChange(ticksPerNanosecond: Int128) -> Int128 {
        switch kind {
        case .loops: (ticksPerFrame - elapsedTicks % ticksPerFrame + ticksPerNanosecond - 1) / ticksPerNanosecond
        case .transition(let transition):
            transition.timeToChange(elapsedTicks: elapsedTicks, isReversed: isReversed, ticksPerNanosecond: ticksPerNanosecond)
        }
    }

    /// - Parameter loops: the number of loops after which the run ends; 0: endless.
    /// - Returns: whether the run has ended.
    mutating func advance(by ticks: Int128, loops: Int) -> Bool {
        elapsedTicks += ticks
        switch kind {
        case .transition(let transition): return elapsedTicks >= transition.ticks
        case .loops(let segments):
            let excess = elapsedTicks - length(of: segments, loop: loopsCompleted)
            if excess < 0 { return false }
            let later = length(of: segments, loop: 1)
            let completed = Int(clamping: Int128(loopsCompleted) + 1 + excess / later)
            if loops > 0, completed >= loops {
                loopsCompleted = max(loops, loopsCompleted + 1)
                return true
            }
            loopsCompleted = completed
            elapsedTicks = excess % later
            return false
        }
    }

    /// Reverses the direction at the current position. A frame that has just appeared is shown for its full duration.
    mutating func reverse() {
        isReversed.toggle()
        let atEdge = elapsedTicks % ticksPerFrame == 0 ? ticksPerFrame : 0
        switch kind {
        case .loops(let segments): elapsedTicks = length(of: segments, loop: loopsCompleted) - elapsedTicks - atEdge
        case .transition(let transition): elapsedTicks = transition.ticks - elapsedTicks - (transition.timeFunction.isLinear ? atEdge : 0)
        }
    }

    /// Moves to the start of a frame.
    /// - Returns: false, without an effect, if the run does not contain the frame or is a transition.
    mutating func step(to frame: Int) -> Bool {
        guard case .loops(let segments) = kind, let target = segments.step(of: frame, near: step(in: segments), ofLoop: loopsCompleted)
        else {
            return false
        }
        loopsCompleted = target.loop
        elapsedTicks = Int128(isReversed ? segments.length(ofLoop: target.loop) - 1 - target.step : target.step) * ticksPerFrame
        return true
    }

    private func length(of segments: PlaybackSegments, loop: Int) -> Int128 { Int128(segments.length(ofLoop: loop)) * ticksPerFrame }

    private func state(in segments: PlaybackSegments) -> PlaybackSegments.StepState {
        segments.state(at: step(in: segments), ofLoop: loopsCompleted)
    }

    /// The step of the current loop, in forward order.
    private func step(in segments: PlaybackSegments) -> Int {
        let step = Int(elapsedTicks / ticksPerFrame)
        return isReversed ? segments.length(ofLoop: loopsCompleted) - 1 - step : step
    }
}
