import SVGAImage
import SVGAModel
import SVGAPixels

/// Draws the inside of an axis-aligned bitmap. Each row of the output lies between two rows of the bitmap, and the next output row mostly
/// needs at least one of them again. So each row of the bitmap is stretched to the output's columns once and kept.
///
/// Samples are 8.6 fixed point, two pixels in eight 16-bit lanes: the fastest that SSE2 and NEON both have, and finer than
/// the eighths of a step that Skia and Pixman keep.
struct AxisAlignedRows {
    /// A row of the bitmap at the output's columns.
    private struct Line {
        let samples: UnsafeMutablePointer<SIMD4<Int16>>
        var row = -1
    }

    private let bitmap: PreparedBitmap
    private let pixels: UnsafeMutablePointer<UInt32>
    /// 1…256.
    private let factor: UInt16
    private let columns: Range<Int>
    /// Where in the bitmap the first column and each one after it is sampled, in 32.32 fixed point.
    private let start: Int
    private let step: Int
    private var upper: Line
    private var lower: Line

    /// Runs `body` with the memory for two stretched rows.
    /// - Parameters:
    ///   - columns: those to be drawn where the bitmap has pixels on both sides of the sample.
    ///   - first: the first such column of the whole output.
    ///   - place: of its centre in stored pixels; one column is `step` further than another.
    static func with(
        _ bitmap: PreparedBitmap, _ pixels: UnsafeMutablePointer<UInt32>, alpha: Double, columns: Range<Int>, first: Int, place: Double,
        step: Double, _ body: (inout AxisAlignedRows) -> Void
    ) {
        let fixedStep = Int((step * FixedPoint.one).rounded())
        withUnsafeTemporaryAllocation(of: SIMD4<Int16>.self, capacity: 2 * columns.count) { memory in
            guard let samples = memory.baseAddress else { return }
            // Without columns the place may be too large for an Int, and is not used.
            var lines = AxisAlignedRows(
                bitmap: bitmap, pixels: pixels, factor: UInt16(AxisAlignedBlend.factor(alpha) * 256), columns: columns,
                start: columns.isEmpty ? 0 : Int((place - 0.5) * FixedPoint.one) &+ (columns.lowerBound - first) &* fixedStep,
                step: fixedStep,
                upper: Line(samples: samples), lower: Line(samples: samples + columns.count))
            body(&lines)
        }
    }

    /// Draws a part of a row.
    /// - Parameters:
    ///   - place: of the row's centre in stored pixels, where the bitmap has pixels above and below.
    ///   - out: the output's row, from its column 0.
    mutating func draw(_ part: Range<Int>, place: Double, _ out: UnsafeMutablePointer<UInt32>) {
        guard !part.isEmpty else { return }
        let position = Int((place - 0.5) * FixedPoint.one)
        fetch(position >> 32)
        let down = FixedPoint.fraction15(position)
        let (above, below) = (upper.samples - columns.lowerBound, lower.samples - columns.lowerBound)
        if factor == 256 {
            blend(part, above, below, down, out, isFaded: false)
        } else {
            blend(part, above, below, down, out, isFaded: true)
        }
    }

    @inline(__always)
    private func blend(
        _ part: Range<Int>, _ above: UnsafePointer<SIMD4<Int16>>, _ below: UnsafePointer<SIMD4<Int16>>, _ down: Int16,
        _ out: UnsafeMutablePointer<UInt32>, isFaded: Bool
    ) {
        var x = part.lowerBound
        while x &+ 2 <= part.upperBound {
            let samples = PixelPair.between(PixelPair.load(above + x), PixelPair.load(below + x), down)
            PixelPair.over(PixelPair.faded(PixelPair.whole(samples), isFaded ? factor : 256), UnsafeMutableRawPointer(out + x))
            x &+= 2
        }
        if x < part.upperBound {
            // A pair of which only the first half is drawn.
            let samples = PixelPair.between(PixelPair.twice(above[x]), PixelPair.twice(below[x]), down)
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2) { pair in
                (pair[0], pair[1]) = (out[x], 0)
                if let base = pair.baseAddress {
                    PixelPair.over(PixelPair.faded(PixelPair.whole(samples), isFaded ? factor : 256), UnsafeMutableRawPointer(base))
                }
                out[x] = pair[0]
            }
        }
    }

    // MARK: Lines

    /// Makes ``upper`` and ``lower`` this row of the bitmap and the next.
    private mutating func fetch(_ row: Int) {
        if upper.row == row, lower.row == row + 1 { return }
        if lower.row == row || upper.row == row + 1 { swap(&upper, &lower) }
        if upper.row != row { stretch(row, &upper) }
        if lower.row != row + 1 { stretch(row + 1, &lower) }
    }

    private func stretch(_ row: Int, _ line: inout Line) {
        line.row = row
        let source = pixels + row * bitmap.ink.width
        // Columns whose two samples meet the row's ink.
        let inked = FixedPoint.columns(columns.count, start, step, from: Int(bitmap.rowStart[row]) - 1, to: Int(bitmap.rowEnd[row]))
        line.samples.update(repeating: .zero, count: inked.lowerBound)
        (line.samples + inked.upperBound).update(repeating: .zero, count: columns.count - inked.upperBound)
        guard !inked.isEmpty else { return }
        var position = start &+ inked.lowerBound &* step
        var x = inked.lowerBound
        while x &+ 2 <= inked.upperBound {
            let next = position &+ step
            let samples = PixelPair.across(
                source + (position >> 32), FixedPoint.fraction7(position), source + (next >> 32), FixedPoint.fraction7(next))
            UnsafeMutableRawPointer(line.samples + x).storeBytes(of: samples, as: SIMD8<Int16>.self)
            position = next &+ step
            x &+= 2
        }
        if x < inked.upperBound {
            let (at, fraction) = (source + (position >> 32), FixedPoint.fraction7(position))
            line.samples[x] = PixelPair.across(at, fraction, at, fraction).lowHalf
        }
    }
}

/// Places in a bitmap as 32.32 fixed point.
enum FixedPoint {
    static let one = 4_294_967_296.0

    /// The upper 16 bits of the fraction, as a number from 0 to 1.
    @inline(__always)
    static func fraction(_ position: Int) -> Float {
        Float(Int32(truncatingIfNeeded: UInt32(truncatingIfNeeded: position) >> 16)) * (1 / 65536)
    }

    /// The upper 7 bits of the fraction.
    @inline(__always)
    static func fraction7(_ position: Int) -> Int16 { Int16(truncatingIfNeeded: UInt32(truncatingIfNeeded: position) >> 25) }

    /// The upper 15 bits of the fraction.
    @inline(__always)
    static func fraction15(_ position: Int) -> Int16 { Int16(truncatingIfNeeded: UInt32(truncatingIfNeeded: position) >> 17) }

    /// Which of `count` places, `step` apart from `start` on, lie in whole pixels `first` up to, not including, `end`, and
    /// perhaps a few more.
    static func columns(_ count: Int, _ start: Int, _ step: Int, from first: Int, to end: Int) -> Range<Int> {
        guard first + 1 < end else { return 0..<0 }
        guard step != 0 else { return 0..<count }
        let (one, other) = (((first << 32) - start) / step, ((end << 32) - start) / step)
        let lower = min(max(min(one, other) - 1, 0), count)
        return lower..<max(lower, min(max(one, other) + 2, count))
    }
}

/// Two pixels at once in 16-bit lanes, with the rounding of ``AxisAlignedBlend``.
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
