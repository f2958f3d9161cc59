package import SVGAModel
package import SVGAPixels

/// The steps of one frame, bottom first. A painter rebuilds its list for each frame and reuses the memory.
package struct DisplayList {
    package enum Step {
        case draw(SpriteDraw)
        /// Begins a group: the steps before position `end` are drawn to a separate canvas, within this part of the output.
        case beginMatte(PixelRect, end: Int)
        /// Ends the group: it is multiplied by this sprite's alpha and drawn over the layer below.
        case endMatte(SpriteDraw)
    }

    package private(set) var steps: [Step] = []
    /// The visible sprites without mattes, bottom first.
    private(set) var visibleSprites: [VisibleSprite] = []
    /// The frame of the list; nil for a list that was not built for a frame.
    private(set) var frame: Int?

    package init() {}

    init(frame: Int, of scene: SVGAScene, in geometry: OutputGeometry) {
        build(frame: frame, of: scene, in: geometry)
    }

    /// One list for each visible sprite, which draws it alone with its matte; bottom first.
    var singleSprites: [DisplayList] {
        var lists: [DisplayList] = []
        var open: (part: PixelRect, sprites: [SpriteDraw])?
        for step in steps {
            switch step {
            case .beginMatte(let part, _): open = (part, [])
            case .draw(let sprite):
                if open == nil { lists.append(DisplayList([step])) } else { open?.sprites.append(sprite) }
            case .endMatte:
                guard let group = open else { continue }
                for sprite in group.sprites { lists.append(DisplayList([.beginMatte(group.part, end: 2), .draw(sprite), step])) }
                open = nil
            }
        }
        return lists
    }

    private init(_ steps: [Step]) {
        self.steps = steps
        findShown()
    }

    /// The topmost sprite, as an index into ``SVGAScene/layers``.
    var topSprite: Int? {
        for step in steps.reversed() { if case .draw(let sprite) = step { return sprite.layer } }
        return nil
    }

    /// Fills the list for a frame. A sprite with fewer frames is hidden after its last one (Rules of rendering, section 4).
    /// - Complexity: linear in the number of sprites.
    package mutating func build(frame: Int, of scene: SVGAScene) {
        build(frame: frame, of: scene, in: scene.geometry)
    }

    /// - Parameter geometry: another output than the scene's, for hit testing.
    mutating func build(frame: Int, of scene: SVGAScene, in geometry: OutputGeometry) {
        self.frame = frame
        steps.removeAll(keepingCapacity: true)
        scene.layers.withUnsafeBufferPointer { layers in
            var index = 0
            while index < layers.count {
                // Most sprites of many movies are hidden in most frames.
                if layers[index].matte == nil, !layers[index].isVisible(inFrame: frame) {
                    index += 1
                } else if let matte = layers[index].matte {
                    let end = layers.endOfRun(from: index)
                    addMatted(index..<end, matte: matte, frame: frame, scene, layers, geometry)
                    index = end
                } else {
                    if layers[index].isDrawn, let draw = SpriteDraw(index, frame: frame, scene, layers, geometry) {
                        steps.append(.draw(draw))
                    }
                    index += 1
                }
            }
        }
        findShown()
    }

    private mutating func findShown() {
        visibleSprites.removeAll(keepingCapacity: true)
        var group: (end: Int, matte: SpriteDraw)?
        for position in steps.indices {
            switch steps[position] {
            case .draw(let sprite):
                visibleSprites.append(VisibleSprite(sprite, step: position, matte: group?.matte, end: group?.end ?? position))
            case .beginMatte(_, let end): if case .endMatte(let matte) = steps[end] { group = (end, matte) }
            case .endMatte: group = nil
            }
        }
    }

    /// Adds adjacent sprites with the same matte, including mattes between them (Rules of rendering, section 5). A hidden matte hides them
    /// all.
    private mutating func addMatted(
        _ run: Range<Int>, matte: Int, frame: Int, _ scene: SVGAScene, _ layers: UnsafeBufferPointer<SVGAScene.Layer>,
        _ geometry: OutputGeometry
    ) {
        guard let mask = SpriteDraw(matte, frame: frame, scene, layers, geometry) else { return }
        let begin = steps.count
        steps.append(.beginMatte(.zero, end: 0))
        var bounds = PixelRect.zero
        for index in run where layers[index].isDrawn && layers[index].isVisible(inFrame: frame) {
            guard let draw = SpriteDraw(index, frame: frame, scene, layers, geometry) else { continue }
            let seen = draw.bounds.intersection(mask.bounds)
            if seen.isEmpty { continue }
            bounds = bounds.union(seen)
            steps.append(.draw(draw))
        }
        if bounds.isEmpty {
            steps.removeSubrange(begin...)
        } else {
            steps[begin] = .beginMatte(bounds, end: steps.count)
            steps.append(.endMatte(mask))
        }
    }
}

