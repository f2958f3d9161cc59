package import SVGAModel
package import SVGARender
import SVGASupport

/// The state of playback as a value type, without clock, task or pixels. It computes the frame to show at a time.
///
/// ``SVGAPlayer`` passes the current time, and delivers the events that each call returns.
///
/// At speed 1, frame `i` is shown during `[i / rate, (i + 1) / rate)` seconds (article "Rules of rendering", section 2). Times are rounded down
/// to nanoseconds. A time before the previous one counts as the previous one. Positions are integers that represent every speed and frame rate
/// exactly, so that errors do not accumulate. Late frames are dropped, and frames are not interpolated.
package struct Playback: Sendable {
    /// The start of a run, immediate or after a delay.
    private enum Start {
        case resume
        case range(Range<Int>, reverse: Bool)
        /// From the frame `from`, or from the current frame if `from` is nil.
        case transition(from: Int?, to: Int, TimeFunction)
    }

    /// The number of frames of the animation.
    private(set) var frames: Int
    /// Frames per second at speed 1.
    private(set) var rate: FrameRate

    /// The number of loops of a run. Default 0, which loops endlessly.
    ///
    /// It can change during playback. A run that already has completed as many loops ends after the current loop.
    package var loops = 0
    /// Whether nothing is shown after a run has ended or was stopped. Default true, as on iOS. ``fillMode`` applies only if this is false.
    package var clearsAfterStop = true
    package var fillMode = SVGAPlayer.FillMode.forward
    /// Whether every loop plays forward and back, each frame once in each direction. Takes effect at the next start.
    package var autoreverses = false
    /// The first frame of every loop except the first. Takes effect at the next start.
    package var loopStartFrame: Int?

    package private(set) var state = SVGAPlayer.State.stopped
    /// The frame shown, 0-based; 0 before the first start. Nil if nothing is shown: after a clear, or in an animation without frames.
    package private(set) var currentFrame: Int?
    /// The number of completed loops of the current or last run.
    package private(set) var loopsCompleted = 0
    /// The volume of all sounds, 0…1.
    package private(set) var volume = 1.0
    package private(set) var isMuted = false

    /// The current run: playing, paused, or paused with a delayed continuation. Nil in all other states.
    private var run: PlaybackRun?
    private var delayed: (start: Start, due: Int128)?
    private var speedMillionths = 1_000_000
    /// The sign of the speed; at speed 0, the sign of the last nonzero speed.
    private var isSpeedNegative = false
    /// The latest time, in nanoseconds.
    private var time: Int128 = 0
    private var sounds: PlaybackSounds

    /// The length of a frame in ticks, the unit of positions. At a speed of `s` millionths, a nanosecond has `rate.numerator × s` ticks. So every
    /// speed and frame rate gives an integer.
    static func ticksPerFrame(_ rate: FrameRate) -> Int128 { Int128(rate.denominator) * 1_000_000_000 * 1_000_000 }
    /// The longest time step: ten years, in nanoseconds. The limit prevents overflows.
    static let maximumStep: Int128 = 315_360_000 * 1_000_000_000

    /// - Parameters:
    ///   - frames: the number of frames, clamped to 0…2³¹ - 1.
    ///   - rate: frames per second.
    ///   - audios: the sounds, whose start and end cause ``PlaybackEvent/audio(_:)``.
    package init(frames: Int, rate: FrameRate, audios: [AudioEntity] = []) {
        self.frames = min(max(0, frames), Int(Int32.max))
        self.rate = rate
        currentFrame = frames > 0 ? 0 : nil
        sounds = PlaybackSounds(audios, rate: rate)
    }

    package init(_ animation: some PlayableAnimation) {
        self.init(frames: animation.frameCount, rate: animation.frameRate, audios: animation.audios)
    }

    /// The speed; 1 is the animation's natural speed. A negative speed plays backward.
    package var speed: Double { Double(speedMillionths) / 1e6 }
    /// `(currentFrame + 1) / frames`; 0 if nothing is shown.
    package var percentage: Double { currentFrame.map(percentage(of:)) ?? 0 }

    private var ticksPerFrame: Int128 { Playback.ticksPerFrame(rate) }
    /// Ticks per nanosecond.
    private var ticksPerNanosecond: Int128 { Int128(rate.numerator) * Int128(abs(speedMillionths)) }

    // MARK: Time

    /// The time of the next frame or of the end of a delay. Nil if nothing changes without a command.
    ///
    /// With a nonlinear time function, the time is at most four frame durations away; the frame may then be unchanged.
    package var nextFrameTime: Duration? {
        if state == .delayed, let delayed { return Duration(attoseconds: delayed.due * 1_000_000_000) }
        guard state == .playing, ticksPerNanosecond > 0, let run else { return nil }
        return Duration(attoseconds: (time + run.timeToChange(ticksPerNanosecond: ticksPerNanosecond)) * 1_000_000_000)
    }

    /// Advances to a time.
    /// - Returns: the events since the last call, in order.
    package mutating func advance(to time: Duration) -> [PlaybackEvent] {
        var events: [PlaybackEvent] = []
        advance(to: time, &events)
        return events
    }

    private mutating func advance(to newTime: Duration, _ events: inout [PlaybackEvent]) {
        var step = min(newTime.attoseconds / 1_000_000_000 - time, Playback.maximumStep)
        guard step > 0 else { return }
        time = newTime.attoseconds / 1_000_000_000
        if let delayed, delayed.due <= time {
            step = min(time - delayed.due, Playback.maximumStep)
            begin(delayed.start, &events)
        }
        if state == .playing, step > 0 { advanceRun(step * ticksPerNanosecond, &events) }
    }

    // MARK: Commands

    /// Continues a paused or stepped run. If there is none, plays the entire animation.
    @discardableResult
    package mutating func start(after delay: Duration = .zero, at time: Duration) -> [PlaybackEvent] {
        var events = advance(to: time)
        if run != nil, state != .playing {
            begin(.resume, after: delay, &events)
        } else {
            end(&events)
            begin(.range(0..<frames, reverse: false), after: delay, &events)
        }
        return events
    }

    /// Stops the current run, and plays a range of frames in the direction of the speed or, if `reverse` is true, in the other direction.
    ///
    /// `range` is clamped to the animation. If the clamped range is empty, the run finishes at once. Without a range, the entire animation plays.
    /// Without a range and not reversed, this method is ``start(after:at:)``.
    @discardableResult
    package mutating func start(
        range: Range<Int>?, reverse: Bool = false, after delay: Duration = .zero, at time: Duration
    ) -> [PlaybackEvent] {
        if range == nil, !reverse { return start(after: delay, at: time) }
        var events = advance(to: time)
        end(&events)
        begin(.range(range ?? 0..<frames, reverse: reverse), after: delay, &events)
        return events
    }

    /// Plays from one frame directly to another, and stays there. Loops and fill mode are ignored.
    ///
    /// The run finishes when the frame is shown, so that the next run can continue smoothly.
    /// - Parameter start: the start position; nil for the current frame.
    /// - Returns: the events. Nil, without an effect, if a position does not exist.
    @discardableResult
    package mutating func play(
        from start: SVGAPlayer.Position? = nil, to target: SVGAPlayer.Position, timeFunction: TimeFunction = .linear,
        after delay: Duration = .zero, at time: Duration
    ) -> [PlaybackEvent]? {
        let first = start.map(frame(at:))
        guard let last = frame(at: target), first != .some(nil) else { return nil }
        var events = advance(to: time)
        end(&events)
        begin(.transition(from: first ?? nil, to: last, timeFunction), after: delay, &events)
        return events
    }

    /// Pauses on the current frame and keeps the position within the frame. A delayed start is canceled.
    @discardableResult
    package mutating func pause(at time: Duration) -> [PlaybackEvent] {
        var events = advance(to: time)
        if state == .playing {
            sounds.stop(&events)
            state = .paused
            events.append(.paused)
        } else if state == .delayed, run != nil {
            delayed = nil
            state = .paused
        } else if state == .delayed {
            end(&events)
        }
        return events
    }

    /// Ends the run, or cancels a delayed start. Nothing is shown afterwards unless ``clearsAfterStop`` is false.
    @discardableResult
    package mutating func stop(at time: Duration) -> [PlaybackEvent] {
        var events = advance(to: time)
        end(&events)
        if clearsAfterStop { show(nil, &events) }
        return events
    }

    /// Ends the run and shows nothing.
    @discardableResult
    package mutating func clear(at time: Duration) -> [PlaybackEvent] {
        var events = advance(to: time)
        end(&events)
        show(nil, &events)
        return events
    }

    /// Ends the run, replaces the animation and shows its first frame. Settings such as ``loops`` and ``speed`` are kept.
    package mutating func replace(with other: Playback, at time: Duration) -> [PlaybackEvent] {
        var events = advance(to: time)
        end(&events)
        frames = other.frames
        rate = other.rate
        sounds = other.sounds
        loopsCompleted = 0
        let first = frames > 0 ? 0 : nil
        show(first, always: first != nil, &events)
        return events
    }

    /// Shows a frame immediately. Then plays on from that frame, or pauses.
    ///
    /// If the frame is within the range of the current run, that run continues. If not, a run over the entire animation replaces it.
    ///
    /// A position outside the animation is ignored.
    @discardableResult
    package mutating func step(to position: SVGAPlayer.Position, andPlay: Bool, at time: Duration) -> [PlaybackEvent] {
        var events = advance(to: time)
        guard let frame = frame(at: position) else { return events }
        if run?.step(to: frame) == true {
            delayed = nil
        } else {
            end(&events)
            run = loops(over: 0..<frames, reverse: false)
            _ = run?.step(to: frame)
        }
        loopsCompleted = run?.loopsCompleted ?? 0
        sounds.jump()
        if andPlay, state != .playing { play(&events) }
        show(frame, always: true, &events)
        if andPlay {
            advanceRun(0, &events)
        } else {
            sounds.stop(&events)
            if state == .playing { events.append(.paused) }
            state = .paused
        }
        return events
    }

    /// Sets the speed; 1 is the natural speed. Clamped to -1000…1000 and rounded to millionths; NaN is ignored.
    @discardableResult
    package mutating func setSpeed(_ speed: Double, at time: Duration) -> [PlaybackEvent] {
        var events = advance(to: time)
        guard !speed.isNaN else { return events }
        speedMillionths = Int(saturating: (min(max(speed, -1000), 1000) * 1e6).rounded())
        if speedMillionths != 0, isSpeedNegative != (speedMillionths < 0) {
            isSpeedNegative.toggle()
            run?.reverse()
        }
        if state == .playing { advanceRun(0, &events) }
        return events
    }

    /// Sets the volume of all sounds, clamped to 0…1; NaN is ignored.
    @discardableResult
    package mutating func setVolume(_ volume: Double) -> [PlaybackEvent] {
        let clamped = min(max(volume, 0), 1)
        guard !volume.isNaN, clamped != self.volume else { return [] }
        self.volume = clamped
        return [.audio(.volume(clamped))]
    }

    @discardableResult
    package mutating func setMuted(_ isMuted: Bool) -> [PlaybackEvent] {
        guard isMuted != self.isMuted else { return [] }
        self.isMuted = isMuted
        return [.audio(.mute(isMuted))]
    }

    // MARK: Runs

    private mutating func begin(_ start: Start, after delay: Duration, _ events: inout [PlaybackEvent]) {
        guard delay > .zero else { return begin(start, &events) }
        state = .delayed
        delayed = (start, time + min(Playback.nanoseconds(roundingUp: delay), Playback.maximumStep))
    }

    private mutating func begin(_ start: Start, _ events: inout [PlaybackEvent]) {
        delayed = nil
        var isNew = true
        switch start {
        case .resume: isNew = false
        case .range(let range, let reverse):
            let range = range.clamped(to: 0..<frames)
            guard !range.isEmpty else {
                state = .finished
                return events.append(.finished)
            }
            run = loops(over: range, reverse: reverse)
        case .transition(let start, let target, let timeFunction):
            let transition = PlaybackTransition(
                start: start ?? currentFrame ?? 0, target: target, timeFunction: timeFunction, ticksPerFrame: ticksPerFrame)
            run = PlaybackRun(.transition(transition), ticksPerFrame: ticksPerFrame)
        }
        play(&events)
        if isNew {
            loopsCompleted = 0
            sounds.jump()
            show(run?.frame, always: true, &events)
        }
        advanceRun(0, &events)
    }

    /// Ends the current run or delay.
    private mutating func end(_ events: inout [PlaybackEvent]) {
        sounds.stop(&events)
        if [.playing, .paused, .delayed].contains(state) {
            events.append(.stopped)
        }
        state = .stopped
        run = nil
        delayed = nil
    }

    private func loops(over range: Range<Int>, reverse: Bool) -> PlaybackRun {
        let segments = PlaybackSegments(
            range: range, isReverse: reverse != isSpeedNegative, autoreverses: autoreverses, loopStart: loopStartFrame)
        return PlaybackRun(.loops(segments), ticksPerFrame: ticksPerFrame)
    }

    private mutating func play(_ events: inout [PlaybackEvent]) {
        state = .playing
        events.append(run?.hasPlayed == true ? .resumed : .started)
        run?.hasPlayed = true
    }

    private mutating func advanceRun(_ ticks: Int128, _ events: inout [PlaybackEvent]) {
        guard let hasEnded = run?.advance(by: ticks, loops: loops), let run else { return }
        if hasEnded { sounds.stop(&events) }
        if run.loopsCompleted != loopsCompleted {
            loopsCompleted = run.loopsCompleted
            events.append(.loop(completed: loopsCompleted))
        }
        if hasEnded { return finish(run, &events) }
        show(run.frame, &events)
        follow(run, &events)
    }

    /// Synchronizes the sounds with the run.
    private mutating func follow(_ run: PlaybackRun, _ events: inout [PlaybackEvent]) {
        if ticksPerNanosecond > 0, let movieTicks = run.movieTicks {
            sounds.follow(frame: run.frame, movieTicks: movieTicks, in: run.stretch, speed: abs(speed), &events)
        } else {
            sounds.stop(&events)
        }
    }

    private mutating func finish(_ run: PlaybackRun, _ events: inout [PlaybackEvent]) {
        switch run.kind {
        case .transition: show(run.frame, &events)
        case .loops where clearsAfterStop: show(nil, &events)
        case .loops(let segments):
            switch fillMode {
            case .forward: show(segments.range.upperBound - 1, &events)
            case .backward: show(segments.range.lowerBound, &events)
            case .clear: show(nil, &events)
            }
        }
        state = .finished
        self.run = nil
        events.append(.finished)
    }

    private mutating func show(_ frame: Int?, always: Bool = false, _ events: inout [PlaybackEvent]) {
        guard always || frame != currentFrame else { return }
        currentFrame = frame
        events.append(frame.map { .frame($0, percentage: percentage(of: $0)) } ?? .cleared)
    }
}
