import CCairo
import SVGAModel
import SVGAPixels

/// Draws vector shapes (Rules of rendering, section 6).
final class ShapePainter {
    private let filler = PathFiller()

    /// Draws a shape: filled, then stroked.
    /// - Parameter part: pixels of `rows`; nothing is drawn outside of it.
    func draw(_ shape: ShapeEntity, _ spriteSpace: Transform, _ alpha: Double, to rows: PixelRows, within part: PixelRect) {
        guard shape.fill != nil || shape.stroke != nil, let outline = shape.geometry.bounds else { return }
        let transform = spriteSpace.appending(shape.transform)
        guard transform.isDrawable else { return }
        if let fill = shape.fill {
            let box = part.covered(by: transform.boundingBox(of: outline))
            filler.fill(fill.word(alpha), to: rows, within: box) { Outline($0, transform).add(shape.geometry) }
        }
        if let stroke = shape.stroke {
            ShapePainter.withContext(rows, part) { context in
                Outline(CairoPath(context), transform).add(shape.geometry)
                CairoShapes.stroke(stroke, transform, alpha, context)
            }
        }
    }

    /// Multiplies what is in a part by how much of each pixel an outline covers.
    /// - Parameter part: pixels of `rows`; the others are left alone.
    func clip(_ geometry: ShapeEntity.Geometry, _ transform: Transform, _ rows: PixelRows, within part: PixelRect) {
        filler.mask(rows, within: part) { Outline($0, transform).add(geometry) }
    }

    private static func withContext(_ rows: PixelRows, _ part: PixelRect, _ body: (OpaquePointer) -> Void) {
        rows.base.withMemoryRebound(to: UInt8.self, capacity: 4 * part.maxY * rows.wordsPerRow) { bytes in
            let surface = cairo_image_surface_create_for_data(
                bytes, CAIRO_FORMAT_ARGB32, Int32(part.maxX), Int32(part.maxY), Int32(4 * rows.wordsPerRow))
            let context = cairo_create(surface)
            cairo_rectangle(context, Double(part.minX), Double(part.minY), Double(part.width), Double(part.height))
            cairo_clip(context)
            if let context { body(context) }
            cairo_destroy(context)
            cairo_surface_destroy(surface)
        }
    }
}

extension Color {
    /// A premultiplied word, rounded as Cairo rounds. Numbers below 0 and above 1 count as 0 and 1.
    /// - Parameter fade: 0…1.
    func word(_ fade: Double = 1) -> UInt32 {
        let alpha = min(max(self.alpha, 0), 1) * fade
        func byte(_ component: Double) -> UInt32 { Color.byte(min(max(component, 0), 1) * alpha) }
        return Color.byte(alpha) << 24 | byte(red) << 16 | byte(green) << 8 | byte(blue)
    }

    /// A number from 0 to 1 as a byte, rounded as Cairo rounds. What is no number counts as 0.
    static func byte(_ component: Double) -> UInt32 { component > 0 ? UInt32(component * 65535 + 0.5) >> 8 : 0 }
}

/// Strokes by Cairo.
private enum CairoShapes {
    /// Strokes the current path. The path is in output pixels, the pen in shape space.
    static func stroke(_ stroke: ShapeEntity.Stroke, _ transform: Transform, _ alpha: Double, _ context: OpaquePointer) {
        // The matrix is enlarged and all lengths are divided by the same factor, so that the stroke stays the same.
        let enlargement = CairoShapes.enlargement(for: transform)
        var matrix = transform.cairoMatrix
        (matrix.xx, matrix.xy, matrix.yx, matrix.yy) = (
            matrix.xx * enlargement, matrix.xy * enlargement, matrix.yx * enlargement, matrix.yy * enlargement
        )
        cairo_set_matrix(context, &matrix)
        cairo_set_source_rgba(context, stroke.color.red, stroke.color.green, stroke.color.blue, stroke.color.alpha * alpha)
        cairo_set_line_width(context, min(stroke.width, 1e6 / max(transform.meanScale, 1e-6)) / enlargement)
        cairo_set_line_cap(context, stroke.lineCap.cairo)
        cairo_set_line_join(context, stroke.lineJoin.cairo)
        cairo_set_miter_limit(context, stroke.miterLimit)
        if let dash = stroke.dash {
            withUnsafeTemporaryAllocation(of: Double.self, capacity: 2) { pattern in
                pattern[0] = dash.dash / enlargement
                pattern[1] = dash.gap / enlargement
                cairo_set_dash(context, pattern.baseAddress, 2, dash.phase / enlargement)
            }
        } else {
            cairo_set_dash(context, nil, 0, 0)
        }
        cairo_stroke(context)
        cairo_identity_matrix(context)
    }

    /// A factor that keeps Cairo from clipping a stroke too narrowly; 1 where it does not.
    ///
    /// Cairo clips a stroke to the box of its path, grown by the pen's reach. Its test for a matrix that keeps lengths
    /// (`_cairo_matrix_has_unity_scale`, Cairo 1.16) looks only at the determinant of an axis-aligned matrix, so the pen of `a = 2, d = 0.5`
    /// counts as not scaled, and what it draws along its longer axis is cut off. With the factor the determinant is out of the test's reach.
    /// Matrices that differ from a unit scale only by rounding are left alone: Cairo strokes them faster, and with other rounding.
    private static func enlargement(for transform: Transform) -> Double {
        let epsilon = 1.0 / 256
        let rounding = 1e-6
        let determinant = transform.determinant
        guard (determinant * determinant - 1).magnitude < epsilon,
            max(transform.b.magnitude, transform.c.magnitude) < epsilon || max(transform.a.magnitude, transform.d.magnitude) < epsilon,
            max(transform.a * transform.a + transform.c * transform.c, transform.b * transform.b + transform.d * transform.d) > 1 + rounding
        else { return 1 }
        return 1 + epsilon
    }
}

extension ShapeEntity.LineCap {
    fileprivate var cairo: cairo_line_cap_t {
        switch self {
        case .butt: CAIRO_LINE_CAP_BUTT
        case .round: CAIRO_LINE_CAP_ROUND
        case .square: CAIRO_LINE_CAP_SQUARE
        }
    }
}

extension ShapeEntity.LineJoin {
    fileprivate var cairo: cairo_line_join_t {
        switch self {
        case .miter: CAIRO_LINE_JOIN_MITER
        case .round: CAIRO_LINE_JOIN_ROUND
        case .bevel: CAIRO_LINE_JOIN_BEVEL
        }
    }
}
