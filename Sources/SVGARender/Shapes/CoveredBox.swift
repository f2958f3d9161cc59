import SVGAModel
import SVGAPixels

/// An axis-aligned rectangle in the output. Its pixels equal those of ``PathFiller``, and filling is faster, mainly for large rectangles.
struct CoveredBox {
    private let low: GridPoint
    private let high: GridPoint

    /// nil if the transform rotates or skews the rectangle.
    init?(_ rect: SVGARect, _ transform: SVGATransform) {
        guard transform.b == 0 && transform.c == 0 || transform.a == 0 && transform.d == 0 else { return nil }
        let (one, other) = (transform.apply(x: rect.x, y: rect.y), transform.apply(x: rect.maxX, y: rect.maxY))
        let (start, end) = (GridPoint(Point(clampedX: one.x, one.y)), GridPoint(Point(clampedX: other.x, other.y)))
        low = GridPoint(x: min(start.x, end.x), y: min(start.y, end.y))
        high = GridPoint(x: max(start.x, end.x), y: max(start.y, end.y))
    }

    /// - Parameters:
    ///   - color: a premultiplied word.
    ///   - part: pixels of `rows`; pixels outside of it are not drawn.
    func fill(_ color: UInt32, to rows: PixelRows, within part: PixelRect) {
        let (left, right) = (low.x >> 8, high.x >> 8)
        let inner = max((low.x + 255) >> 8, part.minX)..<max(min(right, part.maxX), (low.x + 255) >> 8, part.minX)
        let isLeftSeen = low.x & 255 != 0 && left >= part.minX && left < part.maxX
        let isRightSeen = high.x & 255 != 0 && right >= part.minX && right < part.maxX && (right > left || low.x & 255 == 0)
        let (leftWidth, rightWidth) = (min(high.x, (left + 1) << 8) - low.x, high.x & 255)
        func word(_ width: Int, _ height: Int) -> UInt32 {
            RowBlending.Scalar.product(color, CoverageCells.coverage(Int32(truncatingIfNeeded: 2 * height * width)))
        }
        // Most rows have the same three colors.
        let whole = (left: word(leftWidth, 256), inner: word(256, 256), right: word(rightWidth, 256))
        for y in max(low.y >> 8, part.minY)..<max(min((high.y + 255) >> 8, part.maxY), low.y >> 8, part.minY) {
            let height = min(high.y, (y + 1) << 8) - max(low.y, y << 8)
            let row = rows.row(y)
            let words = height == 256 ? whole : (left: word(leftWidth, height), inner: word(256, height), right: word(rightWidth, height))
            if isLeftSeen { row[left] = RowBlending.Scalar.over(words.left, row[left]) }
            if !inner.isEmpty { RowBlending.over(row + inner.lowerBound, color: words.inner, count: inner.count) }
            if isRightSeen { row[right] = RowBlending.Scalar.over(words.right, row[right]) }
        }
    }
}
