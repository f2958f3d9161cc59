import CCairo
import SVGAModel
import SVGAPixels
import SVGAPlatform
import TestSupport

@testable import SVGARender

/// The coverage of each pixel by a stroke, 0…255.
struct StrokeMask {
    static let side = 96
    private(set) var levels = [Int](repeating: 0, count: side * side)

    init(
        _ geometry: ShapeEntity.Geometry, _ stroke: ShapeEntity.Stroke, _ transform: SVGATransform = .identity,
        parts: [PixelRect] = [PixelRect(minX: 0, minY: 0, maxX: side, maxY: side)]
    ) {
        let filler = PathFiller()
        let stroker = Stroker(filler)
        var words = [UInt32](repeating: 0, count: levels.count)
        words.withUnsafeMutableBufferPointer { words in
            guard let base = words.baseAddress else { return }
            for part in parts {
                filler.fill(0xFFFF_FFFF, to: PixelRows(base: base, wordsPerRow: StrokeMask.side), within: part) { _ in
                    stroker.stroke(geometry, stroke, transform)
                }
            }
        }
        levels = words.map { Int($0 >> 24) }
    }

    init(_ path: SVGAPath, _ stroke: ShapeEntity.Stroke, _ transform: SVGATransform = .identity) {
        self.init(.path(path), stroke, transform)
    }

    init(_ path: SVGAPath, _ stroke: ShapeEntity.Stroke, parts: [PixelRect]) { self.init(.path(path), stroke, parts: parts) }

    /// Cairo's result.
    init(cairo path: SVGAPath, _ stroke: ShapeEntity.Stroke, _ transform: SVGATransform) {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(StrokeMask.side), Int32(StrokeMask.side))
        let context = cairo_create(surface)!
        defer {
            cairo_destroy(context)
            cairo_surface_destroy(surface)
        }
        Outline(CairoPath(context), transform).add(path)
        var matrix = transform.cairoMatrix
        cairo_set_matrix(context, &matrix)
        cairo_set_tolerance(context, 0.01)
        cairo_set_line_width(context, stroke.width)
        cairo_set_line_cap(context, cairo_line_cap_t(rawValue: UInt32(stroke.lineCap.number)))
        cairo_set_line_join(context, cairo_line_join_t(rawValue: UInt32(stroke.lineJoin.number)))
        cairo_set_miter_limit(context, stroke.miterLimit)
        if let dash = stroke.dash { cairo_set_dash(context, [dash.dash, dash.gap], 2, dash.phase) }
        cairo_stroke(context)
        cairo_surface_flush(surface)
        let bytes = cairo_image_surface_get_data(surface)!
        let stride = Int(cairo_image_surface_get_stride(surface))
        for (x, y) in positions { levels[y * StrokeMask.side + x] = Int(bytes[y * stride + x]) }
    }

    subscript(x: Int, y: Int) -> Int { levels[y * StrokeMask.side + x] }

    var positions: [(Int, Int)] { (0..<StrokeMask.side * StrokeMask.side).map { ($0 % StrokeMask.side, $0 / StrokeMask.side) } }

    /// In pixels.
    var area: Double { Double(levels.reduce(0, +)) / 255 }

    /// Whether all but a few pixels differ by little. If the edges of two lines share a pixel, our areas add up, and Cairo's samples do
    /// not.
    func isLike(_ other: StrokeMask) -> Bool {
        let differences = zip(levels, other.levels).map { abs($0 - $1) }
        return differences.reduce(0, +) < 2 * levels.count && differences.count { $0 > 80 } < 30
    }
}

extension ShapeEntity.Stroke {
    static func pen(
        _ width: Double, cap: ShapeEntity.LineCap = .butt, join: ShapeEntity.LineJoin = .miter, miterLimit: Double = 10,
        dash: ShapeEntity.Dash? = nil
    ) -> ShapeEntity.Stroke {
        ShapeEntity.Stroke(color: .black, width: width, lineCap: cap, lineJoin: join, miterLimit: miterLimit, dash: dash)
    }
}

extension Double {
    func isNear(_ other: Double, within tolerance: Double) -> Bool { (self - other).magnitude <= tolerance }
}

