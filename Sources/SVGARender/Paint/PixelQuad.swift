/// Four pixels at once, with the rounding of ``UprightBlend``.
enum PixelQuad {
    private static var alphaMask: UInt64 { 0xFF00_0000_FF00_0000 }

    @inline(__always)
    static func load(_ samples: UnsafePointer<SIMD4<Float>>) -> SIMD16<Float> {
        UnsafeRawPointer(samples).loadUnaligned(as: SIMD16<Float>.self)
    }

    @inline(__always)
    static func nearest(_ channels: SIMD16<Float>) -> SIMD16<Float> { (channels + Pixel.rounding) - Pixel.rounding }

    @inline(__always)
    static func words(_ channels: SIMD16<Float>) -> SIMD4<UInt32> {
        let bits = unsafeBitCast(channels + Pixel.rounding, to: SIMD16<UInt32>.self)
        return unsafeBitCast(SIMD16<UInt8>(truncatingIfNeeded: bits), to: SIMD4<UInt32>.self)
    }

    @inline(__always)
    static func channels(_ words: SIMD4<UInt32>) -> SIMD16<Float> {
        SIMD16(
            lowHalf: SIMD8(lowHalf: Pixel.channels(words[0]), highHalf: Pixel.channels(words[1])),
            highHalf: SIMD8(lowHalf: Pixel.channels(words[2]), highHalf: Pixel.channels(words[3])))
    }

    /// Four samples faded by a factor; `isFaded` is whether that is not 1.
    @inline(__always)
    static func source(_ samples: SIMD16<Float>, _ factor: Float, isFaded: Bool) -> SIMD16<Float> {
        let whole = nearest(samples - Pixel.almostHalf)
        return isFaded ? nearest(whole * factor - Pixel.almostHalf) : whole
    }

    /// A source, already in whole numbers, over four words; where it is opaque or empty, what comes out is known.
    @inline(__always)
    static func over(_ source: SIMD16<Float>, _ out: UnsafeMutableRawPointer) {
        over(source, words(source), out)
    }

    /// - Parameter words: the same as `source`.
    @inline(__always)
    static func over(_ source: @autoclosure () -> SIMD16<Float>, _ words: SIMD4<UInt32>, _ out: UnsafeMutableRawPointer) {
        let pairs = unsafeBitCast(words, to: SIMD2<UInt64>.self)
        // Premultiplied: without alpha there is no colour.
        if (pairs[0] | pairs[1]) & alphaMask == 0 { return }
        if pairs[0] & pairs[1] & alphaMask == alphaMask {
            out.storeBytes(of: words, as: SIMD4<UInt32>.self)
            return
        }
        let rest = 1 - SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: words &>> 24)) * (1 / 256)
        let rests = SIMD16(
            lowHalf: SIMD8(lowHalf: SIMD4(repeating: rest[0]), highHalf: SIMD4(repeating: rest[1])),
            highHalf: SIMD8(lowHalf: SIMD4(repeating: rest[2]), highHalf: SIMD4(repeating: rest[3])))
        let target = channels(out.loadUnaligned(as: SIMD4<UInt32>.self))
        out.storeBytes(of: PixelQuad.words(source() + target * rests - Pixel.almostHalf), as: SIMD4<UInt32>.self)
    }
}
