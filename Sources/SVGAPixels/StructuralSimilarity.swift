/// SSIM as in scikit-image: gray, windows of 7 × 7, sample covariance. Computed over a black and a white background; the lower value
/// counts. 1 means equal.
package enum StructuralSimilarity {
    private static let window = 7

    /// 0 for pictures of different sizes. If a picture is smaller than the window, the window is as large as the picture.
    package static func compare(_ left: Pixmap, _ right: Pixmap) -> Double {
        guard left.width == right.width, left.height == right.height else { return 0 }
        let similarity = left.withView { first in right.withView { compare(first, $0, within: PixelDifference(first, $0).box) } }
        return (similarity ?? nil) ?? 0
    }

    /// - Parameters:
    ///   - left: as large as `right`.
    ///   - box: the area outside of which both are equal; nil: the entire picture.
    package static func compare(_ left: PixmapView, _ right: PixmapView, within box: PixelRect?) -> Double {
        guard let box else { return 1 }
        let columns = min(window, left.width)
        let rows = min(window, left.height)
        // A window outside of the box has the similarity 1 and is skipped.
        let tops = max(0, box.y - rows + 1)..<min(box.y + box.height, left.height - rows + 1)
        let starts = max(0, box.x - columns + 1)..<min(box.x + box.width, left.width - columns + 1)
        let total = sum(left, right, WindowSize(columns: columns, rows: rows), tops: tops, starts: starts)
        let count = Double((left.width - columns + 1) * (left.height - rows + 1))
        let skipped = count - Double(tops.count * starts.count)
        return (total.min() + skipped) / count
    }

    private struct WindowSize {
        let columns: Int
        let rows: Int
    }

    /// The summed similarities of windows, over black and over white.
    ///
    /// All sums are integers: three times the gray, which is `r + g + b` over black and `3 × (255 - alpha)` more over white. So sliding
    /// windows accumulate no errors, and equal windows give exactly 1.
    private static func sum(
        _ left: PixmapView, _ right: PixmapView, _ size: WindowSize, tops: Range<Int>, starts: Range<Int>
    ) -> SIMD2<Double> {
        let first = starts.lowerBound
        let width = starts.count + size.columns - 1
        // The terms of the window's rows, by row modulo their number, and their sums per column.
        var terms = [SIMD8<Int32>](repeating: .zero, count: size.rows * width)
        var columns = [SIMD8<Int32>](repeating: .zero, count: width)
        let formula = Formula(count: size.columns * size.rows)
        var total = SIMD2<Double>.zero
        terms.withUnsafeMutableBufferPointer { terms in
            columns.withUnsafeMutableBufferPointer { columns in
                for y in tops.lowerBound..<tops.upperBound + size.rows - 1 {
                    let slot = y % size.rows * width
                    let (x, z) = (left.row(y) + 4 * first, right.row(y) + 4 * first)
                    for column in 0..<width {
                        let new = term(x + 4 * column, z + 4 * column)
                        columns[column] = columns[column] &- terms[slot + column] &+ new
                        terms[slot + column] = new
                    }
                    guard y >= tops.lowerBound + size.rows - 1 else { continue }
                    var sums = SIMD8<Int32>.zero
                    for column in 0..<size.columns - 1 { sums &+= columns[column] }
                    for start in 0..<starts.count {
                        sums &+= columns[start + size.columns - 1]
                        total += formula.similarity(sums)
                        sums &-= columns[start]
                    }
                }
            }
        }
        return total
    }

    /// For black and white each: x, y, x² + y², x × y.
    @inline(__always)
    private static func term(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>) -> SIMD8<Int32> {
        let x = Int32(left[0]) &+ Int32(left[1]) &+ Int32(left[2])
        let y = Int32(right[0]) &+ Int32(right[1]) &+ Int32(right[2])
        let u = x &+ 3 &* (255 &- Int32(left[3]))
        let v = y &+ 3 &* (255 &- Int32(right[3]))
        return SIMD8(x, u, y, v, x &* x &+ y &* y, u &* u &+ v &* v, x &* y, u &* v)
    }

    /// The SSIM formula for sums instead of means: its constants are scaled by the same factors as the sums.
    private struct Formula {
        private let count: Double
        private let c1: Double
        private let c2: Double

        init(count: Int) {
            let number = Double(count)
            self.count = number
            c1 = 0.01 * 255 * 0.01 * 255 * 9 * number * number
            // The variance of a single pixel is 0 with any divisor.
            c2 = 0.03 * 255 * 0.03 * 255 * 9 * number * max(1, number - 1)
        }

        @inline(__always)
        func similarity(_ sums: SIMD8<Int32>) -> SIMD2<Double> {
            let x = SIMD2<Double>(Double(sums[0]), Double(sums[1]))
            let y = SIMD2<Double>(Double(sums[2]), Double(sums[3]))
            let squares = SIMD2<Double>(Double(sums[4]), Double(sums[5]))
            let products = SIMD2<Double>(Double(sums[6]), Double(sums[7]))
            let both = x * y
            let means = x * x + y * y
            let above = (2 * both + c1) * (2 * (count * products - both) + c2)
            let below = (means + c1) * (count * squares - means + c2)
            return above / below
        }
    }
}
