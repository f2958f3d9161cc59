import SVGAModel
import SVGASupport

/// Uncompressed BMP: 24 and 32 bits per pixel, and 8 bits with a palette; rows from the bottom or from the top.
struct BMPReader {
    let size: (width: Int, height: Int)
    private let bytes: UnsafeBufferPointer<UInt8>
    private let isTopDown: Bool
    private let bitsPerPixel: Int
    private let pixelOffset: Int
    /// Bit shifts of red, green, blue and alpha in a 32-bit pixel; nil alpha: opaque.
    private let shifts: (red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32?)
    /// RGBA as little-endian words, for 8 bits per pixel.
    private let palette: [UInt32]

    /// Reads the header.
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(SVGAError) {
        let reader = ByteReader(bytes)
        func word(_ offset: Int) -> UInt32? { reader.little(at: offset, bytes: 4).map { UInt32(truncatingIfNeeded: $0) } }
        guard bytes.starts(with: [0x42, 0x4D]) else { throw .broken(.bmp, reason: "its header is missing") }
        guard let offset = word(10), let headerBytes = word(14) else { throw .truncated(.bmp) }
        guard headerBytes >= 40 else { throw .unsupported(.bmp, reason: "its header has \(headerBytes) bytes") }
        guard let wide = word(18), let high = word(22), let bits = reader.little(at: 28, bytes: 2), let compression = word(30),
            let colors = word(46)
        else { throw .truncated(.bmp) }
        let width = Int(Int32(bitPattern: wide))
        let height = Int(Int32(bitPattern: high))
        guard width > 0, height != 0 else { throw .broken(.bmp, reason: "it has no pixels") }
        switch (compression, bits) {
        case (0, 24), (0, 32), (0, 8):
            shifts = (16, 8, 0, nil)
        case (3, 32):
            // The masks follow a 40-byte header or are fields of longer headers, at the same offset.
            guard let red = word(54), let green = word(58), let blue = word(62) else { throw .truncated(.bmp) }
            let alpha = headerBytes >= 56 ? word(66) ?? 0 : 0
            guard let redShift = BMPReader.byteShift(red), let greenShift = BMPReader.byteShift(green),
                let blueShift = BMPReader.byteShift(blue), alpha == 0 || BMPReader.byteShift(alpha) != nil
            else { throw .unsupported(.bmp, reason: "its color masks are not whole bytes") }
            shifts = (redShift, greenShift, blueShift, BMPReader.byteShift(alpha))
        case (0, _), (3, _): throw .unsupported(.bmp, reason: "it has \(bits) bits per pixel")
        default: throw .unsupported(.bmp, reason: "it is compressed")
        }

        var palette: [UInt32] = []
        if bits == 8 {
            palette = [UInt32](repeating: 0xFF00_0000, count: 256)
            for i in 0..<(colors == 0 ? 256 : min(256, Int(colors))) {
                guard let color = word(14 + Int(headerBytes) + 4 * i) else { throw .truncated(.bmp) }
                palette[i] = BMPReader.rgba(color >> 16, color >> 8, color, 255)
            }
        }
        size = (width, abs(height))
        self.bytes = bytes
        isTopDown = height < 0
        bitsPerPixel = bits
        pixelOffset = Int(offset)
        self.palette = palette
    }

    func decode(_ allowance: PixelAllowance) throws(SVGAError) -> PreparedBitmap {
        // Rows are padded to 4 bytes. The length is checked for all of them before the first is read.
        let rowBytes = (size.width * bitsPerPixel + 31) / 32 * 4
        let (needed, overflow) = rowBytes.multipliedReportingOverflow(by: size.height)
        var builder = try allowance.makeBuilder(size)
        guard !overflow, let base = bytes.baseAddress, needed <= bytes.count - pixelOffset else { throw .truncated(.bmp) }
        for y in 0..<size.height {
            let row = base + pixelOffset + rowBytes * (isTopDown ? y : size.height - 1 - y)
            let target = builder.rowWords(y)
            switch bitsPerPixel {
            case 8:
                for x in 0..<size.width { target[x] = palette[Int(row[x])].littleEndian }
            case 24:
                for x in 0..<size.width {
                    let pixel = row + 3 * x
                    target[x] = BMPReader.rgba(UInt32(pixel[2]), UInt32(pixel[1]), UInt32(pixel[0]), 255).littleEndian
                }
            default:
                for x in 0..<size.width {
                    let pixel = UInt32(littleEndian: UnsafeRawPointer(row + 4 * x).loadUnaligned(as: UInt32.self))
                    let alpha = shifts.alpha.map { pixel >> $0 } ?? 255
                    target[x] = BMPReader.rgba(pixel >> shifts.red, pixel >> shifts.green, pixel >> shifts.blue, alpha).littleEndian
                }
            }
            builder.finishRow(y)
        }
        return builder.finish()
    }

    /// Packs the lowest byte of each argument.
    private static func rgba(_ red: UInt32, _ green: UInt32, _ blue: UInt32, _ alpha: UInt32) -> UInt32 {
        red & 0xFF | (green & 0xFF) << 8 | (blue & 0xFF) << 16 | (alpha & 0xFF) << 24
    }

    /// The shift of a mask of one byte; nil for any other mask.
    private static func byteShift(_ mask: UInt32) -> UInt32? {
        [0, 8, 16, 24].first { mask == 0xFF << $0 }
    }
}
