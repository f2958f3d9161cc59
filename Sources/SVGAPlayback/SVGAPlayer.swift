public import SVGAModel
public import SVGARender
import SVGASupport

/// Plays an animation by a clock and reports which frame to show. Its commands are named as the iOS player's.
///
/// ```swift
/// let player = SVGAPlayer(movie)
/// player.loops = 1
/// player.startAnimation()
/// for await frame in player.frames() { print("frame \(frame)") }
/// ```
///
/// It draws nothing: frames are numbers, and ``paintFrames(with:_:)`` turns them into pixels. Frame `i` is shown for
/// `[i / frameRate, (i + 1) / frameRate)` seconds at speed 1, to the nanosecond. Late frames are dropped, nothing is interpolated, and nothing
/// drifts, however long it plays and however often it is paused.
///
/// The player is a class with a lock and not an actor, so that a view can give commands and read ``currentFrame`` from any thread, at once
/// and in order, without `await`.
///
/// A player keeps time only while it is referenced. When it is released, the animation ends without an event; a completion that
/// still waits is called with false.
public final class SVGAPlayer: Sendable {
    private struct Inside {
        var playback: Playback
        var animation: any PlayableAnimation
        /// Events that have not been reported yet.
        var events = PlayerEvents()
        var waiters: [Int: PlayerEvents.Waiter] = [:]
        var streams: [Int: AsyncStream<Int>.Continuation] = [:]
        var lastNumber = 0
        var timekeeper: Task<Void, Never>?
    }

    private let clock: PlayerClock
    private let inside: Locked<Inside>
    private let mainDelegate = MainDelegate()

    /// Creates a player that shows the first frame of an animation.
    /// - Parameters:
    ///   - animation: what is played. Its frames, rate and sounds are asked for once.
    ///   - clock: what time is kept by. The default one goes on while the machine sleeps.
    public init(_ animation: some PlayableAnimation, clock: some Clock<Duration> = ContinuousClock()) {
        self.clock = PlayerClock(clock)
        inside = Locked(Inside(playback: Playback(animation), animation: animation))
    }

    /// Creates a player that shows the first frame of a movie.
    /// - Parameters:
    ///   - movie: what is played. ``animation`` shows it at its own size, and decodes nothing until it is painted.
    ///   - clock: what time is kept by. The default one goes on while the machine sleeps.
    public convenience init(_ movie: VideoEntity, clock: some Clock<Duration> = ContinuousClock()) {
        self.init(UnmodifiedMovie(movie), clock: clock)
    }

    deinit {
        let waiters = inside.withLock { inside in
            inside.timekeeper?.cancel()
            for stream in inside.streams.values { stream.finish() }
            inside.events.mainEvents?.finish()
            return inside.waiters
        }
        for waiter in waiters.values { waiter(false) }
    }

    /// Gets the events on the main actor, in order, soon after they happened. Held weakly.
    ///
    /// A class of the main actor conforms with `@MainActor SVGAPlayerDelegate`. A new delegate hears what happens from now on.
    @MainActor public var delegate: (any SVGAPlayerDelegate)? {
        get { mainDelegate.delegate }
        set {
            let events = mainDelegate.listen(newValue)
            inside.withLock { $0.events.mainEvents = events }
        }
    }

    /// Gets the events at once and one at a time: from inside the command that causes them, or from the player's own task. Held weakly.
    ///
    /// For sound outputs, and hosts whose main thread runs no main actor. There may be a ``delegate``, too.
    public var observer: (any SVGAPlayerDelegate & Sendable)? {
        get { inside.withLock { $0.events.observer } }
        set { inside.withLock { $0.events.observer = newValue } }
    }

    /// What is played. Setting it stops the run, or a delayed start, with ``SVGAPlayerDelegate/playerDidStopAnimation(_:)``, and shows the first frame
    /// of the new animation. ``loops``, ``speed``, ``volume`` and the like stay as they are.
    public var animation: any PlayableAnimation {
        get { inside.withLock { $0.animation } }
        set {
            let playback = Playback(newValue)
            // Freed outside of the lock: it may be large, and may use the player.
            let old = inside.withLock { inside in
                defer { inside.animation = newValue }
                apply(to: &inside) { $0.exchange(for: playback, at: $1) }
                return inside.animation
            }
            withExtendedLifetime(old) { tell() }
        }
    }

    // MARK: State

