import Glibc
public import SVGAFormat
public import SVGAModel

extension SVGADocument {
    /// Unpacks the document into a folder that a person can edit: `movie.json` with everything but the payloads, a file for each
    /// payload in `images/` and `audio/`, and a `README.md` that explains them. ``init(folder:limits:)`` packs it again.
    ///
    /// Keys become file names that are safe and distinct on every file system. Nothing is written outside of the folder, not even
    /// through symbolic links in it. The folder appears complete or not at all, unless there was something in it before.
    ///
    /// - Parameters:
    ///   - path: the folder. It is created if it does not exist; its parent must exist.
    ///   - overwrite: allow a folder that is not empty, and replace files with the same names. Other files stay.
    /// - Throws: ``FolderError/exists(path:)`` unless `overwrite`; ``FolderError/write(path:reason:)``.
    public func unpack(to path: String, overwrite: Bool = false) throws(FolderError) {
        let contents = FolderContents(self)
        let name = ".svga-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
        if let target = FolderHandle(path: path) {
            if !overwrite, try !target.isEmpty() { throw .exists(path: path) }
            try contents.unpack(into: target, temporary: name)
            return
        }
        guard errno == ENOENT else { throw .write(path: path, reason: FolderHandle.reason(errno)) }
        // The path may end in a slash.
        var own = path[...]
        while own.count > 1, own.last == "/" { own.removeLast() }
        let parent = own.lastIndex(of: "/").map { own[...$0] } ?? ""
        let temporary = String(parent) + name
        guard mkdir(temporary, 0o777) == 0 else { throw .write(path: path, reason: FolderHandle.reason(errno)) }
        guard let folder = FolderHandle(path: temporary) else {
            let failure = errno
            rmdir(temporary)
            throw .write(path: path, reason: FolderHandle.reason(failure))
        }
        do throws(FolderError) {
            try contents.write(into: folder)
            guard rename(temporary, String(own)) == 0 else { throw .write(path: path, reason: FolderHandle.reason(errno)) }
        } catch {
            contents.remove(from: folder)
            rmdir(temporary)
            throw error
        }
    }

    /// Packs a folder that ``unpack(to:overwrite:)`` made and a person may have changed. Only files in the folder are read: a name in
    /// `movie.json` that leads out of it, even through a symbolic link, is an error.
    ///
    /// - Throws: ``FolderError/movie(place:line:reason:)`` for a broken `movie.json`, ``FolderError/read(path:reason:)`` for the
    ///   files it names, ``FolderError/limit(_:)``.
    public init(folder path: String, limits: ReadLimits = .default) throws(FolderError) {
        guard let root = FolderHandle(path: path) else { throw .read(path: path, reason: FolderHandle.reason(errno)) }
        guard let text = try root.read("movie.json", limit: limits.inputBytes) else {
            throw .limit(LimitExceeded(\.inputBytes, of: limits, found: limits.inputBytes + 1, subject: "movie.json"))
        }
        self = try FolderMovieReader.read(text, limits: limits, files: FolderFiles(root, limits: limits))
    }
}

extension FolderContents {
    /// Writes everything into a temporary folder inside the target first, so that moving the files is quick and rarely fails.
    fileprivate func unpack(into target: borrowing FolderHandle, temporary name: String) throws(FolderError) {
        try target.make(name)
        guard let folder = target.folder(name) else {
            let failure = errno
            target.removeFolder(name)
            throw .write(path: target.path, reason: FolderHandle.reason(failure))
        }
        do throws(FolderError) {
            try write(into: folder)
            try move(from: folder, into: target)
        } catch {
            remove(from: folder)
            target.removeFolder(name)
            throw error
        }
        remove(from: folder)
        target.removeFolder(name)
    }
}

/// Why a document cannot be unpacked into a folder or packed from one. The description is one line for a person.
public enum FolderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder is not empty.
    case exists(path: String)
    /// A file or folder cannot be written; `reason` is the system's text.
    case write(path: String, reason: String)
    /// A file of the folder cannot be read, or is not a regular file inside the folder.
    case read(path: String, reason: String)
    /// `movie.json` is broken: `place` is the member, such as `sprites[3].frames[12].layout`, and may be empty.
    case movie(place: String, line: Int, reason: String)
    /// The folder holds more than the limits allow.
    case limit(LimitExceeded)
    /// The task was cancelled; nothing is left behind.
    case cancelled

    public var description: String {
        switch self {
        case .exists(let path): "\(path): there is something in it already"
        case .write(let path, let reason), .read(let path, let reason): "\(path): \(reason)"
        case .movie(let place, let line, let reason):
            "movie.json: " + (place.isEmpty ? "" : "\(place): ") + "\(reason) (line \(line))"
        case .limit(let limit): limit.description
        case .cancelled: "cancelled"
        }
    }

    /// - Parameter line: the line of a byte offset.
    init(_ error: ReadError, place: String, line: (Int) -> Int) {
        switch error {
        case .limit(let limit): self = .limit(limit)
        case .json(let offset, let reason): self = .movie(place: place, line: line(offset), reason: reason)
        default: self = .movie(place: place, line: 1, reason: error.description)
        }
    }
}
