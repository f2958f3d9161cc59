package import SVGAModel
import SVGAPlatform
import SVGASupport

/// Reads entire files and pipes, within `inputBytes`.
package enum FileBytes {
    /// An open file, closed at deinitialization.
    private struct Descriptor: ~Copyable {
        let number: Int32

        init(path: String) throws(SVGAError) {
            number = open(FilePath(path).cString, O_RDONLY | O_CLOEXEC)
            if number < 0 { throw .file(reason: FileBytes.reason(errno)) }
        }

        deinit { close(number) }
    }

    package static func read(path: String, limits: ReadLimits) throws(SVGAError) -> [UInt8] {
        let descriptor = try Descriptor(path: path)
        return try read(descriptor.number, limits: limits)
    }

    /// Leaves the descriptor open.
    package static func read(_ descriptor: Int32, limits: ReadLimits) throws(SVGAError) -> [UInt8] {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw .file(reason: reason(errno)) }
        let kind = information.st_mode & S_IFMT
        if kind == S_IFDIR { throw .file(reason: "is a directory") }
        let size = kind == S_IFREG ? Int(information.st_size) : 0
        if size > limits.inputBytes { throw .limit(LimitExceeded(\.inputBytes, of: limits, found: size)) }
        var bytes: [UInt8] = []
        // One byte more than the file size, so that the first read also detects the end.
        var wanted = size > 0 ? size + 1 : 1 << 16
        while true {
            let count = min(wanted - 1, limits.inputBytes - bytes.count) + 1
            let piece = try read(descriptor, atMost: count)
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
            if bytes.count > limits.inputBytes {
                throw .limit(LimitExceeded(\.inputBytes, of: limits, found: bytes.count))
            }
            if piece.count < count { return bytes }
            wanted = max(1 << 16, min(bytes.count, 16 << 20))
        }
    }

    /// Reads up to `count` bytes; fewer only at the end.
    private static func read(_ descriptor: Int32, atMost count: Int) throws(SVGAError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = SVGAPlatform.read(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                if got <= 0 { return }
                filled += got
            }
        }
        if failure != 0 { throw .file(reason: reason(failure)) }
        return bytes
    }

    /// Decompresses a gzip file once; other files are returned unchanged.
    package static func withoutGzip(_ bytes: [UInt8], limits: ReadLimits) throws(SVGAError) -> [UInt8] {
        try Unpacked.withoutGzip(bytes, limits: limits)
    }

    private static func reason(_ code: Int32) -> Message {
        switch code {
        case ENOENT: "no such file"
        case EISDIR: "is a directory"
        case EACCES, EPERM: "permission denied"
        default: Message(cString: strerror(code))
        }
    }
}

extension ReadLimits {
    /// For files that this process has written, which may have any size.
    package static var ownFiles: ReadLimits {
        var limits = ReadLimits.default
        limits.inputBytes = .max
        return limits
    }
}
