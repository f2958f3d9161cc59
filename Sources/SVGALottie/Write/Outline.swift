import SVGAModel
import SVGAPixels

/// One subpath as Lottie writes it: points, each with the handles before and after it.
struct Outline {
    struct Point {
        var x: Double
        var y: Double
        /// Absolute, where the curve to the point comes from.
        var inX: Double
        var inY: Double
        /// Absolute, where the curve from the point goes to.
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
    /// - Parameter closing: whether open ones count as closed, as filling and clipping take them.
    static func all(of path: SVGAPath, closing: Bool) -> [Outline] {
        var outlines: [Outline] = []
        var open = Outline()
        func finish() {
            if closing { open.close() }
            if open.points.count > 1 || open.isClosed { outlines.append(open) }
        }
        var at = 0
        func place(_ index: Int) -> (x: Double, y: Double) {
            (Double(path.coordinates[at + 2 * index]), Double(path.coordinates[at + 2 * index + 1]))
        }
        for verb in path.verbs {
            switch verb {
            case .move:
                finish()
                open = Outline()
                open.points = [Point(place(0).x, place(0).y)]
            case .line, .curve:
                // Whatever follows a closed subpath starts where that did.
                if open.isClosed, let start = open.points.first {
                    outlines.append(open)
                    open = Outline()
                    open.points = [Point(start.x, start.y)]
                }
                if open.points.isEmpty { open.points = [Point(place(0).x, place(0).y)] }
                let end = place(verb == .line ? 0 : 2)
                var point = Point(end.x, end.y)
                if verb == .curve {
                    (open.points[open.points.count - 1].outX, open.points[open.points.count - 1].outY) = place(0)
                    (point.inX, point.inY) = place(1)
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
        // A player draws the way back to the start itself. A circle's end is off its start by rounding.
        let near = 1e-6 * max(1, first.x.magnitude, first.y.magnitude)
        guard points.count > 2, (last.x - first.x).magnitude <= near, (last.y - first.y).magnitude <= near else { return }
        (points[0].inX, points[0].inY) = (last.inX, last.inY)
        points.removeLast()
    }

    /// How many points it has, told apart by whether it is closed: equal numbers can be one path that moves.
    var form: Int { isClosed ? points.count : -points.count }

    /// Twice the area of the polygon of its points and handles: above 0 where it goes clockwise.
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

    /// Whether it is a rectangle along the axes.
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

    /// As the value of a path.
    func text(decimals: Int) -> String {
        func list(_ place: (Point) -> (Double, Double)) -> String {
            points.map { "[" + ShortNumber.pair(place($0).0, place($0).1, decimals: decimals) + "]" }.joined(separator: ",")
        }
        // Handles are written relative to the rounded point, so that rounding does not add up.
        func near(_ value: Double) -> Double { ShortNumber.rounded(value, decimals: decimals) }
        return "{\"i\":[" + list { ($0.inX - near($0.x), $0.inY - near($0.y)) } + "],\"o\":["
            + list { ($0.outX - near($0.x), $0.outY - near($0.y)) } + "],\"v\":[" + list { ($0.x, $0.y) } + "],\"c\":\(isClosed)}"
    }
}

extension ShapeEntity.Geometry {
    /// The outline as a path, which for a rectangle and an ellipse has the same number of points whatever its size.
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
            // Starts where we draw it from, which dashes show.
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
