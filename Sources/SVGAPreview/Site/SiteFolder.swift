import SVGAModel
import SVGAPlatform
import SVGASupport
import SVGATasks

/// The folder of a static gallery. Files are written to a temporary folder, which becomes the folder, or whose files are moved into it.
final class SiteFolder: Sendable {
    /// Without a trailing slash.
    let target: FilePath
    private let temporary: FilePath
    /// Whether the target has files, which stay unless they have the name of a new one.
    private let isFilled: Bool

    /// - Throws: if the folder has contents, unless `overwriting`.
    init(_ path: String, overwriting: Bool) throws(TaskError) {
        let named = FilePath(path).removingTrailingSlashes()
        var isFilled = false
        if let status = named.status {
            guard status.st_mode & S_IFMT == S_IFDIR else { throw SiteFolder.failure(path, errorText(ENOTDIR)) }
            // Removes stale files of a killed process.
            TemporaryFiles.removeStaleFiles(in: named)
            isFilled = !TemporaryFiles.names(in: named).isEmpty
            guard !isFilled || overwriting else {
                throw .conversion(file: path, message: "the folder is not empty", advice: "write into it with \(option: "force")")
            }
        }
        // The folder that a symbolic link names.
        let target = named.resolvingLinks() ?? named
        (self.target, self.isFilled) = (target, isFilled)
        temporary = try TaskError.naming(path) { () throws(FileError) in
            try TemporaryFiles.makeFolder(in: isFilled ? target : target.folderPrefix, permissions: 0o777, for: path)
        }
    }

    deinit { TemporaryFiles.removeFullFolder(temporary) }

    /// Writes a file, and creates its folder.
    /// - Parameter name: relative, of names without special meaning.
    func write(_ bytes: [UInt8], to name: String) throws(TaskError) {
        let path = temporary.resolving(FilePath(name))
        try TaskError.naming(target.appending(name).string) { () throws(FileError) in
            var made: [FilePath] = []
            try TemporaryFiles.makeMissingFolders(path.folderPrefix.removingTrailingSlashes(), made: &made)
            // They are removed with the temporary folder.
            TemporaryFiles.keep(made)
            let file = try OutputFile(path: path.string)
            try file.write(bytes)
            try file.commit()
        }
    }

    /// Puts everything at its place.
    func commit() throws(TaskError) {
        guard isFilled else {
            let failure = TemporaryFiles.keep(temporary, as: target)
            guard failure == 0 else { throw SiteFolder.failure(target.string, errorText(failure)) }
            return
        }
        try move(temporary, into: target)
    }

    /// Moves the files of a folder; those at the top come last, so that the page appears after its parts.
    private func move(_ source: FilePath, into folder: FilePath) throws(TaskError) {
        var files: [String] = []
        for name in TemporaryFiles.names(in: source) {
            let (from, to) = (source.appending(name), folder.appending(name))
            guard from.linkStatus.map({ $0.st_mode & S_IFMT == S_IFDIR }) == true else {
                files.append(name)
                continue
            }
            if let status = to.linkStatus {
                // A symbolic link is not followed.
                guard status.st_mode & S_IFMT == S_IFDIR else { throw SiteFolder.failure(to.string, errorText(ENOTDIR)) }
            } else if mkdir(to.cString, 0o777) != 0 {
                throw SiteFolder.failure(to.string, errorText(errno))
            }
            try move(from, into: to)
        }
        for name in files {
            let to = folder.appending(name)
            guard rename(source.appending(name).cString, to.cString) == 0 else { throw SiteFolder.failure(to.string, errorText(errno)) }
        }
    }

    private static func failure(_ path: String, _ reason: Message) -> TaskError { .export(output: path, .file(path: path, reason: reason)) }
}
