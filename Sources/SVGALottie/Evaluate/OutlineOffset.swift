import SVGAModel
import SVGAPlatform

/// Offset Path by the rules of lottie-web: each curve is offset by the lines of its control polygon, neighbors end where they cross, and gaps get
/// a join. An open outline is traversed forward and back.
struct OutlineOffset {
    /// The typical maximum number of vertices created per vertex, with the cost of intersections.
    static let growth = 24
    private static let quarter = 0.5519

    let amount: Double
    let join: ShapeEntity.LineJoin
    let miterLimit: Double

    func outline(_ contour: Contour) -> Contour {
        guard amount != 0, contour.segmentCount > 0 else { return contour }
        let curves = (0..<contour.segmentCount).map { OffsetCurve(contour.segment($0)) }
        var parts = curves.map(offset)
        if !contour.isClosed { parts += curves.reversed().map { offset($0.reversed) } }
        cutCrossings(&parts)
        return joined(parts, isClosed: contour.isClosed)
    }

    // MARK: - Offsetting

    /// Splits a curve at its inflections, so that each control polygon is convex, and offsets the parts.
    private func offset(_ curve: OffsetCurve) -> [OffsetCurve] {
        let flexes = curve.inflections
        guard let first = flexes.first else { return [moved(curve)] }
        let (left, rest) = curve.split(first)
        guard flexes.count > 1, !OffsetCurve.isEqual(flexes[1], 1) else { return [moved(left), moved(rest)] }
        let (middle, right) = rest.split((flexes[1] - first) / (1 - first))
        return [moved(left), moved(middle), moved(right)]
    }

    private func moved(_ curve: OffsetCurve) -> OffsetCurve {
        func line(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> (SIMD2<Double>, SIMD2<Double>) {
            let (along, length) = (to - from, OffsetCurve.length(to - from))
            let normal = length > 0 ? SIMD2(along.y, -along.x) / length : SIMD2(1, 0)
            return (from + normal * amount, to + normal * amount)
        }
        let (first, second, third) = (line(curve.p0, curve.p1), line(curve.p1, curve.p2), line(curve.p2, curve.p3))
        return OffsetCurve(
            first.0, OffsetCurve.crossing(first.0, first.1, second.0, second.1) ?? first.1,
            OffsetCurve.crossing(third.0, third.1, second.0, second.1) ?? third.0, third.1)
    }

    // MARK: - Crossings

    private func cutCrossings(_ parts: inout [[OffsetCurve]]) {
        guard parts.count > 1 else { return }
        for index in parts.indices.dropFirst() { cut(&parts, index - 1, index) }
        cut(&parts, parts.count - 1, 0)
    }

    private func cut(_ parts: inout [[OffsetCurve]], _ one: Int, _ two: Int) {
        let (a, b) = (parts[one], parts[two])
        guard let aFirst = a.first, let aLast = a.last, let bFirst = b.first, let bLast = b.last else { return }
        if let (s, t) = aLast.firstCrossing(with: bFirst) {
            parts[one][a.count - 1] = aLast.split(s).0
            parts[two][0] = bFirst.split(t).1
        }
        if a.count > 1, b.count > 1, let (s, t) = aFirst.firstCrossing(with: bLast) {
            parts[one] = [aFirst.split(s).0]
            parts[two] = [bLast.split(t).1]
        }
    }

    // MARK: - Joins

    private func joined(_ parts: [[OffsetCurve]], isClosed: Bool) -> Contour {
        var result = Contour()
        result.isClosed = isClosed
        var last: OffsetCurve?
        var end: SIMD2<Double>?
        for part in parts {
            guard let first = part.first else { continue }
            if let last { end = join(last, first, &result) }
            for curve in part {
                if let end, OffsetCurve.isEqual(curve.p0, end) {
                    setOut(curve.p1, &result)
                } else {
                    append(curve.p0, in: curve.p0, out: curve.p1, &result)
                }
                append(curve.p3, in: curve.p2, out: curve.p3, &result)
                end = curve.p3
            }
            last = part.last
        }
        if let last, let first = parts.first?.first { _ = join(last, first, &result) }
        return result
    }

    /// Adds the join between two curves.
    /// - Returns: its end.
    private func join(_ one: OffsetCurve, _ two: OffsetCurve, _ result: inout Contour) -> SIMD2<Double> {
        let (from, to) = (one.p3, two.p0)
        if join == .bevel || OffsetCurve.isEqual(from, to) { return from }
        if join == .round {
            // As if the curves were parallel, with half a circle between them.
            let handle = OffsetCurve.length(to - from) * OutlineOffset.quarter
            setOut(from + one.endDirection * handle, &result)
            append(to, in: to - two.startDirection * handle, out: to, &result)
            return to
        }
        let before = OffsetCurve.isEqual(from, one.p2) ? one.p0 : one.p2
        let after = OffsetCurve.isEqual(to, two.p1) ? two.p3 : two.p1
        guard let corner = OffsetCurve.crossing(before, from, to, after), OffsetCurve.length(corner - from) < miterLimit else {
            return from
        }
        append(corner, in: corner, out: corner, &result)
        return corner
    }

    private func append(_ point: SIMD2<Double>, in inner: SIMD2<Double>, out: SIMD2<Double>, _ result: inout Contour) {
        result.append(Contour.Vertex(x: point.x, y: point.y, inX: inner.x, inY: inner.y, outX: out.x, outY: out.y))
    }

    private func setOut(_ point: SIMD2<Double>, _ result: inout Contour) {
        guard result.count > 0 else { return }
        (result[result.count - 1].outX, result[result.count - 1].outY) = (point.x, point.y)
    }
}

/// A cubic curve.
private struct OffsetCurve {
    private static let maximumDepth = 7
    /// Smaller boxes cross.
    private static let tolerance = 2.0

