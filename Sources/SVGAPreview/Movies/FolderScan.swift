import SVGAPlatform

/// Finds the movies of a root by their names. No file is opened.
struct FolderScan {
    struct File: Sendable {
        /// Below the root's folder.
        let path: String
        let version: FileVersion
    }

    /// Far more than anybody looks at; a scan of a whole disk ends here.
    private static let mostFolders = 20_000
    private static let mostFiles = 100_000
    private static let mostDepth = 64

    private(set) var files: [File] = []
    /// All folders that were looked into, as whole paths.
    private(set) var folders: [String] = []

    init(_ root: LibraryRoot) {
        if let name = root.file {
            folders = [root.folder]
            var status = stat()
            if lstat("\(root.folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG {
                files = [File(path: name, version: FileVersion(status))]
            }
            return
        }
        look(into: root.folder, below: "", depth: 0)
    }

    /// - Parameter path: of the folder below the root, with a slash at its end, or empty.
    private mutating func look(into folder: String, below path: String, depth: Int) {
        guard folders.count < FolderScan.mostFolders, depth < FolderScan.mostDepth else { return }
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW)
        guard descriptor >= 0 else { return }
        guard let directory = fdopendir(descriptor) else {
            close(descriptor)
            return
        }
        defer { closedir(directory) }
        folders.append(folder)
        var inner: [String] = []
        while let entry = readdir(directory) {
            let name = entry.name
            // Hidden folders hold no gifts, but often very many files.
            if name.hasPrefix(".") { continue }
            let kind = entry.kind
            if kind == .folder { inner.append(name) }
            guard kind == .unknown || kind == .file && name.isMovieName else { continue }
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            if kind == .unknown, status.st_mode & S_IFMT == S_IFDIR { inner.append(name) }
            guard status.st_mode & S_IFMT == S_IFREG, name.isMovieName, files.count < FolderScan.mostFiles else { continue }
            files.append(File(path: path + name, version: FileVersion(status)))
        }
        for name in inner.sorted() { look(into: "\(folder)/\(name)", below: "\(path)\(name)/", depth: depth + 1) }
    }
}

extension String {
    /// Whether a file of this name is taken for a movie. Most files of JSON are none: one that is a Lottie has to be named.
    var isMovieName: Bool {
        let name = lowercased()
        return [".svga", ".lottie"].contains { name.count > $0.count && name.hasSuffix($0) }
    }
}
