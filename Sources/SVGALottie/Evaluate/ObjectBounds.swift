import SVGAModel
package import SVGAPixels
import SVGAPlatform
import SVGASupport

// The geometry that SVG uses for filters: without the width of strokes, masks, clips and opacity.

extension LayerState {
    /// The bounding box of SVG in the layer's space, from which a filter takes its region; nil if nothing has a size.
    package var objectBounds: SVGARect? {
        guard let pathStroke, pathStroke.style != .reveal else { return content.objectBounds }
        let strokes = pathStroke.paints.compactMap(\.objectBounds)
        return pathStroke.style == .alone ? strokes.united : ([content.objectBounds].compactMap(\.self) + strokes).united
    }
}

extension LayerState.Content {
    fileprivate var objectBounds: SVGARect? {
        switch self {
        case .shapes(let paints): paints.compactMap(\.objectBounds).united
        case .image(_, let width, let height), .solid(_, let width, let height): SVGARect(x: 0, y: 0, width: width, height: height)
        case .composition(let frameState, _, _):
            frameState.layers.compactMap { layer in layer.objectBounds.map { layer.transform.boundingBox(of: $0) } }.united
        }
    }
}

extension PaintState {
    fileprivate var objectBounds: SVGARect? { path.tightBounds.map { transform.boundingBox(of: $0) } }
}

extension [SVGARect] {
    fileprivate var united: SVGARect? { dropFirst().reduce(first) { box, next in box.map { $0.union(next) } } }
}

extension SVGAPath {
    /// The bounding box of the curves, without control points that they do not reach.
    var tightBounds: SVGARect? {
        guard let hull = bounds else { return nil }
        guard verbs.contains(.curve) else { return hull }
        var (minX, minY, maxX, maxY) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
        func include(_ x: Double, _ y: Double) { (minX, minY, maxX, maxY) = (min(minX, x), min(minY, y), max(maxX, x), max(maxY, y)) }
        eachSegment { from, points in
            let end = points.count - 2
            if points.isEmpty { return }
            include(from.x, from.y)
            include(points[end], points[end + 1])
            guard points.count == 6 else { return }
            for axis in 0..<2 {
                let start = axis == 0 ? from.x : from.y
                for t in SVGAPath.extrema(start, points[axis], points[2 + axis], points[4 + axis]) {
                    let value = SVGAPath.cubic(start, points[axis], points[2 + axis], points[4 + axis], t)
                    axis == 0 ? include(value, from.y) : include(from.x, value)
                }
            }
        }
        return minX <= maxX ? SVGARect(x: minX, y: minY, width: maxX - minX, height: maxY - minY) : hull
    }

    /// The length of all segments. Curves are approximated by 16 lines.
    var flattenedLength: Double {
        var length = 0.0
        eachSegment { from, points in
            guard points.count == 6 else {
                if points.count == 2 { length += hypot(points[0] - from.x, points[1] - from.y) }
                return
            }
            var last = from
            for step in 1...16 {
                let t = Double(step) / 16
                let x = SVGAPath.cubic(from.x, points[0], points[2], points[4], t)
                let y = SVGAPath.cubic(from.y, points[1], points[3], points[5], t)
                length += hypot(x - last.x, y - last.y)
                last = (x, y)
            }
        }
        return length
    }

    /// Calls the closure with the start and the points of each line and curve; closing is a line.
    private func eachSegment(_ body: (_ from: (x: Double, y: Double), _ points: [Double]) -> Void) {
        var at = 0
        var current = (x: 0.0, y: 0.0)
        var start = current
        for verb in verbs {
            let points = coordinates[at..<at + verb.coordinateCount].map(Double.init)
            at += verb.coordinateCount
            switch verb {
            case .move:
                current = (points[0], points[1])
                start = current
            case .line, .curve:
                body(current, points)
                current = (points[points.count - 2], points[points.count - 1])
            case .close:
                body(current, [start.x, start.y])
                current = start
            }
        }
    }

    private static func cubic(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ t: Double) -> Double {
        let u = 1 - t
        return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
    }

    /// The parameters inside 0…1 at which a cubic coordinate has an extremum.
    private static func extrema(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> [Double] {
        let (p, q, r) = (d - 3 * c + 3 * b - a, 2 * (c - 2 * b + a), b - a)
        var roots: [Double] = []
        if p.magnitude < 1e-9 {
            if q != 0 { roots = [-r / q] }
        } else {
            let discriminant = q * q - 4 * p * r
            if discriminant >= 0 {
                let root = discriminant.squareRoot()
                roots = [(-q + root) / (2 * p), (-q - root) / (2 * p)]
            }
        }
        return roots.filter { $0 > 0 && $0 < 1 }
    }
}
