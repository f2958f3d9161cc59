import SVGAModel

/// Strokes outlines: hands the outline of the stroke to another sink, to be filled with the nonzero rule.
///
/// What it takes and what it hands on is in output pixels. Its memory is used again for the next stroke.
final class Stroker<Target: PathSink>: PathSink {
    private let target: Target
    private var pieces: StrokePieces<Target>
    /// Of the points that wait in ``pieces``, how many the target has counted.
    private var counted = 0
    /// Where the subpath began, and where it has got to.
    private var start = Place.zero
    private var place = Place.zero
    /// Whether the subpath has a line or a curve, be it without length.
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
        start = Place(heldX: x, y)
        place = start
    }

    func line(_ x: Double, _ y: Double) {
        isDrawn = true
        let end = Place(heldX: x, y)
        guard (end - place).isLong else { return }
        pieces.add(StrokeSegment(pieces.outline.pen, place, end))
        place = end
        countPoints()
    }

    func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double) {
        isDrawn = true
        let (first, second, end) = (Place(heldX: x1, y1), Place(heldX: x2, y2), Place(heldX: x, y))
        guard let tangent = Vector.firstLong(first - place, second - place, end - place),
            let lastTangent = Vector.firstLong(end - second, end - first, end - place)
        else { return }
        let pen = pieces.outline.pen
        let curve = FlattenedCurve(place, first, second, end)
        var from = pen.face(at: place, along: tangent)
        var (isSmooth, isTurned) = (false, false)
        for index in 1...curve.lines {
            let isLast = index == curve.lines
            let place = isLast ? end : curve.point(index)
            let step = place - from.place
            guard step.isLong else { continue }
            // At a cusp, the tangent has no direction.
            let tangent = isLast ? lastTangent : curve.tangent(index)
            let to = pen.face(at: place, along: tangent.isLong ? tangent : step)
            var segment = StrokeSegment(pen, from: from, to: to, isSmooth: isSmooth)
            if !isSmooth, segment.start.direction != from.direction {
                // The curve begins along its tangent all the same.
                pieces.add(StrokeSegment(at: from, isSmooth: false))
                segment.isSmooth = true
            }
            pieces.add(segment)
            isTurned = segment.end.direction != to.direction
            isSmooth = true
            from = to
        }
        // So it ends.
        if isTurned { pieces.add(StrokeSegment(at: from, isSmooth: true)) }
        place = from.place
        countPoints()
    }

    func close() {
        line(start.x, start.y)
        endSubpath(isClosed: true)
        place = start
    }

    private func endSubpath(isClosed: Bool) {
        // A line without length has no direction that a square cap could take.
        if isDrawn, pieces.isEmpty, pieces.outline.pen.cap == .round { pieces.addDot(start) }
        pieces.endSubpath(isClosed: isClosed)
        isDrawn = false
    }
}

extension Vector {
    /// Whether it is longer than what counts as one point, in pixels.
    fileprivate var isLong: Bool { dot(self) > 1.0 / (256 * 256) }

    fileprivate static func firstLong(_ one: Vector, _ two: Vector, _ three: Vector) -> Vector? {
        if one.isLong { return one }
        if two.isLong { return two }
        return three.isLong ? three : nil
    }
}
