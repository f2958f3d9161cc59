import Glibc

/// A folder beside an output for one attempt at it, so that only the attempt that is kept ever has the output's name.
///
/// Removed with everything in it when the object goes away.
final class StagingFolder {
    /// What the output is called in here.
    let path: String
    private let folder: String
    private let target: String
    private let isOverwriting: Bool
    /// A pipe or a device cannot be renamed onto: it gets a copy.
    private let isStream: Bool

    /// - Throws: ``ExportError/exists(path:)`` unless `overwrite`; ``ExportError/file(path:reason:)``.
    init(for target: String, overwrite: Bool) throws(ExportError) {
        self.target = target
        isOverwriting = overwrite
        var status = stat()
        let exists = target != "-" && stat(target, &status) == 0
        let isRegular = exists && status.st_mode & S_IFMT == S_IFREG
        guard !isRegular || overwrite else { throw .exists(path: target) }
        isStream = target == "-" || exists && !isRegular
        let slash = target.lastIndex(of: "/")
        let name = slash.map { String(target[target.index(after: $0)...]) } ?? target
        let temporary = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let parent = isStream ? temporary + "/" : slash.map { String(target[...$0]) } ?? ""
        folder = try TemporaryFiles.makeFolder(in: parent, for: target)
        path = "\(folder)/\(isStream ? "output" : name)"
    }

    deinit {
        for name in TemporaryFiles.names(in: folder) { unlink("\(folder)/\(name)") }
        TemporaryFiles.removeFolder(folder)
    }

    /// Moves everything in the folder to where the output belongs: all files, or none.
    func commit() throws(ExportError) {
        let parent = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
        var files: [OutputFile] = []
        for name in TemporaryFiles.names(in: folder) {
            let file = try OutputFile(path: isStream ? target : parent + name, overwrite: isOverwriting)
            try file.adopt("\(folder)/\(name)")
            files.append(file)
        }
        try OutputFile.commit(files)
    }
}
