import SVGASupport

/// A point in output pixels.
typealias Point = SIMD2<Double>

/// A direction or a distance, in output pixels or in shape space.
typealias Vector = SIMD2<Double>

extension Vector {
    @inline(__always)
    func dot(_ other: Vector) -> Double { x * other.x + y * other.y }

    /// The cross product. For unit vectors it is the sine of the angle to `other`; positive angles are to the left, and (0, 1) is left of
    /// (1, 0).
    @inline(__always)
    func cross(_ other: Vector) -> Double { x * other.y - y * other.x }

    /// Rotated to the left by 90°.
    @inline(__always)
    var left: Vector { Vector(-y, x) }

    @inline(__always)
    var length: Double { dot(self).squareRoot() }
}

extension Point {
    /// The maximum coordinate that allows calculations in 1/256 pixel.
    private static let reach = 4_194_304.0

    /// A point clamped to the valid range. NaN becomes the lower bound.
    @inline(__always)
    init(clampedX x: Double, _ y: Double) {
        self.init(Point.clamped(x), Point.clamped(y))
    }

    @inline(__always)
    private static func clamped(_ value: Double) -> Double { value > -reach ? Swift.min(value, reach) : -reach }
}

/// A point in 1/256 pixel.
struct GridPoint: Equatable {
    static let zero = GridPoint(x: 0, y: 0)

    var x: Int
    var y: Int
}

extension GridPoint {
    /// 1.5 × 2⁵²: near this number the precision is 1. Adding it rounds to nearest, and the lowest bits contain the integer.
    private static let rounding = 6_755_399_441_055_744.0

    /// Rounds a point within the valid range.
    @inline(__always)
    init(_ point: Point) {
        self.init(x: GridPoint.nearest(point.x), y: GridPoint.nearest(point.y))
    }

    @inline(__always)
    private static func nearest(_ value: Double) -> Int {
        Int(truncatingIfNeeded: (value * 256 + rounding).bitPattern) &- Int(truncatingIfNeeded: rounding.bitPattern)
    }
}

/// A cubic curve approximated by lines with an error of at most ``tolerance``.
struct FlattenedCurve {
    /// In pixels.
    private static let tolerance = 0.05
    private static let precision = (0.75 / tolerance) * (0.75 / tolerance)
    /// Enough for curves as long as the widest output.
    private static let maximumLines: Float = 1024

    /// The number of lines, at least 1.
    let lines: Int
    private let from: Point
    private let linear: Point
    private let quadratic: Point
    private let cubic: Point
    private let step: Double

    @inline(__always)
    init(_ from: Point, _ first: Point, _ second: Point, _ end: Point) {
        // A line over a part of the curve deviates by at most an eighth of the second derivative times the square of the part. The second
        // derivative is at most six times the larger second difference of the points.
        let (one, two) = (from - 2 * first + second, first - 2 * second + end)
        let bend = max((one * one).sum(), (two * two).sum()) * FlattenedCurve.precision
        let root = min(Float(bend).squareRoot().squareRoot(), FlattenedCurve.maximumLines - 1)
        lines = FlattenedCurve.isLine(first - from, second - from, end - from) ? 1 : Int(saturating: root) + 1
        step = 1 / Double(lines)
        self.from = from
        linear = 3 * (first - from)
        quadratic = 3 * one
        cubic = two - one
    }

    /// The end point of a line.
    @inline(__always)
    func point(_ index: Int) -> Point {
        let t = Double(index) * step
        return ((cubic * t + quadratic) * t + linear) * t + from
    }

    /// The tangent at the end of a line, with any length.
    @inline(__always)
    func tangent(_ index: Int) -> Vector {
        let t = Double(index) * step
        return (3 * t * cubic + 2 * quadratic) * t + linear
    }

    /// Whether both control points are on the chord, as in curves that some tools write for lines.
    @inline(__always)
    private static func isLine(_ first: Vector, _ second: Vector, _ chord: Vector) -> Bool {
        let length = chord.dot(chord)
        let (along, across) = (Vector(chord.dot(first), chord.dot(second)), Vector(chord.cross(first), chord.cross(second)))
        return length > 0 && along.min() >= 0 && along.max() <= length
            && (across * across).max() <= tolerance * tolerance * length
    }
}
