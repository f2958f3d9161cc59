import SVGAModel
import SVGAPlatform
import SVGASupport

/// An open folder. Entries are single names relative to it, and symbolic links are never followed.
struct FolderHandle: ~Copyable {
    private let descriptor: Int32
    /// For errors.
    let path: String

    /// Opens the folder. The path may be a symbolic link.
    init?(path: String) {
        descriptor = open(FilePath(path).cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        self.path = path
        if descriptor < 0 { return nil }
    }

    private init(owning descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Opens a subfolder; nil with `errno` set.
    func folder(_ name: String) -> FolderHandle? {
        let number = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        return number < 0 ? nil : FolderHandle(owning: number, path: "\(path)/\(name)")
    }

    // MARK: Reading

    /// Whether it has no entries except `.` and `..`.
    func isEmpty() throws(SVGAError) -> Bool {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw .readFile(path: path, reason: FolderHandle.reason(errno)) }
        guard let stream = fdopendir(copy) else {
            let failure = errno
            close(copy)
            throw .readFile(path: path, reason: FolderHandle.reason(failure))
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            if !entry.isFolderLink { return false }
        }
        return true
    }

    /// The bytes of a regular file; nil if there are more than `limit`.
    func read(_ name: String, limit: Int) throws(SVGAError) -> [UInt8]? {
        let location = "\(path)/\(name)"
        // Opening a pipe must not block.
        let number = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else { throw .readFile(path: location, reason: FolderHandle.reason(errno)) }
        defer { close(number) }
        var status = stat()
        guard fstat(number, &status) == 0 else { throw .readFile(path: location, reason: FolderHandle.reason(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .readFile(path: location, reason: "is not a regular file") }
        guard status.st_size <= limit else { return nil }
        var failure: Int32 = 0
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while filled < size {
                let got = SVGAPlatform.read(number, buffer.baseAddress.map { $0 + filled }, size - filled)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                if got <= 0 { return }
                filled += got
            }
        }
        if failure != 0 { throw .readFile(path: location, reason: FolderHandle.reason(failure)) }
        return bytes
    }

    // MARK: Writing

    func make(_ name: String) throws(SVGAError) {
        guard mkdirat(descriptor, name, 0o777) == 0 || errno == EEXIST else {
            throw .writeFile(path: "\(path)/\(name)", reason: FolderHandle.reason(errno))
        }
    }

    /// Writes a new file.
    func write(_ bytes: [UInt8], to name: String) throws(SVGAError) {
        let location = "\(path)/\(name)"
        let number = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard number >= 0 else { throw .writeFile(path: location, reason: FolderHandle.reason(errno)) }
        let failure: Int32 = bytes.withUnsafeBytes { bytes in
            var remaining = bytes[...]
            while !remaining.isEmpty {
                let written = SVGAPlatform.write(number, UnsafeRawBufferPointer(rebasing: remaining).baseAddress, remaining.count)
                if written < 0, errno == EINTR { continue }
                if written < 0 { return errno }
                remaining = remaining.dropFirst(written)
            }
            return 0
        }
        let isClosed = close(number) == 0 || errno == EINTR
        if failure != 0 { throw .writeFile(path: location, reason: FolderHandle.reason(failure)) }
        guard isClosed else { throw .writeFile(path: location, reason: FolderHandle.reason(errno)) }
    }

    /// Moves a file to another folder. Replaces a file or link with its name there.
    func move(_ name: String, into other: borrowing FolderHandle) throws(SVGAError) {
        guard renameat(descriptor, name, other.descriptor, name) == 0 else {
            throw .writeFile(path: "\(other.path)/\(name)", reason: FolderHandle.reason(errno))
        }
    }

    static func reason(_ code: Int32) -> Message {
        switch code {
        case ENOENT: "no such file"
        case ELOOP: "is a symbolic link, which is not followed"
        case ENOTDIR: "is not a folder, or is a symbolic link, which is not followed"
        case EISDIR: "is a directory"
        case EACCES, EPERM: "permission denied"
        default: Message(cString: strerror(code))
        }
    }
}

/// Reads the files that `movie.json` references, in total at most ``ReadLimits/inflatedBytes``.
final class FolderFiles {
    private let root: FolderHandle
    private let limits: ReadLimits
    private var left: Int

    init(_ root: consuming FolderHandle, limits: ReadLimits) {
        self.root = root
        self.limits = limits
        left = limits.inflatedBytes
    }

    /// - Parameter name: such as `images/user1.png`.
    func read(_ name: String) throws(SVGAError) -> [UInt8] {
        if Task.isCancelled { throw .cancelled }
        guard let parts = FilePath(name).strictComponents, parts.allSatisfy(\.isName) else {
            throw .readFile(path: name, reason: "is outside the folder, or is not a file name")
        }
        return try read(parts.map(\.string)[...], in: root)
    }

    private func read(_ parts: ArraySlice<String>, in folder: borrowing FolderHandle) throws(SVGAError) -> [UInt8] {
        guard let name = parts.first else { throw .readFile(path: folder.path, reason: "is a directory") }
        if parts.count > 1 {
            guard let inner = folder.folder(name) else {
                throw .readFile(path: "\(folder.path)/\(name)", reason: FolderHandle.reason(errno))
            }
            return try read(parts.dropFirst(), in: inner)
        }
        guard let bytes = try folder.read(name, limit: left) else {
            throw .limit(
                LimitExceeded(\.inflatedBytes, of: limits, found: limits.inflatedBytes + 1, subject: "the files of the folder"))
        }
        left -= bytes.count
        return bytes
    }
}
