import SVGAModel
public import SVGAPixels

/// Draws frames, one after the other, into a surface of its own. Make one for each task with ``Scene/makePainter()``;
/// what was drawn before never shows in a frame drawn after.
public final class FramePainter {
    /// The output's width, in pixels.
    public let widthPixels: Int
    /// The output's height, in pixels.
    public let heightPixels: Int

    let scene: Scene
    let geometry: OutputGeometry
    /// The background as a premultiplied word.
    let background: UInt32
    /// See ``Scene/sharing``.
    private let sharing: SharedFrames.Member?
    /// What is drawn on the output, or will be.
    private var displayList = DisplayList()
    /// What was drawn before.
    private var lastList = DisplayList()
    /// For the list of another frame.
    private var otherList = DisplayList()
    /// Where the two lists differ.
    private var changes = DisjointParts()
    /// What the last list has drawn.
    private var inked = DisjointParts()
    /// Where the matte of a group shows something.
    private var shownParts = ShownParts()
    /// Whether only the shown parts of a matte, and only the parts that changed since the last frame, are painted. The pixels are the same
    /// without; svga-bench measures the gain.
    package var (skipsHiddenParts, skipsUnchangedParts) = (true, true)
    let meter: WorkMeter
    let canvases: CanvasStack
    let shapes: ShapePainter
    private let scratch = RowScratch()
    /// The texts that drawings draw.
    private let texts: DrawnTexts
    /// The frame being painted.
    private(set) var frame = 0
    /// Whether the output holds what ``displayList`` draws.
    private var isComplete = false
    /// What each sprite has touched in the frame that an emulation has painted; nil: unknown.
    var touched: [Int: PixelRect]?
    /// Whether nothing was painted yet, so that the canvas may hold what another painter has drawn.
    private var isNew = true

