import Dispatch
import SVGASupport

/// Cancelable work that a caller in another language starts and polls.
package final class JobHandle: Sendable {
    /// The result of a wait.
    package enum Event: Sendable {
        /// Timed out without an event.
        case none
        case progress(done: Int, total: Int)
        case ended
    }

    /// The result of the work. A class, so that a pointer says whether there is one. In a large optional value, the tag lies in bytes that valgrind
    /// reports as uninitialized.
    private final class Outcome: Sendable {
        let result: Result<MovieHandle.Output, TaskError>

        init(_ result: Result<MovieHandle.Output, TaskError>) { self.result = result }
    }

    private struct State: Sendable {
        var progress: (done: Int, total: Int)?
        /// Whether ``progress`` has not been returned to the caller yet.
        var hasUnreadProgress = false
        /// Whether the work waits until the caller has received its progress.
        var isPaused = false
        var isCancelled = false
        /// nil until the work has ended.
        var outcome: Outcome?
    }

    private let state = Locked(State())
    /// Signaled by each progress and at the end.
    private let eventSignal = DispatchSemaphore(value: 0)
    private let resumeSignal = DispatchSemaphore(value: 0)
    private let cancellation = CancellationHandle()
    private let isStepwise: Bool
    private let runner = Locked<Runner?>(nil)

    /// What runs the work.
    private enum Runner: Sendable {
        case thread(JoinableThread)
        case batch(StartedWork)

        func join() {
            switch self {
            case .thread(let thread): thread.join()
            case .batch(let work): work.join()
            }
        }
    }

    package typealias Work = @Sendable (CancellationHandle, @escaping SceneHandle.Progress) throws(TaskError) -> MovieHandle.Output

    /// - Parameters:
    ///   - isStepwise: whether the work pauses after each progress until the caller waits again.
    ///   - work: runs on a dedicated thread.
    package init(isStepwise: Bool, _ work: @escaping Work) throws(TaskError) {
        self.isStepwise = isStepwise
        try begin(JoinableThread { [self] in run(work) }.map { .thread($0) })
    }

    /// Runs work on a thread of a batch, when one is free.
    init(isStepwise: Bool, on threads: JobThreads, _ work: @escaping Work) throws(TaskError) {
        self.isStepwise = isStepwise
        try begin(threads.start { [self] in run(work) }.map { .batch($0) })
    }

    private func begin(_ started: Runner?) throws(TaskError) {
        guard let started else { throw .system(message: "the system cannot create a thread") }
        runner.withLock { $0 = started }
    }

    private func run(_ work: Work) {
        let result: Result<MovieHandle.Output, TaskError>
        do throws(TaskError) {
            result = .success(try work(cancellation) { done, total in self.report(done, total) })
        } catch {
            result = .failure(error)
        }
        finish(result)
    }

    private func finish(_ result: Result<MovieHandle.Output, TaskError>) {
        state.withLock { $0.outcome = Outcome(result) }
        eventSignal.signal()
    }

    /// - Returns: whether the work continues.
    private func report(_ done: Int, _ total: Int) -> Bool {
        let isPaused = state.withLock { state in
            state.progress = (done, total)
            state.hasUnreadProgress = true
            state.isPaused = isStepwise && !state.isCancelled
            return state.isPaused
        }
        eventSignal.signal()
        if isPaused { resumeSignal.wait() }
        return state.withLock { !$0.isCancelled }
    }

    /// Waits for an event. Only one thread may wait at a time.
    package func wait(milliseconds: Int) -> Event {
        let end = DispatchTime.now() + .milliseconds(max(0, milliseconds))
        // A caller that waits again has received the last progress.
        let resumes = state.withLock { state in
            guard state.isPaused, !state.hasUnreadProgress else { return false }
            state.isPaused = false
            return true
        }
        if resumes { resumeSignal.signal() }
        while true {
            let event = state.withLock { state -> Event in
                if state.hasUnreadProgress, let progress = state.progress {
                    state.hasUnreadProgress = false
                    return .progress(done: progress.done, total: progress.total)
                }
                return state.outcome == nil ? .none : .ended
            }
            if case .none = event {} else { return event }
            if eventSignal.wait(timeout: end) == .timedOut { return .none }
        }
    }

    /// Cancels the work and returns at once. No partial file remains.
    package func cancel() {
        let wasPaused = state.withLock { state in
            defer { (state.isCancelled, state.isPaused) = (true, false) }
            return state.isPaused
        }
        cancellation.cancel()
        if wasPaused { resumeSignal.signal() }
        if case .batch(let work)? = runner.withLock({ $0 }), work.takeBack() { finish(.failure(.interrupted)) }
    }

    /// Waits for the end and returns the result.
    package func result() throws(TaskError) -> MovieHandle.Output {
        while true {
            if let outcome = state.withLock({ $0.outcome }) {
                joinIfEnded()
                return try outcome.result.get()
            }
            _ = wait(milliseconds: 1000)
        }
    }

    /// Waits, if the work has ended, until its thread has released what it used. Returns at once while the work runs.
    package func joinIfEnded() {
        guard state.withLock({ $0.outcome }) != nil else { return }
        runner.withLock { $0 }?.join()
    }

    /// Waits for the end and returns the remarks and warnings as a JSON list; an empty list after an error.
    package func notes(as wording: Wording) -> String {
        JSONValue.array(((try? result().notes) ?? []).map { $0.json(as: wording) }).text(.compact)
    }
}
