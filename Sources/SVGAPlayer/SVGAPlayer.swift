public import SVGAModel
public import SVGARender
import SVGASupport

/// Plays a movie by a clock and reports which frame to show. Its commands are named as the iOS player's.
///
/// ```swift
/// let player = SVGAPlayer(movie)
/// player.loops = 1
/// player.startAnimation()
/// for await frame in player.frames() { view.show(frame) }
/// ```
///
/// It draws nothing: frames are numbers, and ``paintFrames(with:_:)`` turns them into pixels. ``Playback`` has the rules of which frame is
/// shown when. The player is a class with a lock and not an actor, so that a view can give commands and read ``currentFrame`` from any
/// thread, at once and in order, without `await`.
///
/// A player keeps time only while it is referenced. When it is released, the animation ends without an event.
public final class SVGAPlayer: Sendable {
    /// Called once, with whether the run ended by itself.
    private typealias Waiter = @Sendable (_ isFinished: Bool) -> Void

    /// Something that happened and has not been reported yet.
    private enum News {
        case event(PlaybackEvent)
        case end(Waiter, isFinished: Bool)
        case endStream(AsyncStream<Int>.Continuation)
    }

    private struct State {
        var playback: Playback
        weak var delegate: (any SVGAPlayerDelegate)?
        var news: [News] = []
        var isTelling = false
        var waiters: [Int: Waiter] = [:]
        var streams: [Int: AsyncStream<Int>.Continuation] = [:]
        var lastNumber = 0
        var timekeeper: Task<Void, Never>?
    }

    public let movie: VideoEntity
    private let clock: PlayerClock
    private let state: Locked<State>

    /// Creates a player that shows the movie's first frame. The default clock goes on while the machine sleeps.
    public init(_ movie: VideoEntity, clock: some Clock<Duration> = ContinuousClock()) {
        self.movie = movie
        self.clock = PlayerClock(clock)
        state = Locked(State(playback: Playback(movie)))
    }

    deinit {
        state.withLock {
            $0.timekeeper?.cancel()
            for stream in $0.streams.values { stream.finish() }
        }
    }

