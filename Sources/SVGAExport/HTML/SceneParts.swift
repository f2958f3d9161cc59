import SVGAModel
import SVGAPixels
import SVGARender

/// What a scene is put together from, for those who draw it elsewhere, such as a web page.
struct SceneParts: Sendable {
    /// A sprite with what is set for it.
    struct Layer: Sendable {
        let sprite: SpriteEntity
        /// The frames of the movie that the sprite has; empty if it is never seen.
        let records: [FrameRecord]
        /// Into ``SVGAScene/bitmaps``; nil: none.
        let bitmap: Int?
        /// Into ``layers``: what masks it.
        let matte: Int?
        let isHidden: Bool
        /// 0…1.
        let opacity: Double
        /// What colors are multiplied by, 0…1; nil: they stay.
        let tint: (red: Double, green: Double, blue: Double)?
        /// In points of the canvas.
        let offset: (x: Double, y: Double)
        /// What is shown in place of the bitmap, by the layout's index; nil: nothing is set.
        let replacement: [Int32: PositionedBitmap]?
        /// What is shown above the shapes, by the layout's index.
        let texts: [Int32: PositionedBitmap]
    }

    let layers: [Layer]
    /// From points to pixels of the output.
    let transform: SVGATransform
    /// In points: outside of it nothing is seen; nil: nothing has to be cut off.
    let clip: SVGARect?
    /// nil: transparent.
    let background: SVGAColor?
}

extension SVGAScene {
    /// nil where only this renderer can draw the scene, because a program draws in it.
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
