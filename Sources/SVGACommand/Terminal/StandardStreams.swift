import SVGAFormat
import SVGAModel
import SVGAPlatform
import SVGASupport
import SVGATasks

/// The surroundings of a command: its streams and processors. Tests pass their own.
struct CommandContext: Sendable {
    var output: TextStream
    var errors: TextStream
    var helpLanguage = HelpLanguage.english
    /// What tasks use.
    var task: TaskContext
    /// Measures the phases of the command that runs.
    private(set) var clock = PhaseClock()
    /// Reads what comes next on standard input, and waits for it; nothing at its end. nil: it is only read to its end.
    var readInputPart: (@Sendable () throws(ReadError) -> [UInt8])?
    /// Lets the process end by itself after so long. The default does nothing.
    var limitTime: @Sendable (Seconds) -> Void = { _ in }
    /// How the process is asked to end; nil: by cancelling the task alone.
    var stop: StopRequest?

    /// How many processors there are: the default for `--threads`.
    var processorCount: Int { task.processorCount }

    /// - Parameter processorCount: nil: as many as the process may use.
    init(
        output: TextStream, errors: TextStream, processorCount: Int? = 2,
        readStandardInput: @escaping @Sendable (_ limit: Int) throws(ReadError) -> [UInt8]
    ) {
        self.output = output
        self.errors = errors
        task = TaskContext(processorCount: processorCount, readStandardInput: readStandardInput)
    }

    /// Runs a command. The notes of its tasks become lines of standard error, and their phases are measured.
    func run(_ command: some LimitedCommand) async throws(TaskError) -> ExitCode {
        let common = command.common
        var context = self
        context.clock = PhaseClock()
        context.task.note = { note in
            switch note.level {
            case .remark where common.isQuiet: return
            case .detail where common.isQuiet || !common.isVerbose: return
            case .remark, .detail: self.note("svga: \(note.text.shell)".printable)
            }
        }
        context.task.finished = { [clock = context.clock] in clock.finish($0) }
        if let allowed = common.timeout { limitTime(allowed) }
        let code = try await command.run(in: context)
        if common.showsPhaseTimes && !context.clock.phases.isEmpty { note(context.clock.line) }
        return code
    }

    /// What tasks use that report their progress.
    func task(_ reporter: ProgressReporter) -> TaskContext {
        var task = task
        task.progress = { step in
            reporter.update(done: step.done, total: step.total, byteCount: step.byteCount, attempt: step.attempt)
        }
        return task
    }

    /// Does the same with each of several inputs. An error of one is reported, and the next one goes on.
    /// - Parameter failed: is called after the report.
    func forEach<Input>(
        _ inputs: [Input], _ work: (Input) async throws(TaskError) -> Void, failed: (Input, TaskError) -> Void = { _, _ in }
    ) async throws(TaskError) -> ExitCode {
        var failures: [ExitCode] = []
        for input in inputs {
            do throws(TaskError) {
                if Task.isCancelled { throw .interrupted }
                try await work(input)
            } catch {
                switch error {
                case .interrupted, .standardOutput: throw error
                default: report(error)
                }
                failures.append(error.exitCode)
                failed(input, error)
            }
        }
        return .batch(failures, of: inputs.count)
    }

    /// Writes the result of the command to standard output.
    func print(_ text: String) throws(TaskError) { try print(Array(text.utf8)) }

    func print(_ bytes: [UInt8]) throws(TaskError) {
        do throws(TextStream.WriteFailure) {
            try output.write(bytes)
        } catch {
            throw .standardOutput(reason: error.reason)
        }
    }

    /// Writes a report as `--json` does.
    func print(json: JSONValue) throws(TaskError) {
        // In pieces: keys of 64 KB in ten thousand places make a report of hundreds of megabytes.
        try json.write(.pretty, escaping: [.short, .controls]) { (bytes) throws(TaskError) in try print(bytes) }
        try print("\n")
    }

