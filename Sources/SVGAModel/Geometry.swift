package import SVGAPixels
import SVGAPlatform

/// A width and a height, in points.
public struct SVGASize: Hashable, Sendable {
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
/// The prefix keeps it apart from Foundation's `AffineTransform` and from SwiftUI's types.
public struct SVGATransform: Hashable, Sendable {
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
    public static let identity = SVGATransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

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
    public static func translation(x: Double, y: Double) -> SVGATransform {
        SVGATransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    /// Makes everything `x` times as wide and `y` times as high; the origin stays.
    public static func scale(x: Double, y: Double) -> SVGATransform {
        SVGATransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// Turns around the origin.
    /// - Parameter angle: in radians; a positive one turns clockwise as seen on the canvas, where y grows downwards.
    public static func rotation(_ angle: Double) -> SVGATransform {
        let (sine, cosine) = (sin(angle), cos(angle))
        return SVGATransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// The transform that applies `self` first and `other` after it, in the order of `CGAffineTransform.concatenating(_:)`.
    public func concatenating(_ other: SVGATransform) -> SVGATransform {
        SVGATransform(
            a: other.a * a + other.c * b,
            b: other.b * a + other.d * b,
            c: other.a * c + other.c * d,
            d: other.b * c + other.d * d,
            tx: other.a * tx + other.c * ty + other.tx,
            ty: other.b * tx + other.d * ty + other.ty)
    }

    /// The transform that translates first and applies `self` after that, as `CGAffineTransform.translatedBy(x:y:)`.
    package func translatedBy(x: Double, y: Double) -> SVGATransform { SVGATransform.translation(x: x, y: y).concatenating(self) }

    /// The transform that scales first and applies `self` after that, as `CGAffineTransform.scaledBy(x:y:)`.
    package func scaledBy(x: Double, y: Double) -> SVGATransform { SVGATransform.scale(x: x, y: y).concatenating(self) }

    /// The transform that rotates first and applies `self` after that, as `CGAffineTransform.rotated(by:)`.
    /// - Parameter angle: in radians; a positive angle turns clockwise on the canvas, where y grows downwards.
    package func rotated(by angle: Double) -> SVGATransform { SVGATransform.rotation(angle).concatenating(self) }

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
    public var inverted: SVGATransform? {
        guard isInvertible else { return nil }
        let k = 1 / determinant
        guard k.isFinite else { return nil }
        return SVGATransform(
            a: d * k, b: -b * k, c: -c * k, d: a * k, tx: (c * ty - d * tx) * k, ty: (b * tx - a * ty) * k)
    }

    /// The bounding box of `rect` after the transform.
    package func boundingBox(of rect: SVGARect) -> SVGARect {
        let x0 = min(a * rect.x, a * rect.maxX) + min(c * rect.y, c * rect.maxY) + tx
        let x1 = max(a * rect.x, a * rect.maxX) + max(c * rect.y, c * rect.maxY) + tx
        let y0 = min(b * rect.x, b * rect.maxX) + min(d * rect.y, d * rect.maxY) + ty
        let y1 = max(b * rect.x, b * rect.maxX) + max(d * rect.y, d * rect.maxY) + ty
        return SVGARect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
    }

    /// The factor by which areas' square roots grow: the mean scale, used for line widths and flatness.
    package var meanScale: Double { determinant.magnitude.squareRoot() }
}

/// A colour with straight (not premultiplied) components, each 0…1, in sRGB as the players use it.
public struct SVGAColor: Hashable, Sendable {
    /// 0…1.
    public var red: Double
    /// 0…1.
    public var green: Double
    /// 0…1.
    public var blue: Double
    /// 0: transparent, 1: opaque.
    public var alpha: Double

    /// Opaque black.
    public static let black = SVGAColor(red: 0, green: 0, blue: 0)
    /// Opaque white.
    public static let white = SVGAColor(red: 1, green: 1, blue: 1)

    /// A colour by its components, each 0…1.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}
