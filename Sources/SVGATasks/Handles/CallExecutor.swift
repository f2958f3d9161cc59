import Dispatch
import SVGASupport

/// The threads of one call from another language, or of one job of the preview. The caller's progress function may block, even for another export,
/// without blocking the shared thread pool.
package final class CallExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var threads = 0
    }

    private let state = Locked(State())
    private let maxThreads = max(2, Processors.count)

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = state.withLock { state in
            state.jobs.append(job)
            guard state.threads < maxThreads else { return false }
            state.threads += 1
            return true
        }
        guard needsThread, !DedicatedThread.start({ self.work() }) else { return }
        // The system refuses a thread, so a shared one runs the work.
        DispatchQueue.global().async { self.work() }
    }

    /// Runs all jobs, then ends the thread.
    private func work() {
        while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func next() -> UnownedJob? {
        state.withLock { state in
            guard state.jobs.isEmpty else { return state.jobs.removeFirst() }
            state.threads -= 1
            return nil
        }
    }
}
