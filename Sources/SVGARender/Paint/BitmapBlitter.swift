import SVGAImage
import SVGAModel
import SVGAPixels

extension PreparedBitmap {
    /// Draws the bitmap: bilinear without mipmaps, its edge antialiased (Rules of rendering, section 4).
    /// - Parameters:
    ///   - transform: from stored pixels of the bitmap to output pixels.
    ///   - rim: what of the picture is drawn, in stored pixels; its edge is antialiased.
    ///   - alpha: above 0, at most 1.
    ///   - bounds: where the bitmap is drawn in the whole output. Fixed-point places start at its left edge, so that a pixel
    ///     comes out the same whatever part it is drawn with.
    ///   - part: where to draw now; has to lie within `bounds` and the target.
    func draw(_ transform: Transform, rim: Rect, alpha: Double, to target: PixelRows, bounds: PixelRect, within part: PixelRect) {
        guard let pixels, let inverse = transform.inverted else { return }
        let isWhole = rim.x <= 0 && rim.y <= 0 && rim.maxX >= Double(ink.width) && rim.maxY >= Double(ink.height)
        if isWhole, let offset = PreparedBitmap.wholeOffset(transform) {
            copy(pixels, atX: offset.x, offset.y, alpha, target, part)
        } else if transform.b == 0, transform.c == 0 {
            BitmapBlitter<AxisAlignedBlend>.drawAxisAligned(self, pixels, inverse, rim, alpha, to: target, bounds, part)
        } else {
            BitmapBlitter<AffineBlend>.drawAffine(self, pixels, inverse, rim, alpha, to: target, bounds, part)
        }
    }

    /// Where the bitmap goes if its pixels fall onto output pixels one to one, within 1/256 of a pixel.
    private static func wholeOffset(_ transform: Transform) -> (x: Int, y: Int)? {
        guard transform.a == 1, transform.d == 1, transform.b == 0, transform.c == 0 else { return nil }
        let (x, y) = (transform.tx.rounded(), transform.ty.rounded())
        guard (transform.tx - x).magnitude < 1 / 256, (transform.ty - y).magnitude < 1 / 256, x.magnitude < 1e9, y.magnitude < 1e9
        else { return nil }
        return (Int(x), Int(y))
    }

    private func copy(
        _ pixels: UnsafeMutablePointer<UInt32>, atX x: Int, _ y: Int, _ alpha: Double, _ target: PixelRows,
        _ part: PixelRect
    ) {
        let factor = AxisAlignedBlend.factor(alpha)
        let fade = UInt16(factor * 256)
        let rows = max(part.minY, y)..<max(part.minY, y, min(part.maxY, y + ink.height))
        for row in rows {
            let first = max(part.minX - x, Int(rowStart[row - y]))
            let end = min(part.maxX - x, Int(rowEnd[row - y]))
            if first >= end { continue }
            let source = pixels + (row - y) * ink.width
            let out = target.row(row) + x
            if alpha == 1, isOpaque {
                (out + first).update(from: source + first, count: end - first)
                continue
            }
            var column = first
            while column &+ 2 <= end {
                let whole = PixelPair.channels(UnsafeRawPointer(source + column))
                PixelPair.over(PixelPair.faded(whole, fade), UnsafeMutableRawPointer(out + column))
                column &+= 2
            }
            for column in column..<end {
                let word = source[column]
                if alpha == 1, word >= 0xFF00_0000 {
                    out[column] = word
                } else if word != 0 {
                    out[column] = AxisAlignedBlend.over(AxisAlignedBlend.source(Pixel.channels(word), factor), out[column])
                }
            }
        }
    }
}

/// Draws a prepared bitmap straight into pixels, row by row.
///
/// Cairo could do this too, and the tests compare with it. It is done here because Cairo rounds otherwise than the players do (see
/// ``PixelBlend``), and because only this code knows where a bitmap has ink.
struct BitmapBlitter<Blend: PixelBlend> {
    /// A bitmap that is shrunk by more than this is not visible, and its coordinates would not fit into fixed point.
    private static var mostSourcePixels: Double { 1e5 }

    private let bitmap: PreparedBitmap
    private let pixels: UnsafeMutablePointer<UInt32>
    private let alphaFactor: Float
    /// From output pixels to stored pixels.
    private let inverse: Transform
    /// The rectangle the picture fills, in stored pixels; what lies outside of it is not drawn.
    private let rim: Rect
    /// How many stored pixels an output pixel spans across the left and right rim, and across the top and bottom one.
    private let spanX: Double
    private let spanY: Double

