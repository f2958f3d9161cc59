import SVGAModel
import SVGAPixels
import SVGARender

/// The paints of a sprite in one frame, by a profile.
struct EmulatedSprite {
    private(set) var paints: [Paint] = []
    /// Whether the paints form a group, to which alpha and clip path apply. If so, the single paints have neither.
    private(set) var isGroup = false
    private let alpha: Double
    let tint: TintFactors?
    private(set) var groupClip: Paint.Clip?
    /// The alpha of the group; 1 if alpha applies to each paint.
    private(set) var groupAlpha = 1.0
    let clipFault: PlayerFault?
    let shapesFault: PlayerFault?
    /// Whether the movie's own picture is drawn, not a replacement.
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

    /// Returns nil if nothing is drawn.
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
        // Some players draw clip paths and texts only if the sprite has a picture. A picture without visible pixels counts too.
        let isReplaced = content?.replacement != nil
        let hasPicture = isReplaced ? profile.drawsReplacements : scene.movie.sprites[index].imageIndex != nil
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
            let fades = profile.fadesClippedBitmaps || clip == nil
            add(.bitmap(bitmap), box: scene.extents[bitmap.index]?.inkBox(bitmap), fades: fades)
        }
        let text = isHidden && profile.hidesBitmapOnly ? nil : content?.texts[record.layout]
        if profile.textPosition == .belowShapes || profile.textPosition == .onBitmap && hasPicture { add(text: text) }
        addShapes()
        if profile.textPosition == .aboveAll { add(text: text) }
        if let drawing = content?.drawing, layout.width > 0, layout.height > 0 { add(.drawing(drawing), box: nil) }
        compose()
    }

    /// The bitmap to draw, with its rectangle.
    private static func bitmap(
        _ content: LayerContent?, _ layout: SVGARect, _ record: FrameRecord, _ index: Int, _ scene: SVGAScene, _ profile: Profile
    ) -> PositionedBitmap? {
        if let replacement = content?.replacement { return profile.drawsReplacements ? replacement[record.layout] : nil }
        guard let bitmap = scene.layers[index].bitmap, let extent = scene.extents[bitmap] else { return nil }
        var frame = SVGARect(x: 0, y: 0, width: layout.width, height: layout.height)
        switch profile.bitmapFit {
        case .fill: break
        case .naturalSize: (frame.width, frame.height) = (extent.width, extent.height)
        case .width: frame.height = extent.width > 0 ? layout.width / extent.width * extent.height : 0
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
        guard var text else { return }
        // The baseline is a row of pixels of the text's bitmap.
        if profile.centersEmBoxes, transform.b == 0, transform.c == 0, transform.d > 0 {
            let top = transform.ty + transform.d * text.frame.y
            var frame = text.frame
            frame.y += (top.rounded() - top) / transform.d
            text = PositionedBitmap(index: text.index, frame: frame, clip: text.clip)
        }
        add(.bitmap(text), box: scene.extents[text.index]?.inkBox(text), fades: profile.fadesTexts)
        if !profile.clipsTexts, let last = paints.popLast() { paints.append(last.clipped(nil)) }
    }

    private mutating func addShapes() {
        let shapes = scene.tables.shapeLists[Int(record.shapes)]
        for shape in shapes.prefix(shapesFault?.shapesBefore ?? shapes.count) {
            guard meter.spendPlannedPaint() else { return }
            var shape = shape
            let replaces = profile.alphaReplacesColors == .ofAllSprites || profile.alphaReplacesColors == .ofTranslucentSprites && alpha < 1
            if replaces {
                // The player does not fill with a color of 0, and strokes with it.
                if shape.fill?.isZeroIn8Bits ?? false { shape.fill = nil }
                shape.fill?.alpha = 1
                shape.stroke?.color.alpha = 1
            }
            let first = paints.count
            defer { if profile.movesClips { moveClips(from: first, by: shape.transform) } }
            if shape.fill != nil {
                var fill = shape
                fill.stroke = nil
                add(.shape(fill), box: fill.bounds)
            }
            guard shape.stroke != nil else { continue }
            shape.fill = nil
            if shape.stroke?.dash != nil {
                if profile.startsRectsLowerLeft { shape.geometry = shape.geometry.fromLowerLeft }
                if profile.startsEllipsesLeft { shape.geometry = shape.geometry.fromLeft }
            }
            if profile.strokeScale == .frameTransform {
                addRoundPen(shape)
            } else if profile.widensThinStrokes, let coverage = shape.thinness(shape.transform.concatenating(transform)) {
                addThin(shape, coverage)
            } else {
                add(.shape(shape), box: shape.bounds)
            }
        }
    }

    /// Applies the transform of a shape to the clip paths of its paints.
    private mutating func moveClips(from first: Int, by shape: SVGATransform) {
        for index in paints.indices.dropFirst(first) {
            let moved = paints[index].clip.map { Paint.Clip(path: $0.path, transform: shape.concatenating($0.transform)) }
            paints[index] = paints[index].clipped(moved)
        }
    }

    /// Adds a stroke thinner than a pixel as Skia draws it: one pixel wide, with an alpha in proportion to its width.
    private mutating func addThin(_ shape: ShapeEntity, _ coverage: Double) {
        guard var stroke = shape.stroke else { return }
        let toOutput = shape.transform.concatenating(transform)
        // The outline is transformed to output pixels, so the dashes are scaled as well.
        if let dash = stroke.dash { stroke.dash = dash.scaled(by: toOutput.meanScale) }
        stroke.width = 1
        stroke.color.alpha *= coverage
        add(outline: StrokedPath.path(of: shape.geometry, toOutput, meter), stroke)
    }

    private mutating func add(outline path: SVGAPath, _ stroke: ShapeEntity.Stroke) {
        let outline = ShapeEntity(geometry: .path(path), stroke: stroke)
        guard let box = outline.bounds else { return }
        paints.append(paint(.outline(outline), geometry.pixels.covered(by: box), fades: true))
    }

    /// Adds a stroke with a round pen: all transforms apply to the outline, but only the frame's transform scales the width.
    private mutating func addRoundPen(_ shape: ShapeEntity) {
        guard var stroke = shape.stroke else { return }
        let scale = frameTransform.penScale
        // A pen with the width 0 draws a hairline.
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

    /// - Parameter box: the bounding box of the content in the sprite's space; nil for a drawing callback, which may draw anywhere.
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

    /// Makes a group of the paints if the alpha or the clip path applies to their composition.
    private mutating func compose() {
        // A single paint without a clip path needs no group: its alpha has the same effect. The display list decides in the same way.
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

extension Paint {
    /// The paint with another clip path.
    fileprivate func clipped(_ clip: Clip?) -> Paint {
        Paint(content: content, transform: transform, alpha: alpha, clip: clip, bounds: bounds, layer: layer)
    }
}

extension SVGAColor {
    /// Whether all components are 0 after truncation to 8 bits.
    fileprivate var isZeroIn8Bits: Bool { [red, green, blue, alpha].allSatisfy { $0 * 255 < 1 } }
}

extension SVGATransform {
    /// The vertical scale: the height of a transformed unit square above its transformed base. 0 if `a` is 0 or the transform is singular.
    fileprivate var penScale: Double {
        guard a != 0, determinant != 0 else { return 0 }
        return determinant.magnitude / (a * a + b * b).squareRoot()
    }
}

extension ShapeEntity {
    /// The stroke's width in pixels, at most 1; nil if the stroke is wider than a pixel in some direction.
    fileprivate func thinness(_ transform: SVGATransform) -> Double? {
        guard let width = stroke?.width else { return nil }
        // Skia's estimate of a vector's length.
        func length(_ x: Double, _ y: Double) -> Double {
            let (x, y) = (x.magnitude * width, y.magnitude * width)
            return max(x, y) + min(x, y) / 2
        }
        let (across, down) = (length(transform.a, transform.b), length(transform.c, transform.d))
        return across <= 1 && down <= 1 ? (across + down) / 2 : nil
    }
}

extension ShapeEntity.Geometry {
    /// An ellipse as an open path that starts at its left and goes up, as the web players draw it.
    fileprivate var fromLeft: ShapeEntity.Geometry {
        guard case .ellipse(let x, let y, let radiusX, let radiusY) = self else { return self }
        let (handleX, handleY) = (radiusX * 0.5522848, radiusY * 0.5522848)
        var path = SVGAPath()
        path.move(x: x - radiusX, y: y)
        path.curve(x1: x - radiusX, y1: y - handleY, x2: x - handleX, y2: y - radiusY, x: x, y: y - radiusY)
        path.curve(x1: x + handleX, y1: y - radiusY, x2: x + radiusX, y2: y - handleY, x: x + radiusX, y: y)
        path.curve(x1: x + radiusX, y1: y + handleY, x2: x + handleX, y2: y + radiusY, x: x, y: y + radiusY)
        path.curve(x1: x - handleX, y1: y + radiusY, x2: x - radiusX, y2: y + handleY, x: x - radiusX, y: y)
        return .path(path)
    }

    /// A rect as a path that starts at the lower end of its left side and goes up. The first dash starts there.
    fileprivate var fromLowerLeft: ShapeEntity.Geometry {
        guard case .rect(let rect, let corner) = self else { return self }
        var path = SVGAPath()
        let radius = min(corner, rect.width / 2, rect.height / 2)
        guard radius > 0 else {
            path.move(x: rect.x, y: rect.maxY)
            path.line(x: rect.x, y: rect.y)
            path.line(x: rect.maxX, y: rect.y)
            path.line(x: rect.maxX, y: rect.maxY)
            path.close()
            return .path(path)
        }
        // The distance of a control point from its corner, for a quarter of a circle.
        let inset = radius * 0.4477152502
        path.move(x: rect.x, y: rect.maxY - radius)
        path.line(x: rect.x, y: rect.y + radius)
        path.curve(x1: rect.x, y1: rect.y + inset, x2: rect.x + inset, y2: rect.y, x: rect.x + radius, y: rect.y)
        path.line(x: rect.maxX - radius, y: rect.y)
        path.curve(x1: rect.maxX - inset, y1: rect.y, x2: rect.maxX, y2: rect.y + inset, x: rect.maxX, y: rect.y + radius)
        path.line(x: rect.maxX, y: rect.maxY - radius)
        path.curve(x1: rect.maxX, y1: rect.maxY - inset, x2: rect.maxX - inset, y2: rect.maxY, x: rect.maxX - radius, y: rect.maxY)
        path.line(x: rect.x + radius, y: rect.maxY)
        path.curve(x1: rect.x + inset, y1: rect.maxY, x2: rect.x, y2: rect.maxY - inset, x: rect.x, y: rect.maxY - radius)
        path.close()
        return .path(path)
    }
}

extension ShapeEntity.Dash {
    fileprivate func scaled(by scale: Double) -> ShapeEntity.Dash {
        var dash = ShapeEntity.Dash(dash: dash * scale, gap: gap * scale, phase: phase * scale)
        dash.rest = rest.map { $0 * scale }
        (dash.lead, dash.alternates) = (lead * scale, alternates)
        return dash
    }
}
