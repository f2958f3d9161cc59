import CCairo
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender
import SVGASupport

// Fills and strokes: directly on the pixels if their clip allows it, by Cairo otherwise.
extension FrameStatePainter {
    func paint(_ item: PaintState, _ parentTransform: SVGATransform, opacity: Double) throws(SVGAError) {
        let transform = item.transform.concatenating(parentTransform)
        guard transform.isInvertible, transform.determinant.magnitude > 1e-12, let bounds = item.path.bounds else { return }
        guard isVisible(bounds, item.style, transform) else { return }
        var isLasting = false
        switch known(item, transform, opacity: opacity * item.opacity) {
        case .picture(let picture, let work)?:
            // The limit of work does not depend on the frames before.
            meter.spend(work)
            try meter.check()
            return drawDirectly { if let pixels = target.pixels { picture.draw(on: pixels) } }
        case .lasting?: isLasting = true
        case .nothing?, nil: break
        }
        let hinted = try item.letters.flatMap { (text) throws(SVGAError) in try hintedPath(of: text, transform) }
        if try paintDirectly(item, transform, hinted, opacity: opacity * item.opacity, isLasting: isLasting) { return }
        guard setSource(item.paint, transform, opacity: opacity * item.opacity) else { return }
        set(.identity)
        let clip = target.clip
        if item.hasMaskRegion {
            cairo_save(context)
            clipToRegion(of: item.path.tightBounds, transform)
        }
        defer {
            if item.hasMaskRegion { cairo_restore(context) }
            target.clip = clip
        }
        cairo_new_path(context)
        if let hinted { add(hinted, .identity) } else { add(item.drawnPath(transform), transform) }
        try spend(on: item.path, transform, item.style)
        switch item.style {
        case .fill(let isEvenOdd): fill(isEvenOdd: isEvenOdd)
        case .stroke(let width, let cap, let join, let miterLimit, _, _):
            set(transform)
            cairo_set_line_width(context, width)
            cairo_set_line_cap(context, cap.cairo)
            cairo_set_line_join(context, join.cairo)
            cairo_set_miter_limit(context, max(1, miterLimit))
            cairo_stroke(context)
            set(.identity)
        }
    }

    /// What the last frames tell about a paint; nil: it is not kept.
    private func known(_ item: PaintState, _ transform: SVGATransform, opacity: Double) -> PaintPictures.Known? {
        guard keepsPictures, !item.hasMaskRegion, target.pixels != nil, let clip = target.clip.straight else { return nil }
        // A rectangle takes as much time as its picture.
        if case .fill = item.style, case .color = item.paint, transform.keepsRectangles, item.path.rectangle != nil { return nil }
        return pictures.find(PaintPictures.Key(item: item, transform: transform, opacity: opacity, area: target.area, clip: clip))
    }

    /// Paints a fill or a stroke without Cairo.
    /// - Parameters:
    ///   - hinted: the path of a text, in pixels.
    ///   - isLasting: whether it becomes a picture.
    /// - Returns: false if only Cairo can paint it.
    private func paintDirectly(
        _ item: PaintState, _ transform: SVGATransform, _ hinted: SVGAPath?, opacity: Double, isLasting: Bool
    ) throws(SVGAError) -> Bool {
        guard !item.hasMaskRegion,
            let part = target.directPart(of: hinted?.bounds?.outset(by: 1) ?? item.paintedBounds(transform, of: item.path.bounds ?? .zero)),
            let pixels = target.pixels
        else { return false }
        if part.isEmpty { return true }
        let before = meter.spent
        let shapeToPixels = transform.concatenating(target.toPixels)
        let opacity = min(max(opacity, 0), 1)
        let color = item.paint.color(isTiny: transform.maximumScale < 1e-4)
        let gradient = color == nil ? item.paint.gradientRows(shapeToPixels, opacity: opacity, pixels: part.pixels) : nil
        guard color != nil || gradient != nil else { return false }
        if let gradient { meter.spend(gradient.cost) }
        let word = color?.word(opacity) ?? 0
        let draw: (PixelRows) -> Void
        switch item.style {
        case .fill(let isEvenOdd):
            let (path, toPixels) = (hinted ?? item.path, hinted == nil ? shapeToPixels : target.toPixels)
            draw = { [direct] rows in
                if let gradient {
                    direct.fill(path, toPixels, isEvenOdd: isEvenOdd, gradient, to: rows, within: part)
                } else {
                    direct.fill(path, toPixels, isEvenOdd: isEvenOdd, word, to: rows, within: part)
                }
            }
        case .stroke(let width, let cap, let join, let miterLimit, let dashes, _):
            // Where dashes overlap or bend, Cairo's coverage is closer to Chromium's.
            guard hinted == nil, !item.isDashed(dashes) else { return false }
            let stroke = ShapeEntity.Stroke(
                color: color ?? .black, width: width, lineCap: cap, lineJoin: join, miterLimit: max(1, miterLimit))
            draw = { [direct] rows in
                if let gradient {
                    direct.stroke(item.path, stroke, shapeToPixels, gradient, to: rows, within: part)
                } else {
                    direct.stroke(item.path, stroke, shapeToPixels, word, to: rows, within: part)
                }
            }
        }
        if isLasting, part.pixels <= PaintPictures.maximumPixels {
            let picture = pictures.picture(part, color: gradient == nil ? word : nil, draw)
            drawDirectly { picture.draw(on: pixels) }
        } else {
            drawDirectly { draw(pixels) }
        }
        pictures.add(work: meter.spent - before)
        try meter.check()
        return true
    }

