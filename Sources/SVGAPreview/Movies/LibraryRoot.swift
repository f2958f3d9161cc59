import SVGAHTTP
import SVGAPlatform
import SVGASupport

/// A file or folder that was named on the command line, or the folder of what was added: nothing outside of it can be opened.
struct LibraryRoot: Sendable {
    /// Without symbolic links.
    let folder: FilePath
    /// Only this file of the folder; nil: all movies below it.
    let file: FilePath.Component?
    /// What the page shows before the folders below this one; empty where there is only one.
    let label: String

    /// Opens a file below the root. No symbolic link is followed, so a link, or one that is put in a file's place later, leads nowhere.
    /// - Parameter path: below ``folder``, such as `sub/gift.svga`.
    func open(_ path: FilePath) throws(PreviewError) -> OpenFile {
        var folder = try OpenFile(path: self.folder)
        let names = path.components
        for name in names.dropLast() { folder = try OpenFile(name, in: folder, O_DIRECTORY) }
        guard let name = names.last else { throw .notFound }
        // O_NONBLOCK, so that a pipe in a movie's place does not make the server wait.
        let file = try OpenFile(name, in: folder, O_NONBLOCK)
        guard file.status.st_mode & S_IFMT == S_IFREG else { throw PreviewError(422, "\(path) is no file") }
        return file
    }
}

/// A file or folder that is open for reading, and its facts.
final class OpenFile: Sendable {
    private let owner: Descriptor
    let status: stat

    var descriptor: Int32 { owner.number }

    /// Commands read the open file by this name, so that nobody can put another one in its place before they do.
    var path: String { "/dev/fd/\(descriptor)" }

    /// Opens a folder.
    convenience init(path: FilePath) throws(PreviewError) {
        try self.init(SVGAPlatform.open(path.cString, O_RDONLY | O_CLOEXEC | O_DIRECTORY))
    }

    /// Opens a file of a folder that this process has made.
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
            case ENOENT, ENOTDIR, ELOOP: throw PreviewError(404, "the file is not there any more")
            case EACCES, EPERM: throw PreviewError(422, "the file may not be read")
            default: throw PreviewError(422, "the file cannot be opened: \(String(cString: strerror(errno)))")
            }
        }
    }
}

/// An open file, folder, pipe or watch; closed when this goes away.
final class Descriptor: Sendable {
    /// Below 0: none.
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { if number >= 0 { close(number) } }
}
