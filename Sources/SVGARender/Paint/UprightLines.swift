import SVGAImage
import SVGAModel

/// Draws the inside of an upright bitmap. Each row of the output lies between two rows of the bitmap, and the next one mostly
/// between the same or one of them: so a row of the bitmap is stretched to the output's columns once and kept.
///
/// Samples are 8.6 fixed point, two pixels in eight 16-bit lanes: the fastest that SSE2 and NEON both have, and finer than
/// the eighths of a step that Skia and Pixman keep.
struct UprightLines {
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

    /// Hands over lines for as long as `body` runs.
    /// - Parameters:
    ///   - columns: where the bitmap has pixels on both sides of the sample.
    ///   - place: of the first column's centre in stored pixels; one column is `step` further than another.
    static func with(
        _ bitmap: PreparedBitmap, _ pixels: UnsafeMutablePointer<UInt32>, alpha: Double, columns: Range<Int>, place: Double, step: Double,
        _ body: (inout UprightLines) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: SIMD4<Int16>.self, capacity: 2 * columns.count) { memory in
            guard let samples = memory.baseAddress else { return }
            // Without columns the place may be anywhere, and nobody asks.
            var lines = UprightLines(
                bitmap: bitmap, pixels: pixels, factor: UInt16(UprightBlend.factor(alpha) * 256), columns: columns,
                start: columns.isEmpty ? 0 : Int((place - 0.5) * FixedPoint.one), step: Int((step * FixedPoint.one).rounded()),
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
