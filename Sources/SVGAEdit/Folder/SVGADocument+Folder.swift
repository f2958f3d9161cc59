public import SVGAFormat
public import SVGAModel
import SVGAPlatform
import SVGASupport

extension SVGADocument {
    /// Unpacks the document into an editable folder: `movie.json` with everything except the payloads, a file per payload
    /// in `images/` and `audio/`, and an explanatory `README.md`. ``init(folder:limits:)`` packs it again.
    ///
    /// Keys become file names that are safe and distinct on every file system. Nothing is written outside the folder, not even through symbolic
    /// links.
    /// The folder appears complete or not at all, unless it had contents before.
    ///
    /// - Parameters:
    ///   - path: the folder. It is created if it does not exist; its parent must exist.
    ///   - overwrite: whether a folder with contents is allowed. Files with the same names are replaced, other files stay.
    /// - Throws: ``SVGAError/Kind/fileExists`` unless `overwrite`; ``SVGAError/Kind/file``.
    public func unpack(to path: String, overwrite: Bool = false) throws(SVGAError) {
        let contents = FolderContents(self)
        if let target = FolderHandle(path: path) {
            // Removes stale files of a killed process.
            TemporaryFiles.removeStaleFiles(in: FilePath(path))
            if !overwrite, try !target.isEmpty() { throw .folderNotEmpty(path: path) }
            return try contents.unpack(into: target)
        }
        guard errno == ENOENT else { throw .writeFile(path: path, reason: FolderHandle.reason(errno)) }
        // The path may end with a slash.
        let target = FilePath(path).removingTrailingSlashes()
        let temporary = try FolderContents.makeTemporaryFolder(in: target.folderPrefix, for: path)
        do throws(SVGAError) {
            guard let folder = FolderHandle(path: temporary.string) else {
                throw .writeFile(path: path, reason: FolderHandle.reason(errno))
            }
            try contents.write(into: folder)
            let failure = TemporaryFiles.keep(temporary, as: target)
            guard failure == 0 else { throw .writeFile(path: path, reason: FolderHandle.reason(failure)) }
        } catch {
            TemporaryFiles.removeFullFolder(temporary)
            throw error
        }
    }

    /// The whole document as text in parts: the `movie.json` of ``unpack(to:overwrite:)``, with each file's size and checksum.
    /// The text is deterministic.
    package var folderText: some Sequence<[UInt8]> {
        let contents = FolderContents(payloadsOf: self)
        return FolderMovieWriter.parts(self, payloadFiles: contents.payloads, entryFiles: contents.entries, includesFileDetails: true)
    }

    /// Packs a folder created by ``unpack(to:overwrite:)`` and possibly edited. Only files in the folder are read:
    /// a name that leads out of it, even through a symbolic link, is an error.
    ///
    /// - Throws: ``SVGAError/Kind/invalidFile`` for an invalid `movie.json`, ``SVGAError/Kind/file`` for
    ///     referenced files, ``SVGAError/Kind/limit``.
    public init(folder path: String, limits: ReadLimits = .default) throws(SVGAError) {
        self = try SVGADocument.packing(folder: path, limits: limits).document
    }

    /// Packs a folder, and returns notes on probable mistakes.
    package static func packing(
        folder path: String, limits: ReadLimits
    ) throws(SVGAError) -> (document: SVGADocument, notes: [FolderNote]) {
        guard let root = FolderHandle(path: path) else { throw .readFile(path: path, reason: FolderHandle.reason(errno)) }
        guard let text = try root.read("movie.json", limit: limits.inputBytes) else {
            throw .limit(LimitExceeded(\.inputBytes, of: limits, found: limits.inputBytes + 1, subject: "movie.json"))
        }
        return try FolderMovieReader.read(text, limits: limits, files: FolderFiles(root, limits: limits))
    }
}

extension FolderContents {
    /// Writes into a temporary folder inside the target first, so that moving the files is quick and rarely fails.
    fileprivate func unpack(into target: borrowing FolderHandle) throws(SVGAError) {
        let temporary = try FolderContents.makeTemporaryFolder(in: FilePath(target.path), for: target.path)
        defer { TemporaryFiles.removeFullFolder(temporary) }
        // Opened by its name in the target, because the target's path may have been replaced.
        guard let folder = target.folder(temporary.name) else {
            throw .writeFile(path: target.path, reason: FolderHandle.reason(errno))
        }
        try write(into: folder)
        try move(from: folder, into: target)
    }

    /// - Parameters:
    ///   - folder: empty for the current folder.
    ///   - path: the path for errors.
    fileprivate static func makeTemporaryFolder(in folder: FilePath, for path: String) throws(SVGAError) -> FilePath {
        do throws(FileError) {
            // With the permissions of the final folder: for everybody.
            return try TemporaryFiles.makeFolder(in: folder, permissions: 0o777, for: path)
        } catch {
            switch error {
            case .failed(_, let reason): throw .writeFile(path: path, reason: reason)
            case .exists: throw .folderNotEmpty(path: path)
            }
        }
    }
}