    /// Writes the reports of a command that takes several files: an array, or an object where only one was named.
    func print(json reports: [JSONValue], isList: Bool) throws(TaskError) {
        if !isList, let only = reports.first { try print(json: only) } else { try print(json: .array(reports)) }
    }

    /// Writes a line for the user to standard error. Ignores errors: standard error is where they would be reported.
    func note(_ line: String) {
        try? errors.write(Array((line + "\n").utf8))
    }

    func report(_ error: TaskError) {
        if !error.isSilent { note(error.line) }
    }
}

/// A stream that a command writes to, and what is known about the terminal behind it.
struct TextStream: Sendable {
    /// The stream cannot be written: a closed pipe, a full disk.
    struct WriteFailure: Error, Hashable, Sendable {
        let reason: String
    }

    var isTerminal = false
    var columns = 80
    var rows = 24
    /// Whether reports are coloured.
    var usesColor = false
    /// Of pictures made of characters.
    var colors = TerminalColors.full
    /// Whether it understands no escape codes.
    var isDumb = false
    let write: @Sendable ([UInt8]) throws(WriteFailure) -> Void

    /// The text in this style, or as it is where the stream does not use colours.
    func styled(_ text: String, _ style: Style) -> String {
        usesColor && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The stream for a report: away from a terminal nothing is cut, because nobody's screen ends there.
    var forReport: TextStream {
        if isTerminal { return self }
        var stream = self
        (stream.columns, stream.rows) = (.max, .max)
        return stream
    }

    enum Style: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case yellow = "33"
        case cyan = "36"
    }
}

/// The process's own streams.
enum StandardStreams {
    static func context(environment: [String: String]) -> CommandContext {
        var context = CommandContext(
            output: stream(STDOUT_FILENO, environment: environment), errors: stream(STDERR_FILENO, environment: environment),
            processorCount: nil
        ) { (limit) throws(ReadError) in try DescriptorReader.readAll(STDIN_FILENO, limit: limit) }
        context.helpLanguage = HelpLanguage(environment: environment)
        context.readInputPart = { () throws(ReadError) in try DescriptorReader.readPart(STDIN_FILENO) }
        return context
    }

    /// Opens /dev/null in place of a standard stream that is closed. Otherwise the next file that is opened would get the number of that
    /// stream, and what is meant for the stream would be written into the file. The descriptor refuses reads and writes.
    static func occupyClosed() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // open() takes the lowest free number, which is that of the closed stream.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Whether so many descriptors can be opened beside those that are open.
    static func hasFreeDescriptors(_ count: Int) -> Bool {
        var made: [Int32] = []
        defer { for descriptor in made { close(descriptor) } }
        for _ in 0..<count {
            let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
            if descriptor < 0 { return errno != EMFILE }
            made.append(descriptor)
        }
        return true
    }

    private static func stream(_ descriptor: Int32, environment: [String: String]) -> TextStream {
        let isTerminal = isatty(descriptor) == 1
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
        let columns = isKnown ? Int(size.ws_col) : environment["COLUMNS"].flatMap { Int($0) } ?? 80
        let rows = isKnown ? Int(size.ws_row) : environment["LINES"].flatMap { Int($0) } ?? 24
        let isColorful = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        return TextStream(
            isTerminal: isTerminal, columns: min(max(columns, 20), 1000), rows: min(max(rows, 5), 1000), usesColor: isColorful,
            colors: TerminalColors(environment: environment), isDumb: environment["TERM"] ?? "dumb" == "dumb"
        ) { (bytes) throws(TextStream.WriteFailure) in try writeAll(bytes, to: descriptor) }
    }

    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(TextStream.WriteFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if errno != EINTR {
                throw TextStream.WriteFailure(reason: String(cString: strerror(errno)))
            }
        }
    }
}

/// The environment variables that the command uses.
enum ProcessEnvironment {
    static var variables: [String: String] {
        var found: [String: String] = [:]
        for name in ["NO_COLOR", "TERM", "COLORTERM", "COLUMNS", "LINES"] + HelpLanguage.variables {
            if let value = getenv(name) { found[name] = String(cString: value) }
        }
        return found
    }
}
