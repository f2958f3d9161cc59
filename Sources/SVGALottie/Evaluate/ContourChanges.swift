import SVGAModel
import SVGAPlatform
import SVGASupport

// Shape modifiers: rounded corners, pucker and bloat, zigzag, and offset paths.

extension Contour {
    private static let quarter = 0.5519

    /// Rounds corners by a radius, at most half the distance between two corners.
    func rounded(_ radius: Double) -> Contour {
        guard radius > 0, count > 1 else { return self }
        var result = Contour()
        result.isClosed = isClosed
        for index in 0..<count {
            let vertex = self[index]
            let isCorner = vertex.x == vertex.inX && vertex.y == vertex.inY && vertex.x == vertex.outX && vertex.y == vertex.outY
            let isEnd = !isClosed && (index == 0 || index == count - 1)
            guard isCorner, !isEnd else {
                result.append(vertex)
                continue
            }
            let before = toward(self[(index + count - 1) % count], from: vertex, radius)
            result.append(
                Vertex(
                    x: before.x, y: before.y, inX: before.x, inY: before.y, outX: before.x + (vertex.x - before.x) * Contour.quarter,
                    outY: before.y + (vertex.y - before.y) * Contour.quarter))
            let after = toward(self[(index + 1) % count], from: vertex, radius)
            result.append(
                Vertex(
                    x: after.x, y: after.y, inX: after.x + (vertex.x - after.x) * Contour.quarter,
                    inY: after.y + (vertex.y - after.y) * Contour.quarter, outX: after.x, outY: after.y))
        }
        return result
    }

    private func toward(_ other: Vertex, from vertex: Vertex, _ radius: Double) -> (x: Double, y: Double) {
        let (dx, dy) = (other.x - vertex.x, other.y - vertex.y)
        let distance = hypot(dx, dy)
        let share = distance > 0 ? min(distance / 2, radius) / distance : 0
        return (vertex.x + dx * share, vertex.y + dy * share)
    }

    /// Moves vertices toward the center and handles away from it; the reverse for a negative amount.
    func puckered(_ amount: Double) -> Contour {
        guard amount != 0, count > 0 else { return self }
        var (middleX, middleY) = (0.0, 0.0)
        for index in 0..<count {
            middleX += self[index].x / Double(count)
            middleY += self[index].y / Double(count)
        }
        var result = self
        for index in 0..<count {
            let vertex = self[index]
            func moved(_ x: Double, _ y: Double, _ share: Double) -> (Double, Double) {
                (x + (middleX - x) * share, y + (middleY - y) * share)
            }
            (result[index].x, result[index].y) = moved(vertex.x, vertex.y, amount)
            (result[index].inX, result[index].inY) = moved(vertex.inX, vertex.inY, -amount)
            (result[index].outX, result[index].outY) = moved(vertex.outX, vertex.outY, -amount)
        }
        return result
    }

    /// Replaces each segment by ridges that alternate between both sides.
    func zigzagged(_ size: Double, ridges: Int, isSmooth: Bool) -> Contour {
        guard segmentCount > 0, size != 0 else { return self }
        var result = Contour()
        result.isClosed = isClosed
        // The first corner lies inside a clockwise outline.
        var side = -1.0
        let share = isSmooth ? 1 / Double(2 * (ridges + 1)) : 0
        func ridge(_ x: Double, _ y: Double, _ direction: (x: Double, y: Double), _ inHandle: Double, _ outHandle: Double) {
            let length = hypot(direction.x, direction.y)
            // Without a direction, lottie-web moves the point along the x axis.
            let (tx, ty) = length > 0 ? (direction.x / length, direction.y / length) : (0, 1)
            let (px, py) = (x + ty * size * side, y - tx * size * side)
            result.append(
                Vertex(
                    x: px, y: py, inX: px - tx * inHandle, inY: py - ty * inHandle, outX: px + tx * outHandle, outY: py + ty * outHandle))
            side = -side
        }
        // A corner points away from the line between its neighbors. The ends of an open outline are neighbors, too, as in lottie-web.
        func corner(_ index: Int) {
            let (vertex, before, after) = (self[index], self[(index + count - 1) % count], self[(index + 1) % count])
            ridge(
                vertex.x, vertex.y, (after.x - before.x, after.y - before.y), share * hypot(vertex.x - before.x, vertex.y - before.y),
                share * hypot(vertex.x - after.x, vertex.y - after.y))
        }
        for index in 0..<segmentCount {
            let segment = self.segment(index).uniform
            let handle = share * hypot(segment.x3 - segment.x0, segment.y3 - segment.y0)
            corner(index)
            for step in 0..<ridges {
                let t = Double(step + 1) / Double(ridges + 1)
                let point = segment.point(t)
                ridge(point.x, point.y, segment.direction(t), handle, handle)
            }
        }
        // The start of a closed outline is a corner twice, on two sides for an odd number of ridges.
        corner(isClosed ? 0 : count - 1)
        return result
    }
}

