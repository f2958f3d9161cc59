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
        var (horizontal, vertical) = (Extent(), Extent())
        var at = 0
        var (current, start) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
        coordinates.withUnsafeBufferPointer { coordinates in
            func point(_ index: Int) -> SIMD2<Double> {
                SIMD2(Double(coordinates[at + 2 * index]), Double(coordinates[at + 2 * index + 1]))
            }
            for verb in verbs {
                let end: SIMD2<Double>
                switch verb {
                case .move:
                    start = point(0)
                    current = start
                    at += verb.coordinateCount
                    continue
                case .line: end = point(0)
                case .curve:
                    let (first, second) = (point(0), point(1))
                    end = point(2)
                    horizontal.includeExtrema(current.x, first.x, second.x, end.x)
                    vertical.includeExtrema(current.y, first.y, second.y, end.y)
                case .close: end = start
                }
                horizontal.include(current.x, end.x)
                vertical.include(current.y, end.y)
                current = end
                at += verb.coordinateCount
            }
        }
        let (minX, minY) = (horizontal.low, vertical.low)
        return minX <= horizontal.high ? SVGARect(x: minX, y: minY, width: horizontal.high - minX, height: vertical.high - minY) : hull
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

    fileprivate static func cubic(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ t: Double) -> Double {
        let u = 1 - t
        return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
    }
}

/// The range of one coordinate of curves.
private struct Extent {
    private(set) var low = Double.infinity
    private(set) var high = -Double.infinity

    mutating func include(_ a: Double, _ b: Double) { (low, high) = (min(low, a, b), max(high, a, b)) }

    /// Includes the extrema of a cubic coordinate that are outside of its ends.
    mutating func includeExtrema(_ a: Double, _ b: Double, _ c: Double, _ d: Double) {
        // A curve stays between its points.
        let (least, most) = (min(a, d), max(a, d))
        if b >= least, b <= most, c >= least, c <= most { return }
        let (p, q, r) = (d - 3 * c + 3 * b - a, 2 * (c - 2 * b + a), b - a)
        if p.magnitude < 1e-9 {
            if q != 0 { includePoint(-r / q, a, b, c, d) }
            return
        }
        let discriminant = q * q - 4 * p * r
        guard discriminant >= 0 else { return }
        let root = discriminant.squareRoot()
        includePoint((-q + root) / (2 * p), a, b, c, d)
        includePoint((-q - root) / (2 * p), a, b, c, d)
    }

    /// Includes the coordinate at a parameter inside 0…1.
    private mutating func includePoint(_ t: Double, _ a: Double, _ b: Double, _ c: Double, _ d: Double) {
        guard t > 0, t < 1 else { return }
        let value = SVGAPath.cubic(a, b, c, d, t)
        include(value, value)
    }
}
