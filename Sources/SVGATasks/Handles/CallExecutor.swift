import Dispatch
import SVGASupport

/// The threads of one call from another language, or of one job of the preview. The caller's progress function may block, even for another export,
/// without blocking the shared thread pool.
///
/// A thread that waits for the call may take jobs itself, see ``serve()``. Each change of threads costs the time in which a sleeping one wakes.
package final class CallExecutor: TaskExecutor {
    /// What the thread that waits for the call does.
    private enum Caller {
        /// It takes no jobs.
        case away
        case working
        case sleeping
    }

    private struct State {
        var jobs: [UnownedJob] = []
        var caller = Caller.away
        /// Whether the caller is to leave when there are no jobs.
        var isDone = false
        /// The threads that take jobs, by their numbers, and those that have taken their last one.
        var running: [Int: JoinableThread] = [:]
        var ended: [JoinableThread] = []
        var started = 0
    }

    private let state: Locked<State>
    /// Together with the caller's.
    private let maxThreads: Int
    let hasCaller: Bool
    /// Wakes the caller.
    private let wake = DispatchSemaphore(value: 0)

    package init() {
        state = Locked(State())
        maxThreads = max(2, Processors.count)
        hasCaller = false
    }

    /// For a caller whose thread takes jobs, in ``serve()``. Its stack must have the system's default size at least.
    /// - Parameter threads: the maximum number of threads, of which the caller's is one; at least 1. nil: one for each processor.
    init(withCallerAmong threads: Int?) {
        state = Locked(State(caller: .working))
        maxThreads = min(threads ?? .max, Processors.count)
        hasCaller = true
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isServed = state.withLock { state in
            state.jobs.append(job)
            if state.caller == .sleeping {
                state.caller = .working
                wake.signal()
                return true
            }
            guard state.running.count + (state.caller == .away ? 0 : 1) < maxThreads else { return true }
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

    /// Runs jobs on this thread until ``leave()`` is called and none is left. At most once.
    func serve() {
        while true {
            let (job, isDone) = state.withLock { state -> (UnownedJob?, Bool) in
                if !state.jobs.isEmpty { return (state.jobs.removeFirst(), false) }
                state.caller = state.isDone ? .away : .sleeping
                return (nil, state.isDone)
            }
            if let job {
                job.runSynchronously(on: asUnownedTaskExecutor())
            } else if isDone {
                return
            } else {
                wake.wait()
            }
        }
    }

    /// Ends ``serve()``, after the last task has ended.
    func leave() {
        state.withLock { state in
            state.isDone = true
            guard state.caller == .sleeping else { return }
            state.caller = .working
            wake.signal()
        }
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
