import SVGAModel

/// Strokes outlines: passes the outline of the stroke to another sink, to be filled with the nonzero rule.
///
/// Input and output are in output pixels. The memory is reused for the next stroke.
final class Stroker<Target: PathSink>: PathSink {
    private let target: Target
    private var pieces: StrokePieces<Target>
    /// The number of buffered points of ``pieces`` that the target has counted.
    private var counted = 0
    /// The subpath's start and the current point.
    private var start = Point.zero
    private var current = Point.zero
    /// Whether the subpath has a line or a curve, even without length.
    private var isDrawn = false

    init(_ target: Target) {
        self.target = target
        pieces = StrokePieces(target, StrokePen(ShapeEntity.Stroke(color: .black, width: 1), .identity, inverse: .identity))
    }

    func stroke(_ geometry: ShapeEntity.Geometry, _ stroke: ShapeEntity.Stroke, _ transform: SVGATransform) {
        guard stroke.width > 0, let inverse = transform.inverted else { return }
        pieces.begin(stroke.dash, StrokePen(stroke, transform, inverse: inverse))
        Outline(self, transform).add(geometry)
        endSubpath(isClosed: false)
    }

    // MARK: Outline

    var meter: WorkMeter { target.meter }
    var isSpent: Bool { target.isSpent }

    private func countPoints() {
        let waiting = pieces.waitingPoints
        if waiting > counted { target.count(waitingPoints: waiting - counted) }
        counted = waiting
    }

    func move(_ x: Double, _ y: Double) {
        endSubpath(isClosed: false)
        start = Point(clampedX: x, y)
        current = start
    }

    func line(_ x: Double, _ y: Double) {
        isDrawn = true
        let end = Point(clampedX: x, y)
        guard (end - current).isLong else { return }
        pieces.add(StrokeSegment(pieces.outline.pen, current, end))
        current = end
        countPoints()
    }

    func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double) {
        isDrawn = true
        let (first, second, end) = (Point(clampedX: x1, y1), Point(clampedX: x2, y2), Point(clampedX: x, y))
        guard let tangent = Vector.firstLong(first - current, second - current, end - current),
            let lastTangent = Vector.firstLong(end - second, end - first, end - current)
        else { return }
        let pen = pieces.outline.pen
        let curve = FlattenedCurve(current, first, second, end)
        var from = pen.face(at: current, along: tangent)
        var (isSmooth, isTurned) = (false, false)
        for index in 1...curve.lines {
            let isLast = index == curve.lines
            let point = isLast ? end : curve.point(index)
            let step = point - from.point
            guard step.isLong else { continue }
            // At a cusp, the tangent has no direction.
            let tangent = isLast ? lastTangent : curve.tangent(index)
            let to = pen.face(at: point, along: tangent.isLong ? tangent : step)
            var segment = StrokeSegment(pen, from: from, to: to, isSmooth: isSmooth)
            if !isSmooth, segment.start.direction != from.direction {
                // The curve still begins along its tangent.
                pieces.add(StrokeSegment(at: from, isSmooth: false))
                segment.isSmooth = true
            }
            pieces.add(segment)
            isTurned = segment.end.direction != to.direction
            isSmooth = true
            from = to
        }
        // The face must end along the last tangent.
        if isTurned { pieces.add(StrokeSegment(at: from, isSmooth: true)) }
        current = from.point
        countPoints()
    }

    func close() {
        line(start.x, start.y)
        endSubpath(isClosed: true)
        current = start
    }

    private func endSubpath(isClosed: Bool) {
        // A line without length has no direction for a square cap.
        if isDrawn, pieces.isEmpty, pieces.outline.pen.cap == .round { pieces.addDot(start) }
        pieces.endSubpath(isClosed: isClosed)
        isDrawn = false
    }
}

extension Vector {
    /// Whether it is longer than the distance of points that count as equal, in pixels.
    fileprivate var isLong: Bool { dot(self) > 1.0 / (256 * 256) }

    fileprivate static func firstLong(_ one: Vector, _ two: Vector, _ three: Vector) -> Vector? {
        if one.isLong { return one }
        if two.isLong { return two }
        return three.isLong ? three : nil
    }
}
