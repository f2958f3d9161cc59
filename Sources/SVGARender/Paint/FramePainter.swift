import CCairo
import SVGAModel

/// Draws frames, one after the other, into a surface of its own. Make one for each task with ``MovieRenderer/makePainter()``;
/// what was drawn before never shows in a frame drawn after.
public final class FramePainter {
    /// How colours relate to alpha in pixels handed out.
    public enum AlphaForm: Sendable {
        /// Colours as they are: what PNG and most files hold.
        case straight
        /// Colours already multiplied by alpha: what compositing wants.
        case premultiplied
    }

    public let widthPixels: Int
    public let heightPixels: Int

    private let renderer: MovieRenderer
    private let scene: Scene
    private var plan = FramePlan()
    /// The output, then what groups are drawn into, made when first needed.
    private var canvases: [Canvas]
    private var depth = 0
    /// Where the output may hold anything but background; all else need not be cleared.
    private var inked: [PixelRect]
    private var lastInked: [PixelRect] = []
    /// The parts of the matte groups that are open.
    private var matteParts: [PixelRect] = []

    init(_ renderer: MovieRenderer, _ scene: Scene) throws(RenderError) {
        self.renderer = renderer
        self.scene = scene
        widthPixels = scene.geometry.width
        heightPixels = scene.geometry.height
        canvases = [try Canvas(width: widthPixels, height: heightPixels)]
        inked = [scene.geometry.pixels]
    }

    /// Draws a frame over the whole surface.
    /// - Parameter frame: 0-based.
    /// - Throws: ``RenderError/frameOutOfRange(frame:frames:)``, or ``RenderError/drawing(reason:)`` where Cairo gives up.
    public func paint(frame: Int) throws(RenderError) {
        guard frame >= 0, frame < renderer.movie.frames else {
            throw .frameOutOfRange(frame: frame, frames: renderer.movie.frames)
        }
        plan.build(frame: frame, of: scene)
        depth = 0
        beginOutput()
        for step in plan.steps {
            switch step {
            case .draw(let sprite):
                try draw(sprite)
            case .beginMatte(let part):
                try beginGroup(part)
                matteParts.append(part)
            case .endMatte(let matte):
                let part = matteParts.removeLast()
                try beginGroup(part)
                try draw(matte)
                endGroup(part, alpha: 1, CAIRO_OPERATOR_DEST_IN)
                endGroup(part, alpha: 1, CAIRO_OPERATOR_OVER)
            }
        }
        for canvas in canvases { try canvas.check() }
    }

    /// Clears the output. Which way depends on this frame alone, so that its pixels do too (see ``Canvas/fill(with:)``).
    ///
    /// Clearing only what was drawn is less work; but a first shape on a canvas that Cairo knows to be clear is drawn faster,
    /// which makes up for it unless the shape is small.
    private func beginOutput() {
        swap(&inked, &lastInked)
        inked.removeAll(keepingCapacity: true)
        plan.addParts(to: &inked)
        let area = inked.reduce(0) { $0 + $1.width * $1.height }
        let share = plan.beginsWithShape ? 8 : 2
        if renderer.options.background == nil, share * area < widthPixels * heightPixels {
            canvases[0].clear(lastInked)
        } else {
            canvases[0].fill(with: renderer.options.background)
        }
    }

    // MARK: Groups

    private func beginGroup(_ part: PixelRect) throws(RenderError) {
        depth += 1
        if depth == canvases.count { canvases.append(try Canvas(width: widthPixels, height: heightPixels)) }
        canvases[depth].beginPart(part)
    }

    private func endGroup(_ part: PixelRect, alpha: Double, _ operation: cairo_operator_t) {
        depth -= 1
        canvases[depth].composite(canvases[depth + 1], part: part, alpha: alpha, operation)
    }

    // MARK: Sprites

    private func draw(_ sprite: SpriteDraw) throws(RenderError) {
        if sprite.needsGroup {
            try beginGroup(sprite.bounds)
            drawContent(sprite, alpha: 1)
            beginClip(sprite)
            endGroup(sprite.bounds, alpha: sprite.alpha, CAIRO_OPERATOR_OVER)
        } else {
            beginClip(sprite)
            drawContent(sprite, alpha: sprite.alpha)
        }
        endClip(sprite)
    }

    private func drawContent(_ sprite: SpriteDraw, alpha: Double) {
        if let index = sprite.bitmap, let levels = scene.bitmaps[index] { drawBitmap(sprite, levels, alpha) }
        let context = canvases[depth].context
        for shape in scene.tables.shapeLists[sprite.shapes] { drawShape(shape, sprite.transform, alpha, context) }
    }

