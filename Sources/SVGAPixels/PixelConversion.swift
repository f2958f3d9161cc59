/// From Cairo's premultiplied words to bytes of red, green, blue and alpha.
package enum PixelConversion {
    /// `reciprocals[a]` is `2³² / a` rounded up, so that dividing 16 bits by alpha is a multiplication, and exact.
    private static let reciprocals: [UInt64] = (0...255).map { $0 == 0 ? 0 : ((1 << 32) + $0 - 1) / $0 }

    /// `round(colour × 255 / alpha)` of a premultiplied colour, for an alpha above 0.
    @inline(__always)
    static func straight(_ color: UInt32, _ alpha: UInt32, _ reciprocals: UnsafeBufferPointer<UInt64>) -> UInt32 {
        min(255, UInt32(truncatingIfNeeded: (UInt64(color * 255 + alpha / 2) * reciprocals[Int(alpha)]) >> 32))
    }

    /// Premultiplied bytes to straight ones, in place.
    static func straighten(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
        reciprocals.withUnsafeBufferPointer { reciprocals in
            for i in stride(from: 0, to: bytes.count, by: 4) {
                let alpha = UInt32(bytes[i + 3])
                if alpha == 255 { continue }
                for channel in i..<i + 3 {
                    bytes[channel] = alpha == 0 ? 0 : UInt8(truncatingIfNeeded: straight(UInt32(bytes[channel]), alpha, reciprocals))
                }
            }
        }
    }

    package static func convert(
        _ rows: PixelRows, width: Int, height: Int, to form: AlphaForm, _ buffer: UnsafeMutableRawBufferPointer
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
                        let red = straight(word >> 16 & 0xFF, alpha, reciprocals)
                        let green = straight(word >> 8 & 0xFF, alpha, reciprocals)
                        let blue = straight(word & 0xFF, alpha, reciprocals)
                        to[x] = (alpha << 24 | blue << 16 | green << 8 | red).littleEndian
                    }
                }
            }
        }
    }
}
