import SVGAPlatform
import SVGASupport

extension OpenedPictures.Content {
    var byteCount: Int {
        switch self {
        case .files: return 0
        case .bytes(let bytes): return bytes.count
        case .path(let path):
            var information = stat()
            return stat(path, &information) == 0 ? Int(information.st_size) : 0
        }
    }

    /// nil if there are fewer bytes.
    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        switch self {
        case .files: return nil
        case .bytes(let bytes): return offset + count <= bytes.count ? Array(bytes[offset..<offset + count]) : nil
        case .path(let path):
            let descriptor = open(FilePath(path).cString, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
            }
            return bytes.count == count ? bytes : nil
        }
    }
}

/// The boxes of an MP4.
enum MP4Boxes {
    private static let maximumBoxes = 10_000
    private static let maximumBytes = 16 << 20

    /// The content of the first box with this name; nil if there is none.
    static func content(of name: StaticString, in file: OpenedPictures.Content) -> [UInt8]? {
        let byteCount = file.byteCount
        var offset = 0
        for _ in 0..<maximumBoxes {
            guard let head = file.bytes(at: offset, count: 8), let short = ByteReader(head).big(at: 0, bytes: 4) else { return nil }
            var (size, start) = (UInt64(short), offset + 8)
            if size == 1 {
                guard let long = file.bytes(at: start, count: 8), let whole = ByteReader(long).big64(at: 0) else { return nil }
                (size, start) = (whole, start + 8)
            } else if size == 0 {
                size = UInt64(max(0, byteCount - offset))
            }
            guard byteCount >= offset, size >= UInt64(start - offset), size <= UInt64(byteCount - offset) else { return nil }
            let end = offset + Int(size)
            if name.withUTF8Buffer({ head[4...].elementsEqual($0) }) {
                return end - start <= maximumBytes ? file.bytes(at: start, count: end - start) : nil
            }
            offset = end
        }
        return nil
    }
}

/// The two elements of a Matroska or WebM file. libav does not detect a truncated file.
enum MatroskaElements {
    /// Whether the file is shorter than its declared size.
    static func isCutOff(_ file: OpenedPictures.Content) -> Bool {
        guard let head = file.bytes(at: 0, count: 12), head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]), let first = size(head[4...]) else {
            return false
        }
        let segment = 4 + first.width + first.value
        guard let next = file.bytes(at: segment, count: 12), next.starts(with: [0x18, 0x53, 0x80, 0x67]), let second = size(next[4...])
        else {
            return false
        }
        return segment + 4 + second.width + second.value > file.byteCount
    }

    /// A number of one to eight bytes; the first byte determines the length.
    /// - Returns: nil for an unknown or impossible size.
    private static func size(_ bytes: ArraySlice<UInt8>) -> (value: Int, width: Int)? {
        guard let first = bytes.first, first != 0 else { return nil }
        let width = first.leadingZeroBitCount + 1
        let value = bytes.dropFirst().prefix(width - 1).reduce(Int(first) & (1 << (8 - width) - 1)) { $0 << 8 | Int($1) }
        return value == 1 << (7 * width) - 1 || value > 1 << 48 ? nil : (value, width)
    }
}
