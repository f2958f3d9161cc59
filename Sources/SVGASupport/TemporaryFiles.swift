import SVGAPlatform

/// All temporary files and folders of this process that were not removed or renamed yet, so that they can be removed when the process ends.
package enum TemporaryFiles {
    package enum Kind {
        case file
        /// Removed if it is empty.
        case folder
        /// Removed with its content.
        case fullFolder
    }

    /// The paths in the order of creation, and their lock files.
    struct Registry {
        private struct Entry {
            let number: Int
            let kind: Kind
            /// The folder of its lock file; nil: none.
            let claimed: FilePath?
        }

        private var entries: [FilePath: Entry] = [:]
        private var made = 0
        /// By folder, without a trailing slash, while there are entries.
        private var claims: [FilePath: (claim: TemporaryFileLock, entries: Int)] = [:]

        /// Creates a file or folder with an unused name.
        /// - Parameters:
        ///   - folder: empty for the current one.
        ///   - path: the path for errors.
        ///   - make: creates it and returns the error code; 0: none.
        fileprivate mutating func make(
            in folder: FilePath, _ kind: Kind, for path: String, _ make: (_ name: FilePath) -> Int32
        ) throws(FileError) -> FilePath {
            let folder = folder.removingTrailingSlashes()
            // The content of such a folder is protected and removed with it.
            let isClaimed = entries[folder]?.kind != .fullFolder
            if isClaimed, claims[folder] == nil { claims[folder] = (try TemporaryFileLock(in: folder, for: path), 0) }
            while true {
                let name = isClaimed ? claims[folder]?.claim.newPath() : nil
                let free = name ?? folder.appending(TemporaryName.unique())
                let code = make(free)
                if code == 0 {
                    claims[folder]?.entries += 1
                    add(free, kind, claimed: isClaimed ? folder : nil)
                    return free
                }
                guard code == EEXIST || code == EINTR else {
                    endClaim(in: folder)
                    throw .failed(path: path, reason: errorText(code))
                }
            }
        }

        fileprivate mutating func add(_ path: FilePath, _ kind: Kind, claimed: FilePath? = nil) {
            entries[path] = Entry(number: made, kind: kind, claimed: claimed)
            made += 1
        }

        mutating func forget(_ path: FilePath) {
            guard let entry = entries.removeValue(forKey: path), let folder = entry.claimed else { return }
            claims[folder]?.entries -= 1
            endClaim(in: folder)
        }

        private mutating func endClaim(in folder: FilePath) {
            guard let (claim, entries) = claims[folder], entries == 0 else { return }
            claim.end()
            claims[folder] = nil
        }

        /// Removes everything; the registry must not be used afterwards.
        fileprivate func removeAll() {
            let latest = entries.sorted { $0.value.number > $1.value.number }
            for (path, entry) in latest {
                switch entry.kind {
                case .file: unlink(path.cString)
                case .folder: break
                case .fullFolder:
                    // Another thread may still write to it, until the folder itself is removed.
                    var attempts = 100
                    while attempts > 0, !FolderRemoval.remove(path), path.linkStatus != nil {
                        usleep(1000)
                        attempts -= 1
                    }
                }
            }
            for (claim, _) in claims.values { claim.end() }
            // Folders can be removed only after their files.
            for (path, entry) in latest where entry.kind == .folder { rmdir(path.cString) }
        }
    }

    private static let registry = Locked(Registry())

    /// The folder for temporary files without an output: `TMPDIR`, or `/tmp` if that is not set or empty.
    package static var folder: FilePath {
        let named = getenv("TMPDIR").map { FilePath(cString: $0) } ?? ""
        return named.isEmpty ? "/tmp" : named
    }

    /// Runs a body that ``endProcess(code:)`` in another thread waits for.
    static func undisturbed<Failure: Error>(_ body: (inout Registry) throws(Failure) -> Void) throws(Failure) {
        try registry.withLock { (registry) throws(Failure) in try body(&registry) }
    }

    /// Creates a file with an unused name, for reading and writing.
    /// - Parameters:
    ///   - folder: empty for the current one.
    ///   - path: the path for errors.
    package static func makeFile(in folder: FilePath, for path: String) throws(FileError) -> (name: FilePath, descriptor: Int32) {
        StaleTemporaryFiles.removeOnce(from: folder)
        var made: (name: FilePath, descriptor: Int32) = ("", -1)
        try undisturbed { (registry) throws(FileError) in
            made.name = try registry.make(in: folder, .file, for: path) { name in
                made.descriptor = open(name.cString, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
                return made.descriptor < 0 ? errno : 0
            }
        }
        return made
    }

    /// Creates a nameless file for reading and writing, which is removed when it is closed.
    package static func makeNamelessFile(in folder: FilePath) throws(FileError) -> Int32 {
        let (name, descriptor) = try makeFile(in: folder, for: folder.string)
        removeFile(name)
        return descriptor
    }

    /// Creates a folder with an unused name; the other parameters are those of ``makeFile(in:for:)``.
    /// - Parameter permissions: by default for this user only.
    package static func makeFolder(in folder: FilePath, permissions: UInt32 = 0o700, for path: String) throws(FileError) -> FilePath {
        StaleTemporaryFiles.removeOnce(from: folder)
        var made: FilePath = ""
        try undisturbed { (registry) throws(FileError) in
            made = try registry.make(in: folder, .fullFolder, for: path) { mkdir($0.cString, mode_t(permissions)) == 0 ? 0 : errno }
        }
        return made
    }

    /// Creates a folder with a given name.
    /// - Returns: false if it exists.
    package static func makeFolder(_ name: FilePath, _ kind: Kind, permissions: UInt32, for path: String) throws(FileError) -> Bool {
        var code: Int32 = 0
        undisturbed { registry in
            if mkdir(name.cString, mode_t(permissions)) == 0 { registry.add(name, kind) } else { code = errno }
        }
        guard code == 0 || code == EEXIST else { throw .failed(path: path, reason: errorText(code)) }
        return code == 0
    }

    /// Creates a folder and its missing parents, accessible to everybody. ``removeFolder(_:)`` removes them unless they are kept.
    /// - Parameter made: receives the created folders, outermost first, also if one cannot be created.
    package static func makeMissingFolders(_ path: FilePath, made: inout [FilePath]) throws(FileError) {
        let parent = path.removingLastComponent()
        guard !path.isEmpty, path.status == nil, parent != path else { return }
        try makeMissingFolders(parent, made: &made)
        if try makeFolder(path, .folder, permissions: 0o777, for: path.string) { made.append(path) }
    }

    package static func removeFile(_ name: FilePath) {
        undisturbed { registry in
            unlink(name.cString)
            registry.forget(name)
        }
    }

    /// Removes a folder if it is empty.
    package static func removeFolder(_ name: FilePath) {
        undisturbed { registry in
            rmdir(name.cString)
            registry.forget(name)
        }
    }

    /// Removes a folder with its content.
    package static func removeFullFolder(_ name: FilePath) {
        undisturbed { registry in
            FolderRemoval.remove(name)
            registry.forget(name)
        }
    }

    /// Unregisters these paths, so that they are not removed.
    package static func keep(_ paths: [FilePath]) {
        undisturbed { registry in
            for path in paths { registry.forget(path) }
        }
    }

    /// Renames a finished file or folder to its final name.
    /// - Returns: the error code; 0: none.
    package static func keep(_ name: FilePath, as path: FilePath) -> Int32 {
        var code: Int32 = 0
        undisturbed { registry in
            if rename(name.cString, path.cString) == 0 { registry.forget(name) } else { code = errno }
        }
        return code
    }

    /// Removes stale temporary files in a folder. Creating a temporary file there does that too.
    package static func removeStaleFiles(in folder: FilePath) { StaleTemporaryFiles.removeOnce(from: folder) }

    /// Removes all temporary files and ends the process. It waits only for threads that are moving a finished output to its target.
    package static func endProcess(code: Int32) -> Never {
        registry.withLock { registry in
            registry.removeAll()
            // The lock is held, so that no other file can be created.
            _exit(code)
        }
    }

    /// Removes all temporary files and ends the process with a signal, whose default action must be that.
    package static func endProcess(signal number: Int32) -> Never {
        registry.withLock { registry in
            registry.removeAll()
            signal(number, SIG_DFL)
            var numbers = sigset_t()
            sigemptyset(&numbers)
            sigaddset(&numbers, number)
            pthread_sigmask(SIG_UNBLOCK, &numbers, nil)
            raise(number)
            _exit(128 + number)
        }
    }

    /// Does the same if a thread cannot continue and may hold the lock. Files that cannot be removed within a second stay until another
    /// process finds them.
    package static func endProcessUnlocked(code: Int32) -> Never {
        for _ in 0..<100 {
            registry.withLockIfFree { registry in
                registry.removeAll()
                _exit(code)
            }
            usleep(10_000)
        }
        _exit(code)
    }

    /// The names in a folder, sorted; empty if it cannot be read.
    package static func names(in folder: FilePath) -> [String] { entries(in: folder).map(\.string).sorted() }

    /// The names in the file system's bytes, which need not be UTF-8, unsorted.
    private static func entries(in folder: FilePath) -> [FilePath] {
        guard let directory = opendir(folder.cString) else { return [] }
        defer { closedir(directory) }
        var names: [FilePath] = []
        while let entry = readdir(directory) {
            if !entry.isFolderLink { names.append(entry.path) }
        }
        return names
    }

    /// The prefix of all temporary names.
    package static let namePrefix = ".svga-"
}

/// A folder for this user only, among the temporary files. Removed with its files at deinitialization, or by
/// ``TemporaryFiles/endProcess(code:)``.
package final class PrivateFolder: Sendable {
    /// Without a trailing slash.
    package var path: String { folder.string }
    private let folder: FilePath

    package init() throws(FileError) {
        let parent = TemporaryFiles.folder
        folder = try TemporaryFiles.makeFolder(in: parent, for: parent.string)
    }

    deinit { TemporaryFiles.removeFullFolder(folder) }
}

/// A folder beside an output for one encoder attempt, so that only the final attempt gets the output's name.
///
/// Removed with its content at deinitialization.
package final class StagingFolder {
    /// The path of the output in this folder.
    package let path: String
    private let folder: FilePath
    private let target: String
    private let isOverwriting: Bool
    /// A pipe or a device cannot be replaced by a rename: the bytes are copied.
    private let isStream: Bool

    /// - Throws: ``FileError/exists(path:)`` unless `overwrite`; ``FileError/failed(path:reason:)``.
    package init(for target: String, overwrite: Bool) throws(FileError) {
        self.target = target
        isOverwriting = overwrite
        let status = target == "-" ? nil : FilePath(target).status
        let isRegular = status.map { $0.st_mode & S_IFMT == S_IFREG } ?? false
        guard !isRegular || overwrite else { throw .exists(path: target) }
        isStream = target == "-" || status != nil && !isRegular
        let parent = isStream ? TemporaryFiles.folder : FilePath(target).folderPrefix
        folder = try TemporaryFiles.makeFolder(in: parent, for: target)
        path = folder.appending(isStream ? "output" : FilePath(target).name).string
    }

    deinit { TemporaryFiles.removeFullFolder(folder) }

    /// Moves everything in the folder to the output's location: all files, or none.
    package func commit() throws(FileError) {
        let parent = FilePath(target).folderPrefix
        var files: [OutputFile] = []
        for name in TemporaryFiles.names(in: folder) {
            let file = try OutputFile(path: isStream ? target : parent.appending(name).string, overwrite: isOverwriting)
            try file.adopt(folder.appending(name))
            files.append(file)
        }
        try OutputFile.commit(files)
    }
}
