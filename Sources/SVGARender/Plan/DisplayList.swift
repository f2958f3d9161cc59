package import SVGAModel
package import SVGAPixels

/// What to draw for one frame, bottom first. A painter keeps one and rebuilds it for each frame; after a few frames it takes no more
/// memory.
package struct DisplayList {
    package enum Step {
        case draw(SpriteDraw)
        /// Begins a group: the steps before `end`, a position in the list, are drawn apart, within this part of the output.
        case beginMatte(PixelRect, end: Int)
        /// Ends the group: it is multiplied by the alpha of this sprite and laid over what is below.
        case endMatte(SpriteDraw)
    }

    package private(set) var steps: [Step] = []
    /// The sprites that are drawn, mattes not among them; bottom first.
    private(set) var shown: [ShownSprite] = []
    /// The frame that it was built for; nil: it was not built for a whole frame.
    private(set) var frame: Int?

    package init() {}

    init(frame: Int, of scene: SVGAScene, in geometry: OutputGeometry) {
        build(frame: frame, of: scene, in: geometry)
    }

    /// One list for each sprite that is drawn, which draws it alone with its matte; bottom first.
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

    /// The sprite that is drawn last, as an index into ``SVGAScene/layers``.
    var topSprite: Int? {
        for step in steps.reversed() { if case .draw(let sprite) = step { return sprite.layer } }
        return nil
    }

    /// Fills the list for a frame; a frame past a sprite's own list hides that sprite (Rules of rendering, section 4).
    /// - Complexity: linear in the number of sprites.
    package mutating func build(frame: Int, of scene: SVGAScene) {
        build(frame: frame, of: scene, in: scene.geometry)
    }

    /// - Parameter geometry: another output than the scene's own, for hit testing.
    mutating func build(frame: Int, of scene: SVGAScene, in geometry: OutputGeometry) {
        self.frame = frame
        steps.removeAll(keepingCapacity: true)
        scene.layers.withUnsafeBufferPointer { layers in
            var index = 0
            while index < layers.count {
                if let matte = layers[index].matte {
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
        shown.removeAll(keepingCapacity: true)
        var group: (end: Int, matte: SpriteDraw)?
        for (position, step) in steps.enumerated() {
            switch step {
            case .draw(let sprite): shown.append(ShownSprite(sprite, step: position, matte: group?.matte, end: group?.end ?? position))
            case .beginMatte(_, let end): if case .endMatte(let matte) = steps[end] { group = (end, matte) }
            case .endMatte: group = nil
            }
        }
    }

    /// A run of neighbours masked by the same matte, with any mattes that stand between them (Rules of rendering, section 5).
    /// A hidden matte hides them all.
    private mutating func addMatted(
        _ run: Range<Int>, matte: Int, frame: Int, _ scene: SVGAScene, _ layers: UnsafeBufferPointer<SVGAScene.Layer>, _ geometry: OutputGeometry
    ) {
        guard let mask = SpriteDraw(matte, frame: frame, scene, layers, geometry) else { return }
        let begin = steps.count
        steps.append(.beginMatte(.zero, end: 0))
        var bounds = PixelRect.zero
        for index in run where layers[index].isDrawn {
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

/// One sprite in one frame: it is visible and touches the output. Plain numbers: copying one touches no reference count.
package struct SpriteDraw {
    /// From the sprite's space (layout offset included) to output pixels; invertible.
    package let transform: SVGATransform
    /// Above 0, at most 1.
    package let alpha: Double
    /// Index into ``SVGAScene/layers``.
    let layer: Int
    /// All that makes one frame of the layer differ from another.
    let record: FrameRecord
    /// The layout rectangle's size; its corner is the origin of the sprite's space.
    package let layout: SVGASize
    /// Below the shapes.
    package let bitmap: BitmapPlace?
    /// Whether a text comes above the shapes.
    let hasText: Bool
    /// Whether a program's own drawing comes above everything.
    let hasDrawing: Bool
    /// Index into ``FrameTables/clipPaths``.
    package let clipPath: Int?
    /// Index into ``FrameTables/shapeLists``.
    package let shapes: Int
    /// All output pixels that it can touch; not empty.
    package let bounds: PixelRect
    /// Whether it is drawn into a group of its own, which is then laid onto the rest: because its parts may overlap, so that fading them one
    /// by one would show (Rules of rendering, section 4), because it is clipped, or because it is tinted.
    package let needsGroup: Bool

    /// See ``PreparedMovie/ShapeListInfo/work``.
    let shapeWork: Int

    /// nil if nothing of the sprite can be seen.
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
        var content = ShownContent()
        if layers[index].content != nil {
            guard let changed = ShownContent(layers[index].content, record.layout, isEmpty: isEmpty) else { return nil }
            content = changed
        }
        if !content.isReplaced, !isEmpty, let bitmap = layers[index].bitmap, scene.extents[bitmap] != nil {
            content.bitmap = BitmapPlace(index: bitmap, frame: SVGARect(x: 0, y: 0, width: layout.width, height: layout.height), clip: nil)
        }
        let alpha = Double(record.alpha) * content.opacity
        guard alpha > 0 else { return nil }
        let canvas = content.offset.map { $0.concatenating(geometry.transform) } ?? geometry.transform
        let spriteSpace = record.transform.concatenating(canvas).translatedBy(x: layout.x, y: layout.y)
        guard spriteSpace.isDrawable else { return nil }

        let shapeInfo = scene.shapeLists[Int(record.shapes)]
        var bounds = geometry.pixels
        // A program's drawing may draw anywhere.
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
        // A drawing may paint any number of times.
        let paints = shapeInfo.paints + (bitmap == nil ? 0 : 1) + (hasText ? 1 : 0) + (hasDrawing ? 2 : 0)
        needsGroup = (alpha < 1 && paints > 1) || clipPath != nil || content.isTinted
        shapeWork = shapeInfo.work
    }

    /// The box around shapes and bitmaps, in sprite space.
    private static func box(_ shapes: SVGARect?, _ bitmap: BitmapPlace?, _ text: BitmapPlace?, _ scene: SVGAScene) -> SVGARect? {
        func joined(_ left: SVGARect?, _ place: BitmapPlace?) -> SVGARect? {
            guard let place, let ink = scene.extents[place.index]?.inkBox(place) else { return left }
            return left?.union(ink) ?? ink
        }
        return joined(joined(shapes, bitmap), text)
    }

    /// The text above the shapes.
    func text(in scene: SVGAScene) -> BitmapPlace? { hasText ? scene.layers[layer].content?.texts[record.layout] : nil }

    /// The box around what it shows in the output, not rounded to pixels.
    func contentBox(_ scene: SVGAScene, _ geometry: OutputGeometry) -> SVGARect? {
        let output = SVGARect(x: 0, y: 0, width: Double(geometry.width), height: Double(geometry.height))
        guard !hasDrawing else { return output }
        guard let content = SpriteDraw.box(scene.shapeLists[shapes].bounds, bitmap, text(in: scene), scene) else { return nil }
        let box = transform.boundingBox(of: content).overlap(output)
        guard let clipPath, let clip = scene.tables.clipPaths[clipPath].bounds else { return box }
        return box?.overlap(transform.boundingBox(of: clip))
    }
}

/// What a painter has to know of a sprite to find out what to draw again. A ``DisplayList/Step`` holds
/// all that drawing needs, and is larger.
struct ShownSprite {
    /// In one scene and output, equal ones look the same.
    struct Source: Equatable {
        let layer: Int
        let record: FrameRecord

        init(_ sprite: SpriteDraw) { (layer, record) = (sprite.layer, sprite.record) }
    }

    let source: Source
    /// What masks it.
    let matte: Source?
    /// All output pixels that it can touch.
    let part: PixelRect
    /// Its position among the steps.
    let step: Int
    /// The position of the last step that is drawn together with it: its own, or that of its matte.
    let end: Int
    /// About how long drawing takes, in times that copying a pixel takes: always, and for each pixel.
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

/// What a layer shows in a frame, as far as substitutions decide it.
private struct ShownContent {
    var opacity = 1.0
    var offset: SVGATransform?
    /// Whether ``bitmap`` takes the place of the sprite's own, even where it is nil.
    var isReplaced = false
    var bitmap: BitmapPlace?
    var text: BitmapPlace?
    var hasDrawing = false
    var isTinted = false

    /// Nothing is substituted.
    init() {}

    /// nil where the layer is hidden.
    /// - Parameter isEmpty: whether the layout has no area.
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
