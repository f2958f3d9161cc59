public import SVGAModel
package import SVGAPixels

/// Draws frames into its own canvas, one at a time. Create one painter per task with ``SVGAScene/makePainter()``. The pixels of a frame do not
/// depend on the frames drawn before.
public final class FramePainter {
    /// The output's width, in pixels.
    public let widthPixels: Int
    /// The output's height, in pixels.
    public let heightPixels: Int

    let scene: SVGAScene
    let geometry: OutputGeometry
    /// The background color, premultiplied, in the canvas's pixel format.
    let background: UInt32
    /// See ``SVGAScene/sharing``.
    private let sharing: SharedFrames.Member?
    /// The display list of the current frame.
    private(set) var displayList = DisplayList()
    /// The display list of the frame drawn before.
    private var lastList = DisplayList()
    /// Reused memory for the display list of another frame.
    private var otherList = DisplayList()
    /// The parts of the output in which ``displayList`` and ``lastList`` differ.
    private var changes = DisjointParts()
    /// Reused memory for the parts of the output that ``lastList`` has drawn.
    private var drawnParts = DisjointParts()
    /// The parts of a group in which the matte is not transparent.
    private var visibleParts = VisibleParts()
    /// Whether painting skips the transparent parts of mattes, and the parts that did not change since the last frame. The pixels are equal either
    /// way; svga-bench measures the gain.
    package var (skipsHiddenParts, skipsUnchangedParts) = (true, true)
    let meter: WorkMeter
    let canvases: CanvasStack
    let shapes: ShapePainter
    private let scratch = RowScratch()
    /// The cached texts of drawing callbacks.
    private let texts: DrawnTexts
    /// The frame being painted.
    private(set) var frame = 0
    /// Whether the output contains what ``displayList`` draws.
    private var isComplete = false
    /// The steps of an emulated frame that is planned, and the pixels that each sprite touches; nil if they are unknown.
    var planned: (steps: [PaintStep]?, touched: [Int: PixelRect]?) = (nil, nil)
    /// Whether no frame was painted yet. The canvas may then contain pixels of another painter.
    private var isNew = true

    /// - Parameters:
    ///   - geometry: the scene's geometry, or another one for hit testing.
    ///   - background: the color under everything; nil for transparent.
    ///   - sharing: ``SVGAScene/sharing`` if the painter draws the scene's output; nil for hit testing.
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

    /// Draws a frame. If it is less work, only the parts that differ from the frame drawn before are redrawn.
    /// - Parameter frame: 0-based.
    /// - Throws: ``SVGAError/Kind/invalidRequest`` if the frame does not exist. ``SVGAError/Kind/limit`` above ``ReadLimits/work``.
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

    /// The canvas with the last frame; cleared before the first frame.
    var painted: Canvas {
        if isNew {
            canvases.output.rows.fill(geometry.pixels, with: 0)
            isNew = false
        }
        return canvases.output
    }

    /// The work of painting the last frame.
    package var workSpent: Int { meter.spent }

    /// Sets the current frame and resets its work.
    func begin(_ frame: Int) {
        self.frame = frame
        meter.reset()
    }

    /// Marks the output as unknown, so that the next frame reuses nothing.
    func forget() { (isNew, isComplete) = (false, false) }

    /// Builds the display list of the current frame without drawing it.
    /// - Returns: the parts in which it can differ from the list built before, without overlaps.
    func planList() -> [PixelRect] {
        let isFirst = displayList.frame == nil
        swap(&displayList, &lastList)
        displayList.build(frame: frame, of: scene, in: geometry)
        if isFirst { return [geometry.pixels] }
        var parts = DisjointParts()
        displayList.addChanges(since: lastList, to: &parts)
        return parts.parts
    }

    /// Draws the display list within a part of the output.
    func paintList(within part: PixelRect) throws(SVGAError) {
        clear(part)
        try paint(displayList.steps.indices, within: part)
        try cutOff(part)
    }

    /// The parts of the output in which the current frame can differ from another frame, without overlaps.
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

