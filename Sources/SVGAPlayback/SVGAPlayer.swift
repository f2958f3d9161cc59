public import SVGAModel
public import SVGARender
import SVGASupport

/// Plays an animation with a clock and reports the frame to show. The methods have the same names as in the iOS player.
///
/// ```swift
/// let player = SVGAPlayer(movie)
/// player.loops = 1
/// player.startAnimation()
/// for await frame in player.frames() { print("frame \(frame)") }
/// ```
///
/// The player does not draw. It reports frame numbers; ``paintFrames(with:_:)`` paints them. At speed 1, frame `i` is shown during
/// `[i / frameRate, (i + 1) / frameRate)` seconds, exact to the nanosecond. Late frames are dropped, frames are not interpolated, and timing
/// errors do not accumulate.
///
/// The player is a class with a lock, not an actor. So a view can call methods and read ``currentFrame`` from any thread, without `await`.
/// Calls take effect immediately and in order.
///
/// A player advances only while it is referenced. When the player is released, the animation ends without an event, and waiting completions
/// are called with false.
public final class SVGAPlayer: Sendable {
    private struct Storage {
        var playback: Playback
        var animation: any PlayableAnimation
        /// Events that have not been reported yet.
        var events = PlayerEvents()
        var waiters: [Int: PlayerEvents.Waiter] = [:]
        var streams: [Int: AsyncStream<Int>.Continuation] = [:]
        /// The last key of ``waiters`` or ``streams``.
        var lastNumber = 0
        var timekeeper: Task<Void, Never>?
    }

    private let clock: PlayerClock
    private let storage: Locked<Storage>
    private let mainDelegate = MainDelegate()

    /// Creates a player that shows the first frame of an animation.
    /// - Parameters:
    ///   - animation: the animation. Its frame count, frame rate and sounds are read once.
    ///   - clock: the source of time. The default one continues while the machine sleeps.
    public init(_ animation: some PlayableAnimation, clock: some Clock<Duration> = ContinuousClock()) {
        self.clock = PlayerClock(clock)
        storage = Locked(Storage(playback: Playback(animation), animation: animation))
    }

    /// Creates a player that shows the first frame of a movie.
    /// - Parameters:
    ///   - movie: the movie. ``animation`` shows it at its natural size. Images are decoded when it is first painted.
    ///   - clock: the source of time. The default one continues while the machine sleeps.
    public convenience init(_ movie: VideoEntity, clock: some Clock<Duration> = ContinuousClock()) {
        self.init(UnmodifiedMovie(movie), clock: clock)
    }

    deinit {
        let waiters = storage.withLock { storage in
            storage.timekeeper?.cancel()
            for stream in storage.streams.values { stream.finish() }
            storage.events.mainEvents?.finish()
            return storage.waiters
        }
        for waiter in waiters.values { waiter(false) }
    }

    /// Receives the events on the main actor, in order, soon after they occur. Held weakly.
    ///
    /// A class on the main actor conforms with `@MainActor SVGAPlayerDelegate`. A new delegate receives only later events.
    @MainActor public var delegate: (any SVGAPlayerDelegate)? {
        get { mainDelegate.delegate }
        set {
            let events = mainDelegate.setDelegate(newValue)
            storage.withLock { $0.events.mainEvents = events }
        }
    }

    /// Receives the events synchronously, one at a time: during the call that causes them, or from the player's task. Held weakly.
    ///
    /// Use it for sound output, and in programs whose main thread does not run the main actor. You can set ``delegate`` at the same time.
    public var observer: (any SVGAPlayerDelegate & Sendable)? {
        get { storage.withLock { $0.events.observer } }
        set { storage.withLock { $0.events.observer = newValue } }
    }

