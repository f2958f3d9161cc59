public import SVGAModel
public import SVGAPixels

/// Draws frames, one after the other, into its canvas. Make one for each task with ``SVGAScene/makePainter()``; frames do not depend on the
/// frames drawn before.
public final class FramePainter {
    /// The output's width, in pixels.
    public let widthPixels: Int
    /// The output's height, in pixels.
    public let heightPixels: Int

    let scene: SVGAScene
    let geometry: OutputGeometry
    /// The background as a premultiplied word.
    let background: UInt32
    /// See ``SVGAScene/sharing``.
    private let sharing: SharedFrames.Member?
    /// The steps of the current frame.
    private var displayList = DisplayList()
    /// The steps of the frame drawn before.
    private var lastList = DisplayList()
    /// Scratch memory for the list of another frame.
    private var otherList = DisplayList()
    /// Where the two lists differ.
    private var changes = DisjointParts()
    /// The parts that the last list has drawn.
    private var inked = DisjointParts()
    /// The visible parts of a group's matte.
    private var visibleParts = VisibleParts()
    /// Whether only the visible parts of a matte, and only the parts that changed since the last frame, are painted. The pixels are equal
    /// either way; svga-bench measures the gain.
    package var (skipsHiddenParts, skipsUnchangedParts) = (true, true)
    let meter: WorkMeter
    let canvases: CanvasStack
    let shapes: ShapePainter
    private let scratch = RowScratch()
    /// The texts that drawing callbacks draw.
    private let texts: DrawnTexts
    /// The frame being painted.
    private(set) var frame = 0
    /// Whether the output contains what ``displayList`` draws.
    private var isComplete = false
    /// The pixels that each sprite has touched in the last emulated frame; nil: unknown.
    var touched: [Int: PixelRect]?
    /// Whether no frame was painted yet: the canvas may contain another painter's pixels.
    private var isNew = true

    /// - Parameters:
    ///   - geometry: the scene's, or one for hit testing.
    ///   - background: painted under everything; nil: transparent.
    ///   - sharing: the scene's, if the painter draws the scene's output.
    init(
        _ scene: SVGAScene, _ geometry: OutputGeometry, background: SVGAColor? = nil, sharing: SharedFrames.Member? = nil
    ) throws(SVGAError) {
        self.sharing = sharing
        self.scene = scene
        self.geometry = geometry
        self.background = background?.word() ?? 0
        widthPixels = geometry.width
        heightPixels = geometry.height
        meter = WorkMeter(scene.options.limits)
        shapes = ShapePainter(meter, coverage: scene.emulation?.coverage ?? .exact)
        canvases = try CanvasStack(scene.base.canvases, meter, width: widthPixels, height: heightPixels)
        texts = DrawnTexts(scene, geometry)
    }

    /// Draws a frame. If that is less work, redraws only the parts that differ from the frame drawn before.
    /// - Parameter frame: 0-based.
    /// - Throws: ``SVGAError/Kind/invalidRequest``, ``SVGAError/Kind/limit`` over ``ReadLimits/work``, or
    ///   ``SVGAError/Kind/encoding`` if memory cannot be allocated.
    public func paint(frame: Int) throws(SVGAError) {
        guard frame >= 0, frame < scene.movie.frameCount else {
            throw .frameOutOfRange(frame: frame, frameCount: scene.movie.frameCount)
        }
        begin(frame)
        if let emulation = scene.emulation {
            try paint(emulation)
            return
        }
        swap(&displayList, &lastList)
        displayList.build(frame: frame, of: scene, in: geometry)
        try paintList()
    }

    /// The work of painting the last frame.
    package var workSpent: Int { meter.spent }

    /// Begins to paint a frame.
    func begin(_ frame: Int) {
        self.frame = frame
        meter.reset()
    }

    /// Discards the state of the last frame, so that nothing is reused.
    func forget() { (isNew, isComplete, touched) = (false, false, nil) }