    private init(_ bitmap: PreparedBitmap, _ pixels: UnsafeMutablePointer<UInt32>, _ inverse: Transform, _ rim: Rect, _ alpha: Double) {
        self.bitmap = bitmap
        self.pixels = pixels
        self.inverse = inverse
        self.rim = rim
        alphaFactor = Blend.factor(alpha)
        spanX = (inverse.a * inverse.a + inverse.c * inverse.c).squareRoot()
        spanY = (inverse.b * inverse.b + inverse.d * inverse.d).squareRoot()
    }

    // MARK: Any transform

    fileprivate static func drawAffine(
        _ bitmap: PreparedBitmap, _ pixels: UnsafeMutablePointer<UInt32>, _ inverse: Transform, _ rim: Rect, _ alpha: Double,
        to target: PixelRows, _ bounds: PixelRect, _ part: PixelRect
    ) {
        let blitter = BitmapBlitter(bitmap, pixels, inverse, rim, alpha)
        guard blitter.isPossible else { return }
        blitter.drawRows(to: target, bounds, part) { blitter.drawInside($0, from: $1, $2, $3, $4) }
    }

    fileprivate static func drawAxisAligned(
        _ bitmap: PreparedBitmap, _ pixels: UnsafeMutablePointer<UInt32>, _ inverse: Transform, _ rim: Rect, _ alpha: Double,
        to target: PixelRows, _ bounds: PixelRect, _ part: PixelRect
    ) {
        let blitter = BitmapBlitter(bitmap, pixels, inverse, rim, alpha)
        guard blitter.isPossible else { return }
        let u = Line(slope: inverse.a, start: inverse.a * 0.5 + inverse.tx)
        var columns = bounds.minX..<bounds.maxX
        if let inner = blitter.innerX { u.limit(&columns, to: inner) } else { columns = bounds.minX..<bounds.minX }
        let first = columns.lowerBound
        columns = columns.clamped(to: part.minX..<part.maxX)
        AxisAlignedRows.with(bitmap, pixels, alpha: alpha, columns: columns, first: first, place: u.at(first), step: u.slope) { lines in
            blitter.drawRows(to: target, bounds, part) { lines.draw($0, place: $3.start, $4) }
        }
    }

    private var isPossible: Bool { spanX < Self.mostSourcePixels && spanY < Self.mostSourcePixels }

    /// Where all four neighbours exist and the rim does not cut the pixel; nil where that is nowhere.
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

    /// - Parameter inside: draws columns of a row where ``innerX`` and ``innerY`` are kept; it is told as well which the first of
    ///   these columns is in the whole output.
    private func drawRows(
        to target: PixelRows, _ bounds: PixelRect, _ part: PixelRect,
        inside: (_ columns: Range<Int>, _ first: Int, Line, Line, UnsafeMutablePointer<UInt32>) -> Void
    ) {
        let (innerX, innerY) = (innerX, innerY)
        let columns = part.minX..<part.maxX
        for y in part.minY..<part.maxY {
            let u = Line(slope: inverse.a, start: inverse.a * 0.5 + inverse.c * (Double(y) + 0.5) + inverse.tx)
            let v = Line(slope: inverse.b, start: inverse.b * 0.5 + inverse.d * (Double(y) + 0.5) + inverse.ty)
            var outer = bounds.minX..<bounds.maxX
            u.limit(&outer, to: inkColumns(v) ?? rim.x - spanX / 2...rim.maxX + spanX / 2)
            v.limit(&outer, to: rim.y - spanY / 2...rim.maxY + spanY / 2)
            if outer.isEmpty { continue }
            var inner = outer
            if let innerX, let innerY {
                u.limit(&inner, to: innerX)
                v.limit(&inner, to: innerY)
            }
            if innerX == nil || innerY == nil || inner.isEmpty { inner = outer.lowerBound..<outer.lowerBound }
            let out = target.row(y)
            drawRim((outer.lowerBound..<inner.lowerBound).clamped(to: columns), u, v, out)
            inside(inner.clamped(to: columns), inner.lowerBound, u, v, out)
            drawRim((inner.upperBound..<outer.upperBound).clamped(to: columns), u, v, out)
        }
    }

    /// The columns in which a row of the output can meet ink, where it runs along rows of the bitmap; nil where it does not.
    private func inkColumns(_ v: Line) -> ClosedRange<Double>? {
        guard v.slope == 0 else { return nil }
        let lastRow = bitmap.ink.height - 1
        let place = (v.start - 0.5).rounded(.down)
        guard place > -1e9, place < 1e9 else { return nil }
        let top = min(max(Int(place), 0), lastRow)
        let bottom = min(max(Int(place) + 1, 0), lastRow)
        var first = Int32.max
        var end = Int32.min
        for row in [top, bottom] where bitmap.rowStart[row] < bitmap.rowEnd[row] {
            first = min(first, bitmap.rowStart[row])
            end = max(end, bitmap.rowEnd[row])
        }
        // No ink in these rows: a range far outside of the output.
        guard first < end else { return -Double.greatestFiniteMagnitude ... -Double.greatestFiniteMagnitude }
        let reach = max(0.5, spanX / 2)
        return max(
            Double(first) - reach, rim.x - spanX / 2)...max(
                max(Double(first) - reach, rim.x - spanX / 2), min(Double(end) + reach, rim.maxX + spanX / 2))
    }

