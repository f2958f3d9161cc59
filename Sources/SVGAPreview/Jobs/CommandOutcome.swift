import Dispatch
import SVGAHTTP
import SVGASupport

extension CommandLineAccess {
    /// Runs a command that is soon done, and waits for it; cancels it when the task that waits is cancelled. It blocks a thread, so only the
    /// tasks of requests may call it, which have their own.
    func runAndWait(_ words: [String]) -> CommandOutcome {
        let outcome = Locked<CommandOutcome?>(nil)
        let done = DispatchSemaphore(value: 0)
        let thread = RequestThread()
        let task = Task.detached(executorPreference: thread) {
            let result = await run(words) { _, _ in }
            outcome.withLock { $0 = result }
            done.signal()
        }
        while done.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
            if Task.isCancelled { task.cancel() }
        }
        return withExtendedLifetime(thread) { outcome.withLock { $0 } } ?? CommandOutcome(code: 130, output: [], errors: [])
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
