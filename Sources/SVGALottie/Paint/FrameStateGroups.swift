import CCairo
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender
import SVGASupport

/// The surface of an open group.
final class PaintGroupSurface {
    let drawn: WordSurface
    /// Where the group is drawn when it ends.
    let outer: PaintTarget
    let bytes: Int

    init(_ drawn: consuming WordSurface, outer: PaintTarget, bytes: Int) {
        self.drawn = drawn
        self.outer = outer
        self.bytes = bytes
    }
}

extension FrameStatePainter {
    // MARK: - Groups

    /// The bytes of the canvas, of open groups and of filters.
    var heldBytes: Int { 4 * width * height + groupBytes + filterBytes }

    /// Begins a group. What is drawn until ``endGroup(_:opacity:)`` is composed before it reaches the outer target.
    /// - Parameter bounds: what the group draws, in pixels; nil: it can draw everywhere.
    func beginGroup(_ bounds: SVGARect?, isBlended: Bool = false) throws(SVGAError) {
        var area = target.area
        var (minX, minY, maxX, maxY) = (0.0, 0.0, 0.0, 0.0)
        set(.identity)
        cairo_clip_extents(context, &minX, &minY, &maxX, &maxY)
        area = area.covered(by: SVGARect(minX: minX, minY: minY, maxX: maxX, maxY: maxY))
        if let bounds { area = area.covered(by: bounds) }
        // Cairo has no surface without pixels.
        if area.isEmpty { area = PixelRect(x: target.area.minX, y: target.area.minY, width: 1, height: 1) }
        let bytes = 4 * area.pixels
        groupBytes += bytes
        guard heldBytes <= limits.decodedBytes else {
            throw .limit(LimitExceeded(\.decodedBytes, of: limits, found: heldBytes, subject: "layers in layers"))
        }
        try spendOnGroup(area.pixels, isBlended: isBlended)
        if groupMemory.count <= groups.count { groupMemory.append(WordMemory.groups.take() ?? WordMemory()) }
        groups.append(PaintGroupSurface(try WordSurface(groupMemory[groups.count].cleared(area.pixels), area), outer: target, bytes: bytes))
        if let surface = groups.last { target = PaintTarget(context: surface.drawn.context, area: area) }
    }

    /// Ends the innermost group, and draws it on the outer target.
    func endGroup(_ mode: cairo_operator_t, opacity: Double = 1) throws(SVGAError) {
        guard let group = groups.popLast() else { return }
        if try endDirectly(group, mode, opacity: opacity) { return }
        // Cairo mixes the modes of hue and luminosity wrongly with a mask, so the group gets the opacity before.
        if opacity < 1 {
            cairo_set_operator(context, CAIRO_OPERATOR_DEST_IN)
            cairo_set_source_rgba(context, 1, 1, 1, opacity)
            cairo_paint(context)
        }
        try CairoCanvas.check(context)
        target = group.outer
        groupBytes -= group.bytes
        set(.identity)
        cairo_set_source_surface(context, group.drawn.surface, 0, 0)
        if let source = cairo_get_source(context) { cairo_pattern_set_filter(source, CAIRO_FILTER_NEAREST) }
        cairo_set_operator(context, mode)
        cairo_paint(context)
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
        // Later groups reuse the memory of this one.
        cairo_set_source_rgba(context, 0, 0, 0, 0)
    }

    /// Draws the pixels of the innermost group on the outer target without Cairo.
    /// - Returns: false if only Cairo can draw them.
    private func endDirectly(_ group: PaintGroupSurface, _ mode: cairo_operator_t, opacity: Double) throws(SVGAError) -> Bool {
        let isMask = mode == CAIRO_OPERATOR_DEST_IN || mode == CAIRO_OPERATOR_DEST_OUT
        guard mode == CAIRO_OPERATOR_OVER || isMask && opacity == 1, let inner = target.pixels, let outer = group.outer.pixels
        else { return false }
        let (area, whole) = (target.area, group.outer.area)
        // A mask also clears the pixels around the group.
        guard mode != CAIRO_OPERATOR_DEST_IN || area == whole, let part = group.outer.directPart(of: area) else { return false }
        try CairoCanvas.check(context)
        cairo_surface_flush(group.drawn.surface)
        target = group.outer
        groupBytes -= group.bytes
        let alpha = SVGAColor.byte(min(max(opacity, 0), 1))
        drawDirectly {
            for y in part.minY..<max(part.minY, part.maxY) {
                let source = inner.row(y + whole.minY - area.minY) + part.minX + whole.minX - area.minX
                let out = outer.row(y) + part.minX
                if mode == CAIRO_OPERATOR_OVER {
                    RowBlending.over(out, source, count: part.width, alpha: alpha)
                    continue
                }
                if mode == CAIRO_OPERATOR_DEST_OUT { for x in 0..<part.width { source[x] = ~source[x] & 0xFF00_0000 } }
                RowBlending.mask(out, by: source, count: part.width)
            }
        }
        return true
    }

