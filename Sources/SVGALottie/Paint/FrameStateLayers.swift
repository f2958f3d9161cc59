import CCairo
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender
import SVGASupport

extension FrameStatePainter {
    /// Paints a layer: its content, then its filter, masks, matte, opacity and blend mode.
    func paint(_ layer: LayerState, _ parentTransform: SVGATransform, opacity: Double) throws(SVGAError) {
        let transform = layer.transform.concatenating(parentTransform)
        guard transform.isInvertible else { return }
        let context = self.context
        cairo_save(context)
        let clip = target.clip
        defer {
            cairo_restore(context)
            target.clip = clip
        }
        let isClipped = layer.masks.isEmpty || clipToRectangle(layer.masks, transform)
        let opacity = opacity * layer.opacity
        let isMasked = !isClipped
        // A filter composes its layer, so the opacity can apply to its result.
        let isTranslucentGroup = opacity < 1 && layer.filter == nil && !layer.isOnePaint
        guard layer.matte != nil || isMasked || layer.blendMode != .normal || isTranslucentGroup || layer.isIsolated else {
            return try paintFiltered(layer, transform, opacity: opacity)
        }
        try beginGroup(layer.paintedBounds(transform, parentTransform), isBlended: layer.blendMode != .normal)
        try paintFiltered(layer, transform, opacity: 1)
        if isMasked { try mask(layer, transform) }
        if let matte = layer.matte { try mask(layer, by: matte, parentTransform) }
        try endGroup(layer.blendMode.cairoOperator, opacity: opacity)
    }

    private func paintFiltered(_ layer: LayerState, _ transform: SVGATransform, opacity: Double) throws(SVGAError) {
        guard let filter = layer.filter else { return try paintContent(of: layer, transform, opacity: opacity) }
        guard case .composition(_, let width, let height) = layer.content else {
            return try paint(layer, filter, transform, opacity: opacity) { (transform) throws(SVGAError) in
                try paintContent(of: layer, transform, opacity: 1)
            }
        }
        // A composition is clipped after its filter.
        try clipped(nil, width, height, transform) { () throws(SVGAError) in
            try paint(layer, filter, transform, opacity: opacity) { (transform) throws(SVGAError) in
                try paintContent(of: layer, transform, opacity: 1)
            }
        }
    }

    /// Paints a layer's content with the strokes of its effects.
    private func paintContent(of layer: LayerState, _ transform: SVGATransform, opacity: Double) throws(SVGAError) {
        guard let stroke = layer.pathStroke else { return try paint(layer.content, of: layer, transform, opacity: opacity) }
        if stroke.style == .reveal { try beginGroup(nil) }
        if stroke.style != .alone { try paint(layer.content, of: layer, transform, opacity: opacity) }
        try paint(stroke, transform)
    }

    private func paint(
        _ content: LayerState.Content, of layer: LayerState, _ transform: SVGATransform, opacity: Double
    ) throws(SVGAError) {
        switch content {
        case .shapes(let paints): try paint(paints, transform, opacity: opacity)
        case .solid(let color, let width, let height):
            var color = color
            color.alpha *= opacity
            try fillRectangle(width, height, transform, color)
        case .image(let asset, let width, let height):
            if let picture = try picture(asset, layer.name) { try paint(picture, width, height, transform, opacity: opacity) }
        case .composition(let frameState, let width, let height):
            // The clip of a filtered composition is applied to the filter's result.
            guard layer.filter == nil else { return try paint(frameState, transform, opacity: opacity) }
            try clipped(content, width, height, transform) { () throws(SVGAError) in try paint(frameState, transform, opacity: opacity) }
        }
    }

    /// Paints fills and strokes, and composes their groups.
    private func paint(_ paints: [PaintState], _ transform: SVGATransform, opacity: Double) throws(SVGAError) {
        var open: [PaintGroup] = []
        let bounds = paints.groupBounds(transform)
        func close(to count: Int) throws(SVGAError) {
            while open.count > count {
                let group = open.removeLast()
                try endGroup(group.blendMode.cairoOperator, opacity: group.opacity)
            }
        }
        for item in paints {
            try close(to: zip(open, item.groups).prefix { $0.number == $1.number }.count)
            for group in item.groups[open.count...] {
                open.append(group)
                try beginGroup(bounds[group.number], isBlended: group.blendMode != .normal)
            }
            if item.blendMode != .normal { try beginGroup(item.paintedBounds(transform), isBlended: true) }
            try paint(item, transform, opacity: opacity)
            if item.blendMode != .normal { try endGroup(item.blendMode.cairoOperator) }
        }
        try close(to: 0)
    }

