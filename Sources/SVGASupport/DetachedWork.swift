import Dispatch

/// Waits for work that cannot be asked to stop, such as one long call of a C library, and gives up soon after the task is canceled.
package enum DetachedWork {
    /// How long a canceled task may wait, in milliseconds.
    private static let pollInterval = 20

    /// - Parameter work: runs on a thread of its own. Its parameter tells whether the result is still wanted: when the task is canceled, the caller
    ///   returns at once, and the thread ends when `work` does.
    /// - Returns: nil where the task was canceled.
    package static func run<Result: Sendable>(
        _ work: @escaping @Sendable (_ isWanted: @Sendable () -> Bool) -> Result
    ) -> Result? {
        guard !Task.isCancelled else { return nil }
        let state = Locked(State<Result>())
        let end = DispatchSemaphore(value: 0)
        // A queue of its own has a thread of its own: the global ones may all be busy.
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