    public var delegate: (any SVGAPlayerDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    // MARK: State

    /// A copy of the state at the last update, with everything that can be asked, such as ``Playback/loopsCompleted``.
    public var playback: Playback { state.withLock { $0.playback } }
    /// The 0-based frame shown; nil if nothing is shown.
    public var currentFrame: Int? { playback.currentFrame }
    /// `(currentFrame + 1) / frames`; 0 if nothing is shown.
    public var percentage: Double { playback.percentage }
    public var isAnimating: Bool { playback.state == .playing }

    /// See ``Playback/loops``; 0 is endless.
    public var loops: Int {
        get { playback.loops }
        set { state.withLock { $0.playback.loops = newValue } }
    }
    /// See ``Playback/clearsAfterStop``.
    public var clearsAfterStop: Bool {
        get { playback.clearsAfterStop }
        set { state.withLock { $0.playback.clearsAfterStop = newValue } }
    }
    /// See ``Playback/fillMode-swift.property``.
    public var fillMode: Playback.FillMode {
        get { playback.fillMode }
        set { state.withLock { $0.playback.fillMode = newValue } }
    }
    /// See ``Playback/autoreverses``. Takes effect at the next start.
    public var autoreverses: Bool {
        get { playback.autoreverses }
        set { state.withLock { $0.playback.autoreverses = newValue } }
    }
    /// See ``Playback/loopStartFrame``. Takes effect at the next start.
    public var loopStartFrame: Int? {
        get { playback.loopStartFrame }
        set { state.withLock { $0.playback.loopStartFrame = newValue } }
    }
    /// The speed; 1 is the movie's own. Clamped to 0.001…1000. Takes effect at once.
    public var speed: Double {
        get { playback.speed }
        set { command { $0.setSpeed(newValue, at: $1) } }
    }
    /// The volume of all sounds, 0…1.
    public var volume: Double {
        get { playback.volume }
        set { command { playback, _ in playback.setVolume(newValue) } }
    }
    public var isMuted: Bool {
        get { playback.isMuted }
        set { command { playback, _ in playback.setMuted(newValue) } }
    }

    // MARK: Commands

    /// Continues where it was paused or stepped to; otherwise plays the whole movie from its first frame.
    public func startAnimation() { command { $0.start(at: $1) } }

    /// Plays a range of frames forwards, or backwards from its last.
    public func startAnimation(range: Range<Int>, reverse: Bool = false) {
        command { $0.start(range: range, reverse: reverse, at: $1) }
    }

    /// Pauses on the current frame.
    public func pauseAnimation() { command { $0.pause(at: $1) } }

    /// Ends the run. Nothing is shown afterwards unless ``clearsAfterStop`` is false.
    public func stopAnimation() { command { $0.stop(at: $1) } }

    /// Ends the run and shows nothing.
    public func clear() { command { $0.clear(at: $1) } }

    /// Shows a frame now, and plays on from there or pauses. A number outside the movie is ignored.
    public func step(toFrame frame: Int, andPlay: Bool) { command { $0.step(toFrame: frame, andPlay: andPlay, at: $1) } }

    /// Like ``step(toFrame:andPlay:)`` with the frame `percentage × frames`. `percentage` is clamped to 0…1.
    public func step(toPercentage percentage: Double, andPlay: Bool) {
        command { $0.step(toPercentage: percentage, andPlay: andPlay, at: $1) }
    }

    /// Updates the player to the clock's current time, for a host that is about to draw. The player keeps time without this, too.
    /// - Returns: the frame to show.
    @discardableResult
    public func update() -> Int? {
        let frame = state.withLock { state in
            note(state.playback.advance(to: clock.now()), in: &state)
            return state.playback.currentFrame
        }
        tell()
        return frame
    }

    // MARK: Waiting

    /// Plays like ``startAnimation()`` and returns when that run is over.
    ///
    /// If the task is cancelled, the animation stops. During a pause it keeps waiting.
    /// - Returns: true when it ended by itself, false when it was stopped, replaced or cancelled.
    @discardableResult
    public func play() async -> Bool { await end { $0.start(at: $1) } }

    /// Plays like ``startAnimation(range:reverse:)`` and returns when that run is over, like ``play()``.
    @discardableResult
    public func play(range: Range<Int>, reverse: Bool = false) async -> Bool {
        await end { $0.start(range: range, reverse: reverse, at: $1) }
    }

    /// Plays from the current frame directly to another, backwards if it is an earlier one, and returns when that frame is shown, like ``play()``.
    ///
    /// It stays there whatever the fill mode. A number outside the movie returns false at once.
    @discardableResult
    public func play(toFrame frame: Int) async -> Bool {
        guard (0..<movie.frames).contains(frame) else { return false }
        return await end { $0.play(toFrame: frame, at: $1) }
    }

    /// Like ``play(toFrame:)``, for callers that cannot await: `completion` gets true when the frame is shown, false if the run was interrupted.
    public func play(toFrame frame: Int, completion: @escaping @Sendable (_ isFinished: Bool) -> Void) {
        guard (0..<movie.frames).contains(frame) else { return completion(false) }
        state.withLock { state in
            state.lastNumber += 1
            apply({ $0.play(toFrame: frame, at: $1) }, waiter: (state.lastNumber, completion), to: &state)
        }
        tell()
    }

    /// The frames as they are shown, of the current run or else of the next one. The stream ends with the run.
    ///
    /// A consumer that is slower than the movie gets the newest frame and misses the others.
    public func frames() -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.lastNumber += 1
            state.streams[state.lastNumber] = continuation
            if [.playing, .paused].contains(state.playback.state), let frame = state.playback.currentFrame { continuation.yield(frame) }
            return state.lastNumber
        }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { _ = $0.streams.removeValue(forKey: number) } }
        return stream
    }

    // MARK: Inside

    private typealias Command = (inout Playback, Duration) -> [PlaybackEvent]

    private func command(_ body: Command) {
        state.withLock { apply(body, to: &$0) }
        tell()
    }

    private func end(_ body: @Sendable (inout Playback, Duration) -> [PlaybackEvent]) async -> Bool {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    let waiter: Waiter = { continuation.resume(returning: $0) }
                    // If the task is cancelled after this check, its handler waits for the lock and then finds the waiter.
                    guard !Task.isCancelled else { return state.news.append(.end(waiter, isFinished: false)) }
                    apply(body, waiter: (number, waiter), to: &state)
                }
                tell()
            }
        } onCancel: {
            state.withLock { state in
                if state.waiters[number] != nil { apply({ $0.stop(at: $1) }, to: &state) }
            }
            tell()
        }
    }

    /// Runs a command. `waiter` is called at the end of the run that the command starts.
    private func apply(_ body: Command, waiter: (number: Int, Waiter)? = nil, to state: inout State) {
        note(body(&state.playback, clock.now()), in: &state)
        if let waiter {
            if [.playing, .paused].contains(state.playback.state) {
                state.waiters[waiter.number] = waiter.1
            } else {
                state.news.append(.end(waiter.1, isFinished: state.playback.state == .finished))
            }
        }
        state.timekeeper?.cancel()
        state.timekeeper = state.playback.nextFrameTime.map(keepTime)
    }

    private func note(_ events: [PlaybackEvent], in state: inout State) {
        for event in events {
            state.news.append(.event(event))
            switch event {
            case .frame(let frame, _):
                for stream in state.streams.values { stream.yield(frame) }
            case .finished, .stopped:
                for waiter in state.waiters.values { state.news.append(.end(waiter, isFinished: event == .finished)) }
                for stream in state.streams.values { state.news.append(.endStream(stream)) }
                state.waiters = [:]
                state.streams = [:]
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
        let next: Duration? = state.withLock { state in
            guard !Task.isCancelled else { return nil }
            note(state.playback.advance(to: clock.now()), in: &state)
            return state.playback.nextFrameTime
        }
        tell()
        return next
    }

    /// Reports the news in order. Only one thread reports at a time; it also reports what happens meanwhile.
    private func tell() {
        guard
            state.withLock({ state in
                defer { state.isTelling = true }
                return !state.isTelling
            })
        else { return }
        while true {
            let (news, delegate): (News?, (any SVGAPlayerDelegate)?) = state.withLock { state in
                if state.news.isEmpty { state.isTelling = false }
                return (state.news.isEmpty ? nil : state.news.removeFirst(), state.delegate)
            }
            switch news {
            case .event(let event): delegate?.hear(event, of: self)
            case .end(let waiter, let isFinished): waiter(isFinished)
            case .endStream(let stream): stream.finish()
            case nil: return
            }
        }
    }
}

extension SVGAPlayer {
    /// Paints the frames of the current run, or else of the next one, as they are shown, with one painter. Returns when that run is over.
    ///
    /// ```swift
    /// player.startAnimation()
    /// try await player.paintFrames(with: scene) { painter, frame in
    ///     painter.copyPixels(.premultipliedRGBA, into: screen)
    /// }
    /// ```
    ///
    /// If painting takes longer than a frame, frames are skipped, so it never lags behind.
    ///
    /// - Parameters:
    ///   - scene: prepared from the same movie.
    ///   - show: called on the caller's actor, with the painter that holds the frame.
    /// - Throws: what painting or `show` throws. The animation goes on.
    nonisolated(nonsending) public func paintFrames(
        with scene: Scene, _ show: (_ painter: FramePainter, _ frame: Int) throws -> Void
    ) async throws {
        let painter = try scene.makePainter()
        for await frame in frames() {
            try painter.paint(frame: frame)
            try show(painter, frame)
        }
    }
}

/// Any clock, with times counted from the player's creation.
struct PlayerClock: Sendable {
    let now: @Sendable () -> Duration
    /// Throws if the task is cancelled.
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    init<C: Clock<Duration>>(_ clock: C) {
        let origin = clock.now
        now = { origin.duration(to: clock.now) }
        sleep = { time in try await clock.sleep(until: origin.advanced(by: time), tolerance: nil) }
    }
}
