package import SVGAModel
package import SVGAPixels

/// What to draw for one frame, bottom first. A painter keeps one and rebuilds it for each frame; after a few frames it takes no more
/// memory.
package struct DisplayList {
    package enum Step {
        case draw(SpriteDraw)
        /// Begins a group: what follows is drawn apart, within this part of the output.
        case beginMatte(PixelRect)
        /// Ends the group: it is multiplied by the alpha of this sprite and laid over what is below.
        case endMatte(SpriteDraw)
    }

    package internal(set) var steps: [Step] = []

    package init() {}

    init(frame: Int, of scene: Scene, in geometry: OutputGeometry) {
        build(frame: frame, of: scene, in: geometry)
    }

    /// One list for each sprite that is drawn, which draws it alone with its matte; bottom first.
    var singleSprites: [DisplayList] {
        var lists: [DisplayList] = []
        var open: (part: PixelRect, sprites: [SpriteDraw])?
        for step in steps {
            switch step {
            case .beginMatte(let part): open = (part, [])
            case .draw(let sprite):
                if open == nil { lists.append(DisplayList([step])) } else { open?.sprites.append(sprite) }
            case .endMatte:
                guard let group = open else { continue }
                for sprite in group.sprites { lists.append(DisplayList([.beginMatte(group.part), .draw(sprite), step])) }
                open = nil
            }
        }
        return lists
    }

    private init(_ steps: [Step]) {
        self.steps = steps
    }

    /// The sprite that is drawn last, as an index into ``Scene/layers``.
    var topSprite: Int? {
        for step in steps.reversed() { if case .draw(let sprite) = step { return sprite.layer } }
        return nil
    }

    /// Adds the parts of the output that the frame can touch; they may overlap.
    func addParts(to parts: inout [PixelRect]) {
        var isInMatte = false
        for step in steps {
            switch step {
            case .draw(let sprite): if !isInMatte { parts.append(sprite.bounds) }
            case .beginMatte(let part):
                parts.append(part)
                isInMatte = true
            case .endMatte: isInMatte = false
            }
        }
    }

    /// Whether the first thing drawn is a shape outside of any group.
    var beginsWithShape: Bool {
        if case .draw(let sprite)? = steps.first { return sprite.bitmap == nil && sprite.text == nil && !sprite.needsGroup }
        return false
    }

    /// Fills the list for a frame; a frame past a sprite's own list hides that sprite (Rules of rendering, section 4).
    /// - Complexity: linear in the number of sprites.
    package mutating func build(frame: Int, of scene: Scene) {
        build(frame: frame, of: scene, in: scene.geometry)
    }

    /// - Parameter geometry: another output than the scene's own, for hit testing.
    mutating func build(frame: Int, of scene: Scene, in geometry: OutputGeometry) {
        steps.removeAll(keepingCapacity: true)
        var index = 0
        while index < scene.layers.count {
            let layer = scene.layers[index]
            guard let matte = layer.matte else {
                if layer.isDrawn, let draw = SpriteDraw(index, frame: frame, scene, geometry) { steps.append(.draw(draw)) }
                index += 1
                continue
            }
            let end = scene.layers.endOfRun(from: index)
            addMatted(index..<end, matte: matte, frame: frame, scene, geometry)
            index = end
        }
    }

    /// A run of neighbours masked by the same matte, with any mattes that stand between them (Rules of rendering, section 5).
    /// A hidden matte hides them all.
    private mutating func addMatted(_ run: Range<Int>, matte: Int, frame: Int, _ scene: Scene, _ geometry: OutputGeometry) {
        guard let mask = SpriteDraw(matte, frame: frame, scene, geometry) else { return }
        let begin = steps.count
        steps.append(.beginMatte(.zero))
        var bounds = PixelRect.zero
        for index in run where scene.layers[index].isDrawn {
            guard let draw = SpriteDraw(index, frame: frame, scene, geometry) else { continue }
            let seen = draw.bounds.intersection(mask.bounds)
            if seen.isEmpty { continue }
            bounds = bounds.union(seen)
            steps.append(.draw(draw))
        }
        if bounds.isEmpty {
            steps.removeSubrange(begin...)
        } else {
            steps[begin] = .beginMatte(bounds)
            steps.append(.endMatte(mask))
        }
    }
}

