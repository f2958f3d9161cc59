import Dispatch
import SVGASupport
import SVGATasks

/// A bounded queue between the thread that reads jobs and the tasks that run them.
final class JobQueue: Sendable {
    private struct State: Sendable {
        var jobs: [BatchJob] = []
        var waiters: [CheckedContinuation<BatchJob?, Never>] = []
        var running = 0
        var isEnded = false
        var isClosed = false

        mutating func removeWaiters() -> [CheckedContinuation<BatchJob?, Never>] {
            defer { waiters = [] }
            return waiters
        }
    }

    private let window: Int
    private let freeSlots: DispatchSemaphore
    private let state = Locked(State())

    init(window: Int) {
        self.window = window
        // A semaphore traps if it is released with a lower value than its initial one, so it starts at 0.
        freeSlots = DispatchSemaphore(value: 0)
        for _ in 0..<window { freeSlots.signal() }
    }

    // MARK: For the reader

    /// Waits while the queue is full.
    /// - Returns: false if the queue is closed.
    func put(_ job: BatchJob) -> Bool {
        freeSlots.wait()
        let (isOpen, waiter) = state.withLock { state -> (Bool, CheckedContinuation<BatchJob?, Never>?) in
            if state.isClosed { return (false, nil) }
            if state.waiters.isEmpty {
                state.jobs.append(job)
                return (true, nil)
            }
            state.running += 1
            return (true, state.waiters.removeFirst())
        }
        if let waiter {
            freeSlots.signal()
            waiter.resume(returning: job)
        }
        if !isOpen { freeSlots.signal() }
        return isOpen
    }

    /// No more jobs follow; queued jobs still run.
    func end() {
        let waiters = state.withLock { state in
            state.isEnded = true
            return state.removeWaiters()
        }
        for waiter in waiters { waiter.resume(returning: nil) }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    // MARK: For workers

    /// - Returns: nil if no more jobs follow.
    func next() async -> BatchJob? {
        await withCheckedContinuation { continuation in
            let (job, isAtEnd) = state.withLock { state -> (BatchJob?, Bool) in
                if state.isClosed { return (nil, true) }
                if state.jobs.isEmpty {
                    if !state.isEnded { state.waiters.append(continuation) }
                    return (nil, state.isEnded)
                }
                state.running += 1
                return (state.jobs.removeFirst(), false)
            }
            if let job {
                freeSlots.signal()
                continuation.resume(returning: job)
            } else if isAtEnd {
                continuation.resume(returning: nil)
            }
        }
    }

    /// Counts a job as finished.
    func finished() { state.withLock { $0.running -= 1 } }

    /// The number of running and queued jobs.
    /// - Parameter isLive: jobs arrive over time, so the current jobs may be the only ones.
    /// - Returns: nil if many more jobs are expected.
    func count(isLive: Bool) -> Int? {
        state.withLock { $0.isEnded || isLive ? $0.running + $0.jobs.count : nil }
    }

    /// Closes the queue for workers and the reader, and drops queued jobs.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            state.jobs = []
            return state.removeWaiters()
        }
        for waiter in waiters { waiter.resume(returning: nil) }
        // Wakes the reader.
        freeSlots.signal()
    }
}