    /// The parts of the output in which the last frame can differ from another one, without overlaps.
    package func changedParts(since other: Int) -> [PixelRect] {
        if scene.hasDrawings || scene.emulation != nil { return [geometry.pixels] }
        var parts = DisjointParts()
        if lastList.frame == other {
            displayList.addChanges(since: lastList, to: &parts)
        } else {
            otherList.build(frame: other, of: scene, in: geometry)
            displayList.addChanges(since: otherList, to: &parts)
        }
        return parts.parts
    }

    /// Draws a list for an output of one pixel, and returns the pixel's alpha.
    /// - Parameter frame: the list's frame, which drawing callbacks receive.
    func alphaOfPixel(_ list: DisplayList, frame: Int) throws(SVGAError) -> UInt8 {
        self.frame = frame
        displayList = list
        isComplete = false
        try paintList()
        return UInt8(truncatingIfNeeded: canvases.output.rows.base[0] >> 24)
    }

    private func paintList() throws(SVGAError) {
        canvases.leaveGroups()
        isNew = false
        changes.removeAll()
        let isOutputKnown = isComplete
        isComplete = false
        // A drawing callback may draw anything anywhere, so its frames are always redrawn.
        if isOutputKnown, !scene.hasDrawings, skipsUnchangedParts {
            displayList.addChanges(since: lastList, to: &changes)
        } else {
            changes.add(geometry.pixels)
        }
        meter.spend(changes.pixels * WorkMeter.Cost.pixel)
        if !changes.parts.isEmpty { try repaint(isOutputKnown: isOutputKnown) }
        isComplete = true
    }

    /// - Parameter isOutputKnown: whether the output contains what ``lastList`` draws.
    private func repaint(isOutputKnown: Bool) throws(SVGAError) {
        let partialWork = changes.parts.reduce(0) { $0 + displayList.work(within: $1) }
        // Copying a shared frame is less work than drawing, unless the changes are tiny.
        if let sharing, !isOutputKnown || partialWork > geometry.pixels.pixels,
            let end = displayList.stepsWorthSharing(below: sharing.layer, pixels: geometry.pixels.pixels)
        {
            return try paint(sharing, stepsBelow: end, isOutputKnown: isOutputKnown)
        }
        if isOutputKnown, partialWork < displayList.work(within: geometry.pixels) {
            for part in changes.parts {
                clear(part)
                try paint(displayList.steps.indices, within: part)
                try cutOff(part)
            }
        } else {
            try paintAll(isOutputKnown: isOutputKnown)
        }
    }

    private func paintAll(isOutputKnown: Bool) throws(SVGAError) {
        clear(isOutputKnown: isOutputKnown)
        try paint(displayList.steps.indices, within: geometry.pixels)
        try cutOff(geometry.pixels)
    }

    /// Paints a frame that scenes share: copies a shared frame, or shares this one (see ``SharedFrames``).
    /// - Parameters:
    ///   - stepsBelow: the number of steps below the lowest changed layer of the group.
    ///   - isOutputKnown: whether the output contains what ``lastList`` draws.
    private func paint(_ member: SharedFrames.Member, stepsBelow: Int, isOutputKnown: Bool) throws(SVGAError) {
        let frames = scene.prepared.sharedFrames
        let rows = canvases.output.rows
        let (below, above) = (0..<stepsBelow, stepsBelow..<displayList.steps.count)
        switch frames.find(member, frame: frame, bytes: 2 * 4 * widthPixels * heightPixels) {
        case .nothing: return try paintAll(isOutputKnown: isOutputKnown)
        case .wanted:
            clear()
            try paint(below, within: geometry.pixels)
            let copyBelow = PixelCopy(rows, width: widthPixels, height: heightPixels)
            try paint(above, within: geometry.pixels)
            let output = PixelCopy(rows, width: widthPixels, height: heightPixels)
            let shared = SharedFrame(
                below: copyBelow, output: output, layers: member.changed, changed: displayList.changedParts(scene.layers))
            frames.keep(shared, member, frame: frame)
        case .kept(let shared):
            let parts = shared.layers == member.changed ? changedParts(since: shared) : [geometry.pixels]
            if parts != [geometry.pixels] { shared.output.copy(geometry.pixels, to: rows) }
            for part in parts {
                shared.below.copy(part, to: rows)
                try paint(above, within: part)
            }
        }
        try cutOff(geometry.pixels)
    }

