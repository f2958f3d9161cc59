public import SVGAFormat
public import SVGAModel
import SVGAPlatform
import SVGASupport

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
        if let target = FolderHandle(path: path) {
            // What a killed process left there is nobody's.
            TemporaryFiles.removeStaleFiles(in: FilePath(path))
            if !overwrite, try !target.isEmpty() { throw .exists(path: path) }
            return try contents.unpack(into: target)
        }
        guard errno == ENOENT else { throw .writeFile(path: path, reason: FolderHandle.reason(errno)) }
        // The path may end in a slash.
        let own = FilePath(path).removingTrailingSlashes()
        let temporary = try FolderContents.makeTemporaryFolder(in: own.folderPrefix, for: path)
        do throws(EditError) {
            guard let folder = FolderHandle(path: temporary.string) else {
                throw .writeFile(path: path, reason: FolderHandle.reason(errno))
            }
            try contents.write(into: folder)
            let failure = TemporaryFiles.keep(temporary, as: own)
            guard failure == 0 else { throw .writeFile(path: path, reason: FolderHandle.reason(failure)) }
        } catch {
            TemporaryFiles.removeFullFolder(temporary)
            throw error
        }
    }

    /// All that the document is, as text in parts: the `movie.json` that ``unpack(to:overwrite:)`` writes, with the size and the checksum of
    /// each file beside its name. The same document always gives the same text.
    package var folderText: some Sequence<[UInt8]> {
        let contents = FolderContents(payloadsOf: self)
        return FolderMovieWriter.parts(self, payloadFiles: contents.payloads, entryFiles: contents.entries, tellsFiles: true)
    }

    /// Packs a folder that ``unpack(to:overwrite:)`` made and a person may have changed. Only files in the folder are read: a name in
    /// `movie.json` that leads out of it, even through a symbolic link, is an error.
    ///
    /// - Throws: ``EditError/folder(location:line:reason:)`` for a broken `movie.json`, ``EditError/readFile(path:reason:)`` for the
    ///   files it names, ``EditError/limit(_:)``.
    public init(folder path: String, limits: ReadLimits = .default) throws(EditError) {
        self = try SVGADocument.packing(folder: path, limits: limits).document
    }

    /// The same, with what is hardly meant.
    package static func packing(
        folder path: String, limits: ReadLimits
    ) throws(EditError) -> (document: SVGADocument, notes: [FolderNote]) {
        guard let root = FolderHandle(path: path) else { throw .readFile(path: path, reason: FolderHandle.reason(errno)) }
        guard let text = try root.read("movie.json", limit: limits.inputBytes) else {
            throw .limit(LimitExceeded(\.inputBytes, of: limits, found: limits.inputBytes + 1, subject: "movie.json"))
        }
        return try FolderMovieReader.read(text, limits: limits, files: FolderFiles(root, limits: limits))
    }
}

extension FolderContents {
    /// Writes everything into a temporary folder inside the target first, so that moving the files is quick and rarely fails.
    fileprivate func unpack(into target: borrowing FolderHandle) throws(EditError) {
        let temporary = try FolderContents.makeTemporaryFolder(in: FilePath(target.path), for: target.path)
        defer { TemporaryFiles.removeFullFolder(temporary) }
        // By its name in the target, which another folder may have the path of by now.
        guard let folder = target.folder(temporary.name) else {
            throw .writeFile(path: target.path, reason: FolderHandle.reason(errno))
        }
        try write(into: folder)
        try move(from: folder, into: target)
    }

    /// - Parameters:
    ///   - folder: empty for the current one.
    ///   - path: what an error names.
    fileprivate static func makeTemporaryFolder(in folder: FilePath, for path: String) throws(EditError) -> FilePath {
        do throws(FileError) {
            // As the folder will be: for everybody.
            return try TemporaryFiles.makeFolder(in: folder, permissions: 0o777, for: path)
        } catch {
            switch error {
            case .failed(_, let reason): throw .writeFile(path: path, reason: reason)
            case .exists: throw .exists(path: path)
            }
        }
    }
}
