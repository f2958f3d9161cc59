import CCairo
import SVGAModel
import SVGAPixels

/// Draws vector shapes with Cairo (Rules of rendering, section 6).
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

    /// Strokes the current path. The path is in output pixels, the pen in shape space.
    private static func stroke(_ stroke: ShapeEntity.Stroke, _ transform: Transform, _ alpha: Double, _ context: OpaquePointer) {
        // The matrix is enlarged and all lengths are divided by the same factor, so that the stroke stays the same.
        let enlargement = ShapePainter.enlargement(for: transform)
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

/// Hands paths to Cairo in output pixels.
///
/// Points are transformed here and not by Cairo, so that they can be clamped to the range of its fixed-point numbers: past 8 million
/// pixels they would wrap around and appear in wrong places.
struct Outline {
    private static let reach = 4_000_000.0
    /// How far the control points of a quarter circle lie along its tangents, for a radius of 1.
    private static let quarter = 0.552_284_749_830_793_4

    private let context: OpaquePointer
    private let transform: Transform

    /// - Precondition: the context's matrix is the identity while points are added.
    init(_ context: OpaquePointer, _ transform: Transform) {
        self.context = context
        self.transform = transform
        cairo_new_path(context)
    }

    func add(_ geometry: ShapeEntity.Geometry) {
        switch geometry {
        case .path(let path): add(path)
        case .rect(let rect, let radius):
            radius > 0 ? addRounded(rect, radius) : addPlain(rect)
        case .ellipse(let centerX, let centerY, let radiusX, let radiusY):
            addEllipse(centerX, centerY, radiusX, radiusY)
        }
    }

    func add(_ path: Path) {
        var at = 0
        path.coordinates.withUnsafeBufferPointer { numbers in
            for verb in path.verbs {
                switch verb {
                case .move: move(Double(numbers[at]), Double(numbers[at + 1]))
                case .line: line(Double(numbers[at]), Double(numbers[at + 1]))
                case .curve:
                    curve(
                        Double(numbers[at]), Double(numbers[at + 1]), Double(numbers[at + 2]), Double(numbers[at + 3]),
                        Double(numbers[at + 4]), Double(numbers[at + 5]))
                case .close: close()
                }
                at += verb.coordinateCount
            }
        }
    }

    func addPlain(_ rect: Rect) {
        move(rect.x, rect.y)
        line(rect.maxX, rect.y)
        line(rect.maxX, rect.maxY)
        line(rect.x, rect.maxY)
        close()
    }

    private func addRounded(_ rect: Rect, _ radius: Double) {
        let rest = radius * (1 - Outline.quarter)
        move(rect.x + radius, rect.y)
        line(rect.maxX - radius, rect.y)
        curve(rect.maxX - rest, rect.y, rect.maxX, rect.y + rest, rect.maxX, rect.y + radius)
        line(rect.maxX, rect.maxY - radius)
        curve(rect.maxX, rect.maxY - rest, rect.maxX - rest, rect.maxY, rect.maxX - radius, rect.maxY)
        line(rect.x + radius, rect.maxY)
        curve(rect.x + rest, rect.maxY, rect.x, rect.maxY - rest, rect.x, rect.maxY - radius)
        line(rect.x, rect.y + radius)
        curve(rect.x, rect.y + rest, rect.x + rest, rect.y, rect.x + radius, rect.y)
        close()
    }

    private func addEllipse(_ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double) {
        let (handleX, handleY) = (radiusX * Outline.quarter, radiusY * Outline.quarter)
        move(x + radiusX, y)
        curve(x + radiusX, y + handleY, x + handleX, y + radiusY, x, y + radiusY)
        curve(x - handleX, y + radiusY, x - radiusX, y + handleY, x - radiusX, y)
        curve(x - radiusX, y - handleY, x - handleX, y - radiusY, x, y - radiusY)
        curve(x + handleX, y - radiusY, x + radiusX, y - handleY, x + radiusX, y)
        close()
    }

    private func move(_ x: Double, _ y: Double) {
        let point = place(x, y)
        cairo_move_to(context, point.x, point.y)
    }

    private func line(_ x: Double, _ y: Double) {
        let point = place(x, y)
        cairo_line_to(context, point.x, point.y)
    }

    private func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double) {
        let (first, second, end) = (place(x1, y1), place(x2, y2), place(x, y))
        cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
    }

    private func close() { cairo_close_path(context) }

    private func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let point = transform.apply(x: x, y: y)
        return (Outline.held(point.x), Outline.held(point.y))
    }

    private static func held(_ value: Double) -> Double {
        // A coordinate that is not a number becomes the lower end.
        value > -reach ? min(value, reach) : -reach
    }
}
