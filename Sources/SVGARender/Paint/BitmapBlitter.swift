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
    private let rounding: BitmapEdge.Rounding
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
        self.rounding = rounding
        hull = bitmap.hull
        spanX = (inverse.a * inverse.a + inverse.c * inverse.c).squareRoot()
        spanY = (inverse.b * inverse.b + inverse.d * inverse.d).squareRoot()
        rimRow = BitmapEdge(
            pixels, width: bitmap.ink.width, height: bitmap.ink.height, edges: rim, spanX: spanX, spanY: spanY, alpha: alpha)
        guard spanX < Self.maximumSourcePixels, spanY < Self.maximumSourcePixels else { return nil }
    }

    // MARK: Any transform

    func drawAffine(to target: PixelRows, _ bounds: PixelRect, _ part: PixelRect) {
        drawRows(to: target, bounds, part, innerColumns: nil) { drawInside($0, from: $1, $2, $3, $4) }
    }

    func drawAxisAligned(to target: PixelRows, _ bounds: PixelRect, _ part: PixelRect, _ scratch: RowScratch) {
        let u = SampleLine(slope: inverse.a, start: inverse.a * 0.5 + inverse.tx)
        var inner = bounds.minX..<bounds.maxX
        if let innerX { u.limit(&inner, to: innerX) } else { inner = bounds.minX..<bounds.minX }
        let first = inner.lowerBound
        AxisAlignedRows.with(
            bitmap, pixels, alpha: alpha, columns: inner.clamped(to: part.minX..<part.maxX), first: first, center: u.at(first),
            step: u.slope, scratch
        ) { lines in
            drawRows(to: target, bounds, part, innerColumns: inner) { lines.draw($0, center: $3.start, $4) }
        }
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

    /// - Parameters:
    ///   - innerColumns: the columns within ``innerX``, if they are the same in all rows.
    ///   - inside: draws the columns of a row within ``innerX`` and ``innerY``. Its second argument is the first of these columns in the
    ///     entire output.
    private func drawRows(
        to target: PixelRows, _ bounds: PixelRect, _ part: PixelRect, innerColumns: Range<Int>?,
        inside: (_ columns: Range<Int>, _ first: Int, SampleLine, SampleLine, UnsafeMutablePointer<UInt32>) -> Void
    ) {
        let (innerX, innerY) = (innerX, innerY)
        guard let seenX = seen(rim.x...rim.maxX, spanX, hull.x), let seenY = seen(rim.y...rim.maxY, spanY, hull.y)
        else { return }
        let (across, down) = (SampleLine(slope: inverse.a), SampleLine(slope: inverse.b))
        let (sum, difference) = (SampleLine(slope: inverse.a + inverse.b), SampleLine(slope: inverse.a - inverse.b))
        for y in part.minY..<part.maxY {
            let u = across.starting(at: inverse.a * 0.5 + inverse.c * (Double(y) + 0.5) + inverse.tx)
            let v = down.starting(at: inverse.b * 0.5 + inverse.d * (Double(y) + 0.5) + inverse.ty)
            let inkX = inkColumns(v)
            var outer = bounds.minX..<bounds.maxX
            u.limit(&outer, to: inkX ?? seenX)
            v.limit(&outer, to: seenY)
            if outer.isEmpty { continue }
            var inner = inkX == nil ? bounds.minX..<bounds.maxX : outer
            if let innerX, let innerY {
                if let innerColumns { inner = inner.clamped(to: innerColumns) } else { u.limit(&inner, to: innerX) }
                v.limit(&inner, to: innerY)
            }
            if innerX == nil || innerY == nil || inner.isEmpty { inner = outer.lowerBound..<outer.lowerBound }
            let first = inner.lowerBound
            inner = inner.clamped(to: outer)
            let columns = outer.clamped(to: part.minX..<part.maxX)
            let inked =
                hull.cutsCorners && rounding == .affine
                ? inkHull(columns, sum.starting(at: u.start + v.start), difference.starting(at: u.start - v.start)) : columns
            let rimColumns = hasClearEdge ? inked : columns
            let out = target.row(y)
            rimRow.draw((outer.lowerBound..<inner.lowerBound).clamped(to: rimColumns), u, v, rounding, out)
            inside(inner.clamped(to: inked), first, u, v, out)
            rimRow.draw((inner.upperBound..<outer.upperBound).clamped(to: rimColumns), u, v, rounding, out)
        }
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

    /// Whether all four edges of the stored part are transparent.
    private var hasClearEdge: Bool {
        let touches = bitmap.touches
        return !(touches.left || touches.top || touches.right || touches.bottom)
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

    /// The columns with ink in an output row, if the output row is parallel to the bitmap's rows; nil otherwise.
    private func inkColumns(_ v: SampleLine) -> ClosedRange<Double>? {
        guard v.slope == 0 else { return nil }
        let lastRow = bitmap.ink.height - 1
        let position = (v.start - 0.5).rounded(.down)
        guard position > -1e9, position < 1e9 else { return nil }
        let top = min(max(Int(saturating: position), 0), lastRow)
        let bottom = min(max(Int(saturating: position) + 1, 0), lastRow)
        let (topEnds, bottomEnds) = (inkEnds(top), inkEnds(bottom))
        let (first, end) = (min(topEnds.first, bottomEnds.first), max(topEnds.end, bottomEnds.end))
        // No ink in these rows: a range far outside of the output.
        guard first < end else { return -Double.greatestFiniteMagnitude ... -Double.greatestFiniteMagnitude }
        let reach = max(0.5, spanX / 2)
        return max(
            Double(first) - reach, rim.x - spanX / 2)...max(
                max(Double(first) - reach, rim.x - spanX / 2), min(Double(end) + reach, rim.maxX + spanX / 2))
    }

    /// A row's first ink pixel, and one past its last. If the row has no ink, the range is empty.
    private func inkEnds(_ row: Int) -> (first: Int, end: Int) {
        let ends = bitmap.inkEnds(ofRow: row)
        return ends.first < ends.end ? ends : (Int.max, Int.min)
    }

    /// Draws pixels that are not at an edge: all four neighbors exist. Coordinates advance in 32.32 fixed point from column `first`.
    private func drawInside(
        _ columns: Range<Int>, from first: Int, _ u: SampleLine, _ v: SampleLine, _ out: UnsafeMutablePointer<UInt32>
    ) {
        guard !columns.isEmpty else { return }
        let start = BitmapRows.Positions(
            column: Int(saturating: (u.at(first) - 0.5) * FixedPoint.one), row: Int(saturating: (v.at(first) - 0.5) * FixedPoint.one),
            columnStep: Int(saturating: (u.slope * FixedPoint.one).rounded()),
            rowStep: Int(saturating: (v.slope * FixedPoint.one).rounded()))
        let positions = start.moved(by: columns.lowerBound - first)
        let alpha = UInt32(saturating: (alpha * 255).rounded())
        BitmapRows.affineOver(
            out + columns.lowerBound, pixels, wordsPerRow: bitmap.ink.width, positions, alpha: alpha, count: columns.count)
    }
}