    /// The animation. Setting it stops the current run or a delayed start, with ``SVGAPlayerDelegate/playerDidStopAnimation(_:)``. Then the first
    /// frame of the new animation is shown. Settings such as ``loops``, ``speed`` and ``volume`` are kept.
    public var animation: any PlayableAnimation {
        get { storage.withLock { $0.animation } }
        set {
            let playback = Playback(newValue)
            // The old animation is released outside the lock, because its release may take long or call the player.
            let old = storage.withLock { storage in
                defer { storage.animation = newValue }
                apply(to: &storage) { $0.replace(with: playback, at: $1) }
                return storage.animation
            }
            withExtendedLifetime(old) { deliver() }
        }
    }

    // MARK: State

    package var playback: Playback { storage.withLock { $0.playback } }
    /// The state of the player.
    public var state: State { playback.state }
    /// Whether ``state`` is ``State/playing``.
    package var isAnimating: Bool { state == .playing }
    /// The frame shown since the last update, 0-based; 0 before the first start. Nil if nothing is shown or the animation has no frames.
    public var currentFrame: Int? { playback.currentFrame }
    /// The progress as the iOS player computes it: `(currentFrame + 1) / frames`, above 0 and at most 1. 0 if nothing is shown.
    ///
    /// ``step(toPercentage:andPlay:)`` is its inverse for every frame.
    public var percentage: Double { playback.percentage }
    /// The number of completed loops of the current or last run.
    public var loopsCompleted: Int { playback.loopsCompleted }
    /// The time until the next frame or until the end of a delay. Nil if nothing changes without a command.
    ///
    /// Zero if the next frame is late. With a nonlinear time function, the time is at most four frame durations; the frame may then be unchanged.
    public var timeUntilNextFrame: Duration? {
        let now = clock.now()
        return playback.nextFrameTime.map { max($0 - now, .zero) }
    }

    /// The number of loops of a run. Default 0, which loops endlessly.
    ///
    /// You can change it during playback. A run that already has completed as many loops ends after the current loop.
    public var loops: Int {
        get { playback.loops }
        set { storage.withLock { $0.playback.loops = newValue } }
    }
    /// Whether nothing is shown after a run has ended or was stopped. Default true, as on iOS. If true, ``fillMode-swift.property`` is ignored.
    public var clearsAfterStop: Bool {
        get { playback.clearsAfterStop }
        set { storage.withLock { $0.playback.clearsAfterStop = newValue } }
    }
    /// The frame that stays visible after a run has ended. Default ``FillMode-swift.enum/forward``.
    public var fillMode: FillMode {
        get { playback.fillMode }
        set { storage.withLock { $0.playback.fillMode = newValue } }
    }
    /// Whether every loop plays forward and back, each frame once in each direction. Default false. Takes effect at the next start.
    public var autoreverses: Bool {
        get { playback.autoreverses }
        set { storage.withLock { $0.playback.autoreverses = newValue } }
    }
    /// The first frame of every loop except the first; the frames before it are an intro. Default nil, the start of the range.
    ///
    /// Takes effect at the next start. Ignored if the frame is outside the range, and for runs that start backward.
    public var loopStartFrame: Int? {
        get { playback.loopStartFrame }
        set { storage.withLock { $0.playback.loopStartFrame = newValue } }
    }
    /// The speed; 1 is the natural speed. A negative speed plays backward; at speed 0 the frame does not change. Clamped to -1000…1000 and rounded
    /// to millionths. NaN is ignored.
    ///
    /// Takes effect immediately, without a jump. If the sign changes during a frame, playback turns back: the frame stays as long as it was already
    /// shown, then the previous frame follows. A loop is complete when playback passes its end forward or its start backward.
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

    /// Plays a range of frames. Without a range and not reversed, continues a paused or stepped run. If there is none, plays the entire animation:
    /// forward from the first frame or, at a negative speed, backward from the last frame.
    /// - Parameters:
    ///   - range: the frames, clamped to the animation. If the clamped range is empty, the run finishes at once. nil: the entire animation.
    ///   - reverse: whether the range plays against the direction of the speed. At speed 1, it then plays backward from its last frame.
    ///   - delay: the delay, at most ten years, independent of the speed. The current run stops immediately, and its frame stays. Pausing, stopping
    ///     or stepping cancels the delayed start.
    public func startAnimation(range: Range<Int>? = nil, reverse: Bool = false, after delay: Duration = .zero) {
        command { $0.start(range: range, reverse: reverse, after: delay, at: $1) }
    }

