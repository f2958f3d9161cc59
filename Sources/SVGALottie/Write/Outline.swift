import SVGAModel
import SVGAPixels

/// One subpath in Lottie's form: points with in and out handles.
struct Outline {
    struct Point {
        var x: Double
        var y: Double
        /// The absolute in handle.
        var inX: Double
        var inY: Double
        /// The absolute out handle.
        var outX: Double
        var outY: Double

        init(_ x: Double, _ y: Double) {
            (self.x, self.y) = (x, y)
            (inX, inY, outX, outY) = (x, y, x, y)
        }
    }

    private(set) var points: [Point] = []
    private(set) var isClosed = false

    /// All subpaths that draw something.
    /// - Parameter closing: whether open subpaths are closed, as for fills and clips.
    static func all(of path: SVGAPath, closing: Bool) -> [Outline] {
        var outlines: [Outline] = []
        var open = Outline()
        func finish() {
            if closing { open.close() }
            if open.points.count > 1 || open.isClosed { outlines.append(open) }
        }
        var at = 0
        func coordinate(_ index: Int) -> (x: Double, y: Double) {
            (Double(path.coordinates[at + 2 * index]), Double(path.coordinates[at + 2 * index + 1]))
        }
        for verb in path.verbs {
            switch verb {
            case .move:
                finish()
                open = Outline()
                open.points = [Point(coordinate(0).x, coordinate(0).y)]
            case .line, .curve:
                // A subpath after a closed one starts at its start.
                if open.isClosed, let start = open.points.first {
                    outlines.append(open)
                    open = Outline()
                    open.points = [Point(start.x, start.y)]
                }
                if open.points.isEmpty { open.points = [Point(coordinate(0).x, coordinate(0).y)] }
                let end = coordinate(verb == .line ? 0 : 2)
                var point = Point(end.x, end.y)
                if verb == .curve {
                    (open.points[open.points.count - 1].outX, open.points[open.points.count - 1].outY) = coordinate(0)
                    (point.inX, point.inY) = coordinate(1)
                }
                open.points.append(point)
            case .close: if !open.isClosed { open.close() }
            }
            at += verb.coordinateCount
        }
        finish()
        return outlines
    }

    private mutating func close() {
        guard let first = points.first, let last = points.last else { return }
        isClosed = points.count > 1 || isClosed
        // A player draws the closing line itself. A circle's end differs from its start by rounding.
        let near = 1e-6 * max(1, first.x.magnitude, first.y.magnitude)
        guard points.count > 2, (last.x - first.x).magnitude <= near, (last.y - first.y).magnitude <= near else { return }
        (points[0].inX, points[0].inY) = (last.inX, last.inY)
        points.removeLast()
    }

    /// The number of points, negated for open outlines. Outlines with equal numbers can be one animated path.
    var form: Int { isClosed ? points.count : -points.count }

    /// Twice the signed area of the polygon of points and handles: positive for clockwise.
    var turning: Double {
        var (sum, before) = (0.0, points.last.map { ($0.outX, $0.outY) } ?? (0, 0))
        for point in points {
            for next in [(point.inX, point.inY), (point.x, point.y), (point.outX, point.outY)] {
                sum += before.0 * next.1 - before.1 * next.0
                before = next
            }
        }
        return sum
    }

    /// Whether the outline is an axis-aligned rectangle.
    var isBox: Bool {
        guard isClosed, points.count == 4 else { return false }
        return points.indices.allSatisfy { index in
            let (one, next) = (points[index], points[(index + 1) % 4])
            let isStraight = one.outX == one.x && one.outY == one.y && next.inX == next.x && next.inY == next.y
            return isStraight && (one.x == next.x) != (one.y == next.y)
        }
    }

    func applying(_ transform: SVGATransform) -> Outline {
        var outline = self
        for index in points.indices {
            let point = points[index]
            (outline.points[index].x, outline.points[index].y) = transform.apply(x: point.x, y: point.y)
            (outline.points[index].inX, outline.points[index].inY) = transform.apply(x: point.inX, y: point.inY)
            (outline.points[index].outX, outline.points[index].outY) = transform.apply(x: point.outX, y: point.outY)
        }
        return outline
    }

    /// The JSON value of the path.
    func text(decimals: Int) -> String {
        func list(_ component: (Point) -> (Double, Double)) -> String {
            points.map { "[" + ShortNumber.pair(component($0).0, component($0).1, decimals: decimals) + "]" }.joined(separator: ",")
        }
        // Handles are relative to the rounded point, so that rounding errors do not add up.
        func near(_ value: Double) -> Double { ShortNumber.rounded(value, decimals: decimals) }
        return "{\"i\":[" + list { ($0.inX - near($0.x), $0.inY - near($0.y)) } + "],\"o\":["
            + list { ($0.outX - near($0.x), $0.outY - near($0.y)) } + "],\"v\":[" + list { ($0.x, $0.y) } + "],\"c\":\(isClosed)}"
    }
}

extension ShapeEntity.Geometry {
    /// The outline as a path. Rectangles and ellipses have a fixed number of points, regardless of their size.
    var asPath: SVGAPath {
        switch self {
        case .path(let path): return path
        case .rect(let rect, let corner):
            var path = SVGAPath()
            let radius = max(0, corner)
            guard radius > 0 else {
                path.move(x: rect.x, y: rect.y)
                path.line(x: rect.maxX, y: rect.y)
                path.line(x: rect.maxX, y: rect.maxY)
                path.line(x: rect.x, y: rect.maxY)
                path.close()
                return path
            }
            // The renderer's start point, which dashes reveal.
            path.move(x: rect.x + radius, y: rect.y)
            let quarter = Double.pi / 2
            let centers = [
                (rect.maxX - radius, rect.y + radius), (rect.maxX - radius, rect.maxY - radius), (rect.x + radius, rect.maxY - radius),
                (rect.x + radius, rect.y + radius),
            ]
            for (index, center) in centers.enumerated() {
                let start = Double(index - 1) * quarter
                path.arc(centerX: center.0, centerY: center.1, radius: radius, startAngle: start, endAngle: start + quarter)
            }
            path.close()
            return path
        case .ellipse(let x, let y, let radiusX, let radiusY):
            var path = SVGAPath()
            let arc = EllipticalArc(centerX: x, centerY: y, radiusX: radiusX, radiusY: radiusY, startAngle: 0, sweep: 2 * .pi)
            path.move(x: x + radiusX, y: y)
            arc.eachCurve { path.curve(x1: $0, y1: $1, x2: $2, y2: $3, x: $4, y: $5) }
            path.close()
            return path
        }
    }
}
