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
        eachSegment { from, handles, end in
            include(from.x, from.y)
            include(end.x, end.y)
            guard let handles else { return }
            SVGAPath.eachExtremum(from.x, handles.x1, handles.x2, end.x) { include($0, from.y) }
            SVGAPath.eachExtremum(from.y, handles.y1, handles.y2, end.y) { include(from.x, $0) }
        }
        return minX <= maxX ? SVGARect(x: minX, y: minY, width: maxX - minX, height: maxY - minY) : hull
    }

    /// The length of all segments. Curves are approximated by 16 lines.
    var flattenedLength: Double {
        var length = 0.0
        eachSegment { from, handles, end in
            guard let handles else {
                length += hypot(end.x - from.x, end.y - from.y)
                return
            }
            var last = from
            for step in 1...16 {
                let t = Double(step) / 16
                let x = SVGAPath.cubic(from.x, handles.x1, handles.x2, end.x, t)
                let y = SVGAPath.cubic(from.y, handles.y1, handles.y2, end.y, t)
                length += hypot(x - last.x, y - last.y)
                last = (x, y)
            }
        }
        return length
    }

    /// Calls the closure with the points of each line and curve; closing is a line.
    private func eachSegment(
        _ body: (
            _ from: (x: Double, y: Double), _ handles: (x1: Double, y1: Double, x2: Double, y2: Double)?, _ end: (x: Double, y: Double)
        ) -> Void
    ) {
        var at = 0
        var current = (x: 0.0, y: 0.0)
        var start = current
        for verb in verbs {
            func point(_ index: Int) -> (x: Double, y: Double) {
                (Double(coordinates[at + 2 * index]), Double(coordinates[at + 2 * index + 1]))
            }
            switch verb {
            case .move:
                current = point(0)
                start = current
            case .line:
                body(current, nil, point(0))
                current = point(0)
            case .curve:
                let (first, second) = (point(0), point(1))
                body(current, (first.x, first.y, second.x, second.y), point(2))
                current = point(2)
            case .close:
                body(current, nil, start)
                current = start
            }
            at += verb.coordinateCount
        }
    }

    private static func cubic(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ t: Double) -> Double {
        let u = 1 - t
        return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
    }

    /// Calls the closure with the extrema of a cubic coordinate that are outside of its ends.
    private static func eachExtremum(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ body: (Double) -> Void) {
        // A curve stays between its points.
        let (low, high) = (min(a, d), max(a, d))
        if b >= low, b <= high, c >= low, c <= high { return }
        for t in extrema(a, b, c, d) { body(cubic(a, b, c, d, t)) }
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
