import SVGAPlatform
import SVGASupport

/// Finds the movies of a root by file name, without opening files.
struct FolderScan {
    struct File: Sendable {
        /// Relative to the root's folder.
        let path: FilePath
        let version: FileVersion
    }

    /// The limits of a scan, for example of an entire disk.
    private static let maximumFolders = 20_000
    private static let maximumFiles = 100_000
    private static let maximumDepth = 64

    private(set) var files: [File] = []
    /// The full paths of all scanned folders.
    private(set) var folders: [FilePath] = []

    init(_ root: LibraryRoot) {
        if let name = root.file {
            folders = [root.folder]
            if let status = root.folder.appending(name).linkStatus, status.st_mode & S_IFMT == S_IFREG {
                files = [File(path: FilePath(bytes: name.bytes), version: FileVersion(status))]
            }
            return
        }
        scan(root.folder, below: FilePath(bytes: []), depth: 0)
    }

    /// - Parameter path: the folder's path relative to the root, or empty.
    private mutating func scan(_ folder: FilePath, below path: FilePath, depth: Int) {
        guard folders.count < FolderScan.maximumFolders, depth < FolderScan.maximumDepth else { return }
        let descriptor = open(folder.cString, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW)
        guard descriptor >= 0 else { return }
        guard let directory = fdopendir(descriptor) else {
            close(descriptor)
            return
        }
        defer { closedir(directory) }
        folders.append(folder)
        var subfolders: [FilePath] = []
        while let entry = readdir(directory) {
            let name = entry.path
            // Skips hidden folders, which rarely contain movies but often many files.
            if name.bytes.starts(with: ".".utf8) { continue }
            let kind = entry.kind
            if kind == .folder { subfolders.append(name) }
            guard kind == .unknown || kind == .file && name.string.isMovieName else { continue }
            var status = stat()
            guard fstatat(descriptor, name.cString, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            if kind == .unknown, status.st_mode & S_IFMT == S_IFDIR { subfolders.append(name) }
            guard status.st_mode & S_IFMT == S_IFREG, name.string.isMovieName, files.count < FolderScan.maximumFiles else { continue }
            files.append(File(path: path.resolving(name), version: FileVersion(status)))
        }
        for name in subfolders.sorted(by: { $0.string < $1.string }) {
            scan(folder.resolving(name), below: path.resolving(name), depth: depth + 1)
        }
    }
}

extension String {
    /// Whether a file with this name is listed as a movie. JSON files are not listed, because most are not Lotties; they can be named on the command
    /// line.
    var isMovieName: Bool {
        let name = lowercased()
        return [".svga", ".lottie", ".tgs"].contains { name.count > $0.count && name.hasSuffix($0) }
    }
}