    let p0: SIMD2<Double>
    let p1: SIMD2<Double>
    let p2: SIMD2<Double>
    let p3: SIMD2<Double>

    init(_ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, _ p3: SIMD2<Double>) {
        (self.p0, self.p1, self.p2, self.p3) = (p0, p1, p2, p3)
    }

    /// With handles at thirds where there are none.
    private init(spread p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, _ p3: SIMD2<Double>) {
        self.init(
            p0, OffsetCurve.isEqual(p0, p1) ? p0 + (p3 - p0) / 3 : p1, OffsetCurve.isEqual(p2, p3) ? p0 + (p3 - p0) * (2 / 3.0) : p2, p3)
    }

    init(_ segment: Contour.Segment) {
        self.init(
            spread: SIMD2(segment.x0, segment.y0), SIMD2(segment.x1, segment.y1), SIMD2(segment.x2, segment.y2),
            SIMD2(segment.x3, segment.y3))
    }

    var reversed: OffsetCurve { OffsetCurve(p3, p2, p1, p0) }

    static func isEqual(_ a: Double, _ b: Double) -> Bool { (a - b).magnitude * 100_000 <= min(a.magnitude, b.magnitude) }

    static func isEqual(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool { isEqual(a.x, b.x) && isEqual(a.y, b.y) }

    static func length(_ vector: SIMD2<Double>) -> Double { hypot(vector.x, vector.y) }

    /// The intersection of two lines; nil if they are parallel.
    static func crossing(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>) -> SIMD2<Double>? {
        let (one, two) = (b - a, d - c)
        let area = one.x * two.y - one.y * two.x
        guard area.magnitude > 1e-5 else { return nil }
        let offset = c - a
        return a + one * ((offset.x * two.y - offset.y * two.x) / area)
    }

    private static func direction(_ vector: SIMD2<Double>) -> SIMD2<Double> {
        let length = length(vector)
        return length > 0 ? vector / length : SIMD2(1, 0)
    }

    var startDirection: SIMD2<Double> { OffsetCurve.direction(p1 - p0) }
    var endDirection: SIMD2<Double> { OffsetCurve.direction(p3 - p2) }

    /// The factors of t³, t² and t.
    private var coefficients: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>) {
        let a: SIMD2<Double> = (p1 - p2) * 3 + p3 - p0
        let b: SIMD2<Double> = (p0 + p2) * 3 - p1 * 6
        return (a, b, (p1 - p0) * 3)
    }

