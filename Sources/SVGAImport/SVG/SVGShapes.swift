import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGASupport

/// Converts the drawing operations of an SVG to parts that become sprites: shapes if SVGA can represent them, pictures if not.
struct SVGShapes {
    enum Part {
        /// Shapes of one sprite. The alpha applies to their composition.
        case shapes([ShapeEntity], clip: SVGAPath?, alpha: Double)
        /// A picture of a gradient at scale 1, clipped by a path. The clip path keeps the edge sharp at any scale.
        case gradient(SVGDrawing.Operation, clip: SVGAPath)
        case picture([SVGDrawing.Operation])
    }

    private let canvas: SVGARect
    private let work: ImportWork
    private(set) var parts: [Part] = []
    /// The reasons why parts became pictures, without duplicates.
    private(set) var reasons: [Message] = []
    private var depth = 0

    init(_ drawing: SVGDrawing, width: Double, height: Double, _ work: ImportWork) {
        self.work = work
        canvas = SVGARect(x: 0, y: 0, width: width, height: height)
        for operation in drawing.operations { add(operation) }
    }

    // MARK: Sorting

    private mutating func add(_ operation: SVGDrawing.Operation) {
        guard work.spend(10 * ImportWork.Cost.segment, times: operation.segmentCount) else { return }
        guard let bounds = operation.bounds(in: canvas), bounds.width > 0, bounds.height > 0 else { return }
        if case .color(let color) = operation.source, color.alpha <= 0 { return }
        guard operation.isComputable else { return addPicture(operation, "its numbers are too large") }
        guard let clip = clip(of: operation, bounds) else { return addPicture(operation, "its clip paths cannot be combined into one") }
        // An area without pixels, such as a line that is filled by the even-odd rule, may become an empty path.
        if clip.path?.isEmpty ?? false { return }
        switch operation.source {
        case .color:
            guard let shape = shape(operation) else {
                if case .fill = operation.action { return addPicture(operation, "an even-odd fill intersects itself") }
                return addPicture(operation, "a stroke has dashes that SVGA does not support")
            }
            if !shape.isEmpty { addShape(shape, clip.path) }
        case .gradient:
            guard case .fill(let area) = operation.action, clip.path == nil, let path = area.nonzero(work) else {
                return addPicture(operation, "a stroke or a clipped part has a gradient")
            }
            if path.isEmpty { return }
            reasons.add("a gradient fills a path")
            parts.append(.gradient(operation, clip: path))
        case .group(let group, let x, let y):
            guard case .paint(let alpha) = operation.action, depth < 50 else { return addPicture(operation, "a group is a pattern") }
            addGroup(operation, group.operations.map { $0.moved(x: x, y: y) }, alpha, clip.path)
        }
    }

    private mutating func addGroup(_ group: SVGDrawing.Operation, _ inner: [SVGDrawing.Operation], _ alpha: Double, _ clip: SVGAPath?) {
        if alpha <= 0 { return }
        if alpha >= 1 || !SVGShapes.overlap(inner, canvas) {
            // If one operation cannot have an opacity, the entire group becomes a picture. So all are checked before the first is added.
            let faded = inner.compactMap { $0.faded(alpha) }
            guard faded.count == inner.count else {
                return addPicture(group, "a translucent group contains more than solid colors")
            }
            depth += 1
            for operation in faded {
                add(SVGDrawing.Operation(action: operation.action, source: operation.source, clips: group.clips + operation.clips))
            }
            depth -= 1
            return
        }
        // A sprite's alpha applies to the composition of its shapes, like the alpha of a group.
        var shapes: [ShapeEntity] = []
        for operation in inner {
            guard operation.clips.isEmpty, case .color = operation.source, let shape = shape(operation) else {
                return addPicture(group, "a translucent group contains more than shapes")
            }
            if !shape.isEmpty { shapes.merge(shape) }
        }
        if !shapes.isEmpty { parts.append(.shapes(shapes, clip: clip, alpha: alpha)) }
    }

