/// From Cairo's premultiplied words to bytes of red, green, blue and alpha.
enum PixelConversion {
    /// `reciprocals[a]` is `255 × 2¹⁶ / a`, so that dividing by alpha is a multiplication.
    private static let reciprocals: [UInt32] = (0...255).map { $0 == 0 ? 0 : (255 << 16 + UInt32($0) / 2) / UInt32($0) }

    static func convert(
        _ rows: PixelRows, width: Int, height: Int, to form: FramePainter.AlphaForm, _ buffer: UnsafeMutableRawBufferPointer
    ) {
        guard let target = buffer.baseAddress else { return }
        reciprocals.withUnsafeBufferPointer { reciprocals in
            for y in 0..<height {
                let from = rows.row(y)
                let to = (target + 4 * y * width).assumingMemoryBound(to: UInt32.self)
                for x in 0..<width {
                    let word = from[x]
                    let alpha = word >> 24
                    if alpha == 255 || form == .premultiplied {
                        to[x] = (word & 0xFF00_FF00 | (word & 0xFF) << 16 | word >> 16 & 0xFF).littleEndian
                    } else if alpha == 0 {
                        to[x] = 0
                    } else {
                        let factor = reciprocals[Int(alpha)]
                        let red = min(255, ((word >> 16 & 0xFF) * factor + 0x8000) >> 16)
                        let green = min(255, ((word >> 8 & 0xFF) * factor + 0x8000) >> 16)
                        let blue = min(255, ((word & 0xFF) * factor + 0x8000) >> 16)
                        to[x] = (alpha << 24 | blue << 16 | green << 8 | red).littleEndian
                    }
                }
            }
        }
    }
}