    /// Pauses on the current frame and keeps the position within the frame. A delayed start is canceled.
    public func pauseAnimation() { command { $0.pause(at: $1) } }

    /// Ends the run, or cancels a delayed start. Nothing is shown afterwards unless ``clearsAfterStop`` is false.
    public func stopAnimation() { command { $0.stop(at: $1) } }

    /// Ends the run, or cancels a delayed start, and shows nothing.
    public func clear() { command { $0.clear(at: $1) } }

    /// Shows a frame immediately. Then plays on from that frame, or pauses.
    ///
    /// If the frame is within the range of the current run, that run continues. If not, a run over the entire animation replaces it.
    /// - Parameters:
    ///   - frame: the frame, 0-based. A frame outside the animation is ignored.
    ///   - andPlay: whether to play on; if false, the player pauses.
    public func step(toFrame frame: Int, andPlay: Bool) { command { $0.step(to: .frame(frame), andPlay: andPlay, at: $1) } }

    /// Like ``step(toFrame:andPlay:)`` for the first frame whose ``percentage`` is at least this percentage.
    /// - Parameters:
    ///   - percentage: the percentage, clamped to 0…1. NaN is ignored.
    ///   - andPlay: whether to play on; if false, the player pauses.
    public func step(toPercentage percentage: Double, andPlay: Bool) {
        command { $0.step(to: .percentage(percentage), andPlay: andPlay, at: $1) }
    }

    /// Advances to the current time and returns the frame to show. Call it just before drawing; the player also advances by its own timer.
    @discardableResult
    public func update() -> Int? {
        let frame = storage.withLock { storage in
            record(storage.playback.advance(to: clock.now()), in: &storage)
            return storage.playback.currentFrame
        }
        deliver()
        return frame
    }

    // MARK: Waiting

    /// Plays like ``startAnimation(range:reverse:after:)`` and returns when the run ends.
    ///
    /// If the task is canceled, the animation stops. A pause does not end the wait.
    /// - Returns: true if the run finished; false if it was stopped, replaced or canceled.
    @discardableResult
    public func play(range: Range<Int>? = nil, reverse: Bool = false, after delay: Duration = .zero) async -> Bool {
        await end { $0.start(range: range, reverse: reverse, after: delay, at: $1) }
    }

    /// Plays from one position directly to another, backward if the target is earlier. Returns when the target is shown, like
    /// ``play(range:reverse:after:)``.
    ///
    /// From frame `a` to frame `a + n`, the run takes `T = n / frameRate` seconds at speed 1. At time `t`, it shows the frame
    /// `a + floor(timeFunction(t / T) × n)`. The target frame stays visible; ``loops`` and the fill mode are ignored. Sounds play if the run goes
    /// forward and the time function is linear.
    /// - Parameters:
    ///   - start: the start position; nil for the start of the current frame.
    ///   - target: the end position. The sign of the speed at the start is ignored. If the sign changes later, the run reverses and ends at the
    ///     start position.
    ///   - timeFunction: maps elapsed time to progress.
    ///   - delay: the delay, as in ``startAnimation(range:reverse:after:)``.
    /// - Returns: true if the run finished. False if it was stopped, replaced or canceled, and immediately if a position does not exist.
    @discardableResult
    public func play(
        from start: Position? = nil, to target: Position, timeFunction: TimeFunction = .linear, after delay: Duration = .zero
    ) async -> Bool {
        await end { $0.play(from: start, to: target, timeFunction: timeFunction, after: delay, at: $1) }
    }

    /// Like ``play(from:to:timeFunction:after:)``, for callers that cannot await. `completion` is called once, on any thread. It receives the result
    /// of the async method, or false if the player is released before the end.
    public func play(
        from start: Position? = nil, to target: Position, timeFunction: TimeFunction = .linear, after delay: Duration = .zero,
        completion: @escaping @Sendable (_ isFinished: Bool) -> Void
    ) {
        storage.withLock { storage in
            storage.lastNumber += 1
            apply(waiter: (storage.lastNumber, completion), to: &storage) {
                $0.play(from: start, to: target, timeFunction: timeFunction, after: delay, at: $1)
            }
        }
        deliver()
    }