extension SVGAPath {
    static func lines(_ points: (Double, Double)..., isClosed: Bool = false) -> SVGAPath { lines(points, isClosed: isClosed) }

    static func lines(_ points: [(Double, Double)], isClosed: Bool) -> SVGAPath {
        var path = SVGAPath()
        for (index, point) in points.enumerated() {
            index == 0 ? path.move(x: point.0, y: point.1) : path.line(x: point.0, y: point.1)
        }
        if isClosed { path.close() }
        return path
    }

    /// A start point, and three points for each curve.
    static func curves(_ points: (Double, Double)...) -> SVGAPath {
        var path = SVGAPath()
        path.move(x: points[0].0, y: points[0].1)
        for index in stride(from: 1, to: points.count, by: 3) {
            let (first, second, end) = (points[index], points[index + 1], points[index + 2])
            path.curve(x1: first.0, y1: first.1, x2: second.0, y2: second.1, x: end.0, y: end.1)
        }
        return path
    }

    /// Closely spaced points along it.
    var points: [(Double, Double)] {
        let steps = 400
        var points: [(Double, Double)] = []
        var start = (0.0, 0.0)
        var at = 0
        func number(_ offset: Int) -> Double { Double(coordinates[at + offset]) }
        func line(_ end: (Double, Double)) {
            let from = points.last ?? end
            for step in 1...steps {
                let t = Double(step) / Double(steps)
                points.append((from.0 + (end.0 - from.0) * t, from.1 + (end.1 - from.1) * t))
            }
        }
        for verb in verbs {
            switch verb {
            case .move:
                start = (number(0), number(1))
                points.append(start)
            case .line: line((number(0), number(1)))
            case .close: line(start)
            case .curve:
                let from = points.last ?? start
                for step in 1...steps {
                    let t = Double(step) / Double(steps)
                    let (a, b, c, d) = ((1 - t) * (1 - t) * (1 - t), 3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t, t * t * t)
                    points.append(
                        (
                            a * from.0 + b * number(0) + c * number(2) + d * number(4),
                            a * from.1 + b * number(1) + c * number(3) + d * number(5)
                        ))
                }
            }
            at += verb.coordinateCount
        }
        return points
    }
}

extension SeededGenerator {
    /// One or two subpaths of lines and curves, some closed, within the mask.
    mutating func path() -> SVGAPath {
        var path = SVGAPath()
        for _ in 0..<Int.random(in: 1...2, using: &self) {
            path.move(x: number(8, 88), y: number(8, 88))
            for _ in 0..<Int.random(in: 1...4, using: &self) {
                if Bool.random(using: &self) {
                    path.line(x: number(8, 88), y: number(8, 88))
                } else {
                    path.curve(
                        x1: number(8, 88), y1: number(8, 88), x2: number(8, 88), y2: number(8, 88), x: number(8, 88), y: number(8, 88))
                }
            }
            if Bool.random(using: &self) { path.close() }
        }
        return path
    }

    mutating func pen(widest: Double) -> ShapeEntity.Stroke {
        let caps: [ShapeEntity.LineCap] = [.butt, .round, .square]
        let joins: [ShapeEntity.LineJoin] = [.miter, .round, .bevel]
        return .pen(
            exp(number(log(0.3), log(widest))), cap: caps.randomElement(using: &self) ?? .butt,
            join: joins.randomElement(using: &self) ?? .miter, miterLimit: number(1, 6))
    }

    /// Around the mask's center: rotated, mirrored, scaled; or also skewed and scaled by two factors.
    mutating func transform(isSimilar: Bool) -> SVGATransform {
        let middle = Double(StrokeMask.side) / 2
        let placed = SVGATransform.translation(x: middle, y: middle)
            .rotated(by: number(0, 6))
            .scaledBy(x: Bool.random(using: &self) ? 1 : -1, y: 1)
        let (x, y) = (number(0.5, 1.5), number(0.5, 1.5))
        let shape = isSimilar ? SVGATransform.scale(x: x, y: x) : SVGATransform(a: x, b: 0, c: number(-1, 1), d: y, tx: 0, ty: 0)
        return shape.concatenating(placed).translatedBy(x: -middle, y: -middle)
    }
}
