import Dispatch
import SVGASupport

/// Cancels work that takes longer than `--timeout` allows, where the process goes on.
package enum TimeLimit {
    private static let timers = DispatchQueue(label: "svga.timeouts")

    /// - Parameters:
    ///   - allowed: nil: as long as it takes.
    ///   - executor: what the work runs on; nil: what all tasks share.
    /// - Throws: ``TaskError/timedOut(_:)`` where the work ended because of that. Work that cannot be cancelled, such as a call of an
    ///   encoder, is waited for.
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
        // What the timer cancels. Work that has ended is not kept until then: the process may do much in that time.
        let (isOver, running) = (Locked(false), Locked<Task<Result<Value, TaskError>, Never>?>(task))
        defer { running.withLock { $0 = nil } }
        // Not a sleeping task: all threads that run tasks may be busy.
        timers.asyncAfter(deadline: .now() + allowed.value) {
            isOver.withLock { $0 = true }
            running.withLock { $0 }?.cancel()
        }
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        if case .failure(.interrupted) = result, isOver.withLock({ $0 }), !Task.isCancelled { throw .timedOut(allowed) }
        return try result.get()
    }
}
