import Dispatch
import SVGAHTTP
import SVGASupport
import SVGATasks

extension PreviewError {
    /// An error of a task, which the page shows as one line.
    /// - Parameter names: what the page shows in the place of paths.
    init(_ error: TaskError, shown names: [String: String] = [:]) {
        self.init(422, error.text(as: .page) { path in names[path] ?? path })
    }

    /// Turns the errors of a task into those of the preview.
    static func running<Value>(_ body: () throws(TaskError) -> Value) throws(PreviewError) -> Value {
        do throws(TaskError) {
            return try body()
        } catch {
            throw PreviewError(error)
        }
    }

    /// Runs a task that is soon done, and waits for it; cancels it when the task that waits is cancelled. It blocks a thread, so only the
    /// tasks of requests may call it, which have their own.
    static func waiting<Value: Sendable>(
        shown names: [String: String], _ work: @escaping @Sendable () async throws(TaskError) -> Value
    ) throws(PreviewError) -> Value {
        let outcome = Locked<Result<Value, TaskError>>(.failure(.interrupted))
        let done = DispatchSemaphore(value: 0)
        let thread = RequestThread()
        let task = Task.detached(executorPreference: thread) {
            do throws(TaskError) {
                let value = try await work()
                outcome.withLock { $0 = .success(value) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
            done.signal()
        }
        while done.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
            if Task.isCancelled { task.cancel() }
        }
        return try withExtendedLifetime(thread) { () throws(PreviewError) in
            switch outcome.withLock({ $0 }) {
            case .success(let value): return value
            case .failure(let error): throw PreviewError(error, shown: names)
            }
        }
    }

    /// The pictures, texts and hidden keys that JSON describes.
    static func plan(_ vars: [UInt8]) throws(PreviewError) -> SubstitutionPlan {
        var plan = SubstitutionPlan()
        do throws(TaskError) {
            for step in try VarsFile(vars, path: "").steps { plan.apply(step) }
        } catch {
            throw PreviewError(422, error.parts.message.text(as: .page), advice: error.parts.advice.text(as: .page))
        }
        return plan
    }
}
