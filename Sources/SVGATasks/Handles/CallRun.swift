import Dispatch
import SVGAExport
import SVGAFormat
import SVGAModel
import SVGASupport

/// Runs tasks for callers that block until the task ends.
package enum CallRun {
    /// Runs asynchronous work and blocks this thread until the work has ended and has released what it used.
    /// - Parameters:
    ///   - stop: cancels the work.
    ///   - executor: runs the work, and nothing else.
    package static func wait<Value: Sendable>(
        timeout: Seconds?, stop: CancellationHandle = CancellationHandle(), on executor: CallExecutor = CallExecutor(),
        _ work: @escaping @Sendable () async throws(TaskError) -> Value
    ) throws(TaskError) -> Value {
        let end = DispatchSemaphore(value: 0)
        let result = Locked<Result<Value, TaskError>?>(nil)
        let hasStarted = stop.start {
            Task.detached(executorPreference: executor) {
                do throws(TaskError) {
                    let value = try await TimeLimit.run(timeout, on: executor, work)
                    result.withLock { $0 = .success(value) }
                } catch {
                    result.withLock { $0 = .failure(error) }
                }
                if executor.hasCaller { executor.leave() } else { end.signal() }
            }
        }
        guard hasStarted else { throw .interrupted }
        if executor.hasCaller { executor.serve() } else { end.wait() }
        // What the caller frees next is then free. Otherwise a process that ends now leaves threads that are about to release it.
        executor.join()
        switch result.withLock({ $0 }) {
        case .success(let value)?: return value
        case .failure(let error)?: throw error
        case nil: throw .interrupted
        }
    }
}

/// Cancels a task, or prevents its start.
package final class CancellationHandle: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isCancelled = false
    }

    private let state = Locked(State())

    package init() {}

    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// - Parameter make: starts the task. A call of `cancel()` by the task waits until `make` has returned.
    /// - Returns: false if `cancel()` was called before: then `make` is not called.
    package func start(_ make: () -> Task<Void, Never>) -> Bool {
        state.withLock { state in
            if state.isCancelled { return false }
            state.task = make()
            return true
        }
    }

    /// Also prevents a later start.
    package func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}
