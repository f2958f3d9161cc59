import SVGASupport
import SVGATasks

/// Cancels one job, before or while it runs.
final class JobCancellation: Sendable {
    private struct State {
        var isCancelled = false
        /// The running job.
        var task: Task<Void, Never>?
    }

    private let state = Locked(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    /// Runs the job, which finds its task canceled after ``cancel()``.
    func run<Value: Sendable>(_ work: @escaping @Sendable () async throws(TaskError) -> Value) async throws(TaskError) -> Value {
        let outcome = Locked<Result<Value, TaskError>>(.failure(.interrupted))
        let task = Task {
            do throws(TaskError) {
                let value = try await work()
                outcome.withLock { $0 = .success(value) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
        }
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        state.withLock { $0.task = nil }
        return try outcome.withLock { $0 }.get()
    }
}

/// The jobs of a live batch without an answer, by id.
final class OpenJobs: Sendable {
    private let jobs = Locked<[String: [JobCancellation]]>([:])

    func add(_ job: BatchJob) {
        guard let id = job.id else { return }
        jobs.withLock { $0[id.text(.compact), default: []].append(job.cancellation) }
    }

    func remove(_ job: BatchJob) {
        guard let id = job.id?.text(.compact) else { return }
        jobs.withLock { jobs in
            jobs[id]?.removeAll { $0 === job.cancellation }
            if jobs[id]?.isEmpty == true { jobs[id] = nil }
        }
    }

    /// Cancels all jobs with an id; none after their answers.
    func cancel(_ id: JSONValue) {
        for job in jobs.withLock({ $0[id.text(.compact)] ?? [] }) { job.cancel() }
    }
}
