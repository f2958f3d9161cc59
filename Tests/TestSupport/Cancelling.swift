import Foundation

extension Task where Success: Sendable, Failure == Never {
    /// Cancels the task once `condition` holds, and waits for its value.
    ///
    /// A thread of its own looks every 2 ms: tests that compute hold all of Swift's own threads for seconds, and the task would be at its end before
    /// another one could look.
    package func cancelled(once condition: @escaping @Sendable () -> Bool) async -> Success {
        let watcher = Thread {
            while !condition(), !Thread.current.isCancelled { Thread.sleep(forTimeInterval: 0.002) }
            cancel()
        }
        watcher.start()
        defer { watcher.cancel() }
        return await value
    }
}