extension Contour.Segment {
    /// The same curve, with handles at thirds where it has none: points of a straight line are then evenly spaced.
    fileprivate var uniform: Contour.Segment {
        // Trims leave differences in the last digits.
        func isEqual(_ one: Double, _ two: Double) -> Bool { (one - two).magnitude <= 1e-5 * min(one.magnitude, two.magnitude) + 1e-9 }
        var result = self
        if isEqual(x0, x1), isEqual(y0, y1) { (result.x1, result.y1) = (x0 + (x3 - x0) / 3, y0 + (y3 - y0) / 3) }
        if isEqual(x2, x3), isEqual(y2, y3) { (result.x2, result.y2) = (x0 + (x3 - x0) * 2 / 3, y0 + (y3 - y0) * 2 / 3) }
        return result
    }
}

/// Offsets an outline outward, or inward for a negative amount, with miter joins: the expansion of a mask.
struct ContourOffset {
    /// Sharper corners are cut off.
    private static let miterLimit = 4.0
    /// The number of straight pieces that approximate a curve.
    private static let pieces = 12
    /// The typical maximum number of vertices created per vertex.
    static let growth = 13

    let amount: Double

    func outline(_ contour: Contour) -> Contour {
        guard amount != 0, contour.count > 1 else { return contour }
        let points = ContourOffset.points(contour)
        guard points.count > 1 else { return contour }
        let isClosed = contour.isClosed && points.count > 2
        // The outside of a clockwise outline is on its left.
        let side = isClosed && ContourOffset.area(points) < 0 ? -amount : amount
        var result = Contour()
        result.isClosed = isClosed
        for index in points.indices {
            let before = isClosed || index > 0 ? points[(index + points.count - 1) % points.count] : nil
            let after = isClosed || index < points.count - 1 ? points[(index + 1) % points.count] : nil
            corner(points[index], before, after, side, to: &result)
        }
        return result
    }

    private func corner(
        _ point: (x: Double, y: Double), _ before: (x: Double, y: Double)?, _ after: (x: Double, y: Double)?, _ side: Double,
        to result: inout Contour
    ) {
        func normal(_ from: (x: Double, y: Double), _ to: (x: Double, y: Double)) -> (x: Double, y: Double) {
            let length = hypot(to.x - from.x, to.y - from.y)
            return ((to.y - from.y) / length, (from.x - to.x) / length)
        }
        guard let before, let after else {
            guard let n = before.map({ normal($0, point) }) ?? after.map({ normal(point, $0) }) else { return }
            result.append(x: point.x + n.x * side, y: point.y + n.y * side)
            return
        }
        let (a, b) = (normal(before, point), normal(point, after))
        let cosine = a.x * b.x + a.y * b.y
        let isOuter = (a.x * b.y - a.y * b.x) * side > 0
        let miter = 2 / (1 + cosine)
        if !isOuter || cosine > 0.95 || miter.squareRoot() <= ContourOffset.miterLimit {
            let factor = side / max(1 + cosine, 0.05)
            result.append(x: point.x + (a.x + b.x) * factor, y: point.y + (a.y + b.y) * factor)
        } else {
            result.append(x: point.x + a.x * side, y: point.y + a.y * side)
            result.append(x: point.x + b.x * side, y: point.y + b.y * side)
        }
    }

    /// Points along the outline, without equal neighbors.
    private static func points(_ contour: Contour) -> [(x: Double, y: Double)] {
        var points: [(x: Double, y: Double)] = []
        func add(_ x: Double, _ y: Double) {
            if let last = points.last, hypot(last.x - x, last.y - y) < 1e-6 { return }
            points.append((x, y))
        }
        for index in 0..<contour.segmentCount {
            let segment = contour.segment(index)
            add(segment.x0, segment.y0)
            if !segment.isLine {
                for step in 1..<pieces {
                    let point = segment.point(Double(step) / Double(pieces))
                    add(point.x, point.y)
                }
            }
            add(segment.x3, segment.y3)
        }
        guard contour.isClosed, points.count > 1, let first = points.first, let last = points.last else { return points }
        if hypot(first.x - last.x, first.y - last.y) < 1e-6 { points.removeLast() }
        return points
    }

    private static func area(_ points: [(x: Double, y: Double)]) -> Double {
        var sum = 0.0
        for (index, point) in points.enumerated() {
            let next = points[(index + 1) % points.count]
            sum += point.x * next.y - next.x * point.y
        }
        return sum
    }
}
