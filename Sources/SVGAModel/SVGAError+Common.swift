package import SVGASupport

/// Errors that several modules throw.
extension SVGAError {
    /// The task was canceled.
    package static let cancelled = SVGAError(.cancelled, "cancelled", detail: nil)

    /// More than a limit allows; nothing was allocated for it.
    package static func limit(_ limit: LimitExceeded) -> SVGAError { SVGAError(.limit, limit.message, limit: limit, detail: nil) }

    /// A file cannot be opened or read: missing, a directory, not allowed. The caller knows its path.
    package static func file(reason: Message) -> SVGAError { SVGAError(.file, reason, detail: .file(reason: reason)) }

    /// The file, pipe or folder at `path` cannot be made, read or written; `reason` is the system's own text.
    package static func file(path: String, reason: Message) -> SVGAError {
        SVGAError(.file, "\(path): \(reason)", subject: .path(path), detail: .file(reason: reason))
    }

    /// A file exists at `path`, and overwriting was not requested.
    package static func exists(path: String) -> SVGAError {
        SVGAError(.fileExists, "\(path) already exists", subject: .path(path), detail: nil)
    }

    /// Nothing has the key.
    /// - Parameters:
    ///   - nearest: similar keys that exist.
    ///   - isOfAny: whether images and sounds were searched too.
    package static func unknownKey(key: String, nearest: [String], isOfAny: Bool = false) -> SVGAError {
        let message: Message = isOfAny ? "nothing has the key \"\(key)\"" : "no sprite has the key \"\(key)\""
        return SVGAError(
            .invalidRequest, message + (nearest.isEmpty ? "" : "; similar keys: \(Message.quoted(nearest))"), subject: .key(key),
            detail: .unknownKey(nearest: nearest))
    }

    package init(_ error: FileError) {
        switch error {
        case .failed(let path, let reason): self = .file(path: path, reason: reason)
        case .exists(let path): self = .exists(path: path)
        }
    }

    /// Evaluates a call that creates or writes files, and maps its error to this type.
    ///
    /// The result is not discardable, so that a closure after the name, which would never run, does not compile.
    package static func mapping<Result>(_ body: @autoclosure () throws(FileError) -> Result) throws(SVGAError) -> Result {
        do throws(FileError) {
            return try body()
        } catch {
            throw SVGAError(error)
        }
    }
}