    /// The parts in which this frame differs from a shared one; the entire output if they are large.
    private func changedParts(since shared: SharedFrame) -> [PixelRect] {
        if scene.hasDrawings { return [geometry.pixels] }
        var parts = DisjointParts()
        for part in shared.changed { parts.add(part) }
        for part in displayList.changedParts(scene.layers) { parts.add(part) }
        return 2 * parts.pixels > geometry.pixels.pixels ? [geometry.pixels] : parts.parts
    }

    /// Clears the output, or only the pixels that the last list has drawn, if they are known and few.
    private func clear(isOutputKnown: Bool = false) {
        inked.removeAll()
        if isOutputKnown { lastList.addParts(to: &inked) }
        if !isOutputKnown || 2 * inked.pixels > geometry.pixels.pixels { return clear(geometry.pixels) }
        for part in inked.parts { clear(part) }
    }

    /// Clears a part, except for pixels that the first sprite makes opaque.
    private func clear(_ part: PixelRect) {
        let rows = canvases.output.rows
        let kept = firstOpaquePart.intersection(part)
        if kept.isEmpty { return rows.fill(part, with: background) }
        rows.fill(PixelRect(minX: part.minX, minY: part.minY, maxX: part.maxX, maxY: kept.minY), with: background)
        rows.fill(PixelRect(minX: part.minX, minY: kept.minY, maxX: kept.minX, maxY: kept.maxY), with: background)
        rows.fill(PixelRect(minX: kept.maxX, minY: kept.minY, maxX: part.maxX, maxY: kept.maxY), with: background)
        rows.fill(PixelRect(minX: part.minX, minY: kept.maxY, maxX: part.maxX, maxY: part.maxY), with: background)
    }

    /// The pixels that the first sprite replaces with opaque ones.
    private var firstOpaquePart: PixelRect {
        guard case .draw(let sprite)? = displayList.steps.first, !sprite.needsGroup, sprite.alpha == 1, let bitmap = sprite.bitmap,
            let part = scene.bitmaps[bitmap.index]?.opaquePart(bitmap, sprite.transform)
        else { return .zero }
        return part.intersection(sprite.bounds)
    }

    /// Draws steps of the list within a part of the output. Pixels do not depend on the part.
    private func paint(_ steps: Range<Int>, within part: PixelRect) throws(SVGAError) {
        var position = 0
        while position < displayList.visibleSprites.count {
            let (step, end) = (displayList.visibleSprites[position].step, displayList.visibleSprites[position].end)
            var next = position + 1
            while next < displayList.visibleSprites.count, displayList.visibleSprites[next].end == end { next += 1 }
            if steps.contains(step) {
                if step == end {
                    if !displayList.visibleSprites[position].part.intersection(part).isEmpty { try draw(step, within: part) }
                } else {
                    try drawGroup(position..<next, matte: end, within: part)
                }
            }
            position = next
        }
    }

    /// - Parameter sprites: the sprites of a group, as positions in ``DisplayList/visibleSprites``.
    private func drawGroup(_ sprites: Range<Int>, matte: Int, within part: PixelRect) throws(SVGAError) {
        var seen = PixelRect.zero
        for position in sprites { seen = seen.union(displayList.visibleSprites[position].part.intersection(part)) }
        if seen.isEmpty { return }
        // The matte is drawn first, so that its transparent parts are skipped. A drawing callback is called once.
        try canvases.beginGroup(seen)
        try draw(matte, within: seen)
        meter.spend(seen.pixels * WorkMeter.Cost.pixel)
        visibleParts.find(in: canvases.top, within: seen, inOnePart: scene.hasDrawings || !skipsHiddenParts)
        for part in visibleParts.parts {
            try canvases.beginGroup(part)
            for position in sprites { try draw(displayList.visibleSprites[position].step, within: part) }
            canvases.endMasked(part)
        }
        canvases.endMatte()
    }

