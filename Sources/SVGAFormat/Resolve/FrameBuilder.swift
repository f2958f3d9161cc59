package import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGASupport

/// Converts the frames of sprites to compact records. Equal layouts, clip paths and shape lists are stored once per movie.
struct FrameBuilder {
    private(set) var tables = FrameTables()

    private var shapes: ShapeBuilder
    private var layoutIndices: [WireLayout: Int32] = [:]
    /// A sprite usually has one layout in all frames, and a lookup is the slowest part of converting a frame.
    private var lastLayout: (wire: WireLayout, index: Int32)?
    private var clipIndices: [ByteKey: Int32] = [:]
    private var shapeListIndices: [[WireShape]: Int32] = [:]
    /// The same by their memory, where the document shares it (``WireMovie/shareShapeLists()``): hashing long lists takes longer than all else.
    private var shapeListAddresses: [UnsafeRawPointer: Int32] = [:]
    private let emulated: (any EmulatedResolution)?

    init(limits: ReadLimits, _ emulated: (any EmulatedResolution)?) {
        shapes = ShapeBuilder(limits: limits, emulated)
        self.emulated = emulated
    }

    /// - Parameter location: of the sprite, for diagnostics.
    mutating func records(
        of sprite: WireSprite, location: @escaping () -> Message, diagnostics: inout DiagnosticList
    ) throws(SVGAError) -> [FrameRecord] {
        var records: [FrameRecord] = []
        records.reserveCapacity(sprite.frames.count)
        // The index of the shapes for KEEP; nil before the first frame with shapes.
        var kept: Int32?
        // The list is moved, not copied.
        var site = DiagnosticSite(diagnostics, location: location)
        diagnostics = DiagnosticList()
        defer { diagnostics = site.list }
        for (index, frame) in sprite.frames.enumerated() {
            site.frame = index
            var shapes: Int32?
            if frame.isKeeping {
                if kept == nil { site.add(.keepWithoutShapes, "KEEP has no earlier shapes to repeat") }
                shapes = kept
                if let emulated { shapes = emulated.shapesOfKeep(kept) }
            } else {
                let list = try shapeList(frame.shapes, &site)
                shapes = list
                if let emulated { emulated.keep(list, of: frame, at: index, in: &kept) } else { kept = list }
            }
            records.append(
                FrameRecord(
                    alpha: alpha(frame.alpha, &site), transform: transform(frame.transform, &site), layout: layout(frame.layout, &site),
                    clipPath: try clipPath(frame.clipPath, &site), shapes: shapes ?? 0))
        }
        return records
    }

    private func alpha(_ alpha: Float, _ site: inout DiagnosticSite) -> Float {
        if !(alpha >= 0 && alpha <= 1) { site.add(.alphaOutOfRange, "alpha is \(Double(alpha).brief)") }
        if let emulated { return emulated.alpha(alpha) }
        // NaN means hidden.
        return alpha > 0 ? min(alpha, 1) : 0
    }

    private func transform(_ wire: WireTransform?, _ site: inout DiagnosticSite) -> (Float, Float, Float, Float, Float, Float) {
        guard var wire else { return (1, 0, 0, 1, 0, 0) }
        emulated?.complete(&wire)
        let values = (wire.a, wire.b, wire.c, wire.d, wire.tx, wire.ty)
        // Each number separately, because a sum of large numbers overflows.
        let isFinite = wire.a.isFinite && wire.b.isFinite && wire.c.isFinite && wire.d.isFinite && wire.tx.isFinite && wire.ty.isFinite
        if !isFinite {
            site.add(.transformNotFinite, "it is hidden: its transform has a number that is not finite")
        }
        return values
    }

    private mutating func layout(_ wire: WireLayout?, _ site: inout DiagnosticSite) -> Int32 {
        let wire = wire ?? WireLayout()
        if let lastLayout, lastLayout.wire == wire { return lastLayout.index }
        let index = layoutIndices[wire] ?? newLayout(wire, &site)
        lastLayout = (wire, index)
        return index
    }

