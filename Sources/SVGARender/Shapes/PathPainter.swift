package import SVGAModel
package import SVGAPixels

/// Fills and strokes paths with one color, and masks by paths, for painters of other formats.
///
/// All work is spent on the meter. Over its limit, nothing more is painted.
package final class PathPainter {
    private let filler: PathFiller
    private let stroker: Stroker<PathFiller>
    private let meter: WorkMeter
    /// The coverage and the colors of gradients.
    private let scratch = GradientScratch()

    package init(_ meter: WorkMeter) {
        self.meter = meter
        filler = PathFiller(meter)
        stroker = Stroker(filler)
    }

    /// The scratch memory, which later paths reuse.
    package var bytes: Int { filler.bytes + scratch.bytes }

    /// Gives the scratch memory to other painters until the next path.
    package func rest() { filler.rest() }

    /// Fills a path.
    /// - Parameters:
    ///   - transform: from the path's space to the pixels of `rows`.
    ///   - color: a premultiplied word.
    ///   - part: pixels of `rows`; pixels outside of it are not drawn.
    package func fill(
        _ path: SVGAPath, _ transform: SVGATransform, isEvenOdd: Bool, _ color: UInt32, to rows: PixelRows, within part: PixelRect
    ) {
        if color == 0 { return }
        if let rect = path.rectangle, transform.keepsRectangles { return fill(rect, transform, color, to: rows, within: part) }
        filler.fill(color, isEvenOdd: isEvenOdd, to: rows, within: part) { Outline($0, transform).add(path) }
    }

    /// Fills a rectangle.
    package func fill(_ rect: SVGARect, _ transform: SVGATransform, _ color: UInt32, to rows: PixelRows, within part: PixelRect) {
        if color == 0 { return }
        if let covered = CoveredBox(rect, transform) {
            if meter.spend(WorkMeter.Cost.piece + part.pixels * WorkMeter.Cost.pixel) { covered.fill(color, to: rows, within: part) }
        } else {
            filler.fill(color, to: rows, within: part) { Outline($0, transform).addPlain(rect) }
        }
    }

    /// Strokes a path. The color of the stroke is not used.
    package func stroke(
        _ path: SVGAPath, _ stroke: ShapeEntity.Stroke, _ transform: SVGATransform, _ color: UInt32, to rows: PixelRows,
        within part: PixelRect
    ) {
        if color == 0 { return }
        filler.fill(color, to: rows, within: part) { _ in stroker.stroke(.path(path), stroke, transform) }
    }

    // MARK: - Gradients

    /// Fills a path with a gradient.
    package func fill(
        _ path: SVGAPath, _ transform: SVGATransform, isEvenOdd: Bool, _ gradient: GradientRows, to rows: PixelRows,
        within part: PixelRect
    ) {
        filler.fill(gradient, isEvenOdd: isEvenOdd, to: rows, within: part, scratch) { Outline($0, transform).add(path) }
    }

    /// Strokes a path with a gradient.
    package func stroke(
        _ path: SVGAPath, _ stroke: ShapeEntity.Stroke, _ transform: SVGATransform, _ gradient: GradientRows, to rows: PixelRows,
        within part: PixelRect
    ) {
        filler.fill(gradient, to: rows, within: part, scratch) { _ in stroker.stroke(.path(path), stroke, transform) }
    }

    // MARK: - Masks

    /// Multiplies pixels by the coverage of a rectangle.
    package func mask(_ rows: PixelRows, by rect: SVGARect, _ transform: SVGATransform, within part: PixelRect) {
        filler.mask(rows, within: part) { Outline($0, transform).addPlain(rect) }
    }

    /// Multiplies pixels by the coverage of all paths together, with the nonzero rule.
    package func mask(_ rows: PixelRows, by paths: [SVGAPath], _ transform: SVGATransform, within part: PixelRect) {
        filler.mask(rows, within: part) { filler in
            let outline = Outline(filler, transform)
            for path in paths { outline.add(path) }
        }
    }
}

extension SVGATransform {
    /// Whether the sides of a rectangle stay horizontal and vertical.
    package var keepsRectangles: Bool { isAxisAligned || a == 0 && d == 0 }
}

extension SVGAPath {
    /// The rectangle that the path is; nil for any other path.
    package var rectangle: SVGARect? {
        guard let bounds, coordinates.count == 8 || coordinates.count == 10, verbs.first == .move,
            verbs.dropFirst().dropLast().allSatisfy({ $0 == .line }), verbs.last == .close || verbs.last == .line
        else { return nil }
        let isClosedByLine = coordinates.count == 10
        if isClosedByLine, coordinates[8] != coordinates[0] || coordinates[9] != coordinates[1] { return nil }
        /// Whether the sides from even corners keep one coordinate and those from odd corners the other.
        func isRectangle(_ axis: Int) -> Bool {
            (0..<4).allSatisfy { corner in
                let kept = corner % 2 == 0 ? axis : 1 - axis
                return coordinates[2 * corner + kept] == coordinates[2 * ((corner + 1) % 4) + kept]
            }
        }
        return isRectangle(0) || isRectangle(1) ? bounds : nil
    }
}
