package import SVGAModel

/// What of a movie is the same in all frames, laid out for drawing; made once and shared by all painters.
package struct Scene: Sendable {
    /// A sprite as far as drawing needs it.
    struct Layer: Sendable {
        let records: [FrameRecord]
        /// Into ``Scene/bitmaps``; nil where the sprite has none that can be drawn.
        let bitmap: Int?
        /// Into ``Scene/layers``: the matte that masks this layer.
        let matte: Int?
        let isMatte: Bool
        /// Neither a matte nor left out by ``RenderOptions/only``.
        let isDrawn: Bool
    }

    /// What is known of a list of shapes before it is drawn.
    struct ShapeListInfo: Sendable {
        /// The box around all ink, in sprite space; nil where there is none.
        let bounds: Rect?
        /// How many times something is painted: fills and strokes each count.
        let paints: Int
    }

    let geometry: OutputGeometry
    let layers: [Layer]
    package let tables: FrameTables
    /// One for each of ``FrameTables/shapeLists``.
    let shapeLists: [ShapeListInfo]
    /// One for each of the movie's images; nil where it is not drawn or cannot be.
    package let bitmaps: [BitmapLevels?]

    init(movie: VideoEntity, geometry: OutputGeometry, only: String?, bitmaps: [BitmapLevels?]) {
        self.geometry = geometry
        self.bitmaps = bitmaps
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
        layers = movie.sprites.map { sprite in
            let bitmap = sprite.imageIndex.flatMap { bitmaps[$0] == nil ? nil : $0 }
            return Layer(
                records: sprite.frames.records, bitmap: bitmap, matte: sprite.matteIndex, isMatte: sprite.kind == .matte,
                isDrawn: sprite.kind != .matte && sprite.isNamed(only))
        }
    }
}

extension SpriteEntity {
    /// Whether `key` is this sprite's key, with or without the suffix; nil names every sprite.
    func isNamed(_ key: String?) -> Bool { key == nil || imageKey == key || replacementKey == key }
}
