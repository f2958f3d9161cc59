import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport

/// Scratch memory for stretched rows, reused for every bitmap of a painter.
final class RowScratch {
    private var samples: UnsafeMutablePointer<Int16>
    private var capacity = 0

    init() { samples = .allocate(capacity: 0) }

    deinit { samples.deallocate() }

    /// Uninitialized memory for `count` numbers; valid until the next call.
    func memory(count: Int) -> UnsafeMutablePointer<Int16> {
        if capacity < count {
            samples.deallocate()
            capacity = max(count, 4096)
            samples = .allocate(capacity: capacity)
        }
        return samples
    }
}

/// Draws the inside of an axis-aligned bitmap. Each output row interpolates between two bitmap rows. The next output row often needs one of
/// them again, so stretched rows are cached.
struct AxisAlignedRows {
    /// A bitmap row resampled to the output's columns.
    private struct Line {
        /// Four numbers per pixel.
        let samples: UnsafeMutablePointer<Int16>
        var row = -1
    }

    private let stretching: RowStretching
    /// 1…256.
    private let factor: UInt32
    private var upper: Line
    private var lower: Line

    /// Calls `body` with memory for two stretched rows.
    /// - Parameters:
    ///   - columns: those with bitmap pixels on both sides of the sample.
    ///   - first: the first such column of the entire output.
    ///   - center: of column `first`, in stored pixels; adjacent columns are `step` apart.
    static func with(
        _ bitmap: PreparedBitmap, _ pixels: UnsafeMutablePointer<UInt32>, alpha: Double, columns: Range<Int>, first: Int, center: Double,
        step: Double, _ scratch: RowScratch, _ body: (inout AxisAlignedRows) -> Void
    ) {
        let fixedStep = Int(saturating: (step * FixedPoint.one).rounded())
        let samples = scratch.memory(count: 8 * columns.count)
        // Without columns the position may be too large for an Int, and it is not used.
        let start = columns.isEmpty ? 0 : Int(saturating: (center - 0.5) * FixedPoint.one) &+ (columns.lowerBound - first) &* fixedStep
        var lines = AxisAlignedRows(
            stretching: RowStretching(bitmap: bitmap, pixels: pixels, columns: columns, start: start, step: fixedStep),
            factor: alpha.cutFactor, upper: Line(samples: samples), lower: Line(samples: samples + 4 * columns.count))
        body(&lines)
    }

    /// Draws a part of a row.
    /// - Parameters:
    ///   - center: of the row, in stored pixels; there are bitmap pixels above and below.
    ///   - out: the output's row, from its column 0.
    mutating func draw(_ part: Range<Int>, center: Double, _ out: UnsafeMutablePointer<UInt32>) {
        guard !part.isEmpty else { return }
        let position = Int(saturating: (center - 0.5) * FixedPoint.one)
        fetch(position >> 32)
        let from = 4 * (part.lowerBound - stretching.columns.lowerBound)
        BitmapRows.betweenOver(
            out + part.lowerBound, upper.samples + from, lower.samples + from, down: FixedPoint.fraction15(position), factor: factor,
            count: part.count)
    }

    /// Makes ``upper`` and ``lower`` this row of the bitmap and the next one.
    private mutating func fetch(_ row: Int) {
        if upper.row == row, lower.row == row + 1 { return }
        if lower.row == row || upper.row == row + 1 { swap(&upper, &lower) }
        if upper.row != row, lower.row != row + 1 {
            stretching.stretchTwo(row, to: upper.samples, lower.samples)
            (upper.row, lower.row) = (row, row + 1)
            return
        }
        if upper.row != row {
            stretching.stretch(row, to: upper.samples)
            upper.row = row
        }
        if lower.row != row + 1 {
            stretching.stretch(row + 1, to: lower.samples)
            lower.row = row + 1
        }
    }
}

/// Resamples bitmap rows to columns of the output.
private struct RowStretching {
    let bitmap: PreparedBitmap
    let pixels: UnsafeMutablePointer<UInt32>
    let columns: Range<Int>
    /// The sample position of the first column, and the distance of two columns, in 32.32 fixed point.
    let start: Int
    let step: Int

    /// - Parameter samples: four numbers for each column.
    func stretch(_ row: Int, to samples: UnsafeMutablePointer<Int16>) {
        let inked = inked(bitmap.inkEnds(ofRow: row))
        clear(samples, outside: inked)
        BitmapRows.stretch(
            samples + 4 * inked.lowerBound, pixels + row * bitmap.ink.width, start: start &+ inked.lowerBound &* step, step: step,
            count: inked.count)
    }

    /// Resamples a row and the next one.
    func stretchTwo(_ row: Int, to above: UnsafeMutablePointer<Int16>, _ below: UnsafeMutablePointer<Int16>) {
        let (one, other) = (bitmap.inkEnds(ofRow: row), bitmap.inkEnds(ofRow: row + 1))
        let ends =
            if one.first >= one.end { other } else if other.first >= other.end { one } else {
                (first: min(one.first, other.first), end: max(one.end, other.end))
            }
        let inked = inked(ends)
        clear(above, outside: inked)
        clear(below, outside: inked)
        BitmapRows.stretchTwo(
            above + 4 * inked.lowerBound, below + 4 * inked.lowerBound, pixels + row * bitmap.ink.width, wordsPerRow: bitmap.ink.width,
            start: start &+ inked.lowerBound &* step, step: step, count: inked.count)
    }

    /// The columns with a sample on a pixel of ink.
    private func inked(_ ends: (first: Int, end: Int)) -> Range<Int> {
        FixedPoint.columns(columns.count, start, step, from: ends.first - 1, to: ends.end)
    }

    private func clear(_ samples: UnsafeMutablePointer<Int16>, outside inked: Range<Int>) {
        samples.update(repeating: 0, count: 4 * inked.lowerBound)
        (samples + 4 * inked.upperBound).update(repeating: 0, count: 4 * (columns.count - inked.upperBound))
    }
}

/// Positions in a bitmap as 32.32 fixed point.
enum FixedPoint {
    static let one = 4_294_967_296.0

    /// The upper 15 bits of the fraction.
    @inline(__always)
    static func fraction15(_ position: Int) -> Int16 { Int16(truncatingIfNeeded: UInt32(truncatingIfNeeded: position) >> 17) }

    /// Which of `count` positions, `step` apart and starting at `start`, are in pixels `first..<end`. The range may contain a few more.
    static func columns(_ count: Int, _ start: Int, _ step: Int, from first: Int, to end: Int) -> Range<Int> {
        guard first + 1 < end else { return 0..<0 }
        guard step != 0 else { return 0..<count }
        let (one, other) = (((first << 32) - start) / step, ((end << 32) - start) / step)
        let lower = min(max(min(one, other) - 1, 0), count)
        return lower..<max(lower, min(max(one, other) + 2, count))
    }
}
