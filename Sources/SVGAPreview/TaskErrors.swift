import Dispatch
import SVGAHTTP
import SVGASupport
import SVGATasks

extension PreviewError {
    /// The error of a task as one line for the page.
    /// - Parameter names: replaces server paths by the page's names.
    init(_ error: TaskError, naming names: [String: String] = [:]) {
        self.init(error) { path in names[path] ?? path }
    }

    /// - Parameter name: maps a file's path to its name on the page.
    init(_ error: TaskError, naming name: (String) -> String) {
        let (file, message, advice) = error.parts
        var text = [Message(verbatim: name(file).printable), message.onPage].filter { !$0.isEmpty }.joined(separator: ": ")
        if !advice.isEmpty { text += "; " + advice.onPage }
        self.init(422, text)
    }

    /// Converts the errors of a task to preview errors.
    static func running<Value>(_ body: () throws(TaskError) -> Value) throws(PreviewError) -> Value {
        do throws(TaskError) {
            return try body()
        } catch {
            throw PreviewError(error)
        }
    }

    /// Runs a short task and blocks until it ends. Cancels it if the waiting task is canceled. Only request handlers may call this, because they
    /// have dedicated threads.
    static func waiting<Value: Sendable>(
        naming names: [String: String], _ work: @escaping @Sendable () async throws(TaskError) -> Value
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
            case .failure(let error): throw PreviewError(error, naming: names)
            }
        }
    }

    /// Parses substitutions from JSON.
    static func plan(_ vars: [UInt8]) throws(PreviewError) -> SubstitutionPlan {
        var plan = SubstitutionPlan()
        do throws(TaskError) {
            for step in try VarsFile(vars, path: "").steps { plan.apply(step) }
            // Names are uploads here. A path or a URL of the page must not be read.
            if plan.images.values.contains(where: { $0.file.isURL || $0.fallback != nil }) {
                throw .usage("the page sets uploaded images only", advice: "upload the image, or use \(command: "render")")
            }
        } catch {
            throw PreviewError(422, error.parts.message.onPage, advice: error.parts.advice.onPage)
        }
        return plan
    }
}
