import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender

/// Looks at every frame of every sprite for what players show otherwise.
struct SpriteScan {
    /// The frames at which one sprite has each matter, by the matter's raw value.
    struct Result {
        var frames = [FrameRanges](repeating: FrameRanges(), count: Matter.allCases.count)
        /// For ``Matter/keySuffix``: who does not find the image.
        var lookupFails: Set<Player> = []
        /// For ``Matter/matteNotFirst``.
        var matteFails: Set<Player> = []

        mutating func add(_ matters: Matters, _ frame: Int) { matters.visit { frames[$0].append(frame) } }
    }

    private let wire: WireMovie
    private let movie: VideoEntity
    private let isJSON: Bool
    private let sizes: [(width: Int, height: Int)?]
    private let matteFails: Set<Player>
    private let lookup: ImageLookup
    private var paths = PathTable()
    /// By index into ``FrameTables/shapeLists``, as far as they were met.
    private var shapeLists: [Int32: ShapeListFacts] = [0: ShapeListFacts()]

    init(_ wire: WireMovie, _ movie: VideoEntity) {
        self.wire = wire
        self.movie = movie
        isJSON = movie.container == .zipJSON
        sizes = movie.images.map { ImageDecoder.size(of: $0) }
        let first = wire.sprites.first?.imageKey ?? ""
        var fails: Set<Player> = []
        if !first.endsInBytes(of: ".matte") { fails.insert(.android) }
        if !first.contains(".matte") { fails.insert(.web) }
        matteFails = fails
        lookup = ImageLookup(movie)
    }

    mutating func result(of index: Int) -> Result {
        let sprite = movie.sprites[index]
        let fails = lookup.players(failingOn: sprite)
        var result = Result(lookupFails: fails, matteFails: matteFails)
        var always = Matters()
        always.insert(.keySuffix, if: !fails.isEmpty)
        always.insert(.matted, if: sprite.matteIndex != nil)
        always.insert(.matteNotFirst, if: sprite.matteIndex != nil && !matteFails.isEmpty)
        always.insert(.matteUnknown, if: sprite.matteKey != nil && sprite.matteIndex == nil && sprite.kind != .matte)
        for (frame, wireFrame) in wire.sprites[index].frames.prefix(movie.frames).enumerated() {
            let record = sprite.frames.records[frame]
            let shapes = facts(wireFrame, record.shapes, sprite.frames.tables)
            if record.alpha > 0, sprite.imageIndex != nil || !shapes.isEmpty {
                var matters = frameMatters(wireFrame, record, sprite, shapes)
                if record.isVisible { matters.formUnion(always) }
                result.add(matters, frame)
            }
        }
        result.frames[Matter.framesShort.rawValue].append(min(sprite.frames.count, movie.frames)..<movie.frames)
        return result
    }

    /// KEEP has the list of an earlier frame, which was met there.
    private mutating func facts(_ frame: WireFrame, _ index: Int32, _ tables: FrameTables) -> ShapeListFacts {
        if let known = shapeLists[index] { return known }
        let facts = ShapeListFacts(frame.shapes, drawn: tables.shapeLists[Int(index)], isJSON: isJSON, paths: &paths)
        shapeLists[index] = facts
        return facts
    }

    private mutating func frameMatters(
        _ wire: WireFrame, _ record: FrameRecord, _ sprite: SpriteEntity, _ shapes: ShapeListFacts
    ) -> Matters {
        var matters = Matters()
        if wire.transform?.hasZeroScale ?? false, record.transform.isFinite { matters.insert(isJSON ? .scaleZeroJSON : .scaleZeroProtobuf) }
        // All else is hidden with the sprite.
        guard record.isVisible else { return matters }
        matters.formUnion(shapes.matters)
        let layout = sprite.frames.tables.layouts[Int(record.layout)]
        matters.insert(.layoutOffset, if: layout.x != 0 || layout.y != 0)
        matters.insert(.alphaTooLow, if: record.alpha < 0.05)
        let hasBitmap = sprite.imageIndex != nil && layout.width > 0 && layout.height > 0
        if record.alpha < 1 {
            let bitmapBox = Rect(x: 0, y: 0, width: layout.width, height: layout.height)
            let isCovered = hasBitmap && shapes.boxes.contains { $0.overlaps(bitmapBox) }
            matters.insert(.alphaOverlap, if: shapes.overlapsItself || isCovered)
        }
        matters.insert(.turnedStroke, if: shapes.hasStroke && record.a == 0)
        if !wire.clipPath.isEmpty {
            matters.formUnion(paths.matters(of: wire.clipPath))
            let isShapesOnly = sprite.imageIndex == nil && !shapes.isEmpty
            matters.insert(.clipOnShapes, if: isShapesOnly)
            matters.insert(.clipOnTurnedShapes, if: isShapesOnly && shapes.isTransformed)
        }
        if let image = sprite.imageIndex { addImage(image, layout, &matters) }
        return matters
    }

    private func addImage(_ index: Int, _ layout: Rect, _ matters: inout Matters) {
        switch movie.images[index].format {
        case .png: break
        case .jpeg: matters.insert(.jpeg)
        case .webp, .gif, .bmp: matters.insert(.rareImage)
        // Said by reading already.
        case .unknown: return
        }
        guard let size = sizes[index] else { return }
        let (width, height) = (Double(size.width), Double(size.height))
        func differs(_ first: Double, _ second: Double) -> Bool { (first - second).magnitude >= 1 }
        matters.insert(.bitmapSize, if: differs(width, layout.width) || differs(height, layout.height))
        guard layout.width > 0, layout.height > 0 else { return }
        let fit = min(layout.width / width, layout.height / height)
        matters.insert(.bitmapAspect, if: differs(width * fit, layout.width) || differs(height * fit, layout.height))
    }
}

/// Under which key each player looks for a sprite's image. What it drops of a key, it drops of the images' keys too.
private struct ImageLookup {
    private let indices: [Player: [ByteKey: Int]]

    init(_ movie: VideoEntity) {
        let keys = movie.images.map(\.key)
        let exact = keys.enumerated().map { (ByteKey($1), $0) }
        indices = Dictionary(
            uniqueKeysWithValues: Player.allCases.map { player in
                let dropped = keys.enumerated().map { (ImageLookup.key($1, player), $0) }
                return (player, Dictionary(exact + dropped, uniquingKeysWith: { first, _ in first }))
            })
    }

    /// Who does not find the image that the sprite shows.
    func players(failingOn sprite: SpriteEntity) -> Set<Player> {
        guard let image = sprite.imageIndex else { return [] }
        return Set(Player.allCases.filter { indices[$0]?[ImageLookup.key(sprite.imageKey, $0)] != image })
    }

    private static func key(_ key: String, _ player: Player) -> ByteKey {
        ByteKey(text(key, player))
    }

    private static func text(_ key: String, _ player: Player) -> String {
        switch player {
        case .ios: key.lastIndex(of: ".").flatMap { $0 > key.startIndex ? String(key[..<$0]) : nil } ?? key
        case .android, .web: key.endsInBytes(of: ".matte") ? key.droppingLastBytes(6) : key
        case .webLite, .flutter: key
        }
    }
}
