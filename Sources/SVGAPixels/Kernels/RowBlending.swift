import CSVGAKernels

/// Draws rows of premultiplied ARGB words over others, masks and multiplies them.
///
/// Every product of two bytes is `round(a × b / 255)`, and sums are clamped to 255, so all results equal Cairo's. Rows must not overlap in
/// memory.
package enum RowBlending {
    /// Draws a row over another one, multiplied by an alpha of 0…255.
    package static func over(_ out: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, count: Int, alpha: UInt32 = 255) {
        if Simd.isOn { svga_over_row(out, source, count, alpha) } else { Scalar.over(out, source, count: count, alpha: alpha) }
    }

    /// Draws a premultiplied color over a row.
    package static func over(_ out: UnsafeMutablePointer<UInt32>, color: UInt32, count: Int) {
        if Simd.isOn { svga_over_solid_row(out, color, count) } else { Scalar.over(out, color: color, count: count) }
    }

    /// Multiplies each word by the alpha of another.
    package static func mask(_ out: UnsafeMutablePointer<UInt32>, by mask: UnsafePointer<UInt32>, count: Int) {
        if Simd.isOn { svga_mask_row(out, mask, count) } else { Scalar.mask(out, by: mask, count: count) }
    }

    /// Multiplies each byte of each word by the corresponding byte of `factors`.
    package static func multiply(_ out: UnsafeMutablePointer<UInt32>, by factors: UInt32, count: Int) {
        if Simd.isOn { svga_multiply_row(out, count, factors) } else { Scalar.multiply(out, by: factors, count: count) }
    }
}

extension RowBlending {
    /// The plain Swift implementation.
    package enum Scalar {
        package static func over(_ out: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, count: Int, alpha: UInt32) {
            for x in 0..<count { out[x] = over(product(source[x], alpha), out[x]) }
        }

        package static func over(_ out: UnsafeMutablePointer<UInt32>, color: UInt32, count: Int) {
            for x in 0..<count { out[x] = over(color, out[x]) }
        }

        package static func mask(_ out: UnsafeMutablePointer<UInt32>, by mask: UnsafePointer<UInt32>, count: Int) {
            for x in 0..<count { out[x] = product(out[x], mask[x] >> 24) }
        }

        package static func multiply(_ out: UnsafeMutablePointer<UInt32>, by factors: UInt32, count: Int) {
            for x in 0..<count {
                var word: UInt32 = 0
                for shift in stride(from: UInt32(0), to: 32, by: 8) {
                    word |= AlphaConversion.multiplied(out[x] >> shift & 0xFF, by: factors >> shift & 0xFF) << shift
                }
                out[x] = word
            }
        }

        /// Multiplies all four bytes of a word.
        @inline(__always)
        package static func product(_ word: UInt32, _ alpha: UInt32) -> UInt32 {
            AlphaConversion.multiplied(word, by: alpha) | AlphaConversion.multiplied(word >> 24, by: alpha) << 24
        }

        @inline(__always)
        package static func over(_ source: UInt32, _ target: UInt32) -> UInt32 {
            let kept = product(target, 255 - source >> 24)
            var word: UInt32 = 0
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                word |= min(255, (source >> shift & 0xFF) + (kept >> shift & 0xFF)) << shift
            }
            return word
        }
    }
}
