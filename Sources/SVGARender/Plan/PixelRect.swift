import SVGAModel

/// A rectangle of whole pixels of the output: from `minX`, `minY` up to, not including, `maxX`, `maxY`.
package struct PixelRect: Hashable, Sendable {
    package var minX: Int
    package var minY: Int
    package var maxX: Int
    package var maxY: Int

    static let empty = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

    var isEmpty: Bool { minX >= maxX || minY >= maxY }
    var width: Int { maxX - minX }
    var height: Int { maxY - minY }

    func intersection(_ other: PixelRect) -> PixelRect {
        PixelRect(
            minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
    }

    func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return PixelRect(
            minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
    }

    /// The pixels of `self` that `rect` touches, and one more on each side for what antialiasing and filtering spread.
    func covered(by rect: Rect) -> PixelRect {
        PixelRect(
            minX: Int(clamped(rect.x.rounded(.down) - 1, minX, maxX)), minY: Int(clamped(rect.y.rounded(.down) - 1, minY, maxY)),
            maxX: Int(clamped(rect.maxX.rounded(.up) + 1, minX, maxX)), maxY: Int(clamped(rect.maxY.rounded(.up) + 1, minY, maxY)))
    }

    private func clamped(_ value: Double, _ low: Int, _ high: Int) -> Double {
        // Not a number becomes the lower end.
        value > Double(low) ? min(value, Double(high)) : Double(low)
    }
}
