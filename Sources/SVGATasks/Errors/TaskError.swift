package import SVGACheck
package import SVGAEmulation
import SVGAExport
import SVGAFormat
import SVGAImage
package import SVGAModel
import SVGARender
package import SVGASupport

/// The reason why a command stopped. Library errors keep their descriptions; this type adds the file, advice and the exit code.
package enum TaskError: Error {
    /// Invalid options. The advice may be empty, in the other cases too.
    case usage(TaskText, advice: TaskText = "")
    /// A request that this file cannot fulfill.
    case request(file: String, message: TaskText, advice: TaskText = "")
    /// An unusable file other than the movie: an image, a font or a file of variables.
    case input(file: String, message: TaskText, advice: TaskText = "")
    case read(file: String, SVGAError)
    /// A source of another format, or an image at a URL, that exceeds a limit.
    case importLimit(file: String, message: TaskText, advice: TaskText = "")
    case render(file: String, SVGAError)
    case export(output: String, SVGAError)
    /// A file whose output would differ from the request.
    case conversion(file: String, message: TaskText, advice: TaskText = "")
    /// A warning, which the option `strict` makes an error.
    case warning(TaskWarning)
    /// The emulated player cannot show the requested frame.
    case player(file: String, PlayerFailure)
    /// Some player would render the output worse than the input.
    case playerFindings(file: String, [Finding])
    /// The movie exceeds a budget.
    case overBudget(file: String, BudgetReport)
    /// The movie has no frames.
    case noFrames(file: String)
    case standardOutput(reason: Message)
    /// The system refuses a resource, for example a thread, a pipe or a port.
    case system(message: TaskText, advice: TaskText = "")
    case interrupted
    /// The task exceeded its option `timeout`.
    case timedOut(Seconds)

    package var exitCode: ExitCode {
        switch self {
        case .usage, .request: .usage
        case .player, .playerFindings, .overBudget: .findings
        case .importLimit, .timedOut: .limit
        case .input, .noFrames: .invalidInput
        case .read(_, let error): error.limit != nil ? .limit : .invalidInput
        case .render(_, let error): TaskError.exitCode(ofDrawing: error)
        case .export(_, let error): TaskError.exitCode(ofExport: error)
        case .conversion, .warning, .standardOutput, .system: .outputFailed
        case .interrupted: .interrupted
        }
    }

    private static func exitCode(ofDrawing error: SVGAError) -> ExitCode {
        switch error.detail {
        case .frameOutOfRange, .unknownKey, .emptyOutput, .markup: .usage
        case .fontFile, .noFonts: .invalidInput
        case .drawing, .outOfMemory: .outputFailed
        // All other rendering errors are limits of pixels or bytes.
        default: .limit
        }
    }

    private static func exitCode(ofExport error: SVGAError) -> ExitCode {
        switch error.detail {
        case .timedOut: .limit
        case .impossible, .pattern, .alphaNotHeld, .unavailable: .usage
        case .sound: .invalidInput
        default: .outputFailed
        }
    }

    /// One line: `FILE: what is wrong (where); what to do`. Text from files is made printable.
    /// - Parameter name: maps a file's path to the name in the message.
    package func text(as wording: Wording, naming name: (String) -> String = { $0 }) -> String {
        let (file, message, advice) = parts
        let start = [name(file), message.text(as: wording)].filter { !$0.isEmpty }.joined(separator: ": ")
        let separator: TaskText = "; "
        return (start + (advice.isEmpty ? "" : separator.text(as: wording) + advice.text(as: wording))).printable
    }

    /// Whether the reason is a file that does not exist.
    package var isMissingFile: Bool {
        // The second is the system's own text.
        exitCode == .invalidInput && ["no such file", "No such file or directory"].contains(parts.message.text(as: .json))
    }

    /// The same error for an input file that is not the movie.
    package func asInputError(file: String) -> TaskError { .input(file: file, message: parts.message, advice: parts.advice) }

    package var parts: (file: String, message: TaskText, advice: TaskText) {
        switch self {
        case .usage(let message, let advice): ("", message, advice)
        case .request(let file, let message, let advice): (file, message, advice)
        case .input(let file, let message, let advice): (file, message, advice)
        case .conversion(let file, let message, let advice): (file, message, advice)
        case .importLimit(let file, let message, let advice): (file, message, advice)
        case .warning(let warning):
            (
                warning.file, "\(warning.code.name): \(warning.message)",
                "\(warning.advice), or permit it with \(option: "allow", warning.code.name)"
            )
        case .read(let file, let error), .render(let file, let error): (file, TaskText(error.message), TaskError.advice(error))
        case .export(let output, let error): TaskError.parts(output, error)
        case .player(let file, let failure): (file, TaskText(failure.message), "")
        case .playerFindings(let file, let findings):
            (
                file, "nothing was written, because of a new difference: \(PlayerFindingText.summary(findings))",
                "write it with \(option: "allow-player-findings")"
            )
        case .overBudget(let file, let report):
            (
                file, "the movie exceeds the budget \(report.budget): \(report.excess)",
                "\(command: "inspect", "\(option: "budget", "FILE")") lists all limits"
            )
        case .noFrames(let file): (file, "the movie has no frames", "")
        case .standardOutput(let reason): ("-", "standard output cannot be written: \(reason)", "")
        case .system(let message, let advice): ("", message, advice)
        case .interrupted: ("", "interrupted", "")
        case .timedOut(let allowed):
            ("", "stopped after \(Units.decimal(allowed.value, places: 3)) s", "allow more with \(option: "timeout", "SECONDS")")
        }
    }

    private static func parts(_ output: String, _ error: SVGAError) -> (file: String, message: TaskText, advice: TaskText) {
        if case .path(let path)? = error.subject {
            if error.kind == .fileExists { return (path, "the file already exists", "overwrite it with \(option: "force")") }
            if case .file(let reason)? = error.detail { return (path, TaskText(reason), "") }
        }
        switch error.detail {
        case .sound: return (output, TaskText(error.message), "leave it out with \(option: "audio", "drop")")
        // The output is also the pattern, so the pattern is not repeated.
        case .pattern(let pattern, let reason) where pattern == output:
            return (output, "this is not a pattern for file names: \(reason)", "")
        case .alphaNotHeld(let format, let frame):
            return (
                output, "\(format) does not support alpha, and frame \(frame) is not opaque",
                "add \(option: "background", "COLOR"), or write a .webm, .mov, .webp or .apng"
                    + (format == "MP4" ? ", or use \(option: "alpha", "side-by-side")" : "")
            )
        default: return (output, TaskText(error.message), "")
        }
    }

    /// What to do about an error of reading or drawing.
    private static func advice(_ error: SVGAError) -> TaskText {
        if let limit = error.limit { return advice(limit) }
        return switch error.detail {
        case .otherFormat(let kind): FileAdvice.advice(on: kind)
        case .zipWithoutMovie(let entries): FileAdvice.advice(onArchiveOf: entries)
        case .truncated: FileAdvice.fetchAgain
        case .strict(let diagnostic): "permit it with \(option: "allow", diagnostic.identifier), or leave \(option: "strict") out"
        case .noFonts: "add one with \(option: "font", "FILE")"
        case .unknownKey: "\(command: "inspect", "\(option: "keys")") lists them"
        default: ""
        }
    }

    private static func advice(_ limit: LimitExceeded) -> TaskText {
        "raise it with \(option: LimitOptions.name(of: limit.name), "N")"
    }
}

extension String {
    /// `imagePixels` as `image-pixels`.
    package var kebabCase: String { reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) } }
}

/// The exit codes. Scripts depend on the numbers, so they are stable.
package enum ExitCode: Int32, Sendable {
    case done = 0
    /// A check has findings, or two files differ.
    case findings = 1
    case usage = 2
    /// An input cannot be read or is not a movie.
    case invalidInput = 3
    /// A limit was exceeded.
    case limit = 4
    /// An output cannot be written or encoded.
    case outputFailed = 5
    /// Some of several inputs failed.
    case partFailed = 6
    case interrupted = 130

    /// No sprite is at the point, or the key is not visible.
    package static let nothingThere = findings

    /// The exit code for several inputs: the common code if all inputs failed with it, else ``partFailed``.
    package static func batch(_ failures: [ExitCode], of count: Int) -> ExitCode {
        guard let first = failures.first else { return .done }
        return failures.count == count && failures.allSatisfy { $0 == first } ? first : .partFailed
    }
}
