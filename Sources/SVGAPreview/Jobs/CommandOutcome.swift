import Dispatch
import SVGASupport

extension CommandLineAccess {
    /// Runs a command that is soon done, and waits for it. Not for tasks: it blocks a thread.
    func runAndWait(_ words: [String]) -> CommandOutcome {
        let outcome = Locked<CommandOutcome?>(nil)
        let done = DispatchSemaphore(value: 0)
        let thread = OwnThread()
        Task.detached(executorPreference: thread) {
            let result = await run(words) { _, _ in }
            outcome.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        return withExtendedLifetime(thread) { outcome.withLock { $0 } } ?? CommandOutcome(code: 130, output: [], errors: [])
    }
}

/// Runs one task on a thread of its own, so that it does not wait until the exports that keep all others busy are done.
private final class OwnThread: TaskExecutor {
    // A serial queue has its own thread while it works.
    private let queue = DispatchQueue(label: "svga.command")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

extension CommandOutcome {
    /// The report that a command has printed as JSON, of one file or of two.
    /// - Parameter names: what the page shows in the place of paths.
    func report(shown names: [String: String]) throws(PreviewError) -> [JSONValue.Member] {
        // 1: there are findings or differences, which the report tells.
        guard code == 0 || code == 1, !output.isEmpty else { throw failure(shown: names) }
        let report: JSONValue
        do throws(JSONError) {
            report = try JSONValue(parsing: output)
        } catch {
            throw PreviewError(503, "the report cannot be read: \(error)")
        }
        guard case .object(let members) = report else { throw failure(shown: names) }
        return members.map { .init(name: $0.name, value: $0.value.showing(names)) }
    }

    func failure(shown names: [String: String]) -> PreviewError {
        let lines = errors.filter { !$0.isEmpty }.map { $0.showing(names) }
        return PreviewError(422, lines.isEmpty ? "the command failed" : lines.joined(separator: "\n"))
    }
}

extension JSONValue {
    /// A text that is a path as the name that is shown for it.
    fileprivate func showing(_ names: [String: String]) -> JSONValue {
        if case .string(let text) = self, let name = names[text] { .string(name) } else { self }
    }
}

extension String {
    /// The line with the shown names in the place of paths.
    func showing(_ names: [String: String]) -> String {
        names.sorted { $0.key.utf8.count > $1.key.utf8.count }.reduce(self) { $0.replacing($1.key, with: $1.value) }
    }
}
