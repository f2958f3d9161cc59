import SVGAModel
import SVGAPixels

/// Reverses contours for the nonzero rule, the only fill rule of SVGA.
enum Windings {
    /// The maximum number of compared line pairs; beyond it, the path counts as self-intersecting.
    private static let maximumComparisons = 200_000
    /// The maximum number of lines passed in the search for containing contours.
    private static let maximumContainments = 1_000_000

    /// A path whose nonzero fill equals the even-odd fill of this path.
    /// - Returns: nil if contours intersect.
    static func nonzero(evenOdd path: SVGAPath, _ work: ImportWork = .unlimited) -> SVGAPath? {
        guard work.spend(10 * ImportWork.Cost.segment, times: path.verbs.count) else { return nil }
        let contours = path.contours.filter { !$0.segments.isEmpty }
        let tolerance = flatness(path)
        let polygons = contours.map { $0.polygon(tolerance: tolerance) }
        guard !crosses(polygons, work) else { return nil }
        if contours.count == 1 { return path }
        let containments = contours.count * polygons.reduce(0, { $0 + $1.count })
        guard containments <= maximumContainments, work.spend(ImportWork.Cost.pair / 4, times: containments) else { return nil }
        var turned: [Contour] = []
        for (index, polygon) in polygons.enumerated() {
            guard polygon.count > 2 else { continue }
            let depth = polygons.indices.count { $0 != index && contains(polygons[$0], polygon[0]) }
            let isForward = windingArea(polygon) > 0
            turned.append(isForward == (depth % 2 == 0) ? contours[index] : contours[index].reversed)
        }
        return SVGAPath(turned)
    }

    /// All contours with the same direction, so that they fill their union.
    /// - Returns: nil if one intersects itself and so has both directions.
    static func aligned(_ path: SVGAPath, clockwise: Bool, _ work: ImportWork = .unlimited) -> SVGAPath? {
        guard work.spend(10 * ImportWork.Cost.segment, times: path.verbs.count) else { return nil }
        let tolerance = flatness(path)
        var turned: [Contour] = []
        for contour in path.contours {
            let polygon = contour.polygon(tolerance: tolerance)
            guard polygon.count > 2 else { continue }
            guard !crosses([polygon], work) else { return nil }
            turned.append((windingArea(polygon) > 0) == clockwise ? contour : contour.reversed)
        }
        return SVGAPath(turned)
    }

    /// The rectangle without the path's area.
    /// - Returns: nil if contours meet, so that no direction represents the area.
    static func complement(of path: SVGAPath, within rect: SVGARect, _ work: ImportWork = .unlimited) -> SVGAPath? {
        guard let bounds = path.bounds else { return SVGAPath(rect) }
        guard isApart(path, work), let hole = aligned(path, clockwise: false, work) else { return nil }
        var frame = SVGAPath(rect.union(bounds).outset(by: 1))
        frame.append(hole)
        return frame
    }

    /// Whether the bounding boxes of all contours are disjoint.
    static func isApart(_ path: SVGAPath, _ work: ImportWork = .unlimited) -> Bool {
        guard work.spend(10 * ImportWork.Cost.segment, times: path.verbs.count) else { return false }
        let boxes = path.contours.compactMap { boundingBox($0.polygon(tolerance: 1)) }
        guard boxes.count <= 400, work.spend(ImportWork.Cost.pair, times: boxes.count * boxes.count) else { return false }
        return !boxes.indices.contains { index in boxes[..<index].contains { $0.touches(boxes[index]) } }
    }

    static func flatness(_ path: SVGAPath) -> Double {
        let box = path.bounds ?? .zero
        return max((box.width + box.height) / 2000, 1e-6)
    }

