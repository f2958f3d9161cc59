import SVGAModel
import SVGAPlatform
import SVGASupport

/// The pen of a stroke: a circle in shape space, which is an ellipse in output pixels unless both axes are scaled alike.
struct StrokePen {
    /// How far the outline may be from the true one, in pixels.
    static let tolerance = 0.05

    let cap: ShapeEntity.LineCap
    let join: ShapeEntity.LineJoin
    /// In shape space.
    let radius: Double
    /// The factor from lengths in shape space to pixels, in the direction that grows most.
    let maximumScale: Double
    /// The cosine of the sharpest turn that a miter is drawn for.
    let sharpestMiter: Double
    /// The cosine of the largest turn where all joins are the same within the tolerance.
    let smallTurn: Double
    /// The steps of half a turn.
    let halfTurn: ArcSteps
    /// The longest step of an arc of the pen, in radians.
    private let maximumStep: Double
    /// From shape space to pixels, times the radius.
    private let toPixels: (x: Vector, y: Vector)
    private let toShape: (x: Vector, y: Vector)

    /// - Parameter inverse: of the transform.
    init(_ stroke: ShapeEntity.Stroke, _ transform: SVGATransform, inverse: SVGATransform) {
        cap = stroke.lineCap
        join = stroke.lineJoin
        radius = min(stroke.width, 1e6 / max(transform.meanScale, 1e-6)) / 2
        maximumScale = transform.maximumScale
        let limit = max(1, min(stroke.miterLimit, 1e4))
        sharpestMiter = 2 / (limit * limit) - 1
        // A chord of an arc is inside of it by 1 - cosine of half the step, a miter sticks out by 1 / cosine of half the turn - 1.
        // Pens larger than any output are rounded less exactly.
        let tolerance = max(StrokePen.tolerance / 10_000, StrokePen.tolerance / (radius * maximumScale))
        maximumStep = 2 * acos(max(1 - tolerance / 2, 0.5))
        halfTurn = ArcSteps(.pi, longest: maximumStep)
        let half = 1 / (1 + min(tolerance, 0.1))
        smallTurn = 2 * half * half - 1
        toPixels = (Vector(transform.a, transform.b) * radius, Vector(transform.c, transform.d) * radius)
        toShape = (Vector(inverse.a, inverse.b), Vector(inverse.c, inverse.d))
    }

    /// A distance in pixels, in shape space.
    @inline(__always)
    func inShape(_ pixels: Vector) -> Vector { toShape.x * pixels.x + toShape.y * pixels.y }

    /// Where the pen's edge is in a direction of shape space, in pixels from its centre.
    @inline(__always)
    func edge(_ direction: Vector) -> Vector { toPixels.x * direction.x + toPixels.y * direction.y }

    @inline(__always)
    func face(at place: Place, _ direction: Vector) -> StrokeFace {
        StrokeFace(place: place, direction: direction, offset: edge(direction.left))
    }

    /// The face of a path that leads this way in pixels.
    @inline(__always)
    func face(at place: Place, along pixels: Vector) -> StrokeFace {
        let direction = inShape(pixels)
        return face(at: place, direction / direction.length)
    }

    func steps(_ angle: Double) -> ArcSteps { ArcSteps(angle, longest: maximumStep) }
}

/// How an arc of the pen is split into equal steps.
struct ArcSteps {
    let count: Int
    let sine: Double
    let cosine: Double

    init(_ angle: Double, longest: Double) {
        // An angle that is not a number takes the most.
        count = max(1, Int(saturating: min(1000, angle / longest).rounded(.up)))
        sine = sin(angle / Double(count))
        cosine = cos(angle / Double(count))
    }
}

/// A place on the path, and the line across it from one edge of the stroke to the other.
struct StrokeFace {
    /// In pixels.
    var place: Place
    /// Where the path leads, in shape space; its length is 1.
    var direction: Vector
    /// From the place to the left edge, in pixels.
    var offset: Vector

