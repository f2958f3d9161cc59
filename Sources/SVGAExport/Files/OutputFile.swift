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
        var isReplacing = false
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
            isReplacing = true
        }
        // A symbolic link stays one: the file it points to is replaced.
        let real = OutputFile.realPath(path)
        let folder = real.lastIndex(of: "/").map { String(real[...$0]) } ?? ""
        let (name, file) = try TemporaryFiles.makeFile(in: folder, for: path)
        // Before anything is in it: who may not read the old file may not read this one.
        if isReplacing { FilePlacement.takeAttributes(of: real, name) }
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
    public func commit() throws(ExportError) { try OutputFile.commit([self]) }

    /// Ends writing and puts several files at their places: all of them, or, if that throws, none.
    package static func commit(_ files: [OutputFile]) throws(ExportError) {
        for file in files { try file.close() }
        let moves = files.compactMap { file -> FilePlacement.Move? in
            guard let temporary = file.temporary, let target = file.target else { return nil }
            return FilePlacement.Move(temporary: temporary, target: target, isOverwriting: file.isOverwriting, path: file.path)
        }
        try TemporaryFiles.undisturbed { (registry) throws(ExportError) in
            var placement = FilePlacement()
            try placement.run(moves)
            for move in moves { registry.forget(move.temporary) }
        }
        for file in files { file.temporary = nil }
    }

    /// Removes what was written so far, unless it was written straight or is committed.
    public func discard() {
        if descriptor >= 0, descriptor != STDOUT_FILENO { _ = Glibc.close(descriptor) }
        descriptor = -1
        if let temporary { TemporaryFiles.removeFile(temporary) }
        temporary = nil
    }

    /// Takes over the content of a finished file, which is moved where that is possible and copied where not.
    package func adopt(_ source: String) throws(ExportError) {
        if let temporary, rename(source, temporary) == 0 { return try close() }
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw .file(path: path, reason: errorText(errno)) }
        defer { _ = Glibc.close(input) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = read(input, buffer.baseAddress, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .file(path: path, reason: errorText(errno)) }
            if count == 0 { break }
            try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    private static func realPath(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}

/// The system's text for an `errno`.
package func errorText(_ code: Int32) -> String {
    String(cString: strerror(code))
}
