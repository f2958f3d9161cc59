import Glibc

/// A file that is there whole or not at all.
///
/// Bytes go to a temporary file beside the target, which ``commit()`` renames; without that, the temporary file is removed when
/// the object goes away. A target that is no regular file (a pipe, a device) and `-`, the standard output, are written
/// straight. The process should ignore SIGPIPE, so that a reader who leaves early is an error and not the process's end.
public final class OutputFile {
    /// As it was asked for.
    public let path: String
    private let isOverwriting: Bool
    /// Where `commit` moves the temporary file; nil when written straight.
    private let target: String?
    private var temporary: String?
    /// -1 when closed.
    private var descriptor: Int32

    /// - Throws: ``ExportError/exists(path:)`` unless `overwrite`; ``ExportError/file(path:reason:)``.
    public init(path: String, overwrite: Bool = false) throws(ExportError) {
        self.path = path
        isOverwriting = overwrite
        temporary = nil
        if path == "-" {
            descriptor = STDOUT_FILENO
            target = nil
            return
        }
        var status = stat()
        if stat(path, &status) == 0 {
            let kind = status.st_mode & S_IFMT
            guard kind != S_IFDIR else { throw .file(path: path, reason: errorText(EISDIR)) }
            if kind != S_IFREG {
                target = nil
                descriptor = open(path, O_WRONLY | O_CLOEXEC)
                guard descriptor >= 0 else { throw .file(path: path, reason: errorText(errno)) }
                return
            }
            guard overwrite else { throw .exists(path: path) }
        }
        // A symbolic link stays one: the file it points to is replaced.
        let real = OutputFile.realPath(path)
        let folder = real.lastIndex(of: "/").map { String(real[...$0]) } ?? ""
        let (name, file) = try OutputFile.openTemporary(in: folder, for: path)
        target = real
        temporary = name
        descriptor = file
    }

    deinit { discard() }

    /// For writing and reading anywhere in it; nil when the target is written straight, or after ``close()``.
    package var temporaryDescriptor: Int32? { temporary == nil || descriptor < 0 ? nil : descriptor }

    public func write(_ bytes: UnsafeRawBufferPointer) throws(ExportError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written < 0 {
                if errno == EINTR { continue }
                throw .file(path: path, reason: errno == EPIPE ? "the reader has closed the pipe" : errorText(errno))
            }
            rest = rest.dropFirst(written)
        }
    }

    public func write(_ bytes: [UInt8]) throws(ExportError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(ExportError) in try write(UnsafeRawBufferPointer(bytes)) }
    }

    /// Ends writing; the temporary file stays until ``commit()`` or the end of this object. Keeps many finished files from
    /// holding a file descriptor each.
    public func close() throws(ExportError) {
        guard descriptor >= 0 else { return }
        let result = descriptor == STDOUT_FILENO ? 0 : Glibc.close(descriptor)
        descriptor = -1
        // The system may report here what it could not write.
        guard result == 0 || errno == EINTR else { throw .file(path: path, reason: errorText(errno)) }
    }

    /// Ends writing and puts the file at its place.
    public func commit() throws(ExportError) {
        try close()
        guard let temporary, let target else { return }
        // Somebody may have made it meanwhile.
        guard isOverwriting || access(target, F_OK) != 0 else { throw .exists(path: path) }
        guard rename(temporary, target) == 0 else { throw .file(path: path, reason: errorText(errno)) }
        self.temporary = nil
    }

    /// Removes what was written so far, unless it was written straight or is committed.
    public func discard() {
        if descriptor >= 0, descriptor != STDOUT_FILENO { _ = Glibc.close(descriptor) }
        descriptor = -1
        if let temporary { unlink(temporary) }
        temporary = nil
    }

    private static func realPath(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Makes a file of a name that nobody has, for reading and writing.
    /// - Parameter path: what an error names.
    package static func openTemporary(in folder: String, for path: String) throws(ExportError) -> (name: String, descriptor: Int32) {
        while true {
            let name = "\(folder).svga-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
            let descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 { return (name, descriptor) }
            guard errno == EEXIST || errno == EINTR else { throw .file(path: path, reason: errorText(errno)) }
        }
    }
}

/// The system's text for an `errno`.
package func errorText(_ code: Int32) -> String {
    String(cString: strerror(code))
}
