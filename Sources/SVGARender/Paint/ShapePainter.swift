import CCairo
import SVGAModel

/// Draws vector shapes with Cairo (semantics.md section 6).
enum ShapePainter {
    static func draw(_ shape: ShapeEntity, _ spriteSpace: Transform, _ alpha: Double, _ context: OpaquePointer) {
        guard shape.fill != nil || shape.stroke != nil else { return }
        let transform = spriteSpace.appending(shape.transform)
        guard transform.isDrawable else { return }
        cairo_identity_matrix(context)
        Outline(context, transform).add(shape.geometry)
        if let fill = shape.fill {
            cairo_set_source_rgba(context, fill.red, fill.green, fill.blue, fill.alpha * alpha)
            shape.stroke == nil ? cairo_fill(context) : cairo_fill_preserve(context)
        }
        if let stroke = shape.stroke { ShapePainter.stroke(stroke, transform, alpha, context) }
    }

    /// The path is there already, in output pixels; the pen is measured in shape space.
    private static func stroke(_ stroke: ShapeEntity.Stroke, _ transform: Transform, _ alpha: Double, _ context: OpaquePointer) {
        var matrix = transform.cairoMatrix
        cairo_set_matrix(context, &matrix)
        cairo_set_source_rgba(context, stroke.color.red, stroke.color.green, stroke.color.blue, stroke.color.alpha * alpha)
        cairo_set_line_width(context, min(stroke.width, 1e6 / max(transform.meanScale, 1e-6)))
        cairo_set_line_cap(context, stroke.lineCap.cairo)
        cairo_set_line_join(context, stroke.lineJoin.cairo)
        cairo_set_miter_limit(context, stroke.miterLimit)
        if let dash = stroke.dash {
            withUnsafeTemporaryAllocation(of: Double.self, capacity: 2) { pattern in
                pattern[0] = dash.dash
                pattern[1] = dash.gap
                cairo_set_dash(context, pattern.baseAddress, 2, dash.phase)
            }
        } else {
            cairo_set_dash(context, nil, 0, 0)
        }
        cairo_stroke(context)
        cairo_identity_matrix(context)
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
