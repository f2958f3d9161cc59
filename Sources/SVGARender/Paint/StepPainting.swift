package import SVGAModel
package import SVGAPixels

// Drawing the steps of an emulation.

extension FramePainter {
    /// Draws all steps of the current frame.
    func paint(_ emulation: any SceneEmulation) throws(SVGAError) {
        canvases.leaveGroups()
        forget()
        let steps = try emulation.steps(frame: frame, of: scene, in: geometry, meter)
        try meter.check()
        try paint(steps, emulation, within: geometry.pixels)
    }

    /// - Parameter steps: nil: the frame is empty.
    private func paint(_ steps: [PaintStep]?, _ emulation: any SceneEmulation, within part: PixelRect) throws(SVGAError) {
        guard let steps else { return canvases.output.rows.fill(part, with: background) }
        try StepPainting(self, emulation, part).paint(steps)
        try cutOff(part)
    }
}

// Drawing only those parts of frames that the caller needs.

extension FramePainter {
    /// The maximum number of steps that are examined for all parts. Above it, all parts are one.
    private static let maximumExaminedSteps = 20_000

    /// Plans a frame, of which ``paintPlanned(_:)`` draws parts. A painter either plans its frames or paints them with ``paint(frame:)``.
    /// - Parameters:
    ///   - frame: 0-based; the movie must have it.
    ///   - changed: the sprites whose draw calls differ from those of the frame planned before; nil: unknown. Only emulated players use it.
    /// - Returns: the parts in which the frame can differ from the frame planned before, without overlaps.
    package func plan(frame: Int, changed: Set<Int>? = nil) throws(SVGAError) -> [PixelRect] {
        begin(frame)
        canvases.leaveGroups()
        forget()
        guard let emulation = scene.emulation else { return planList() }
        let before = planned.touched
        // The steps are released before the next ones are made, because a plan may be large.
        planned = (nil, nil)
        planned.steps = try emulation.steps(frame: frame, of: scene, in: geometry, meter)
        try meter.check()
        planned.touched = planned.steps?.touched
        guard let changed, let before, let now = planned.touched else { return [geometry.pixels] }
        var parts = DisjointParts()
        for sprite in changed.sorted() {
            for part in [before[sprite], now[sprite]] { parts.add((part ?? .zero).intersection(geometry.pixels)) }
        }
        return parts.parts
    }

    /// The pixels that each sprite touches in the planned frame, alone or as a matte; nil: unknown.
    package var touched: [Int: PixelRect]? { scene.emulation == nil ? displayList.touched : planned.touched }

    /// Draws parts of the planned frame, which must not overlap. The pixels do not depend on the division into parts.
    package func paintPlanned(_ parts: [PixelRect]) throws(SVGAError) {
        var parts = parts
        let steps = scene.emulation == nil ? displayList.visibleSprites.count : planned.steps?.count ?? 0
        if parts.count * steps > FramePainter.maximumExaminedSteps { parts = [parts.reduce(PixelRect.zero) { $0.union($1) }] }
        for part in parts {
            meter.spend(part.pixels * WorkMeter.Cost.pixel)
            if let emulation = scene.emulation {
                try paint(planned.steps, emulation, within: part)
            } else {
                try paintList(within: part)
            }
        }
    }
}

extension [PaintStep] {
    /// The output pixels that each layer touches; nil if a step masks the entire canvas.
    fileprivate var touched: [Int: PixelRect]? {
        var touched: [Int: PixelRect] = [:]
        for step in self {
            switch step {
            case .paint(let paint): touched[paint.layer] = (touched[paint.layer] ?? .zero).union(paint.bounds)
            case .maskCanvas: return nil
            case .begin, .end, .mask: break
            }
        }
        return touched
    }
}

/// Draws steps within a part of the output. Pixels do not depend on the part.
private struct StepPainting {
    private let painter: FramePainter
    private let emulation: any SceneEmulation
    /// The area to draw.
    private let area: PixelRect

