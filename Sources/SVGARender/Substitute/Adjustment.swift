import SVGAModel
import SVGAPixels

/// How a sprite's content is changed without being replaced.
struct Adjustment: Hashable, Sendable {
    /// In points of the canvas.
    struct Offset: Hashable, Sendable {
        let x: Double
        let y: Double
    }

    /// What is nil is as the movie has it.
    var tint: Color?
    var opacity: Double?
    var offset: Offset?

    /// Takes over what is set in `other`.
    mutating func update(with other: Adjustment) {
        tint = other.tint ?? tint
        opacity = other.opacity ?? opacity
        offset = other.offset ?? offset
    }
}

/// An ``Adjustment`` as painting wants it: every number finite and in its range.
struct LayerAdjustment: Sendable {
    /// 0…1: the opacity, and the alpha of the tint.
    let opacity: Double
    /// In points of the canvas; nil: not moved.
    let offset: Transform?
    /// nil: the colours stay.
    let tint: TintFactors?

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

    /// Brings a number into 0…1; what is not set or no number counts as 1.
    fileprivate static func fraction(_ value: Double?) -> Double {
        guard let value, !value.isNaN else { return 1 }
        return min(max(value, 0), 1)
    }
}

/// Multiplies the colours of pixels, whose alpha stays. Premultiplied colours stay at most their alpha, because no factor is above 1.
struct TintFactors: Sendable {
    /// 0…255.
    private let red: UInt32
    private let green: UInt32
    private let blue: UInt32

    /// nil for white, which changes nothing.
    init?(_ color: Color) {
        func factor(_ component: Double) -> UInt32 { UInt32((LayerAdjustment.fraction(component) * 255).rounded()) }
        (red, green, blue) = (factor(color.red), factor(color.green), factor(color.blue))
        if (red, green, blue) == (255, 255, 255) { return nil }
    }

    /// - Parameter pixels: premultiplied words `0xAARRGGBB`.
    func apply(to pixels: PixelRows, within part: PixelRect) {
        for y in part.minY..<part.maxY {
            let row = pixels.row(y)
            for x in part.minX..<part.maxX { row[x] = tinted(row[x]) }
        }
    }

    @inline(__always)
    private func tinted(_ word: UInt32) -> UInt32 {
        word & 0xFF00_0000 | AlphaConversion.multiplied(word >> 16 & 0xFF, by: red) << 16
            | AlphaConversion.multiplied(word >> 8 & 0xFF, by: green) << 8 | AlphaConversion.multiplied(word & 0xFF, by: blue)
    }
}
