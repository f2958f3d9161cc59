import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

extension MovieEditor {
    mutating func crop(x: Double, y: Double, width: Double, height: Double) throws(SVGAError) {
        let (canvasWidth, canvasHeight) = (Double(movie.viewBoxWidth), Double(movie.viewBoxHeight))
        guard x >= 0, y >= 0, width > 0, height > 0, x + width <= canvasWidth, y + height <= canvasHeight else {
            throw .invalid(
                reason:
                    "the area \(x.brief),\(y.brief),\(width.brief)x\(height.brief) is not inside the canvas of \(canvasWidth.brief) × \(canvasHeight.brief)"
            )
        }
        if width == canvasWidth, height == canvasHeight {
            note = "the crop keeps the entire canvas"
            return
        }
        try setCanvas(width: width, height: height, x: -x, y: -y)
        let unseen = try spritesOutsideCanvas()
        let keys = Set(unseen.map { ByteKey(SpriteEntity.droppingKindSuffix(movie.sprites[$0].imageKey)) })
        let removal = remove(unseen)
        let kept = Set(movie.sprites.map { ByteKey(SpriteEntity.droppingKindSuffix($0.imageKey)) })
        let gone = keys.subtracting(kept).subtracting([ByteKey("")]).sorted()
        note = "cropped to \(width.brief) × \(height.brief) at \(x.brief), \(y.brief)"
        if unseen.isEmpty { return }
        note += "; removed \(counted(unseen.count - removal.emptied, "sprite")) outside of it"
        if !gone.isEmpty {
            let more: Message = gone.count > 8 ? " and \(gone.count - 8) more" : ""
            note += ", so these keys are gone: " + Message.quoted(gone.prefix(8).map(\.text)) + more
        }
        note += removal.note
    }

    /// The visible sprites whose content, or the content of their matte, lies outside the canvas in every frame. Mattes are not among them.
    private func spritesOutsideCanvas() throws(SVGAError) -> Set<Int> {
        let entity = try resolved()
        let boxes = SpriteBoxes(entity)
        return Set(
            entity.sprites.indices.filter { index in
                let sprite = entity.sprites[index]
                if sprite.kind == .matte { return false }
                var hasVisibleFrame = false
                for frame in 0..<min(entity.frameCount, sprite.frames.count) where sprite.frames.records[frame].isVisible {
                    hasVisibleFrame = true
                    if boxes.isOnCanvas(sprite, frame) { return false }
                }
                return hasVisibleFrame
            })
    }
}

/// The bounding boxes of sprites on the canvas. Every layout counts, because an app can set content for its key.
private struct SpriteBoxes {
    private let movie: VideoEntity
    private let canvas: SVGARect
    /// By index into the movie's shape lists.
    private let shapes: [SVGARect?]

    init(_ movie: VideoEntity) {
        self.movie = movie
        // One point more, because edges are antialiased.
        canvas = SVGARect(
            x: 0, y: 0, width: Double(movie.canvasPixels.width), height: Double(movie.canvasPixels.height)
        ).outset(by: 1)
        let lists = movie.sprites.first?.frames.tables.shapeLists ?? []
        shapes = lists.map { list in list.compactMap(\.bounds).reduce(nil as SVGARect?) { $0?.union($1) ?? $1 } }
    }

    func isOnCanvas(_ sprite: SpriteEntity, _ frame: Int) -> Bool {
        guard let box = box(sprite, frame)?.overlap(canvas) else { return false }
        guard let matte = sprite.matteIndex.map({ movie.sprites[$0] }) else { return true }
        guard frame < matte.frames.count, matte.frames.records[frame].isVisible, let mask = self.box(matte, frame) else { return false }
        return box.overlap(mask) != nil
    }

    /// nil if the sprite can show nothing.
    private func box(_ sprite: SpriteEntity, _ frame: Int) -> SVGARect? {
        let (record, tables) = (sprite.frames.records[frame], sprite.frames.tables)
        let layout = tables.layouts[Int(record.layout)]
        var box = shapes[Int(record.shapes)]
        if layout.width > 0, layout.height > 0 {
            let bitmap = SVGARect(x: 0, y: 0, width: layout.width, height: layout.height)
            box = box?.union(bitmap) ?? bitmap
        }
        if record.clipPath >= 0 {
            guard let clip = tables.clipPaths[Int(record.clipPath)].bounds else { return nil }
            box = box?.overlap(clip)
        }
        return box.map { record.transform.translatedBy(x: layout.x, y: layout.y).boundingBox(of: $0) }
    }
}