    /// Fills a rectangle at the origin with a color.
    func fillRectangle(_ width: Double, _ height: Double, _ transform: SVGATransform, _ color: SVGAColor) throws(SVGAError) {
        let rect = SVGARect(x: 0, y: 0, width: width, height: height)
        if let part = target.directPart(of: transform.boundingBox(of: rect)), let pixels = target.pixels {
            drawDirectly { direct.fill(rect, transform.concatenating(target.toPixels), color.word(), to: pixels, within: part) }
            return try meter.check()
        }
        try spend(on: rect, transform, isPicture: false)
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
        rectangle(width, height, transform)
        fill(isEvenOdd: false)
    }

    /// Calls a closure that writes the pixels of the target.
    func drawDirectly(_ body: () -> Void) {
        let surface = cairo_get_target(context)
        cairo_surface_flush(surface)
        body()
        cairo_surface_mark_dirty(surface)
    }

    /// Whether any part of a fill or stroke may be inside the canvas.
    private func isVisible(_ bounds: SVGARect, _ style: PaintState.Style, _ transform: SVGATransform) -> Bool {
        var reach = 0.0
        if case .stroke(let width, _, _, let miterLimit, _, _) = style { reach = width * max(1.5, miterLimit) }
        let box = transform.boundingBox(
            of: SVGARect(x: bounds.x - reach, y: bounds.y - reach, width: bounds.width + 2 * reach, height: bounds.height + 2 * reach))
        // Cairo cannot invert the transforms of gradients in what is smaller.
        guard box.width > 1 / 64 || box.height > 1 / 64 else { return false }
        let area = target.area
        return box.x < Double(area.maxX) + 1 && box.y < Double(area.maxY) + 1 && box.maxX > Double(area.minX) - 1
            && box.maxY > Double(area.minY) - 1
    }

    private func setSource(_ paint: PaintState.Paint, _ transform: SVGATransform, opacity: Double) -> Bool {
        if let color = paint.color(isTiny: transform.maximumScale < 1e-4) {
            cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha * opacity)
            return true
        }
        guard let gradient = CairoGradient(paint, opacity: opacity) else { return false }
        // Cairo interprets a pattern in the transform that is current when the source is set, not in that of the fill.
        set(transform)
        cairo_set_source(context, gradient.pattern)
        return true
    }
}

extension PaintState {
    /// More dashes and gaps are drawn as a solid stroke.
    private static let maximumDashes = 50_000.0

    /// The path to fill or to stroke: of a dashed stroke, its dashes.
    /// - Parameter transform: from shape space to pixels.
    fileprivate func drawnPath(_ transform: SVGATransform) -> SVGAPath {
        guard case .stroke(_, _, _, _, let dashes, let phase) = style, isDashed(dashes) else { return path }
        return DashCutter.dashes(of: path, dashes, phase: phase, scale: transform.largestAxisScale)
    }

    fileprivate func isDashed(_ dashes: [Double]) -> Bool {
        let count = DashCutter.maximumCount(of: path, dashes)
        return count > 0 && count < PaintState.maximumDashes
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