    /// Draws a display list into an output of one pixel, and returns the pixel's alpha.
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
        // The output of a drawing callback is unknown, so frames with callbacks are redrawn completely.
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
        // Copying a shared frame takes less work than drawing, unless only a small part has changed.
        if let sharing, !isOutputKnown || partialWork > geometry.pixels.pixels,
            let end = displayList.stepsWorthSharing(below: sharing.layer, pixels: geometry.pixels.pixels)
        {
            return try paint(sharing, stepsBelow: end, isOutputKnown: isOutputKnown)
        }
        if isOutputKnown, partialWork < displayList.work(within: geometry.pixels) {
            for part in changes.parts { try paintList(within: part) }
        } else {
            try paintAll(isOutputKnown: isOutputKnown)
        }
    }

    private func paintAll(isOutputKnown: Bool) throws(SVGAError) {
        clear(isOutputKnown: isOutputKnown)
        try paint(displayList.steps.indices, within: geometry.pixels)
        try cutOff(geometry.pixels)
    }

    /// Paints a frame by copying a shared frame, or stores this frame for other scenes (see ``SharedFrames``).
    /// - Parameters:
    ///   - stepsBelow: the number of steps below the lowest layer that the scenes substitute.
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
            let copyBelow = PixelCopy(self)
            try paint(above, within: geometry.pixels)
            let shared = SharedFrame(
                below: copyBelow, output: PixelCopy(self), layers: member.changed, changed: displayList.changedParts(scene.layers))
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

    /// The parts in which this frame differs from a shared frame; the entire output if the parts cover more than half of it.
    private func changedParts(since shared: SharedFrame) -> [PixelRect] {
        if scene.hasDrawings { return [geometry.pixels] }
        var parts = DisjointParts()
        for part in shared.changed { parts.add(part) }
        for part in displayList.changedParts(scene.layers) { parts.add(part) }
        return 2 * parts.pixels > geometry.pixels.pixels ? [geometry.pixels] : parts.parts
    }

    /// Clears the output. Clears only the parts drawn by ``lastList``, if they are known and cover at most half of the output.
    private func clear(isOutputKnown: Bool = false) {
        drawnParts.removeAll()
        if isOutputKnown { lastList.addParts(to: &drawnParts) }
        if !isOutputKnown || 2 * drawnParts.pixels > geometry.pixels.pixels { return clear(geometry.pixels) }
        for part in drawnParts.parts { clear(part) }
    }

    /// Clears a part, except for the pixels that the first sprite overwrites with opaque ones.
    private func clear(_ part: PixelRect) {
        let rows = canvases.output.rows
        let kept = firstOpaquePart.intersection(part)
        if kept.isEmpty { return rows.fill(part, with: background) }
        rows.fill(PixelRect(minX: part.minX, minY: part.minY, maxX: part.maxX, maxY: kept.minY), with: background)
        rows.fill(PixelRect(minX: part.minX, minY: kept.minY, maxX: kept.minX, maxY: kept.maxY), with: background)
        rows.fill(PixelRect(minX: kept.maxX, minY: kept.minY, maxX: part.maxX, maxY: kept.maxY), with: background)
        rows.fill(PixelRect(minX: part.minX, minY: kept.maxY, maxX: part.maxX, maxY: part.maxY), with: background)
    }

    /// The pixels that the first sprite overwrites with opaque ones.
    private var firstOpaquePart: PixelRect {
        guard case .draw(let sprite)? = displayList.steps.first, !sprite.needsGroup, sprite.alpha == 1, let bitmap = sprite.bitmap,
            let part = scene.bitmaps[bitmap.index]?.opaquePart(bitmap, sprite.transform)
        else { return .zero }
        return part.intersection(sprite.bounds)
    }

    /// Draws steps of the display list within a part of the output. The pixels are the same for any division into parts.
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

    /// - Parameter sprites: the indices of the group's sprites in ``DisplayList/visibleSprites``.
    private func drawGroup(_ sprites: Range<Int>, matte: Int, within part: PixelRect) throws(SVGAError) {
        var groupPart = PixelRect.zero
        for position in sprites { groupPart = groupPart.union(displayList.visibleSprites[position].part.intersection(part)) }
        if groupPart.isEmpty { return }
        // The matte is drawn first, so that its transparent parts can be skipped. A drawing callback must run only once, so it gets a single part.
        try canvases.beginGroup(groupPart)
        try draw(matte, within: groupPart)
        meter.spend(groupPart.pixels * WorkMeter.Cost.pixel)
        visibleParts.find(in: canvases.top, within: groupPart, inOnePart: scene.hasDrawings || !skipsHiddenParts)
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

    /// Fills the area outside of the movie's canvas with the background. The edge is antialiased.
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

    // MARK: Shared with emulated players

    func drawBitmap(
        _ bitmap: PositionedBitmap, _ sample: BitmapSample, _ space: SVGATransform, _ alpha: Double, bounds: PixelRect,
        within part: PixelRect
    ) {
        guard let mipmaps = scene.bitmaps[bitmap.index] else { return }
        let isThin = if case .bitmap(let bitmap, _, _) = sample { bitmap.isThin } else { mipmaps.base.isThin }
        let aligned = isThin ? WorkMeter.Cost.rimPixel : WorkMeter.Cost.alignedPixel
        let cost = space.isAxisAligned ? aligned : WorkMeter.Cost.turnedPixel
        guard meter.spend(part.pixels * cost) else { return }
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
    /// - Parameter part: the pixels that the callback may change.
    func draw(
        _ drawing: Substitutions.Drawing, layer: Int, _ layout: SVGASize, _ space: SVGATransform, _ alpha: Double, within part: PixelRect
    ) throws(SVGAError) {
        let context = DrawingContext(canvases, shapes, scratch, texts, layer: layer, space, part: part, alpha: alpha)
        drawing(context, layout, frame)
        try context.finish()
    }
}
