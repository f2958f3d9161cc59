import Dispatch
import SVGAPlatform

/// Makes calls that block for long and cannot be interrupted on a thread of its own, one at a time, so that a canceled task need not wait for their
/// ends.
///
/// Encoders of videos make such calls: in one of them they may analyze all frames of their lookahead, which takes up to half a second.
package final class CallThread: Sendable {
    private let calls = CallQueue()
    /// nil if the system refuses a thread: calls are then made by those who start them.
    private let thread: JoinableThread?
    private let abandoned: AbandonedThreads
    /// Whether the thread ends on its own.
    private let isAbandoned = Locked(false)

    /// - Parameter abandoned: the threads among which ``abandon(after:)`` counts this one.
    package init(abandoned: AbandonedThreads = .shared) {
        self.abandoned = abandoned
        let calls = calls
        thread = JoinableThread { calls.run() }
    }

    deinit {
        if isAbandoned.withLock({ $0 }) { return }
        calls.end()
        thread?.join()
    }

    /// Starts a call, which follows the earlier ones.
    /// - Parameter body: must own all that it uses, because it may run longer than its caller waits.
    package func start<Output: Sendable>(_ body: @escaping @Sendable () -> Output) -> StartedCall<Output> {
        let call = StartedCall<Output>()
        guard thread != nil else {
            call.finish(body())
            return call
        }
        calls.add { call.finish(body()) }
        return call
    }

    /// Ends the thread after the started calls and a last one. Nothing may be called afterwards.
    ///
    /// It does not wait for these calls unless ``AbandonedThreads/maximumCount`` other threads still make their last ones.
    package func abandon(after last: @escaping @Sendable () -> Void) {
        guard let thread, abandoned.add(thread) else {
            calls.end()
            thread?.join()
            return last()
        }
        isAbandoned.withLock { $0 = true }
        calls.add { [abandoned] in
            last()
            abandoned.finish(thread)
        }
        calls.end()
    }
}

/// A call that a ``CallThread`` makes.
package struct StartedCall<Output: Sendable>: Sendable {
    /// How often a waiting task looks whether it was canceled.
    private static var interval: DispatchTimeInterval { .milliseconds(2) }

    private let result = Locked<Output?>(nil)
    private let end = DispatchSemaphore(value: 0)

    fileprivate init() {}

    fileprivate func finish(_ output: Output) {
        result.withLock { $0 = output }
        end.signal()
    }

    /// Waits for the end. Must be called at most once.
    /// - Returns: nil if the task is canceled before.
    package func output() -> Output? {
        while end.wait(timeout: .now() + Self.interval) == .timedOut {
            if Task.isCancelled { return nil }
        }
        return result.withLock { $0 }
    }
}

/// The calls that a thread has not made yet.
private final class CallQueue: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var hasEnded = false
    }

    private let state = Locked(State())
    private let changed = DispatchSemaphore(value: 0)

    func add(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting.append(body) }
        changed.signal()
    }

    /// Ends ``run()`` after the calls that wait.
    func end() {
        state.withLock { $0.hasEnded = true }
        changed.signal()
    }

    func run() {
        while true {
            changed.wait()
            let (bodies, hasEnded) = state.withLock { state in
                defer { state.waiting = [] }
                return (state.waiting, state.hasEnded)
            }
            for body in bodies { body() }
            if hasEnded { return }
        }
    }
}

/// The threads of ``CallThread/abandon(after:)`` that were not waited for. Their number is limited, so that canceled work takes a bounded amount of memory.
///
/// The process waits for the shared ones when it exits: after that, the libraries that they call would be gone.
package final class AbandonedThreads: Sendable {
    /// An animated AVIF has two encoders.
    package static let maximumCount = 2

    package static let shared = AbandonedThreads()
    /// Registered when the first thread is abandoned. The libraries that it calls are loaded already, so the process waits before it ends them.
    private static let isAwaitedAtExit = atexit { shared.wait() } == 0

    private let threads = Locked([(thread: JoinableThread, isRunning: Bool)]())

    package init() {}

    /// - Returns: whether there is room.
    fileprivate func add(_ thread: JoinableThread) -> Bool {
        guard AbandonedThreads.isAwaitedAtExit else { return false }
        return threads.withLock { threads in
            // These have ended or are about to.
            for ended in threads where !ended.isRunning { ended.thread.join() }
            threads.removeAll { !$0.isRunning }
            guard threads.count < AbandonedThreads.maximumCount else { return false }
            threads.append((thread, isRunning: true))
            return true
        }
    }

    fileprivate func finish(_ thread: JoinableThread) {
        threads.withLock { threads in
            if let index = threads.firstIndex(where: { $0.thread === thread }) { threads[index].isRunning = false }
        }
    }

    /// Waits until none of them makes a call.
    package func wait() {
        for thread in threads.withLock({ $0.map(\.thread) }) { thread.join() }
    }
}
