import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport

extension PreparedBitmap {
    /// Whether all of its pixels are rim.
    var isThin: Bool { ink.width == 1 || ink.height == 1 }

    /// Draws the bitmap: bilinear without mipmaps, its edge antialiased (Rules of rendering, section 4).
    /// - Parameters:
    ///   - transform: from stored pixels of the bitmap to output pixels.
    ///   - rim: the part of the picture to draw, in stored pixels; its edge is antialiased.
    ///   - alpha: above 0, at most 1.
    ///   - bounds: the bitmap's area in the entire output. Fixed-point positions start at its left edge, so pixels do not depend on `part`.
    ///   - part: the area to draw; within `bounds` and the target.
    ///   - scratch: memory for stretched rows.
    func draw(
        _ transform: SVGATransform, rim: SVGARect, alpha: Double, to target: PixelRows, bounds: PixelRect, within part: PixelRect,
        scratch: RowScratch = RowScratch()
    ) {
        guard let pixels, let inverse = transform.inverted, inverse.isFinite else { return }
        let isUnclipped = rim.x <= 0 && rim.y <= 0 && rim.maxX >= Double(ink.width) && rim.maxY >= Double(ink.height)
        if isUnclipped, let offset = PreparedBitmap.integerOffset(transform) {
            copy(pixels, atX: offset.x, offset.y, alpha, target, part)
        } else if transform.b == 0, transform.c == 0 {
            BitmapBlitter(self, pixels, inverse, rim, alpha, .axisAligned)?.drawAxisAligned(to: target, bounds, part, scratch)
        } else {
            BitmapBlitter(self, pixels, inverse, rim, alpha, .affine)?.drawAffine(to: target, bounds, part)
        }
    }

    /// The offset in pixels if the transform maps stored pixels to output pixels one to one, within 1/256 of a pixel.
    static func integerOffset(_ transform: SVGATransform) -> (x: Int, y: Int)? {
        guard transform.a == 1, transform.d == 1, transform.b == 0, transform.c == 0 else { return nil }
        let (x, y) = (transform.tx.rounded(), transform.ty.rounded())
        guard (transform.tx - x).magnitude < 1 / 256, (transform.ty - y).magnitude < 1 / 256, x.magnitude < 1e9, y.magnitude < 1e9
        else { return nil }
        return (Int(saturating: x), Int(saturating: y))
    }

    private func copy(
        _ pixels: UnsafeMutablePointer<UInt32>, atX x: Int, _ y: Int, _ alpha: Double, _ target: PixelRows,
        _ part: PixelRect
    ) {
        let factor = alpha.cutFactor
        let rows = max(part.minY, y)..<max(part.minY, y, min(part.maxY, y + ink.height))
        for row in rows {
            let ends = inkEnds(ofRow: row - y)
            let first = max(part.minX - x, ends.first)
            let end = min(part.maxX - x, ends.end)
            if first >= end { continue }
            let source = pixels + (row - y) * ink.width
            let out = target.row(row) + x
            if alpha == 1, isOpaque {
                (out + first).update(from: source + first, count: end - first)
                continue
            }
            BitmapRows.copyOver(out + first, source + first, factor: factor, count: end - first)
        }
    }
}

extension Double {
    /// An alpha above 0 and at most 1, as a factor of 1…256 for axis-aligned bitmaps (see `AxisAlignedBlend`).
    var cutFactor: UInt32 { UInt32(saturating: (self * 255).rounded()) + 1 }
}

/// Draws a prepared bitmap into pixels, row by row.
///
/// Cairo is not used, because its rounding differs from the players' (see `PixelBlend`) and because it cannot skip transparent areas. The
/// tests compare the result with Cairo's.
private struct BitmapBlitter {
    /// A larger reduction makes a bitmap invisible, and its coordinates would overflow fixed point.
    private static let maximumSourcePixels = 1e5

    private let bitmap: PreparedBitmap
    private let pixels: UnsafeMutablePointer<UInt32>
    private let alpha: Double
    /// From output pixels to stored pixels.
    private let inverse: SVGATransform
    /// The rectangle to draw, in stored pixels; pixels outside of it are not drawn.
    private let rim: SVGARect
    /// How many stored pixels an output pixel spans across the left and right edges, and across the top and bottom edges.
    private let spanX: Double
    private let spanY: Double
    private let rimRow: BitmapEdge
    /// The convex hull of the bitmap's ink.
    private let hull: OpacityHull
    /// Whether all four edges of the stored part are transparent.
    private let hasClearEdge: Bool

