import CCairo
import Foundation
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

/// The color or gradient of a fill or stroke.
enum Paint {
    typealias Stop = (offset: Double, color: SVGAColor)

    case color(SVGAColor)
    case linear(x0: Double, y0: Double, x1: Double, y1: Double, [Stop])
    /// A radial gradient from `inner` to `outer` pixels around the center.
    case radial(x: Double, y: Double, inner: Double, outer: Double, [Stop])

    /// A vertical gradient from `y0` to `y1` with evenly spaced colors.
    static func vertical(_ y0: Double, _ y1: Double, _ colors: SVGAColor...) -> Paint {
        .linear(x0: 0, y0: y0, x1: 0, y1: y1, stops(colors))
    }

    static func glow(x: Double, y: Double, radius: Double, _ colors: SVGAColor...) -> Paint {
        .radial(x: x, y: y, inner: 0, outer: radius, stops(colors))
    }

    private static func stops(_ colors: [SVGAColor]) -> [Stop] {
        colors.enumerated().map { (Double($0.offset) / Double(max(1, colors.count - 1)), $0.element) }
    }
}

/// Owns a Cairo pattern.
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

/// A bitmap for one payload of a movie, transparent at first.
final class ArtCanvas {
    let width: Int
    let height: Int
    /// The context holds the only reference to its target surface.
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

    func fill(_ path: SVGAPath, _ paint: Paint) throws(SampleError) {
        try draw(path, paint) { cairo_fill($0) }
    }

    func stroke(_ path: SVGAPath, _ paint: Paint, width: Double) throws(SampleError) {
        try draw(path, paint) { context in
            cairo_set_line_width(context, width)
            cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
            cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
            cairo_stroke(context)
        }
    }

    /// Draws a soft halo of `radius` pixels around the outline, by strokes of low alpha from the widest to the narrowest.
    func halo(_ path: SVGAPath, _ color: SVGAColor, radius: Double) throws(SampleError) {
        let steps = 14
        for step in 0..<steps {
            let share = 1 - Double(step) / Double(steps)
            var faint = color
            faint.alpha = color.alpha * (1 - share) * 0.22
            try stroke(path, .color(faint), width: 2 * radius * share)
        }
    }

    /// Calls `body` with `path` as the clip path.
    func clipped(to path: SVGAPath, _ body: () throws(SampleError) -> Void) throws(SampleError) {
        cairo_save(context)
        defer { cairo_restore(context) }
        trace(path)
        cairo_clip(context)
        try body()
    }

    /// The bitmap as a PNG file. Rounding to 64 steps per channel is invisible and makes the file smaller by one sixth.
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

    /// Rounds all channels to multiples of 4, except 255, which stays. No color exceeds its alpha, because the rounding is monotonic.
    private func roundValues() {
        let surface = cairo_get_target(context)
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else { return }
        for index in 0..<height * Int(cairo_image_surface_get_stride(surface)) {
            data[index] = data[index] > 253 ? 255 : (data[index] + 2) & 0xFC
        }
        cairo_surface_mark_dirty(surface)
    }