    /// - Parameters:
    ///   - geometry: the scene's own, or one for hit testing.
    ///   - background: painted under everything; nil: nothing.
    ///   - sharing: the scene's, for its own output.
    init(
        _ scene: Scene, _ geometry: OutputGeometry, background: Color? = nil, sharing: SharedFrames.Member? = nil
    ) throws(RenderError) {
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

    /// Draws a frame. Only what differs from the frame drawn before is drawn again, if that is less work.
    /// - Parameter frame: 0-based.
    /// - Throws: ``RenderError/frameOutOfRange(frame:frames:)``, ``RenderError/limit(_:)`` where it is more work than ``ReadLimits/work`` allows,
    ///   or ``RenderError/drawing(reason:)`` where there is no memory.
    public func paint(frame: Int) throws(RenderError) {
        guard frame >= 0, frame < scene.movie.frames else {
            throw .frameOutOfRange(frame: frame, frames: scene.movie.frames)
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

    /// What painting the last frame has cost.
    package var workSpent: Int { meter.spent }

    /// Begins to paint a frame.
    func begin(_ frame: Int) {
        self.frame = frame
        meter.reset()
    }

    /// Lets nothing be taken over from the frame painted before.
    func forget() { (isNew, isComplete, touched) = (false, false, nil) }

    /// The parts of the output in which the frame painted last can differ from another one; none of them overlap.
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

    /// Draws a list for an output of one pixel and returns that pixel's alpha.
    /// - Parameter frame: the one that the list is for, which drawings are told.
    func alphaOfPixel(_ list: DisplayList, frame: Int) throws(RenderError) -> UInt8 {
        self.frame = frame
        displayList = list
        isComplete = false
        try paintList()
        return UInt8(truncatingIfNeeded: canvases.output.rows.base[0] >> 24)
    }

    private func paintList() throws(RenderError) {
        canvases.leaveGroups()
        isNew = false
        changes.removeAll()
        let isKnown = isComplete
        isComplete = false
        // A program's drawing may draw something else each time, and anywhere.
        if isKnown, !scene.hasDrawings, skipsUnchangedParts {
            displayList.addChanges(since: lastList, to: &changes)
        } else {
            changes.add(geometry.pixels)
        }
        meter.spend(changes.pixels * WorkMeter.Cost.pixel)
        if !changes.parts.isEmpty { try repaint(isKnown: isKnown) }
        isComplete = true
    }

    /// - Parameter isKnown: whether the output holds what ``lastList`` draws.
    private func repaint(isKnown: Bool) throws(RenderError) {
        let least = changes.parts.reduce(0) { $0 + displayList.work(within: $1) }
        // Frames that scenes share are copied, which is less work than drawing all but the smallest changes.
        if let sharing, !isKnown || least > geometry.pixels.pixels,
            let end = displayList.stepsWorthSharing(below: sharing.layer, pixels: geometry.pixels.pixels)
        {
            return try paint(sharing, stepsBelow: end, isKnown: isKnown)
        }
        if isKnown, least < displayList.work(within: geometry.pixels) {
            for part in changes.parts {
                clear(part)
                try paint(displayList.steps.indices, within: part)
                try cutOff(part)
            }
        } else {
            try paintAll(isKnown: isKnown)
        }
    }

    private func paintAll(isKnown: Bool) throws(RenderError) {
        clear(isKnown: isKnown)
        try paint(displayList.steps.indices, within: geometry.pixels)
        try cutOff(geometry.pixels)
    }

    /// Paints a frame that scenes share: copies what another one has drawn, or keeps it for others (see ``SharedFrames``).
    /// - Parameters:
    ///   - stepsBelow: how many steps draw what no scene of the group changes.
    ///   - isKnown: whether the output holds what ``lastList`` draws.
    private func paint(_ member: SharedFrames.Member, stepsBelow: Int, isKnown: Bool) throws(RenderError) {
        let frames = scene.prepared.sharedFrames
        let rows = canvases.output.rows
        let (below, above) = (0..<stepsBelow, stepsBelow..<displayList.steps.count)
        switch frames.find(member, frame: frame, bytes: 2 * 4 * widthPixels * heightPixels) {
        case .nothing: return try paintAll(isKnown: isKnown)
        case .wanted:
            clear()
            try paint(below, within: geometry.pixels)
            let copyBelow = PixelCopy(rows, width: widthPixels, height: heightPixels)
            try paint(above, within: geometry.pixels)
            let whole = PixelCopy(rows, width: widthPixels, height: heightPixels)
            let shared = SharedFrame(
                below: copyBelow, whole: whole, layers: member.changed, changed: displayList.changedParts(scene.layers))
            frames.keep(shared, member, frame: frame)
        case .kept(let shared):
            let parts = shared.layers == member.changed ? changedParts(since: shared) : [geometry.pixels]
            if parts != [geometry.pixels] { shared.whole.copy(geometry.pixels, to: rows) }
            for part in parts {
                shared.below.copy(part, to: rows)
                try paint(above, within: part)
            }
        }
        try cutOff(geometry.pixels)
    }

    /// The parts in which this frame differs from a shared one; the whole output if they are large.
    private func changedParts(since shared: SharedFrame) -> [PixelRect] {
        if scene.hasDrawings { return [geometry.pixels] }
        var parts = DisjointParts()
        for part in shared.changed { parts.add(part) }
        for part in displayList.changedParts(scene.layers) { parts.add(part) }
        return 2 * parts.pixels > geometry.pixels.pixels ? [geometry.pixels] : parts.parts
    }

    /// Clears the output, or only what the last list has drawn, if that is known and small.
    private func clear(isKnown: Bool = false) {
        inked.removeAll()
        if isKnown { lastList.addParts(to: &inked) }
        if !isKnown || 2 * inked.pixels > geometry.pixels.pixels { return clear(geometry.pixels) }
        for part in inked.parts { clear(part) }
    }

    /// Clears a part, but for what the first sprite makes opaque anyway.
    private func clear(_ part: PixelRect) {
        let rows = canvases.output.rows
        let kept = firstOpaquePart.intersection(part)
        if kept.isEmpty { return rows.fill(part, with: background) }
        rows.fill(PixelRect(minX: part.minX, minY: part.minY, maxX: part.maxX, maxY: kept.minY), with: background)
        rows.fill(PixelRect(minX: part.minX, minY: kept.minY, maxX: kept.minX, maxY: kept.maxY), with: background)
        rows.fill(PixelRect(minX: kept.maxX, minY: kept.minY, maxX: part.maxX, maxY: kept.maxY), with: background)
        rows.fill(PixelRect(minX: part.minX, minY: kept.maxY, maxX: part.maxX, maxY: part.maxY), with: background)
    }

    /// What the first sprite replaces with opaque pixels.
    private var firstOpaquePart: PixelRect {
        guard case .draw(let sprite)? = displayList.steps.first, !sprite.needsGroup, sprite.alpha == 1, let place = sprite.bitmap,
            let part = scene.bitmaps[place.index]?.opaquePart(place, sprite.transform)
        else { return .zero }
        return part.intersection(sprite.bounds)
    }

    /// Draws some steps of the list within a part of the output. The pixels are those of the whole frame, whatever the part is.
    private func paint(_ steps: Range<Int>, within part: PixelRect) throws(RenderError) {
        var position = 0
        while position < displayList.shown.count {
            let (step, end) = (displayList.shown[position].step, displayList.shown[position].end)
            var next = position + 1
            while next < displayList.shown.count, displayList.shown[next].end == end { next += 1 }
            if steps.contains(step) {
                if step == end {
                    if !displayList.shown[position].part.intersection(part).isEmpty { try draw(step, within: part) }
                } else {
                    try drawGroup(position..<next, matte: end, within: part)
                }
            }
            position = next
        }
    }

    /// - Parameter sprites: those of a group, as positions in ``DisplayList/shown``.
    private func drawGroup(_ sprites: Range<Int>, matte: Int, within part: PixelRect) throws(RenderError) {
        var seen = PixelRect.zero
        for position in sprites { seen = seen.union(displayList.shown[position].part.intersection(part)) }
        if seen.isEmpty { return }
        // The matte first: where it shows nothing, nothing has to be drawn. A program's drawing is asked once.
        try canvases.beginGroup(seen)
        try draw(matte, within: seen)
        meter.spend(seen.pixels * WorkMeter.Cost.pixel)
        shownParts.find(in: canvases.top, within: seen, inOnePart: scene.hasDrawings || !skipsHiddenParts)
        for part in shownParts.parts {
            try canvases.beginGroup(part)
            for position in sprites { try draw(displayList.shown[position].step, within: part) }
            canvases.endMasked(part)
        }
        canvases.endMatte()
    }

    /// Draws the sprite of a step.
    private func draw(_ step: Int, within part: PixelRect) throws(RenderError) {
        switch displayList.steps[step] {
        case .draw(let sprite), .endMatte(let sprite): try draw(sprite, within: part)
        case .beginMatte: break
        }
    }

    /// Makes background of what lies outside of the canvas, whose edge is antialiased.
    func cutOff(_ part: PixelRect) throws(RenderError) {
        guard let clip = geometry.clip else { return }
        try canvases.beginGroup(part)
        shapes.draw(
            ShapeEntity(geometry: .rect(clip, cornerRadius: 0), fill: .black), geometry.transform, 1, to: canvases.top, within: part)
        canvases.endOutline(part, outside: background)
    }

    // MARK: Sprites

    private func draw(_ sprite: SpriteDraw, within part: PixelRect) throws(RenderError) {
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

    private func drawContent(_ sprite: SpriteDraw, alpha: Double, within part: PixelRect) throws(RenderError) {
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

    private func drawBitmap(_ place: BitmapPlace?, _ sprite: SpriteDraw, _ alpha: Double, _ part: PixelRect) {
        guard let place else { return }
        drawBitmap(place, .usual, sprite.transform, alpha, bounds: sprite.bounds, within: part)
    }

    // MARK: What all plans draw

    func drawBitmap(
        _ place: BitmapPlace, _ sample: BitmapSample, _ space: Transform, _ alpha: Double, bounds: PixelRect, within part: PixelRect
    ) {
        guard let mipmaps = scene.bitmaps[place.index] else { return }
        let price = space.isAxisAligned ? WorkMeter.Cost.alignedPixel : WorkMeter.Cost.turnedPixel
        guard meter.spend(part.pixels * price) else { return }
        switch sample {
        case .usual: mipmaps.draw(place, space, alpha: alpha, to: canvases.top, bounds: bounds, within: part, scratch: scratch)
        case .nothing: break
        case .bitmap(let bitmap, let transform, let rim):
            bitmap.draw(transform, rim: rim, alpha: alpha, to: canvases.top, bounds: bounds, within: part, scratch: scratch)
        }
    }

    /// Clears what lies outside of a clip path.
    func cut(_ path: Path, _ transform: Transform, _ edges: ClipEdges = .antialiased, within part: PixelRect) throws(RenderError) {
        shapes.clip(.path(path), transform, canvases.top, edges, within: part)
        try meter.check()
    }

    /// Lets a program draw.
    /// - Parameter part: all that it may touch.
    func draw(
        _ drawing: Drawing, layer: Int, _ layout: Size, _ space: Transform, _ alpha: Double, within part: PixelRect
    ) throws(RenderError) {
        let context = DrawingContext(canvases, shapes, scratch, texts, layer: layer, space, part: part, alpha: alpha)
        drawing(context, layout, frame)
        try context.finish()
    }

    // MARK: Pixels

    /// The canvas with the frame last painted; transparent before the first.
    private var painted: Canvas {
        if isNew {
            canvases.output.rows.fill(geometry.pixels, with: 0)
            isNew = false
        }
        return canvases.output
    }

    /// Writes the frame last painted into the caller's memory, rows from the top.
    /// - Parameters:
    ///   - format: the order of the four bytes of a pixel, and whether the colours are premultiplied.
    ///   - bytesPerRow: from the start of one row to the start of the next, at least `4 × widthPixels`; nil: no padding. Padding is left alone.
    ///   - buffer: at least `(heightPixels - 1) × bytesPerRow + 4 × widthPixels` bytes.
    /// - Precondition: `bytesPerRow` and `buffer` are large enough.
    public func copyPixels(_ format: PixelFormat, bytesPerRow: Int? = nil, into buffer: UnsafeMutableRawBufferPointer) {
        AlphaConversion.copy(
            painted.rows, width: widthPixels, height: heightPixels, as: format, bytesPerRow: bytesPerRow ?? 4 * widthPixels, into: buffer)
    }

    /// Writes some parts of the frame last painted into the caller's picture of the whole frame, which has no padding.
    package func copyPixels(_ format: PixelFormat, of parts: [PixelRect], into buffer: UnsafeMutableRawBufferPointer) {
        let rows = painted.rows
        for part in parts {
            let first = PixelRows(base: rows.row(part.y) + part.x, wordsPerRow: rows.wordsPerRow)
            let target = UnsafeMutableRawBufferPointer(rebasing: buffer[(4 * (part.y * widthPixels + part.x))...])
            AlphaConversion.copy(
                first, width: part.width, height: part.height, as: format, bytesPerRow: 4 * widthPixels, into: target)
        }
    }

    /// Writes a part of the frame last painted as a picture of its own, without padding: `4 × part.pixels` bytes.
    package func copyPixels(_ format: PixelFormat, of part: PixelRect, into buffer: UnsafeMutableRawBufferPointer) {
        if part.isEmpty { return }
        let rows = painted.rows
        let first = PixelRows(base: rows.row(part.y) + part.x, wordsPerRow: rows.wordsPerRow)
        AlphaConversion.copy(first, width: part.width, height: part.height, as: format, bytesPerRow: 4 * part.width, into: buffer)
    }

    /// The smallest part of the output outside of which the frame last painted is transparent; empty where all of it is.
    package var inkBox: PixelRect {
        let box = background == 0 && scene.emulation == nil ? displayList.shown.reduce(.zero) { $0.union($1.part) } : geometry.pixels
        // Each row is looked at without its padding, because the box ends before it.
        return withPixels { PixelDifference.changedArea(of: $0, from: nil, width: $1 / 4, height: heightPixels, within: box) }
    }

    /// Lends the frame last painted, without copying it: premultiplied blue, green, red, alpha (``PixelFormat/premultipliedBGRA``),
    /// rows from the top.
    /// - Parameters:
    ///   - body: gets the bytes, and how many there are from the start of one row to the start of the next, at least `4 × widthPixels`. The
    ///     bytes are valid only during the call, in which this painter may not paint.
    ///   - pixels: `heightPixels × bytesPerRow` bytes.
    public func withPixels<Result, Failure: Error>(
        _ body: (_ pixels: UnsafeRawBufferPointer, _ bytesPerRow: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try painted.withBytes(body)
    }

    /// The frame last painted, premultiplied.
    public func pixmap() -> Pixmap {
        var pixmap = Pixmap(width: widthPixels, height: heightPixels)
        pixmap.pixels.withUnsafeMutableBytes { copyPixels(.premultipliedRGBA, into: $0) }
        return pixmap
    }
}
