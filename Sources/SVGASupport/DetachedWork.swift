import Dispatch

/// Waits for work that cannot be canceled, such as a long call of a C library, and stops waiting soon after the task is canceled.
package enum DetachedWork {
    /// The maximum delay of a cancellation, in milliseconds.
    private static let pollInterval = 20

    /// - Parameter work: runs on a separate thread. Its parameter returns whether the result is still needed. When the task is canceled,
    ///   the caller returns at once, and the thread ends with `work`.
    /// - Returns: nil if the task was canceled.
    package static func run<Result: Sendable>(
        _ work: @escaping @Sendable (_ isWanted: @Sendable () -> Bool) -> Result
    ) -> Result? {
        guard !Task.isCancelled else { return nil }
        let state = Locked(State<Result>())
        let end = DispatchSemaphore(value: 0)
        // A new queue gets a separate thread; the global queues may all be busy.
        DispatchQueue(label: "svga.work").async {
            let result = work { state.withLock { !$0.isAbandoned } }
            state.withLock { $0.result = result }
            end.signal()
        }
        while end.wait(timeout: .now() + .milliseconds(pollInterval)) == .timedOut {
            guard !Task.isCancelled else {
                state.withLock { $0.isAbandoned = true }
                return nil
            }
        }
        return state.withLock { $0.result }
    }

    private struct State<Result: Sendable>: Sendable {
        var result: Result?
        var isAbandoned = false
    }
}
