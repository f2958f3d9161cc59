import SVGAModel
import SVGAPixels
import SVGARender

/// What a sprite draws in one frame, by a profile.
struct EmulatedSprite {
    private(set) var paints: [Paint] = []
    /// Whether all paints are composed first. Then they have no alpha and no clip of their own.
    private(set) var isGroup = false
    private let alpha: Double
    let tint: TintFactors?
    private(set) var groupClip: Paint.Clip?
    /// 1 where each paint is faded alone.
    private(set) var groupAlpha = 1.0
    let clipFault: PlayerFault?
    let shapesFault: PlayerFault?
    /// Whether the movie's own picture is drawn, not another that was set.
    let showsOwnPicture: Bool

    private let scene: SVGAScene
    private let geometry: OutputGeometry
    private let meter: WorkMeter
    private let index: Int
    private let record: FrameRecord
    private let frameTransform: SVGATransform
    private let transform: SVGATransform
    private let clip: Paint.Clip?

    private let profile: Profile

    /// nil where it shows nothing.
    init?(
        _ index: Int, _ record: FrameRecord, _ scene: SVGAScene, _ emulated: EmulatedMovie, _ geometry: OutputGeometry, _ meter: WorkMeter
    ) {
        let content = scene.layers[index].content
        profile = emulated.profile
        let isHidden = content?.isHidden ?? false
        guard record.isVisible, !isHidden || profile.hidesBitmapOnly else { return nil }
        alpha = Double(record.alpha) * (content?.adjustment.opacity ?? 1)
        guard alpha > 0 else { return nil }
        let layout = scene.tables.layouts[Int(record.layout)]
        let canvas = content?.adjustment.offset.map { $0.concatenating(geometry.transform) } ?? geometry.transform
        frameTransform = record.transform.concatenating(canvas)
        transform = frameTransform.translatedBy(x: layout.x, y: layout.y)
        guard transform.isDrawable else { return nil }
        (self.scene, self.geometry, self.index, self.record, self.meter) = (scene, geometry, index, record, meter)
        tint = content?.adjustment.tint

        let bitmap = isHidden ? nil : EmulatedSprite.bitmap(content, layout, record, index, scene, profile)
        // What is drawn over a picture needs it, be it one without any ink.
        let hasPicture = scene.movie.sprites[index].imageIndex != nil || content?.replacement != nil
        showsOwnPicture = content?.replacement == nil && !isHidden
        let isClipped = record.clipPath >= 0 && (profile.clip != .withBitmap || hasPicture)
        clip =
            isClipped
            ? Paint.Clip(path: scene.tables.clipPaths[Int(record.clipPath)], transform: transform) : nil
        clipFault = isClipped ? emulated.failingClips[record.clipPath] : nil
        shapesFault = emulated.failingShapes[record.shapes]

        if let bitmap {
            if profile.blackensClippedReplacements, content?.replacement != nil, let clip {
                add(.shape(ShapeEntity(geometry: .path(clip.path), fill: .black)), box: clip.path.bounds)
            }
            add(.bitmap(bitmap), box: scene.extents[bitmap.index]?.inkBox(bitmap))
        }
        let text = isHidden && profile.hidesBitmapOnly ? nil : content?.texts[record.layout]
        if profile.textPlace == .belowShapes || profile.textPlace == .onBitmap && hasPicture { add(text: text) }
        addShapes()
        if profile.textPlace == .aboveAll { add(text: text) }
        if let drawing = content?.drawing, layout.width > 0, layout.height > 0 { add(.drawing(drawing), box: nil) }
        compose()
    }

    /// The picture and the rectangle that it fills.
    private static func bitmap(
        _ content: LayerContent?, _ layout: SVGARect, _ record: FrameRecord, _ index: Int, _ scene: SVGAScene, _ profile: Profile
    ) -> PositionedBitmap? {
        if let replacement = content?.replacement { return replacement[record.layout] }
        guard let bitmap = scene.layers[index].bitmap, let extent = scene.extents[bitmap] else { return nil }
        var frame = SVGARect(x: 0, y: 0, width: layout.width, height: layout.height)
        switch profile.bitmapFit {
        case .fill: break
        case .naturalSize: (frame.width, frame.height) = (extent.width, extent.height)
        case .contain:
            let scale = min(layout.width / extent.width, layout.height / extent.height)
            (frame.width, frame.height) = (scale * extent.width, scale * extent.height)
            (frame.x, frame.y) = ((layout.width - frame.width) / 2, (layout.height - frame.height) / 2)
        }
        guard frame.width > 0, frame.height > 0 else { return nil }
        return PositionedBitmap(index: bitmap, frame: frame, clip: nil)
    }

    // MARK: Paints

    private mutating func add(text: PositionedBitmap?) {
        guard let text else { return }
        add(.bitmap(text), box: scene.extents[text.index]?.inkBox(text), fades: profile.fadesTexts)
    }

