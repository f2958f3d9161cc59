import SVGALottie
import SVGAModel
import SVGAPixels
import SVGASupport

/// Converts the frame states of a Lottie to pieces, each of which a sprite can show.
///
/// The methods throw ``NotRepresentable`` for content that SVGA cannot represent. The innermost layer around it then becomes a picture.
struct Flattener {
    /// Layers that are nested more deeply are drawn as pictures.
    private static let maximumNesting = 32

    let canvas: SVGARect
    let limits: ReadLimits
    /// If this limit is exceeded, the result may be invalid; the caller must then throw.
    let work: ImportWork
    /// Content that became a picture.
    private(set) var rasterized = NoteList()
    /// Content that is missing or differs from the Lottie.
    private(set) var lost = NoteList()
    private var frame = FramePieces()

    /// The state of a layer's parent.
    private struct ParentState {
        /// The transform to the canvas.
        var transform: SVGATransform
        var opacity = 1.0
        /// Clip paths on the canvas.
        var clips: [SVGAPath] = []
        var matte: Int?
        var depth = 0
    }

    init(canvas: SVGARect, limits: ReadLimits, work: ImportWork) {
        self.canvas = canvas
        self.limits = limits
        self.work = work
    }

    /// Converts one frame.
    /// - Parameter transform: the transform from the composition to the canvas.
    mutating func pieces(of frameState: LottieFrameState, transform: SVGATransform) -> FramePieces {
        frame = FramePieces()
        do throws(NotRepresentable) {
            for layer in frameState.layers { try add(layer, ParentState(transform: transform)) }
        } catch {
            // A layer at the top level can always be drawn as a picture, so this is not expected.
            lost.add(Imported.Note("a part could not be converted: \(error.reason)"))
        }
        return frame
    }

    // MARK: Layers

    private mutating func add(_ layer: LayerState, _ parent: ParentState) throws(NotRepresentable) {
        guard work.spend(ImportWork.Cost.segment, times: 40 + layer.ownSegmentCount) else { return }
        guard layer.opacity > 0.0005, layer.transform.isFinite, layer.transform.concatenating(parent.transform).isInvertible else { return }
        guard let bounds = layer.contentBounds else { return }
        let indexPath = layer.label
        if layer.blendMode != .normal {
            lost.add(Imported.Note(location: indexPath, "the blend mode \(layer.blendMode.rawValue) is drawn as normal"))
        }
        let mark = (frame.mattes.count, frame.pieces.count)
        if layer.matte != nil, layer.isLeaf, parent.matte == nil {
            // First tries to convert the matte to a clip path, because some players support clip paths but not mattes.
            let notes = (rasterized, lost)
            do throws(NotRepresentable) {
                try addParts(layer, bounds, parent, matte: layer.matte, clips: true)
                if rasterized.additions == notes.0.additions { return }
            } catch {}
            removePieces(after: mark)
            (rasterized, lost) = notes
        }
        let failure: NotRepresentable
        do throws(NotRepresentable) {
            return try addParts(layer, bounds, parent, matte: layer.matte)
        } catch {
            failure = error
        }
        removePieces(after: mark)
        rasterized.add(Imported.Note(location: indexPath, failure.reason))
        if layer.matte != nil {
            do throws(NotRepresentable) {
                return try addDrawn(layer, bounds, parent, keepsMatte: false)
            } catch {
                removePieces(after: mark)
            }
        }
        try addDrawn(layer, bounds, parent, keepsMatte: true)
    }

    private mutating func removePieces(after mark: (mattes: Int, pieces: Int)) {
        frame.mattes.removeLast(frame.mattes.count - mark.mattes)
        frame.pieces.removeLast(frame.pieces.count - mark.pieces)
    }

    /// Adds the pieces of a layer.
    /// - Parameter clips: whether a matte that is a plain outline must become a clip path.
    private mutating func addParts(
        _ layer: LayerState, _ bounds: SVGARect, _ parent: ParentState, matte: MatteState?, clips: Bool = false
    ) throws(NotRepresentable) {
        var inner = parent
        inner.depth += 1
        let shadow = layer.shadow
        if layer.filter != nil && shadow == nil || layer.pathStroke != nil { throw NotRepresentable(reason: "effects") }
        if inner.depth > Flattener.maximumNesting { throw NotRepresentable(reason: "compositions that are nested too deeply") }
        var opacity = layer.opacity
        if let matte {
            guard try apply(matte, of: layer, &inner, clips: clips) else { return }
        }
        inner.transform = layer.transform.concatenating(parent.transform)
        var mask: SVGAPath?
        switch try MaskClip(layer.masks, bounds: bounds, work) {
        case .everything: break
        case .nothing: return
        case .path(let path, let part):
            mask = path
            opacity *= part
        }
        let hasMatte = inner.matte != parent.matte
        guard case .composition(let frameState, let width, let height) = layer.content else {
            return try faded(layer, opacity, inner, hasMatte) { (flattener, inner) throws(NotRepresentable) in
                if let shadow { try flattener.add(shadow, of: layer, bounds, mask.map { [$0] } ?? [], inner) }
                try flattener.addLeaf(layer, mask, inner)
            }
        }
        if let mask { inner.clips.append(mask.transformed(inner.transform)) }
        inner.clips.append(SVGAPath(SVGARect(x: 0, y: 0, width: width, height: height)).transformed(inner.transform))
        try faded(layer, opacity, inner, hasMatte) { (flattener, inner) throws(NotRepresentable) in
            if let shadow { try flattener.add(shadow, of: layer, bounds, [], inner) }
            for child in frameState.layers { try flattener.add(child, inner) }
        }
    }