    /// The frames of the current run as they are shown; without a current run, those of the next run. The stream ends with the run.
    ///
    /// A consumer that is slower than the animation receives only the newest frame.
    public func frames() -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        let number = storage.withLock { storage in
            storage.lastNumber += 1
            storage.streams[storage.lastNumber] = continuation
            if [.playing, .paused].contains(storage.playback.state), let frame = storage.playback.currentFrame {
                continuation.yield(frame)
            }
            return storage.lastNumber
        }
        continuation.onTermination = { [weak self] _ in self?.storage.withLock { _ = $0.streams.removeValue(forKey: number) } }
        return stream
    }

    // MARK: Implementation

    /// Changes the playback at a time. Returns the events; nil if the command has no effect.
    private typealias Command = (inout Playback, Duration) -> [PlaybackEvent]?

    private func command(_ body: Command) {
        storage.withLock { apply(to: &$0, body) }
        deliver()
    }

    private func end(_ body: @Sendable (inout Playback, Duration) -> [PlaybackEvent]?) async -> Bool {
        let number = storage.withLock { storage in
            storage.lastNumber += 1
            return storage.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                storage.withLock { storage in
                    let waiter: PlayerEvents.Waiter = { continuation.resume(returning: $0) }
                    // If the task is canceled after this check, its handler waits for the lock and then finds the waiter.
                    guard !Task.isCancelled else { return storage.events.add(.end(waiter, isFinished: false)) }
                    apply(waiter: (number, waiter), to: &storage, body)
                }
                deliver()
            }
        } onCancel: {
            storage.withLock { storage in
                if storage.waiters[number] != nil { apply(to: &storage) { $0.stop(at: $1) } }
            }
            deliver()
        }
    }

    /// Runs a command. `waiter` is called at the end of the run that the command starts.
    private func apply(waiter: (number: Int, call: PlayerEvents.Waiter)? = nil, to storage: inout Storage, _ body: Command) {
        guard let events = body(&storage.playback, clock.now()) else {
            if let waiter { storage.events.add(.end(waiter.call, isFinished: false)) }
            return
        }
        record(events, in: &storage)
        if let waiter {
            if [.playing, .paused, .delayed].contains(storage.playback.state) {
                storage.waiters[waiter.number] = waiter.call
            } else {
                storage.events.add(.end(waiter.call, isFinished: storage.playback.state == .finished))
            }
        }
        storage.timekeeper?.cancel()
        storage.timekeeper = storage.playback.nextFrameTime.map(keepTime)
    }

    private func record(_ events: [PlaybackEvent], in storage: inout Storage) {
        for event in events {
            storage.events.add(.event(event))
            switch event {
            case .frame(let frame, _):
                for stream in storage.streams.values { stream.yield(frame) }
            case .finished, .stopped:
                for waiter in storage.waiters.values { storage.events.add(.end(waiter, isFinished: event == .finished)) }
                for stream in storage.streams.values { storage.events.add(.endStream(stream)) }
                storage.waiters = [:]
                storage.streams = [:]
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

    /// Updates to the current time, unless this timekeeping task was replaced.
    /// - Returns: the time of the next frame; nil ends the task.
    private func tick() -> Duration? {
        let next: Duration? = storage.withLock { storage in
            guard !Task.isCancelled else { return nil }
            record(storage.playback.advance(to: clock.now()), in: &storage)
            return storage.playback.nextFrameTime
        }
        deliver()
        return next
    }

    /// Delivers the waiting events in order. Only one thread delivers at a time; it also delivers events that other threads add meanwhile.
    private func deliver() {
        guard storage.withLock({ $0.events.beginDelivery() }) else { return }
        while let item = storage.withLock({ $0.events.next() }) { item.deliver(to: self) }
    }
}
