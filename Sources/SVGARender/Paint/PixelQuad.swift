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
        SIMD4(
            Pixel.word(channels.lowHalf.lowHalf), Pixel.word(channels.lowHalf.highHalf), Pixel.word(channels.highHalf.lowHalf),
            Pixel.word(channels.highHalf.highHalf))
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

    /// A source, already in whole numbers, over four words; where it is opaque or empty, or they are,
    /// what comes out is known.
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
        let target = out.loadUnaligned(as: SIMD2<UInt64>.self)
        if target[0] | target[1] == 0 || pairs[0] & pairs[1] & alphaMask == alphaMask {
            out.storeBytes(of: words, as: SIMD4<UInt32>.self)
            return
        }
        let below = unsafeBitCast(target, to: SIMD4<UInt32>.self)
        let source = source()
        let result = SIMD4(
            UprightBlend.over(source.lowHalf.lowHalf, below[0]), UprightBlend.over(source.lowHalf.highHalf, below[1]),
            UprightBlend.over(source.highHalf.lowHalf, below[2]), UprightBlend.over(source.highHalf.highHalf, below[3]))
        out.storeBytes(of: result, as: SIMD4<UInt32>.self)
    }
}
