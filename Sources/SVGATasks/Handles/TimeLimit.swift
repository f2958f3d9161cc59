import Dispatch
import SVGASupport

/// Cancels work that exceeds `--timeout`, without ending the process.
package enum TimeLimit {
    private static let timers = DispatchQueue(label: "svga.timeouts")

    /// - Parameters:
    ///   - allowed: nil: no limit.
    ///   - executor: runs the work; nil: the shared thread pool.
    /// - Throws: ``TaskError/timedOut(_:)`` if the time limit ended the work. It waits for work that cannot be canceled, for example an encoder
    ///   call.
    package static func run<Value: Sendable>(
        _ allowed: Seconds?, on executor: (any TaskExecutor)? = nil, _ work: @escaping @Sendable () async throws(TaskError) -> Value
    ) async throws(TaskError) -> Value {
        guard let allowed else { return try await work() }
        let task = Task(executorPreference: executor) { () -> Result<Value, TaskError> in
            do throws(TaskError) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        // The timer's reference to the task. It is cleared when the task ends, so that the timer does not retain the task.
        let (hasTimedOut, running) = (Locked(false), Locked<Task<Result<Value, TaskError>, Never>?>(task))
        defer { running.withLock { $0 = nil } }
        // Not a sleeping task: all threads that run tasks may be busy.
        timers.asyncAfter(deadline: .now() + allowed.value) {
            hasTimedOut.withLock { $0 = true }
            running.withLock { $0 }?.cancel()
        }
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        if case .failure(.interrupted) = result, hasTimedOut.withLock({ $0 }), !Task.isCancelled { throw .timedOut(allowed) }
        return try result.get()
    }
}
