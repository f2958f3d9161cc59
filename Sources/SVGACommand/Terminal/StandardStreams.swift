import SVGAFormat
import SVGAModel
import SVGAPlatform
import SVGASupport
import SVGATasks

/// The environment of a command: streams and processors. Tests pass a different one.
struct CommandContext: Sendable {
    var output: TextStream
    var errors: TextStream
    var helpLanguage = HelpLanguage.english {
        didSet { (output.wording, errors.wording) = (helpLanguage.wording, helpLanguage.wording) }
    }
    /// The context of tasks.
    var task: TaskContext
    /// Measures the phases of the running command.
    private(set) var clock = PhaseClock()
    /// Waits for the next bytes of standard input; empty at its end. nil: standard input can only be read completely.
    var readInputPart: (@Sendable () throws(SVGAError) -> [UInt8])?
    /// Ends the process after a time. The default does nothing.
    var limitTime: @Sendable (Seconds) -> Void = { _ in }
    /// The request to end the process; nil: only task cancellation.
    var stop: StopRequest?

    /// The number of processors, the default of `--threads`.
    var processorCount: Int { task.processorCount }

    /// - Parameter processorCount: nil: all processors that the process may use.
    init(
        output: TextStream, errors: TextStream, processorCount: Int? = 2,
        readStandardInput: @escaping @Sendable (_ limit: Int) throws(SVGAError) -> [UInt8]
    ) {
        self.output = output
        self.errors = errors
        task = TaskContext(processorCount: processorCount, readStandardInput: readStandardInput)
    }

    /// Runs a command. Writes its tasks' notes to standard error, and measures their phases.
    func run(_ command: some LimitedCommand) async throws(TaskError) -> ExitCode {
        let common = command.common
        var context = self
        context.clock = PhaseClock()
        context.task.note = { note in
            switch note.level {
            case .remark where common.isQuiet, .warning where common.isQuiet: return
            case .detail where common.isQuiet || !common.isVerbose: return
            case .remark, .detail, .warning: self.note("svga: \(self.errors.text(note.text))".printable)
            }
        }
        context.task.finished = { [clock = context.clock] in clock.finish($0) }
        if let allowed = common.timeout { limitTime(allowed) }
        let code = try await command.run(in: context)
        if common.showsPhaseTimes && !context.clock.phases.isEmpty { report(note: context.clock.line) }
        return code
    }

    /// The context of a task that reports progress.
    func task(_ reporter: ProgressReporter) -> TaskContext {
        var task = task
        task.progress = { step in
            reporter.update(done: step.done, total: step.total, byteCount: step.byteCount, attempt: step.attempt)
        }
        return task
    }

    /// Processes each of several inputs. The error of one is reported, and the next one follows.
    /// - Parameter failed: called after the report.
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

    /// Writes the command's result to standard output.
    func print(_ text: String) throws(TaskError) { try print(Array(text.utf8)) }

    func print(_ bytes: [UInt8]) throws(TaskError) {
        do throws(TextStream.WriteFailure) {
            try output.write(bytes)
        } catch {
            throw .standardOutput(reason: error.reason)
        }
    }

    /// Writes a report for `--json`.
    func print(json: JSONValue) throws(TaskError) {
        // In chunks: 64 KB keys in ten thousand sprites make a report of hundreds of megabytes.
        try json.write(.pretty, escaping: [.short, .controls]) { (bytes) throws(TaskError) in try print(bytes) }
        try print("\n")
    }

    /// Writes the reports of a command on several files: an array, or an object for a single file.
    func print(json reports: [JSONValue], isList: Bool) throws(TaskError) {
        if !isList, let only = reports.first { try print(json: only) } else { try print(json: .array(reports)) }
    }

    /// Writes a line to standard error. Ignores errors: standard error is where they would be reported.
    func note(_ line: String) {
        try? errors.write(Array((line + "\n").utf8))
    }