/// A visible sprite in a frame, which touches the output. It has only plain numbers, so a copy needs no reference counting.
package struct SpriteDraw {
    /// From the sprite's space (layout offset included) to output pixels; invertible.
    package let transform: SVGATransform
    /// Above 0, at most 1.
    package let alpha: Double
    /// Index into ``SVGAScene/layers``.
    let layer: Int
    /// The data that distinguish the layer's frames.
    let record: FrameRecord
    /// The layout rectangle's size; the rectangle's corner is the origin of the sprite's space.
    package let layout: SVGASize
    /// The bitmap, drawn below the shapes.
    package let bitmap: PositionedBitmap?
    /// Whether a text is drawn above the shapes.
    let hasText: Bool
    /// Whether a drawing callback draws above everything.
    let hasDrawing: Bool
    /// Index into ``FrameTables/clipPaths``.
    package let clipPath: Int?
    /// Index into ``FrameTables/shapeLists``.
    package let shapes: Int
    /// The output pixels that it can touch; not empty.
    package let bounds: PixelRect
    /// Whether it is drawn into a separate group: it is clipped or tinted, or its parts may overlap. Fading each overlapping part would
    /// be visible (Rules of rendering, section 4).
    package let needsGroup: Bool

    /// See ``PreparedMovie/ShapeListInfo/work``.
    let shapeWork: Int

    /// nil if the sprite is not visible.
    init?(_ index: Int, frame: Int, _ scene: SVGAScene, _ geometry: OutputGeometry) {
        guard let draw = scene.layers.withUnsafeBufferPointer({ SpriteDraw(index, frame: frame, scene, $0, geometry) }) else { return nil }
        self = draw
    }

    /// - Parameter layers: the scene's.
    init?(
        _ index: Int, frame: Int, _ scene: SVGAScene, _ layers: UnsafeBufferPointer<SVGAScene.Layer>, _ geometry: OutputGeometry
    ) {
        guard frame < layers[index].records.count else { return nil }
        let record = layers[index].records[frame]
        guard record.isVisible else { return nil }
        let layout = scene.tables.layouts[Int(record.layout)]
        let isEmpty = !(layout.width > 0 && layout.height > 0)
        var content = VisibleContent()
        if layers[index].content != nil {
            guard let changed = VisibleContent(layers[index].content, record.layout, isEmpty: isEmpty) else { return nil }
            content = changed
        }
        if !content.isReplaced, !isEmpty, let bitmap = layers[index].bitmap, scene.extents[bitmap] != nil {
            content.bitmap = PositionedBitmap(
                index: bitmap, frame: SVGARect(x: 0, y: 0, width: layout.width, height: layout.height), clip: nil)
        }
        let alpha = Double(record.alpha) * content.opacity
        guard alpha > 0 else { return nil }
        let canvas = content.offset.map { $0.concatenating(geometry.transform) } ?? geometry.transform
        let spriteSpace = record.transform.concatenating(canvas).translatedBy(x: layout.x, y: layout.y)
        guard spriteSpace.isDrawable else { return nil }

        let shapeInfo = scene.shapeLists[Int(record.shapes)]
        var bounds = geometry.pixels
        // A drawing callback may draw anywhere.
        if !content.hasDrawing {
            guard let box = SpriteDraw.box(shapeInfo.bounds, content.bitmap, content.text, scene) else { return nil }
            bounds = bounds.covered(by: spriteSpace.boundingBox(of: box))
        }
        var clipPath: Int?
        if record.clipPath >= 0 {
            clipPath = Int(record.clipPath)
            guard let clipBox = scene.tables.clipPaths[Int(record.clipPath)].bounds else { return nil }
            bounds = bounds.intersection(geometry.pixels.covered(by: spriteSpace.boundingBox(of: clipBox)))
        }
        guard !bounds.isEmpty else { return nil }

        transform = spriteSpace
        self.alpha = alpha
        self.layer = index
        self.layout = SVGASize(width: layout.width, height: layout.height)
        bitmap = content.bitmap
        hasText = content.text != nil
        hasDrawing = content.hasDrawing
        self.record = record
        self.clipPath = clipPath
        shapes = Int(record.shapes)
        self.bounds = bounds
        // A drawing callback may paint any number of times.
        let paints = shapeInfo.paints + (bitmap == nil ? 0 : 1) + (hasText ? 1 : 0) + (hasDrawing ? 2 : 0)
        needsGroup = (alpha < 1 && paints > 1) || clipPath != nil || content.isTinted
        shapeWork = shapeInfo.work
    }

    /// The bounding box of shapes and bitmaps, in sprite space.
    private static func box(_ shapes: SVGARect?, _ bitmap: PositionedBitmap?, _ text: PositionedBitmap?, _ scene: SVGAScene) -> SVGARect? {
        func joined(_ left: SVGARect?, _ bitmap: PositionedBitmap?) -> SVGARect? {
            guard let bitmap, let ink = scene.extents[bitmap.index]?.inkBox(bitmap) else { return left }
            return left?.union(ink) ?? ink
        }
        return joined(joined(shapes, bitmap), text)
    }

    /// The text, drawn above the shapes.
    func text(in scene: SVGAScene) -> PositionedBitmap? { hasText ? scene.layers[layer].content?.texts[record.layout] : nil }

    /// The bounding box of its content in the output, not rounded to pixels.
    func contentBox(_ scene: SVGAScene, _ geometry: OutputGeometry) -> SVGARect? {
        let output = SVGARect(x: 0, y: 0, width: Double(geometry.width), height: Double(geometry.height))
        guard !hasDrawing else { return output }
        guard let content = SpriteDraw.box(scene.shapeLists[shapes].bounds, bitmap, text(in: scene), scene) else { return nil }
        let box = transform.boundingBox(of: content).overlap(output)
        guard let clipPath, let clip = scene.tables.clipPaths[clipPath].bounds else { return box }
        return box?.overlap(transform.boundingBox(of: clip))
    }
}

