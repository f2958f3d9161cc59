package import SVGAEdit
import SVGAExport
import SVGAFormat
import SVGAImage
import SVGARender

extension TaskError {
    /// Adds the name of the file that caused the error.
    ///
    /// - Parameters:
    ///   - movie: the edited movie, or the folder that is packed.
    ///   - source: the file that the edit reads; nil: none.
    package init(_ error: EditError, movie: String, source: String? = nil) {
        let source = source ?? movie
        switch error {
        case .unknownKey:
            self = .request(
                file: movie, message: TaskText(error.description),
                advice: "\(command: "inspect", "\(option: "keys")") lists what can be set")
        case .keyTaken: self = .request(file: movie, message: TaskText(error.description))
        case .image(.limit(let limit)): self = .read(file: source, .limit(limit))
        case .image, .notASound: self = .input(file: source, message: TaskText(error.description))
        case .invalid: self = .request(file: source, message: TaskText(error.description))
        case .read(let error): self = .read(file: movie, error)
        case .render(let error): self = .render(file: movie, error)
        case .write(.library(_, let reason)): self = .export(output: source, .encode(frame: 0, reason: reason))
        case .write(let error): self = .conversion(file: movie, message: TaskText(error.description))
        case .limit(let limit): self = .read(file: movie, .limit(limit))
        case .target(_, _, let similarity, _):
            let advice: TaskText = similarity == nil ? "choose a larger target" : "lower \(option: "min-ssim")"
            self = .conversion(file: movie, message: TaskText(error.description), advice: advice)
        case .exists(let path):
            self = .conversion(file: path, message: "the folder is not empty", advice: "\(option: "force") writes into it all the same")
        case .writeFile(let path, let reason): self = .export(output: path, .file(path: path, reason: reason))
        case .readFile(let path, let reason): self = .input(file: path, message: TaskText(reason))
        case .folder(let place, let line, let reason):
            let what = (place.isEmpty ? "" : "\(place): ") + "\(reason) (line \(line))"
            self = .input(file: "\(movie)/movie.json", message: TaskText(what))
        case .cancelled: self = .interrupted
        }
    }
}