    /// The parameters inside 0…1 at which the curvature changes its sign, ascending.
    var inflections: [Double] {
        let (a, b, c) = coefficients
        let area = a.y * b.x - a.x * b.y
        guard area.magnitude > 1e-5 else { return [] }
        let cusp = -0.5 * (a.y * c.x - a.x * c.y) / area
        let square = cusp * cusp - (b.y * c.x - b.x * c.y) / (3 * area)
        guard square >= 0, square.squareRoot() > 1e-5 else { return [] }
        return [cusp - square.squareRoot(), cusp + square.squareRoot()].filter { $0 > 0 && $0 < 1 }
    }

    func split(_ t: Double) -> (OffsetCurve, OffsetCurve) {
        if t <= 0 { return (OffsetCurve(p0, p0, p0, p0), self) }
        if t >= 1 { return (self, OffsetCurve(p3, p3, p3, p3)) }
        func between(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> { a * (1 - t) + b * t }
        let (a, b, c) = (between(p0, p1), between(p1, p2), between(p2, p3))
        let (d, e) = (between(a, b), between(b, c))
        let middle = between(d, e)
        return (OffsetCurve(spread: p0, a, d, middle), OffsetCurve(spread: middle, e, c, p3))
    }

    // MARK: - Crossings

    /// The parameters of the first crossing with the next curve, which is not this curve's end.
    func firstCrossing(with other: OffsetCurve) -> (Double, Double)? {
        var found: [(Double, Double)] = []
        OffsetCurve.find(self, (0, 1), other, (0, 1), depth: 0, &found)
        guard let first = found.first else { return nil }
        return OffsetCurve.isEqual(first.0, 1) ? (found.count > 1 ? found[1] : nil) : first
    }

    private static func find(
        _ a: OffsetCurve, _ spanA: (Double, Double), _ b: OffsetCurve, _ spanB: (Double, Double), depth: Int,
        _ found: inout [(Double, Double)]
    ) {
        guard found.count < 2 else { return }
        let (boxA, boxB) = (a.box, b.box)
        let (sizeA, sizeB) = (boxA.maximum - boxA.minimum, boxB.maximum - boxB.minimum)
        let apart = (boxA.minimum + boxA.maximum) - (boxB.minimum + boxB.maximum)
        guard apart.x.magnitude < sizeA.x + sizeB.x, apart.y.magnitude < sizeA.y + sizeB.y else { return }
        let (middleA, middleB) = ((spanA.0 + spanA.1) / 2, (spanB.0 + spanB.1) / 2)
        if depth >= maximumDepth || max(sizeA.x, sizeA.y, max(sizeB.x, sizeB.y)) <= tolerance {
            found.append((middleA, middleB))
            return
        }
        let (halvesA, halvesB) = (a.split(0.5), b.split(0.5))
        for (half, span) in [(halvesA.0, (spanA.0, middleA)), (halvesA.1, (middleA, spanA.1))] {
            find(half, span, halvesB.0, (spanB.0, middleB), depth: depth + 1, &found)
            find(half, span, halvesB.1, (middleB, spanB.1), depth: depth + 1, &found)
        }
    }

    private var box: (minimum: SIMD2<Double>, maximum: SIMD2<Double>) {
        var (minimum, maximum) = (pointwiseMin(p0, p3), pointwiseMax(p0, p3))
        let (third, second, c) = coefficients
        let (a, b) = (third * 3, second * 2)
        for axis in 0..<2 where a[axis] != 0 {
            let square = b[axis] * b[axis] - 4 * a[axis] * c[axis]
            guard square >= 0 else { continue }
            for sign in [-1.0, 1] {
                let t = (-b[axis] + sign * square.squareRoot()) / (2 * a[axis])
                guard t > 0, t < 1 else { continue }
                let u = 1 - t
                let start = u * u * u * p0[axis] + 3 * u * u * t * p1[axis]
                let value = start + 3 * u * t * t * p2[axis] + t * t * t * p3[axis]
                minimum[axis] = min(minimum[axis], value)
                maximum[axis] = max(maximum[axis], value)
            }
        }
        return (minimum, maximum)
    }
}
