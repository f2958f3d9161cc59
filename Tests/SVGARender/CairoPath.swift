import CCairo
import SVGAModel

@testable import SVGARender

/// The current path of a Cairo context, in output pixels. Initialization clears it.
struct CairoPath: PathSink {
    let meter = WorkMeter.unlimited
    private let context: OpaquePointer

    /// - Precondition: the context's matrix is the identity while points are added.
    init(_ context: OpaquePointer) {
        self.context = context
        cairo_new_path(context)
    }

    func move(_ x: Double, _ y: Double) { cairo_move_to(context, x, y) }

    func line(_ x: Double, _ y: Double) { cairo_line_to(context, x, y) }

    func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double) {
        cairo_curve_to(context, x1, y1, x2, y2, x, y)
    }

    func close() { cairo_close_path(context) }
}

extension SVGATransform {
    var cairoMatrix: cairo_matrix_t { cairo_matrix_t(xx: a, yx: b, xy: c, yy: d, x0: tx, y0: ty) }
}