    private var canvases: CanvasStack { painter.canvases }

    init(_ painter: FramePainter, _ emulation: any SceneEmulation, _ part: PixelRect) {
        (self.painter, self.emulation, area) = (painter, emulation, part)
    }

    func paint(_ steps: [PaintStep]) throws(SVGAError) {
        // The background is drawn below the group, because a canvas mask must not mask it.
        let masksCanvas = steps.contains { if case .maskCanvas = $0 { true } else { false } }
        canvases.top.fill(area, with: painter.background)
        if masksCanvas { try canvases.beginGroup(area) }
        for step in steps {
            switch step {
            case .paint(let paint): try draw(paint)
            case .begin(let part): try canvases.beginGroup(part.intersection(area))
            case .end(let bounds, let alpha, let tint, let clip):
                let part = bounds.intersection(area)
                if let tint { tint.apply(to: canvases.top, within: part) }
                if let clip { try cut(clip, within: part) }
                canvases.endGroup(part, alpha: alpha)
            case .mask(let bounds):
                let part = bounds.intersection(area)
                canvases.endMasked(part)
                canvases.endMatte()
            case .maskCanvas(let paint): try mask(by: paint)
            }
            try painter.meter.check()
        }
        if masksCanvas { canvases.endGroup(area) }
    }

    private func draw(_ paint: Paint) throws(SVGAError) {
        let part = paint.bounds.intersection(area)
        if part.isEmpty { return }
        painter.meter.spend(WorkMeter.Cost.piece)
        guard let clip = paint.clip else { return try draw(paint.content, paint, within: part) }
        try canvases.beginGroup(part)
        try draw(paint.content, paint, within: part)
        try cut(clip, within: part)
        canvases.endGroup(part)
    }

    private func draw(_ content: Paint.Content, _ paint: Paint, within part: PixelRect) throws(SVGAError) {
        switch content {
        case .bitmap(let bitmap):
            painter.drawBitmap(
                bitmap, emulation.sample(bitmap, in: paint.transform), paint.transform, paint.alpha, bounds: paint.bounds, within: part)
        case .shape(let shape): painter.shapes.draw(shape, paint.transform, paint.alpha, to: canvases.top, within: part)
        case .outline(let shape): painter.shapes.draw(shape, .identity, paint.alpha, to: canvases.top, within: part)
        case .drawing(let drawing):
            let layout = painter.scene.layoutSize(ofLayer: paint.layer, frame: painter.frame)
            try painter.draw(drawing, layer: paint.layer, layout, paint.transform, paint.alpha, within: paint.bounds)
        }
    }

    private func cut(_ clip: Paint.Clip, within part: PixelRect) throws(SVGAError) {
        try painter.cut(clip.path, clip.transform, emulation.clipEdges, within: part)
    }

    /// Multiplies the canvas by what a step paints; a clipped step changes only the clipped area.
    private func mask(by paint: Paint) throws(SVGAError) {
        try canvases.beginGroup(area)
        let part = paint.bounds.intersection(area)
        if !part.isEmpty { try draw(paint.content, paint, within: part) }
        if let clip = paint.clip {
            // The mask is opaque outside of the clip, so that the canvas stays unchanged there.
            try canvases.beginGroup(area)
            canvases.top.fill(area, with: .max)
            try cut(clip, within: area)
            canvases.endClipOfMask(area)
        }
        canvases.endMaskOfBelow(area)
    }
}

extension SVGAScene {
    /// A layer's layout size in a frame.
    fileprivate func layoutSize(ofLayer layer: Int, frame: Int) -> SVGASize {
        let records = layers[layer].records
        guard let record = frame < records.count ? records[frame] : records.last else { return SVGASize(width: 0, height: 0) }
        let layout = tables.layouts[Int(record.layout)]
        return SVGASize(width: layout.width, height: layout.height)
    }
}
