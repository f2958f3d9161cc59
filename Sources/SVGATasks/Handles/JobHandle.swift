import Dispatch
import SVGASupport

/// Work that a caller in another language begins, waits for as long as it likes, and may cancel.
package final class JobHandle: Sendable {
    /// What a caller who waits is told.
    package enum News: Sendable {
        /// Nothing new has come in time.
        case none
        case progress(done: Int, total: Int)
        case ended
    }

    /// What has come of the work. As an object, so that a pointer says whether there is one: of an optional value this large, the tag lies in
    /// bytes that valgrind takes for uninitialized.
    private final class Outcome: Sendable {
        let result: Result<MovieHandle.Made, TaskError>

        init(_ result: Result<MovieHandle.Made, TaskError>) { self.result = result }
    }

    private struct State: Sendable {
        var progress: (done: Int, total: Int)?
        /// Whether ``progress`` has not been told yet.
        var isUntold = false
        /// Whether the work waits until what it has told was heard.
        var isHeld = false
        var isCancelled = false
        /// nil until the work has ended.
        var outcome: Outcome?
    }

    private let state = Locked(State())
    /// Signalled with each progress and at the end.
    private let news = DispatchSemaphore(value: 0)
    private let heard = DispatchSemaphore(value: 0)
    private let stop = CancellationHandle()
    private let isStepwise: Bool

    /// - Parameters:
    ///   - isStepwise: whether the work goes on after each progress only when a caller has heard it and waits again.
    ///   - work: runs on a thread of its own.
    package init(
        isStepwise: Bool,
        _ work: @escaping @Sendable (CancellationHandle, @escaping SceneHandle.Progress) throws(TaskError) -> MovieHandle.Made
    ) throws(TaskError) {
        self.isStepwise = isStepwise
        let hasBegun = DedicatedThread.start { [self] in
            let result: Result<MovieHandle.Made, TaskError>
            do throws(TaskError) {
                result = .success(try work(stop) { done, total in self.tell(done, total) })
            } catch {
                result = .failure(error)
            }
            state.withLock { $0.outcome = Outcome(result) }
            news.signal()
        }
        guard hasBegun else { throw .system(message: "the system gives no thread") }
    }

    /// - Returns: whether the work goes on.
    private func tell(_ done: Int, _ total: Int) -> Bool {
        let isHeld = state.withLock { state in
            state.progress = (done, total)
            state.isUntold = true
            state.isHeld = isStepwise && !state.isCancelled
            return state.isHeld
        }
        news.signal()
        if isHeld { heard.wait() }
        return state.withLock { !$0.isCancelled }
    }

    /// Waits for news. One thread waits at a time.
    package func wait(milliseconds: Int) -> News {
        let end = DispatchTime.now() + .milliseconds(max(0, milliseconds))
        // Who waits again has heard what was told.
        let goesOn = state.withLock { state in
            guard state.isHeld, !state.isUntold else { return false }
            state.isHeld = false
            return true
        }
        if goesOn { heard.signal() }
        while true {
            let found = state.withLock { state -> News in
                if state.isUntold, let progress = state.progress {
                    state.isUntold = false
                    return .progress(done: progress.done, total: progress.total)
                }
                return state.outcome == nil ? .none : .ended
            }
            if case .none = found {} else { return found }
            if news.wait(timeout: end) == .timedOut { return .none }
        }
    }

    /// Ends the work soon, with nothing half written. Returns at once.
    package func cancel() {
        let wasHeld = state.withLock { state in
            defer { (state.isCancelled, state.isHeld) = (true, false) }
            return state.isHeld
        }
        stop.cancel()
        if wasHeld { heard.signal() }
    }

    /// What has come of it; waits until it has ended.
    package func result() throws(TaskError) -> MovieHandle.Made {
        while true {
            if let outcome = state.withLock({ $0.outcome }) { return try outcome.result.get() }
            _ = wait(milliseconds: 1000)
        }
    }
}