    private mutating func addShape(_ shape: ShapeEntity, _ clip: SVGAPath?) {
        if case .shapes(var shapes, let last, 1) = parts.last, last == clip {
            parts.removeLast()
            shapes.merge(shape)
            parts.append(.shapes(shapes, clip: clip, alpha: 1))
        } else {
            parts.append(.shapes([shape], clip: clip, alpha: 1))
        }
    }

    private mutating func addPicture(_ operation: SVGDrawing.Operation, _ reason: Message) {
        reasons.add(reason)
        if case .picture(var operations) = parts.last {
            // The part is removed first, so that its array has a single reference and grows without a copy.
            parts.removeLast()
            operations.append(operation)
            parts.append(.picture(operations))
        } else {
            parts.append(.picture([operation]))
        }
    }

    /// Whether operations of a group may overlap. More than 40 operations are assumed to overlap.
    private static func overlap(_ operations: [SVGDrawing.Operation], _ canvas: SVGARect) -> Bool {
        guard operations.count <= 40 else { return true }
        let boxes = operations.compactMap { $0.bounds(in: canvas) }
        for (index, one) in boxes.enumerated() {
            for two in boxes[(index + 1)...] where !one.intersection(two).isEmpty { return true }
        }
        return false
    }

    // MARK: One operation

    /// Combines the clip paths of an operation.
    /// - Returns: nil if the clip paths cannot become one path. The path in the result is nil if nothing is clipped.
    private func clip(of operation: SVGDrawing.Operation, _ bounds: SVGARect) -> (path: SVGAPath?, Void)? {
        var effective: [SVGDrawing.Area] = []
        for clip in operation.clips where !clip.isRectangle(around: bounds) && !effective.contains(where: { $0.path == clip.path }) {
            effective.append(clip)
        }
        guard let only = effective.first else { return (nil, ()) }
        guard effective.count == 1, let path = only.nonzero(work) else { return nil }
        return (path, ())
    }

    private func shape(_ operation: SVGDrawing.Operation) -> ShapeEntity? {
        guard case .color(let color) = operation.source else { return nil }
        switch operation.action {
        case .paint(let alpha):
            var faded = color
            faded.alpha *= alpha
            return ShapeEntity(geometry: .rect(canvas, cornerRadius: 0), fill: faded)
        case .fill(let area): return area.nonzero(work).map { ShapeEntity(geometry: .path($0), fill: color) }
        case .stroke(let path, let matrix, let style): return SVGShapes.stroke(path, matrix, style, color)
        }
    }

    private static func stroke(_ path: SVGAPath, _ matrix: SVGATransform, _ style: SVGDrawing.StrokeStyle, _ color: SVGAColor)
        -> ShapeEntity?
    {
        guard style.width > 0, let inverse = matrix.inverted else { return nil }
        // Some players do not scale strokes. So a transform that only moves, rotates and scales evenly is applied to the path and the width.
        let isSimilarity = abs(matrix.a - matrix.d) + abs(matrix.b + matrix.c) < 1e-6 * matrix.meanScale
        let factor = isSimilarity ? matrix.meanScale : 1
        var dash: ShapeEntity.Dash?
        if !style.dashes.isEmpty {
            guard style.dashes.count <= 2 else { return nil }
            let (on, off) = (style.dashes[0] * factor, (style.dashes.last ?? 0) * factor)
            // Some players lengthen dashes below 1 and gaps below 0.1.
            guard on >= 1, off >= 0.1 else { return nil }
            dash = ShapeEntity.Dash(dash: on, gap: off, phase: style.phase * factor)
        }
        let stroke = ShapeEntity.Stroke(
            color: color, width: style.width * factor, lineCap: style.cap, lineJoin: style.join, miterLimit: max(style.miterLimit, 1),
            dash: dash)
        return isSimilarity
            ? ShapeEntity(geometry: .path(path.mapped(by: .identity)), stroke: stroke)
            : ShapeEntity(geometry: .path(path.mapped(by: inverse)), stroke: stroke, transform: matrix)
    }
}

extension ShapeEntity {
    fileprivate var isEmpty: Bool { if case .path(let path) = geometry { path.isEmpty } else { false } }
}

