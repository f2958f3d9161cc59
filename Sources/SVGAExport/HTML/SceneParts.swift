import SVGAModel
import SVGAPixels
import SVGARender

/// The contents of a scene, for other renderers such as a web page.
struct SceneParts: Sendable {
    /// A sprite with its substitutions.
    struct Layer: Sendable {
        let sprite: SpriteEntity
        /// The frames of the sprite; empty if it is never visible.
        let records: [FrameRecord]
        /// The index in ``SVGAScene/bitmaps``; nil: none.
        let bitmap: Int?
        /// The index of the matte in ``layers``.
        let matte: Int?
        let isHidden: Bool
        /// 0…1.
        let opacity: Double
        /// The factors of the color channels, 0…1; nil: none.
        let tint: (red: Double, green: Double, blue: Double)?
        /// In points of the canvas.
        let offset: (x: Double, y: Double)
        /// The bitmap that replaces the sprite's, by layout index; nil: none.
        let replacement: [Int32: PositionedBitmap]?
        /// The texts above the shapes, by layout index.
        let texts: [Int32: PositionedBitmap]
    }

    let layers: [Layer]
    /// The transform from points to pixels of the output.
    let transform: SVGATransform
    /// The clip rectangle, in points; nil: none.
    let clip: SVGARect?
    /// nil: transparent.
    let background: SVGAColor?
}

extension SVGAScene {
    /// nil if only this renderer can draw the scene, because a program draws in it.
    var parts: SceneParts? {
        guard !hasDrawings else { return nil }
        let parts = zip(movie.sprites, layers).map { sprite, layer in
            let content = layer.content ?? LayerContent()
            let isSeen = layer.records.prefix(movie.frameCount).contains(where: \.isVisible)
            return SceneParts.Layer(
                sprite: sprite, records: isSeen ? Array(layer.records.prefix(movie.frameCount)) : [], bitmap: layer.bitmap,
                matte: layer.matte,
                isHidden: content.isHidden || !(layer.isDrawn || layer.isMatte), opacity: content.adjustment.opacity,
                tint: content.adjustment.tint?.components,
                offset: (content.adjustment.offset?.tx ?? 0, content.adjustment.offset?.ty ?? 0),
                replacement: content.replacement, texts: content.texts)
        }
        return SceneParts(layers: parts, transform: geometry.transform, clip: geometry.clip, background: options.background)
    }
}