    /// The same in the user's language, made printable.
    func report(note: TaskText) { self.note(errors.text(note).printable) }
    @_disfavoredOverload
    func report(note: Message) { report(note: TaskText(note)) }

    func report(_ error: TaskError) {
        if !error.isSilent { note("svga: " + error.text(as: errors.wording)) }
    }
}

/// An output stream and the properties of its terminal.
struct TextStream: Sendable {
    /// The stream cannot be written, for example a closed pipe or a full disk.
    struct WriteFailure: Error, Hashable, Sendable {
        let reason: Message
    }

    var isTerminal = false
    var columns = 80
    var rows = 24
    /// Whether reports are colored.
    var usesColor = false
    /// The colors of images as characters.
    var colors = TerminalColors.full
    /// Whether the terminal supports no escape codes.
    var isDumb = false
    /// The language and the form of texts.
    var wording = Wording.shell
    let write: @Sendable ([UInt8]) throws(WriteFailure) -> Void

    @_disfavoredOverload
    func text(_ message: Message) -> String { wording.text(message) }
    func text(_ text: TaskText) -> String { text.text(as: wording) }

    /// A size, such as `38.2 KB`.
    func bytes(_ count: Int) -> String { text(Units.bytes(count)) }

    /// The text in this style, or unchanged if the stream has no colors.
    func styled(_ text: String, _ style: Style) -> String {
        usesColor && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The stream for a report. Without a terminal, lines are not truncated.
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
        case green = "32"
        case yellow = "33"
        case cyan = "36"
    }
}

/// The process's standard streams.
enum StandardStreams {
    static func context(environment: [String: String]) -> CommandContext {
        var context = CommandContext(
            output: stream(STDOUT_FILENO, environment: environment), errors: stream(STDERR_FILENO, environment: environment),
            processorCount: nil
        ) { (limit) throws(SVGAError) in try DescriptorReader.readAll(STDIN_FILENO, limit: limit) }
        context.helpLanguage = HelpLanguage(environment: environment)
        context.readInputPart = { () throws(SVGAError) in try DescriptorReader.readPart(STDIN_FILENO) }
        return context
    }

    /// Opens /dev/null in place of a closed standard stream. The next opened file would get the descriptor of that stream, and output would go into
    /// the file. The descriptor refuses reads and writes.
    static func occupyClosed() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // open() returns the lowest free number, which is that of the closed stream.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Whether this many additional descriptors can be opened.
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
        let hasWindowSize = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
        let columns = hasWindowSize ? Int(size.ws_col) : environment["COLUMNS"].flatMap { Int($0) } ?? 80
        let rows = hasWindowSize ? Int(size.ws_row) : environment["LINES"].flatMap { Int($0) } ?? 24
        let isColorful = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        return TextStream(
            isTerminal: isTerminal, columns: min(max(columns, 20), 1000), rows: min(max(rows, 5), 1000), usesColor: isColorful,
            colors: TerminalColors(environment: environment), isDumb: environment["TERM"] ?? "dumb" == "dumb"
        ) { (bytes) throws(TextStream.WriteFailure) in try writeAll(bytes, to: descriptor) }
    }

    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(TextStream.WriteFailure) {
        var remaining = bytes[...]
        while !remaining.isEmpty {
            let written = remaining.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                remaining = remaining.dropFirst(written)
            } else if errno != EINTR {
                throw TextStream.WriteFailure(reason: errno == EPIPE ? FileError.closedPipe : errorText(errno))
            }
        }
    }
}

/// The environment variables that the command uses.
enum ProcessEnvironment {
    static var variables: [String: String] { values(["NO_COLOR", "TERM", "COLORTERM", "COLUMNS", "LINES"] + HelpLanguage.variables) }

    /// The values of those variables that are set.
    static func values(_ names: [String]) -> [String: String] {
        var found: [String: String] = [:]
        for name in names {
            if let value = getenv(name) { found[name] = String(cString: value) }
        }
        return found
    }
}