    package var playback: Playback { inside.withLock { $0.playback } }
    /// What the player is doing.
    public var state: State { playback.state }
    /// Whether ``state`` is ``State/playing``.
    public var isAnimating: Bool { state == .playing }
    /// The 0-based frame shown since the last update; 0 before the first start. Nil: nothing is shown, or the animation has no frames.
    public var currentFrame: Int? { playback.currentFrame }
    /// The progress as the iOS player reports it: `(currentFrame + 1) / frames`, so above 0 and at most 1; 0 if nothing is shown.
    ///
    /// ``step(toPercentage:andPlay:)`` is its inverse for every frame.
    public var percentage: Double { playback.percentage }
    /// How many loops of the current or last run are complete.
    public var loopsCompleted: Int { playback.loopsCompleted }
    /// How long after the present time of the clock the next frame is due, or a delay is over. Nil if nothing will change by itself.
    ///
    /// Zero if it is late. With a time function other than linear, it is at most four frames' time, whether or not the frame changes then.
    public var timeUntilNextFrame: Duration? {
        let now = clock.now()
        return playback.nextFrameTime.map { max($0 - now, .zero) }
    }

    /// How often a run is played; 0, the default, is endless.
    ///
    /// May be changed while playing: a run that already has as many loops ends after the current one.
    public var loops: Int {
        get { playback.loops }
        set { inside.withLock { $0.playback.loops = newValue } }
    }
    /// Whether nothing is shown after a run has ended or was stopped. Default true, as on iOS; then ``fillMode-swift.property`` does not matter.
    public var clearsAfterStop: Bool {
        get { playback.clearsAfterStop }
        set { inside.withLock { $0.playback.clearsAfterStop = newValue } }
    }
    /// What stays visible when a run has ended by itself. Default ``FillMode-swift.enum/forward``.
    public var fillMode: FillMode {
        get { playback.fillMode }
        set { inside.withLock { $0.playback.fillMode = newValue } }
    }
    /// Whether every loop plays there and back, each frame once in each direction. Default false. Takes effect at the next start.
    public var autoreverses: Bool {
        get { playback.autoreverses }
        set { inside.withLock { $0.playback.autoreverses = newValue } }
    }
    /// The first frame of every loop but the first; the frames before it are an intro. Nil, the default: the start of the range.
    ///
    /// Takes effect at the next start. Ignored outside the range and for runs that start backwards.
    public var loopStartFrame: Int? {
        get { playback.loopStartFrame }
        set { inside.withLock { $0.playback.loopStartFrame = newValue } }
    }
    /// The speed; 1 is the animation's own. Below 0 frames are played backwards, and at 0 the frame stands still. Clamped to -1000…1000 and rounded to
    /// millionths; NaN is ignored.
    ///
    /// Takes effect at once and without a jump: if its sign changes in the middle of a frame, the frame stays for the time that it had been shown,
    /// and those before it follow. Going back past the start of a loop ends the loop as going past its end does.
    public var speed: Double {
        get { playback.speed }
        set { command { $0.setSpeed(newValue, at: $1) } }
    }
    /// The volume of all sounds, clamped to 0…1. NaN is ignored. Default 1.
    public var volume: Double {
        get { playback.volume }
        set { command { playback, _ in playback.setVolume(newValue) } }
    }
    /// Whether all sounds are muted. Muted sounds keep playing. Default false.
    public var isMuted: Bool {
        get { playback.isMuted }
        set { command { playback, _ in playback.setMuted(newValue) } }
    }

    // MARK: Commands

    /// Plays a range of frames. Without a range and not reversed, it continues where it was paused or stepped to; otherwise it plays the whole
    /// animation, from its first frame or, if the speed is below 0, backwards from its last.
    /// - Parameters:
    ///   - range: clamped to the animation. If it is empty then, the run finishes at once. nil: the whole animation.
    ///   - reverse: whether it is played against the direction of the speed: at speed 1 backwards from its last frame.
    ///   - delay: how long to wait before; at most ten years, whatever the speed. A run that is replaced stops at once. Until then the frame
    ///     stays as it is; pausing, stopping or stepping cancels the start.
    public func startAnimation(range: Range<Int>? = nil, reverse: Bool = false, after delay: Duration = .zero) {
        command { $0.start(range: range, reverse: reverse, after: delay, at: $1) }
    }

    /// Pauses on the current frame. The position within the frame is kept. A delayed start is cancelled.
    public func pauseAnimation() { command { $0.pause(at: $1) } }