/// The data of a visible sprite that determine what to redraw. A ``DisplayList/Step`` has everything for drawing, and is larger.
struct VisibleSprite {
    /// Equal sources of one scene and output have equal pixels.
    struct Source: Equatable {
        let layer: Int
        let record: FrameRecord

        init(_ sprite: SpriteDraw) { (layer, record) = (sprite.layer, sprite.record) }
    }

    let source: Source
    /// The matte that masks it.
    let matte: Source?
    /// The output pixels that it can touch.
    let part: PixelRect
    /// The position of its step.
    let step: Int
    /// The position of the last step of its group: its own, or that of its matte.
    let end: Int
    /// Estimates the drawing time in times of copying a pixel: a constant part, and a part per pixel.
    let work: (always: Int, pixel: Int)

    init(_ sprite: SpriteDraw, step: Int, matte: SpriteDraw?, end: Int) {
        source = Source(sprite)
        self.matte = matte.map { Source($0) }
        part = matte.map { sprite.bounds.intersection($0.bounds) } ?? sprite.bounds
        self.step = step
        self.end = end
        typealias Cost = WorkMeter.Cost
        let bitmap = sprite.transform.isAxisAligned ? Cost.alignedPixel : Cost.turnedPixel
        let content = (sprite.bitmap == nil ? Cost.pixel : bitmap) + (sprite.hasText ? Cost.alignedPixel : 0)
        work = (Cost.piece + sprite.shapeWork, content + (sprite.needsGroup ? 3 : 0) + (matte == nil ? 0 : 9))
    }
}

/// A layer's content in a frame after substitutions.
private struct VisibleContent {
    var opacity = 1.0
    var offset: SVGATransform?
    /// Whether ``bitmap`` replaces the sprite's own, even if it is nil.
    var isReplaced = false
    var bitmap: PositionedBitmap?
    var text: PositionedBitmap?
    var hasDrawing = false
    var isTinted = false

    /// Without substitutions.
    init() {}

    /// nil if the layer is hidden.
    /// - Parameter isEmpty: whether the layout's area is 0.
    @inline(never)
    init?(_ content: LayerContent?, _ layout: Int32, isEmpty: Bool) {
        guard let content, !content.isHidden else { return nil }
        opacity = content.adjustment.opacity
        offset = content.adjustment.offset
        if let replacement = content.replacement {
            isReplaced = true
            bitmap = replacement[layout]
        }
        text = content.texts[layout]
        hasDrawing = content.drawing != nil && !isEmpty
        isTinted = content.adjustment.tint != nil
    }
}
