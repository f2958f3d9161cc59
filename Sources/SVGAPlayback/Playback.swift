package import SVGAModel
package import SVGARender
import SVGASupport

/// Which frame of an animation is shown when: the state of playing as a plain value, without clock, task or pixels.
///
/// ``SVGAPlayer`` passes it the time and reports the events since the last call.
///
/// Frame `i` is shown for `[i / rate, (i + 1) / rate)` of the animation's time (Rules of rendering, section 2). Times count from any origin
/// and are rounded down to nanoseconds; a time before the last one counts as the last one. Positions are integers in which every
/// speed and frame rate is exact, so nothing drifts, however long it plays and however often it is paused. Late frames are dropped;
/// nothing is interpolated.
package struct Playback: Sendable {
    /// How a run begins, at once or after a delay.
    private enum Start {
        case resume
        case range(Range<Int>, reverse: Bool)
        /// From the current frame if `start` is nil.
        case passage(from: Int?, to: Int, TimeFunction)
    }

    /// How many frames the animation has.
    private(set) var frames: Int
    /// Frames a second at speed 1.
    private(set) var rate: FrameRate

    /// How often the run is played; 0, the default, is endless.
    ///
    /// May be changed while playing: a run that already has as many loops ends after the current one.
    package var loops = 0
    /// Whether nothing is shown after a run has ended or was stopped. Default true, as on iOS. ``fillMode`` matters only if this is false.
    package var clearsAfterStop = true
    package var fillMode = SVGAPlayer.FillMode.forward
    /// Whether every loop plays there and back, each frame once in each direction. Takes effect at the next start.
    package var autoreverses = false
    /// The first frame of every loop but the first. Takes effect at the next start.
    package var loopStartFrame: Int?

    package private(set) var state = SVGAPlayer.State.stopped
    /// The 0-based frame shown; nil if nothing is shown: after a clear, or in an animation without frames. 0 before the first start.
    package private(set) var currentFrame: Int?
    /// How many loops of the current or last run are complete.
    package private(set) var loopsCompleted = 0
    /// The volume of all sounds, 0…1.
    package private(set) var volume = 1.0
    package private(set) var isMuted = false

    /// Nil unless playing or paused, or paused with a delayed continuation.
    private var run: PlaybackRun?
    private var delayed: (start: Start, due: Int128)?
    private var speedMillionths = 1_000_000
    /// The sign of the speed; at speed 0 that of the last other speed.
    private var isSpeedNegative = false
    /// The latest time passed in, in nanoseconds.
    private var time: Int128 = 0
    private var sounds: PlaybackSounds

    /// Ticks of one frame. In a nanosecond, a speed of `s` millionths travels `rate.numerator × s` of them, always a whole number.
    static func ticksPerFrame(_ rate: FrameRate) -> Int128 { Int128(rate.denominator) * 1_000_000_000 * 1_000_000 }
    /// The longest step in time, ten years in nanoseconds: it keeps products from overflowing.
    static let maximumStep: Int128 = 315_360_000 * 1_000_000_000

    /// - Parameters:
    ///   - frames: clamped to 0…2³¹ - 1.
    ///   - rate: frames a second.
    ///   - audios: when sounds are played, for ``PlaybackEvent/audio(_:)``.
    package init(frames: Int, rate: FrameRate, audios: [AudioEntity] = []) {
        self.frames = min(max(0, frames), Int(Int32.max))
        self.rate = rate
        currentFrame = frames > 0 ? 0 : nil
        sounds = PlaybackSounds(audios, rate: rate)
    }

    package init(_ animation: some PlayableAnimation) {
        self.init(frames: animation.frameCount, rate: animation.frameRate, audios: animation.audios)
    }

    /// The speed; 1 is the animation's own. Backwards if below 0.
    package var speed: Double { Double(speedMillionths) / 1e6 }
    /// `(currentFrame + 1) / frames`; 0 if nothing is shown.
    package var percentage: Double { currentFrame.map(percentage(of:)) ?? 0 }

    private var ticksPerFrame: Int128 { Playback.ticksPerFrame(rate) }
    /// Ticks in a nanosecond.
    private var pace: Int128 { Int128(rate.numerator) * Int128(abs(speedMillionths)) }

    // MARK: Time

    /// When the next frame is due, or a delay is over; nil if nothing will change by itself.
    ///
    /// With a time function other than linear, at most four frames' time away, whether or not the frame changes then.
    package var nextFrameTime: Duration? {
        if state == .delayed, let delayed { return Duration(attoseconds: delayed.due * 1_000_000_000) }
        guard state == .playing, pace > 0, let run else { return nil }
        return Duration(attoseconds: (time + run.timeToChange(pace: pace)) * 1_000_000_000)
    }

    /// Moves to a time.
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
        if state == .playing, step > 0 { travel(step * pace, &events) }
    }

    // MARK: Commands

    /// Continues where it was paused or stepped to; otherwise plays the whole animation.
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

    /// Plays a range of frames in the direction of the speed, or in the other one. The current run is stopped.
    ///
    /// `range` is clamped to the animation. If it is empty then, the run finishes at once. Without a range it is the whole animation; if it
    /// is not reversed then, ``start(after:at:)``.
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
    /// The run finishes as soon as the frame is shown, so the next one continues without a stutter.
    /// - Parameter start: nil: the current frame.
    /// - Returns: nil, and nothing happens, if there is no such frame.
    @discardableResult
    package mutating func play(
        from start: SVGAPlayer.Position? = nil, to target: SVGAPlayer.Position, timeFunction: TimeFunction = .linear,
        after delay: Duration = .zero, at time: Duration
    ) -> [PlaybackEvent]? {
        let first = start.map(frame(at:))
        guard let last = frame(at: target), first != .some(nil) else { return nil }
        var events = advance(to: time)
        end(&events)
        begin(.passage(from: first ?? nil, to: last, timeFunction), after: delay, &events)
        return events
    }

    /// Pauses on the current frame. The position within the frame is kept. A delayed start is cancelled.
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

    /// Ends the run and shows the first frame of the other's animation. What was set here, such as ``loops`` and ``speed``, stays.
    package mutating func exchange(for other: Playback, at time: Duration) -> [PlaybackEvent] {
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

    /// Shows a frame now, and plays on from there or pauses.
    ///
    /// Within the range of the current run, that run continues; otherwise it is stopped and a run over the whole animation replaces it.
    ///
    /// A place that the animation does not have is ignored.
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
            travel(0, &events)
        } else {
            sounds.stop(&events)
            if state == .playing { events.append(.paused) }
            state = .paused
        }
        return events
    }

    /// Sets the speed; 1 is the animation's own. Clamped to -1000…1000 and rounded to millionths; NaN is ignored.
    @discardableResult
    package mutating func setSpeed(_ speed: Double, at time: Duration) -> [PlaybackEvent] {
        var events = advance(to: time)
        guard !speed.isNaN else { return events }
        speedMillionths = Int(saturating: (min(max(speed, -1000), 1000) * 1e6).rounded())
        if speedMillionths != 0, isSpeedNegative != (speedMillionths < 0) {
            isSpeedNegative.toggle()
            run?.turn()
        }
        if state == .playing { travel(0, &events) }
        return events
    }

    /// Sets the volume of all sounds, clamped to 0…1; NaN is ignored.
    @discardableResult
    package mutating func setVolume(_ volume: Double) -> [PlaybackEvent] {
        let kept = min(max(volume, 0), 1)
        guard !volume.isNaN, kept != self.volume else { return [] }
        self.volume = kept
        return [.audio(.volume(kept))]
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
        case .passage(let start, let target, let timeFunction):
            let way = PlaybackTransition(
                start: start ?? currentFrame ?? 0, target: target, timeFunction: timeFunction, ticksPerFrame: ticksPerFrame)
            run = PlaybackRun(.passage(way), ticksPerFrame: ticksPerFrame)
        }
        play(&events)
        if isNew {
            loopsCompleted = 0
            sounds.jump()
            show(run?.frame, always: true, &events)
        }
        travel(0, &events)
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
        let route = PlaybackSegments(
            range: range, isReverse: reverse != isSpeedNegative, autoreverses: autoreverses, loopStart: loopStartFrame)
        return PlaybackRun(.loops(route), ticksPerFrame: ticksPerFrame)
    }

    private mutating func play(_ events: inout [PlaybackEvent]) {
        state = .playing
        events.append(run?.hasPlayed == true ? .resumed : .started)
        run?.hasPlayed = true
    }

    private mutating func travel(_ ticks: Int128, _ events: inout [PlaybackEvent]) {
        guard let isOver = run?.travel(ticks, loops: loops), let run else { return }
        if isOver { sounds.stop(&events) }
        if run.loopsCompleted != loopsCompleted {
            loopsCompleted = run.loopsCompleted
            events.append(.loop(completed: loopsCompleted))
        }
        if isOver { return finish(run, &events) }
        show(run.frame, &events)
        follow(run, &events)
    }

    /// Brings the sounds up to date.
    private mutating func follow(_ run: PlaybackRun, _ events: inout [PlaybackEvent]) {
        if pace > 0, let movieTicks = run.movieTicks {
            sounds.follow(frame: run.frame, movieTicks: movieTicks, in: run.stretch, speed: abs(speed), &events)
        } else {
            sounds.stop(&events)
        }
    }

    private mutating func finish(_ run: PlaybackRun, _ events: inout [PlaybackEvent]) {
        switch run.way {
        case .passage: show(run.frame, &events)
        case .loops where clearsAfterStop: show(nil, &events)
        case .loops(let route):
            switch fillMode {
            case .forward: show(route.range.upperBound - 1, &events)
            case .backward: show(route.range.lowerBound, &events)
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