    /// Adds pieces to which one opacity applies together.
    /// - Parameter hasMatte: whether the current matte masks only these pieces.
    private mutating func faded(
        _ layer: LayerState, _ opacity: Double, _ inner: ParentState, _ hasMatte: Bool,
        _ add: (inout Flattener, ParentState) throws(NotRepresentable) -> Void
    ) throws(NotRepresentable) {
        var inner = inner
        let mark = (frame.mattes.count, frame.pieces.count)
        let before = inner.opacity
        inner.opacity *= opacity
        try add(&self, inner)
        guard work.spend(ImportWork.Cost.segment, times: frame.pieces.count - mark.1), opacity < 0.998, overlaps(frame.pieces[mark.1...])
        else { return }
        // If each piece had the opacity, lower pieces would be visible through upper ones. So a matte has the opacity, and all pieces share it.
        if hasMatte, let matte = inner.matte {
            removePieces(after: mark)
            frame.mattes[matte].opacity *= opacity * before
            inner.opacity = 1
            return try add(&self, inner)
        }
        guard inner.matte == nil else { throw NotRepresentable(reason: "translucent groups of layers within a matte") }
        removePieces(after: mark)
        let matte = frame.mattes.count
        frame.mattes.append(
            Piece(
                id: Piece.ID(indexPath: layer.indexPath, role: .opacity), name: layer.name, transform: .identity, opacity: opacity * before,
                clip: nil,
                matte: nil, bounds: canvas, content: .shapes([ShapeEntity(geometry: .rect(canvas, cornerRadius: 0), fill: .black)])))
        inner.matte = matte
        inner.opacity = 1
        try add(&self, inner)
    }

    private func overlaps(_ pieces: ArraySlice<Piece>) -> Bool {
        let boxes = pieces.map { $0.transform.boundingBox(of: $0.bounds).intersection(canvas) }.filter { !$0.isEmpty }
        if boxes.count > 300 { return true }
        work.spend(ImportWork.Cost.pair, times: boxes.count * boxes.count)
        return boxes.indices.contains { index in
            boxes[..<index].contains { !$0.outset(by: -0.1).intersection(boxes[index].outset(by: -0.1)).isEmpty }
        }
    }

    // MARK: Content

    private mutating func addLeaf(_ layer: LayerState, _ mask: SVGAPath?, _ inner: ParentState) throws(NotRepresentable) {
        let clips = mask.map { [$0] } ?? []
        switch layer.content {
        case .shapes(let paints): try addPaints(paints, layer, clips, inner)
        case .solid(let color, let width, let height):
            let rect = SVGARect(x: 0, y: 0, width: width, height: height)
            guard !rect.isEmpty, color.alpha > 0 else { return }
            try put(.shapes([ShapeEntity(geometry: .rect(rect, cornerRadius: 0), fill: color)]), rect, layer, clips, inner)
        case .image(let asset, let width, let height):
            let rect = SVGARect(x: 0, y: 0, width: width, height: height)
            try put(.picture(asset: asset, width: width, height: height), rect, layer, clips, inner)
        case .composition: break
        }
    }

    /// Adds the shadow of a layer as a picture below the layer. Often it changes less than the layer, or only its opacity does.
    private mutating func add(
        _ shadow: LayerShadow, of layer: LayerState, _ bounds: SVGARect, _ clips: [SVGAPath], _ inner: ParentState
    ) throws(NotRepresentable) {
        guard shadow.opacity > 0.0005 else { return }
        rasterized.add(Imported.Note(location: layer.label, "effects"))
        let alone = LayerState(indexPath: layer.indexPath, name: layer.name, transform: .identity, opacity: 1, content: layer.content)
        var (drawn, inner) = (alone, inner)
        drawn.filter = shadow.filter
        inner.opacity *= shadow.opacity
        try put(.drawn(DrawnContent(frameState: LottieFrameState(layers: [drawn]), bounds: bounds)), bounds, layer, clips, inner, part: -1)
    }

