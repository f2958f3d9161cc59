import SVGAModel
import SVGAPlatform

/// Makes the outline of one piece of a stroke after the other, and hands it to a sink.
///
/// The outline of an open piece leads along its left side, around its end, back along its right side and around its start. A closed piece
/// has two, of which the right one leads backwards. So all parts of a stroke wind the same way: where they overlap, windings add up, and
/// there is no hole.
struct StrokeOutline<Target: PathSink> {
    private(set) var pen: StrokePen
    private let target: Target
    private var left: [Place] = []
    private var right: [Place] = []
    /// The piece's first segment.
    private var first: StrokeSegment
    /// What joins have left of its edges.
    private var firstEdges = Vector.zero
    /// Where the piece has got to.
    private var last: StrokeFace
    /// What joins have left of the last segment's edges.
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

    /// The points of the piece so far.
    var waitingPoints: Int { left.count + right.count }

    /// Continues the piece, or begins one.
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
            // The first points are where an open piece would start.
            drawSide(left.dropFirst())
            target.close()
            drawSide(right.dropFirst().reversed())
            target.close()
        } else if isClosed, count == 2 {
            // There and back covers everything twice, edges too. Once is enough, with the joins as caps.
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

    /// A dot: what a line without length leaves with round caps.
    func addDot(_ place: Place) {
        let face = pen.face(at: place, Vector(1, 0))
        target.move(face.left.x, face.left.y)
        addArc(from: face)
        line(face.right)
        addArc(from: face.reversed)
        target.close()
    }

    /// Adds the points of the corner between the last segment and another to both sides.
    private mutating func join(to next: StrokeFace, _ nextEdges: inout Vector, isSmooth: Bool) {
        let (sine, cosine) = (last.direction.cross(next.direction), last.direction.dot(next.direction))
        let isLeftInner = sine > 0
        // From the path's corner outwards.
        let (outwards, nextOutwards) = isLeftInner ? (-last.offset, -next.offset) : (last.offset, next.offset)
        let miter = (outwards + nextOutwards) / (1 + cosine)
        // The edges on the inner side meet before their ends if they are long enough. Otherwise each leads to its end, and the path's
        // corner connects them: so all that they go round is stroke.
        let (inner, lost) = (isLeftInner ? 0 : 1, pen.radius * sine.magnitude / (1 + cosine))
        if lost <= lastEdges[inner], lost <= nextEdges[inner] {
            lastEdges[inner] -= lost
            nextEdges[inner] -= lost
            append(next.place - miter, isLeft: isLeftInner)
        } else {
            append(last.place - outwards, isLeft: isLeftInner)
            append(next.place, isLeft: isLeftInner)
            append(next.place - nextOutwards, isLeft: isLeftInner)
        }
        if cosine >= pen.smallTurn || (cosine >= pen.sharpestMiter && pen.join == .miter && !isSmooth) {
            append(next.place + miter, isLeft: !isLeftInner)
            return
        }
        append(last.place + outwards, isLeft: !isLeftInner)
        if pen.join == .round || isSmooth {
            let steps = pen.steps(atan2(sine.magnitude, cosine))
            var arc = ArcWalk(from: outwards, towards: pen.edge(last.direction), steps)
            for _ in 1..<steps.count { append(next.place + arc.next(), isLeft: !isLeftInner) }
        }
        append(next.place + nextOutwards, isLeft: !isLeftInner)
    }

    private mutating func append(_ place: Place, isLeft: Bool) {
        if isLeft { left.append(place) } else { right.append(place) }
    }

    /// Draws an outline along the left side, around the end, back along the right side and around the start.
    private func drawOpen(to end: StrokeFace, _ cap: ShapeEntity.LineCap) {
        drawSide(left)
        addCap(cap, at: end)
        for place in right.reversed() { line(place) }
        addCap(cap, at: first.start.reversed)
        target.close()
    }

    private func drawSide(_ places: some Sequence<Place>) {
        var isFirst = true
        for place in places {
            isFirst ? target.move(place.x, place.y) : line(place)
            isFirst = false
        }
    }

    /// Leads from the left edge of an end around it. The line to its right edge follows.
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

    /// The points between the left and the right end of half a circle.
    private func addArc(from face: StrokeFace) {
        var arc = ArcWalk(from: face.offset, towards: pen.edge(face.direction), pen.halfTurn)
        for _ in 1..<pen.halfTurn.count { line(face.place + arc.next()) }
    }

    @inline(__always)
    private func line(_ place: Place) { target.line(place.x, place.y) }
}

/// Memory for so many points of a side stays for the next piece; more is given back.
private let maximumKeptPoints = 1 << 16

/// Walks along the pen's edge.
private struct ArcWalk {
    /// From the pen's centre to where the walk is, and to where it is a quarter further on.
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