    /// nil if the bitmap is too small to be visible.
    init?(
        _ bitmap: PreparedBitmap, _ pixels: UnsafeMutablePointer<UInt32>, _ inverse: SVGATransform, _ rim: SVGARect, _ alpha: Double,
        _ rounding: BitmapEdge.Rounding
    ) {
        self.bitmap = bitmap
        self.pixels = pixels
        self.inverse = inverse
        self.rim = rim
        self.alpha = alpha
        hull = bitmap.hull
        let touches = bitmap.touches
        hasClearEdge = !(touches.left || touches.top || touches.right || touches.bottom)
        spanX = (inverse.a * inverse.a + inverse.c * inverse.c).squareRoot()
        spanY = (inverse.b * inverse.b + inverse.d * inverse.d).squareRoot()
        rimRow = BitmapEdge(
            pixels, width: bitmap.ink.width, height: bitmap.ink.height, edges: rim, spanX: spanX, spanY: spanY, alpha: alpha, rounding)
        guard spanX < Self.maximumSourcePixels, spanY < Self.maximumSourcePixels else { return nil }
    }

    // MARK: Any transform

    func drawAffine(to target: PixelRows, _ bounds: PixelRect, _ part: PixelRect) {
        // A row with ends of ink of its own is rare: the bitmap is skewed.
        if inverse.b == 0 { return drawSkewed(to: target, bounds, part) }
        guard let (seenX, seenY) = seenRanges else { return }
        let inner = innerX.flatMap { x in innerY.map { (u: x, v: $0) } }
        let (sum, difference) = (around(hull.sum, by: 2, center: 1), around(hull.difference, by: 2, center: 0))
        let limits = BitmapSpans.Limits(
            outer: (u: seenX, v: seenY), inner: inner, hull: hull.cutsCorners ? (sum: sum, difference: difference) : nil)
        let (across, down) = lines
        let pace = Pace(self)
        BitmapSpans.with(across, down, limits, columns: bounds.minX..<bounds.maxX) { spans in
            for y in part.minY..<part.maxY {
                let row = spans.row(y)
                if row.outer.isEmpty { continue }
                let columns = row.outer.clamped(to: part.minX..<part.maxX)
                let (u, v) = (across.sample(y), down.sample(y))
                draw(row.outer, inner: row.inner, columns, inked: columns.clamped(to: row.hull), u, v, target.row(y)) {
                    drawInside($0, from: $1, u, v, pace, $2)
                }
            }
        }
    }

    /// Draws a bitmap whose rows are parallel to those of the output, but shifted against each other.
    private func drawSkewed(to target: PixelRows, _ bounds: PixelRect, _ part: PixelRect) {
        guard let (_, seenY) = seenRanges else { return }
        let (innerX, innerY) = (innerX, innerY)
        let (across, down) = lines
        let pace = Pace(self)
        for y in part.minY..<part.maxY {
            let (u, v) = (across.sample(y), down.sample(y))
            if !seenY.contains(v.start) { continue }
            var outer = bounds.minX..<bounds.maxX
            guard let ink = inkColumns(inkEnds(around: v.start)) else { continue }
            u.limit(&outer, to: ink)
            if outer.isEmpty { continue }
            var inner = outer.lowerBound..<outer.lowerBound
            if let innerX, let innerY, innerY.contains(v.start) {
                inner = outer
                u.limit(&inner, to: innerX)
            }
            let columns = outer.clamped(to: part.minX..<part.maxX)
            let inked =
                hull.cutsCorners
                ? inkHull(
                    columns, SampleLine(slope: u.slope, start: u.start + v.start), SampleLine(slope: u.slope, start: u.start - v.start))
                : columns
            draw(outer, inner: inner, columns, inked: inked, u, v, target.row(y)) { drawInside($0, from: $1, u, v, pace, $2) }
        }
    }

