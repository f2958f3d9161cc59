package import SVGAPixels
import SVGAPlatform

/// A width and a height, in points.
public struct SVGASize: Hashable, Sendable {
    /// The width, in points.
    public var width: Double
    /// The height, in points.
    public var height: Double

    /// A size in points.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// An affine transform with the numbers of the format: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
///
/// The prefix distinguishes it from Foundation's `AffineTransform` and from SwiftUI's types.
public struct SVGATransform: Hashable, Sendable {
    /// The factor of x in x'.
    public var a: Double
    /// The factor of x in y'.
    public var b: Double
    /// The factor of y in x'.
    public var c: Double
    /// The factor of y in y'.
    public var d: Double
    /// The translation to the right.
    public var tx: Double
    /// The translation downward.
    public var ty: Double

    /// The transform that changes nothing.
    public static let identity = SVGATransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Creates a transform from its six numbers.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// A translation by `x` to the right and `y` downward.
    public static func translation(x: Double, y: Double) -> SVGATransform {
        SVGATransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    /// A scale by `x` horizontally and `y` vertically around the origin.
    public static func scale(x: Double, y: Double) -> SVGATransform {
        SVGATransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// A rotation around the origin.
    /// - Parameter angle: the angle in radians. A positive angle turns clockwise on the canvas, where y grows downward.
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
    /// - Parameter angle: the angle in radians. A positive angle turns clockwise on the canvas, where y grows downward.
    package func rotated(by angle: Double) -> SVGATransform { SVGATransform.rotation(angle).concatenating(self) }

    /// The transformed point.
    public func apply(x: Double, y: Double) -> (x: Double, y: Double) {
        (a * x + c * y + tx, b * x + d * y + ty)
    }

    package var determinant: Double { a * d - b * c }

    package var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }

    /// Whether the transform is finite and does not flatten shapes to a line or a point, so that they are visible.
    package var isInvertible: Bool { isFinite && determinant.isFinite && determinant != 0 }

    /// The inverse; nil if there is none.
    public var inverted: SVGATransform? {
        guard isInvertible else { return nil }
        let k = 1 / determinant
        guard k.isFinite else { return nil }
        return SVGATransform(
            a: d * k, b: -b * k, c: -c * k, d: a * k, tx: (c * ty - d * tx) * k, ty: (b * tx - a * ty) * k)
    }

    /// The bounding box of the transformed `rect`.
    package func boundingBox(of rect: SVGARect) -> SVGARect {
        let x0 = min(a * rect.x, a * rect.maxX) + min(c * rect.y, c * rect.maxY) + tx
        let x1 = max(a * rect.x, a * rect.maxX) + max(c * rect.y, c * rect.maxY) + tx
        let y0 = min(b * rect.x, b * rect.maxX) + min(d * rect.y, d * rect.maxY) + ty
        let y1 = max(b * rect.x, b * rect.maxX) + max(d * rect.y, d * rect.maxY) + ty
        return SVGARect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
    }

    /// The geometric mean of the scales in both directions: the square root of the factor by which areas grow.
    package var meanScale: Double { determinant.magnitude.squareRoot() }
}

/// A color in sRGB with straight (not premultiplied) components, each 0…1.
public struct SVGAColor: Hashable, Sendable {
    /// The red component, 0…1.
    public var red: Double
    /// The green component, 0…1.
    public var green: Double
    /// The blue component, 0…1.
    public var blue: Double
    /// The alpha, 0…1; 0: transparent, 1: opaque.
    public var alpha: Double

    /// Opaque black.
    public static let black = SVGAColor(red: 0, green: 0, blue: 0)
    /// Opaque white.
    public static let white = SVGAColor(red: 1, green: 1, blue: 1)

    /// Creates a color from its components, each 0…1.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}
