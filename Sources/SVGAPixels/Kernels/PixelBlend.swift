/// Fades bitmap pixels and draws them over others, with integers from 0 to 255 per channel, all premultiplied.
///
/// The rounding is that of Skia, which draws on Android, on the web and in Flutter. It matters for movies with dozens of faint layers,
/// where half a step per layer becomes visible. Skia rounds axis-aligned bitmaps differently, so there are two implementations.
protocol PixelBlend {
    /// The factor for an alpha above 0 and at most 1.
    static func factor(_ alpha: Double) -> Float
    /// A filtered sample (0…255, with a fraction) multiplied by a factor.
    static func source(_ sample: SIMD4<Float>, _ factor: Float) -> SIMD4<Float>
    /// A source multiplied by the coverage (0…1) of its pixel.
    static func covering(_ source: SIMD4<Float>, _ coverage: Float) -> SIMD4<Float>
    /// A source drawn over a pixel.
    static func over(_ source: SIMD4<Float>, _ target: UInt32) -> UInt32
}

/// For axis-aligned bitmaps: truncates fractions, and divides by 256 instead of 255, so faint pixels become slightly fainter.
enum AxisAlignedBlend: PixelBlend {
    @inline(__always)
    static func factor(_ alpha: Double) -> Float { Float((alpha * 255).rounded() + 1) / 256 }

    @inline(__always)
    static func source(_ sample: SIMD4<Float>, _ factor: Float) -> SIMD4<Float> {
        Pixel.nearest(Pixel.nearest(sample - Pixel.almostHalf) * factor - Pixel.almostHalf)
    }

    @inline(__always)
    static func covering(_ source: SIMD4<Float>, _ coverage: Float) -> SIMD4<Float> {
        Pixel.nearest(source * coverage - Pixel.almostHalf)
    }

    @inline(__always)
    static func over(_ source: SIMD4<Float>, _ target: UInt32) -> UInt32 {
        Pixel.word(source + Pixel.channels(target) * (1 - source[3] * (1 / 256)) - Pixel.almostHalf)
    }
}

/// For all other transforms: rounds fractions up, and divides by 256 after adding 255.
enum AffineBlend: PixelBlend {
    @inline(__always)
    static func factor(_ alpha: Double) -> Float { Float((alpha * 255).rounded()) / 256 }

    @inline(__always)
    static func source(_ sample: SIMD4<Float>, _ factor: Float) -> SIMD4<Float> {
        Pixel.nearest(Pixel.nearest(sample) * factor + Pixel.almostHalf)
    }

    @inline(__always)
    static func covering(_ source: SIMD4<Float>, _ coverage: Float) -> SIMD4<Float> {
        Pixel.nearest(source * (coverage * (255 / 256)) + Pixel.almostHalf)
    }

    @inline(__always)
    static func over(_ source: SIMD4<Float>, _ target: UInt32) -> UInt32 {
        Pixel.word(source + Pixel.channels(target) * (255 / 256 - source[3] * (1 / 256)) + Pixel.almostHalf)
    }
}

/// Converts a premultiplied word to four numbers and back.
enum Pixel {
    /// 1.5 × 2²³: near this number the precision of a float is 1. Adding it rounds to nearest, and the lowest bits contain the integer.
    static let rounding: Float = 12_582_912
    /// Slightly less than half a step. Subtracting it from a multiple of 1/256 before rounding to nearest rounds down; adding it rounds up.
    static let almostHalf: Float = 0.498

    @inline(__always)
    static func channels(_ word: UInt32) -> SIMD4<Float> { SIMD4<Float>(unsafeBitCast(word, to: SIMD4<UInt8>.self)) }

    @inline(__always)
    static func nearest(_ channels: SIMD4<Float>) -> SIMD4<Float> { (channels + rounding) - rounding }

    /// - Precondition: all four round to 0…255.
    @inline(__always)
    static func word(_ channels: SIMD4<Float>) -> UInt32 {
        let bits = unsafeBitCast(channels + rounding, to: SIMD4<UInt32>.self)
        return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: bits), to: UInt32.self)
    }

    /// Interpolates four neighbors; `x` and `y` are from 0 to 1.
    @inline(__always)
    static func bilinear(
        _ topLeft: UInt32, _ topRight: UInt32, _ bottomLeft: UInt32, _ bottomRight: UInt32, _ x: Float, _ y: Float
    ) -> SIMD4<Float> {
        let left = channels(topLeft)
        let top = left + (channels(topRight) - left) * x
        let start = channels(bottomLeft)
        let bottom = start + (channels(bottomRight) - start) * x
        return top + (bottom - top) * y
    }
}
