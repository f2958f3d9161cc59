package import SVGACheck
package import SVGAEdit
package import SVGAExport
package import SVGAFormat
import SVGAImage
package import SVGAImport
package import SVGALottie
package import SVGAModel
package import SVGARender
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
    package func taskError(file: String) -> TaskError { .read(file: file, self) }
}

extension SVGAError: FileFailure {
    package func taskError(file: String) -> TaskError { .render(file: file, self) }
}

extension SVGAError: FileFailure {
    package func taskError(file: String) -> TaskError { .export(output: file, self) }
}

extension FileError: FileFailure {
    package func taskError(file: String) -> TaskError { .export(output: file, SVGAError(self)) }
}

extension SVGAError: FileFailure {
    package func taskError(file: String) -> TaskError {
        if case .cancelled = self { .interrupted } else { .conversion(file: file, message: TaskText(description)) }
    }
}

extension SVGAError: FileFailure {
    package func taskError(file: String) -> TaskError {
        switch self {
        case .read(let error): .read(file: file, error)
        case .render(let error): .render(file: file, error)
        }
    }
}

extension SVGAError: FileFailure {
    package func taskError(file: String) -> TaskError {
        if case .limit(let limit) = self { .read(file: file, .limit(limit)) } else { .input(file: file, message: TaskText(description)) }
    }
}

extension ImportError: FileFailure {
    package func taskError(file: String) -> TaskError {
        switch self {
        case .cancelled: .interrupted
        case .unusable(let option, let reason): .request(file: file, message: "\(ImportError.name(option)): \(reason)")
        case .limit(let limit): .importLimit(file: file, message: TaskText(limit))
        case .otherFormat(let kind): .input(file: file, message: TaskText(description), advice: FileAdvice.advice(on: kind))
        case .unknownKind, .broken: .input(file: file, message: TaskText(description))
        }
    }

    /// Turns the option that an error of the library names into a reference.
    private static func name(_ option: String) -> TaskText {
        let words = option.split(separator: " ", maxSplits: 1).map(String.init)
        guard ["key", "quality", "alpha", "target-size", "fps", "size"].contains(words[0]) else { return TaskText(option) }
        return "\(option: words[0], words.count > 1 ? words[1] : "")"
    }
}

extension SVGAError: FileFailure {
    package func taskError(file: String) -> TaskError { taskError(file: file, source: nil) }

    /// - Parameters:
    ///   - movie: the edited movie, or the packed folder.
    ///   - source: the file that the edit reads; nil if it reads none.
    package func taskError(file movie: String, source: String?) -> TaskError {
        let source = source ?? movie
        switch self {
        case .unknownKey:
            return .request(
                file: movie, message: TaskText(description),
                advice: "\(command: "inspect", "\(option: "keys")") lists what can be set")
        case .keyTaken: return .request(file: movie, message: TaskText(description))
        case .image(.limit(let limit)): return .read(file: source, .limit(limit))
        case .image, .notASound: return .input(file: source, message: TaskText(description))
        case .invalid: return .request(file: source, message: TaskText(description))
        case .read(let error): return .read(file: movie, error)
        case .render(let error): return .render(file: movie, error)
        case .write(.library(_, let reason)): return .export(output: source, .encode(frame: 0, reason: reason))
        case .write(let error): return error.taskError(file: movie)
        case .limit(let limit): return .read(file: movie, .limit(limit))
        case .target(_, _, let similarity, _):
            let advice: TaskText = similarity == nil ? "choose a larger target" : "lower \(option: "min-ssim")"
            return .conversion(file: movie, message: TaskText(description), advice: advice)
        case .exists(let path):
            return .conversion(file: path, message: "the folder is not empty", advice: "\(option: "force") writes into it all the same")
        case .writeFile(let path, let reason): return .export(output: path, .file(path: path, reason: reason))
        case .readFile(let path, let reason): return .input(file: path, message: TaskText(reason))
        case .folder(let location, let line, let reason):
            let what = (location.isEmpty ? "" : "\(location): ") + "\(reason) (line \(line))"
            return .input(file: "\(movie)/movie.json", message: TaskText(what))
        case .cancelled: return .interrupted
        }
    }
}
