import SVGAModel
import SVGAPlatform
import SVGASupport

/// The pen of a stroke: a circle in shape space. In output pixels it is an ellipse, unless both axes have the same scale.
struct StrokePen {
    /// The maximum error of the outline, in pixels.
    static let tolerance = 0.05

    let cap: ShapeEntity.LineCap
    let join: ShapeEntity.LineJoin
    /// In shape space.
    let radius: Double
    /// The maximum scale from shape space to pixels in any direction.
    let maximumScale: Double
    /// The cosine of the sharpest turn with a miter.
    let sharpestMiter: Double
    /// The cosine of the largest turn for which all joins are equal within the tolerance.
    let smallTurn: Double
    /// The steps of a half turn.
    let halfTurn: ArcSteps
    /// The maximum step of an arc of the pen, in radians.
    private let maximumStep: Double
    /// From shape space to pixels, times the radius.
    private let toPixels: (x: Vector, y: Vector)
    private let toShape: (x: Vector, y: Vector)

    /// - Parameter inverse: the inverse of `transform`.
    init(_ stroke: ShapeEntity.Stroke, _ transform: SVGATransform, inverse: SVGATransform) {
        cap = stroke.lineCap
        join = stroke.lineJoin
        radius = min(stroke.width, 1e6 / max(transform.meanScale, 1e-6)) / 2
        maximumScale = transform.maximumScale
        let limit = max(1, min(stroke.miterLimit, 1e4))
        sharpestMiter = 2 / (limit * limit) - 1
        // A chord of an arc deviates by 1 - cosine of half the step; a miter extends by 1 / cosine of half the turn - 1. Pens larger than
        // any output are rounded less exactly.
        let tolerance = max(StrokePen.tolerance / 10_000, StrokePen.tolerance / (radius * maximumScale))
        maximumStep = 2 * acos(max(1 - tolerance / 2, 0.5))
        halfTurn = ArcSteps(.pi, longest: maximumStep)
        let half = 1 / (1 + min(tolerance, 0.1))
        smallTurn = 2 * half * half - 1
        toPixels = (Vector(transform.a, transform.b) * radius, Vector(transform.c, transform.d) * radius)
        toShape = (Vector(inverse.a, inverse.b), Vector(inverse.c, inverse.d))
    }

    /// Converts a distance in pixels to shape space.
    @inline(__always)
    func inShape(_ pixels: Vector) -> Vector { toShape.x * pixels.x + toShape.y * pixels.y }

    /// The point on the pen's edge in a direction of shape space, in pixels from its center.
    @inline(__always)
    func edge(_ direction: Vector) -> Vector { toPixels.x * direction.x + toPixels.y * direction.y }

    @inline(__always)
    func face(at point: Point, _ direction: Vector) -> StrokeFace {
        StrokeFace(point: point, direction: direction, offset: edge(direction.left))
    }

    /// The face of a path with this direction in pixels.
    @inline(__always)
    func face(at point: Point, along pixels: Vector) -> StrokeFace {
        let direction = inShape(pixels)
        return face(at: point, direction / direction.length)
    }

    func steps(_ angle: Double) -> ArcSteps { ArcSteps(angle, longest: maximumStep) }
}

/// The division of an arc of the pen into equal steps.
struct ArcSteps {
    let count: Int
    let sine: Double
    let cosine: Double

    init(_ angle: Double, longest: Double) {
        // A NaN angle takes the maximum.
        count = max(1, Int(saturating: min(1000, angle / longest).rounded(.up)))
        sine = sin(angle / Double(count))
        cosine = cos(angle / Double(count))
    }
}

/// A point on the path, and the offset to the left edge of the stroke.
struct StrokeFace {
    /// In pixels.
    var point: Point
    /// The direction of the path, in shape space; its length is 1.
    var direction: Vector
    /// From the point to the left edge, in pixels.
    var offset: Vector

    var left: Point { point + offset }
    var right: Point { point - offset }
    /// The face of the reversed path.
    var reversed: StrokeFace { StrokeFace(point: point, direction: -direction, offset: -offset) }
}

/// A straight piece of a stroke, or a curved piece with a small turn, whose edges are approximated by lines.
struct StrokeSegment {
    private(set) var start: StrokeFace
    private(set) var end: StrokeFace
    /// In shape space.
    private(set) var length: Double
    /// The lengths of its left and right edges, in shape space.
    private(set) var edges: Vector
    /// Whether it continues a curve, which needs no join.
    var isSmooth: Bool

    @inline(__always)
    private init(_ start: StrokeFace, _ end: StrokeFace, length: Double, edges: Vector, isSmooth: Bool) {
        (self.start, self.end) = (start, end)
        (self.length, self.edges) = (length, edges)
        self.isSmooth = isSmooth
    }

    /// A line.
    /// - Precondition: the points differ.
    @inline(__always)
    init(_ pen: StrokePen, _ from: Point, _ to: Point, isSmooth: Bool = false) {
        let step = pen.inShape(to - from)
        let length = step.length
        let start = pen.face(at: from, step / length)
        let end = StrokeFace(point: to, direction: start.direction, offset: start.offset)
        self.init(start, end, length: length, edges: Vector(length, length), isSmooth: isSmooth)
    }

    /// A piece of a curve between two faces; a line if the curve turns sharply.
    @inline(__always)
    init(_ pen: StrokePen, from: StrokeFace, to: StrokeFace, isSmooth: Bool) {
        let step = pen.inShape(to.point - from.point)
        let length = step.length
        // One edge is longer than the chord and the other shorter, by the inclination of the faces.
        let lean = pen.radius * (to.direction.cross(step) - from.direction.cross(step))
        let ahead = min(step.dot(from.direction), step.dot(to.direction))
        if lean.magnitude < length * length, ahead >= pen.smallTurn * length {
            let edges = Vector(length + lean / length, length - lean / length)
            // An arc with a small angle is longer than its chord by angle² / 24. Without the correction, dashes along a circle would drift.
            let arc = length * (1 + (1 - from.direction.dot(to.direction)) / 12)
            self.init(from, to, length: arc, edges: edges, isSmooth: isSmooth)
        } else {
            self.init(pen, from.point, to.point, isSmooth: isSmooth)
        }
    }

    /// A turn without movement.
    init(at face: StrokeFace, isSmooth: Bool) { self.init(face, face, length: 0, edges: .zero, isSmooth: isSmooth) }

    /// Whether another segment goes straight back to its start.
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
        let point = start.point + (end.point - start.point) * fraction
        if start.direction == end.direction { return StrokeFace(point: point, direction: start.direction, offset: start.offset) }
        let direction = start.direction + (end.direction - start.direction) * fraction
        return pen.face(at: point, direction / direction.length)
    }
}

extension SVGATransform {
    /// The maximum scale in any direction.
    package var maximumScale: Double {
        let (sum, difference) = (a * a + b * b + c * c + d * d, a * a + b * b - c * c - d * d)
        let skew = 2 * (a * c + b * d)
        return ((sum + (difference * difference + skew * skew).squareRoot()) / 2).squareRoot()
    }
}
