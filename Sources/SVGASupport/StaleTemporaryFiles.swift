import SVGAPlatform

/// Removes stale temporary files: those of killed processes or of an earlier system start, whose ``TemporaryFileLock`` is not locked.
enum StaleTemporaryFiles {
    /// Reading this many names takes some milliseconds. In a larger folder, some stale files may stay.
    private static let maximumEntries = 20_000
    /// The minimum age of files of another system start, in seconds. They may belong to a running machine: not every network drive shares
    /// locks between machines.
    private static let foreignAge = 86_400

    /// A process searches each folder once; above this count, some are searched again.
    private static let maximumFolderCount = 256
    private static let searchedFolders = Locked<Set<FilePath>>([])

    /// Call it before a temporary file is created in a folder.
    /// - Parameter folder: empty for the current one.
    static func removeOnce(from folder: FilePath) {
        let folder = folder.removingTrailingSlashes()
        let isNew = searchedFolders.withLock { folders in
            if folders.count >= maximumFolderCount { folders = [] }
            return folders.insert(folder).inserted
        }
        if isNew { remove(from: folder) }
    }

    static func remove(from folder: FilePath) {
        guard let directory = opendir((folder.isEmpty ? "." : folder).cString) else { return }
        var claims: [String: [String]] = [:]
        var lockFiles: [TemporaryName] = []
        var entries = 0
        while entries < maximumEntries, let entry = readdir(directory) {
            entries += 1
            let name = entry.name
            guard let parts = TemporaryName(name) else { continue }
            if parts.isClaim { lockFiles.append(parts) } else { claims[parts.claim, default: []].append(name) }
        }
        closedir(directory)
        for claim in lockFiles { remove(claim, claims[claim.claim] ?? [], in: folder) }
    }

    private static func remove(_ claim: TemporaryName, _ names: [String], in folder: FilePath) {
        let path = folder.appending(claim.claim)
        // Devices and pipes must not be opened.
        guard let status = path.linkStatus, status.st_mode & S_IFMT == S_IFREG else { return }
        let file = open(path.cString, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return }
        let paths = names.map { folder.appending($0) }
        guard claim.isOfThisBoot || (paths + [path]).allSatisfy(isOld) else { return }
        // The lock file last: after an interruption, the next process continues.
        if !paths.map(removeEntry).contains(false) { unlink(path.cString) }
    }

    private static func isOld(_ path: FilePath) -> Bool {
        path.linkStatus.map { time(nil) - $0.modificationTime.tv_sec > foreignAge } ?? true
    }

    /// - Returns: whether it was removed.
    private static func removeEntry(_ path: FilePath) -> Bool {
        guard let status = path.linkStatus else { return errno == ENOENT }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return unlink(path.cString) == 0
        case S_IFDIR: return FolderRemoval.remove(path)
        default: return false
        }
    }
}

/// Removes a folder with its content.
///
/// It uses folder descriptors, so that a symbolic link cannot redirect it.
enum FolderRemoval {
    /// Deeper than any temporary folder.
    private static let maximumDepth = 8

    /// - Returns: whether it was removed.
    @discardableResult
    static func remove(_ path: FilePath) -> Bool {
        removeContent(of: open(path.cString, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), depth: 0)
        return rmdir(path.cString) == 0
    }

    /// - Parameter folder: a descriptor, which is closed.
    private static func removeContent(of folder: Int32, depth: Int) {
        guard folder >= 0 else { return }
        guard depth < maximumDepth, let directory = fdopendir(folder) else {
            close(folder)
            return
        }
        defer { closedir(directory) }
        // All names first: readdir's behavior is undefined if entries are removed meanwhile.
        var names: [FilePath] = []
        while let entry = readdir(directory) {
            if !entry.isFolderLink { names.append(entry.path) }
        }
        for name in names where unlinkat(folder, name.cString, 0) != 0 {
            removeContent(of: openat(folder, name.cString, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), depth: depth + 1)
            unlinkat(folder, name.cString, Int32(AT_REMOVEDIR))
        }
    }
}