    private func drawBitmap(_ sprite: SpriteDraw, _ levels: BitmapLevels, _ alpha: Double) {
        let base = levels.base
        let stretch = Transform.scale(x: sprite.layoutWidth / Double(base.width), y: sprite.layoutHeight / Double(base.height))
        let pixels = sprite.transform.appending(stretch)
        let scales = pixels.axisScales
        let level = levels.level(scaleX: scales.x, scaleY: scales.y)
        let stored = pixels.appending(.scale(x: Double(level.factorX), y: Double(level.factorY)))
            .appending(.translation(x: Double(level.bitmap.ink.x), y: Double(level.bitmap.ink.y)))
        canvases[depth].withPixels { target in
            level.bitmap.draw(stored, rim: level.rim(of: base), alpha: alpha, to: target, within: sprite.bounds)
        }
    }

    /// Clips what follows on the canvas drawn into; a group's canvas itself is not clipped, what it is laid onto is.
    private func beginClip(_ sprite: SpriteDraw) {
        guard let clipPath = sprite.clipPath else { return }
        let context = canvases[sprite.needsGroup ? depth - 1 : depth].context
        cairo_save(context)
        cairo_identity_matrix(context)
        Outline(context, sprite.transform).add(scene.tables.clipPaths[clipPath])
        cairo_clip(context)
    }

    private func endClip(_ sprite: SpriteDraw) {
        if sprite.clipPath != nil { cairo_restore(canvases[depth].context) }
    }

    private func drawShape(_ shape: ShapeEntity, _ spriteSpace: Transform, _ alpha: Double, _ context: OpaquePointer) {
        guard shape.fill != nil || shape.stroke != nil else { return }
        let transform = spriteSpace.appending(shape.transform)
        guard transform.isInvertible, transform.determinant.magnitude > 1e-12 else { return }
        cairo_identity_matrix(context)
        Outline(context, transform).add(shape.geometry)
        if let fill = shape.fill {
            cairo_set_source_rgba(context, fill.red, fill.green, fill.blue, fill.alpha * alpha)
            shape.stroke == nil ? cairo_fill(context) : cairo_fill_preserve(context)
        }
        if let stroke = shape.stroke { self.stroke(stroke, transform, alpha, context) }
    }

    /// The path is there already, in output pixels; the pen is measured in shape space.
    private func stroke(_ stroke: ShapeEntity.Stroke, _ transform: Transform, _ alpha: Double, _ context: OpaquePointer) {
        var matrix = transform.cairoMatrix
        cairo_set_matrix(context, &matrix)
        cairo_set_source_rgba(context, stroke.color.red, stroke.color.green, stroke.color.blue, stroke.color.alpha * alpha)
        cairo_set_line_width(context, min(stroke.width, 1e6 / max(transform.meanScale, 1e-6)))
        cairo_set_line_cap(context, stroke.lineCap.cairo)
        cairo_set_line_join(context, stroke.lineJoin.cairo)
        cairo_set_miter_limit(context, stroke.miterLimit)
        if let dash = stroke.dash {
            withUnsafeTemporaryAllocation(of: Double.self, capacity: 2) { pattern in
                pattern[0] = dash.dash
                pattern[1] = dash.gap
                cairo_set_dash(context, pattern.baseAddress, 2, dash.phase)
            }
        } else {
            cairo_set_dash(context, nil, 0, 0)
        }
        cairo_stroke(context)
        cairo_identity_matrix(context)
    }

    // MARK: Pixels

    /// Writes the frame last painted as 8-bit RGBA, rows from the top, no padding.
    /// - Precondition: `buffer.count == 4 * widthPixels * heightPixels`.
    public func copyPixels(_ form: AlphaForm, into buffer: UnsafeMutableRawBufferPointer) {
        precondition(buffer.count == 4 * widthPixels * heightPixels)
        canvases[0].withPixels { rows in
            PixelConversion.convert(rows, width: widthPixels, height: heightPixels, to: form, buffer)
        }
    }

    /// The frame last painted, premultiplied.
    public func pixmap() -> Pixmap {
        var pixmap = Pixmap(width: widthPixels, height: heightPixels)
        pixmap.pixels.withUnsafeMutableBytes { copyPixels(.premultiplied, into: $0) }
        return pixmap
    }
}

extension ShapeEntity.LineCap {
    fileprivate var cairo: cairo_line_cap_t {
        switch self {
        case .butt: CAIRO_LINE_CAP_BUTT
        case .round: CAIRO_LINE_CAP_ROUND
        case .square: CAIRO_LINE_CAP_SQUARE
        }
    }
}

extension ShapeEntity.LineJoin {
    fileprivate var cairo: cairo_line_join_t {
        switch self {
        case .miter: CAIRO_LINE_JOIN_MITER
        case .round: CAIRO_LINE_JOIN_ROUND
        case .bevel: CAIRO_LINE_JOIN_BEVEL
        }
    }
}
