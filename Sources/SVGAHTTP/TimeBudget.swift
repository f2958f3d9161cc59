import Dispatch
import SVGASupport

/// Limits the time to answer each request.
///
/// A request that exceeds it is canceled. Work that does not check for cancellation continues without a client; the number of such requests is
/// limited.
final class TimeBudget: Sendable {
    /// One active request.
    private final class Work: Sendable {
        let thread = RequestThread()
        let finished = DispatchSemaphore(value: 0)
        let response = Locked<HTTPResponse?>(nil)
    }

    private struct State {
        var waiting: [ObjectIdentifier: Work] = [:]
        /// The number of timed-out requests that are still running.
        var timedOutCount = 0
        var isStopped = false
    }

    private static let maximumTimedOut = 8
    private let seconds: Double
    private let state = Locked(State())

    init(seconds: Double) { self.seconds = seconds }

    func answer(_ request: HTTPRequest, by handler: any HTTPHandler) -> HTTPResponse {
        let work = Work()
        let begins = state.withLock { state in
            guard !state.isStopped, state.timedOutCount < TimeBudget.maximumTimedOut else { return false }
            state.waiting[ObjectIdentifier(work)] = work
            return true
        }
        guard begins else {
            let error = HTTPError(503, "busy with requests that take too long", advice: "try again later", retrySeconds: 10)
            return error.response(handler.chinese)
        }
        let task = Task(executorPreference: work.thread) { [state] in
            let response = handler.answer(request)
            state.withLock { state in
                if state.waiting.removeValue(forKey: ObjectIdentifier(work)) == nil { state.timedOutCount -= 1 }
                work.response.withLock { $0 = response }
            }
            work.finished.signal()
        }
        _ = work.finished.wait(timeout: .now() + seconds)
        state.withLock { state in
            if state.waiting.removeValue(forKey: ObjectIdentifier(work)) != nil { state.timedOutCount += 1 }
        }
        if let response = work.response.withLock({ $0 }) { return response }
        task.cancel()
        return HTTPError(503, "this takes longer than \(Units.decimal(seconds, places: 3)) seconds").response(handler.chinese)
    }

    /// Ends all waits.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            for work in state.waiting.values { work.finished.signal() }
        }
    }
}

/// A dedicated thread for one task and its child tasks, so that exports, which occupy the shared thread pool, do not delay it.
package final class RequestThread: TaskExecutor {
    // Each serial queue has a thread while it works.
    private let queue = DispatchQueue(label: "svga.request")

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