    /// Ends the run, or cancels a delayed start. Nothing is shown afterwards unless ``clearsAfterStop`` is false.
    public func stopAnimation() { command { $0.stop(at: $1) } }

    /// Ends the run, or cancels a delayed start, and shows nothing.
    public func clear() { command { $0.clear(at: $1) } }

    /// Shows a frame now, and plays on from there or pauses.
    ///
    /// Within the range of the current run, that run continues; otherwise it is stopped and a run over the whole animation replaces it.
    /// - Parameters:
    ///   - frame: 0-based. A number outside the animation is ignored.
    ///   - andPlay: whether it plays on.
    public func step(toFrame frame: Int, andPlay: Bool) { command { $0.step(to: .frame(frame), andPlay: andPlay, at: $1) } }

    /// Like ``step(toFrame:andPlay:)`` with the first frame whose ``percentage`` is not less than this one.
    /// - Parameters:
    ///   - percentage: clamped to 0…1; NaN is ignored.
    ///   - andPlay: whether it plays on.
    public func step(toPercentage percentage: Double, andPlay: Bool) {
        command { $0.step(to: .percentage(percentage), andPlay: andPlay, at: $1) }
    }

    /// For a host that is about to draw: updates to the clock's present time, which the player also does by itself, and returns the frame to show.
    @discardableResult
    public func update() -> Int? {
        let frame = inside.withLock { inside in
            note(inside.playback.advance(to: clock.now()), in: &inside)
            return inside.playback.currentFrame
        }
        tell()
        return frame
    }

    // MARK: Waiting

    /// Plays like ``startAnimation(range:reverse:after:)`` and returns when that run is over.
    ///
    /// If the task is cancelled, the animation stops. During a pause it keeps waiting.
    /// - Returns: true when it ended by itself, false when it was stopped, replaced or cancelled.
    @discardableResult
    public func play(range: Range<Int>? = nil, reverse: Bool = false, after delay: Duration = .zero) async -> Bool {
        await end { $0.start(range: range, reverse: reverse, after: delay, at: $1) }
    }

    /// Plays from one place directly to another, backwards if that is an earlier one, and returns when it is shown, like
    /// ``play(range:reverse:after:)``.
    ///
    /// From frame `a` to frame `a + n` it takes `T = n / frameRate` seconds at speed 1, and at time `t` shows the frame
    /// `a + floor(timeFunction(t / T) × n)`. It stays at the last one, whatever the fill mode, and ignores ``loops``.
    /// Sounds are heard if it goes forwards and the time function is linear.
    /// - Parameters:
    ///   - start: nil: the frame that is shown when it begins.
    ///   - target: where it ends. The speed counts without its sign at first; a change of the sign turns it back to where it began, and it ends there.
    ///   - timeFunction: how far it has come when.
    ///   - delay: how long to wait before, as in ``startAnimation(range:reverse:after:)``.
    /// - Returns: true when it ended by itself; false when it was stopped, replaced or cancelled, and at once if there is no such place.
    @discardableResult
    public func play(
        from start: Position? = nil, to target: Position, timeFunction: TimeFunction = .linear, after delay: Duration = .zero
    ) async -> Bool {
        await end { $0.play(from: start, to: target, timeFunction: timeFunction, after: delay, at: $1) }
    }

    /// Like ``play(from:to:timeFunction:after:)``, for callers that cannot await. `completion` is called once, on any thread, with what the
    /// other method returns, or with false when the player is released before.
    public func play(
        from start: Position? = nil, to target: Position, timeFunction: TimeFunction = .linear, after delay: Duration = .zero,
        completion: @escaping @Sendable (_ isFinished: Bool) -> Void
    ) {
        inside.withLock { inside in
            inside.lastNumber += 1
            apply(waiter: (inside.lastNumber, completion), to: &inside) {
                $0.play(from: start, to: target, timeFunction: timeFunction, after: delay, at: $1)
            }
        }
        tell()
    }