    /// Draws the sprite of a step.
    private func draw(_ step: Int, within part: PixelRect) throws(SVGAError) {
        switch displayList.steps[step] {
        case .draw(let sprite), .endMatte(let sprite): try draw(sprite, within: part)
        case .beginMatte: break
        }
    }

    /// Fills the area outside of the canvas with the background; the canvas edge is antialiased.
    func cutOff(_ part: PixelRect) throws(SVGAError) {
        guard let clip = geometry.clip else { return }
        try canvases.beginGroup(part)
        shapes.draw(
            ShapeEntity(geometry: .rect(clip, cornerRadius: 0), fill: .black), geometry.transform, 1, to: canvases.top, within: part)
        canvases.endOutline(part, outside: background)
    }

    // MARK: Sprites

    private func draw(_ sprite: SpriteDraw, within part: PixelRect) throws(SVGAError) {
        let part = sprite.bounds.intersection(part)
        if part.isEmpty { return }
        meter.spend(WorkMeter.Cost.piece)
        guard sprite.needsGroup else { return try drawContent(sprite, alpha: sprite.alpha, within: part) }
        try canvases.beginGroup(part)
        try drawContent(sprite, alpha: 1, within: part)
        if let tint = scene.layers[sprite.layer].content?.adjustment.tint { tint.apply(to: canvases.top, within: part) }
        if let clipPath = sprite.clipPath {
            try cut(scene.tables.clipPaths[clipPath], sprite.transform, within: part)
        }
        canvases.endGroup(part, alpha: sprite.alpha)
    }

    private func drawContent(_ sprite: SpriteDraw, alpha: Double, within part: PixelRect) throws(SVGAError) {
        drawBitmap(sprite.bitmap, sprite, alpha, part)
        for shape in scene.tables.shapeLists[sprite.shapes] {
            if meter.isOver { break }
            shapes.draw(shape, sprite.transform, alpha, to: canvases.top, within: part)
        }
        drawBitmap(sprite.text(in: scene), sprite, alpha, part)
        if sprite.hasDrawing, let drawing = scene.layers[sprite.layer].content?.drawing {
            try draw(drawing, layer: sprite.layer, sprite.layout, sprite.transform, alpha, within: sprite.bounds)
        }
        try meter.check()
    }

    private func drawBitmap(_ bitmap: PositionedBitmap?, _ sprite: SpriteDraw, _ alpha: Double, _ part: PixelRect) {
        guard let bitmap else { return }
        drawBitmap(bitmap, .usual, sprite.transform, alpha, bounds: sprite.bounds, within: part)
    }

    // MARK: Shared by all plans

    func drawBitmap(
        _ bitmap: PositionedBitmap, _ sample: BitmapSample, _ space: SVGATransform, _ alpha: Double, bounds: PixelRect,
        within part: PixelRect
    ) {
        guard let mipmaps = scene.bitmaps[bitmap.index] else { return }
        let isThin = if case .bitmap(let bitmap, _, _) = sample { bitmap.isThin } else { mipmaps.base.isThin }
        let aligned = isThin ? WorkMeter.Cost.rimPixel : WorkMeter.Cost.alignedPixel
        let price = space.isAxisAligned ? aligned : WorkMeter.Cost.turnedPixel
        guard meter.spend(part.pixels * price) else { return }
        switch sample {
        case .usual: mipmaps.draw(bitmap, space, alpha: alpha, to: canvases.top, bounds: bounds, within: part, scratch: scratch)
        case .nothing: break
        case .bitmap(let bitmap, let transform, let rim):
            bitmap.draw(transform, rim: rim, alpha: alpha, to: canvases.top, bounds: bounds, within: part, scratch: scratch)
        }
    }

    /// Clears the pixels outside of a clip path.
    func cut(_ path: SVGAPath, _ transform: SVGATransform, _ edges: ClipEdges = .antialiased, within part: PixelRect) throws(SVGAError) {
        shapes.clip(.path(path), transform, canvases.top, edges, within: part)
        try meter.check()
    }

