import CCairo
import SVGAFormat
import SVGAModel

enum SampleError: Error, CustomStringConvertible {
    case cairo(String)
    case source(String)

    var description: String {
        switch self {
        case .cairo(let reason): "Cairo: \(reason)"
        case .source(let reason): reason
        }
    }
}

/// What an outline is filled or stroked with.
enum Paint {
    typealias Stop = (offset: Double, color: Color)

    case color(Color)
    case linear(x0: Double, y0: Double, x1: Double, y1: Double, [Stop])
    /// From `inner` to `outer` pixels around the centre.
    case radial(x: Double, y: Double, inner: Double, outer: Double, [Stop])

    /// From `top` to `bottom`, straight down.
    static func vertical(_ y0: Double, _ y1: Double, _ colors: Color...) -> Paint {
        .linear(x0: 0, y0: y0, x1: 0, y1: y1, stops(colors))
    }

    static func glow(x: Double, y: Double, radius: Double, _ colors: Color...) -> Paint {
        .radial(x: x, y: y, inner: 0, outer: radius, stops(colors))
    }

    private static func stops(_ colors: [Color]) -> [Stop] {
        colors.enumerated().map { (Double($0.offset) / Double(max(1, colors.count - 1)), $0.element) }
    }
}

/// A Cairo pattern, freed with it.
private struct Pattern: ~Copyable {
    let handle: OpaquePointer

    init(_ paint: Paint) throws(SampleError) {
        let made: OpaquePointer?
        let stops: [Paint.Stop]
        switch paint {
        case .color(let color): (made, stops) = (cairo_pattern_create_rgba(color.red, color.green, color.blue, color.alpha), [])
        case .linear(let x0, let y0, let x1, let y1, let list): (made, stops) = (cairo_pattern_create_linear(x0, y0, x1, y1), list)
        case .radial(let x, let y, let inner, let outer, let list):
            (made, stops) = (cairo_pattern_create_radial(x, y, inner, x, y, outer), list)
        }
        guard let made else { throw .cairo("no memory for a pattern") }
        for stop in stops {
            cairo_pattern_add_color_stop_rgba(made, stop.offset, stop.color.red, stop.color.green, stop.color.blue, stop.color.alpha)
        }
        let status = cairo_pattern_status(made)
        guard status == CAIRO_STATUS_SUCCESS else {
            cairo_pattern_destroy(made)
            throw .cairo(text(of: status))
        }
        handle = made
    }

    deinit { cairo_pattern_destroy(handle) }
}

private func text(of status: cairo_status_t) -> String {
    cairo_status_to_string(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
}

/// A transparent bitmap to draw on, as large as one payload of a movie.
final class Canvas {
    let width: Int
    let height: Int
    /// Owns the surface too: it is the context's target and nobody else keeps it.
    private let context: OpaquePointer

    init(width: Int, height: Int) throws(SampleError) {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, CInt(width), CInt(height)) else {
            throw .cairo("no memory for a surface")
        }
        defer { cairo_surface_destroy(surface) }
        guard let made = cairo_create(surface) else { throw .cairo("no memory for a context") }
        let status = cairo_status(made)
        guard status == CAIRO_STATUS_SUCCESS else {
            cairo_destroy(made)
            throw .cairo(text(of: status))
        }
        self.width = width
        self.height = height
        context = made
    }

    deinit { cairo_destroy(context) }

    func fill(_ path: Path, _ paint: Paint) throws(SampleError) {
        try draw(path, paint) { cairo_fill($0) }
    }

    func stroke(_ path: Path, _ paint: Paint, width: Double) throws(SampleError) {
        try draw(path, paint) { context in
            cairo_set_line_width(context, width)
            cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
            cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
            cairo_stroke(context)
        }
    }

    /// A soft halo of `radius` pixels around the outline: many faint strokes, widest first.
    func halo(_ path: Path, _ color: Color, radius: Double) throws(SampleError) {
        let steps = 14
        for step in 0..<steps {
            let share = 1 - Double(step) / Double(steps)
            var faint = color
            faint.alpha = color.alpha * (1 - share) * 0.22
            try stroke(path, .color(faint), width: 2 * radius * share)
        }
    }

    /// What `body` draws shows only inside `path`.
    func clipped(to path: Path, _ body: () throws(SampleError) -> Void) throws(SampleError) {
        cairo_save(context)
        defer { cairo_restore(context) }
        trace(path)
        cairo_clip(context)
        try body()
    }

    /// The bitmap as a PNG file. Its values are rounded to 64 steps a channel: nobody sees it, and the file gets a sixth smaller.
    func png() throws(SampleError) -> [UInt8] {
        roundValues()
        var bytes: [UInt8] = []
        let status = withUnsafeMutablePointer(to: &bytes) { pointer in
            cairo_surface_write_to_png_stream(
                cairo_get_target(context),
                { closure, data, count in
                    guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
                    let chunk = UnsafeBufferPointer(start: data, count: Int(count))
                    closure.assumingMemoryBound(to: [UInt8].self).pointee.append(contentsOf: chunk)
                    return CAIRO_STATUS_SUCCESS
                }, pointer)
        }
        guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(text(of: status)) }
        return bytes
    }

    /// Keeps 0 and 255, and every colour at or below its alpha.
    private func roundValues() {
        let surface = cairo_get_target(context)
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else { return }
        for index in 0..<height * Int(cairo_image_surface_get_stride(surface)) {
            data[index] = data[index] > 253 ? 255 : (data[index] + 2) & 0xFC
        }
        cairo_surface_mark_dirty(surface)
    }

    private func draw(_ path: Path, _ paint: Paint, _ body: (OpaquePointer) -> Void) throws(SampleError) {
        let pattern = try Pattern(paint)
        cairo_set_source(context, pattern.handle)
        trace(path)
        body(context)
        let status = cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(text(of: status)) }
    }

    private func trace(_ path: Path) {
        cairo_new_path(context)
        var at = 0
        let numbers = path.coordinates.map(Double.init)
        for verb in path.verbs {
            switch verb {
            case .move: cairo_move_to(context, numbers[at], numbers[at + 1])
            case .line: cairo_line_to(context, numbers[at], numbers[at + 1])
            case .curve:
                cairo_curve_to(
                    context, numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3], numbers[at + 4], numbers[at + 5])
            case .close: cairo_close_path(context)
            }
            at += verb.coordinateCount
        }
    }
}
