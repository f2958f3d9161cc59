import SVGAModel

/// Draws the inside of an upright bitmap. Each row of the output lies between two rows of the bitmap, and the next one mostly
/// between the same or one of them: so a row of the bitmap is stretched to the output's columns once and kept.
struct UprightLines {
    /// A row of the bitmap at the output's columns, in 0…255 with fractions.
    private struct Line {
        let samples: UnsafeMutablePointer<SIMD4<Float>>
        var row = -1
    }

    private let bitmap: PreparedBitmap
    private let pixels: UnsafeMutablePointer<UInt32>
    private let factor: Float
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
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: 2 * columns.count) { memory in
            guard let samples = memory.baseAddress else { return }
            // Without columns the place may be anywhere, and nobody asks.
            var lines = UprightLines(
                bitmap: bitmap, pixels: pixels, factor: UprightBlend.factor(alpha), columns: columns,
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
        let down = FixedPoint.fraction(position)
        let (above, below) = (upper.samples - columns.lowerBound, lower.samples - columns.lowerBound)
        if factor == 1 {
            blend(part, above, below, down, out, isFaded: false)
        } else {
            blend(part, above, below, down, out, isFaded: true)
        }
    }

    @inline(__always)
    private func blend(
        _ part: Range<Int>, _ above: UnsafePointer<SIMD4<Float>>, _ below: UnsafePointer<SIMD4<Float>>, _ down: Float,
        _ out: UnsafeMutablePointer<UInt32>, isFaded: Bool
    ) {
        var x = part.lowerBound
        while x &+ 4 <= part.upperBound {
            let (top, bottom) = (PixelQuad.load(above + x), PixelQuad.load(below + x))
            PixelQuad.over(PixelQuad.source(top + (bottom - top) * down, factor, isFaded: isFaded), UnsafeMutableRawPointer(out + x))
            x &+= 4
        }
        while x < part.upperBound {
            let color = above[x] + (below[x] - above[x]) * down
            out[x] = UprightBlend.over(UprightBlend.source(color, factor), out[x])
            x &+= 1
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
        if step == 1 << 32 {
            let across = FixedPoint.fraction(position)
            let at = source + (position >> 32) - inked.lowerBound
            var left = Pixel.channels(at[inked.lowerBound])
            for x in inked {
                let right = Pixel.channels(at[x &+ 1])
                line.samples[x] = left + (right - left) * across
                left = right
            }
            return
        }
        for x in inked {
            // Both neighbours in one load.
            let pair = UnsafeRawPointer(source + (position >> 32)).loadUnaligned(as: SIMD8<UInt8>.self)
            let left = SIMD4<Float>(pair.lowHalf)
            line.samples[x] = left + (SIMD4<Float>(pair.highHalf) - left) * FixedPoint.fraction(position)
            position &+= step
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
