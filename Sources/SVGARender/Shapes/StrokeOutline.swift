import SVGAModel
import SVGAPlatform

/// Makes the outline of each piece of a stroke, and passes it to a sink.
///
/// The outline of an open piece runs along its left side, around its end, back along its right side and around its start. A closed piece
/// has two outlines; the right one runs backwards. So all parts of a stroke wind the same way, and overlaps leave no holes.
struct StrokeOutline<Target: PathSink> {
    private(set) var pen: StrokePen
    private let target: Target
    private var left: [Point] = []
    private var right: [Point] = []
    /// The piece's first segment.
    private var first: StrokeSegment
    /// The remaining edge lengths of the first segment after joins.
    private var firstEdges = Vector.zero
    /// The end of the piece so far.
    private var last: StrokeFace
    /// The remaining edge lengths of the last segment after joins.
    private var lastEdges = Vector.zero
    /// The number of segments.
    private var count = 0

    init(_ target: Target, _ pen: StrokePen) {
        self.target = target
        self.pen = pen
        last = pen.face(at: .zero, Vector(1, 0))
        first = StrokeSegment(at: last, isSmooth: false)
    }

    mutating func begin(_ pen: StrokePen) { self.pen = pen }

    /// The buffered points of the piece.
    var waitingPoints: Int { left.count + right.count }

    /// Continues the piece, or begins a new one.
    @inline(__always)
    mutating func add(_ segment: StrokeSegment) {
        var edges = segment.edges
        if count == 0 {
            first = segment
            left.append(segment.start.left)
            right.append(segment.start.right)
        } else if segment.start.direction == last.direction {
            left.append(segment.start.left)
            right.append(segment.start.right)
            if count == 1 { firstEdges = lastEdges }
        } else {
            join(to: segment.start, &edges, isSmooth: segment.isSmooth)
            if count == 1 { firstEdges = lastEdges }
        }
        last = segment.end
        lastEdges = edges
        count += 1
    }

    /// Ends the piece: with caps, or with a join if it is closed.
    mutating func end(isClosed: Bool) {
        guard count > 0 else { return }
        if isClosed, count > 2 || (count == 2 && !first.isRetraced(by: last)) {
            var edges = firstEdges
            join(to: first.start, &edges, isSmooth: false)
            // The first points belong to the start of an open piece.
            drawSide(left.dropFirst())
            target.close()
            drawSide(right.dropFirst().reversed())
            target.close()
        } else if isClosed, count == 2 {
            // A path that retraces itself is stroked once, with joins as caps.
            left.replaceSubrange(1..., with: CollectionOfOne(first.end.left))
            right.replaceSubrange(1..., with: CollectionOfOne(first.end.right))
            drawOpen(to: first.end, pen.join == .round ? .round : .butt)
        } else {
            left.append(last.left)
            right.append(last.right)
            drawOpen(to: last, pen.cap)
        }
        left.removeAll(keepingCapacity: left.capacity <= maximumKeptPoints)
        right.removeAll(keepingCapacity: right.capacity <= maximumKeptPoints)
        count = 0
    }

    /// Adds a dot: the stroke of a line without length with round caps.
    func addDot(_ point: Point) {
        let face = pen.face(at: point, Vector(1, 0))
        target.move(face.left.x, face.left.y)
        addArc(from: face)
        line(face.right)
        addArc(from: face.reversed)
        target.close()
    }

    /// Adds the points of the corner between the last segment and another one to both sides.
    private mutating func join(to next: StrokeFace, _ nextEdges: inout Vector, isSmooth: Bool) {
        let (sine, cosine) = (last.direction.cross(next.direction), last.direction.dot(next.direction))
        let isLeftInner = sine > 0
        // From the path's corner outward.
        let (outwards, nextOutwards) = isLeftInner ? (-last.offset, -next.offset) : (last.offset, next.offset)
        let miter = (outwards + nextOutwards) / (1 + cosine)
        // The inner edges intersect if they are long enough. Otherwise each edge runs to its end, and the path's corner connects them, so
        // that the enclosed area is filled.
        let (inner, lost) = (isLeftInner ? 0 : 1, pen.radius * sine.magnitude / (1 + cosine))
        if lost <= lastEdges[inner], lost <= nextEdges[inner] {
            lastEdges[inner] -= lost
            nextEdges[inner] -= lost
            append(next.point - miter, isLeft: isLeftInner)
        } else {
            append(last.point - outwards, isLeft: isLeftInner)
            append(next.point, isLeft: isLeftInner)
            append(next.point - nextOutwards, isLeft: isLeftInner)
        }
        if cosine >= pen.smallTurn || (cosine >= pen.sharpestMiter && pen.join == .miter && !isSmooth) {
            append(next.point + miter, isLeft: !isLeftInner)
            return
        }
        append(last.point + outwards, isLeft: !isLeftInner)
        if pen.join == .round || isSmooth {
            let steps = pen.steps(atan2(sine.magnitude, cosine))
            var arc = ArcWalk(from: outwards, towards: pen.edge(last.direction), steps)
            for _ in 1..<steps.count { append(next.point + arc.next(), isLeft: !isLeftInner) }
        }
        append(next.point + nextOutwards, isLeft: !isLeftInner)
    }

    private mutating func append(_ point: Point, isLeft: Bool) {
        if isLeft { left.append(point) } else { right.append(point) }
    }

    /// Draws an outline along the left side, around the end, back along the right side and around the start.
    private func drawOpen(to end: StrokeFace, _ cap: ShapeEntity.LineCap) {
        drawSide(left)
        addCap(cap, at: end)
        for point in right.reversed() { line(point) }
        addCap(cap, at: first.start.reversed)
        target.close()
    }

    private func drawSide(_ points: some Sequence<Point>) {
        var isFirst = true
        for point in points {
            isFirst ? target.move(point.x, point.y) : line(point)
            isFirst = false
        }
    }

    /// Draws the cap of an end, from its left edge. The line to the right edge follows.
    private func addCap(_ cap: ShapeEntity.LineCap, at end: StrokeFace) {
        switch cap {
        case .butt: break
        case .round: addArc(from: end)
        case .square:
            let ahead = pen.edge(end.direction)
            line(end.left + ahead)
            line(end.right + ahead)
        }
    }

    /// Adds the points of a half circle from the left to the right end.
    private func addArc(from face: StrokeFace) {
        var arc = ArcWalk(from: face.offset, towards: pen.edge(face.direction), pen.halfTurn)
        for _ in 1..<pen.halfTurn.count { line(face.point + arc.next()) }
    }

    @inline(__always)
    private func line(_ point: Point) { target.line(point.x, point.y) }
}

/// The maximum number of points of a side whose memory is reused; larger buffers are freed.
private let maximumKeptPoints = 1 << 16

/// Steps along the pen's edge.
private struct ArcWalk {
    /// From the pen's center to the current point, and to the point 90° further on.
    private var at: Vector
    private var ahead: Vector
    private let steps: ArcSteps

    init(from start: Vector, towards quarter: Vector, _ steps: ArcSteps) {
        (at, ahead) = (start, quarter)
        self.steps = steps
    }

    mutating func next() -> Vector {
        (at, ahead) = (at * steps.cosine + ahead * steps.sine, ahead * steps.cosine - at * steps.sine)
        return at
    }
}
