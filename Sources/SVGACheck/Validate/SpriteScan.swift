import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender

/// Looks at every frame of every sprite for what players show otherwise.
struct QuirkScan {
    /// The frames at which one sprite has each quirk, by the quirk's raw value.
    struct Result {
        var frames = [FrameRanges](repeating: FrameRanges(), count: Quirk.allCases.count)
        /// For ``Quirk/keySuffix``: who does not find the image.
        var lookupFails: Set<PublicPlayer> = []
        /// For ``Quirk/matteNotFirst``.
        var matteFails: Set<PublicPlayer> = []

        mutating func add(_ quirks: Quirks, _ frame: Int) { quirks.visit { frames[$0].append(frame) } }
    }

    /// Below this, some player draws nothing.
    private static let lowestAlpha = Float(PublicPlayer.allCases.map(\.profile.lowestAlpha).max() ?? 0)

    private let wire: WireMovie
    private let movie: VideoEntity
    private let isJSON: Bool
    private let sizes: [(width: Int, height: Int)?]
    private let matteFails: Set<PublicPlayer>
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
        matteFails = Set(PublicPlayer.allCases.filter { !$0.profile.mattes.applies(firstKey: first) })
        lookup = ImageLookup(movie)
    }

    mutating func result(of index: Int) -> Result {
        let sprite = movie.sprites[index]
        let fails = lookup.players(failingOn: sprite)
        var result = Result(lookupFails: fails, matteFails: matteFails)
        var always = Quirks()
        always.insert(.keySuffix, if: !fails.isEmpty)
        always.insert(.matted, if: sprite.matteIndex != nil)
        always.insert(.matteNotFirst, if: sprite.matteIndex != nil && !matteFails.isEmpty)
        always.insert(.matteUnknown, if: sprite.matteKey != nil && sprite.matteIndex == nil && sprite.kind != .matte)
        for (frame, wireFrame) in wire.sprites[index].frames.prefix(movie.frames).enumerated() {
            let record = sprite.frames.records[frame]
            let shapes = facts(wireFrame, record.shapes, sprite.frames.tables)
            if record.alpha > 0, sprite.imageIndex != nil || !shapes.isEmpty {
                var quirks = frameQuirks(wireFrame, record, sprite, shapes)
                if record.isVisible { quirks.formUnion(always) }
                result.add(quirks, frame)
            }
        }
        result.frames[Quirk.framesShort.rawValue].append(min(sprite.frames.count, movie.frames)..<movie.frames)
        return result
    }

    /// KEEP has the list of an earlier frame, which was met there.
    private mutating func facts(_ frame: WireFrame, _ index: Int32, _ tables: FrameTables) -> ShapeListFacts {
        if let known = shapeLists[index] { return known }
        let facts = ShapeListFacts(frame.shapes, drawn: tables.shapeLists[Int(index)], isJSON: isJSON, paths: &paths)
        shapeLists[index] = facts
        return facts
    }

    private mutating func frameQuirks(
        _ wire: WireFrame, _ record: FrameRecord, _ sprite: SpriteEntity, _ shapes: ShapeListFacts
    ) -> Quirks {
        var quirks = Quirks()
        if wire.transform?.hasZeroScale ?? false, record.transform.isFinite { quirks.insert(isJSON ? .scaleZeroJSON : .scaleZeroProtobuf) }
        // All else is hidden with the sprite.
        guard record.isVisible else { return quirks }
        quirks.formUnion(shapes.quirks)
        let layout = sprite.frames.tables.layouts[Int(record.layout)]
        quirks.insert(.layoutOffset, if: layout.x != 0 || layout.y != 0)
        quirks.insert(.alphaTooLow, if: record.alpha < QuirkScan.lowestAlpha)
        let hasBitmap = sprite.imageIndex != nil && layout.width > 0 && layout.height > 0
        if record.alpha < 1 {
            let bitmapBox = Rect(x: 0, y: 0, width: layout.width, height: layout.height)
            let isCovered = hasBitmap && shapes.boxes.contains { $0.overlaps(bitmapBox) }
            quirks.insert(.alphaOverlap, if: shapes.overlapsItself || isCovered)
        }
        quirks.insert(.turnedStroke, if: shapes.hasStroke && record.a == 0)
        if !wire.clipPath.isEmpty {
            quirks.formUnion(paths.quirks(of: wire.clipPath))
            let isShapesOnly = sprite.imageIndex == nil && !shapes.isEmpty
            quirks.insert(.clipOnShapes, if: isShapesOnly)
            quirks.insert(.clipOnTransformedShapes, if: isShapesOnly && shapes.isTransformed)
        }
        if let image = sprite.imageIndex { addImage(image, layout, &quirks) }
        return quirks
    }

    private func addImage(_ index: Int, _ layout: Rect, _ quirks: inout Quirks) {
        switch movie.images[index].format {
        case .png: break
        case .jpeg: quirks.insert(.jpeg)
        case .webp, .gif, .bmp: quirks.insert(.rareImage)
        // Said by reading already.
        case .unknown: return
        }
        guard let size = sizes[index] else { return }
        let (width, height) = (Double(size.width), Double(size.height))
        func differs(_ first: Double, _ second: Double) -> Bool { (first - second).magnitude >= 1 }
        quirks.insert(.bitmapSize, if: differs(width, layout.width) || differs(height, layout.height))
        guard layout.width > 0, layout.height > 0 else { return }
        let fit = min(layout.width / width, layout.height / height)
        quirks.insert(.bitmapAspect, if: differs(width * fit, layout.width) || differs(height * fit, layout.height))
    }
}

/// Under which key each player looks for a sprite's image. What it drops of a key, it drops of the images' keys too.
private struct ImageLookup {
    private let indices: [PublicPlayer: [ByteKey: Int]]

    init(_ movie: VideoEntity) {
        let keys = movie.images.map(\.key)
        let exact = keys.enumerated().map { (ByteKey($1), $0) }
        indices = Dictionary(
            uniqueKeysWithValues: PublicPlayer.allCases.map { player in
                let dropped = keys.enumerated().map { (ByteKey(player.profile.imageLookup.compared($1)), $0) }
                return (player, Dictionary(exact + dropped, uniquingKeysWith: { first, _ in first }))
            })
    }

    /// Who does not find the image that the sprite shows.
    func players(failingOn sprite: SpriteEntity) -> Set<PublicPlayer> {
        guard let image = sprite.imageIndex else { return [] }
        return Set(PublicPlayer.allCases.filter { indices[$0]?[ByteKey($0.profile.imageLookup.compared(sprite.imageKey))] != image })
    }
}