    /// The frames as they are shown, of the current run or else of the next one. The stream ends with the run.
    ///
    /// A consumer that is slower than the animation gets the newest frame and misses the others.
    public func frames() -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        let number = inside.withLock { inside in
            inside.lastNumber += 1
            inside.streams[inside.lastNumber] = continuation
            if [.playing, .paused].contains(inside.playback.state), let frame = inside.playback.currentFrame { continuation.yield(frame) }
            return inside.lastNumber
        }
        continuation.onTermination = { [weak self] _ in self?.inside.withLock { _ = $0.streams.removeValue(forKey: number) } }
        return stream
    }

    /// Paints the frames of the current run, or else of the next one, as they are shown, with one painter. Returns when that run is over.
    ///
    /// ```swift
    /// player.startAnimation()
    /// try await player.paintFrames(with: scene) { painter, frame in
    ///     print(frame, painter.pixmap())
    /// }
    /// ```
    ///
    /// If painting takes longer than a frame, frames are skipped, so it never lags behind.
    ///
    /// - Parameters:
    ///   - animation: what is painted: what is played, or a scene of the same movie at another size or with other substitutions.
    ///   - show: called on the caller's actor, with the painter that holds the frame.
    /// - Throws: what painting or `show` throws. The animation goes on.
    nonisolated(nonsending) public func paintFrames<Shown: PlayableAnimation>(
        with animation: Shown, _ show: (_ painter: Shown.Painter, _ frame: Int) throws -> Void
    ) async throws {
        // Before the painter, which may take longer to make than the run lasts.
        let frames = frames()
        let painter = try animation.makePainter()
        for await frame in frames {
            try painter.paint(frame: frame)
            try show(painter, frame)
        }
    }

    // MARK: Inside

    /// Returns the events; nil if nothing was done.
    private typealias Command = (inout Playback, Duration) -> [PlaybackEvent]?

    private func command(_ body: Command) {
        inside.withLock { apply(to: &$0, body) }
        tell()
    }

    private func end(_ body: @Sendable (inout Playback, Duration) -> [PlaybackEvent]?) async -> Bool {
        let number = inside.withLock { inside in
            inside.lastNumber += 1
            return inside.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                inside.withLock { inside in
                    let waiter: PlayerEvents.Waiter = { continuation.resume(returning: $0) }
                    // If the task is cancelled after this check, its handler waits for the lock and then finds the waiter.
                    guard !Task.isCancelled else { return inside.events.add(.end(waiter, isFinished: false)) }
                    apply(waiter: (number, waiter), to: &inside, body)
                }
                tell()
            }
        } onCancel: {
            inside.withLock { inside in
                if inside.waiters[number] != nil { apply(to: &inside) { $0.stop(at: $1) } }
            }
            tell()
        }
    }

    /// Runs a command. `waiter` is called at the end of the run that the command starts.
    private func apply(waiter: (number: Int, call: PlayerEvents.Waiter)? = nil, to inside: inout Inside, _ body: Command) {
        guard let events = body(&inside.playback, clock.now()) else {
            if let waiter { inside.events.add(.end(waiter.call, isFinished: false)) }
            return
        }
        note(events, in: &inside)
        if let waiter {
            if [.playing, .paused, .delayed].contains(inside.playback.state) {
                inside.waiters[waiter.number] = waiter.call
            } else {
                inside.events.add(.end(waiter.call, isFinished: inside.playback.state == .finished))
            }
        }
        inside.timekeeper?.cancel()
        inside.timekeeper = inside.playback.nextFrameTime.map(keepTime)
    }

    private func note(_ events: [PlaybackEvent], in inside: inout Inside) {
        for event in events {
            inside.events.add(.event(event))
            switch event {
            case .frame(let frame, _):
                for stream in inside.streams.values { stream.yield(frame) }
            case .finished, .stopped:
                for waiter in inside.waiters.values { inside.events.add(.end(waiter, isFinished: event == .finished)) }
                for stream in inside.streams.values { inside.events.add(.endStream(stream)) }
                inside.waiters = [:]
                inside.streams = [:]
            default: break
            }
        }
    }

    private func keepTime(until first: Duration) -> Task<Void, Never> {
        Task { [weak self, clock] in
            var next = first
            while !Task.isCancelled, (try? await clock.sleep(next)) != nil, let time = self?.tick() { next = time }
        }
    }

    /// Updates to the clock's time, unless this timekeeping task has been replaced.
    /// - Returns: when the next frame is due; nil ends the task.
    private func tick() -> Duration? {
        let next: Duration? = inside.withLock { inside in
            guard !Task.isCancelled else { return nil }
            note(inside.playback.advance(to: clock.now()), in: &inside)
            return inside.playback.nextFrameTime
        }
        tell()
        return next
    }

    /// Reports the events in order. Only one thread reports at a time; it also reports what happens meanwhile.
    private func tell() {
        guard inside.withLock({ $0.events.beginDelivery() }) else { return }
        while let item = inside.withLock({ $0.events.next() }) { item.tell(self) }
    }
}