    private func draw(_ path: SVGAPath, _ paint: Paint, _ body: (OpaquePointer) -> Void) throws(SampleError) {
        let pattern = try Pattern(paint)
        cairo_set_source(context, pattern.handle)
        trace(path)
        body(context)
        let status = cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(text(of: status)) }
    }

    private func trace(_ path: SVGAPath) {
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

extension SVGAColor {
    /// `0xRRGGBB` and an alpha.
    init(_ rgb: UInt32, _ alpha: Double = 1) {
        self.init(
            red: Double(rgb >> 16 & 255) / 255, green: Double(rgb >> 8 & 255) / 255, blue: Double(rgb & 255) / 255, alpha: alpha)
    }
}

/// Outlines for bitmaps and for vector sprites.
extension SVGAPath {
    static func circle(x: Double, y: Double, radius: Double) -> SVGAPath {
        ellipse(x: x, y: y, radiusX: radius, radiusY: radius)
    }

    static func ellipse(x: Double, y: Double, radiusX: Double, radiusY: Double) -> SVGAPath {
        // The length of the control handles of a Bézier curve that approximates a quarter circle of radius 1.
        let k = 0.5522847498
        var path = SVGAPath()
        path.move(x: x + radiusX, y: y)
        for quarter in 0..<4 {
            let (cos, sin) = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][quarter]
            func point(_ u: Double, _ v: Double) -> (Double, Double) {
                (x + radiusX * (u * cos - v * sin), y + radiusY * (u * sin + v * cos))
            }
            let (first, second, end) = (point(1, k), point(k, 1), point(0, 1))
            path.curve(x1: first.0, y1: first.1, x2: second.0, y2: second.1, x: end.0, y: end.1)
        }
        path.close()
        return path
    }

    static func rect(x: Double, y: Double, width: Double, height: Double, radius: Double = 0) -> SVGAPath {
        let r = min(radius, width / 2, height / 2)
        let c = r * 0.4477152502
        let (right, bottom) = (x + width, y + height)
        var path = SVGAPath()
        path.move(x: x + r, y: y)
        path.line(x: right - r, y: y)
        path.curve(x1: right - c, y1: y, x2: right, y2: y + c, x: right, y: y + r)
        path.line(x: right, y: bottom - r)
        path.curve(x1: right, y1: bottom - c, x2: right - c, y2: bottom, x: right - r, y: bottom)
        path.line(x: x + r, y: bottom)
        path.curve(x1: x + c, y1: bottom, x2: x, y2: bottom - c, x: x, y: bottom - r)
        path.line(x: x, y: y + r)
        path.curve(x1: x, y1: y + c, x2: x + c, y2: y, x: x + r, y: y)
        path.close()
        return path
    }

    /// A star whose first point is at the top. If `inner` equals `outer`, the star is a regular polygon with `2 × points` vertices.
    static func star(x: Double, y: Double, points: Int, outer: Double, inner: Double, turn: Double = 0) -> SVGAPath {
        var path = SVGAPath()
        for index in 0..<2 * points {
            let angle = (Double(index) / Double(points) - 0.5) * Double.pi + turn * Double.pi / 180
            let radius = index % 2 == 0 ? outer : inner
            let (px, py) = (x + radius * cos(angle), y + radius * sin(angle))
            if index == 0 { path.move(x: px, y: py) } else { path.line(x: px, y: py) }
        }
        path.close()
        return path
    }

    static func polygon(_ points: [(Double, Double)]) -> SVGAPath {
        var path = SVGAPath()
        for (index, point) in points.enumerated() {
            if index == 0 { path.move(x: point.0, y: point.1) } else { path.line(x: point.0, y: point.1) }
        }
        path.close()
        return path
    }

    static func line(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> SVGAPath {
        var path = SVGAPath()
        path.move(x: x0, y: y0)
        path.line(x: x1, y: y1)
        return path
    }

    func moved(by transform: SVGATransform) -> SVGAPath {
        var path = SVGAPath()
        var at = 0
        for verb in verbs {
            let points = stride(from: at, to: at + verb.coordinateCount, by: 2).map {
                transform.apply(x: Double(coordinates[$0]), y: Double(coordinates[$0 + 1]))
            }
            switch verb {
            case .move: path.move(x: points[0].x, y: points[0].y)
            case .line: path.line(x: points[0].x, y: points[0].y)
            case .curve:
                path.curve(x1: points[0].x, y1: points[0].y, x2: points[1].x, y2: points[1].y, x: points[2].x, y: points[2].y)
            case .close: path.close()
            }
            at += verb.coordinateCount
        }
        return path
    }

    func moved(x: Double, y: Double, scale: Double = 1, mirrored: Bool = false) -> SVGAPath {
        moved(by: SVGATransform(a: mirrored ? -scale : scale, b: 0, c: 0, d: scale, tx: x, ty: y))
    }

    /// Both outlines as one path, with coordinates rounded to two decimals.
    func joined(_ other: SVGAPath) -> SVGAPath {
        PathParser.parse(d + " " + other.d).path
    }

    /// The outline as SVG path data with two decimals and only commands that all players support.
    var d: String {
        var parts: [String] = []
        var at = 0
        for verb in verbs {
            let numbers = coordinates[at..<at + verb.coordinateCount].map { number -> String in
                let hundredths = Int((Double(number) * 100).rounded())
                return hundredths % 100 == 0 ? "\(hundredths / 100)" : "\(Double(hundredths) / 100)"
            }
            let letter =
                switch verb {
                case .move: "M"
                case .line: "L"
                case .curve: "C"
                case .close: "Z"
                }
            parts.append(([letter] + numbers).joined(separator: " "))
            at += verb.coordinateCount
        }
        return parts.joined(separator: " ")
    }
}

/// The files in `samples/sources`: hand-drawn outlines as SVG path data (`*.path`), and the chime as an MP3.
struct Sources {
    let folder: String

    func path(_ name: String) throws(SampleError) -> SVGAPath {
        let result = PathParser.parse(String(decoding: try bytes("\(name).path"), as: UTF8.self))
        if let offset = result.brokenAt { throw .source("\(folder)/\(name).path: the path has an error (byte \(offset))") }
        return result.path
    }

    func bytes(_ name: String) throws(SampleError) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
            throw .source("\(folder)/\(name): cannot be read")
        }
        return [UInt8](data)
    }
}
