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

/// Runs `work` in a task of its own, and hands it what cancels that task. From within, a cancellation comes at a known point of the work: from
/// outside, all may be done before anyone gets to run. `withUnsafeCurrentTask` would cancel one of the tasks that share the work.
package func cancellable<Success: Sendable>(
    _ work: @escaping @Sendable (_ cancel: @escaping @Sendable () -> Void) async throws -> Success
) async throws -> Success {
    let (begin, beginning) = AsyncStream.makeStream(of: Task<Success, any Error>.self)
    let task = Task {
        for await task in begin { return try await work { task.cancel() } }
        throw CancellationError()
    }
    beginning.yield(task)
    return try await task.value
}