extension [ShapeEntity] {
    /// Adds a shape. A stroke becomes part of the previous shape if that is a fill of the same path.
    fileprivate mutating func merge(_ shape: ShapeEntity) {
        if let last, last.stroke == nil, shape.fill == nil, last.geometry == shape.geometry, last.transform == shape.transform {
            self[count - 1].stroke = shape.stroke
        } else {
            append(shape)
        }
    }
}

extension [Message] {
    fileprivate mutating func add(_ reason: Message) {
        if !contains(reason) { append(reason) }
    }
}

// MARK: - Areas of operations

extension SVGDrawing.Area {
    /// A path that has the same area by the nonzero rule; nil if there is none.
    func nonzero(_ work: ImportWork) -> SVGAPath? {
        isEvenOdd ? Windings.nonzero(evenOdd: path, work)?.mapped(by: .identity) : path.mapped(by: .identity)
    }

    /// Whether the area is an axis-aligned rectangle that contains the box.
    func isRectangle(around box: SVGARect) -> Bool {
        guard let bounds = path.bounds, path.verbs.starts(with: [.move, .line, .line, .line]),
            path.verbs.dropFirst(4).allSatisfy({ $0 == .close || $0 == .move })
        else { return false }
        let (x, y) = (
            (0..<4).map { path.coordinates[2 * $0] }, (0..<4).map { path.coordinates[2 * $0 + 1] }
        )
        // The four edges are alternately horizontal and vertical, and the last one leads back to the first corner.
        let isUpright =
            y[0] == y[1] && x[1] == x[2] && y[2] == y[3] && x[3] == x[0] || x[0] == x[1] && y[1] == y[2] && x[2] == x[3] && y[3] == y[0]
        return isUpright && bounds.x <= box.x && bounds.y <= box.y && bounds.maxX >= box.maxX && bounds.maxY >= box.maxY
    }
}

extension SVGDrawing.Operation {
    /// The bounding box of the operation's effect on the canvas; nil if it is empty.
    func bounds(in canvas: SVGARect) -> SVGARect? {
        var box: SVGARect?
        switch action {
        case .fill(let area):
            guard let bounds = area.path.bounds, bounds.width > 0, bounds.height > 0 else { return nil }
            box = bounds
        case .stroke(let path, let matrix, let style):
            guard let bounds = path.bounds, matrix.isInvertible else { return nil }
            let stroke = ShapeEntity.Stroke(color: .black, width: style.width, lineJoin: style.join, miterLimit: max(style.miterLimit, 1))
            let reach = stroke.reach * max(hypot(matrix.a, matrix.b), hypot(matrix.c, matrix.d))
            guard reach.isFinite else { return nil }
            box = bounds.outset(by: reach)
        case .paint: box = canvas
        }
        switch source {
        case .color: break
        case .gradient(let gradient):
            // Cairo draws nothing with a singular matrix.
            guard gradient.matrix.isInvertible else { return nil }
        case .group(let group, let x, let y):
            var inner: SVGARect?
            for operation in group.operations {
                guard let bounds = operation.moved(x: x, y: y).bounds(in: canvas) else { continue }
                inner = inner?.union(bounds) ?? bounds
            }
            guard let inner else { return nil }
            box = box?.intersection(inner)
        }
        for clip in clips { box = clip.path.bounds.flatMap { box?.intersection($0) } }
        guard let visible = box?.intersection(canvas), (visible.x + visible.y + visible.width + visible.height).isFinite else { return nil }
        return visible
    }

    /// Whether all coordinates are below 1,000,000, so that computations are exact enough.
    var isComputable: Bool {
        func isNear(_ path: SVGAPath) -> Bool { path.coordinates.allSatisfy { $0.magnitude < 1e6 } }
        guard clips.allSatisfy({ isNear($0.path) }) else { return false }
        switch action {
        case .fill(let area): return isNear(area.path)
        case .stroke(let path, _, _): return isNear(path)
        case .paint: return true
        }
    }