    func drawAxisAligned(to target: PixelRows, _ bounds: PixelRect, _ part: PixelRect, _ scratch: RowScratch) {
        guard let (_, seenY) = seenRanges else { return }
        let (across, down) = lines
        let u = across.sample(0)
        var inside = bounds.minX..<bounds.maxX
        if let innerX { u.limit(&inside, to: innerX) } else { inside = bounds.minX..<bounds.minX }
        let innerY = inside.isEmpty ? nil : innerY
        var outer = 0..<0
        // The last row of the output often shows the same columns of ink.
        var lastEnds: (first: Int, end: Int)?
        AxisAlignedRows.with(
            bitmap, pixels, alpha: alpha, columns: inside.clamped(to: part.minX..<part.maxX), first: inside.lowerBound,
            center: u.at(inside.lowerBound), step: u.slope, scratch
        ) { lines in
            for y in part.minY..<part.maxY {
                let v = down.sample(y)
                if !seenY.contains(v.start) { continue }
                let ends = inkEnds(around: v.start)
                if lastEnds?.first != ends.first || lastEnds?.end != ends.end {
                    lastEnds = ends
                    outer = bounds.minX..<bounds.maxX
                    if let ink = inkColumns(ends) { u.limit(&outer, to: ink) } else { outer = 0..<0 }
                }
                if outer.isEmpty { continue }
                var inner = outer.lowerBound..<outer.lowerBound
                if innerY?.contains(v.start) ?? false { inner = outer.clamped(to: inside) }
                let columns = outer.clamped(to: part.minX..<part.maxX)
                draw(outer, inner: inner, columns, inked: columns, u, v, target.row(y)) { lines.draw($0, center: v.start, $2) }
            }
        }
    }

    /// Draws a row.
    /// - Parameters:
    ///   - outer: the columns that show the bitmap.
    ///   - inner: those with four neighbors and without an edge.
    ///   - columns: those of `outer` to draw.
    ///   - inked: those of `columns` that may have ink.
    ///   - inside: draws columns of `inner`. Its second argument is the first column of `inner`.
    @inline(__always)
    private func draw(
        _ outer: Range<Int>, inner: Range<Int>, _ columns: Range<Int>, inked: Range<Int>, _ u: SampleLine, _ v: SampleLine,
        _ out: UnsafeMutablePointer<UInt32>, inside: (Range<Int>, _ first: Int, UnsafeMutablePointer<UInt32>) -> Void
    ) {
        let middle = inner.isEmpty ? outer.lowerBound..<outer.lowerBound : inner.clamped(to: outer)
        let rim = hasClearEdge ? inked : columns
        rimRow.draw((outer.lowerBound..<middle.lowerBound).clamped(to: rim), u, v, out)
        inside(middle.clamped(to: inked), inner.lowerBound, out)
        rimRow.draw((middle.upperBound..<outer.upperBound).clamped(to: rim), u, v, out)
    }

    /// The coordinates of the bitmap along the output.
    private var lines: (across: BitmapLine, down: BitmapLine) {
        (
            BitmapLine(across: inverse.a, down: inverse.c, offset: inverse.tx),
            BitmapLine(across: inverse.b, down: inverse.d, offset: inverse.ty)
        )
    }

    /// The columns in which all four neighbors exist and no edge cuts the pixel; nil if there are none.
    private var innerX: ClosedRange<Double>? {
        inner(rim.x + spanX / 2, rim.maxX - spanX / 2, Double(bitmap.ink.width))
    }

    private var innerY: ClosedRange<Double>? {
        inner(rim.y + spanY / 2, rim.maxY - spanY / 2, Double(bitmap.ink.height))
    }

    private func inner(_ low: Double, _ high: Double, _ size: Double) -> ClosedRange<Double>? {
        let safe = 1e-4
        let (low, high) = (max(low, 0.5 + safe), min(high, size - 0.5 - safe))
        return low < high ? low...high : nil
    }

    /// The visible ranges along both axes; nil if nothing is visible.
    private var seenRanges: (x: ClosedRange<Double>, y: ClosedRange<Double>)? {
        guard let x = seen(rim.x...rim.maxX, spanX, hull.x), let y = seen(rim.y...rim.maxY, spanY, hull.y) else { return nil }
        return (x, y)
    }

