public import SVGAModel

/// Which frame of a movie is shown when: the state of playing as a plain value, without clock, task or pixels.
///
/// The caller passes the time and gets the events since the last call. ``SVGAPlayer`` does this with a clock; a host with its own display
/// link may do it directly:
///
/// ```swift
/// var playback = Playback(movie)
/// playback.start(at: .zero)
/// for event in playback.advance(to: timeSinceStart) { … }
/// draw(playback.currentFrame)
/// ```
///
/// Frame `i` is shown for `[i/fps, (i+1)/fps)` of the movie's time (Rules of rendering, section 2). Times count from any origin the caller
/// chooses and are rounded down to nanoseconds; a time before the last one counts as the last one. Positions are integers in which every
/// speed and frame rate is exact, so nothing drifts, however long it plays and however often it is paused. Late frames are dropped;
/// nothing is interpolated.
public struct Playback: Sendable {
    public enum State: String, Hashable, Sendable {
        /// Not started, or ended by a command. The next start is from the beginning.
        case stopped
        case playing
        /// The next ``Playback/start(at:)`` continues from here.
        case paused
        /// Ended by itself.
        case finished
    }

    /// What stays visible when a run has ended by itself. First and last are those of the played range, whatever the direction.
    public enum FillMode: String, Hashable, Sendable, CaseIterable {
        /// The last frame.
        case forward
        /// The first frame.
        case backward
        /// Nothing.
        case clear
    }

    /// How many frames the movie has.
    public let frames: Int
    /// Frames a second at speed 1.
    public let fps: Int

    /// How often the run is played; 0, the default, is endless.
    ///
    /// May be changed while playing: a run that already has as many loops ends after the current one.
    public var loops = 0 {
        didSet { if route?.endsOnArrival == false { route?.setLoops(loops > 0 ? max(loops, loopsCompleted + 1) : 0) } }
    }
    /// Whether nothing is shown after a run has ended or was stopped. Default true, as on iOS. ``fillMode`` matters only if this is false.
    public var clearsAfterStop = true
    /// Default ``FillMode/forward``.
    public var fillMode = FillMode.forward
    /// Whether every loop plays forwards and then backwards, each frame once in each direction. Takes effect at the next start. Default false.
    public var autoreverses = false
    /// The first frame of every loop but the first; the frames before it are an intro. Nil, the default: the start of the range.
    ///
    /// Takes effect at the next start. Ignored outside the range and for runs that start backwards.
    public var loopStartFrame: Int?

    public private(set) var state = State.stopped
    /// The 0-based frame shown; nil if nothing is shown: after a clear, or in a movie without frames. 0 before the first start.
    public private(set) var currentFrame: Int?
    /// How many loops of the current or last run are complete.
    public private(set) var loopsCompleted = 0

    /// The speed; 1 is the movie's own.
    public var speed: Double { Double(speedMillionths) / 1e6 }
    /// The volume of all sounds, 0…1.
    public private(set) var volume = 1.0
    public private(set) var isMuted = false

    private var route: PlaybackRoute?
    /// The speed in millionths.
    private var speedMillionths = 1_000_000
    /// The position since the start of the run, in `ticks`.
    private var position: Int128 = 0
    /// The latest time passed in, in nanoseconds.
    private var time: Int128 = 0
    private var sounds: PlaybackSounds

    /// Ticks of one frame. A nanosecond at a speed of `s` millionths is `fps × s` ticks, always a whole number.
    static let ticks: Int128 = 1_000_000_000 * 1_000_000
    /// The longest step in time, ten years in nanoseconds: it keeps products from overflowing.
    private static let longestStep: Int128 = 315_360_000 * 1_000_000_000

    public init(_ movie: VideoEntity) {
        self.init(frames: movie.frames, fps: movie.fps, audios: movie.audios)
    }

    /// - Parameters:
    ///   - frames: 0 or more.
    ///   - fps: frames a second, clamped to 1…2³¹ - 1.
    ///   - audios: when sounds are played, for ``PlaybackEvent/audio(_:)``.
    public init(frames: Int, fps: Int, audios: [AudioEntity] = []) {
        self.frames = max(0, frames)
        self.fps = min(max(1, fps), Int(Int32.max))
        currentFrame = frames > 0 ? 0 : nil
        sounds = PlaybackSounds(audios, fps: self.fps)
    }

