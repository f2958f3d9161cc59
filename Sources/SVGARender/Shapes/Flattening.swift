import SVGASupport

/// A point in output pixels.
typealias Place = SIMD2<Double>

/// A direction or a distance, in output pixels or in shape space.
typealias Vector = SIMD2<Double>

extension Vector {
    @inline(__always)
    func dot(_ other: Vector) -> Double { x * other.x + y * other.y }

    /// For unit vectors the sine of the turn to the other one: above 0 to the left, where (0, 1) is left of (1, 0).
    @inline(__always)
    func cross(_ other: Vector) -> Double { x * other.y - y * other.x }

    /// Turned to the left by a quarter.
    @inline(__always)
    var left: Vector { Vector(-y, x) }

    @inline(__always)
    var length: Double { dot(self).squareRoot() }
}

extension Place {
    /// The farthest coordinate, so that points in 1/256 pixel can be computed with.
    private static let reach = 4_194_304.0

    /// A place within reach. A coordinate that is not a number becomes the lower end.
    @inline(__always)
    init(heldX x: Double, _ y: Double) {
        self.init(Place.held(x), Place.held(y))
    }

    @inline(__always)
    private static func held(_ value: Double) -> Double { value > -reach ? Swift.min(value, reach) : -reach }
}

/// A point in 1/256 pixel.
struct GridPoint: Equatable {
    static let zero = GridPoint(x: 0, y: 0)

    var x: Int
    var y: Int
}

extension GridPoint {
    /// 1.5 × 2⁵²: in numbers around it the step is 1, so adding it rounds to nearest and leaves the whole number in the lowest bits.
    private static let rounding = 6_755_399_441_055_744.0

    /// The nearest one to a place within reach.
    @inline(__always)
    init(_ place: Place) {
        self.init(x: GridPoint.nearest(place.x), y: GridPoint.nearest(place.y))
    }

    @inline(__always)
    private static func nearest(_ value: Double) -> Int {
        Int(truncatingIfNeeded: (value * 256 + rounding).bitPattern) &- Int(truncatingIfNeeded: rounding.bitPattern)
    }
}

/// A cubic curve as lines that are at most ``tolerance`` away from it.
struct FlattenedCurve {
    /// In pixels.
    private static let tolerance = 0.05
    private static let precision = (0.75 / tolerance) * (0.75 / tolerance)
    /// Enough for curves as long as the largest output is wide.
    private static let maximumLines: Float = 1024

    /// How many lines it takes, at least 1.
    let lines: Int
    private let from: Place
    private let linear: Place
    private let quadratic: Place
    private let cubic: Place
    private let step: Double

    @inline(__always)
    init(_ from: Place, _ first: Place, _ second: Place, _ end: Place) {
        // A line over a part of the curve is at most an eighth of the second derivative away from it, times the square of the part. The
        // second derivative is at most six times the larger second difference of the points.
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

    /// The end of one of the lines.
    @inline(__always)
    func point(_ index: Int) -> Place {
        let t = Double(index) * step
        return ((cubic * t + quadratic) * t + linear) * t + from
    }

    /// Where the curve leads at the end of one of the lines, with any length.
    @inline(__always)
    func tangent(_ index: Int) -> Vector {
        let t = Double(index) * step
        return (3 * t * cubic + 2 * quadratic) * t + linear
    }

    /// Whether both control points lie on the chord, as in the curves that some tools write for lines.
    @inline(__always)
    private static func isLine(_ first: Vector, _ second: Vector, _ chord: Vector) -> Bool {
        let length = chord.dot(chord)
        let (along, across) = (Vector(chord.dot(first), chord.dot(second)), Vector(chord.cross(first), chord.cross(second)))
        return length > 0 && along.min() >= 0 && along.max() <= length
            && (across * across).max() <= tolerance * tolerance * length
    }
}
