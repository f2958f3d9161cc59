import SVGASupport

/// An axis-aligned rectangle, of points of a movie as ``SVGARect``.
///
/// It reaches from its origin up to, not including, `maxX` and `maxY`. A width or height may be 0 or negative; the rectangle is then
/// empty.
@frozen
public struct SVGARectangle<Scalar: Comparable & SignedNumeric & Hashable & Sendable>: Hashable, Sendable {
    /// The left edge.
    public var x: Scalar
    /// The upper edge.
    public var y: Scalar
    /// From the left edge to the right one.
    public var width: Scalar
    /// From the upper edge to the lower one.
    public var height: Scalar

    /// A rectangle by its upper left corner and its size.
    @inlinable
    public init(x: Scalar, y: Scalar, width: Scalar, height: Scalar) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// A rectangle by its edges; `maxX` and `maxY` are not included.
    @inlinable
    package init(minX: Scalar, minY: Scalar, maxX: Scalar, maxY: Scalar) {
        self.init(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
    }

    /// At the origin, without width or height.
    @inlinable
    package static var zero: SVGARectangle { SVGARectangle(x: 0, y: 0, width: 0, height: 0) }

    @inlinable
    package var minX: Scalar { x }

    @inlinable
    package var minY: Scalar { y }

    /// The right edge, which is not included.
    @inlinable
    public var maxX: Scalar { x + width }

    /// The lower edge, which is not included.
    @inlinable
    public var maxY: Scalar { y + height }

    /// Whether it has no area. True as well where a side is not a number.
    @inlinable
    package var isEmpty: Bool { !(width > 0 && height > 0) }

    /// What both have in common; empty where they do not meet.
    @inlinable
    package func intersection(_ other: SVGARectangle) -> SVGARectangle {
        SVGARectangle(
            minX: Swift.max(x, other.x), minY: Swift.max(y, other.y), maxX: Swift.min(maxX, other.maxX), maxY: Swift.min(maxY, other.maxY))
    }

    /// The same rectangle grown by `distance` on all four sides.
    @inlinable
    package func outset(by distance: Scalar) -> SVGARectangle {
        SVGARectangle(x: x - distance, y: y - distance, width: width + 2 * distance, height: height + 2 * distance)
    }

    /// The smallest rectangle that holds both, whether or not they have an area.
    @inlinable
    func hull(_ other: SVGARectangle) -> SVGARectangle {
        let (left, top) = (Swift.min(x, other.x), Swift.min(y, other.y))
        return SVGARectangle(
            x: left, y: top, width: Swift.max(maxX, other.maxX) - left, height: Swift.max(maxY, other.maxY) - top)
    }
}

/// A rectangle in points, in the space its owner says.
public typealias SVGARect = SVGARectangle<Double>

/// A rectangle of whole pixels, from the top left.
package typealias PixelRect = SVGARectangle<Int>

extension SVGARectangle<Double> {
    /// The smallest rectangle that holds both. A rectangle without area counts: it is a line or a point.
    package func union(_ other: SVGARect) -> SVGARect { hull(other) }
}

extension SVGARectangle<Int> {
    /// The smallest rectangle that holds the pixels of both. A rectangle without pixels does not count.
    package func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        return other.isEmpty ? self : hull(other)
    }

    /// Whether the pixel at this place is one of the rectangle's.
    @inlinable
    package func contains(x: Int, y: Int) -> Bool { x >= minX && x < maxX && y >= minY && y < maxY }

    /// The index of a place in it, when its pixels are stored row by row from the top left.
    @inlinable
    package func offset(x: Int, y: Int) -> Int { (y - minY) * width + x - minX }

    /// The same rectangle with its origin moved to even coordinates, by up to a pixel to the left and up. The other two edges stay.
    package var fromEvenOrigin: PixelRect {
        PixelRect(x: x & ~1, y: y & ~1, width: width + x & 1, height: height + y & 1)
    }

    /// How many pixels it has.
    package var pixels: Int { isEmpty ? 0 : width * height }

    /// The pixels of `self` that `rect` touches, and one more on each side for what antialiasing and filtering spread.
    package func covered(by rect: SVGARect) -> PixelRect {
        // A place that is not a number becomes the lower end.
        func clamped(_ value: Double, _ low: Int, _ high: Int) -> Int {
            Int(saturating: value > Double(low) ? Swift.min(value, Double(high)) : Double(low))
        }
        return PixelRect(
            minX: clamped(rect.x.rounded(.down) - 1, minX, maxX), minY: clamped(rect.y.rounded(.down) - 1, minY, maxY),
            maxX: clamped(rect.maxX.rounded(.up) + 1, minX, maxX), maxY: clamped(rect.maxY.rounded(.up) + 1, minY, maxY))
    }
}