/// One sprite in one frame: it is visible and touches the output.
package struct SpriteDraw {
    /// From the sprite's space (layout offset included) to output pixels; invertible.
    package let transform: Transform
    /// Above 0, at most 1.
    package let alpha: Double
    /// Index into ``Scene/layers``.
    let layer: Int
    /// The layout rectangle's size; its corner is the origin of the sprite's space.
    package let layout: Size
    /// Below the shapes.
    package let bitmap: BitmapPlace?
    /// Above the shapes.
    let text: BitmapPlace?
    /// Above everything.
    let drawing: Drawing?
    /// Index into ``FrameTables/clipPaths``.
    package let clipPath: Int?
    /// Index into ``FrameTables/shapeLists``.
    package let shapes: Int
    /// All output pixels that it can touch; not empty.
    package private(set) var bounds: PixelRect
    /// Whether it is drawn into a group of its own, which is then laid onto the rest: because its parts may overlap, so that fading them one
    /// by one would show (Rules of rendering, section 4), because a bitmap, which Cairo does not draw, has to be clipped, or because it is
    /// tinted.
    package let needsGroup: Bool

    /// nil if nothing of the sprite can be seen.
    init?(_ index: Int, frame: Int, _ scene: Scene, _ geometry: OutputGeometry) {
        let layer = scene.layers[index]
        guard frame < layer.records.count else { return nil }
        let record = layer.records[frame]
        guard record.isVisible else { return nil }
        let layout = scene.tables.layouts[Int(record.layout)]
        let shapeInfo = scene.shapeLists[Int(record.shapes)]
        let bitmap = layer.bitmap(record, layout, of: scene.bitmaps)
        var alpha = Double(record.alpha)
        var canvas = geometry.transform
        var text: BitmapPlace?
        var drawing: Drawing?
        var isTinted = false
        if let content = layer.content {
            alpha *= content.adjustment.opacity
            guard !content.isHidden, alpha > 0 else { return nil }
            if let offset = content.adjustment.offset { canvas = canvas.appending(offset) }
            text = content.texts[record.layout]
            drawing = layout.width > 0 && layout.height > 0 ? content.drawing : nil
            isTinted = content.adjustment.tint != nil
        }
        let spriteSpace = canvas.appending(record.transform).appending(.translation(x: layout.x, y: layout.y))
        guard spriteSpace.isDrawable else { return nil }

        var bounds: PixelRect
        if drawing != nil {
            // The program's drawing may draw anywhere.
            bounds = geometry.pixels
        } else {
            guard let content = SpriteDraw.box(shapeInfo.bounds, bitmap, text, scene) else { return nil }
            bounds = geometry.pixels.covered(by: spriteSpace.boundingBox(of: content))
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
        self.layout = Size(width: layout.width, height: layout.height)
        self.bitmap = bitmap
        self.text = text
        self.drawing = drawing
        self.clipPath = clipPath
        shapes = Int(record.shapes)
        self.bounds = bounds
        // A drawing may paint any number of times.
        let paints = shapeInfo.paints + (bitmap == nil ? 0 : 1) + (text == nil ? 0 : 1) + (drawing == nil ? 0 : 2)
        let hasPixels = bitmap != nil || text != nil || drawing != nil
        needsGroup = (alpha < 1 && paints > 1) || (clipPath != nil && hasPixels) || isTinted
    }

    /// Draws nothing outside of this part of the output from now on.
    mutating func limit(to part: PixelRect) { bounds = bounds.intersection(part) }

    /// The box around shapes and bitmaps, in sprite space.
    private static func box(_ shapes: Rect?, _ bitmap: BitmapPlace?, _ text: BitmapPlace?, _ scene: Scene) -> Rect? {
        func ink(_ place: BitmapPlace?) -> Rect? { place.flatMap { scene.bitmaps[$0.index]?.inkBox($0) } }
        func joined(_ left: Rect?, _ right: Rect?) -> Rect? {
            guard let left, let right else { return left ?? right }
            return left.union(right)
        }
        return joined(joined(shapes, ink(bitmap)), ink(text))
    }

    /// The box around what it shows in the output, not rounded to pixels.
    func contentBox(_ scene: Scene, _ geometry: OutputGeometry) -> Rect? {
        let output = Rect(x: 0, y: 0, width: Double(geometry.width), height: Double(geometry.height))
        guard drawing == nil else { return output }
        guard let content = SpriteDraw.box(scene.shapeLists[shapes].bounds, bitmap, text, scene) else { return nil }
        let box = transform.boundingBox(of: content).overlap(output)
        guard let clipPath, let clip = scene.tables.clipPaths[clipPath].bounds else { return box }
        return box?.overlap(transform.boundingBox(of: clip))
    }
}
