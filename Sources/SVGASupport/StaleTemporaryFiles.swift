import SVGAPlatform

/// What processes left in a folder that were killed, or whose system was: temporary files whose ``TemporaryFileLock`` nobody holds.
enum StaleTemporaryFiles {
    /// Reading the names of so many entries takes some milliseconds. In a folder with more, some may stay.
    private static let maximumEntries = 20_000
    /// How long what another start of a system has made must be untouched, in seconds. That may be another machine, which may be alive: not
    /// every network drive tells one machine of another's locks.
    private static let foreignAge = 86_400

    /// Folders are looked through once by a process; of more than these some are again.
    private static let maximumKnownCount = 256
    private static let known = Locked<Set<FilePath>>([])

    /// Called before something temporary is made in a folder.
    /// - Parameter folder: empty for the current one.
    static func removeOnce(from folder: FilePath) {
        let folder = folder.removingTrailingSlashes()
        let isNew = known.withLock { known in
            if known.count >= maximumKnownCount { known = [] }
            return known.insert(folder).inserted
        }
        if isNew { remove(from: folder) }
    }

    static func remove(from folder: FilePath) {
        guard let directory = opendir((folder.isEmpty ? "." : folder).cString) else { return }
        var claims: [String: [String]] = [:]
        var held: [TemporaryName] = []
        var entries = 0
        while entries < maximumEntries, let entry = readdir(directory) {
            entries += 1
            let name = entry.name
            guard let parts = TemporaryName(name) else { continue }
            if parts.isClaim { held.append(parts) } else { claims[parts.claim, default: []].append(name) }
        }
        closedir(directory)
        for claim in held { remove(claim, claims[claim.claim] ?? [], in: folder) }
    }

    private static func remove(_ claim: TemporaryName, _ names: [String], in folder: FilePath) {
        let path = folder.appending(claim.claim)
        // A device or a pipe may not even be opened.
        guard let status = path.linkStatus, status.st_mode & S_IFMT == S_IFREG else { return }
        let file = open(path.cString, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return }
        let paths = names.map { folder.appending($0) }
        guard claim.isOfThisBoot || (paths + [path]).allSatisfy(isOld) else { return }
        // The claim last: if this is interrupted, the next one goes on.
        if !paths.map(removeEntry).contains(false) { unlink(path.cString) }
    }

    private static func isOld(_ path: FilePath) -> Bool {
        path.linkStatus.map { time(nil) - $0.modificationTime.tv_sec > foreignAge } ?? true
    }

    /// - Returns: whether it is gone.
    private static func removeEntry(_ path: FilePath) -> Bool {
        guard let status = path.linkStatus else { return errno == ENOENT }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return unlink(path.cString) == 0
        case S_IFDIR: return FolderRemoval.remove(path)
        default: return false
        }
    }
}

/// Removes a folder with everything in it.
///
/// From folder to folder by descriptors, so that nobody who can write there can lead it elsewhere by a symbolic link.
enum FolderRemoval {
    /// Deeper than any temporary folder.
    private static let maximumDepth = 8

    /// - Returns: whether it is gone.
    @discardableResult
    static func remove(_ path: FilePath) -> Bool {
        removeContent(of: open(path.cString, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), depth: 0)
        return rmdir(path.cString) == 0
    }

    /// - Parameter folder: is closed.
    private static func removeContent(of folder: Int32, depth: Int) {
        guard folder >= 0 else { return }
        guard depth < maximumDepth, let directory = fdopendir(folder) else {
            close(folder)
            return
        }
        defer { closedir(directory) }
        // First all names: what readdir does where entries are removed meanwhile is not said.
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
