public import SVGAPixels

/// A width and a height, in points.
public struct Size: Hashable, Sendable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// An affine map, written as the format writes it: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
///
/// Not called `AffineTransform`, because Foundation on Linux has a type of that name, and whoever imports both would have to
/// spell out the module each time. The format's own word is `transform`.
public struct Transform: Hashable, Sendable {
    public var a: Double
    public var b: Double
    public var c: Double
    public var d: Double
    public var tx: Double
    public var ty: Double

    public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    public static func translation(x: Double, y: Double) -> Transform {
        Transform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    public static func scale(x: Double, y: Double) -> Transform {
        Transform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// `self × inner`: a point goes through `inner` first, then through `self`.
    public func appending(_ inner: Transform) -> Transform {
        Transform(
            a: a * inner.a + c * inner.b,
            b: b * inner.a + d * inner.b,
            c: a * inner.c + c * inner.d,
            d: b * inner.c + d * inner.d,
            tx: a * inner.tx + c * inner.ty + tx,
            ty: b * inner.tx + d * inner.ty + ty)
    }

    public func apply(x: Double, y: Double) -> (x: Double, y: Double) {
        (a * x + c * y + tx, b * x + d * y + ty)
    }

    public var determinant: Double { a * d - b * c }

    public var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }

    /// Whether something drawn through this transform can be seen: finite and not flattened to a line or a point.
    public var isInvertible: Bool { isFinite && determinant.isFinite && determinant != 0 }

    /// The inverse, or nil where there is none.
    public var inverted: Transform? {
        guard isInvertible else { return nil }
        let k = 1 / determinant
        guard k.isFinite else { return nil }
        return Transform(
            a: d * k, b: -b * k, c: -c * k, d: a * k, tx: (c * ty - d * tx) * k, ty: (b * tx - a * ty) * k)
    }

    /// The bounding box of `rect` after the transform.
    public func boundingBox(of rect: Rect) -> Rect {
        let x0 = min(a * rect.x, a * rect.maxX) + min(c * rect.y, c * rect.maxY) + tx
        let x1 = max(a * rect.x, a * rect.maxX) + max(c * rect.y, c * rect.maxY) + tx
        let y0 = min(b * rect.x, b * rect.maxX) + min(d * rect.y, d * rect.maxY) + ty
        let y1 = max(b * rect.x, b * rect.maxX) + max(d * rect.y, d * rect.maxY) + ty
        return Rect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
    }

    /// The factor by which areas' square roots grow: the mean scale, used for line widths and flatness.
    public var meanScale: Double { determinant.magnitude.squareRoot() }
}

/// A colour with straight (not premultiplied) components, each 0…1, in sRGB as the players use it.
public struct Color: Hashable, Sendable {
    public var red: Double
    public var green: Double
    public var blue: Double
    public var alpha: Double

    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}

/// A path in the movie's own terms: lines and cubic curves, all absolute. Quadratic curves and arcs of the file have
/// been turned into cubics, relative commands into absolute ones (Rules of rendering, section 6).
public struct Path: Hashable, Sendable {
    public enum Verb: UInt8, Sendable {
        /// Starts a subpath at one point.
        case move
        /// A straight line to one point.
        case line
        /// A cubic curve: two control points, then the end.
        case curve
        /// Closes the subpath; takes no point.
        case close

        /// How many numbers of ``Path/coordinates`` the verb takes.
        public var coordinateCount: Int {
            switch self {
            case .move, .line: 2
            case .curve: 6
            case .close: 0
            }
        }
    }

    public private(set) var verbs: [Verb] = []
    /// x, y, x, y … in the order of the verbs.
    public private(set) var coordinates: [Float] = []
    /// The box around all points and control points; nil where the path draws nothing.
    public private(set) var bounds: Rect?

    public init() {}

    /// Whether there is nothing to fill, stroke or clip to: no segment at all.
    public var isEmpty: Bool { bounds == nil }

    public mutating func move(x: Double, y: Double) {
        verbs.append(.move)
        append(x, y)
    }

    public mutating func line(x: Double, y: Double) {
        verbs.append(.line)
        segment(from: coordinates.count - 2, [x, y])
    }

    public mutating func curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double) {
        verbs.append(.curve)
        segment(from: coordinates.count - 2, [x1, y1, x2, y2, x, y])
    }

    /// Does nothing on an empty path. Closing a subpath of one point makes a dot that round and square caps show.
    public mutating func close() {
        guard coordinates.count >= 2 else { return }
        verbs.append(.close)
        include(x: Double(coordinates[coordinates.count - 2]), y: Double(coordinates[coordinates.count - 1]))
    }

    private mutating func append(_ x: Double, _ y: Double) {
        coordinates.append(Float(x))
        coordinates.append(Float(y))
    }

    /// Adds points and grows the bounds by them and by the point they start from.
    private mutating func segment(from start: Int, _ points: [Double]) {
        if start >= 0 { include(x: Double(coordinates[start]), y: Double(coordinates[start + 1])) }
        for index in stride(from: 0, to: points.count, by: 2) {
            append(points[index], points[index + 1])
            include(x: points[index], y: points[index + 1])
        }
    }

    private mutating func include(x: Double, y: Double) {
        let point = Rect(x: x, y: y, width: 0, height: 0)
        bounds = bounds.map { $0.union(point) } ?? point
    }
}
