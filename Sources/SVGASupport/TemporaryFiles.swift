import SVGAPlatform

/// All temporary files and folders that this process has made and not yet removed or renamed, so that it can remove them when it has
/// to end at once.
package enum TemporaryFiles {
    package enum Kind {
        case file
        /// Removed when it is empty.
        case folder
        /// Removed with the files in it.
        case fullFolder
    }

    /// The paths, and the order in which they were made.
    struct Registry {
        fileprivate var entries: [String: (number: Int, kind: Kind)] = [:]
        private var made = 0

        mutating func add(_ path: String, _ kind: Kind) {
            entries[path] = (made, kind)
            made += 1
        }

        mutating func forget(_ path: String) { entries[path] = nil }
    }

    private static let registry = Locked(Registry())

    /// Where temporary files go that have no output to lie beside: `TMPDIR`, or `/tmp` where that is not set or empty.
    package static var folder: String {
        let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        return named.isEmpty ? "/tmp" : named
    }

    /// Runs something that ``endProcess(code:)`` in another thread waits for.
    static func undisturbed<Failure: Error>(_ body: (inout Registry) throws(Failure) -> Void) throws(Failure) {
        try registry.withLock { (registry) throws(Failure) in try body(&registry) }
    }

    /// Makes a file of a name that nobody has, for reading and writing.
    /// - Parameters:
    ///   - folder: empty, or ending with a slash.
    ///   - path: what an error names.
    package static func makeFile(in folder: String, for path: String) throws(FileError) -> (name: String, descriptor: Int32) {
        while true {
            let name = randomName(in: folder)
            var code: Int32 = 0
            var descriptor: Int32 = -1
            undisturbed { registry in
                descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
                code = errno
                if descriptor >= 0 { registry.add(name, .file) }
            }
            if descriptor >= 0 { return (name, descriptor) }
            guard code == EEXIST || code == EINTR else { throw .failed(path: path, reason: errorText(code)) }
        }
    }

    /// Makes a file without a name, for reading and writing: it is gone as soon as it is closed.
    package static func makeNamelessFile(in folder: String) throws(FileError) -> Int32 {
        let (name, descriptor) = try makeFile(in: folder + "/", for: folder)
        removeFile(name)
        return descriptor
    }

    /// Makes a folder of a name that nobody has, for this user alone; the parameters are those of ``makeFile(in:for:)``.
    static func makeFolder(in folder: String, for path: String) throws(FileError) -> String {
        while true {
            let name = randomName(in: folder)
            if try makeFolder(name, .fullFolder, permissions: 0o700, for: path) { return name }
        }
    }

    /// Makes a folder of a given name.
    /// - Returns: false if there is one already.
    package static func makeFolder(_ name: String, _ kind: Kind, permissions: UInt32, for path: String) throws(FileError) -> Bool {
        var code: Int32 = 0
        undisturbed { registry in
            if mkdir(name, mode_t(permissions)) == 0 { registry.add(name, kind) } else { code = errno }
        }
        guard code == 0 || code == EEXIST else { throw .failed(path: path, reason: errorText(code)) }
        return code == 0
    }

    /// Makes a folder, and those above it that are missing, for everybody. They go with ``removeFolder(_:)``, unless they are kept.
    /// - Parameter made: gets those that were made, the outermost first, also where one cannot be made.
    package static func makeMissingFolders(_ path: String, made: inout [String]) throws(FileError) {
        var status = stat()
        guard !path.isEmpty, stat(path, &status) != 0 else { return }
        try makeMissingFolders(parent(of: path), made: &made)
        if try makeFolder(path, .folder, permissions: 0o777, for: path) { made.append(path) }
    }

    /// Without the last component and the slashes before it; empty for a bare name and for the root.
    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        var folder = path[..<slash]
        while folder.last == "/" { folder.removeLast() }
        return String(folder)
    }

    package static func removeFile(_ name: String) {
        undisturbed { registry in
            unlink(name)
            registry.forget(name)
        }
    }

    /// Removes a folder if it is empty.
    package static func removeFolder(_ name: String) {
        undisturbed { registry in
            rmdir(name)
            registry.forget(name)
        }
    }

    /// Keeps what is at these paths.
    package static func keep(_ paths: [String]) {
        undisturbed { registry in
            for path in paths { registry.forget(path) }
        }
    }

    /// Removes everything that is still temporary and ends the process, without waiting for other threads but those that are just
    /// putting a finished output at its place.
    package static func endProcess(code: Int32) -> Never {
        registry.withLock { registry in
            for (path, entry) in registry.entries.sorted(by: { $0.value.number > $1.value.number }) {
                switch entry.kind {
                case .file: unlink(path)
                case .folder: rmdir(path)
                case .fullFolder:
                    for name in names(in: path) { unlink("\(path)/\(name)") }
                    rmdir(path)
                }
            }
            // With the lock held: nobody makes another file.
            _exit(code)
        }
    }

    /// The names in a folder, sorted; none if it cannot be read.
    package static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = entry.name
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// How the names of all temporary files begin.
    package static let namePrefix = ".svga-"

    private static func randomName(in folder: String) -> String {
        "\(folder)\(namePrefix)\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
    }
}

/// A folder for this user alone, among the temporary files; removed with all files in it when the object goes away, or at
/// ``TemporaryFiles/endProcess(code:)``.
package final class PrivateFolder: Sendable {
    /// Without a slash at its end.
    package let path: String

    package init() throws(FileError) {
        let parent = TemporaryFiles.folder
        path = try TemporaryFiles.makeFolder(in: parent + "/", for: parent)
    }

    deinit {
        for name in TemporaryFiles.names(in: path) { unlink("\(path)/\(name)") }
        TemporaryFiles.removeFolder(path)
    }
}

/// A folder beside an output for one attempt at it, so that only the attempt that is kept ever has the output's name.
///
/// Removed with everything in it when the object goes away.
package final class StagingFolder {
    /// What the output is called in here.
    package let path: String
    private let folder: String
    private let target: String
    private let isOverwriting: Bool
    /// A pipe or a device cannot be renamed onto: it gets a copy.
    private let isStream: Bool

    /// - Throws: ``FileError/exists(path:)`` unless `overwrite`; ``FileError/failed(path:reason:)``.
    package init(for target: String, overwrite: Bool) throws(FileError) {
        self.target = target
        isOverwriting = overwrite
        var status = stat()
        let exists = target != "-" && stat(target, &status) == 0
        let isRegular = exists && status.st_mode & S_IFMT == S_IFREG
        guard !isRegular || overwrite else { throw .exists(path: target) }
        isStream = target == "-" || exists && !isRegular
        let slash = target.lastIndex(of: "/")
        let name = slash.map { String(target[target.index(after: $0)...]) } ?? target
        let parent = isStream ? TemporaryFiles.folder + "/" : slash.map { String(target[...$0]) } ?? ""
        folder = try TemporaryFiles.makeFolder(in: parent, for: target)
        path = "\(folder)/\(isStream ? "output" : name)"
    }

    deinit {
        for name in TemporaryFiles.names(in: folder) { unlink("\(folder)/\(name)") }
        TemporaryFiles.removeFolder(folder)
    }

    /// Moves everything in the folder to where the output belongs: all files, or none.
    package func commit() throws(FileError) {
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