    /// `(currentFrame + 1) / frames`, as other players report it; 0 if nothing is shown.
    public var percentage: Double { currentFrame.map(percentage(of:)) ?? 0 }

    private func percentage(of frame: Int) -> Double { Double(frame + 1) / Double(frames) }

    /// When the next frame is due; nil unless playing.
    public var nextFrameTime: Duration? {
        guard state == .playing else { return nil }
        let rest = Playback.ticks - position % Playback.ticks
        let pace = Int128(fps) * Int128(speedMillionths)
        return Duration(attoseconds: (time + (rest + pace - 1) / pace) * 1_000_000_000)
    }

    // MARK: Time

    /// Moves to a time.
    /// - Returns: the events since the last call, in order.
    public mutating func advance(to time: Duration) -> [PlaybackEvent] {
        var events: [PlaybackEvent] = []
        advance(to: time, &events)
        return events
    }

    private mutating func advance(to newTime: Duration, _ events: inout [PlaybackEvent]) {
        let step = min(newTime.attoseconds / 1_000_000_000 - time, Playback.longestStep)
        guard step > 0 else { return }
        time = newTime.attoseconds / 1_000_000_000
        guard state == .playing else { return }
        position += step * Int128(fps) * Int128(speedMillionths)
        settle(&events)
    }

    // MARK: Commands

    /// Continues where it was paused or stepped to; otherwise plays the whole movie from its first frame.
    @discardableResult
    public mutating func start(at time: Duration) -> [PlaybackEvent] {
        guard state == .paused else { return start(range: 0..<frames, reverse: false, at: time) }
        var events: [PlaybackEvent] = []
        advance(to: time, &events)
        state = .playing
        settle(&events)
        return events
    }

    /// Plays a range of frames forwards, or backwards from its last. The current run is stopped.
    ///
    /// `range` is clamped to the movie. If it is empty then, the run finishes at once.
    @discardableResult
    public mutating func start(range: Range<Int>, reverse: Bool = false, at time: Duration) -> [PlaybackEvent] {
        var events = begin(at: time)
        let range = range.clamped(to: 0..<frames)
        if range.isEmpty {
            state = .finished
            events.append(.finished)
        } else {
            let route = PlaybackRoute(
                range: range, isReverse: reverse, autoreverses: autoreverses, loops: loops, loopStart: loopStartFrame)
            run(route, step: 0, .playing, &events)
        }
        return events
    }

    /// Plays from the current frame directly to another, backwards if it is an earlier one, and stays there.
    ///
    /// The run finishes as soon as the frame is shown, so the next one continues without a stutter. Loops and fill mode are ignored.
    ///
    /// A number outside the movie is ignored.
    @discardableResult
    public mutating func play(toFrame frame: Int, at time: Duration) -> [PlaybackEvent] {
        guard (0..<frames).contains(frame) else { return advance(to: time) }
        var events = begin(at: time)
        run(PlaybackRoute(from: currentFrame ?? 0, to: frame), step: 0, .playing, &events)
        return events
    }

    /// Pauses on the current frame. The position within the frame is kept.
    @discardableResult
    public mutating func pause(at time: Duration) -> [PlaybackEvent] {
        var events = advance(to: time)
        if state == .playing {
            state = .paused
            sounds.stop(&events)
        }
        return events
    }

    /// Ends the run. Nothing is shown afterwards unless ``clearsAfterStop`` is false.
    @discardableResult
    public mutating func stop(at time: Duration) -> [PlaybackEvent] {
        var events = begin(at: time)
        state = .stopped
        if clearsAfterStop { show(nil, &events) }
        return events
    }

    /// Ends the run and shows nothing.
    @discardableResult
    public mutating func clear(at time: Duration) -> [PlaybackEvent] {
        var events = begin(at: time)
        state = .stopped
        show(nil, &events)
        return events
    }

    /// Shows a frame now, and plays on from there or pauses.
    ///
    /// Within the range of the current run, that run continues; otherwise it is stopped and a run over the whole movie replaces it.
    ///
    /// A number outside the movie is ignored.
    @discardableResult
    public mutating func step(toFrame frame: Int, andPlay: Bool, at time: Duration) -> [PlaybackEvent] {
        guard (0..<frames).contains(frame) else { return advance(to: time) }
        var events = advance(to: time)
        let newState = andPlay ? State.playing : .paused
        if let route, !route.endsOnArrival,
            let step = route.step(of: frame, near: Int(clamping: position / Playback.ticks))
        {
            run(route, step: step, newState, &events)
        } else {
            events += begin(at: time)
            let whole = PlaybackRoute(
                range: 0..<frames, isReverse: false, autoreverses: autoreverses, loops: loops, loopStart: loopStartFrame)
            run(whole, step: frame, newState, &events)
        }
        return events
    }

