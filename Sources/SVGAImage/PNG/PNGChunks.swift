import CZlib
package import SVGAPixels
import SVGASupport

/// Reads and writes the chunks of PNG files.
package enum PNGChunks {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The signature and the IHDR chunk, whose length is fixed.
    static let headerBytes = 33

    /// A chunk of a file.
    struct Chunk {
        let name: String
        /// Length, name, content and checksum.
        let range: Range<Int>
        let content: Range<Int>
    }

    /// The chunks of a file up to the first incomplete one.
    /// - Parameter maximumCount: of chunks to return.
    static func chunks<File: RandomAccessCollection<UInt8>>(of file: File, maximumCount: Int = .max) -> [Chunk] where File.Index == Int {
        var chunks: [Chunk] = []
        var offset = signature.count
        while offset + 12 <= file.count, chunks.count < maximumCount {
            let length = number(in: file, at: offset)
            guard length <= file.count - offset - 12 else { break }
            let name = String(decoding: file[offset + 4..<offset + 8], as: UTF8.self)
            chunks.append(Chunk(name: name, range: offset..<offset + 12 + length, content: offset + 8..<offset + 8 + length))
            offset += 12 + length
        }
        return chunks
    }

    /// Four bytes, big-endian; 0 past the end.
    static func number<File: RandomAccessCollection<UInt8>>(in file: File, at offset: Int) -> Int where File.Index == Int {
        ByteReader(file).big(at: offset, bytes: 4) ?? 0
    }

    /// The gamma of a file's `gAMA` chunk, in units of 1/100000; nil if the file has none, or a chunk that takes precedence.
    package static func gamma(of file: [UInt8]) -> Int? {
        guard file.count >= headerBytes, file.starts(with: signature) else { return nil }
        var gamma: Int?
        // The chunk comes before the pixels, among few others.
        for chunk in chunks(of: file, maximumCount: 16) {
            switch chunk.name {
            case "iCCP", "sRGB", "cICP": return nil
            case "gAMA" where chunk.content.count == 4: gamma = number(in: file, at: chunk.content.lowerBound)
            case "IDAT": return gamma.flatMap { $0 > 0 ? $0 : nil }
            default: break
            }
        }
        return nil
    }

    /// Appends a chunk with the content that `write` appends.
    package static func append(_ name: StaticString, to bytes: inout [UInt8], _ write: (inout [UInt8]) -> Void = { _ in }) {
        let start = bytes.count
        bytes.append(big: 0, bytes: 4)
        name.withUTF8Buffer { bytes += $0 }
        write(&bytes)
        let length = bytes.count - start - 8
        for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index)) }
        let sum = bytes[(start + 4)...].withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, $0.count) }
        bytes.append(big: sum, bytes: 4)
    }

    /// The signature and the IHDR chunk.
    static func header(width: Int, height: Int, layout: PNGLayout) -> [UInt8] {
        var bytes = signature
        append("IHDR", to: &bytes) {
            $0.append(big: width, bytes: 4)
            $0.append(big: height, bytes: 4)
            // The only compression and filter methods; not interlaced.
            $0 += [UInt8(layout.bits), layout.colorType, 0, 0, 0]
        }
        return bytes
    }
}

/// The chunks of an animated PNG file: ``header(width:height:layout:frames:loops:)``, then ``frame(_:stream:)`` for each frame in order,
/// then ``end``.
package enum APNG {
    /// The control data of a frame.
    package struct Control {
        /// The frame's index in the animation. The first frame covers the canvas, because viewers without animation show it.
        package var position: Int
        package var area: PixelRect
        /// The frame's duration in seconds, as a fraction of two 16-bit numbers.
        package var delay: (numerator: Int, denominator: Int)
        /// Whether the frame is blended over the previous one. If not, it replaces all pixels of its area.
        package var isLaidOver: Bool

        package init(position: Int, area: PixelRect, delay: (numerator: Int, denominator: Int), isLaidOver: Bool) {
            self.position = position
            self.area = area
            self.delay = delay
            self.isLaidOver = isLaidOver
        }
    }

    /// - Parameters:
    ///   - layout: of all frames.
    ///   - loops: the number of plays; 0: infinite.
    package static func header(width: Int, height: Int, layout: PNGLayout, frames: Int, loops: Int) -> [UInt8] {
        var bytes = PNGChunks.header(width: width, height: height, layout: layout)
        PNGChunks.append("acTL", to: &bytes) {
            $0.append(big: frames, bytes: 4)
            $0.append(big: loops, bytes: 4)
        }
        layout.appendColors(to: &bytes)
        return bytes
    }

    /// - Parameter stream: the area's picture from ``PNGEncoder/stream(_:width:height:layout:)``.
    package static func frame(_ control: Control, stream: [UInt8]) -> [UInt8] {
        let isFirst = control.position == 0
        // The first frame has one numbered chunk, all others have two.
        let number = isFirst ? 0 : 2 * control.position - 1
        var bytes: [UInt8] = []
        bytes.reserveCapacity(stream.count + 64)
        PNGChunks.append("fcTL", to: &bytes) {
            $0.append(big: number, bytes: 4)
            let area = control.area
            for value in [area.width, area.height, area.x, area.y] { $0.append(big: value, bytes: 4) }
            $0.append(big: control.delay.numerator, bytes: 2)
            $0.append(big: control.delay.denominator, bytes: 2)
            // Disposal "none": the frame stays until the next one. Blending: source or over.
            $0 += [0, control.isLaidOver ? 1 : 0]
        }
        if isFirst {
            PNGChunks.append("IDAT", to: &bytes) { $0 += stream }
        } else {
            PNGChunks.append("fdAT", to: &bytes) {
                $0.append(big: number + 1, bytes: 4)
                $0 += stream
            }
        }
        return bytes
    }

    package static var end: [UInt8] {
        var bytes: [UInt8] = []
        PNGChunks.append("IEND", to: &bytes)
        return bytes
    }
}
