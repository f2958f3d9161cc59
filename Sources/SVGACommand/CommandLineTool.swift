import CSVGASupport
import Dispatch
import SVGAPlatform
import SVGARender
import SVGASupport
import SVGATasks

/// The command `svga`: finds the subcommand, runs it and reports its result as an exit code.
package enum CommandLineTool {
    static let version = Product.version

    static let commands: [any Command.Type] = [
        InspectCommand.self, RenderCommand.self, BatchCommand.self, ConvertCommand.self, ImportCommand.self, CreateCommand.self,
        OptimizeCommand.self, FixCommand.self,
        EditCommand.self, UnpackCommand.self, PackCommand.self, DumpCommand.self, ThumbnailCommand.self, ValidateCommand.self,
        ComparePlayersCommand.self, DiffCommand.self,
        HitCommand.self, BoundsCommand.self,
        PreviewCommand.self, ServeCommand.self, PlayCommand.self, CompletionsCommand.self,
    ]

    /// Runs the process's command line and ends the process.
    ///
    /// SIGINT, SIGTERM and SIGHUP cancel the command, so that it can clean up; a second signal ends the process at once. SIGQUIT and SIGXCPU end it
    /// at once, after temporary files are removed. The main thread waits for all signals.
    package static func main() -> Never {
        // First, because asynchronous code opens descriptors.
        StandardStreams.occupyClosed()
        signal(SIGPIPE, SIG_IGN)
        // Dispatch ends the process without a message if it gets no descriptor. All commands work with this many (`tools/faults`). With fewer, an
        // input seems unreadable, or a batch job fails.
        guard StandardStreams.hasFreeDescriptors(12) else {
            try? StandardStreams.writeAll(Array("svga: too few file descriptors; allow more with ulimit -n 64\n".utf8), to: STDERR_FILENO)
            _exit(ExitCode.outputFailed.rawValue)
        }
        GLibMessages.allowDropping()
        svga_end_without_memory { TemporaryFiles.endProcessUnlocked(code: ExitCode.outputFailed.rawValue) }
        let signals = EndingSignals()

        var streams = StandardStreams.context(environment: ProcessEnvironment.variables)
        streams.limitTime = { [streams] in endProcess(after: $0, streams) }
        let stop = StopRequest()
        streams.stop = stop
        let context = streams
        let task = Task.detached {
            let code = await run(Array(CommandLine.arguments.dropFirst()), context: context)
            // Also removes files that an export of the preview still writes.
            TemporaryFiles.endProcess(code: code == .interrupted ? stop.exitCode : code.rawValue)
        }
        signals.wait(stop) { task.cancel() }
    }

    /// Ends the process at the time limit in any state, because some libraries cannot be canceled.
    private static func endProcess(after allowed: Seconds, _ context: CommandContext) {
        // A dedicated queue has a thread even if all global queues are busy.
        DispatchQueue(label: "svga.timeout").asyncAfter(deadline: .now() + allowed.value) {
            let error = TaskError.timedOut(allowed)
            TerminalScreen.leaveAtOnce()
            context.report(error)
            TemporaryFiles.endProcess(code: error.exitCode.rawValue)
        }
    }

    /// Runs one command line, without the program's name. `--lang` may stand anywhere.
    static func run(_ words: [String], context: CommandContext) async -> ExitCode {
        guard let (language, words) = HelpLanguage.option(in: words) else { return await runCommand(words, context: context) }
        var spoken = context
        spoken.helpLanguage = language
        return await Message.$reportTranslation.withValue(ReportTranslation(language.wording.translate)) { [spoken] in
            await runCommand(words, context: spoken)
        }
    }

    private static func runCommand(_ words: [String], context: CommandContext) async -> ExitCode {
        do throws(TaskError) {
            return try await dispatch(words, context: context)
        } catch {
            context.report(error)
            return error.exitCode
        }
    }

    private static func dispatch(_ words: [String], context: CommandContext) async throws(TaskError) -> ExitCode {
        let words = CommandWords(words)
        guard let first = words.name else {
            context.note(HelpText.overview(in: context.helpLanguage).trimmingLastNewline)
            return .usage
        }
        let arguments = words.arguments
        switch first {
        case "help", "--help", "-h":
            let names = arguments.filter { $0 != "--man" }.map { ["-h", "--help"].contains($0) ? "help" : $0 }
            let text = names.count < arguments.count ? HelpText.manual : HelpText.topic
            try context.print(text(names.first, context.helpLanguage))
            return .done
        case "--version", "version", "-v", "-V":
            try context.print(VersionText.text)
            return .done
        case "--complete-keys":
            try context.print(CompletionKeys.text(arguments, context))
            return .done
        default:
            if let command = commands.first(where: { $0.name == first }) { return try await command.execute(words.options, in: context) }
            if CommandWords.isFile(first) { return try await InspectCommand.execute([first] + words.options, in: context) }
            throw unknown(first)
        }
    }

    private static func unknown(_ word: String) -> TaskError {
        let nearest = Advice.suggestion(for: word, among: commands.map { $0.name } + ["help", "--help", "--version"])
        let advice = CommandWords.advice(on: word) ?? (nearest.isEmpty ? "see svga help" : nearest)
        return .usage(word.hasPrefix("-") ? "unknown option \(word)" : "unknown command \(word)", advice: advice)
    }
}

extension Command {
    /// Parses the words after the command's name and runs the command, or prints its help.
    fileprivate static func execute(_ words: [String], in context: CommandContext) async throws(TaskError) -> ExitCode {
        if words.prefix(while: { $0 != "--" }).contains(where: { $0 == "-h" || $0 == "--help" }) {
            try context.print(info.help(in: context.helpLanguage))
            return .done
        }
        let command = try parse(words)
        if let command = command as? any LimitedCommand { return try await context.run(command) }
        return try await command.run(in: context)
    }
}

extension String {
    fileprivate var trimmingLastNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
