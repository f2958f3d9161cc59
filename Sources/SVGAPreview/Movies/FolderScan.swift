import SVGAPlatform
import SVGASupport

/// Finds the movies of a root by their names. No file is opened.
struct FolderScan {
    struct File: Sendable {
        /// Below the root's folder.
        let path: FilePath
        let version: FileVersion
    }

    /// Far more than anybody looks at; a scan of a whole disk ends here.
    private static let maximumFolders = 20_000
    private static let maximumFiles = 100_000
    private static let maximumDepth = 64

    private(set) var files: [File] = []
    /// All folders that were looked into, as whole paths.
    private(set) var folders: [FilePath] = []

    init(_ root: LibraryRoot) {
        if let name = root.file {
            folders = [root.folder]
            if let status = root.folder.appending(name).linkStatus, status.st_mode & S_IFMT == S_IFREG {
                files = [File(path: FilePath(bytes: name.bytes), version: FileVersion(status))]
            }
            return
        }
        look(into: root.folder, below: FilePath(bytes: []), depth: 0)
    }

    /// - Parameter path: of the folder below the root, or empty.
    private mutating func look(into folder: FilePath, below path: FilePath, depth: Int) {
        guard folders.count < FolderScan.maximumFolders, depth < FolderScan.maximumDepth else { return }
        let descriptor = open(folder.cString, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW)
        guard descriptor >= 0 else { return }
        guard let directory = fdopendir(descriptor) else {
            close(descriptor)
            return
        }
        defer { closedir(directory) }
        folders.append(folder)
        var inner: [FilePath] = []
        while let entry = readdir(directory) {
            let name = entry.path
            // Hidden folders hold no gifts, but often very many files.
            if name.bytes.starts(with: ".".utf8) { continue }
            let kind = entry.kind
            if kind == .folder { inner.append(name) }
            guard kind == .unknown || kind == .file && name.string.isMovieName else { continue }
            var status = stat()
            guard fstatat(descriptor, name.cString, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            if kind == .unknown, status.st_mode & S_IFMT == S_IFDIR { inner.append(name) }
            guard status.st_mode & S_IFMT == S_IFREG, name.string.isMovieName, files.count < FolderScan.maximumFiles else { continue }
            files.append(File(path: path.resolving(name), version: FileVersion(status)))
        }
        for name in inner.sorted(by: { $0.string < $1.string }) {
            look(into: folder.resolving(name), below: path.resolving(name), depth: depth + 1)
        }
    }
}

extension String {
    /// Whether a file of this name is taken for a movie. Most files of JSON are none: one that is a Lottie has to be named.
    var isMovieName: Bool {
        let name = lowercased()
        return [".svga", ".lottie", ".tgs"].contains { name.count > $0.count && name.hasSuffix($0) }
    }
}
