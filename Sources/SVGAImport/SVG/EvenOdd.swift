import SVGAModel

extension Path {
    /// The most edges for which crossings are looked for, each with each.
    private static let mostEdges = 800
    private static let edgesPerCurve = 10

    /// A path whose inside by the nonzero rule is the inside of this one by the even-odd rule: its contours turned so that each goes
    /// against the one around it.
    /// - Returns: nil where contours cross or touch, themselves or each other, or where there are too many to look.
    func turnedForNonzero() -> Path? {
        var contours: [Contour] = []
        for contour in self.contours() where contour.edges.count > 1 { contours.append(contour) }
        guard contours.reduce(0, { $0 + $1.edges.count }) <= Path.mostEdges, !Path.anyCross(contours) else { return nil }
        var turned = Path()
        for (index, contour) in contours.enumerated() {
            guard let point = contour.edges.first else { continue }
            let depth = contours.enumerated().count { $0.offset != index && $0.element.contains(point) }
            contour.append(to: &turned, reversed: (contour.area > 0) != depth.isMultiple(of: 2))
        }
        return turned
    }

    private struct Point: Equatable {
        var x: Double
        var y: Double
    }

    /// One subpath, closed.
    private struct Contour {
        var start: Point
        /// Ends of lines have no control points.
        var segments: [(control: (Point, Point)?, end: Point)] = []
        /// Corners of the polygon that stands for it; the last one leads to the first.
        var edges: [Point] = []

        var area: Double {
            var sum = 0.0
            for (index, a) in edges.enumerated() {
                let b = edges[(index + 1) % edges.count]
                sum += a.x * b.y - b.x * a.y
            }
            return sum
        }

        func contains(_ point: Point) -> Bool {
            var isInside = false
            for (index, a) in edges.enumerated() {
                let b = edges[(index + 1) % edges.count]
                guard (a.y > point.y) != (b.y > point.y) else { continue }
                if point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x { isInside.toggle() }
            }
            return isInside
        }

        func append(to path: inout Path, reversed: Bool) {
            guard reversed else {
                path.move(x: start.x, y: start.y)
                for segment in segments { Contour.add(segment.control, segment.end, to: &path) }
                return path.close()
            }
            path.move(x: segments.last?.end.x ?? start.x, y: segments.last?.end.y ?? start.y)
            for index in segments.indices.reversed() {
                let end = index == 0 ? start : segments[index - 1].end
                Contour.add(segments[index].control.map { ($0.1, $0.0) }, end, to: &path)
            }
            path.close()
        }

        private static func add(_ control: (Point, Point)?, _ end: Point, to path: inout Path) {
            guard let (one, two) = control else { return path.line(x: end.x, y: end.y) }
            path.curve(x1: one.x, y1: one.y, x2: two.x, y2: two.y, x: end.x, y: end.y)
        }
    }

    private func contours() -> [Contour] {
        var contours: [Contour] = []
        var at = 0
        func point(_ index: Int) -> Point { Point(x: Double(coordinates[at + 2 * index]), y: Double(coordinates[at + 2 * index + 1])) }
        for verb in verbs {
            let last = contours.count - 1
            switch verb {
            case .move: contours.append(Contour(start: point(0), edges: [point(0)]))
            case .line where last >= 0:
                contours[last].segments.append((nil, point(0)))
                contours[last].edges.append(point(0))
            case .curve where last >= 0:
                let (from, one, two, end) = (contours[last].segments.last?.end ?? contours[last].start, point(0), point(1), point(2))
                contours[last].segments.append(((one, two), end))
                for step in 1...Path.edgesPerCurve {
                    let s = Double(step) / Double(Path.edgesPerCurve)
                    let r = 1 - s
                    let (a, b, c, d) = (r * r * r, 3 * r * r * s, 3 * r * s * s, s * s * s)
                    contours[last].edges.append(
                        Point(x: a * from.x + b * one.x + c * two.x + d * end.x, y: a * from.y + b * one.y + c * two.y + d * end.y))
                }
            case .line, .curve, .close: break
            }
            at += verb.coordinateCount
        }
        for index in contours.indices {
            // Points that repeat are no edges.
            var edges: [Point] = []
            for point in contours[index].edges where point != edges.last { edges.append(point) }
            if edges.count > 1, edges.first == edges.last { edges.removeLast() }
            contours[index].edges = edges
        }
        return contours
    }

    private static func anyCross(_ contours: [Contour]) -> Bool {
        typealias Edge = (a: Point, b: Point, contour: Int, index: Int, count: Int)
        var edges: [Edge] = []
        for (number, contour) in contours.enumerated() {
            let count = contour.edges.count
            for index in 0..<count { edges.append((contour.edges[index], contour.edges[(index + 1) % count], number, index, count)) }
        }
        for (first, one) in edges.enumerated() {
            for two in edges[(first + 1)...] {
                let apart = two.index - one.index
                if one.contour == two.contour, apart == 1 || apart == one.count - 1 { continue }
                if touch(one.a, one.b, two.a, two.b) { return true }
            }
        }
        return false
    }

    private static func touch(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
        func side(_ p: Point, _ q: Point, _ r: Point) -> Double { (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) }
        guard max(a.x, b.x) >= min(c.x, d.x), max(c.x, d.x) >= min(a.x, b.x), max(a.y, b.y) >= min(c.y, d.y),
            max(c.y, d.y) >= min(a.y, b.y)
        else { return false }
        let (one, two) = (side(a, b, c), side(a, b, d))
        let (three, four) = (side(c, d, a), side(c, d, b))
        return (one <= 0 || two <= 0) && (one >= 0 || two >= 0) && (three <= 0 || four <= 0) && (three >= 0 || four >= 0)
    }
}
