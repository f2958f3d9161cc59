import SVGAPlatform

/// Converts words and pictures between straight and premultiplied alpha, and between RGBA and ARGB. ``RowConversion`` converts rows.
package enum AlphaConversion {
    /// The three lower bytes of a word, each `round(byte × alpha / 255)`; the highest byte becomes 0.
    @inlinable
    package static func multiplied(_ word: UInt32, by alpha: UInt32) -> UInt32 {
        // Two bytes per multiplication, 16 bits each. With t = color × alpha + 128, (t + t / 256) / 256 is the rounded quotient.
        var redBlue = (word & 0x00FF_00FF) &* alpha &+ 0x0080_0080
        redBlue = ((redBlue &+ ((redBlue >> 8) & 0x00FF_00FF)) >> 8) & 0x00FF_00FF
        var green = ((word >> 8) & 0xFF) &* alpha &+ 0x80
        green = (green &+ (green >> 8)) & 0xFF00
        return redBlue | green
    }

    /// RGBA words to ARGB words and back, without changing the values.
    @inlinable
    package static func swapRedAndBlue(_ word: UInt32) -> UInt32 {
        (word & 0xFF00_FF00) | ((word & 0xFF) << 16) | ((word >> 16) & 0xFF)
    }

    /// Premultiplied RGBA bytes to straight ones, in place. With alpha 0, all four bytes become 0.
    package static func straighten(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        RowConversion.straighten(start, to: start, count: bytes.count / 4, swaps: false)
    }

    /// Straight RGBA bytes to premultiplied ones, in place: each color `round(color × alpha / 255)`.
    package static func premultiply(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        RowConversion.premultiply(start, to: start, count: bytes.count / 4)
        RowConversion.swapRedAndBlue(start, to: start, count: bytes.count / 4)
    }

    /// Premultiplied ARGB words to bytes in another format.
    /// - Parameters:
    ///   - bytesPerRow: the distance of two rows of `buffer`; at least `4 × width`. Padding is not written.
    ///   - buffer: at least `(height - 1) × bytesPerRow + 4 × width` bytes.
    package static func copy(
        _ rows: PixelRows, width: Int, height: Int, as format: PixelFormat, bytesPerRow: Int, into buffer: UnsafeMutableRawBufferPointer
    ) {
        precondition(bytesPerRow >= 4 * width && buffer.count >= (height - 1) * bytesPerRow + 4 * width)
        guard let target = buffer.baseAddress else { return }
        for y in 0..<height { copyRow(rows.row(y), width, as: format, to: target + y * bytesPerRow) }
    }

    /// One row of ``copy(_:width:height:as:bytesPerRow:into:)``.
    private static func copyRow(_ from: UnsafePointer<UInt32>, _ width: Int, as format: PixelFormat, to target: UnsafeMutableRawPointer) {
        switch format {
        case .rgba: RowConversion.straighten(from, to: target, count: width, swaps: true)
        case .bgra: RowConversion.straighten(from, to: target, count: width, swaps: false)
        case .premultipliedRGBA: RowConversion.swapRedAndBlue(from, to: target, count: width)
        case .premultipliedBGRA: memcpy(target, from, 4 * width)
        }
    }
}
