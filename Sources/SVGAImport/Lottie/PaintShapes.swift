import SVGAFormat
import SVGALottie
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// Converts a fill or stroke to a shape of a frame.
enum PaintShapes {
    private static let maximumOutlineSegments = 5000
    /// With the gaps between them.
    private static let maximumDashes = 4000.0

    /// In the layer's space.
    /// - Returns: nil if it draws nothing.
    static func shape(_ paint: PaintState, limits: ReadLimits, _ work: ImportWork) throws(NotRepresentable) -> ShapeEntity? {
        guard case .color(var color) = paint.paint, !paint.path.isEmpty, paint.path.isFinite, paint.transform.isInvertible
        else { return nil }
        color.alpha = min(max(color.alpha * paint.opacity, 0), 1)
        guard color.alpha > 0 else { return nil }
        switch paint.style {
        case .fill:
            return ShapeEntity(geometry: .path(try outline(of: paint, work)), fill: color)
        case .stroke:
            guard let (path, stroke) = try stroke(paint, color, limits, work) else { return nil }
            guard paint.transform.isSimilarity else {
                return ShapeEntity(geometry: .path(path), stroke: stroke, transform: paint.transform)
            }
            return ShapeEntity(geometry: .path(path.transformed(paint.transform)), stroke: stroke.scaled(by: paint.transform.meanScale))
        }
    }

    /// The outline of a fill with the nonzero rule, in the layer's space.
    static func outline(of paint: PaintState, _ work: ImportWork) throws(NotRepresentable) -> SVGAPath {
        guard case .fill(isEvenOdd: true) = paint.style else { return paint.path.transformed(paint.transform) }
        guard let path = Windings.nonzero(evenOdd: paint.path, work) else {
            throw NotRepresentable(reason: "an even-odd fill whose outlines intersect")
        }
        return path.transformed(paint.transform)
    }

    /// The outline of a stroke, in the layer's space.
    /// - Parameter scale: the scale of the layer on the canvas.
    static func strokeOutline(of paint: PaintState, scale: Double, limits: ReadLimits, _ work: ImportWork) throws(NotRepresentable)
        -> SVGAPath?
    {
        guard paint.transform.isInvertible, let (path, stroke) = try stroke(paint, .black, limits, work) else { return nil }
        let fine = min(max(scale, 0.1), 100)
        let enlarged = paint.transform.concatenating(SVGATransform.scale(x: fine, y: fine))
        guard let outline = StrokedPath.outline(of: path, stroke, enlarged, work.budget) else {
            throw NotRepresentable(reason: "a gradient along a stroke of too many parts")
        }
        guard outline.verbs.count <= maximumOutlineSegments else {
            throw NotRepresentable(reason: "a gradient along a stroke of too many parts")
        }
        return outline.transformed(.scale(x: 1 / fine, y: 1 / fine))
    }

    /// - Returns: nil if it draws nothing; both in shape space.
    private static func stroke(
        _ paint: PaintState, _ color: SVGAColor, _ limits: ReadLimits, _ work: ImportWork
    ) throws(NotRepresentable) -> (SVGAPath, ShapeEntity.Stroke)? {
        guard case .stroke(let width, let cap, let join, let miterLimit, let dashes, let phase) = paint.style, width > 0, width < 1e6
        else { return nil }
        var stroke = ShapeEntity.Stroke(
            color: color, width: width, lineCap: cap, lineJoin: join, miterLimit: min(max(miterLimit, 1), 1000))
        let list = dashes.map { $0.isFinite ? max($0, 0) : 0 }
        guard list.reduce(0, +) > 1e-6 else { return (paint.path, stroke) }
        if list.count <= 2 {
            let (dash, gap) = (list[0], list.count == 2 ? list[1] : list[0])
            if gap < 0.01 { return (paint.path, stroke) }
            // Players do not draw shorter dashes.
            let scale = paint.transform.isSimilarity ? paint.transform.meanScale : 1
            if dash * scale >= 1, gap * scale >= 0.1 {
                stroke.dash = ShapeEntity.Dash(dash: dash, gap: gap, phase: phase)
                do throws(LimitExceeded) {
                    try ShapeEntity.Geometry.path(paint.path).check(stroke.dash ?? ShapeEntity.Dash(dash: 1, gap: 1, phase: 0), limits)
                } catch {
                    throw NotRepresentable(reason: "a stroke of too many dashes")
                }
                return (paint.path, stroke)
            }
        }
        guard let dashes = PaintShapes.dashes(of: paint.path, list, phase: phase, scale: paint.transform.largestAxisScale, work) else {
            throw NotRepresentable(reason: "a stroke of too many dashes")
        }
        return dashes.isEmpty ? nil : (dashes, stroke)
    }

    /// The dashes of patterns that SVGA cannot represent.
    /// - Returns: nil if there would be too many.
    static func dashes(of path: SVGAPath, _ pattern: [Double], phase: Double, scale: Double, _ work: ImportWork) -> SVGAPath? {
        guard DashCutter.maximumCount(of: path, pattern) <= maximumDashes, work.spend(20 * ImportWork.Cost.segment, times: path.verbs.count)
        else { return nil }
        let dashes = DashCutter.dashes(of: path, pattern, phase: phase, scale: scale)
        work.spend(ImportWork.Cost.point, times: dashes.verbs.count)
        return dashes
    }
}

extension ShapeEntity.Stroke {
    func scaled(by factor: Double) -> ShapeEntity.Stroke {
        var stroke = self
        stroke.width *= factor
        stroke.dash = dash.map { ShapeEntity.Dash(dash: $0.dash * factor, gap: $0.gap * factor, phase: $0.phase * factor) }
        return stroke
    }
}