    /// Whether any two lines of these polygons cross. Touching lines do not cross.
    static func crosses(_ polygons: [[Point]], _ work: ImportWork = .unlimited) -> Bool {
        struct Line {
            let from: Point
            let to: Point
            var low: Double { min(from.x, to.x) }
            var high: Double { max(from.x, to.x) }
        }
        var lines: [Line] = []
        for polygon in polygons where polygon.count > 2 {
            var from = polygon[polygon.count - 1]
            for point in polygon {
                if from != point { lines.append(Line(from: from, to: point)) }
                from = point
            }
        }
        // For sorting and visiting each line once.
        guard work.spend(20 * ImportWork.Cost.pair, times: lines.count) else { return true }
        lines.sort { $0.low < $1.low }
        var comparisons = 0
        defer { work.spend(ImportWork.Cost.pair, times: comparisons) }
        for (index, line) in lines.enumerated() {
            for other in lines[(index + 1)...] {
                if other.low > line.high { break }
                comparisons += 1
                if comparisons > maximumComparisons { return true }
                let (d1, d2) = (side(line.from, line.to, other.from), side(line.from, line.to, other.to))
                guard d1 * d2 < 0 else { continue }
                if side(other.from, other.to, line.from) * side(other.from, other.to, line.to) < 0 { return true }
            }
        }
        return false
    }

    /// The side of a line on which a point lies; 0 close to the line, so that touching lines do not cross.
    private static func side(_ from: Point, _ to: Point, _ point: Point) -> Double {
        let along = to - from
        let distance = along.cross(point - from) / max(along.length, 1e-12)
        return abs(distance) < 1e-3 * (1 + along.length * 1e-3) ? 0 : distance
    }

    static func contains(_ polygon: [Point], _ point: Point) -> Bool {
        guard var from = polygon.last else { return false }
        var isInside = false
        for to in polygon {
            if (from.y > point.y) != (to.y > point.y) {
                let x = from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x)
                if x > point.x { isInside.toggle() }
            }
            from = to
        }
        return isInside
    }
}

/// A convex polygon that can clip paths.
struct ConvexRegion {
    /// Clockwise on the canvas.
    let corners: [Point]

    /// - Returns: nil unless the path is one convex contour.
    init?(_ path: SVGAPath, _ work: ImportWork = .unlimited) {
        guard work.spend(4 * ImportWork.Cost.segment, times: path.verbs.count) else { return nil }
        let contours = path.contours.filter { !$0.segments.isEmpty }
        guard contours.count == 1 else { return nil }
        var points = contours[0].polygon(tolerance: Windings.flatness(path))
        guard points.count > 2, points.count < 500 else { return nil }
        if windingArea(points) < 0 { points.reverse() }
        let slack = -1e-6 * ((path.bounds?.width ?? 0) + (path.bounds?.height ?? 0) + 1)
        var turn = 0.0
        for index in points.indices {
            let (before, at, after) = (points[index], points[(index + 1) % points.count], points[(index + 2) % points.count])
            let (one, two) = (at - before, after - at)
            let bend = one.cross(two)
            guard bend >= slack * (one.length + two.length) else { return nil }
            turn += bend > 0 ? 1 : 0
        }
        // A star has a winding number above 1.
        guard turn > 0, !Windings.crosses([points], work) else { return nil }
        corners = points
    }

    func contains(_ points: [Point], slack: Double) -> Bool {
        points.allSatisfy { point in
            corners.indices.allSatisfy { index in
                let along = corners[(index + 1) % corners.count] - corners[index]
                return along.cross(point - corners[index]) >= -slack * along.length
            }
        }
    }

    /// The part of a path inside the polygon, with straight lines.
    func cut(_ path: SVGAPath, _ work: ImportWork = .unlimited) -> SVGAPath {
        guard work.spend(10 * ImportWork.Cost.segment, times: path.verbs.count) else { return SVGAPath() }
        var polygons = path.polygons(tolerance: Windings.flatness(path))
        for index in corners.indices {
            let (from, along) = (corners[index], corners[(index + 1) % corners.count] - corners[index])
            guard work.spend(ImportWork.Cost.pair, times: polygons.reduce(1) { $0 + $1.count }) else { return SVGAPath() }
            polygons = polygons.map { polygon in
                guard var last = polygon.last else { return [] }
                var kept: [Point] = []
                var lastSide = along.cross(last - from)
                for point in polygon {
                    let side = along.cross(point - from)
                    if (side >= 0) != (lastSide >= 0) { kept.append(last + (point - last) * (lastSide / (lastSide - side))) }
                    if side >= 0 { kept.append(point) }
                    (last, lastSide) = (point, side)
                }
                return kept
            }
        }
        return SVGAPath(polygons: polygons)
    }
}
