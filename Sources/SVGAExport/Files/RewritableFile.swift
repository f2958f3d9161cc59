import Glibc

/// An output whose beginning can be written when its end is known.
///
/// Where that is no regular file (a pipe, a device) everything is kept in a nameless temporary file until ``commit()``, so memory stays small.
final class RewritableFile {
    private let output: OutputFile
    /// Where bytes go until the output is complete; nil when that is the output's own temporary file.
    private let spool: SpoolFile?
    private let descriptor: Int32
    private(set) var byteCount = 0

    /// - Throws: ``ExportError/exists(path:)`` unless `overwrite`; ``ExportError/file(path:reason:)``.
    init(path: String, overwrite: Bool) throws(ExportError) {
        output = try OutputFile(path: path, overwrite: overwrite)
        if let descriptor = output.temporaryDescriptor {
            spool = nil
            self.descriptor = descriptor
        } else {
            let spool = try SpoolFile()
            self.spool = spool
            descriptor = spool.descriptor
        }
    }

    /// Appends.
    func write(_ bytes: [UInt8]) throws(ExportError) {
        try write(bytes, at: byteCount)
        byteCount += bytes.count
    }

    /// Replaces what was written at `offset`.
    func write(_ bytes: [UInt8], at offset: Int) throws(ExportError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(ExportError) in
            var done = 0
            while done < bytes.count {
                let rest = UnsafeBufferPointer(rebasing: bytes[done...])
                let written = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
                if written < 0 && errno == EINTR { continue }
                guard written > 0 else { throw .file(path: spool?.folder ?? output.path, reason: errorText(written < 0 ? errno : EIO)) }
                done += written
            }
        }
    }

    /// Puts the output at its place.
    func commit() throws(ExportError) {
        if let spool { try spool.copy(to: output) }
        try output.commit()
    }
}

/// A temporary file without a name: it is gone when the process ends, however it does.
private final class SpoolFile {
    let descriptor: Int32
    /// What errors call it.
    let folder: String

    init() throws(ExportError) {
        folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/.svga-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .file(path: folder, reason: errorText(errno)) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    deinit { _ = close(descriptor) }

    func copy(to output: OutputFile) throws(ExportError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        var offset = 0
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .file(path: folder, reason: errorText(errno)) }
            if count == 0 { return }
            try output.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += count
        }
    }
}
