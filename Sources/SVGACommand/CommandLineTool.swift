import Dispatch
import SVGAPlatform
import SVGASupport

/// The command `svga`: finds the subcommand, runs it and reports its result as an exit code.
package enum CommandLineTool {
    static let version = "0.1.0"

    static let commands: [any Command.Type] = [
        InspectCommand.self, RenderCommand.self, ConvertCommand.self, OptimizeCommand.self, EditCommand.self, UnpackCommand.self,
        PackCommand.self, ValidateCommand.self, DiffCommand.self, HitCommand.self, BoundsCommand.self, CompletionsCommand.self,
    ]

    /// Runs the process's own command line and ends the process.
    package static func main() -> Never {
        // Comes first, because asynchronous code opens descriptors.
        StandardStreams.occupyClosed()
        Task.detached { await runProcess() }
        dispatchMain()
    }

    /// Ctrl-C and SIGTERM cancel what runs, so that it can clean up; only where that takes long does a second one end it
    /// at once.
    private static func runProcess() async -> Never {
        signal(SIGPIPE, SIG_IGN)
        let environment = ProcessEnvironment.variables
        let task = Task { await run(Array(CommandLine.arguments.dropFirst()), context: StandardStreams.context(environment: environment)) }
        let cancelled = Locked<ContinuousClock.Instant?>(nil)
        // This queue has its own thread. The global queues wait while rendering keeps all cores busy.
        let queue = DispatchQueue(label: "svga.signals")
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                let isLate = cancelled.withLock { cancelled in
                    defer { cancelled = cancelled ?? .now }
                    return cancelled.map { .now - $0 > .seconds(2) } ?? false
                }
                if isLate { TemporaryFiles.endProcess(code: ExitCode.interrupted.rawValue) }
                task.cancel()
            }
            source.resume()
            return source
        }
        let code = await task.value
        for source in sources { source.cancel() }
        exit(code.rawValue)
    }

    /// Runs one command line, without the program's own name.
    static func run(_ words: [String], context: CommandContext) async -> ExitCode {
        do throws(CommandError) {
            return try await dispatch(words, context: context)
        } catch {
            context.report(error)
            return error.exitCode
        }
    }

    private static func dispatch(_ words: [String], context: CommandContext) async throws(CommandError) -> ExitCode {
        guard let first = words.first else {
            context.note(HelpText.overview.trimmingLastNewline)
            return .usage
        }
        let rest = Array(words.dropFirst())
        switch first {
        case "help", "--help", "-h":
            try context.print(HelpText.topic(rest.first))
            return .done
        case "--version", "version":
            try context.print(VersionText.text)
            return .done
        default:
            guard let command = commands.first(where: { $0.name == first }) else {
                let what = first.hasPrefix("-") ? "option" : "command"
                let advice = Advice.meant(by: first, among: commands.map { $0.name } + ["help", "--help", "--version"])
                throw .usage(UsageError(message: "unknown \(what) \(first)", advice: advice.isEmpty ? "see svga help" : advice))
            }
            if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "-h" || $0 == "--help" }) {
                try context.print(command.info.help)
                return .done
            }
            return try await command.execute(rest, in: context)
        }
    }
}

extension Command {
    /// Parses and runs.
    fileprivate static func execute(_ words: [String], in context: CommandContext) async throws(CommandError) -> ExitCode {
        let command: Self
        do throws(UsageError) {
            command = try parse(words)
        } catch {
            throw .usage(error)
        }
        return try await command.run(in: context)
    }
}

extension String {
    fileprivate var trimmingLastNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
