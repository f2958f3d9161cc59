package import SVGAModel

/// What to draw for one frame, bottom first. Kept by its painter and built anew for each frame, so that after a few
/// frames no memory is taken any more.
package struct FramePlan {
    package enum Step {
        case draw(SpriteDraw)
        /// What follows is drawn into a group of its own, of this part of the output …
        case beginMatte(PixelRect)
        /// … which is then multiplied by the alpha of this sprite and laid over what is below.
        case endMatte(SpriteDraw)
    }

    package private(set) var steps: [Step] = []

    package init() {}

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

    /// Whether the first thing drawn is a shape, straight onto the output.
    var beginsWithShape: Bool {
        if case .draw(let sprite)? = steps.first { return sprite.bitmap == nil && !sprite.needsGroup }
        return false
    }

    /// Fills the plan for a frame; a frame past a sprite's own list hides that sprite (semantics.md section 4).
    /// - Complexity: linear in the number of sprites.
    package mutating func build(frame: Int, of scene: Scene) {
        steps.removeAll(keepingCapacity: true)
        var index = 0
        while index < scene.layers.count {
            let layer = scene.layers[index]
            guard let matte = layer.matte else {
                if layer.isDrawn, let draw = SpriteDraw(layer, frame: frame, scene) { steps.append(.draw(draw)) }
                index += 1
                continue
            }
            var end = index + 1
            while end < scene.layers.count, scene.layers[end].matte == matte { end += 1 }
            addMatted(index..<end, matte: matte, frame: frame, scene)
            index = end
        }
    }

    /// A run of neighbours masked by the same matte (semantics.md section 5). A hidden matte hides them all.
    private mutating func addMatted(_ run: Range<Int>, matte: Int, frame: Int, _ scene: Scene) {
        guard let mask = SpriteDraw(scene.layers[matte], frame: frame, scene) else { return }
        let begin = steps.count
        steps.append(.beginMatte(.empty))
        var bounds = PixelRect.empty
        for index in run where scene.layers[index].isDrawn {
            guard let draw = SpriteDraw(scene.layers[index], frame: frame, scene) else { continue }
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

/// One sprite in one frame, ready to be drawn: visible, and touching the output.
package struct SpriteDraw {
    /// From the sprite's space (layout offset included) to output pixels; invertible.
    package let transform: Transform
    /// Above 0, at most 1.
    package let alpha: Double
    /// The rectangle the bitmap fills, from the origin of the sprite's space.
    package let layoutWidth: Double
    package let layoutHeight: Double
    /// Into ``Scene/bitmaps``.
    package let bitmap: Int?
    /// Into ``FrameTables/clipPaths``.
    package let clipPath: Int?
    /// Into ``FrameTables/shapeLists``.
    package let shapes: Int
    /// All output pixels that it can touch; not empty.
    package let bounds: PixelRect
    /// Whether it is drawn apart and laid onto the rest as a whole: because its parts may overlap, so that fading them one
    /// by one would show (semantics.md section 4), or because a bitmap, which Cairo does not draw, has to be clipped.
    package let needsGroup: Bool

    /// A transform this flat shrinks the largest bitmap to nothing, and is past what Cairo can invert.
    private static let smallestDeterminant = 1e-12

    /// nil where nothing of the sprite can be seen.
    init?(_ layer: Scene.Layer, frame: Int, _ scene: Scene) {
        guard frame < layer.records.count else { return nil }
        let record = layer.records[frame]
        guard record.isVisible else { return nil }
        let layout = scene.tables.layouts[Int(record.layout)]
        let shapeInfo = scene.shapeLists[Int(record.shapes)]

        var content = shapeInfo.bounds
        var bitmap: Int?
        if let index = layer.bitmap, layout.width > 0, layout.height > 0, let levels = scene.bitmaps[index] {
            bitmap = index
            let box = levels.inkBox(layoutWidth: layout.width, layoutHeight: layout.height)
            content = content?.union(box) ?? box
        }
        guard let content else { return nil }

        let spriteSpace = scene.geometry.transform.appending(record.transform).appending(.translation(x: layout.x, y: layout.y))
        guard spriteSpace.isFinite, spriteSpace.determinant.magnitude > SpriteDraw.smallestDeterminant else { return nil }
        var bounds = scene.geometry.pixels.covered(by: spriteSpace.boundingBox(of: content))
        var clipPath: Int?
        if record.clipPath >= 0 {
            clipPath = Int(record.clipPath)
            guard let clipBox = scene.tables.clipPaths[Int(record.clipPath)].bounds else { return nil }
            bounds = bounds.intersection(scene.geometry.pixels.covered(by: spriteSpace.boundingBox(of: clipBox)))
        }
        guard !bounds.isEmpty else { return nil }

        transform = spriteSpace
        alpha = Double(record.alpha)
        layoutWidth = layout.width
        layoutHeight = layout.height
        self.bitmap = bitmap
        self.clipPath = clipPath
        shapes = Int(record.shapes)
        self.bounds = bounds
        let paints = shapeInfo.paints + (bitmap == nil ? 0 : 1)
        needsGroup = (record.alpha < 1 && paints > 1) || (clipPath != nil && bitmap != nil)
    }
}
