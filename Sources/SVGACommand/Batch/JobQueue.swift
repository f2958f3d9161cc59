import Dispatch
import SVGASupport
import SVGATasks

/// Jobs between the thread that reads them and the tasks that run them: a small window, so that any number of jobs takes no memory.
final class JobQueue: Sendable {
    private struct State: Sendable {
        var jobs: [BatchJob] = []
        var takers: [CheckedContinuation<BatchJob?, Never>] = []
        var running = 0
        var isEnded = false
        var isClosed = false

        mutating func takeTakers() -> [CheckedContinuation<BatchJob?, Never>] {
            defer { takers = [] }
            return takers
        }
    }

    private let window: Int
    private let room: DispatchSemaphore
    private let state = Locked(State())

    init(window: Int) {
        self.window = window
        // With less than this when it goes away a semaphore stops the program, so it begins at nothing.
        room = DispatchSemaphore(value: 0)
        for _ in 0..<window { room.signal() }
    }

    // MARK: For the reader

    /// Waits where as many jobs wait as may.
    /// - Returns: false: nobody wants any more.
    func put(_ job: BatchJob) -> Bool {
        room.wait()
        let (isWanted, taker) = state.withLock { state -> (Bool, CheckedContinuation<BatchJob?, Never>?) in
            if state.isClosed { return (false, nil) }
            if state.takers.isEmpty {
                state.jobs.append(job)
                return (true, nil)
            }
            state.running += 1
            return (true, state.takers.removeFirst())
        }
        if let taker {
            room.signal()
            taker.resume(returning: job)
        }
        if !isWanted { room.signal() }
        return isWanted
    }

    /// No job comes any more; those that wait are still run.
    func end() {
        let takers = state.withLock { state in
            state.isEnded = true
            return state.takeTakers()
        }
        for taker in takers { taker.resume(returning: nil) }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    // MARK: For those who work

    /// - Returns: nil where no job comes any more.
    func next() async -> BatchJob? {
        await withCheckedContinuation { continuation in
            let (job, isOver) = state.withLock { state -> (BatchJob?, Bool) in
                if state.isClosed { return (nil, true) }
                if state.jobs.isEmpty {
                    if !state.isEnded { state.takers.append(continuation) }
                    return (nil, state.isEnded)
                }
                state.running += 1
                return (state.jobs.removeFirst(), false)
            }
            if let job {
                room.signal()
                continuation.resume(returning: job)
            } else if isOver {
                continuation.resume(returning: nil)
            }
        }
    }

    /// A job that was taken is done.
    func finished() { state.withLock { $0.running -= 1 } }

    /// How many jobs are there now, running and waiting.
    /// - Parameter isLive: jobs come when somebody has one, so that those that are there may be all for long.
    /// - Returns: nil where many more are to be expected.
    func count(isLive: Bool) -> Int? {
        state.withLock { $0.isEnded || isLive ? $0.running + $0.jobs.count : nil }
    }

    /// Lets everybody go, the reader too. Jobs that wait are forgotten.
    func close() {
        let takers = state.withLock { state in
            state.isClosed = true
            state.jobs = []
            return state.takeTakers()
        }
        for taker in takers { taker.resume(returning: nil) }
        // Wakes the reader.
        room.signal()
    }
}
