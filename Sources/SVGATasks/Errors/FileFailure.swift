import SVGACheck
import SVGAEdit
import SVGAExport
import SVGAFormat
import SVGAImage
package import SVGAImport
import SVGALottie
package import SVGAModel
import SVGARender
package import SVGASupport

/// A library error that a file name turns into a ``TaskError``.
package protocol FileFailure: Error {
    func taskError(file: String) -> TaskError
}

extension TaskError {
    /// Runs a library call and adds the file name to its error.
    package static func naming<Result, Failure: FileFailure>(
        _ file: String, _ body: () throws(Failure) -> Result
    ) throws(TaskError) -> Result {
        do throws(Failure) {
            return try body()
        } catch {
            throw error.taskError(file: file)
        }
    }
}

extension SVGAError: FileFailure {
    package func taskError(file: String) -> TaskError { taskError(file: file, source: nil) }

    /// The error of an edit.
    /// - Parameters:
    ///   - movie: the edited movie.
    ///   - source: the file that the edit reads; nil: none.
    package func taskError(editing movie: String, source: String?) -> TaskError {
        guard case .library(let reason)? = detail else { return taskError(file: movie, source: source) }
        return .export(output: source ?? movie, .encode(frame: 0, reason: reason))
    }

    private func taskError(file movie: String, source: String?) -> TaskError {
        if kind == .cancelled { return .interrupted }
        if limit != nil { return cause == nil ? .read(file: movie, self) : .render(file: movie, self) }
        if let error = editTaskError(movie, source ?? movie) { return error }
        if isOfDrawing { return .render(file: movie, self) }
        switch detail {
        case .unsupported, .library: return .conversion(file: movie, message: TaskText(message))
        case .impossible, .pattern, .alphaNotHeld, .sound, .codec, .encode, .unavailable, .timedOut, .tooLarge, .doesNotFit:
            return .export(output: movie, self)
        case .file where subject != nil: return .export(output: movie, self)
        default: return kind == .fileExists ? .export(output: movie, self) : .read(file: movie, self)
        }
    }

    /// The error of an edit, of optimizing, or of a folder.
    private func editTaskError(_ movie: String, _ source: String) -> TaskError? {
        switch detail {
        case .keyTaken: .request(file: movie, message: TaskText(message))
        case .notASound: .input(file: source, message: TaskText(message))
        case .invalid: .request(file: source, message: TaskText(message))
        case .target(_, _, let similarity, _):
            .conversion(
                file: movie, message: TaskText(message),
                advice: similarity == nil ? "choose a larger target" : "lower \(option: "min-ssim")")
        case .folderNotEmpty(let path):
            .conversion(file: path, message: "the folder is not empty", advice: "write into it with \(option: "force")")
        case .writeFile(let path, let reason): .export(output: path, .file(path: path, reason: reason))
        case .readFile(let path, let reason): .input(file: path, message: TaskText(reason))
        case .folder(let location, let line, let reason):
            .input(
                file: "\(movie)/movie.json",
                message: location.isEmpty ? "\(reason) (line \(line))" : "\(location): \(reason) (line \(line))")
        default: isOfPicture ? .input(file: source, message: TaskText(message)) : nil
        }
    }

    /// Whether a picture file is the cause, not a picture of a movie that is drawn.
    private var isOfPicture: Bool {
        if cause != nil { return false }
        return switch detail {
        case .unknownFormat, .truncatedImage, .broken, .unsupportedImage, .outOfMemory, .encoding: true
        default: false
        }
    }

    /// Whether the movie cannot be drawn as requested.
    var isOfDrawing: Bool {
        if limit != nil || cause != nil { return true }
        return switch detail {
        case .frameOutOfRange, .emptyOutput, .sideTooLong, .unknownKey, .fontFile, .noFonts, .markup, .drawing, .outOfMemory: true
        default: false
        }
    }
}

extension FileError: FileFailure {
    package func taskError(file: String) -> TaskError { .export(output: file, SVGAError(self)) }
}

extension ImportError: FileFailure {
    package func taskError(file: String) -> TaskError {
        switch self {
        case .cancelled: .interrupted
        case .unusableOption(let option, let value, let reason):
            .request(file: file, message: "\(option: option.rawValue, value): \(reason)")
        case .unusable(let subject, let reason): .request(file: file, message: "\(subject): \(reason)")
        case .limit(let limit): .importLimit(file: file, message: TaskText(limit))
        case .otherFormat(let kind): .input(file: file, message: TaskText(message), advice: FileAdvice.advice(on: kind))
        case .unknownKind, .broken: .input(file: file, message: TaskText(message))
        }
    }
}
