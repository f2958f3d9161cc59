import Dispatch
import SVGAHTTP
import SVGASupport

/// The end of a request: its deadline, or the client's disconnection. A connection's thread waits with it.
struct Patience: Sendable {
    let deadline: ContinuousClock.Instant
    let isAbandoned: @Sendable () -> Bool

    /// The time between two checks for a disconnection.
    private static let interval = Duration.milliseconds(50)

    init(seconds: Double, _ request: HTTPRequest) {
        deadline = .now + .seconds(seconds)
        isAbandoned = request.isAbandoned
    }

    /// Waits for a signal.
    /// - Throws: ``ServiceError/deadline`` or ``ServiceError/abandoned``.
    func wait(for signal: DispatchSemaphore) throws(ServiceError) {
        while true {
            let left = deadline - .now
            guard left > .zero else { throw .deadline }
            let step = min(left, Patience.interval) / .seconds(1)
            if signal.wait(timeout: .now() + step) == .success { return }
            if isAbandoned() { throw .abandoned }
        }
    }

    /// Waits before a refusal. Clients that ask again at once would otherwise take the processors from the workers.
    func waitToRefuse() {
        let end = min(deadline, .now + .milliseconds(100))
        while .now < end, !isAbandoned() {
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + min(end - .now, Patience.interval) / .seconds(1))
        }
    }
}

/// Work on dedicated threads, for which one or several requests wait. It is canceled when the last one leaves.
final class Flight<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, ServiceError>?
        var waiting: [DispatchSemaphore] = []
        var task: Task<Void, Never>?
        /// Whether all requests have left, so that no other may join.
        var isCancelled = false
    }

    private let state = Locked(State())
    private let thread = RequestThread()

    /// Adds a request, which waits for the signal.
    /// - Returns: false if the flight accepts no more requests.
    @discardableResult
    func join(_ signal: DispatchSemaphore) -> Bool {
        state.withLock { state in
            guard !state.isCancelled else { return false }
            if state.result != nil { signal.signal() } else { state.waiting.append(signal) }
            return true
        }
    }

    /// Waits for the result.
    /// - Parameter signal: that of ``join(_:)``.
    func result(_ signal: DispatchSemaphore, _ patience: Patience) throws(ServiceError) -> Value {
        do throws(ServiceError) {
            try patience.wait(for: signal)
        } catch {
            leave(signal)
            throw error
        }
        guard let result = state.withLock({ $0.result }) else { throw .abandoned }
        return try result.get()
    }

    private func leave(_ signal: DispatchSemaphore) {
        let task = state.withLock { state -> Task<Void, Never>? in
            state.waiting.removeAll { $0 === signal }
            guard state.waiting.isEmpty, state.result == nil else { return nil }
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    /// Starts the work.
    /// - Parameter ended: called on the work's thread after the requests have the result; nil after an error.
    /// - Returns: false if all requests have left. Then the work does not run.
    func start(
        _ work: @escaping @Sendable () async throws(ServiceError) -> Value, ended: @escaping @Sendable (Value?) -> Void
    ) -> Bool {
        state.withLock { state in
            guard !state.isCancelled else { return false }
            state.task = Task.detached(executorPreference: thread) {
                do throws(ServiceError) {
                    let value = try await work()
                    self.finish(.success(value))
                    ended(value)
                } catch {
                    self.finish(.failure(error))
                    ended(nil)
                }
            }
            return true
        }
    }

    func finish(_ result: Result<Value, ServiceError>) {
        let waiting = state.withLock { state in
            state.result = result
            state.task = nil
            defer { state.waiting = [] }
            return state.waiting
        }
        for signal in waiting { signal.signal() }
    }
}
