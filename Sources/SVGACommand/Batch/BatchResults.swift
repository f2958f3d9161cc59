import SVGAPlatform
import SVGASupport
import SVGATasks

/// The result of a job.
struct JobResult: Sendable {
    /// A file of an output.
    struct File: Sendable {
        let name: String
        let bytes: Int
        /// The content, if it follows the line of the result.
        var content: [UInt8]?
    }

    enum Outcome: Sendable {
        case done(files: [File], milliseconds: Double, [TaskWarning])
        /// Done by an earlier run.
        case found(bytes: Int)
        case failed(code: ExitCode, error: String)

        /// The outcome with other names of files in the error.
        func naming(_ name: (String) -> String) -> Outcome {
            if case .failed(let code, let error) = self { .failed(code: code, error: name(error)) } else { self }
        }
    }

    let line: Int
    let id: JSONValue?
    /// nil: the job could not be parsed up to its output.
    let output: String?
    let outcome: Outcome

    /// A failed outcome with the error's text.
    static func failure(_ error: TaskError) -> Outcome {
        .failed(code: error.exitCode, error: error.text(as: .json))
    }

    /// The outcome of a job that its client has canceled.
    static var cancelled: Outcome {
        let text: TaskText = "the job was canceled"
        return .failed(code: .interrupted, error: text.text(as: .json))
    }

    /// The contents that follow the line.
    var content: [UInt8] {
        guard case .done(let files, _, _) = outcome else { return [] }
        return files.flatMap { $0.content ?? [] }
    }

    /// One line of JSON.
    var text: String {
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ value: JSONValue) { members.append(JSONValue.Member(name: name, value: value)) }
        if let id { add("id", id) }
        add("line", .integer(line))
        if let output { add("output", .string(output)) }
        switch outcome {
        case .done(let files, let milliseconds, let warnings):
            add("ok", .bool(true))
            add("bytes", .integer(files.reduce(0) { $0 + $1.bytes }))
            if files.count > 1, files.allSatisfy({ $0.content != nil }) {
                add("files", .array(files.map { ["name": $0.name, "bytes": $0.bytes] }))
            }
            add("ms", .number((milliseconds * 10).rounded() / 10))
            if !warnings.isEmpty { add("warnings", .array(warnings.map { $0.json(as: .json) })) }
        case .found(let bytes):
            add("ok", .bool(true))
            add("bytes", .integer(bytes))
            add("resumed", .bool(true))
        case .failed(let code, let error):
            add("ok", .bool(false))
            add("code", .integer(Int(code.rawValue)))
            add("error", .string(error))
        }
        return JSONValue.object(members).text(.compact, escaping: [.short, .controls]) + "\n"
    }
}

/// Counts results, writes each as a line, and shows the progress on standard error.
final class BatchResults: Sendable {
    struct Counts: Sendable {
        var done = 0
        var found = 0
        var failed = 0
        /// The jobs of this run that are done with warnings.
        var warned = 0
        /// The bytes of the outputs of this run.
        var bytes = 0

        var all: Int { done + found + failed }
    }

    private struct State: Sendable {
        var counts = Counts()
        var total: Int?
        var lastShown: ContinuousClock.Instant?
        var isLineOpen = false
        /// The error that ended writing of results.
        var failure: TaskError?
    }

    private let state = Locked(State())
    private let start = ContinuousClock.now
    private let mode: ProgressReporter.Mode
    private let errors: TextStream
    private let write: @Sendable ([UInt8]) throws(TaskError) -> Void

    /// - Parameter write: writes a line, and the bytes that follow it.
    init(
        _ mode: ProgressReporter.Mode, isQuiet: Bool, errors: TextStream, write: @escaping @Sendable ([UInt8]) throws(TaskError) -> Void
    ) {
        self.mode = isQuiet || (mode == .auto && !errors.isTerminal) ? .none : mode
        self.errors = errors
        self.write = write
    }

