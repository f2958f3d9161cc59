import Foundation

extension Task where Success: Sendable, Failure == Never {
    /// Cancels the task once `condition` holds, and waits for its value.
    ///
    /// A separate thread checks the condition every 2 ms: tests with long computations occupy Swift's threads for seconds, so another task
    /// would check too late.
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

/// Runs `work` in a separate task, and passes it a function that cancels that task. So the cancellation happens at a known point of the
/// work. `withUnsafeCurrentTask` would cancel only one of the tasks that share the work.
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
