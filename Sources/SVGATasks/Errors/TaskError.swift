package import SVGACheck
package import SVGAEmulation
package import SVGAExport
package import SVGAFormat
import SVGAImage
import SVGAModel
package import SVGARender
import SVGASupport

/// Why a command stopped. The errors of the stages keep their own descriptions; this type adds the file, advice and the exit code.
package enum TaskError: Error {
    /// Options that cannot be understood. The advice may be empty, here as below.
    case usage(TaskText, advice: TaskText = "")
    /// A request that this file cannot fulfil.
    case request(file: String, message: TaskText, advice: TaskText = "")
    /// A file other than the movie that cannot be used: an image, a font, a file of variables.
    case input(file: String, message: TaskText, advice: TaskText = "")
    case read(file: String, ReadError)
    /// A source of another kind that needs more than a limit allows.
    case importLimit(file: String, message: TaskText)
    case render(file: String, RenderError)
    case export(output: String, ExportError)
    /// A file whose output would not be as requested.
    case conversion(file: String, message: TaskText, advice: TaskText = "")
    /// The player as which the movie is drawn does not show what was asked for.
    case player(file: String, PlayerFailure)
    /// The result would show otherwise in some player where the input does not.
    case playerFindings(file: String, [Finding])
    /// The movie has nothing to draw.
    case noFrames(file: String)
    case standardOutput(reason: String)
    /// The system refuses something: a thread, a pipe, a port.
    case system(message: TaskText, advice: TaskText = "")
    case interrupted
    /// The task took longer than its option `timeout` allows.
    case timedOut(Seconds)

    package var exitCode: ExitCode {
        switch self {
        case .usage, .request: .usage
        case .player, .playerFindings: .findings
        case .read(_, .limit), .importLimit, .timedOut, .export(_, .timedOut): .limit
        case .read, .input, .noFrames: .invalidInput
        case .render(_, .frameOutOfRange), .render(_, .unknownKey), .render(_, .emptyOutput): .usage
        case .render(_, .text(_, .markup)): .usage
        case .render(_, .text(_, .fontFile)), .render(_, .text(_, .noFonts)): .invalidInput
        case .render(_, .text(_, .drawing)): .outputFailed
        case .render(_, .drawing), .render(_, .image(_, .outOfMemory)): .outputFailed
        // All other errors of rendering are limits of pixels or bytes.
        case .render: .limit
        case .export(_, .impossible), .export(_, .pattern), .export(_, .alphaNotHeld), .export(_, .unavailable): .usage
        case .export(_, .sound): .invalidInput
        case .export, .conversion, .standardOutput, .system: .outputFailed
        case .interrupted: .interrupted
        }
    }

    /// One line: `FILE: what is wrong (where); what to do`. Texts from files are made printable.
    /// - Parameter name: what is shown in the place of a file's path.
    package func text(as wording: Wording, naming name: (String) -> String = { $0 }) -> String {
        let (file, message, advice) = parts
        let start = [name(file), message.text(as: wording)].filter { !$0.isEmpty }.joined(separator: ": ")
        return (start + (advice.isEmpty ? "" : "; " + advice.text(as: wording))).printable
    }

    /// The same about a file that cannot be used.
    package func about(file: String) -> TaskError { .input(file: file, message: parts.message, advice: parts.advice) }

    package var parts: (file: String, message: TaskText, advice: TaskText) {
        switch self {
        case .usage(let message, let advice): ("", message, advice)
        case .request(let file, let message, let advice): (file, message, advice)
        case .input(let file, let message, let advice): (file, message, advice)
        case .conversion(let file, let message, let advice): (file, message, advice)
        case .importLimit(let file, let message): (file, message, "")
        case .read(let file, .limit(let limit)): (file, TaskText(limit.description), TaskError.advice(limit))
        case .read(let file, .strict(let diagnostic)):
            (file, TaskText(diagnostic.description), "without \(option: "strict") it is tolerated")
        case .read(let file, let error): (file, TaskText(error.description), TaskError.advice(error))
        case .render(let file, .limit(let limit)): (file, TaskText(limit.description), TaskError.advice(limit))
        case .render(let file, .text(_, .limit(let limit))), .render(let file, .image(_, .limit(let limit))):
            (file, renderText, TaskError.advice(limit))
        case .render(let file, .text(_, .noFonts)): (file, renderText, "give one with \(option: "font", "FILE")")
        case .render(let file, .unknownKey): (file, renderText, "\(command: "inspect", "\(option: "keys")") lists them")
        case .render(let file, _): (file, renderText, "")
        case .export(_, .file(let path, let reason)): (path, TaskText(reason), "")
        case .export(_, .exists(let path)): (path, "the file exists already", "overwrite it with \(option: "force")")
        case .export(let output, .sound(let name, let reason)):
            (output, TaskText(ExportError.sound(name, reason: reason).description), "leave it out with \(option: "audio", "drop")")
        // The line names the output, and so its pattern, already.
        case .export(let output, .pattern(let pattern, let reason)) where pattern == output:
            (output, "this is no pattern for file names: \(reason)", "")
        case .export(let output, .alphaNotHeld(let format, let frame)):
            (
                output, "\(format) has no alpha, and frame \(frame) is not opaque",
                "add \(option: "background", "COLOR"), or make a .webm, .mov, .webp or .apng"
                    + (format == "MP4" ? ", or use \(option: "alpha", "side-by-side")" : "")
            )
        case .export(let output, let error): (output, TaskText(error.description), "")
        case .player(let file, let failure): (file, TaskText(failure.description), "")
        case .playerFindings(let file, let findings):
            (
                file, "nothing was written: it would add \(PlayerFindingText.summary(findings))",
                "\(option: "allow-player-findings") writes it"
            )
        case .noFrames(let file): (file, "the movie has no frames", "")
        case .standardOutput(let reason): ("-", "standard output cannot be written: \(reason)", "")
        case .system(let message, let advice): ("", message, advice)
        case .interrupted: ("", "interrupted", "")
        case .timedOut(let allowed):
            ("", "stopped after \(Units.decimal(allowed.value, places: 3)) s", "allow more with \(option: "timeout", "SECONDS")")
        }
    }

    /// The description of a rendering error.
    private var renderText: TaskText {
        if case .render(_, let error) = self { TaskText(error.description) } else { "" }
    }

    private static func advice(_ error: ReadError) -> TaskText {
        switch error {
        case .otherFormat(let kind): FileAdvice.advice(on: kind)
        case .zipWithoutMovie(let entries): FileAdvice.advice(onArchiveOf: entries)
        case .truncated: FileAdvice.fetchAgain
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

/// The exit codes. Scripts rely on the numbers, so they never change.
package enum ExitCode: Int32, Sendable {
    case done = 0
    /// A check found something, or two files differ.
    case findings = 1
    case usage = 2
    /// An input cannot be read or is not a movie.
    case invalidInput = 3
    /// Something was larger than a limit allows.
    case limit = 4
    /// An output could not be written or encoded.
    case outputFailed = 5
    /// Some inputs of several failed.
    case partFailed = 6
    case interrupted = 130

    /// There is nothing at that point, or the key is not visible.
    package static let nothingThere = findings

    /// The code of a command that went on after inputs that failed: if all of them failed with one code, that code, else ``partFailed``.
    package static func batch(_ failures: [ExitCode], of count: Int) -> ExitCode {
        guard let first = failures.first else { return .done }
        return failures.count == count && failures.allSatisfy { $0 == first } ? first : .partFailed
    }
}