    /// The visible range along one axis: the rim with its antialiased edge, or the range around the ink if the bitmap's edge is
    /// transparent.
    private func seen(_ rim: ClosedRange<Double>, _ span: Double, _ ink: ClosedRange<Int>) -> ClosedRange<Double>? {
        let (low, high) = (rim.lowerBound - span / 2, rim.upperBound + span / 2)
        guard hasClearEdge else { return low...high }
        let around = around(ink, by: 1, center: 0.5)
        let (first, last) = (max(low, around.lowerBound), min(high, around.upperBound))
        return first <= last ? first...last : nil
    }

    /// The positions of output pixels whose neighbors in the bitmap include one of these.
    private func around(_ pixels: ClosedRange<Int>, by distance: Double, center: Double) -> ClosedRange<Double> {
        // The margin allows for rounding of fixed-point steps.
        Double(pixels.lowerBound) + center - distance - 0.01...Double(pixels.upperBound) + center + distance + 0.01
    }

    /// The columns whose neighbors in the bitmap are between the slanted sides of the octagon around its ink.
    /// - Parameters:
    ///   - sum: x + y in the bitmap.
    ///   - difference: x - y in the bitmap.
    private func inkHull(_ columns: Range<Int>, _ sum: SampleLine, _ difference: SampleLine) -> Range<Int> {
        var seen = columns
        sum.limit(&seen, to: around(hull.sum, by: 2, center: 1))
        difference.limit(&seen, to: around(hull.difference, by: 2, center: 0))
        return seen
    }

    /// The ends of the ink in the two rows around a position.
    private func inkEnds(around center: Double) -> (first: Int, end: Int) {
        let lastRow = bitmap.ink.height - 1
        let position = min(max(center - 0.5, -1), Double(lastRow))
        let nearest = position.nearestInteger
        let row = Double(nearest) > position ? nearest - 1 : nearest
        let (top, bottom) = (inkEnds(max(row, 0)), inkEnds(min(row + 1, lastRow)))
        return (min(top.first, bottom.first), max(top.end, bottom.end))
    }

    /// The columns around the ink of a row, in stored pixels; nil without ink.
    private func inkColumns(_ ends: (first: Int, end: Int)) -> ClosedRange<Double>? {
        guard ends.first < ends.end else { return nil }
        let reach = max(0.5, spanX / 2)
        let low = max(Double(ends.first) - reach, rim.x - spanX / 2)
        return low...max(low, min(Double(ends.end) + reach, rim.maxX + spanX / 2))
    }

    /// A row's first ink pixel, and one past its last. If the row has no ink, the range is empty.
    private func inkEnds(_ row: Int) -> (first: Int, end: Int) {
        let ends = bitmap.inkEnds(ofRow: row)
        return ends.first < ends.end ? ends : (Int.max, Int.min)
    }

    /// The distance of two output pixels in 32.32 fixed point, and the alpha.
    private struct Pace {
        let column: Int
        let row: Int
        /// 0…255.
        let alpha: UInt32

        init(_ blitter: BitmapBlitter) {
            column = Int(saturating: (blitter.inverse.a * FixedPoint.one).rounded())
            row = Int(saturating: (blitter.inverse.b * FixedPoint.one).rounded())
            alpha = UInt32(saturating: (blitter.alpha * 255).rounded())
        }
    }

    /// Draws pixels that are not at an edge: all four neighbors exist. Coordinates advance in 32.32 fixed point from column `first`.
    private func drawInside(
        _ columns: Range<Int>, from first: Int, _ u: SampleLine, _ v: SampleLine, _ pace: Pace, _ out: UnsafeMutablePointer<UInt32>
    ) {
        guard !columns.isEmpty else { return }
        let start = BitmapRows.Positions(
            column: Int(saturating: (u.at(first) - 0.5) * FixedPoint.one), row: Int(saturating: (v.at(first) - 0.5) * FixedPoint.one),
            columnStep: pace.column, rowStep: pace.row)
        let positions = start.moved(by: columns.lowerBound - first)
        BitmapRows.affineOver(
            out + columns.lowerBound, pixels, wordsPerRow: bitmap.ink.width, positions, alpha: pace.alpha, count: columns.count)
    }
}
