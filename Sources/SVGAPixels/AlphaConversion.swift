/// Conversion between straight and premultiplied alpha, and between the two orders of channels that pixels have here.
///
/// An *RGBA word* is the little-endian reading of the bytes red, green, blue, alpha: what image files and ``Pixmap`` hold.
/// An *ARGB word* is the native number `0xAARRGGBB`: what Cairo and the painter draw with.
package enum AlphaConversion {
    /// `reciprocals[a]` is `2³² / a` rounded up. Dividing 16 bits by alpha is then a multiplication, and exact.
    private static let reciprocals: [UInt64] = (0...255).map { $0 == 0 ? 0 : ((1 << 32) + $0 - 1) / $0 }

    /// `round(colour × 255 / alpha)` of a premultiplied colour, for an alpha above 0.
    @inline(__always)
    private static func straight(_ color: UInt32, _ alpha: UInt32, _ reciprocals: UnsafeBufferPointer<UInt64>) -> UInt32 {
        min(255, UInt32(truncatingIfNeeded: (UInt64(color * 255 + alpha / 2) * reciprocals[Int(alpha)]) >> 32))
    }

    /// The three lower bytes of a word, each `round(byte × alpha / 255)`; the highest byte becomes 0.
    @inlinable
    package static func multiplied(_ word: UInt32, by alpha: UInt32) -> UInt32 {
        // Two bytes a multiplication, 16 bits each. With t = colour × alpha + 128, (t + t / 256) / 256 is the rounded quotient.
        var redBlue = (word & 0x00FF_00FF) &* alpha &+ 0x0080_0080
        redBlue = ((redBlue &+ ((redBlue >> 8) & 0x00FF_00FF)) >> 8) & 0x00FF_00FF
        var green = ((word >> 8) & 0xFF) &* alpha &+ 0x80
        green = (green &+ (green >> 8)) & 0xFF00
        return redBlue | green
    }

    /// RGBA words to ARGB words and back. Alpha and colours stay as they are.
    @inlinable
    package static func swapRedAndBlue(_ word: UInt32) -> UInt32 {
        (word & 0xFF00_FF00) | ((word & 0xFF) << 16) | ((word >> 16) & 0xFF)
    }

    /// Straight RGBA words to premultiplied ARGB words, in place.
    package static func premultiply(_ row: UnsafeMutablePointer<UInt32>, count: Int) {
        for i in 0..<count {
            let rgba = UInt32(littleEndian: row[i])
            let alpha = rgba >> 24
            row[i] = (alpha << 24) | swapRedAndBlue(multiplied(rgba, by: alpha))
        }
    }

    /// Premultiplied RGBA bytes to straight ones, in place. Where alpha is 0, all four bytes become 0.
    package static func straighten(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
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

    /// Premultiplied ARGB words to bytes in another format.
    /// - Parameters:
    ///   - bytesPerRow: from the start of one row of `buffer` to the start of the next; at least `4 × width`. What lies between rows is left alone.
    ///   - buffer: at least `(height - 1) × bytesPerRow + 4 × width` bytes.
    package static func copy(
        _ rows: PixelRows, width: Int, height: Int, as format: PixelFormat, bytesPerRow: Int, into buffer: UnsafeMutableRawBufferPointer
    ) {
        precondition(bytesPerRow >= 4 * width && buffer.count >= (height - 1) * bytesPerRow + 4 * width)
        guard let target = buffer.baseAddress else { return }
        for y in 0..<height { copyRow(rows.row(y), width, as: format, to: target + y * bytesPerRow) }
    }

    /// One row of ``copy(_:width:height:as:bytesPerRow:into:)``.
    private static func copyRow(
        _ from: UnsafeMutablePointer<UInt32>, _ width: Int, as format: PixelFormat, to target: UnsafeMutableRawPointer
    ) {
        switch format {
        case .premultipliedBGRA: for x in 0..<width { store(from[x], target, x) }
        case .premultipliedRGBA: for x in 0..<width { store(swapRedAndBlue(from[x]), target, x) }
        case .rgba: straightenRow(from, width, to: target, isRedFirst: true)
        case .bgra: straightenRow(from, width, to: target, isRedFirst: false)
        }
    }

    @inline(__always)
    private static func store(_ word: UInt32, _ target: UnsafeMutableRawPointer, _ x: Int) {
        target.storeBytes(of: word.littleEndian, toByteOffset: 4 * x, as: UInt32.self)
    }

    /// Divides by alpha only in blocks of pixels that are neither all opaque nor all clear, which most are.
    @inline(__always)
    private static func straightenRow(
        _ from: UnsafeMutablePointer<UInt32>, _ width: Int, to target: UnsafeMutableRawPointer, isRedFirst: Bool
    ) {
        let block = 8
        reciprocals.withUnsafeBufferPointer { reciprocals in
            var x = 0
            while x + block <= width {
                var every = UInt32.max
                var any: UInt32 = 0
                for i in x..<x + block {
                    every &= from[i]
                    any |= from[i]
                }
                if any == 0 {
                    for i in x..<x + block { store(0, target, i) }
                } else if every >> 24 == 255 {
                    for i in x..<x + block { store(isRedFirst ? swapRedAndBlue(from[i]) : from[i], target, i) }
                } else {
                    for i in x..<x + block { store(straightened(from[i], isRedFirst, reciprocals), target, i) }
                }
                x += block
            }
            for x in x..<width { store(straightened(from[x], isRedFirst, reciprocals), target, x) }
        }
    }

    /// A premultiplied ARGB word as straight RGBA or BGRA; 0 where alpha is.
    @inline(__always)
    private static func straightened(_ word: UInt32, _ isRedFirst: Bool, _ reciprocals: UnsafeBufferPointer<UInt64>) -> UInt32 {
        let alpha = word >> 24
        if alpha == 255 { return isRedFirst ? swapRedAndBlue(word) : word }
        if alpha == 0 { return 0 }
        let red = straight(word >> 16 & 0xFF, alpha, reciprocals)
        let green = straight(word >> 8 & 0xFF, alpha, reciprocals)
        let blue = straight(word & 0xFF, alpha, reciprocals)
        return alpha << 24 | green << 8 | (isRedFirst ? blue << 16 | red : red << 16 | blue)
    }
}
