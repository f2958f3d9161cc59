import Glibc
public import SVGAFormat
public import SVGAModel

extension SVGADocument {
    /// Unpacks the document into a folder that a person can edit: `movie.json` with everything but the payloads, a file for each
    /// payload in `images/` and `audio/`, and a `README.md` that explains them. ``init(folder:limits:)`` packs it again.
    ///
    /// Keys become safe names that differ on every file system; nothing is ever written outside of the folder, also not by way of
    /// symbolic links in it. What is written appears whole or not at all, except into a folder that had something in it.
    ///
    /// - Parameters:
    ///   - path: the folder. Made if it is not there; the folder it is in must be.
    ///   - overwrite: write into a folder that is not empty, over files of the same names. Others stay.
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
        // A folder's own name may end in a slash.
        var own = path[...]
        while own.count > 1, own.last == "/" { own.removeLast() }
        let parent = own.lastIndex(of: "/").map { own[...$0] } ?? ""
        let temporary = String(parent) + name
        guard mkdir(temporary, 0o777) == 0 else { throw .write(path: path, reason: FolderHandle.reason(errno)) }
        guard let folder = FolderHandle(path: temporary) else { throw .write(path: path, reason: FolderHandle.reason(errno)) }
        do throws(FolderError) {
            try contents.write(into: folder)
            guard rename(temporary, String(own)) == 0 else { throw .write(path: path, reason: FolderHandle.reason(errno)) }
        } catch {
            contents.remove(from: folder)
            rmdir(temporary)
            throw error
        }
    }

    /// Packs what ``unpack(to:overwrite:)`` made, and a person may have changed. Only files in the folder are read: a name in
    /// `movie.json` that leads out of it, also by way of a symbolic link, is an error.
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
    /// Writes everything into a folder of its own first, in the same file system.
    fileprivate func unpack(into target: borrowing FolderHandle, temporary name: String) throws(FolderError) {
        try target.make(name)
        guard let folder = target.folder(name) else { throw .write(path: target.path, reason: FolderHandle.reason(errno)) }
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
