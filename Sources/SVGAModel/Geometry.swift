public import SVGAPixels
import SVGAPlatform

/// A width and a height, in points.
public struct Size: Hashable, Sendable {
    /// In points.
    public var width: Double
    /// In points.
    public var height: Double

    /// A size in points.
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
    /// What one unit of x adds to x'.
    public var a: Double
    /// What one unit of x adds to y'.
    public var b: Double
    /// What one unit of y adds to x'.
    public var c: Double
    /// What one unit of y adds to y'.
    public var d: Double
    /// The move to the right.
    public var tx: Double
    /// The move down.
    public var ty: Double

    /// Leaves every point where it is.
    public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// A transform by its six numbers.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// Moves by `x` to the right and by `y` down.
    public static func translation(x: Double, y: Double) -> Transform {
        Transform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    /// Makes everything `x` times as wide and `y` times as high; the origin stays.
    public static func scale(x: Double, y: Double) -> Transform {
        Transform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// Turns around the origin.
    /// - Parameter angle: in radians; a positive one turns clockwise as seen on the canvas, where y grows downwards.
    public static func rotation(_ angle: Double) -> Transform {
        let (sine, cosine) = (sin(angle), cos(angle))
        return Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
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

    /// Where a point goes.
    public func apply(x: Double, y: Double) -> (x: Double, y: Double) {
        (a * x + c * y + tx, b * x + d * y + ty)
    }

    package var determinant: Double { a * d - b * c }

    package var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }

    /// Whether something drawn through this transform can be seen: finite and not flattened to a line or a point.
    package var isInvertible: Bool { isFinite && determinant.isFinite && determinant != 0 }

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
    package var meanScale: Double { determinant.magnitude.squareRoot() }
}

/// A colour with straight (not premultiplied) components, each 0…1, in sRGB as the players use it.
public struct Color: Hashable, Sendable {
    /// 0…1.
    public var red: Double
    /// 0…1.
    public var green: Double
    /// 0…1.
    public var blue: Double
    /// 0: transparent, 1: opaque.
    public var alpha: Double

    /// Opaque black.
    public static let black = Color(red: 0, green: 0, blue: 0)
    /// Opaque white.
    public static let white = Color(red: 1, green: 1, blue: 1)

    /// A colour by its components, each 0…1.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}
