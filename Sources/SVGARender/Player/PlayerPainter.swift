import SVGAModel
import SVGAPixels

/// Draws the steps of a ``PlayerPlan``, all of them, within a part of the output. The pixels are those of the whole frame, whatever the part is.
struct PlayerPainter {
    private let scene: Scene
    private let canvases: CanvasStack
    private let shapes: ShapePainter
    private let scratch: RowScratch
    private let texts: DrawnTexts
    private let meter: WorkMeter
    private let frame: Int
    /// What is drawn.
    private let whole: PixelRect
    private let background: UInt32

    init(
        _ scene: Scene, _ part: PixelRect, frame: Int, background: UInt32, _ canvases: CanvasStack, _ shapes: ShapePainter,
        _ scratch: RowScratch, _ texts: DrawnTexts, _ meter: WorkMeter
    ) {
        (self.scene, self.frame, self.background, self.canvases) = (scene, frame, background, canvases)
        (self.shapes, self.scratch, self.texts, self.meter) = (shapes, scratch, texts, meter)
        whole = part
    }

    func paint(_ plan: PlayerPlan) throws(RenderError) {
        // What masks the whole canvas would mask the background too.
        let masksCanvas = plan.steps.contains { if case .maskCanvas = $0 { true } else { false } }
        canvases.top.fill(whole, with: background)
        if masksCanvas { try canvases.beginGroup(whole) }
        for step in plan.steps {
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
            try meter.check()
        }
        if masksCanvas { canvases.endGroup(whole) }
    }

    /// What of a group is drawn; apart from it, the intersection would have a negative size.
    private func seen(_ part: PixelRect) -> PixelRect {
        let common = part.intersection(whole)
        return common.isEmpty ? .zero : common
    }

    // MARK: Paints

    private func draw(_ paint: PlayerPaint) throws(RenderError) {
        let part = paint.bounds.intersection(whole)
        if part.isEmpty { return }
        meter.spend(WorkMeter.Price.piece)
        guard let clip = paint.clip else { return try draw(paint.content, paint, within: part) }
        try canvases.beginGroup(part)
        try draw(paint.content, paint, within: part)
        try cut(clip, within: part)
        canvases.endGroup(part)
    }

    private func draw(_ content: PlayerPaint.Content, _ paint: PlayerPaint, within part: PixelRect) throws(RenderError) {
        switch content {
        case .bitmap(let place):
            let price = paint.transform.isAxisAligned ? WorkMeter.Price.alignedPixel : WorkMeter.Price.turnedPixel
            guard let bitmaps = scene.playerBitmaps, meter.spend(part.pixels * price) else { return }
            bitmaps.draw(
                place, paint.transform, alpha: paint.alpha, to: canvases.top, bounds: paint.bounds, within: part, scratch: scratch,
                fallback: scene.bitmaps[place.index])
        case .shape(let shape): shapes.draw(shape, paint.transform, paint.alpha, to: canvases.top, within: part)
        case .outline(let shape): shapes.draw(shape, .identity, paint.alpha, to: canvases.top, within: part)
        case .drawing(let drawing):
            let context = DrawingContext(
                canvases, shapes, scratch, texts, layer: paint.layer, paint.transform, part: paint.bounds, alpha: paint.alpha)
            drawing(context, scene.layoutSize(ofLayer: paint.layer, frame: frame), frame)
            try context.finish()
        }
    }

    private func cut(_ clip: PlayerPaint.Clip, within part: PixelRect) throws(RenderError) {
        if scene.movie.profile.smoothsClips {
            shapes.clip(.path(clip.path), clip.transform, canvases.top, within: part)
        } else {
            SharpOutline(meter).mask(canvases.top, within: part, .path(clip.path), clip.transform)
        }
        try meter.check()
    }

    /// Multiplies what is on the canvas by what a call paints; where it is clipped, only there.
    private func mask(by paint: PlayerPaint) throws(RenderError) {
        try canvases.beginGroup(whole)
        let part = paint.bounds.intersection(whole)
        if !part.isEmpty { try draw(paint.content, paint, within: part) }
        if let clip = paint.clip {
            // Outside of the clip the canvas stays: there the mask is opaque.
            try canvases.beginGroup(whole)
            canvases.top.fill(whole, with: .max)
            try cut(clip, within: whole)
            canvases.endClipOfMask(whole)
        }
        canvases.endMaskOfBelow(whole)
    }
}

extension Scene {
    /// The size of the layout with which a layer is shown in a frame.
    fileprivate func layoutSize(ofLayer layer: Int, frame: Int) -> Size {
        let records = layers[layer].records
        guard let record = frame < records.count ? records[frame] : records.last else { return Size(width: 0, height: 0) }
        let layout = tables.layouts[Int(record.layout)]
        return Size(width: layout.width, height: layout.height)
    }
}
