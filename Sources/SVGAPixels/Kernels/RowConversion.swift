import CSVGAKernels

/// Converts rows between the painter's words and the bytes of files. Rows may be unaligned, and may be converted in place.
///
/// An *RGBA word* is the little-endian value of the bytes red, green, blue, alpha, as in image files and ``Pixmap``.
/// An *ARGB word* is the native number `0xAARRGGBB`, which the painter uses.
package enum RowConversion {
    /// Premultiplied words to straight ones: each color `round(color × 255 / alpha)`, at most 255; with alpha 0 all four bytes are 0.
    /// - Parameter swaps: whether to convert between ARGB and RGBA words too.
    package static func straighten(_ from: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int, swaps: Bool) {
        if !Simd.isOn {
            Scalar.straighten(from, to: target, count: count, swaps: swaps)
        } else if swaps {
            svga_straighten_swap_row(from, count, target)
        } else {
            svga_straighten_row(from, count, target)
        }
    }

    /// Swaps ARGB and RGBA words without changing the values.
    package static func swapRedAndBlue(_ from: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        if Simd.isOn { svga_swap_row(from, count, target) } else { Scalar.swapRedAndBlue(from, to: target, count: count) }
    }

    /// Straight RGBA words to premultiplied ARGB words: each color `round(color × alpha / 255)`.
    package static func premultiply(_ from: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        if Simd.isOn { svga_premultiply_row(from, count, target) } else { Scalar.premultiply(from, to: target, count: count) }
    }
}

extension RowConversion {
    /// The plain Swift implementation.
    package enum Scalar {
        package static func straighten(_ from: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int, swaps: Bool) {
            convert(from, target, count) { word in
                let straight = straightened(word)
                return swaps ? AlphaConversion.swapRedAndBlue(straight) : straight
            }
        }

        package static func swapRedAndBlue(_ from: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
            convert(from, target, count) { AlphaConversion.swapRedAndBlue($0) }
        }

        package static func premultiply(_ from: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
            convert(from, target, count) { word in
                let alpha = word >> 24
                return alpha << 24 | AlphaConversion.swapRedAndBlue(AlphaConversion.multiplied(word, by: alpha))
            }
        }

        @inline(__always)
        private static func convert(
            _ from: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int, _ change: (UInt32) -> UInt32
        ) {
            for offset in stride(from: 0, to: 4 * count, by: 4) {
                let word = UInt32(littleEndian: from.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
                target.storeBytes(of: change(word).littleEndian, toByteOffset: offset, as: UInt32.self)
            }
        }

        private static func straightened(_ word: UInt32) -> UInt32 {
            let alpha = word >> 24
            if alpha == 255 { return word }
            if alpha == 0 { return 0 }
            func straight(_ color: UInt32) -> UInt32 { min(255, (color * 255 + alpha / 2) / alpha) }
            return alpha << 24 | straight(word >> 16 & 0xFF) << 16 | straight(word >> 8 & 0xFF) << 8 | straight(word & 0xFF)
        }
    }
}
