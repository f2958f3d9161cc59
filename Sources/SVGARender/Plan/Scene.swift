package import SVGAModel
import SVGAPixels

/// What of a movie is the same in all frames, laid out for drawing; made once and shared by all painters.
package struct Scene: Sendable {
    /// A sprite as far as drawing needs it.
    struct Layer: Sendable {
        let records: [FrameRecord]
        /// Into ``Scene/bitmaps``: the sprite's own; nil where it has none that can be drawn.
        let ownBitmap: Int?
        /// Into ``Scene/layers``: the matte that masks this layer.
        let matte: Int?
        let isMatte: Bool
        /// Neither a matte nor left out by ``RenderOptions/only``.
        let isDrawn: Bool
        let isHidden: Bool
        /// In place of the sprite's own bitmap, by the layout's index in ``FrameTables/layouts``; nil: not replaced.
        let replacement: [Int32: BitmapPlace]?
        /// Likewise.
        let texts: [Int32: BitmapPlace]
        let drawing: Drawing?

        /// What is drawn below the shapes.
        func bitmap(_ record: FrameRecord, _ layout: Rect) -> BitmapPlace? {
            if let replacement { return replacement[record.layout] }
            guard let ownBitmap, layout.width > 0, layout.height > 0 else { return nil }
            return BitmapPlace(index: ownBitmap, frame: Rect(x: 0, y: 0, width: layout.width, height: layout.height), clip: nil)
        }
    }

    /// What is known of a list of shapes before it is drawn.
    struct ShapeListInfo: Sendable {
        /// The box around all ink, in sprite space; nil where there is none.
        let bounds: Rect?
        /// How many times something is painted: fills and strokes each count.
        let paints: Int
    }

    var geometry: OutputGeometry
    let layers: [Layer]
    package let tables: FrameTables
    /// One for each of ``FrameTables/shapeLists``.
    let shapeLists: [ShapeListInfo]
    /// One for each of the movie's images, nil where it is not drawn or cannot be; then what was substituted.
    package let bitmaps: [BitmapLevels?]

    init(movie: VideoEntity, geometry: OutputGeometry, only: String?, bitmaps: [BitmapLevels?], substitutions: SubstitutionPreparation) {
        self.geometry = geometry
        self.bitmaps = bitmaps + substitutions.bitmaps
        tables = movie.sprites.first?.frames.tables ?? FrameTables()
        shapeLists = tables.shapeLists.map { shapes in
            var bounds: Rect?
            var paints = 0
            for shape in shapes {
                guard let box = shape.bounds else { continue }
                bounds = bounds?.union(box) ?? box
                paints += (shape.fill == nil ? 0 : 1) + (shape.stroke == nil ? 0 : 1)
            }
            return ShapeListInfo(bounds: bounds, paints: paints)
        }
        layers = movie.sprites.enumerated().map { index, sprite in
            let content = substitutions.layers[index] ?? LayerContent()
            return Layer(
                records: sprite.frames.records, ownBitmap: sprite.imageIndex.flatMap { bitmaps[$0] == nil ? nil : $0 },
                matte: sprite.matteIndex, isMatte: sprite.kind == .matte, isDrawn: sprite.kind != .matte && sprite.isNamed(only),
                isHidden: content.isHidden, replacement: content.replacement, texts: content.texts, drawing: content.drawing)
        }
    }
}

extension SpriteEntity {
    /// Whether `key` is this sprite's key, with or without the suffix; nil names every sprite.
    func isNamed(_ key: String?) -> Bool {
        guard let key else { return true }
        return imageKey.hasSameBytes(as: key) || replacementKey.hasSameBytes(as: key)
    }
}
