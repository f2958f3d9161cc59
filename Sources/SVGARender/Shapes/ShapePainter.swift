package import SVGAModel
import SVGAPixels
import SVGASupport

/// Draws vector shapes (Rules of rendering, section 6).
final class ShapePainter {
    private let filler: PathFiller
    private let stroker: Stroker<PathFiller>
    private let meter: WorkMeter
    /// The coverage of fills and clips.
    private let coverage: Coverage

    init(_ meter: WorkMeter = .unlimited, coverage: Coverage = .exact) {
        self.meter = meter
        self.coverage = coverage
        filler = PathFiller(meter)
        stroker = Stroker(filler)
    }

    /// Fills, then strokes a shape.
    /// - Parameter part: pixels of `rows`; pixels outside of it are not drawn.
    func draw(_ shape: ShapeEntity, _ spriteSpace: SVGATransform, _ alpha: Double, to rows: PixelRows, within part: PixelRect) {
        guard shape.fill != nil || shape.stroke != nil, let outline = shape.geometry.bounds else { return }
        let transform = shape.transform.concatenating(spriteSpace)
        guard transform.isDrawable else { return }
        if let color = shape.fill?.word(alpha), color != 0 {
            let box = part.covered(by: transform.boundingBox(of: outline))
            if case .rect(let rect, cornerRadius: 0) = shape.geometry, let covered = CoveredBox(rect, transform) {
                if meter.spend(WorkMeter.Cost.piece + box.pixels * WorkMeter.Cost.pixel) { covered.fill(color, to: rows, within: box) }
            } else {
                filler.fill(color, to: rows, within: box) { add(shape.geometry, transform, to: $0) }
            }
        }
        if let stroke = shape.stroke {
            let color = stroke.color.word(alpha)
            if color == 0 { return }
            let box = part.covered(by: transform.boundingBox(of: outline.outset(by: stroke.reach)))
            filler.fill(color, to: rows, within: box) { _ in stroker.stroke(shape.geometry, stroke, transform) }
        }
    }

    /// Multiplies the pixels of a part by an outline's coverage.
    /// - Parameter part: pixels of `rows`; pixels outside of it are not changed.
    func clip(
        _ geometry: ShapeEntity.Geometry, _ transform: SVGATransform, _ rows: PixelRows, _ edges: ClipEdges = .antialiased,
        within part: PixelRect
    ) {
        switch edges {
        case .antialiased: filler.mask(rows, within: part) { add(geometry, transform, to: $0) }
        case .aliased: SharpOutline(meter).mask(rows, within: part, geometry, transform)
        }
    }

    private func add(_ geometry: ShapeEntity.Geometry, _ transform: SVGATransform, to filler: PathFiller) {
        switch coverage {
        case .exact: Outline(filler, transform).add(geometry)
        case .quarterRows: Outline(SnappedOutline(filler), transform).add(geometry)
        }
    }
}

extension SVGAColor {
    /// A premultiplied word, rounded like Cairo. Components are clamped to 0…1.
    /// - Parameter fade: 0…1.
    package func word(_ fade: Double = 1) -> UInt32 {
        let alpha = min(max(self.alpha, 0), 1) * fade
        func byte(_ component: Double) -> UInt32 { SVGAColor.byte(min(max(component, 0), 1) * alpha) }
        return SVGAColor.byte(alpha) << 24 | byte(red) << 16 | byte(green) << 8 | byte(blue)
    }

    /// Converts 0…1 to a byte, rounded like Cairo. NaN is 0.
    package static func byte(_ component: Double) -> UInt32 { component > 0 ? UInt32(saturating: component * 65535 + 0.5) >> 8 : 0 }
}
