import SVGASupport

/// An axis-aligned rectangle; ``SVGARect`` is one in points.
///
/// It extends from its origin to `maxX` and `maxY`, which are not included. A rectangle with a width or height of 0 or less is empty.
@frozen
public struct SVGARectangle<Scalar: Comparable & SignedNumeric & Hashable & Sendable>: Hashable, Sendable {
    /// The left edge.
    public var x: Scalar
    /// The upper edge.
    public var y: Scalar
    /// The distance of the left and right edges.
    public var width: Scalar
    /// The distance of the upper and lower edges.
    public var height: Scalar

    /// A rectangle with an upper left corner and a size.
    @inlinable
    public init(x: Scalar, y: Scalar, width: Scalar, height: Scalar) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// A rectangle with these edges; `maxX` and `maxY` are not included.
    @inlinable
    package init(minX: Scalar, minY: Scalar, maxX: Scalar, maxY: Scalar) {
        self.init(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
    }

    /// At the origin, with width and height 0.
    @inlinable
    package static var zero: SVGARectangle { SVGARectangle(x: 0, y: 0, width: 0, height: 0) }

    @inlinable
    package var minX: Scalar { x }

    @inlinable
    package var minY: Scalar { y }

    /// The right edge, which is not included.
    @inlinable
    package var maxX: Scalar { x + width }

    /// The lower edge, which is not included.
    @inlinable
    package var maxY: Scalar { y + height }

    /// Whether it has no area, also if a side is NaN.
    @inlinable
    package var isEmpty: Bool { !(width > 0 && height > 0) }

    /// The intersection. If they do not overlap, it is empty, with a width or height of 0.
    @inlinable
    package func intersection(_ other: SVGARectangle) -> SVGARectangle {
        let (left, top) = (Swift.max(x, other.x), Swift.max(y, other.y))
        let (width, height) = (Swift.min(maxX, other.maxX) - left, Swift.min(maxY, other.maxY) - top)
        // NaN stays.
        return SVGARectangle(x: left, y: top, width: width < 0 ? 0 : width, height: height < 0 ? 0 : height)
    }

    /// The rectangle enlarged by `distance` on all four sides.
    @inlinable
    package func outset(by distance: Scalar) -> SVGARectangle {
        SVGARectangle(x: x - distance, y: y - distance, width: width + 2 * distance, height: height + 2 * distance)
    }

    /// The smallest rectangle that contains both, even if one has no area.
    @inlinable
    func hull(_ other: SVGARectangle) -> SVGARectangle {
        let (left, top) = (Swift.min(x, other.x), Swift.min(y, other.y))
        return SVGARectangle(
            x: left, y: top, width: Swift.max(maxX, other.maxX) - left, height: Swift.max(maxY, other.maxY) - top)
    }
}

/// A rectangle in points of a space that its owner defines.
public typealias SVGARect = SVGARectangle<Double>

/// A rectangle of pixels, from the top left.
package typealias PixelRect = SVGARectangle<Int>

extension SVGARectangle<Double> {
    /// The smallest rectangle that contains both. A rectangle without area counts as a line or a point.
    package func union(_ other: SVGARect) -> SVGARect { hull(other) }
}

extension SVGARectangle<Int> {
    /// The smallest rectangle that contains the pixels of both. A rectangle without pixels is ignored.
    package func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        return other.isEmpty ? self : hull(other)
    }

    /// Whether the pixel is inside of the rectangle.
    @inlinable
    package func contains(x: Int, y: Int) -> Bool { x >= minX && x < maxX && y >= minY && y < maxY }

    /// The index of a pixel if the rectangle's pixels are stored row by row from the top left.
    @inlinable
    package func offset(x: Int, y: Int) -> Int { (y - minY) * width + x - minX }

    /// The rectangle extended by up to a pixel to the left and up, so that its origin is even.
    package var fromEvenOrigin: PixelRect {
        PixelRect(x: x & ~1, y: y & ~1, width: width + x & 1, height: height + y & 1)
    }

    /// The number of pixels.
    package var pixels: Int { isEmpty ? 0 : width * height }

    /// The pixels of `self` that `rect` touches, with a margin of one pixel for antialiasing and filtering.
    package func covered(by rect: SVGARect) -> PixelRect {
        // NaN becomes the lower bound.
        func clamped(_ value: Double, _ low: Int, _ high: Int) -> Int {
            Int(saturating: value > Double(low) ? Swift.min(value, Double(high)) : Double(low))
        }
        return PixelRect(
            minX: clamped(rect.x.rounded(.down) - 1, minX, maxX), minY: clamped(rect.y.rounded(.down) - 1, minY, maxY),
            maxX: clamped(rect.maxX.rounded(.up) + 1, minX, maxX), maxY: clamped(rect.maxY.rounded(.up) + 1, minY, maxY))
    }
}