    /// Pixels whose four neighbours all exist and that the rim does not cut. Coordinates advance in 32.32 fixed point from column `first`.
    private func drawInside(_ columns: Range<Int>, from first: Int, _ u: Line, _ v: Line, _ out: UnsafeMutablePointer<UInt32>) {
        guard !columns.isEmpty else { return }
        let stride = bitmap.ink.width
        let columnStep = Int((u.slope * FixedPoint.one).rounded())
        let rowStep = Int((v.slope * FixedPoint.one).rounded())
        let before = columns.lowerBound - first
        var column = Int((u.at(first) - 0.5) * FixedPoint.one) &+ before &* columnStep
        var row = Int((v.at(first) - 0.5) * FixedPoint.one) &+ before &* rowStep
        for x in columns {
            let at = pixels + ((row >> 32) &* stride &+ (column >> 32))
            let (topLeft, topRight, bottomLeft, bottomRight) = (at[0], at[1], at[stride], at[stride &+ 1])
            if topLeft | topRight | bottomLeft | bottomRight != 0 {
                let across = FixedPoint.fraction(column)
                let down = FixedPoint.fraction(row)
                let color = Pixel.bilinear(topLeft, topRight, bottomLeft, bottomRight, across, down)
                out[x] = Blend.over(Blend.source(color, alphaFactor), out[x])
            }
            column &+= columnStep
            row &+= rowStep
        }
    }

    /// Pixels at the rim: neighbours beyond the edge are the edge's own pixels, and the rim covers only a part.
    private func drawRim(_ columns: Range<Int>, _ u: Line, _ v: Line, _ out: UnsafeMutablePointer<UInt32>) {
        let (lastColumn, lastRow) = (bitmap.ink.width - 1, bitmap.ink.height - 1)
        for x in columns {
            let (atU, atV) = (u.at(x), v.at(x))
            let coverage =
                Self.coverage(atU, rim.x, rim.maxX, spanX) * Self.coverage(atV, rim.y, rim.maxY, spanY)
            if coverage <= 0 { continue }
            let placeU = min(max(atU - 0.5, 0), Double(lastColumn))
            let placeV = min(max(atV - 0.5, 0), Double(lastRow))
            let (left, top) = (Int(placeU), Int(placeV))
            let (right, bottom) = (min(left + 1, lastColumn), min(top + 1, lastRow))
            let (above, below) = (pixels + top * bitmap.ink.width, pixels + bottom * bitmap.ink.width)
            let color = Pixel.bilinear(
                above[left], above[right], below[left], below[right], Float(placeU - Double(left)), Float(placeV - Double(top)))
            let source = Blend.source(color, alphaFactor)
            out[x] = Blend.over(coverage < 1 ? Blend.covering(source, Float(coverage)) : source, out[x])
        }
    }

    /// How much of a pixel that spans `span`, with its centre at `place`, lies between `low` and `high`.
    private static func coverage(_ place: Double, _ low: Double, _ high: Double, _ span: Double) -> Double {
        let fromLow = min((place - low) / span + 0.5, 1)
        let fromHigh = min((high - place) / span + 0.5, 1)
        return max(0, fromLow + fromHigh - 1)
    }
}

/// A coordinate of the bitmap along a row of the output.
private struct Line {
    let slope: Double
    /// At the centre of pixel 0.
    let start: Double

    @inline(__always)
    func at(_ x: Int) -> Double { start + slope * Double(x) }

    /// Takes from `columns` those where the coordinate is outside of `range`.
    func limit(_ columns: inout Range<Int>, to range: ClosedRange<Double>) {
        if slope.magnitude < 1e-12 {
            if !range.contains(start) { columns = columns.lowerBound..<columns.lowerBound }
            return
        }
        let (one, other) = ((range.lowerBound - start) / slope, (range.upperBound - start) / slope)
        let first = min(max(min(one, other).rounded(.up), Double(columns.lowerBound)), Double(columns.upperBound))
        let last = min(max(max(one, other).rounded(.down) + 1, first), Double(columns.upperBound))
        columns = Int(first)..<Int(last)
    }
}
