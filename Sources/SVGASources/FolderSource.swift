import SVGAFormat
package import SVGAModel
import SVGAPlatform
package import SVGASupport

/// A folder as a source. Symbolic links are followed while they stay in the folder, because volumes of containers consist of them.
package struct FolderSource: MovieSource {
    package let prefix = ""
    /// Without symbolic links.
    package let folder: FilePath

    /// - Throws: if the path is not a folder.
    package init(path: String) throws(SVGAError) {
        guard let folder = FilePath(path).resolvingLinks() else { throw .file(path: path, reason: errorText(errno)) }
        guard let status = folder.status, status.st_mode & S_IFMT == S_IFDIR else { throw .file(path: path, reason: "not a directory") }
        self.folder = folder
    }

    package func read(_ name: String, limit: Int, known: SourceVersion?) async throws(SVGAError) -> SourceAnswer {
        guard !Task.isCancelled else { throw .cancelled }
        guard SourceName.isAcceptable(name) else { throw .refusedID(name) }
        // A link may lead out of the folder. The canonical path is opened without following a link that replaces the file meanwhile.
        guard let path = folder.appending(name).resolvingLinks() else { throw .notFound(name: name) }
        guard path.starts(with: folder) else { throw .refusedID(name) }
        let descriptor = open(path.cString, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw errno == ENOENT ? .notFound(name: name) : .file(path: name, reason: errorText(errno)) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .notFound(name: name) }
        guard status.st_size <= limit else { throw .tooLarge(name: name, limitBytes: limit) }
        let version = SourceVersion(tag: FileVersion(status).token)
        if version == known { return .unchanged(freshFor: .zero) }
        var limits = ReadLimits.default
        limits.inputBytes = limit
        return .content(SourceContent(bytes: try FileBytes.read(descriptor, limits: limits), version: version))
    }
}
