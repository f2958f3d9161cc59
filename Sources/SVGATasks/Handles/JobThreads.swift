import Dispatch
import SVGASupport

/// The threads of a batch for programs in other languages. A thread that ends a job takes the next one at once: waking another thread takes time in
/// which a processor has nothing to do.
final class JobThreads: Sendable {
    private let queue = WaitingWork()
    private let maximumCount: Int

    /// Threads start when there is work for them, and stay.
    /// - Parameter count: how much work is done at a time; nil: any amount.
    init(count: Int?) { maximumCount = count ?? .max }

    /// Jobs refer to their batch, so there is no work left. One of the threads itself may release the last job.
    deinit {
        for thread in queue.end() { thread.join() }
    }

    /// Does work on one of the threads, after the work that waits already.
    /// - Returns: nil if the system refuses the first thread.
    func start(_ body: @escaping @Sendable () -> Void) -> StartedWork? {
        let work = StartedWork(body)
        return queue.add(work, maximumThreads: maximumCount) ? work : nil
    }
}

/// Work of ``JobThreads``.
final class StartedWork: Sendable {
    /// nil: it has begun, or it was taken back.
    private let body: Locked<(@Sendable () -> Void)?>
    private let end = DispatchSemaphore(value: 0)

    fileprivate init(_ body: @escaping @Sendable () -> Void) { self.body = Locked(body) }

    /// Takes work back that has not begun.
    /// - Returns: false if it has begun.
    func takeBack() -> Bool {
        guard takeBody() != nil else { return false }
        end.signal()
        return true
    }

    /// Waits until the work has ended, and has released what it refers to. Returns at once for work that was taken back.
    func join() {
        end.wait()
        // For others that wait.
        end.signal()
    }

    fileprivate func run() {
        guard perform() else { return }
        end.signal()
    }

    /// Its own function, so that the body is released at its end.
    @inline(never) private func perform() -> Bool {
        guard let body = takeBody() else { return false }
        body()
        return true
    }

    private func takeBody() -> (@Sendable () -> Void)? {
        body.withLock { body in
            defer { body = nil }
            return body
        }
    }
}

/// What the threads refer to, so that they do not keep ``JobThreads``.
private final class WaitingWork: Sendable {
    private struct State {
        var waiting: [StartedWork] = []
        var threads: [JoinableThread] = []
        /// The threads that sleep and will not be woken by a signal that was given before.
        var sleeping = 0
        var hasEnded = false
    }

    private let state = Locked(State())
    private let wake = DispatchSemaphore(value: 0)

    /// - Returns: false if no thread will do the work.
    func add(_ work: StartedWork, maximumThreads: Int) -> Bool {
        state.withLock { state in
            state.waiting.append(work)
            if state.sleeping > 0 {
                state.sleeping -= 1
                wake.signal()
                return true
            }
            guard state.threads.count < maximumThreads else { return true }
            // The new thread waits for the lock before it takes work.
            if let thread = JoinableThread({ [self] in run() }) { state.threads.append(thread) }
            if state.threads.isEmpty { state.waiting.removeLast() }
            return !state.threads.isEmpty
        }
    }

    /// The threads end when no work is left.
    func end() -> [JoinableThread] {
        state.withLock { state in
            state.hasEnded = true
            for _ in 0..<state.sleeping { wake.signal() }
            state.sleeping = 0
            return state.threads
        }
    }

    private func run() {
        while let work = next() { work.run() }
    }

    private func next() -> StartedWork? {
        while true {
            let (work, hasEnded) = state.withLock { state -> (StartedWork?, Bool) in
                if !state.waiting.isEmpty { return (state.waiting.removeFirst(), false) }
                if !state.hasEnded { state.sleeping += 1 }
                return (nil, state.hasEnded)
            }
            if let work { return work }
            if hasEnded { return nil }
            wake.wait()
        }
    }
}
