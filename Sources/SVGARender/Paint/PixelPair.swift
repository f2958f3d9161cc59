/// Two pixels at once in 16-bit lanes, with the rounding of ``UprightBlend``.
enum PixelPair {
    private static var alphaMask: UInt64 { 0xFF00_0000_FF00_0000 }

    @inline(__always)
    static func load(_ samples: UnsafePointer<SIMD4<Int16>>) -> SIMD8<Int16> {
        UnsafeRawPointer(samples).loadUnaligned(as: SIMD8<Int16>.self)
    }

    /// Between a pixel and its right neighbour, at two places; `x` is 0…127 for 0 to 1. 8.6 fixed point comes out.
    @inline(__always)
    static func across(_ one: UnsafePointer<UInt32>, _ x: Int16, _ other: UnsafePointer<UInt32>, _ otherX: Int16) -> SIMD8<Int16> {
        // Both neighbours in one load.
        let first = UnsafeRawPointer(one).loadUnaligned(as: SIMD8<UInt8>.self)
        let second = UnsafeRawPointer(other).loadUnaligned(as: SIMD8<UInt8>.self)
        let left = SIMD8<Int16>(truncatingIfNeeded: SIMD8(lowHalf: first.lowHalf, highHalf: second.lowHalf))
        let right = SIMD8<Int16>(truncatingIfNeeded: SIMD8(lowHalf: first.highHalf, highHalf: second.highHalf))
        let weights = SIMD8(lowHalf: SIMD4(repeating: x), highHalf: SIMD4(repeating: otherX))
        return (left &<< 6) &+ (((right &- left) &* weights) &>> 1)
    }

    @inline(__always)
    static func twice(_ sample: SIMD4<Int16>) -> SIMD8<Int16> { SIMD8(lowHalf: sample, highHalf: sample) }

    /// Between two samples of 8.6 fixed point; `down` is 0…32767 for 0 to 1.
    @inline(__always)
    static func between(_ top: SIMD8<Int16>, _ bottom: SIMD8<Int16>, _ down: Int16) -> SIMD8<Int16> {
        let difference = SIMD8<Int32>(truncatingIfNeeded: (bottom &- top) &<< 1)
        return top &+ SIMD8<Int16>(truncatingIfNeeded: (difference &* Int32(down)) &>> 16)
    }

    /// Samples cut to whole numbers.
    @inline(__always)
    static func whole(_ samples: SIMD8<Int16>) -> SIMD8<UInt16> { SIMD8<UInt16>(truncatingIfNeeded: samples) &>> 6 }

    /// Two words.
    @inline(__always)
    static func channels(_ words: UnsafeRawPointer) -> SIMD8<UInt16> {
        SIMD8<UInt16>(truncatingIfNeeded: words.loadUnaligned(as: SIMD8<UInt8>.self))
    }

    /// `factor` is 1…256.
    @inline(__always)
    static func faded(_ whole: SIMD8<UInt16>, _ factor: UInt16) -> SIMD8<UInt16> {
        factor == 256 ? whole : (whole &* SIMD8(repeating: factor)) &>> 8
    }

    /// A source over two words; where it is opaque or empty, or they are, what comes out is known.
    @inline(__always)
    static func over(_ source: SIMD8<UInt16>, _ out: UnsafeMutableRawPointer) {
        let words = unsafeBitCast(SIMD8<UInt8>(truncatingIfNeeded: source), to: UInt64.self)
        let alphas = words & alphaMask
        // Premultiplied: without alpha there is no colour.
        if alphas == 0 { return }
        let target = out.loadUnaligned(as: UInt64.self)
        if target == 0 || alphas == alphaMask {
            out.storeBytes(of: words, as: UInt64.self)
            return
        }
        let below = SIMD8<UInt16>(truncatingIfNeeded: unsafeBitCast(target, to: SIMD8<UInt8>.self))
        let (first, second) = (UInt16(truncatingIfNeeded: words >> 24) & 0xFF, UInt16(truncatingIfNeeded: words >> 56))
        let rest = 256 &- SIMD8(lowHalf: SIMD4(repeating: first), highHalf: SIMD4(repeating: second))
        let result = source &+ ((below &* rest) &>> 8)
        out.storeBytes(of: unsafeBitCast(SIMD8<UInt8>(truncatingIfNeeded: result), to: UInt64.self), as: UInt64.self)
    }
}
