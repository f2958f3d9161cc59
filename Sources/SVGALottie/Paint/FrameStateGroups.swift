import CCairo
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender
import SVGASupport

extension FrameStatePainter {
    // MARK: - Groups

    /// The bytes of the canvas, of open groups and of filters.
    var heldBytes: Int { 4 * canvas.width * canvas.height * (groups + 1) + filterBytes }

    func beginGroup(isBlended: Bool = false) throws(SVGAError) {
        groups += 1
        guard heldBytes <= limits.decodedBytes else {
            throw .limit(LimitExceeded(\.decodedBytes, of: limits, found: heldBytes, subject: "layers in layers"))
        }
        try spendOnGroup(isBlended: isBlended)
        cairo_push_group(context)
    }

    func endGroup(_ mode: cairo_operator_t, opacity: Double = 1) {
        groups -= 1
        // Cairo mixes the modes of hue and luminosity wrongly with a mask, so the group gets the opacity before.
        if opacity < 1 {
            cairo_set_operator(context, CAIRO_OPERATOR_DEST_IN)
            cairo_set_source_rgba(context, 1, 1, 1, opacity)
            cairo_paint(context)
        }
        cairo_pop_group_to_source(context)
        cairo_set_operator(context, mode)
        cairo_paint(context)
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    }

    func clip(to masks: [MaskState], _ transform: SVGATransform) {
        cairo_new_path(context)
        for mask in masks { add(mask.path, transform) }
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
        cairo_clip(context)
    }

    /// Clips the innermost group to the region of an SVG mask of an object: its bounding box and a tenth on each side.
    func clipToRegion(of bounds: SVGARect?, _ transform: SVGATransform) {
        let region = bounds.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil } ?? SVGARect(x: 0, y: 0, width: 0, height: 0)
        rectangle(
            1.2 * region.width, 1.2 * region.height,
            transform.translatedBy(x: region.x - region.width / 10, y: region.y - region.height / 10))
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
        cairo_clip(context)
    }

    /// Applies the masks of a layer to the innermost group.
    func mask(_ layer: LayerState, _ transform: SVGATransform) throws(SVGAError) {
        let masks = layer.masks
        try beginGroup()
        if layer.hasMaskRegion { clipToRegion(of: layer.objectBounds, transform) }
        if masks.first?.mode.startsWithEverything == true {
            cairo_set_source_rgba(context, 1, 1, 1, 1)
            cairo_paint(context)
        }
        for mask in masks {
            try spend(on: mask.path, transform)
            let mode =
                switch mask.mode {
                case .add, .lighten: CAIRO_OPERATOR_OVER
                case .subtract: CAIRO_OPERATOR_DEST_OUT
                case .intersect, .darken: CAIRO_OPERATOR_DEST_IN
                case .difference: CAIRO_OPERATOR_XOR
                }
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
        endGroup(CAIRO_OPERATOR_DEST_IN)
    }

    /// Applies a matte of a layer to the innermost group.
    func mask(_ layer: LayerState, by matte: MatteState, _ parentTransform: SVGATransform) throws(SVGAError) {
        try beginGroup()
        if matte.mode != .invertedAlpha, matte.mode != .invertedLuma {
            clipToRegion(of: layer.objectBounds.map { layer.transform.boundingBox(of: $0) }, parentTransform)
        }
        if let layer = matte.layer?.value { try paint(layer, parentTransform, opacity: 1) }
        if matte.mode == .luma || matte.mode == .invertedLuma { turnLumaToAlpha() }
        let isInverted = matte.mode == .invertedAlpha || matte.mode == .invertedLuma
        endGroup(isInverted ? CAIRO_OPERATOR_DEST_OUT : CAIRO_OPERATOR_DEST_IN)
    }

    /// Sets the innermost group's alpha to its luminance.
    func turnLumaToAlpha() {
        guard let surface = cairo_get_group_target(context) else { return }
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
