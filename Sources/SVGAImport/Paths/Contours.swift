import SVGAModel
import SVGAPixels
import SVGASupport

typealias Point = SIMD2<Double>

extension Point {
    func cross(_ other: Point) -> Double { x * other.y - y * other.x }
    var length: Double { (x * x + y * y).squareRoot() }
}

extension SVGATransform {
    func apply(_ point: Point) -> Point { Point(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty) }

    /// The maximum factor by which it scales a distance.
    var largestScale: Double {
        let (e, f, g, h) = ((a + d) / 2, (a - d) / 2, (b + c) / 2, (b - c) / 2)
        return (e * e + h * h).squareRoot() + (f * f + g * g).squareRoot()
    }

    /// Whether it is a similarity: rotation, translation, reflection and uniform scale.
    var isSimilarity: Bool {
        let slack = 1e-4 * largestScale
        return (abs(a - d) <= slack && abs(b + c) <= slack) || (abs(a + d) <= slack && abs(b - c) <= slack)
    }
}

/// One subpath: its points, and the control points of its curves.
struct Contour {
    var start: Point
    var segments: [Segment] = []
    var isClosed = false

    struct Segment {
        /// nil: a straight line.
        var controls: (Point, Point)?
        var end: Point
    }

    /// The reversed contour.
    var reversed: Contour {
        var contour = Contour(start: segments.last?.end ?? start, isClosed: isClosed)
        for index in segments.indices.reversed() {
            let end = index > 0 ? segments[index - 1].end : start
            contour.segments.append(Segment(controls: segments[index].controls.map { ($0.1, $0.0) }, end: end))
        }
        return contour
    }

    /// Points on the contour within the tolerance, without the start repeated at the end.
    func polygon(tolerance: Double) -> [Point] {
        var points = [start]
        var from = start
        for segment in segments {
            if let (first, second) = segment.controls {
                let bend = max((from - 2 * first + second).length, (first - 2 * second + segment.end).length)
                let steps = Int(saturating: min(max((bend * 0.75 / tolerance).squareRoot().rounded(.up), 1), 64))
                if steps > 1 {
                    for step in 1..<steps {
                        let t = Double(step) / Double(steps)
                        let s = 1 - t
                        let near: Point = from * (s * s * s) + first * (3 * s * s * t)
                        let far: Point = second * (3 * s * t * t) + segment.end * (t * t * t)
                        points.append(near + far)
                    }
                }
            }
            points.append(segment.end)
            from = segment.end
        }
        if points.count > 1, let last = points.last, (last - points[0]).length < 1e-9 { points.removeLast() }
        return points
    }
}

/// Twice the signed area, positive for clockwise on the canvas.
func windingArea(_ polygon: [Point]) -> Double {
    guard var from = polygon.last else { return 0 }
    var sum = 0.0
    for point in polygon {
        sum += from.cross(point)
        from = point
    }
    return sum
}

func boundingBox(_ points: [Point]) -> SVGARect? {
    guard let first = points.first else { return nil }
    var (low, high) = (first, first)
    for point in points {
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
    }
    return SVGARect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
}

extension SVGARect {
    var corners: [Point] { [Point(x, y), Point(maxX, y), Point(maxX, maxY), Point(x, maxY)] }

    func holds(_ point: Point) -> Bool { point.x >= x && point.x <= maxX && point.y >= y && point.y <= maxY }

    func touches(_ other: SVGARect) -> Bool { x <= other.maxX && other.x <= maxX && y <= other.maxY && other.y <= maxY }
}

extension SVGAPath {
    init(_ contours: [Contour]) {
        self.init()
        for contour in contours {
            move(x: contour.start.x, y: contour.start.y)
            for segment in contour.segments {
                if let (first, second) = segment.controls {
                    curve(x1: first.x, y1: first.y, x2: second.x, y2: second.y, x: segment.end.x, y: segment.end.y)
                } else {
                    line(x: segment.end.x, y: segment.end.y)
                }
            }
            if contour.isClosed { close() }
        }
    }

    init(polygons: [[Point]]) {
        self.init()
        for polygon in polygons where polygon.count > 2 {
            move(x: polygon[0].x, y: polygon[0].y)
            for point in polygon.dropFirst() { line(x: point.x, y: point.y) }
            close()
        }
    }

    init(_ rect: SVGARect) { self.init(polygons: [rect.corners]) }

    var contours: [Contour] {
        var contours: [Contour] = []
        var at = 0
        func point(_ offset: Int) -> Point { Point(Double(coordinates[at + offset]), Double(coordinates[at + offset + 1])) }
        for verb in verbs {
            if verb != .move, verb != .close, contours.last?.isClosed ?? true {
                // Continues at the start of the previous contour.
                contours.append(Contour(start: contours.last?.start ?? point(verb == .curve ? 4 : 0)))
            }
            let last = contours.count - 1
            switch verb {
            case .move: contours.append(Contour(start: point(0)))
            case .line: contours[last].segments.append(Contour.Segment(controls: nil, end: point(0)))
            case .curve: contours[last].segments.append(Contour.Segment(controls: (point(0), point(2)), end: point(4)))
            case .close: if last >= 0 { contours[last].isClosed = true }
            }
            at += verb.coordinateCount
        }
        return contours
    }

    /// The filled polygons: a contour of one point has no area.
    func polygons(tolerance: Double) -> [[Point]] { contours.map { $0.polygon(tolerance: tolerance) }.filter { $0.count > 2 } }

    /// The transformed path, rounded to thousandths.
    func mapped(by transform: SVGATransform) -> SVGAPath {
        movingPoints {
            let point = transform.apply(x: $0, y: $1)
            return (point.x.thousandths, point.y.thousandths)
        }
    }

    mutating func append(_ other: SVGAPath) { self = SVGAPath(contours + other.contours) }

    var isFinite: Bool { coordinates.allSatisfy { $0.magnitude < 1e7 } }
}