    /// Composed groups of shapes get the opacity of sprites. Groups in them apply it to each fill and stroke.
    private mutating func addPaints(
        _ paints: [PaintState], _ layer: LayerState, _ clips: [SVGAPath], _ inner: ParentState
    ) throws(NotRepresentable) {
        if paints.contains(where: \.isBlending) {
            lost.add(Imported.Note(location: layer.label, "the blend modes of its fills and groups are drawn as normal"))
        }
        var shapes: [ShapeEntity] = []
        var part = 0
        let whole = inner
        var inner = inner
        func flush(_ flattener: inout Flattener) throws(NotRepresentable) {
            let boxes = shapes.compactMap(\.bounds)
            if let box = boxes.reduce(nil, { (all: SVGARect?, box) in all.map { $0.union(box) } ?? box }) {
                try flattener.put(.shapes(shapes), box, layer, clips, inner, part: part)
                part += 1
            }
            shapes = []
        }
        var group: PaintGroup?
        for paint in paints where paint.opacity > 0.0005 {
            if paint.groups.first != group {
                try flush(&self)
                group = paint.groups.first
                inner.opacity = whole.opacity * (group?.opacity ?? 1)
            }
            let paint = paint.alone
            // The cost is four per segment, because the points are transformed several times and converted to another number type.
            guard work.spend(4 * ImportWork.Cost.segment, times: 4 + paint.path.verbs.count) else { return }
            guard let box = paint.bounds else { continue }
            do throws(NotRepresentable) {
                if case .color = paint.paint {
                    guard let shape = try PaintShapes.shape(paint, limits: limits, work) else { continue }
                    shapes.add(shape)
                    continue
                }
                guard let outline = try gradientOutline(paint, scale: inner.transform.largestScale) else { continue }
                try flush(&self)
                // The gradient's coordinates are in shape space, so the piece is in shape space too.
                guard let back = paint.transform.inverted else { continue }
                var space = inner
                space.transform = paint.transform.concatenating(inner.transform)
                let clip = outline.transformed(back)
                guard let box = clip.bounds else { continue }
                try put(
                    .ramp(paint.paint, alpha: paint.opacity), box, layer, [clip] + clips.map { $0.transformed(back) }, space, part: part)
                part += 1
            } catch {
                try flush(&self)
                rasterized.add(Imported.Note(location: layer.label, error.reason))
                let alone = LayerState(
                    indexPath: layer.indexPath, name: layer.name, transform: .identity, opacity: 1, content: .shapes([paint]))
                try put(
                    .drawn(DrawnContent(frameState: LottieFrameState(layers: [alone]), bounds: box)), box, layer, clips, inner, part: part)
                part += 1
            }
        }
        try flush(&self)
    }

    /// The outline that a gradient fills, in the layer's space.
    private func gradientOutline(_ paint: PaintState, scale: Double) throws(NotRepresentable) -> SVGAPath? {
        switch paint.style {
        case .fill: try PaintShapes.outline(of: paint, work)
        case .stroke: try PaintShapes.strokeOutline(of: paint, scale: scale, limits: limits, work)
        }
    }

    /// Adds a piece, clipped by `clips` and by the clip paths of its parents.
    /// - Parameter clips: clip paths in the piece's space.
    private mutating func put(
        _ content: Piece.Content, _ bounds: SVGARect, _ layer: LayerState, _ clips: [SVGAPath], _ inner: ParentState, part: Int = 0
    ) throws(NotRepresentable) {
        let copied = (clips + inner.clips).reduce(0) { $0 + $1.verbs.count }
        guard work.spend(ImportWork.Cost.piece), work.spend(2 * ImportWork.Cost.segment, times: copied) else { return }
        guard let back = inner.transform.inverted else { return }
        let onCanvas = inner.transform.boundingBox(of: bounds).intersection(canvas)
        let visible = onCanvas.isEmpty ? bounds.corners : onCanvas.corners.map(back.apply)
        // The visible area of the piece: all of it, or its bounding box on the canvas if the canvas edge cuts the piece.
        let isInsideCanvas = bounds.corners.allSatisfy { canvas.outset(by: 0.01).holds(inner.transform.apply($0)) }
        let corners = isInsideCanvas ? bounds.corners : visible
        var piece = Piece(
            id: Piece.ID(indexPath: layer.indexPath, part: part), name: layer.name, transform: inner.transform, opacity: inner.opacity,
            clip: nil,
            matte: inner.matte, bounds: bounds, content: content)
        switch try ClipPaths.combine(clips: clips, others: inner.clips.map { $0.transformed(back) }, visible: corners, work) {
        case .everything: break
        case .nothing: return
        case .path(let path): piece.clip = path
        case .pathAndMask(let path, let mask):
            guard piece.matte == nil else { throw NotRepresentable(reason: "masks within a matte") }
            piece.clip = path
            piece.matte = frame.mattes.count
            frame.mattes.append(
                Piece(
                    id: Piece.ID(indexPath: layer.indexPath, role: .mask, part: part), name: layer.name, transform: inner.transform,
                    opacity: 1,
                    clip: nil, matte: nil, bounds: mask.bounds ?? bounds,
                    content: .shapes([ShapeEntity(geometry: .path(mask), fill: .black)])))
        }
        frame.pieces.append(piece)
    }