    private mutating func newLayout(_ wire: WireLayout, _ site: inout DiagnosticSite) -> Int32 {
        var rect = SVGARect(x: Double(wire.x), y: Double(wire.y), width: Double(wire.width), height: Double(wire.height))
        let isFinite = rect.x.isFinite && rect.y.isFinite && rect.width.isFinite && rect.height.isFinite
        if !isFinite || rect.width < 0 || rect.height < 0 {
            let text = "\(rect.x.brief), \(rect.y.brief), \(rect.width.brief) × \(rect.height.brief)"
            site.add(.layoutInvalid, "the image is not drawn: its layout is \(text)")
            rect = isFinite ? SVGARect(x: rect.x, y: rect.y, width: 0, height: 0) : .zero
        }
        emulated?.settle(&rect)
        let index = Int32(tables.layouts.count)
        tables.layouts.append(rect)
        layoutIndices[wire] = index
        return index
    }

    private mutating func clipPath(_ text: String, _ site: inout DiagnosticSite) throws(SVGAError) -> Int32 {
        if text.isEmpty { return -1 }
        let key = ByteKey(text)
        if let cached = clipIndices[key] { return cached }
        let path = try shapes.path(text, &site)
        let index = Int32(tables.clipPaths.count)
        tables.clipPaths.append(path)
        emulated?.endClipPath(index)
        clipIndices[key] = index
        return index
    }

    private mutating func shapeList(_ wire: [WireShape], _ site: inout DiagnosticSite) throws(SVGAError) -> Int32 {
        if wire.isEmpty { return 0 }
        // The document keeps all lists in memory while it is read.
        let address = emulated?.sharesShapeLists ?? false ? wire.withUnsafeBytes(\.baseAddress) : nil
        if let address, let known = shapeListAddresses[address] { return known }
        if let known = shapeListIndices[wire] {
            if let address { shapeListAddresses[address] = known }
            return known
        }
        var list: [ShapeEntity] = []
        for shape in wire {
            let before = list.count
            if let shape = try shapes.shape(shape, &site) { list.append(shape) }
            emulated?.endShape(after: before)
        }
        let index = Int32(tables.shapeLists.count)
        tables.shapeLists.append(list)
        emulated?.endShapeList(index)
        shapeListIndices[wire] = index
        if let address { shapeListAddresses[address] = index }
        return index
    }
}

/// Resolves shapes (Rules of rendering, section 6): defaults, color ranges, paths. Equal paths are parsed and stored once.
struct ShapeBuilder {
    private let limits: ReadLimits
    private let emulated: (any EmulatedResolution)?
    private var paths: [ByteKey: SVGAPath] = [:]
    private var segments = 0

    init(limits: ReadLimits, _ emulated: (any EmulatedResolution)?) {
        self.limits = limits
        self.emulated = emulated
    }

    /// nil if the shape draws nothing: KEEP, an unknown type, or missing arguments.
    mutating func shape(_ wire: WireShape, _ site: inout DiagnosticSite) throws(SVGAError) -> ShapeEntity? {
        if wire.kind == .keep {
            site.add(.keepNotFirst, "KEEP draws nothing: it is not the first shape of its frame")
            return nil
        }
        guard let geometry = try geometry(wire, &site) else {
            site.add(.shapeInvalid, "a shape is not drawn: its type is unknown, or its arguments are missing")
            return nil
        }
        var shape = ShapeEntity(
            geometry: geometry, fill: StyleReading.fill(wire.styles, &site), stroke: StyleReading.stroke(wire.styles, &site),
            transform: transform(wire.transform))
        if let emulated { (shape.fill, shape.stroke) = (emulated.fill(wire.styles), emulated.stroke(wire.styles)) }
        if let dash = shape.stroke?.dash {
            do throws(LimitExceeded) {
                try geometry.check(dash, limits)
            } catch {
                throw .limit(error)
            }
        }
        return shape
    }

