package import SVGAModel
import SVGAPixels
import SVGASupport

/// Changes to a sprite's content that do not replace it.
struct Adjustment: Hashable, Sendable {
    /// In points of the canvas.
    struct Offset: Hashable, Sendable {
        let x: Double
        let y: Double
    }

    /// nil: not changed.
    var tint: SVGAColor?
    var opacity: Double?
    var offset: Offset?

    /// Applies the values that are set in `other`.
    mutating func update(with other: Adjustment) {
        tint = other.tint ?? tint
        opacity = other.opacity ?? opacity
        offset = other.offset ?? offset
    }
}

/// An ``Adjustment`` for painting: every number is finite and in its range.
package struct LayerAdjustment: Sendable {
    /// The opacity times the alpha of the tint, 0…1.
    package let opacity: Double
    /// In points of the canvas; nil: not moved.
    package let offset: SVGATransform?
    /// nil: colors are not changed.
    package let tint: TintFactors?

    static let none = LayerAdjustment(Adjustment())

    init(_ adjustment: Adjustment) {
        opacity = LayerAdjustment.fraction(adjustment.opacity) * LayerAdjustment.fraction(adjustment.tint?.alpha)
        if let moved = adjustment.offset, moved.x.isFinite, moved.y.isFinite, (moved.x, moved.y) != (0, 0) {
            offset = .translation(x: moved.x, y: moved.y)
        } else {
            offset = nil
        }
        tint = adjustment.tint.flatMap { TintFactors($0) }
    }

    /// Clamps a number to 0…1; nil and NaN are 1.
    fileprivate static func fraction(_ value: Double?) -> Double {
        guard let value, !value.isNaN else { return 1 }
        return min(max(value, 0), 1)
    }
}

/// Multiplies the colors of pixels, without alpha. Premultiplied colors stay at most their alpha, because no factor is above 1.
package struct TintFactors: Sendable {
    /// `0xAARRGGBB`; 255 means 1.
    private let factors: UInt32

    /// nil for white, which changes nothing.
    init?(_ color: SVGAColor) {
        func factor(_ component: Double) -> UInt32 { UInt32(saturating: (LayerAdjustment.fraction(component) * 255).rounded()) }
        factors = 0xFF00_0000 | factor(color.red) << 16 | factor(color.green) << 8 | factor(color.blue)
        if factors == .max { return nil }
    }

    /// 0…1.
    package var components: (red: Double, green: Double, blue: Double) {
        func component(_ shift: UInt32) -> Double { Double(factors >> shift & 0xFF) / 255 }
        return (component(16), component(8), component(0))
    }

    func apply(to pixels: PixelRows, within part: PixelRect) {
        for y in part.minY..<part.maxY { RowBlending.multiply(pixels.row(y) + part.minX, by: factors, count: part.width) }
    }
}