    var counts: Counts { state.withLock { $0.counts } }
    var failure: TaskError? { state.withLock { $0.failure } }
    var showsProgress: Bool { mode != .none }

    /// Sets the number of jobs when it is known.
    func setTotal(_ total: Int) { state.withLock { $0.total = total } }

    /// - Returns: false if results cannot be written.
    func add(_ result: JobResult) -> Bool {
        let text = Array(result.text.utf8) + result.content
        return state.withLock { state in
            guard state.failure == nil else { return false }
            switch result.outcome {
            case .done(let files, _, let warnings):
                state.counts.done += 1
                if !warnings.isEmpty { state.counts.warned += 1 }
                state.counts.bytes += files.reduce(0) { $0 + $1.bytes }
            case .found: state.counts.found += 1
            case .failed: state.counts.failed += 1
            }
            do throws(TaskError) {
                try write(text)
            } catch {
                state.failure = error
                return false
            }
            show(&state)
            return true
        }
    }

    /// Clears the progress line before other output.
    func finish() {
        state.withLock { state in
            if mode == .auto && state.isLineOpen { writeProgress("\r\u{1B}[K") }
            state.isLineOpen = false
        }
    }

    // MARK: Progress

    /// At most ten times per second.
    private func show(_ state: inout State) {
        guard mode != .none else { return }
        let now = ContinuousClock.now
        if let last = state.lastShown, now - last < .milliseconds(100), state.counts.all != state.total { return }
        state.lastShown = now
        state.isLineOpen = true
        let line = BatchProgressLine(counts: state.counts, total: state.total, seconds: (now - start) / .seconds(1))
        writeProgress(mode == .json ? line.json : "\r" + line.bar(columns: errors.columns).fitted(columns: errors.columns - 1) + "\u{1B}[K")
    }

    /// Ignores errors: standard error is where they would be reported.
    private func writeProgress(_ text: String) { try? errors.write(Array(text.utf8)) }
}

/// One line of progress.
struct BatchProgressLine {
    let counts: BatchResults.Counts
    let total: Int?
    let seconds: Double

    /// Counts only jobs of this run: skipped jobs take no time.
    private var rate: Double { seconds > 0 ? Double(counts.done + counts.failed) / seconds : 0 }
    private var secondsLeft: Double? { total.flatMap { rate > 0 ? Double(max(0, $0 - counts.all)) / rate : nil } }

    var json: String {
        var members: [JSONValue.Member] = [
            .init(name: "schema", value: .integer(1)), .init(name: "event", value: .string("progress")),
            .init(name: "done", value: .integer(counts.all)),
        ]
        if let total { members.append(.init(name: "total", value: .integer(total))) }
        members.append(.init(name: "failed", value: .integer(counts.failed)))
        members.append(.init(name: "jobsPerSecond", value: .number((rate * 100).rounded() / 100)))
        if let secondsLeft { members.append(.init(name: "secondsLeft", value: .number((secondsLeft * 100).rounded() / 100))) }
        members.append(.init(name: "bytes", value: .integer(counts.bytes)))
        return JSONValue.object(members).text(.compact) + "\n"
    }

    func bar(columns: Int) -> String {
        let failed = counts.failed > 0 ? ", \(counts.failed) failed" : ""
        let speed = "\(Units.decimal(rate, places: 1))/s"
        guard let total, total > 0 else { return "\(counts.all) jobs, \(speed)\(failed), \(Units.bytes(counts.bytes))" }
        let share = min(1, Double(counts.all) / Double(total))
        let width = max(0, min(24, columns - 66))
        let full = Int(saturating: Double(width) * share)
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
        let left = secondsLeft.map { ", \(Units.seconds($0)) left" } ?? ""
        return
            "\("\(Int(saturating: 100 * share))%".padded(columns: 4, right: true)) \(bar) \(counts.all)/\(total) jobs, \(speed)\(left)\(failed)"
    }
}