    /// Clips to masks that are one rectangle.
    /// - Returns: whether they are.
    func clipToRectangle(_ masks: [MaskState], _ transform: SVGATransform) -> Bool {
        guard masks.count == 1, masks.haveClipUnion, let rect = masks[0].path.rectangle,
            transform.keepsRectangles
        else { return false }
        clip(to: rect, transform)
        return true
    }

    /// Clips the innermost group to the region of an SVG mask of an object: its bounding box and a tenth on each side.
    func clipToRegion(of bounds: SVGARect?, _ transform: SVGATransform) {
        let region = bounds.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil } ?? SVGARect(x: 0, y: 0, width: 0, height: 0)
        let (marginX, marginY) = (region.width / 10, region.height / 10)
        clip(
            to: SVGARect(x: region.x - marginX, y: region.y - marginY, width: 1.2 * region.width, height: 1.2 * region.height), transform)
    }

    /// Applies the masks of a layer to the innermost group.
    func mask(_ layer: LayerState, _ transform: SVGATransform) throws(SVGAError) {
        let masks = layer.masks
        if masks.haveClipUnion, let pixels = target.pixels, let part = target.directPart(of: target.area) {
            drawDirectly { direct.mask(pixels, by: masks.map(\.path), transform.concatenating(target.toPixels), within: part) }
            return try meter.check()
        }
        try beginGroup(nil)
        if layer.hasMaskRegion { clipToRegion(of: layer.objectBounds, transform) }
        if masks.first?.mode.startsWithEverything == true {
            cairo_set_source_rgba(context, 1, 1, 1, 1)
            cairo_paint(context)
        }
        for mask in masks {
            if mask.mode == .add || mask.mode == .lighten, !mask.isInverted, mask.expansion == nil, let bounds = mask.path.bounds,
                let part = target.directPart(of: transform.boundingBox(of: bounds)), let pixels = target.pixels
            {
                let (toPixels, word) = (transform.concatenating(target.toPixels), SVGAColor.white.word(mask.opacity))
                drawDirectly { direct.fill(mask.path, toPixels, isEvenOdd: false, word, to: pixels, within: part) }
                try meter.check()
                continue
            }
            let mode =
                switch mask.mode {
                case .add, .lighten: CAIRO_OPERATOR_OVER
                case .subtract: CAIRO_OPERATOR_DEST_OUT
                case .intersect, .darken: CAIRO_OPERATOR_DEST_IN
                case .difference: CAIRO_OPERATOR_XOR
                }
            if let expansion = mask.expansion {
                try paint(mask, expansion, transform, mode)
                continue
            }
            try spend(on: mask.path, transform)
            cairo_set_operator(context, mode)
            cairo_set_source_rgba(context, 1, 1, 1, mask.opacity)
            cairo_new_path(context)
            add(mask.path, transform)
            if mask.isInverted {
                let area = target.area.outset(by: 8)
                cairo_rectangle(context, Double(area.x), Double(area.y), Double(area.width), Double(area.height))
            }
            fill(isEvenOdd: mask.isInverted)
        }
        try endGroup(CAIRO_OPERATOR_DEST_IN)
    }

    /// Applies a matte of a layer to the innermost group.
    func mask(_ layer: LayerState, by matte: MatteState, _ parentTransform: SVGATransform) throws(SVGAError) {
        let isInverted = matte.mode == .invertedAlpha || matte.mode == .invertedLuma
        // Around its own pixels, an inverted matte changes nothing.
        try beginGroup(isInverted ? matte.layer.map { $0.value.paintedBounds(in: parentTransform) } ?? .zero : nil)
        if !isInverted {
            clipToRegion(of: layer.objectBounds.map { layer.transform.boundingBox(of: $0) }, parentTransform)
        }
        if let layer = matte.layer?.value { try paint(layer, parentTransform, opacity: 1) }
        if matte.mode == .luma || matte.mode == .invertedLuma { turnLumaToAlpha() }
        try endGroup(isInverted ? CAIRO_OPERATOR_DEST_OUT : CAIRO_OPERATOR_DEST_IN)
    }

    /// Sets the innermost group's alpha to its luminance.
    func turnLumaToAlpha() {
        guard let surface = groups.last?.drawn.surface else { return }
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else { return }
        let stride = Int(cairo_image_surface_get_stride(surface))
        let (width, height) = (Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)))
        for y in 0..<height {
            (data + y * stride).withMemoryRebound(to: UInt32.self, capacity: width) { row in
                for x in 0..<width where row[x] != 0 {
                    let word = row[x]
                    // The luma weights of Rec. 709, in units of 1/65536. The colors are premultiplied, so the result includes alpha.
                    let luma = 13_933 * (word >> 16 & 0xFF) + 46_871 * (word >> 8 & 0xFF) + 4_732 * (word & 0xFF)
                    row[x] = ((luma + 32_768) >> 16) << 24
                }
            }
        }
        cairo_surface_mark_dirty(surface)
    }
}