    /// Like ``step(toFrame:andPlay:at:)`` with the frame `percentage × frames`.
    ///
    /// `percentage` is clamped to 0…1; NaN is ignored.
    @discardableResult
    public mutating func step(toPercentage percentage: Double, andPlay: Bool, at time: Duration) -> [PlaybackEvent] {
        guard !percentage.isNaN else { return advance(to: time) }
        let frame = min(Int(min(max(percentage, 0), 1) * Double(frames)), frames - 1)
        return step(toFrame: frame, andPlay: andPlay, at: time)
    }

    /// Sets the speed; 1 is the movie's own. Clamped to 0.001…1000 and rounded to millionths; NaN is ignored.
    @discardableResult
    public mutating func setSpeed(_ speed: Double, at time: Duration) -> [PlaybackEvent] {
        var events = advance(to: time)
        guard !speed.isNaN else { return events }
        speedMillionths = Int((min(max(speed, 0.001), 1000) * 1e6).rounded())
        if state == .playing { settle(&events) }
        return events
    }

    /// Sets the volume of all sounds, clamped to 0…1; NaN is ignored.
    @discardableResult
    public mutating func setVolume(_ volume: Double) -> [PlaybackEvent] {
        let kept = min(max(volume, 0), 1)
        guard !volume.isNaN, kept != self.volume else { return [] }
        self.volume = kept
        return [.audio(.volume(kept))]
    }

    @discardableResult
    public mutating func setMuted(_ isMuted: Bool) -> [PlaybackEvent] {
        guard isMuted != self.isMuted else { return [] }
        self.isMuted = isMuted
        return [.audio(.mute(isMuted))]
    }

    // MARK: Runs

    /// Moves to `time` and ends the current run; the caller sets the new state.
    private mutating func begin(at time: Duration) -> [PlaybackEvent] {
        var events = advance(to: time)
        sounds.stop(&events)
        if state == .playing || state == .paused { events.append(.stopped) }
        route = nil
        return events
    }

    private mutating func run(_ route: PlaybackRoute, step: Int, _ state: State, _ events: inout [PlaybackEvent]) {
        self.route = route
        self.state = state
        position = Int128(step) * Playback.ticks
        loopsCompleted = route.place(at: step).loop
        sounds.jump()
        show(route.place(at: step).frame, always: true, &events)
        if state == .playing { settle(&events) } else { sounds.stop(&events) }
    }

    /// Updates the frame, the loops and the sounds to the position.
    private mutating func settle(_ events: inout [PlaybackEvent]) {
        guard let route else { return }
        let step = Int(clamping: position / Playback.ticks)
        if let length = route.length, step >= length { return finish(route, length, &events) }
        let place = route.place(at: step)
        if place.loop > loopsCompleted {
            loopsCompleted = place.loop
            events.append(.loop(completed: loopsCompleted))
        }
        show(place.frame, &events)
        let movieTicks = Int128(place.frame) * Playback.ticks + position % Playback.ticks
        sounds.follow(place, movieTicks: movieTicks, rate: speed, &events)
    }

    private mutating func finish(_ route: PlaybackRoute, _ length: Int, _ events: inout [PlaybackEvent]) {
        sounds.stop(&events)
        state = .finished
        self.route = nil
        if route.endsOnArrival {
            show(route.place(at: length).frame, &events)
        } else {
            loopsCompleted = route.place(at: length).loop
            events.append(.loop(completed: loopsCompleted))
            switch fillMode {
            case _ where clearsAfterStop: show(nil, &events)
            case .forward: show(route.range.upperBound - 1, &events)
            case .backward: show(route.range.lowerBound, &events)
            case .clear: show(nil, &events)
            }
        }
        events.append(.finished)
    }

    private mutating func show(_ frame: Int?, always: Bool = false, _ events: inout [PlaybackEvent]) {
        guard always || frame != currentFrame else { return }
        currentFrame = frame
        events.append(frame.map { .frame($0, percentage: percentage(of: $0)) } ?? .cleared)
    }
}
