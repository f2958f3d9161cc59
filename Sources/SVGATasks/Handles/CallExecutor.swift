import Dispatch
import SVGASupport

/// The threads of one call from another language, or of one job of the preview. The caller's progress function may block, even for another export,
/// without blocking the shared thread pool.
package final class CallExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        /// The threads that take jobs, by their numbers, and those that have taken their last one.
        var running: [Int: JoinableThread] = [:]
        var ended: [JoinableThread] = []
        var started = 0
    }

    private let state = Locked(State())
    private let maxThreads = max(2, Processors.count)

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isServed = state.withLock { state in
            state.jobs.append(job)
            guard state.running.count < maxThreads else { return true }
            // They are not waited for.
            state.ended.removeAll()
            let number = state.started
            // The new thread waits for the lock before it takes a job.
            guard let thread = JoinableThread({ self.work(number) }) else { return false }
            state.started += 1
            state.running[number] = thread
            return true
        }
        guard !isServed else { return }
        // The system refuses a thread, so a shared one runs the work.
        DispatchQueue.global().async { self.work(nil) }
    }

    /// Waits until the threads have ended, after the last task has: then nothing that the tasks referred to is kept. Not to be called by a task of
    /// this executor, and by one thread only.
    package func join() {
        while true {
            let thread = state.withLock { state in state.ended.popLast() ?? state.running.first?.value }
            guard let thread else { return }
            thread.join()
        }
    }

    /// Runs all jobs, then ends the thread.
    private func work(_ number: Int?) {
        while let job = next(number) { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func next(_ number: Int?) -> UnownedJob? {
        state.withLock { state in
            guard state.jobs.isEmpty else { return state.jobs.removeFirst() }
            if let number, let thread = state.running.removeValue(forKey: number) { state.ended.append(thread) }
            return nil
        }
    }
}