    func moved(x: Double, y: Double) -> SVGDrawing.Operation {
        if x == 0, y == 0 { return self }
        let move = SVGATransform.translation(x: x, y: y)
        func moved(_ area: SVGDrawing.Area) -> SVGDrawing.Area {
            SVGDrawing.Area(path: area.path.mapped(by: move), isEvenOdd: area.isEvenOdd)
        }
        var result = self
        result.clips = clips.map(moved)
        switch action {
        case .fill(let area): result.action = .fill(moved(area))
        case .stroke(let path, let matrix, let style):
            result.action = .stroke(path.mapped(by: move), matrix: matrix.concatenating(move), style: style)
        case .paint: break
        }
        switch source {
        case .color: break
        case .gradient(var gradient):
            gradient.matrix = gradient.matrix.translatedBy(x: -x, y: -y)
            result.source = .gradient(gradient)
        case .group(let group, let innerX, let innerY): result.source = .group(group, x: innerX + x, y: innerY + y)
        }
        return result
    }

    /// The operation with its opacity multiplied by `alpha`.
    /// - Returns: nil if the operation cannot have an opacity.
    func faded(_ alpha: Double) -> SVGDrawing.Operation? {
        if alpha >= 1 { return self }
        var result = self
        switch (source, action) {
        case (.color(var color), _):
            color.alpha *= alpha
            result.source = .color(color)
        case (.gradient(var gradient), _):
            for index in gradient.stops.indices { gradient.stops[index].color.alpha *= alpha }
            result.source = .gradient(gradient)
        case (.group, .paint(let own)): result.action = .paint(alpha: own * alpha)
        case (.group, _): return nil
        }
        return result
    }
}

// MARK: - Cost of operations

extension SVGDrawing.Operation {
    /// The cost of a segment's crossing with a pixel row or column, if Cairo must sort many segments.
    private static let crossing = 1000
    private static let line = 100
    private static let groupPixel = 16
    private static let paintedPixel = 4

    /// The number of segments of all paths, including those in groups.
    fileprivate var segmentCount: Int {
        var count = clips.reduce(1) { $0 + $1.path.verbs.count }
        switch action {
        case .fill(let area): count += area.path.verbs.count
        case .stroke(let path, _, _): count += path.verbs.count
        case .paint: break
        }
        if case .group(let group, _, _) = source { count += group.operations.reduce(0) { $0 + $1.segmentCount } }
        return count
    }

    /// The cost of drawing the operation into a picture.
    func work(width: Int, height: Int, scale: Double) -> Int {
        let pixels = width * height
        func outline(_ path: SVGAPath, _ linesOfSegment: Int, _ edges: Double) -> Int {
            let maximum = 2 * edges * Double(path.verbs.count) * Double(width + height)
            let crossings = Int(saturating: min(edges * path.lengthOfPolygon * scale, maximum)).multipliedSaturating(by: Self.crossing)
            return crossings.addingSaturating(path.verbs.count * linesOfSegment * Self.line)
        }
        func painted(_ box: SVGARect?) -> Int {
            let area = (box?.width ?? 0) * (box?.height ?? 0) * scale * scale
            return Self.paintedPixel * Int(saturating: min(area, Double(pixels)))
        }
        var sum = clips.reduce(300) { $0.addingSaturating(outline($1.path, 10, 1)).addingSaturating(pixels) }
        switch action {
        case .fill(let area): sum = sum.addingSaturating(outline(area.path, 10, 1)).addingSaturating(painted(area.path.bounds))
        case .stroke(let path, let matrix, let style):
            sum = sum.addingSaturating(outline(path, 40, 3)).addingSaturating(
                painted(path.bounds?.outset(by: style.width * matrix.meanScale)))
            let period = style.dashes.reduce(0, +) * matrix.meanScale
            if period > 0 {
                let dashes = Int(saturating: min(path.lengthOfPolygon / period * Double(style.dashes.count), 1e12))
                sum = sum.addingSaturating(dashes.multipliedSaturating(by: 40 * Self.line))
            }
        case .paint: sum += Self.paintedPixel * pixels
        }
        if case .group(let group, _, _) = source {
            sum = group.operations.reduce(sum + Self.groupPixel * pixels) {
                $0.addingSaturating($1.work(width: width, height: height, scale: scale))
            }
        }
        return sum
    }
}
