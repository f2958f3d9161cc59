import CCairo
import SVGAImage
import SVGAModel
import SVGAPixels

/// A Cairo image of the output's size and the context that draws into it. Owns both handles.
final class CairoCanvas {
    let surface: OpaquePointer
    let context: OpaquePointer
    let width: Int
    let height: Int

    init(width: Int, height: Int) throws(RenderError) {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)) else {
            throw .drawing(reason: "no surface")
        }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface) else {
            let status = cairo_surface_status(surface)
            cairo_surface_destroy(surface)
            throw .drawing(reason: CairoCanvas.text(status))
        }
        self.surface = surface
        self.context = context
        self.width = width
        self.height = height
        try check()
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// Cairo keeps the first error of a context and then does nothing more, so one check after drawing finds every error.
    func check() throws(RenderError) {
        let status = cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS else { throw .drawing(reason: CairoCanvas.text(status)) }
    }

    private static func text(_ status: cairo_status_t) -> String { String(cString: cairo_status_to_string(status)) }

    /// Fills all of it with a colour, replacing what is there; nil: transparent.
    ///
    /// Cairo remembers that a surface is clear. It then draws the first shape faster and rounds some of its pixels differently.
    func fill(with color: Color?) {
        cairo_identity_matrix(context)
        cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
        let color = color ?? Color(red: 0, green: 0, blue: 0, alpha: 0)
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
        cairo_paint(context)
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    }

    /// Fills what lies outside of a rectangle with a colour, replacing what is there; nil: transparent. The rectangle's edge is antialiased.
    func fillOutside(_ rect: Rect, _ transform: Transform, with color: Color?) {
        cairo_identity_matrix(context)
        Outline(CairoPath(context), transform).addPlain(rect)
        cairo_rectangle(context, 0, 0, Double(width), Double(height))
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
        cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
        let color = color ?? Color(red: 0, green: 0, blue: 0, alpha: 0)
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
        cairo_fill(context)
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    }

    /// Makes these parts transparent; they may overlap. Cairo does not treat the surface as clear afterwards.
    func clear(_ parts: [PixelRect]) {
        withPixels { rows in
            let isMost = parts.reduce(0, { $0 + $1.width * $1.height }) >= width * height
            for part in isMost ? [PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)] : parts {
                for y in part.minY..<part.maxY { (rows.row(y) + part.minX).update(repeating: 0, count: part.width) }
            }
        }
    }

    /// Makes a part transparent and limits what follows to it.
    func beginPart(_ part: PixelRect) {
        cairo_reset_clip(context)
        cairo_identity_matrix(context)
        clip(to: part)
        cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
        cairo_paint(context)
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
        // Otherwise earlier drawing would decide whether Cairo treats the surface as clear, and so how it rounds some pixels.
        cairo_surface_mark_dirty(surface)
    }

    /// Lays a part of another canvas of the same size over this one, within the clip that is set.
    func composite(_ other: CairoCanvas, part: PixelRect, alpha: Double, _ operation: cairo_operator_t = CAIRO_OPERATOR_OVER) {
        cairo_save(context)
        cairo_identity_matrix(context)
        clip(to: part)
        cairo_set_operator(context, operation)
        cairo_set_source_surface(context, other.surface, 0, 0)
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
        cairo_paint_with_alpha(context, alpha)
        cairo_restore(context)
    }

    private func clip(to part: PixelRect) {
        cairo_rectangle(context, Double(part.minX), Double(part.minY), Double(part.width), Double(part.height))
        cairo_clip(context)
    }

    /// The pixels in memory, for reading: bytes, and how many there are from one row to the next.
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer, _ bytesPerRow: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        cairo_surface_flush(surface)
        let stride = Int(cairo_image_surface_get_stride(surface))
        // Only a surface that failed has no data, and none does: `init` and `check` have thrown before.
        let data = cairo_image_surface_get_data(surface)
        return try body(UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : stride * height), stride)
    }

    /// The pixels in memory, for reading or for drawing without Cairo, which is told before and after.
    func withPixels(_ body: (PixelRows) -> Void) {
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else { return }
        let stride = Int(cairo_image_surface_get_stride(surface)) / 4
        data.withMemoryRebound(to: UInt32.self, capacity: stride * height) { body(PixelRows(base: $0, wordsPerRow: stride)) }
        cairo_surface_mark_dirty(surface)
    }
}

/// The output, and a canvas for each level of groups nested in it, made when first needed.
final class CanvasStack {
    private let pool: CanvasPool
    private var canvases: [CairoCanvas]
    private var depth = 0

    init(_ pool: CanvasPool, width: Int, height: Int) throws(RenderError) {
        self.pool = pool
        canvases = [try pool.take(width: width, height: height)]
    }

    /// The last that happens to it. No canvas may have an error or a saved state.
    func giveBack() { pool.give(canvases) }

    var output: CairoCanvas { canvases[0] }

    /// What is drawn on: the innermost group that is open, or the output.
    var top: CairoCanvas { canvases[depth] }

    /// What the innermost group is laid onto when it ends.
    var belowTop: CairoCanvas { canvases[depth - 1] }

    /// Leaves all groups that a failed frame left open.
    func leaveGroups() { depth = 0 }

    /// Begins a group: what follows is drawn apart, within this part of the output.
    func beginGroup(_ part: PixelRect) throws(RenderError) {
        if depth + 1 == canvases.count { canvases.append(try pool.take(width: output.width, height: output.height)) }
        depth += 1
        top.beginPart(part)
    }

    /// Ends the innermost group and lays it onto what is below, within the clip that is set there.
    func endGroup(_ part: PixelRect, alpha: Double, _ operation: cairo_operator_t = CAIRO_OPERATOR_OVER) {
        depth -= 1
        top.composite(canvases[depth + 1], part: part, alpha: alpha, operation)
    }

    /// See ``CairoCanvas/check()``.
    func check() throws(RenderError) {
        for canvas in canvases { try canvas.check() }
    }
}

extension Transform {
    var cairoMatrix: cairo_matrix_t { cairo_matrix_t(xx: a, yx: b, xy: c, yy: d, x0: tx, y0: ty) }
}

/// The C libraries behind rendering, with the versions loaded.
package enum RenderLibraries {
    package static var versions: [(name: String, version: String)] {
        [("cairo", cairo_version_string().map { String(cString: $0) } ?? "unknown")] + ImageLibraries.versions
    }
}
