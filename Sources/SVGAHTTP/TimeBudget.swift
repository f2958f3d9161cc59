import Dispatch
import SVGASupport

/// Gives each request so much time to be answered.
///
/// What takes longer is cancelled, as a task is; what does not look for that goes on unheard, and only so much of that at once.
final class TimeBudget: Sendable {
    /// One request that is being answered.
    private final class Work: Sendable {
        let thread = RequestThread()
        let finished = DispatchSemaphore(value: 0)
        let response = Locked<HTTPResponse?>(nil)
    }

    private struct State {
        var waiting: [ObjectIdentifier: Work] = [:]
        /// How many go on though nobody waits any more.
        var unheard = 0
        var isStopped = false
    }

    private static let maximumUnheard = 8
    private let seconds: Double
    private let state = Locked(State())

    init(seconds: Double) { self.seconds = seconds }

    func answer(_ request: HTTPRequest, by handler: any HTTPHandler) -> HTTPResponse {
        let work = Work()
        let begins = state.withLock { state in
            guard !state.isStopped, state.unheard < TimeBudget.maximumUnheard else { return false }
            state.waiting[ObjectIdentifier(work)] = work
            return true
        }
        guard begins else {
            return HTTPError(503, "busy with requests that take too long", advice: "try again later", retrySeconds: 10).response
        }
        let task = Task(executorPreference: work.thread) { [state] in
            let response = handler.answer(request)
            state.withLock { state in
                if state.waiting.removeValue(forKey: ObjectIdentifier(work)) == nil { state.unheard -= 1 }
                work.response.withLock { $0 = response }
            }
            work.finished.signal()
        }
        _ = work.finished.wait(timeout: .now() + seconds)
        state.withLock { state in
            if state.waiting.removeValue(forKey: ObjectIdentifier(work)) != nil { state.unheard += 1 }
        }
        if let response = work.response.withLock({ $0 }) { return response }
        task.cancel()
        return HTTPError(503, "this takes longer than \(Int(saturating: seconds)) seconds").response
    }

    /// Ends waiting.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            for work in state.waiting.values { work.finished.signal() }
        }
    }
}

/// A thread for one task and what it starts: exports, which take all threads that tasks share, do not hold it up.
package final class RequestThread: TaskExecutor {
    // Each serial queue has its own thread while it works.
    private let queue = DispatchQueue(label: "svga.request")

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
