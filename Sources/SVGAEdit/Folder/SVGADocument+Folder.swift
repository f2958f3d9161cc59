public import SVGAFormat
public import SVGAModel
import SVGAPlatform

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
    /// - Throws: ``EditError/exists(path:)`` unless `overwrite`; ``EditError/writeFile(path:reason:)``.
    public func unpack(to path: String, overwrite: Bool = false) throws(EditError) {
        let contents = FolderContents(self)
        let name = ".svga-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
        if let target = FolderHandle(path: path) {
            if !overwrite, try !target.isEmpty() { throw .exists(path: path) }
            try contents.unpack(into: target, temporary: name)
            return
        }
        guard errno == ENOENT else { throw .writeFile(path: path, reason: FolderHandle.reason(errno)) }
        // The path may end in a slash.
        var own = path[...]
        while own.count > 1, own.last == "/" { own.removeLast() }
        let parent = own.lastIndex(of: "/").map { own[...$0] } ?? ""
        let temporary = String(parent) + name
        guard mkdir(temporary, 0o777) == 0 else { throw .writeFile(path: path, reason: FolderHandle.reason(errno)) }
        guard let folder = FolderHandle(path: temporary) else {
            let failure = errno
            rmdir(temporary)
            throw .writeFile(path: path, reason: FolderHandle.reason(failure))
        }
        do throws(EditError) {
            try contents.write(into: folder)
            guard rename(temporary, String(own)) == 0 else { throw .writeFile(path: path, reason: FolderHandle.reason(errno)) }
        } catch {
            contents.remove(from: folder)
            rmdir(temporary)
            throw error
        }
    }

    /// Packs a folder that ``unpack(to:overwrite:)`` made and a person may have changed. Only files in the folder are read: a name in
    /// `movie.json` that leads out of it, even through a symbolic link, is an error.
    ///
    /// - Throws: ``EditError/folder(place:line:reason:)`` for a broken `movie.json`, ``EditError/readFile(path:reason:)`` for the
    ///   files it names, ``EditError/limit(_:)``.
    public init(folder path: String, limits: ReadLimits = .default) throws(EditError) {
        guard let root = FolderHandle(path: path) else { throw .readFile(path: path, reason: FolderHandle.reason(errno)) }
        guard let text = try root.read("movie.json", limit: limits.inputBytes) else {
            throw .limit(LimitExceeded(\.inputBytes, of: limits, found: limits.inputBytes + 1, subject: "movie.json"))
        }
        self = try FolderMovieReader.read(text, limits: limits, files: FolderFiles(root, limits: limits))
    }
}

extension FolderContents {
    /// Writes everything into a temporary folder inside the target first, so that moving the files is quick and rarely fails.
    fileprivate func unpack(into target: borrowing FolderHandle, temporary name: String) throws(EditError) {
        try target.make(name)
        guard let folder = target.folder(name) else {
            let failure = errno
            target.removeFolder(name)
            throw .writeFile(path: target.path, reason: FolderHandle.reason(failure))
        }
        do throws(EditError) {
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