    /// Adds a layer as a picture.
    /// - Parameter keepsMatte: whether the picture includes the matte.
    private mutating func addDrawn(
        _ layer: LayerState, _ bounds: SVGARect, _ parent: ParentState, keepsMatte: Bool
    ) throws(NotRepresentable) {
        var inner = parent
        var alone = layer
        alone.blendMode = .normal
        alone.opacity = 1
        var box = bounds
        if !keepsMatte, let matte = layer.matte {
            guard try apply(matte, of: layer, &inner) else { return }
            alone.matte = nil
        }
        if alone.matte == nil {
            alone.transform = .identity
            inner.transform = layer.transform.concatenating(parent.transform)
        } else {
            box = layer.transform.boundingBox(of: bounds)
        }
        inner.opacity *= layer.opacity
        try put(.drawn(DrawnContent(frameState: LottieFrameState(layers: [alone]), bounds: box)), box, layer, [], inner)
    }

    // MARK: Mattes

    /// Applies a matte to a layer's state.
    /// - Returns: whether any part of the layer can be visible.
    private mutating func apply(
        _ matte: MatteState, of layer: LayerState, _ inner: inout ParentState, clips: Bool = false
    ) throws(NotRepresentable) -> Bool {
        let isInverted = matte.mode == .invertedAlpha || matte.mode == .invertedLuma
        guard let source = matte.layer?.value, source.opacity > 0.0005, source.contentBounds != nil, source.transform.isInvertible else {
            return isInverted
        }
        let piece = try mattePiece(source, matte.mode, inner.transform, depth: inner.depth)
        guard var piece else { return isInverted }
        if inner.matte != nil || clips {
            // An opaque matte is equivalent to a clip path.
            guard piece.opacity > 0.999, piece.clip == nil, case .shapes(let shapes) = piece.content, shapes.count == 1,
                let fill = shapes[0].fill, fill.alpha > 0.999, shapes[0].stroke == nil, let path = shapes[0].asPath
            else { throw NotRepresentable(reason: "a matte within a matte") }
            inner.clips.append(path.transformed(piece.transform))
            return true
        }
        piece.id = Piece.ID(indexPath: layer.indexPath, role: .matte)
        piece.name = source.name.isEmpty ? layer.name : source.name
        inner.matte = frame.mattes.count
        frame.mattes.append(piece)
        return true
    }

    /// Converts a matte layer to one piece.
    /// - Returns: nil if the matte layer is invisible.
    private mutating func mattePiece(
        _ source: LayerState, _ mode: MatteState.Mode, _ transform: SVGATransform, depth: Int
    ) throws(NotRepresentable) -> Piece? {
        let outer = frame
        frame = FramePieces()
        defer { frame = outer }
        let parent = ParentState(transform: transform, depth: depth + 1)
        try add(source, parent)
        var found: Piece?
        var isRepresentable = frame.mattes.isEmpty
        if isRepresentable, let first = frame.pieces.first {
            found = frame.pieces.count == 1 ? first : MatteShapes.merged(frame.pieces, work)
            isRepresentable = found != nil
        }
        guard !frame.pieces.isEmpty else { return nil }
        if isRepresentable, let piece = found, let result = MatteShapes.piece(piece, mode, canvas: canvas, work) { return result }
        let reason: Message = mode == .alpha ? "a matte of several layers" : "a matte that is not a simple outline"
        rasterized.add(Imported.Note(location: source.label, reason))
        let box = source.transform.boundingBox(of: source.contentBounds ?? canvas)
        var drawn = DrawnContent(frameState: LottieFrameState(layers: [source]), bounds: box)
        switch mode {
        case .alpha: break
        case .luma: drawn.mode = .luma
        case .invertedAlpha, .invertedLuma:
            drawn.mode = mode == .invertedAlpha ? .invertedAlpha : .invertedLuma
            // An inverted matte reveals everything outside of the matte layer, so its picture covers the canvas.
            drawn.bounds = transform.inverted?.boundingBox(of: canvas) ?? canvas
        }
        return Piece(
            id: Piece.ID(indexPath: source.indexPath, role: .matte), name: source.name, transform: transform, opacity: 1, clip: nil,
            matte: nil, bounds: drawn.bounds, content: .drawn(drawn))
    }
}
