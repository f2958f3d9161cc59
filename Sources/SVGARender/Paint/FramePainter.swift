import CCairo
import SVGAModel
public import SVGAPixels

/// Draws frames, one after the other, into a surface of its own. Make one for each task with ``Scene/makePainter()``;
/// what was drawn before never shows in a frame drawn after.
public final class FramePainter {
    /// The output's width, in pixels.
    public let widthPixels: Int
    /// The output's height, in pixels.
    public let heightPixels: Int

    private let scene: Scene
    private let geometry: OutputGeometry
    private let background: Color?
    /// See ``Scene/sharing``.
    private let sharing: SharedFrames.Member?
    private var displayList = DisplayList()
    /// Draws only the parts in which a frame differs from a shared one.
    private var changes = DisplayList()
    private let canvases: CanvasStack
    /// The texts that drawings draw.
    private let texts: DrawnTexts
    /// The frame being painted.
    private var frame = 0
    /// The parts of the output that may hold more than background. Only these have to be cleared.
    private var inked: [PixelRect]
    private var lastInked: [PixelRect] = []
    /// The parts of the matte groups that are open.
    private var matteParts: [PixelRect] = []
    /// Whether the last frame was drawn to its end, so that no canvas has a saved state or an error.
    private var isComplete = true
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
        self.background = background
        widthPixels = geometry.width
        heightPixels = geometry.height
        canvases = try CanvasStack(scene.base.canvases, width: widthPixels, height: heightPixels)
        texts = DrawnTexts(scene, geometry)
        inked = [geometry.pixels]
    }

    deinit {
        if isComplete { canvases.giveBack() }
    }

    /// Draws a frame over the whole surface.
    /// - Parameter frame: 0-based.
    /// - Throws: ``RenderError/frameOutOfRange(frame:frames:)``, or ``RenderError/drawing(reason:)`` where Cairo gives up.
    public func paint(frame: Int) throws(RenderError) {
        guard frame >= 0, frame < scene.movie.frames else {
            throw .frameOutOfRange(frame: frame, frames: scene.movie.frames)
        }
        self.frame = frame
        displayList.build(frame: frame, of: scene, in: geometry)
        try paintList()
    }

    /// Draws a list for an output of one pixel and returns that pixel's alpha.
    /// - Parameter frame: the one that the list is for, which drawings are told.
    func alphaOfPixel(_ list: DisplayList, frame: Int) throws(RenderError) -> UInt8 {
        self.frame = frame
        displayList = list
        try paintList()
        var alpha: UInt8 = 0
        canvases.output.withPixels { alpha = UInt8(truncatingIfNeeded: $0.base[0] >> 24) }
        return alpha
    }

    private func paintList() throws(RenderError) {
        canvases.leaveGroups()
        matteParts.removeAll(keepingCapacity: true)
        isComplete = false
        isNew = false
        if let sharing, let end = displayList.stepsWorthSharing(below: sharing.layer, pixels: widthPixels * heightPixels) {
            try paint(sharing, stepsBelow: end)
        } else {
            beginOutput()
            try paint(displayList.steps[...])
        }
        if let clip = geometry.clip { canvases.output.fillOutside(clip, geometry.transform, with: background) }
        try canvases.check()
        isComplete = true
    }

    /// Paints a frame that scenes share: copies what another one has drawn, or keeps it for others (see ``SharedFrames``).
    /// - Parameter stepsBelow: how many steps draw what no scene of the group changes.
    private func paint(_ member: SharedFrames.Member, stepsBelow: Int) throws(RenderError) {
        let frames = scene.prepared.sharedFrames
        switch frames.find(member, frame: frame, bytes: 2 * 4 * widthPixels * heightPixels) {
        case .nothing:
            beginOutput()
            try paint(displayList.steps[...])
        case .wanted:
            beginOutput()
            try paint(displayList.steps[..<stepsBelow])
            let below = try copyOfOutput()
            try paint(displayList.steps[stepsBelow...])
            let shared = try SharedFrame(
                below: below, whole: copyOfOutput(), layers: member.changed, changed: displayList.changedParts(scene.layers))
            frames.keep(shared, member, frame: frame)
        case .kept(let shared):
            beginInk()
            if shared.layers == member.changed, let parts = changedParts(since: shared, stepsBelow) {
                canvases.output.withPixels { rows in
                    shared.whole.copy(geometry.pixels, to: rows)
                    for part in parts { shared.below.copy(part, to: rows) }
                }
                try paint(changes.steps[...])
            } else {
                canvases.output.withPixels { shared.below.copy(geometry.pixels, to: $0) }
                try paint(displayList.steps[stepsBelow...])
            }
        }
    }

    /// The parts in which this frame differs from a shared one, with the list that draws them in ``changes``; nil if they are too large, or
    /// cannot be drawn alone.
    private func changedParts(since shared: SharedFrame, _ stepsBelow: Int) -> [PixelRect]? {
        let changed = shared.changed + displayList.changedParts(scene.layers)
        guard let parts = PixelRect.disjoint(changed, pixels: widthPixels * heightPixels / 2) else { return nil }
        changes.removeAll()
        for part in parts where !changes.add(displayList, from: stepsBelow, within: part, shapeLists: scene.shapeLists) { return nil }
        return parts
    }

    private func copyOfOutput() throws(RenderError) -> PixelCopy {
        var copy: PixelCopy?
        canvases.output.withPixels { copy = PixelCopy($0, width: widthPixels, height: heightPixels) }
        guard let copy else { throw .drawing(reason: "the surface has no pixels") }
        return copy
    }

    private func paint(_ steps: ArraySlice<DisplayList.Step>) throws(RenderError) {
        for step in steps {
            switch step {
            case .draw(let sprite):
                try draw(sprite)
            case .beginMatte(let part):
                try canvases.beginGroup(part)
                matteParts.append(part)
            case .endMatte(let matte):
                let part = matteParts.removeLast()
                try canvases.beginGroup(part)
                try draw(matte)
                canvases.endGroup(part, alpha: 1, CAIRO_OPERATOR_DEST_IN)
                canvases.endGroup(part, alpha: 1)
            }
        }
    }

    /// Notes which parts of the output this frame draws.
    private func beginInk() {
        swap(&inked, &lastInked)
        inked.removeAll(keepingCapacity: true)
        displayList.addParts(to: &inked)
    }

    /// Clears the output. The way depends on this frame alone, so that its pixels do not depend on earlier frames (see ``CairoCanvas/fill(with:)``).
    ///
    /// Clearing only what was drawn is less work. But Cairo draws a first shape faster on a canvas that it knows to be clear, and this saves
    /// more unless the shape is small.
    private func beginOutput() {
        beginInk()
        let area = inked.reduce(0) { $0 + $1.width * $1.height }
        let share = displayList.beginsWithShape ? 8 : 2
        if background == nil, share * area < widthPixels * heightPixels {
            canvases.output.clear(lastInked)
        } else {
            canvases.output.fill(with: background)
        }
    }

    // MARK: Sprites

    private func draw(_ sprite: SpriteDraw) throws(RenderError) {
        if sprite.needsGroup {
            try canvases.beginGroup(sprite.bounds)
            try drawContent(sprite, alpha: 1)
            if let tint = scene.layers[sprite.layer].content?.adjustment.tint {
                canvases.top.withPixels { tint.apply(to: $0, within: sprite.bounds) }
            }
            beginClip(sprite)
            canvases.endGroup(sprite.bounds, alpha: sprite.alpha)
        } else {
            beginClip(sprite)
            try drawContent(sprite, alpha: sprite.alpha)
        }
        endClip(sprite)
    }

    private func drawContent(_ sprite: SpriteDraw, alpha: Double) throws(RenderError) {
        let context = canvases.top.context
        drawBitmap(sprite.bitmap, sprite, alpha)
        for shape in scene.tables.shapeLists[sprite.shapes] { ShapePainter.draw(shape, sprite.transform, alpha, context) }
        drawBitmap(sprite.text, sprite, alpha)
        if let drawing = sprite.drawing {
            let context = DrawingContext(canvases, texts, sprite, alpha: alpha)
            drawing(context, sprite.layout, frame)
            try context.finish()
        }
    }

    private func drawBitmap(_ place: BitmapPlace?, _ sprite: SpriteDraw, _ alpha: Double) {
        guard let place, let mipmaps = scene.bitmaps[place.index] else { return }
        canvases.top.withPixels {
            mipmaps.draw(place, sprite.transform, alpha: alpha, to: $0, bounds: sprite.bounds, within: sprite.bounds)
        }
    }

    /// Sets the clip. For a sprite with a group, the canvas below is clipped, onto which the group is laid.
    private func beginClip(_ sprite: SpriteDraw) {
        guard let clipPath = sprite.clipPath else { return }
        let context = (sprite.needsGroup ? canvases.belowTop : canvases.top).context
        cairo_save(context)
        cairo_identity_matrix(context)
        Outline(CairoPath(context), sprite.transform).add(scene.tables.clipPaths[clipPath])
        cairo_clip(context)
    }

    private func endClip(_ sprite: SpriteDraw) {
        if sprite.clipPath != nil { cairo_restore(canvases.top.context) }
    }

    // MARK: Pixels

    /// The canvas with the frame last painted; transparent before the first.
    private var painted: CairoCanvas {
        if isNew {
            canvases.output.clear([geometry.pixels])
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
        painted.withPixels { rows in
            AlphaConversion.copy(
                rows, width: widthPixels, height: heightPixels, as: format, bytesPerRow: bytesPerRow ?? 4 * widthPixels, into: buffer)
        }
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
