import CCairo
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// Pictures drawn by Cairo.
enum CairoPicture {
    static let noMemory = ImportError.limit("out of memory for an image")

    static func drawn(width: Int, height: Int, _ draw: (OpaquePointer) throws(ImportError) -> Void) throws(ImportError) -> Pixmap {
        let canvas = try checked { () throws(SVGAError) in try CairoCanvas(width: width, height: height) }
        try draw(canvas.context)
        try checked { () throws(SVGAError) in try canvas.check() }
        return canvas.pixmap()
    }

    private static func checked<Result>(_ body: () throws(SVGAError) -> Result) throws(ImportError) -> Result {
        do throws(SVGAError) {
            return try body()
        } catch {
            throw .limit("Cairo: \(error.message)")
        }
    }
}

/// Draws the parts of an SVG that SVGA shapes cannot represent.
struct CairoReplay {
    let context: OpaquePointer

    /// Moves a point of the canvas to the origin, with a scale in pixels per point.
    func setOrigin(x: Double, y: Double, scale: Double) {
        cairo_scale(context, scale, scale)
        cairo_translate(context, x, y)
    }

    func draw(_ operations: [SVGDrawing.Operation]) {
        for operation in operations {
            cairo_save(context)
            for clip in operation.clips {
                add(clip.path)
                cairo_set_fill_rule(context, clip.isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
                cairo_clip(context)
            }
            draw(operation)
            cairo_restore(context)
        }
    }

    private func draw(_ operation: SVGDrawing.Operation) {
        if case .group(let group, let x, let y) = operation.source {
            cairo_push_group(context)
            cairo_save(context)
            cairo_translate(context, x, y)
            draw(group.operations)
            cairo_restore(context)
            cairo_pop_group_to_source(context)
        } else {
            setSource(operation.source)
        }
        switch operation.action {
        case .fill(let area):
            add(area.path)
            cairo_set_fill_rule(context, area.isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
            cairo_fill(context)
        case .stroke(let path, let matrix, let style):
            add(path)
            transform(matrix)
            let cap = [ShapeEntity.LineCap.butt: CAIRO_LINE_CAP_BUTT, .round: CAIRO_LINE_CAP_ROUND, .square: CAIRO_LINE_CAP_SQUARE]
            let join = [ShapeEntity.LineJoin.miter: CAIRO_LINE_JOIN_MITER, .round: CAIRO_LINE_JOIN_ROUND, .bevel: CAIRO_LINE_JOIN_BEVEL]
            cairo_set_line_width(context, style.width)
            cairo_set_line_cap(context, cap[style.cap] ?? CAIRO_LINE_CAP_BUTT)
            cairo_set_line_join(context, join[style.join] ?? CAIRO_LINE_JOIN_MITER)
            cairo_set_miter_limit(context, style.miterLimit)
            cairo_set_dash(context, style.dashes, Int32(clamping: style.dashes.count), style.phase)
            cairo_stroke(context)
        case .paint(let alpha): cairo_paint_with_alpha(context, alpha)
        }
    }

    private func transform(_ t: SVGATransform) {
        var matrix = cairo_matrix_t(xx: t.a, yx: t.b, xy: t.c, yy: t.d, x0: t.tx, y0: t.ty)
        cairo_transform(context, &matrix)
    }

    private func setSource(_ source: SVGDrawing.Source) {
        switch source {
        case .color(let color): cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
        case .group: break
        case .gradient(let gradient):
            let n = gradient.numbers
            let pattern =
                n.count == 6
                ? cairo_pattern_create_radial(n[0], n[1], n[2], n[3], n[4], n[5]) : cairo_pattern_create_linear(n[0], n[1], n[2], n[3])
            guard let pattern else { return }
            for stop in gradient.stops {
                let color = stop.color
                cairo_pattern_add_color_stop_rgba(pattern, stop.offset, color.red, color.green, color.blue, color.alpha)
            }
            let t = gradient.matrix
            var matrix = cairo_matrix_t(xx: t.a, yx: t.b, xy: t.c, yy: t.d, x0: t.tx, y0: t.ty)
            cairo_pattern_set_matrix(pattern, &matrix)
            let extend =
                switch gradient.extend {
                case .none: CAIRO_EXTEND_NONE
                case .pad: CAIRO_EXTEND_PAD
                case .reflect: CAIRO_EXTEND_REFLECT
                case .repeat: CAIRO_EXTEND_REPEAT
                }
            cairo_pattern_set_extend(pattern, extend)
            cairo_set_source(context, pattern)
            cairo_pattern_destroy(pattern)
        }
    }

    private func add(_ path: SVGAPath) {
        cairo_new_path(context)
        var at = 0
        func number(_ index: Int) -> Double { Double(path.coordinates[at + index]) }
        for verb in path.verbs {
            switch verb {
            case .move: cairo_move_to(context, number(0), number(1))
            case .line: cairo_line_to(context, number(0), number(1))
            case .curve: cairo_curve_to(context, number(0), number(1), number(2), number(3), number(4), number(5))
            case .close: cairo_close_path(context)
            }
            at += verb.coordinateCount
        }
    }
}
