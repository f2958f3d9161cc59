import CZlib

/// Reads and writes the chunks that PNG files consist of.
package enum PNGChunks {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Appends a chunk whose content `write` appends.
    package static func append(_ name: StaticString, to bytes: inout [UInt8], _ write: (inout [UInt8]) -> Void) {
        let start = bytes.count
        append(0, bytes: 4, to: &bytes)
        name.withUTF8Buffer { bytes += $0 }
        write(&bytes)
        let length = bytes.count - start - 8
        for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index)) }
        let sum = bytes[(start + 4)...].withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, $0.count) }
        append(Int(sum), bytes: 4, to: &bytes)
    }

    /// The most significant byte first.
    static func append(_ value: Int, bytes count: Int, to bytes: inout [UInt8]) {
        for index in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }

    /// Appends the compressed picture of a PNG file: the content of all its IDAT chunks.
    package static func appendPicture(of file: [UInt8], to bytes: inout [UInt8]) {
        var offset = signature.count
        while offset + 12 <= file.count {
            let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let content = offset + 8
            guard content + length + 4 <= file.count else { return }
            if file[offset + 4..<content].elementsEqual("IDAT".utf8) { bytes += file[content..<content + length] }
            offset = content + length + 4
        }
    }

    /// Where the first chunk of a name starts; nil where there is none.
    package static func offset(of name: StaticString, in file: [UInt8]) -> Int? {
        var offset = signature.count
        while offset + 12 <= file.count {
            let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            if name.withUTF8Buffer({ file[offset + 4..<offset + 8].elementsEqual($0) }) { return offset }
            offset += 12 + length
        }
        return nil
    }
}