    private mutating func addShapes() {
        let shapes = scene.tables.shapeLists[Int(record.shapes)]
        for shape in shapes.prefix(shapesFault?.shapesBefore ?? shapes.count) {
            guard meter.spendPlannedPaint() else { return }
            var shape = shape
            if profile.alphaReplacesColors, alpha < 1 {
                shape.fill?.alpha = 1
                shape.stroke?.color.alpha = 1
            }
            if shape.fill != nil {
                var fill = shape
                fill.stroke = nil
                add(.shape(fill), box: fill.bounds)
            }
            guard shape.stroke != nil else { continue }
            shape.fill = nil
            if profile.strokeScale == .frameTransform {
                addRoundPen(shape)
            } else if profile.widensThinStrokes, let coverage = shape.thinness(shape.transform.concatenating(transform)) {
                addThin(shape, coverage)
            } else {
                add(.shape(shape), box: shape.bounds)
            }
        }
    }

    /// A stroke thinner than a pixel: a pixel wide, and as faint as it is thin.
    private mutating func addThin(_ shape: ShapeEntity, _ coverage: Double) {
        guard var stroke = shape.stroke else { return }
        let whole = shape.transform.concatenating(transform)
        // Dashes keep their place along the outline.
        if let dash = stroke.dash { stroke.dash = dash.scaled(by: whole.meanScale) }
        stroke.width = 1
        stroke.color.alpha *= coverage
        add(outline: StrokedPath.path(of: shape.geometry, whole, meter), stroke)
    }

    private mutating func add(outline path: SVGAPath, _ stroke: ShapeEntity.Stroke) {
        let outline = ShapeEntity(geometry: .path(path), stroke: stroke)
        guard let box = outline.bounds else { return }
        paints.append(paint(.outline(outline), geometry.pixels.covered(by: box), fades: true))
    }

    /// A stroke whose pen only the frame's transform scales: its outline goes through all transforms first.
    private mutating func addRoundPen(_ shape: ShapeEntity) {
        guard var stroke = shape.stroke else { return }
        let scale = frameTransform.penScale
        // Without a width a pen draws the thinnest line.
        stroke.width = scale > 0 ? stroke.width * scale : 1
        if let dash = stroke.dash {
            stroke.dash = scale > 0 ? dash.scaled(by: scale) : nil
        }
        stroke.miterLimit = max(1, stroke.miterLimit * scale)
        if profile.widensThinStrokes, stroke.width < 1 {
            stroke.color.alpha *= stroke.width
            stroke.width = 1
        }
        add(outline: StrokedPath.path(of: shape.geometry, shape.transform.concatenating(transform), meter), stroke)
    }

    /// - Parameter box: of its ink, in the sprite's space; nil: it may draw anywhere.
    private mutating func add(_ content: Paint.Content, box: SVGARect?, fades: Bool = true) {
        if case .drawing = content {
            paints.append(paint(content, geometry.pixels, fades: profile.clip != .withoutDrawings))
        } else if let box {
            paints.append(paint(content, geometry.pixels.covered(by: transform.boundingBox(of: box).outset(by: 1)), fades: fades))
        }
    }

    private func paint(_ content: Paint.Content, _ bounds: PixelRect, fades: Bool) -> Paint {
        var clip = clip
        if case .drawing = content, profile.clip == .withoutDrawings { clip = nil }
        return Paint(content: content, transform: transform, alpha: fades ? alpha : 1, clip: clip, bounds: bounds, layer: index)
    }

    /// Makes a group of the paints where they are faded together.
    private mutating func compose() {
        // As our own display list does: one paint fades alike in a group and alone.
        let isNeeded = profile.fadesWholeSprite && (alpha < 1 && paints.count > 1 || clip != nil)
        guard isNeeded || tint != nil else { return }
        isGroup = true
        guard profile.fadesWholeSprite else { return }
        (groupClip, groupAlpha) = (clip, alpha)
        paints = paints.map {
            Paint(content: $0.content, transform: $0.transform, alpha: 1, clip: nil, bounds: $0.bounds, layer: $0.layer)
        }
    }
}

extension SVGATransform {
    /// How much a pen grows that only the height of what is drawn decides about; 0 where `a` is 0.
    fileprivate var penScale: Double {
        guard a != 0, determinant != 0 else { return 0 }
        return determinant.magnitude / (a * a + b * b).squareRoot()
    }
}

extension ShapeEntity {
    /// How much of a pixel the stroke covers, if it is not wider than one; nil if it is.
    fileprivate func thinness(_ transform: SVGATransform) -> Double? {
        guard let width = stroke?.width else { return nil }
        // Lengths as Skia estimates them.
        func length(_ x: Double, _ y: Double) -> Double {
            let (x, y) = (x.magnitude * width, y.magnitude * width)
            return max(x, y) + min(x, y) / 2
        }
        let (across, down) = (length(transform.a, transform.b), length(transform.c, transform.d))
        return across <= 1 && down <= 1 ? (across + down) / 2 : nil
    }
}

extension ShapeEntity.Dash {
    fileprivate func scaled(by scale: Double) -> ShapeEntity.Dash {
        var dash = ShapeEntity.Dash(dash: dash * scale, gap: gap * scale, phase: phase * scale)
        dash.rest = rest.map { $0 * scale }
        return dash
    }
}