    /// Paints the strokes of an effect over the content, or takes them as the mask of the innermost group.
    private func paint(_ stroke: PathStrokeState, _ transform: SVGATransform) throws(SVGAError) {
        try beginGroup(nil)
        for item in stroke.paints { try paint(item, transform, opacity: 1) }
        guard stroke.style == .reveal else { return try endGroup(CAIRO_OPERATOR_OVER, opacity: stroke.opacity) }
        if stroke.opacity < 1 {
            cairo_set_operator(context, CAIRO_OPERATOR_DEST_IN)
            cairo_set_source_rgba(context, 1, 1, 1, stroke.opacity)
            cairo_paint(context)
            cairo_set_operator(context, CAIRO_OPERATOR_OVER)
        }
        try endGroup(CAIRO_OPERATOR_DEST_IN)
        try endGroup(CAIRO_OPERATOR_OVER)
    }

    /// Clips what the closure draws to a rectangle at the origin.
    /// - Parameter content: what it draws; nil: not known.
    private func clipped(
        _ content: LayerState.Content?, _ width: Double, _ height: Double, _ transform: SVGATransform,
        _ body: () throws(SVGAError) -> Void
    ) throws(SVGAError) {
        let rect = SVGARect(x: 0, y: 0, width: width, height: height)
        guard transform.keepsRectangles else {
            // Cairo needs much time for each path in a turned clip.
            let box = transform.boundingBox(of: rect)
            let bounds = content?.paintedBounds(transform) ?? box
            let seen = target.area.covered(by: bounds)
            if seen.isEmpty { return }
            if let inverse = transform.inverted, inverse.isFinite, rect.contains(seen, inverse) { return try body() }
            try beginGroup(bounds.intersection(box))
            try body()
            if let pixels = target.pixels, let part = target.directPart(of: target.area) {
                drawDirectly { direct.mask(pixels, by: rect, transform.concatenating(target.toPixels), within: part) }
                try meter.check()
            }
            return try endGroup(CAIRO_OPERATOR_OVER)
        }
        let clip = target.clip
        cairo_save(context)
        self.clip(to: SVGARect(x: 0, y: 0, width: width, height: height), transform)
        try body()
        cairo_restore(context)
        target.clip = clip
    }
}

extension LayerState {
    /// Whether at most one paint covers each pixel, so that it can have the opacity of the layer.
    fileprivate var isOnePaint: Bool {
        guard pathStroke == nil else { return false }
        switch content {
        case .image, .solid: return true
        // Through the group of a translucent layer, shapes do not blend with the layers below.
        case .shapes(let paints): return paints.count < 2 && !content.isBlending
        case .composition(let frameState, _, _):
            guard frameState.layers.count < 2, let only = frameState.layers.first else { return frameState.layers.isEmpty }
            return only.blendMode == .normal && (only.filter != nil || only.isOnePaint)
        }
    }

    /// Whether blend modes of layers inside must not reach the layers below. A filter isolates its layer anyway.
    fileprivate var isIsolated: Bool {
        guard filter == nil else { return false }
        switch content {
        case .shapes: return !masks.isEmpty && content.isBlending
        case .composition(let frameState, _, _): return frameState.layers.contains { $0.blendMode != .normal || $0.isOpenForBlending }
        case .image, .solid: return false
        }
    }

    /// Whether its shapes blend with the layers below.
    private var isOpenForBlending: Bool { opacity == 1 && matte == nil && masks.isEmpty && filter == nil && content.isBlending }
}

extension LayerState.Content {
    /// Whether a fill, a stroke or a group blends with the pixels below.
    fileprivate var isBlending: Bool {
        guard case .shapes(let paints) = self else { return false }
        return paints.contains(where: \.isBlending)
    }
}
