package import SVGAModel
import SVGASupport

/// Concurrent requests with the same key share one load.
///
/// A load continues while anyone waits for it. When the last waiter is canceled, the load is canceled too.
package final class SharedLoads<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    package typealias Outcome = Result<Value, SVGAError>

    private struct Load {
        let number: Int
        var task: Task<Void, Never>?
        var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
    }

    private struct State {
        var loads: [Key: Load] = [:]
        var lastNumber = 0

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    private let state = Locked(State())
    private let executor: (@Sendable () -> any TaskExecutor)?

    /// - Parameter executor: makes what each load runs on; nil: the threads of Swift's concurrency.
    package init(executor: (@Sendable () -> any TaskExecutor)? = nil) { self.executor = executor }

    /// The number of loads in progress.
    package var count: Int { state.withLock { $0.loads.count } }

    package func value(for key: Key, _ load: @escaping @Sendable () async throws(SVGAError) -> Value) async throws(SVGAError) -> Value {
        let waiter = state.withLock { $0.nextNumber() }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
                state.withLock { state in
                    // If the task is canceled before this check, the handler may have run already. A later cancellation waits for the lock and finds
                    // the waiter.
                    if Task.isCancelled { return continuation.resume(returning: .failure(.cancelled)) }
                    if state.loads[key] == nil {
                        let number = state.nextNumber()
                        state.loads[key] = Load(number: number)
                        state.loads[key]?.task = Task(executorPreference: executor?()) { [weak self] in
                            let outcome: Outcome
                            do throws(SVGAError) {
                                outcome = .success(try await load())
                            } catch {
                                outcome = .failure(error)
                            }
                            self?.end(key, number, outcome)
                        }
                    }
                    state.loads[key]?.waiters[waiter] = continuation
                }
            }
        } onCancel: {
            cancelWaiter(key, waiter)
        }
        return try outcome.get()
    }

    private func end(_ key: Key, _ number: Int, _ outcome: Outcome) {
        let waiters = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
            guard let load = state.loads[key], load.number == number else { return [] }
            state.loads[key] = nil
            return Array(load.waiters.values)
        }
        for waiter in waiters { waiter.resume(returning: outcome) }
    }

    private func cancelWaiter(_ key: Key, _ waiter: Int) {
        let (continuation, task) = state.withLock { state -> (CheckedContinuation<Outcome, Never>?, Task<Void, Never>?) in
            guard let continuation = state.loads[key]?.waiters.removeValue(forKey: waiter) else { return (nil, nil) }
            guard state.loads[key]?.waiters.isEmpty == true else { return (continuation, nil) }
            return (continuation, state.loads.removeValue(forKey: key)?.task)
        }
        task?.cancel()
        continuation?.resume(returning: .failure(.cancelled))
    }
}