    /// The path of an SVG text; equal texts are parsed once.
    mutating func path(_ text: String, _ site: inout DiagnosticSite) throws(SVGAError) -> SVGAPath {
        if let emulated, let path = try emulated.path(text, segments: &segments) { return path }
        let key = ByteKey(text)
        if let cached = paths[key] { return cached }
        let parsed = PathParser.parse(text, maxSegments: limits.pathSegments - segments)
        segments += parsed.path.verbs.count
        guard !parsed.isOverLimit else { throw .limit(LimitExceeded(\.pathSegments, of: limits, found: segments + 1)) }
        if let offset = parsed.brokenAt {
            site.add(.pathBroken, "a path has an error at byte \(offset); only the part before it is drawn")
        }
        if !parsed.unusualCommands.isEmpty {
            let commands = parsed.unusualCommands.sorted().map(String.init).joined(separator: ", ")
            site.add(.pathCommandsUnsupported, "part of a path is missing: players do not draw \(commands)")
        } else if parsed.repeatsArguments {
            site.add(.pathCommandsUnsupported, "part of a path is missing: players do not draw arguments repeated without their command")
        }
        paths[key] = parsed.path
        return parsed.path
    }

    private mutating func geometry(_ wire: WireShape, _ site: inout DiagnosticSite) throws(SVGAError) -> ShapeEntity.Geometry? {
        switch (wire.kind, wire.args) {
        case (.shape, .shape(let d)):
            return .path(try path(d, &site))
        case (.rect, .rect(let x, let y, let width, let height, let cornerRadius)):
            guard (x + y + width + height).isFinite else { return nil }
            // A negative size means the same rectangle with another corner as its origin.
            let rect = SVGARect(
                x: Double(min(x, x + width)), y: Double(min(y, y + height)), width: Double(width.magnitude),
                height: Double(height.magnitude))
            guard emulated?.draws(width: width, height: height, cornerRadius: cornerRadius) ?? true else { return .path(SVGAPath()) }
            let radius = cornerRadius.isFinite ? min(max(Double(cornerRadius), 0), rect.width / 2, rect.height / 2) : 0
            return .rect(rect, cornerRadius: radius)
        case (.ellipse, .ellipse(let x, let y, let radiusX, let radiusY)):
            guard (x + y + radiusX + radiusY).isFinite else { return nil }
            guard emulated?.draws(width: radiusX, height: radiusY, cornerRadius: 0) ?? true else { return .path(SVGAPath()) }
            return .ellipse(
                centerX: Double(x), centerY: Double(y), radiusX: Double(radiusX.magnitude), radiusY: Double(radiusY.magnitude))
        default:
            return nil
        }
    }

    private func transform(_ wire: WireTransform?) -> SVGATransform {
        guard var wire else { return .identity }
        emulated?.complete(shape: &wire)
        return SVGATransform(
            a: Double(wire.a), b: Double(wire.b), c: Double(wire.c), d: Double(wire.d), tx: Double(wire.tx), ty: Double(wire.ty))
    }
}

extension ShapeEntity.Geometry {
    /// - Throws: if a stroke of this outline would have too many dashes.
    package func check(_ dash: ShapeEntity.Dash, _ limits: ReadLimits) throws(LimitExceeded) {
        let count = lengthBound / (max(1, dash.dash) + max(0.1, dash.gap))
        guard count <= Double(limits.dashes) else {
            throw LimitExceeded(\.dashes, of: limits, found: count < 1e15 ? Int(saturating: count) : Int.max, subject: "a dashed stroke")
        }
    }

    /// An upper bound of the outline's length in shape space: curves count as their control polygons.
    private var lengthBound: Double {
        switch self {
        case .rect(let rect, _): return 2 * (rect.width + rect.height)
        case .ellipse(_, _, let radiusX, let radiusY): return 4 * (radiusX + radiusY)
        case .path(let path):
            var length = 0.0
            var at = 0
            var subpathStart = (x: 0.0, y: 0.0)
            var last = (x: 0.0, y: 0.0)
            func reach(_ x: Double, _ y: Double) {
                length += hypot(x - last.x, y - last.y)
                last = (x, y)
            }
            for verb in path.verbs {
                let points = path.coordinates[at..<at + verb.coordinateCount]
                at = points.endIndex
                if verb == .close { reach(subpathStart.x, subpathStart.y) }
                for index in stride(from: points.startIndex, to: points.endIndex, by: 2) {
                    let (x, y) = (Double(points[index]), Double(points[index + 1]))
                    if verb == .move {
                        last = (x, y)
                        subpathStart = last
                    } else {
                        reach(x, y)
                    }
                }
            }
            return length
        }
    }
}
