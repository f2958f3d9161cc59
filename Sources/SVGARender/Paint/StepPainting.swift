package import SVGAModel
package import SVGAPixels

// Drawing the steps of an emulation, all of them in each frame.

extension FramePainter {
    /// Draws a frame as the emulated player does, and redraws only what differs from the frame painted before.
    /// - Parameter changed: the sprites whose steps differ from those of the frame painted before; nil: unknown.
    /// - Returns: the redrawn parts, without overlaps; outside of them both frames are equal.
    package func paintEmulated(frame: Int, changed: Set<Int>?) throws(SVGAError) -> [PixelRect] {
        guard let emulation = scene.emulation else {
            try paint(frame: frame)
            return [geometry.pixels]
        }
        begin(frame)
        return try paint(emulation, changed: changed)
    }

    /// - Parameter changed: see ``paintEmulated(frame:changed:)``.
    @discardableResult
    func paint(_ emulation: any SceneEmulation, changed: Set<Int>? = nil) throws(SVGAError) -> [PixelRect] {
        canvases.leaveGroups()
        let before = touched
        forget()
        guard let steps = try emulation.steps(frame: frame, of: scene, in: geometry, meter) else {
            canvases.output.rows.fill(geometry.pixels, with: background)
            return [geometry.pixels]
        }
        try meter.check()
        let now = steps.touched
        var parts = [geometry.pixels]
        if let changed, let before, let now { parts = redrawnParts(of: changed, before, now, steps: steps.count) }
        for part in parts {
            try StepPainting(self, emulation, part).paint(steps)
            try cutOff(part)
        }
        touched = now
        return parts
    }

    /// The maximum number of steps that are examined for all parts. Above it, all parts are one.
    private static let maximumExaminedSteps = 20_000

    /// The parts that changed sprites touch, without overlaps.
    private func redrawnParts(of changed: Set<Int>, _ before: [Int: PixelRect], _ now: [Int: PixelRect], steps: Int) -> [PixelRect] {
        var parts = DisjointParts()
        for sprite in changed.sorted() {
            for part in [before[sprite], now[sprite]] { parts.add((part ?? .zero).intersection(geometry.pixels)) }
        }
        if parts.parts.count * steps <= FramePainter.maximumExaminedSteps { return parts.parts }
        return [parts.parts.reduce(PixelRect.zero) { $0.union($1) }]
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
            case .begin(let part): try canvases.beginGroup(seen(part))
            case .end(let bounds, let alpha, let tint, let clip):
                let part = seen(bounds)
                if let tint { tint.apply(to: canvases.top, within: part) }
                if let clip { try cut(clip, within: part) }
                canvases.endGroup(part, alpha: alpha)
            case .mask(let bounds):
                let part = seen(bounds)
                canvases.endMasked(part)
                canvases.endMatte()
            case .maskCanvas(let paint): try mask(by: paint)
            }
            try painter.meter.check()
        }
        if masksCanvas { canvases.endGroup(area) }
    }

    /// The visible part of a group. Without overlap it is empty, as an intersection would have a negative size.
    private func seen(_ part: PixelRect) -> PixelRect {
        let common = part.intersection(area)
        return common.isEmpty ? .zero : common
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
