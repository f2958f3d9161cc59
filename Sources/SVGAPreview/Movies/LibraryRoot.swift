import SVGAHTTP
import SVGAPlatform
import SVGASupport

/// A file or folder of the command line, or the folder of added movies. Files outside of it cannot be opened.
struct LibraryRoot: Sendable {
    /// Without symbolic links.
    let folder: FilePath
    /// Only this file of the folder; nil: all movies below it.
    let file: FilePath.Component?
    /// The prefix of folder names on the page; empty if there is only one root.
    let label: String

    /// Opens a file below the root without following symbolic links, even if a file is replaced by a link later.
    /// - Parameter path: relative to ``folder``, for example `sub/gift.svga`.
    func open(_ path: FilePath) throws(PreviewError) -> OpenFile {
        let (folder, name) = try parent(of: path)
        // O_NONBLOCK, because opening a pipe would block the server.
        let file = try OpenFile(name, in: folder, O_NONBLOCK)
        guard file.status.st_mode & S_IFMT == S_IFREG else { throw PreviewError(422, "\(path) is not a file") }
        return file
    }

    /// The open folder of a file, and the file's name in it.
    func parent(of path: FilePath) throws(PreviewError) -> (folder: OpenFile, name: FilePath.Component) {
        var folder = try OpenFile(path: self.folder)
        let names = path.components
        for name in names.dropLast() { folder = try OpenFile(name, in: folder, O_DIRECTORY) }
        guard let name = names.last else { throw .notFound }
        return (folder, name)
    }
}

/// A file or folder that is open for reading, with its status.
final class OpenFile: Sendable {
    private let owner: Descriptor
    let status: stat

    var descriptor: Int32 { owner.number }

    /// Commands read the open file by this path, so that it cannot be replaced before they read it.
    var path: String { "/dev/fd/\(descriptor)" }

    /// Opens a folder.
    convenience init(path: FilePath) throws(PreviewError) {
        try self.init(SVGAPlatform.open(path.cString, O_RDONLY | O_CLOEXEC | O_DIRECTORY))
    }

    /// Opens a file in a folder that this process has created.
    convenience init(_ name: String, in folder: PrivateFolder) throws(PreviewError) {
        guard let names = FilePath(name).strictComponents, let name = names.first, names.count == 1 else { throw .notFound }
        try self.init(name, in: OpenFile(path: FilePath(folder.path)))
    }

    convenience init(_ name: FilePath.Component, in folder: OpenFile, _ flags: Int32 = 0) throws(PreviewError) {
        guard name.isName else { throw .notFound }
        try self.init(openat(folder.descriptor, FilePath(bytes: name.bytes).cString, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | flags))
    }

    private init(_ descriptor: Int32) throws(PreviewError) {
        owner = Descriptor(descriptor)
        var status = stat()
        let isOpen = descriptor >= 0 && fstat(descriptor, &status) == 0
        self.status = status
        guard isOpen else {
            switch errno {
            case ENOENT, ENOTDIR, ELOOP: throw PreviewError(404, "the file no longer exists")
            case EACCES, EPERM: throw PreviewError(422, "reading the file is not permitted")
            default: throw PreviewError(422, "the file cannot be opened: \(errorText(errno))")
            }
        }
    }
}

/// The descriptor of an open file, folder, pipe or watch; closed with this object.
final class Descriptor: Sendable {
    /// Below 0: none.
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { if number >= 0 { close(number) } }
}
