import SVGAModel
import SVGAPixels
import SVGASupport

/// Turns the frames of sprites into compact records, and keeps what repeats once for the whole movie.
struct FrameBuilder {
    private(set) var tables = FrameTables()

    private var shapes: ShapeBuilder
    private var layoutIndices: [WireLayout: Int32] = [:]
    private var clipIndices: [ByteKey: Int32] = [:]
    private var shapeListIndices: [[WireShape]: Int32] = [[]: 0]

    init(limits: ReadLimits) {
        shapes = ShapeBuilder(limits: limits)
    }

    /// - Parameter place: the sprite, for diagnostics.
    mutating func records(
        of sprite: WireSprite, place: @escaping () -> String, diagnostics: inout DiagnosticList
    ) throws(ReadError) -> [FrameRecord] {
        var records: [FrameRecord] = []
        records.reserveCapacity(sprite.frames.count)
        // The index of the shapes that KEEP refers to; nil before the first frame without it.
        var kept: Int32?
        // The list is moved, not copied.
        var site = DiagnosticSite(diagnostics, place: place)
        diagnostics = DiagnosticList()
        defer { diagnostics = site.list }
        for (index, frame) in sprite.frames.enumerated() {
            site.frame = index
            if frame.shapes.first?.kind == .keep {
                if kept == nil { site.add(.keepWithoutShapes, "KEEP with no earlier shapes to keep") }
            } else {
                kept = try shapeList(frame.shapes, &site)
            }
            records.append(
                FrameRecord(
                    alpha: alpha(frame.alpha, &site), transform: transform(frame.transform, &site), layout: layout(frame.layout, &site),
                    clipPath: try clipPath(frame.clipPath, &site), shapes: kept ?? 0))
        }
        return records
    }

    private func alpha(_ alpha: Float, _ site: inout DiagnosticSite) -> Float {
        if alpha >= 0, alpha <= 1 { return alpha }
        site.add(.alphaOutOfRange, "alpha is \(Double(alpha).brief)")
        return alpha > 1 ? 1 : 0
    }

    private func transform(_ wire: WireTransform?, _ site: inout DiagnosticSite) -> (Float, Float, Float, Float, Float, Float) {
        guard let wire else { return (1, 0, 0, 1, 0, 0) }
        let values = (wire.a, wire.b, wire.c, wire.d, wire.tx, wire.ty)
        if !(wire.a + wire.b + wire.c + wire.d + wire.tx + wire.ty).isFinite {
            site.add(.transformNotFinite, "a transform with a number that is not finite; hidden")
        }
        return values
    }

    private mutating func layout(_ wire: WireLayout?, _ site: inout DiagnosticSite) -> Int32 {
        let wire = wire ?? WireLayout()
        if let known = layoutIndices[wire] { return known }
        var rect = Rect(x: Double(wire.x), y: Double(wire.y), width: Double(wire.width), height: Double(wire.height))
        let isFinite = rect.x.isFinite && rect.y.isFinite && rect.width.isFinite && rect.height.isFinite
        if !isFinite || rect.width < 0 || rect.height < 0 {
            let place = "\(rect.x.brief), \(rect.y.brief), \(rect.width.brief) × \(rect.height.brief)"
            site.add(.layoutInvalid, "the layout is \(place); nothing fills it")
            rect = isFinite ? Rect(x: rect.x, y: rect.y, width: 0, height: 0) : .zero
        }
        let index = Int32(tables.layouts.count)
        tables.layouts.append(rect)
        layoutIndices[wire] = index
        return index
    }

    private mutating func clipPath(_ text: String, _ site: inout DiagnosticSite) throws(ReadError) -> Int32 {
        if text.isEmpty { return -1 }
        let key = ByteKey(text)
        if let known = clipIndices[key] { return known }
        let path = try shapes.path(text, &site)
        let index = Int32(tables.clipPaths.count)
        tables.clipPaths.append(path)
        clipIndices[key] = index
        return index
    }

    private mutating func shapeList(_ wire: [WireShape], _ site: inout DiagnosticSite) throws(ReadError) -> Int32 {
        if let known = shapeListIndices[wire] { return known }
        var list: [ShapeEntity] = []
        for shape in wire {
            if let shape = try shapes.shape(shape, &site) { list.append(shape) }
        }
        let index = Int32(tables.shapeLists.count)
        tables.shapeLists.append(list)
        shapeListIndices[wire] = index
        return index
    }
}