    /// Calls a drawing callback.
    /// - Parameter part: the pixels that it may change.
    func draw(
        _ drawing: Substitutions.Drawing, layer: Int, _ layout: SVGASize, _ space: SVGATransform, _ alpha: Double, within part: PixelRect
    ) throws(SVGAError) {
        let context = DrawingContext(canvases, shapes, scratch, texts, layer: layer, space, part: part, alpha: alpha)
        drawing(context, layout, frame)
        try context.finish()
    }

    // MARK: Pixels

    /// The canvas with the last frame; transparent before the first one.
    private var painted: Canvas {
        if isNew {
            canvases.output.rows.fill(geometry.pixels, with: 0)
            isNew = false
        }
        return canvases.output
    }

    /// Copies the last frame to the caller's memory, rows from the top.
    /// - Parameters:
    ///   - format: the byte order of a pixel, and whether colors are premultiplied.
    ///   - bytesPerRow: the distance of two rows in bytes, at least `4 × widthPixels`; nil: no padding. Padding is not written.
    ///   - buffer: at least `(heightPixels - 1) × bytesPerRow + 4 × widthPixels` bytes.
    /// - Precondition: `bytesPerRow` and `buffer` are large enough.
    public func copyPixels(_ format: PixelFormat, bytesPerRow: Int? = nil, into buffer: UnsafeMutableRawBufferPointer) {
        AlphaConversion.copy(
            painted.rows, width: widthPixels, height: heightPixels, as: format, bytesPerRow: bytesPerRow ?? 4 * widthPixels, into: buffer)
    }

    /// Copies parts of the last frame to the caller's picture of the entire frame, which has no padding.
    package func copyPixels(_ format: PixelFormat, of parts: [PixelRect], into buffer: UnsafeMutableRawBufferPointer) {
        let rows = painted.rows
        for part in parts {
            let first = PixelRows(base: rows.row(part.y) + part.x, wordsPerRow: rows.wordsPerRow)
            let target = UnsafeMutableRawBufferPointer(rebasing: buffer[(4 * (part.y * widthPixels + part.x))...])
            AlphaConversion.copy(
                first, width: part.width, height: part.height, as: format, bytesPerRow: 4 * widthPixels, into: target)
        }
    }

    /// Copies a part of the last frame as a separate picture without padding: `4 × part.pixels` bytes.
    package func copyPixels(_ format: PixelFormat, of part: PixelRect, into buffer: UnsafeMutableRawBufferPointer) {
        if part.isEmpty { return }
        let rows = painted.rows
        let first = PixelRows(base: rows.row(part.y) + part.x, wordsPerRow: rows.wordsPerRow)
        AlphaConversion.copy(first, width: part.width, height: part.height, as: format, bytesPerRow: 4 * part.width, into: buffer)
    }

    /// The bounding box of the last frame's pixels that are not transparent; empty for a transparent frame.
    package var inkBox: PixelRect {
        let box =
            background == 0 && scene.emulation == nil ? displayList.visibleSprites.reduce(.zero) { $0.union($1.part) } : geometry.pixels
        // The comparison skips the padding of rows, because the box ends before it.
        return withPixels { PixelDifference.changedArea(of: $0, from: nil, width: $1 / 4, height: heightPixels, within: box) }
    }

    /// Calls `body` with the last frame's memory, without a copy: premultiplied blue, green, red, alpha
    /// (``PixelFormat/premultipliedBGRA``), rows from the top.
    /// - Parameters:
    ///   - body: receives the bytes, and the distance of two rows in bytes, at least `4 × widthPixels`. The bytes are valid only during the
    ///     call, in which this painter must not paint.
    ///   - pixels: `heightPixels × bytesPerRow` bytes.
    public func withPixels<Result, Failure: Error>(
        _ body: (_ pixels: UnsafeRawBufferPointer, _ bytesPerRow: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try painted.withBytes(body)
    }

    /// The last frame, premultiplied.
    public func pixmap() -> Pixmap {
        var pixmap = Pixmap(width: widthPixels, height: heightPixels)
        pixmap.pixels.withUnsafeMutableBytes { copyPixels(.premultipliedRGBA, into: $0) }
        return pixmap
    }
}
