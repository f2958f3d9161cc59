import CZlib
import SVGAModel

/// An error that prevents making the suite.
package enum SuiteError: Error, CustomStringConvertible {
    case zlib(code: Int32)
    case base64(name: String)
    case foreignFolder(path: String, found: String)
    case file(path: String, reason: String)

    package var description: String {
        switch self {
        case .zlib(let code): "zlib cannot pack: error \(code)"
        case .base64(let name): "the payload \(name) is no base64"
        case .foreignFolder(let path, let found): "\(path) is no exported suite, and not empty: it holds \(found)"
        case .file(let path, let reason): "\(path): \(reason)"
        }
    }
}

/// zlib streams with a chosen header, which the project's writer does not support.
enum ZlibStream {
    /// - Parameters:
    ///   - level: 1, 6 and 9 give the headers `78 01`, `78 9C` and `78 DA`.
    ///   - windowBits: as in zlib: 9 to 15 with a zlib header, negative for raw deflate, 16 more for a gzip header.
    static func pack(_ bytes: [UInt8], level: Int32 = 9, windowBits: Int32 = 15) throws(SuiteError) -> [UInt8] {
        var stream = z_stream()
        let opened = deflateInit2_(
            &stream, level, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard opened == Z_OK else { throw .zlib(code: opened) }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 32)
        let capacity = output.count
        let code = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(capacity)
                return deflate(&stream, Z_FINISH)
            }
        }
        guard code == Z_STREAM_END else { throw .zlib(code: code) }
        return Array(output.prefix(capacity - Int(stream.avail_out)))
    }
}

/// A ZIP assembled by hand, so that it may be irregular.
struct HandmadeZip {
    struct Entry {
        let name: String
        let bytes: [UInt8]
        var isDeflated = false
        /// Whether sizes and checksum follow the content, as in a streamed archive.
        var hasDescriptor = false
        var hasWrongChecksum = false
    }

    let entries: [Entry]

    func bytes() throws(SuiteError) -> [UInt8] {
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let offset = archive.count
            let content = entry.isDeflated ? try ZlibStream.pack(entry.bytes, windowBits: -15) : entry.bytes
            let checksum = Int(crc32_z(0, entry.bytes, entry.bytes.count)) ^ (entry.hasWrongChecksum ? 0xFF : 0)
            let sizes = little(checksum, 4) + little(content.count, 4) + little(entry.bytes.count, 4)
            // The required version, flags (UTF-8, descriptor), the method, and 1 January 1980.
            let head =
                little(20, 2) + little(entry.hasDescriptor ? 0x808 : 0x800, 2) + little(entry.isDeflated ? 8 : 0, 2) + [0, 0, 0x21, 0]
            let name = Array(entry.name.utf8)
            let lengths = little(name.count, 2) + little(0, 2)
            archive += [0x50, 0x4B, 3, 4] + head + (entry.hasDescriptor ? [UInt8](repeating: 0, count: 12) : sizes) + lengths + name
            archive += content
            if entry.hasDescriptor { archive += [0x50, 0x4B, 7, 8] + sizes }
            directory += [0x50, 0x4B, 1, 2] + little(20, 2) + head + sizes + lengths
            directory += [UInt8](repeating: 0, count: 10) + little(offset, 4) + name
        }
        let count = little(entries.count, 2)
        let end = [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + count + count + little(directory.count, 4) + little(archive.count, 4) + [0, 0]
        return archive + directory + end
    }

    private func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
}