    var left: Place { place + offset }
    var right: Place { place - offset }
    /// The face of the path's other direction.
    var reversed: StrokeFace { StrokeFace(place: place, direction: -direction, offset: -offset) }
}

/// A straight piece of a stroke, or one that turns so little that its edges are taken as straight.
struct StrokeSegment {
    private(set) var start: StrokeFace
    private(set) var end: StrokeFace
    /// In shape space.
    private(set) var length: Double
    /// The lengths of its left and of its right edge, in shape space.
    private(set) var edges: Vector
    /// Whether it continues a curve, which has no corners.
    var isSmooth: Bool

    @inline(__always)
    private init(_ start: StrokeFace, _ end: StrokeFace, length: Double, edges: Vector, isSmooth: Bool) {
        (self.start, self.end) = (start, end)
        (self.length, self.edges) = (length, edges)
        self.isSmooth = isSmooth
    }

    /// A line.
    /// - Precondition: the places differ.
    @inline(__always)
    init(_ pen: StrokePen, _ from: Place, _ to: Place, isSmooth: Bool = false) {
        let step = pen.inShape(to - from)
        let length = step.length
        let start = pen.face(at: from, step / length)
        let end = StrokeFace(place: to, direction: start.direction, offset: start.offset)
        self.init(start, end, length: length, edges: Vector(length, length), isSmooth: isSmooth)
    }

    /// A piece of a curve between faces across it; a line if the curve turns much.
    @inline(__always)
    init(_ pen: StrokePen, from: StrokeFace, to: StrokeFace, isSmooth: Bool) {
        let step = pen.inShape(to.place - from.place)
        let length = step.length
        // One edge is longer than the chord and one shorter, by how far the faces lean.
        let lean = pen.radius * (to.direction.cross(step) - from.direction.cross(step))
        let ahead = min(step.dot(from.direction), step.dot(to.direction))
        if lean.magnitude < length * length, ahead >= pen.smallTurn * length {
            let edges = Vector(length + lean / length, length - lean / length)
            // An arc that turns by a small angle is longer than its chord by angle² / 24: dashes along a whole circle notice it.
            let arc = length * (1 + (1 - from.direction.dot(to.direction)) / 12)
            self.init(from, to, length: arc, edges: edges, isSmooth: isSmooth)
        } else {
            self.init(pen, from.place, to.place, isSmooth: isSmooth)
        }
    }

    /// A turn on the spot.
    init(at face: StrokeFace, isSmooth: Bool) { self.init(face, face, length: 0, edges: .zero, isSmooth: isSmooth) }

    /// Whether another segment leads straight back to its start.
    func isRetraced(by other: StrokeFace) -> Bool {
        start.direction == end.direction && start.direction.dot(other.direction) < -0.999_999
    }

    /// The piece between two fractions of the length.
    func part(_ from: Double, _ to: Double, _ pen: StrokePen) -> StrokeSegment {
        var part = self
        if from > 0 { part.start = face(from, pen) }
        if to < 1 { part.end = face(to, pen) }
        part.length *= to - from
        part.edges *= to - from
        part.isSmooth = isSmooth && from == 0
        return part
    }

    private func face(_ fraction: Double, _ pen: StrokePen) -> StrokeFace {
        let place = start.place + (end.place - start.place) * fraction
        if start.direction == end.direction { return StrokeFace(place: place, direction: start.direction, offset: start.offset) }
        let direction = start.direction + (end.direction - start.direction) * fraction
        return pen.face(at: place, direction / direction.length)
    }
}

extension SVGATransform {
    /// The factor by which the direction that grows most grows.
    package var maximumScale: Double {
        let (sum, difference) = (a * a + b * b + c * c + d * d, a * a + b * b - c * c - d * d)
        let skew = 2 * (a * c + b * d)
        return ((sum + (difference * difference + skew * skew).squareRoot()) / 2).squareRoot()
    }
}
