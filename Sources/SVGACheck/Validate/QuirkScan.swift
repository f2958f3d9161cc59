import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender

/// Finds the quirks of every frame of every sprite.
struct QuirkScan {
    /// The frames at which one sprite has each quirk, by the quirk's raw value.
    struct Result {
        var frames = [FrameRanges](repeating: FrameRanges(), count: Quirk.allCases.count)
        /// For ``Quirk/keySuffix``: the players that do not find the image.
        var lookupFails: Set<PublicPlayer> = []
        /// For ``Quirk/matteNotFirst``: the players that apply no mattes in this movie.
        var matteFails: Set<PublicPlayer> = []

        mutating func add(_ quirks: Quirks, _ frame: Int) { quirks.visit { frames[$0].append(frame) } }
    }

    /// Some player draws nothing with an alpha below this.
    private static let lowestAlpha = Float(PublicPlayer.allCases.map(\.profile.lowestAlpha).max() ?? 0)

    private let wire: WireMovie
    private let movie: VideoEntity
    private let isJSON: Bool
    private let sizes: [(width: Int, height: Int)?]
    private let matteFails: Set<PublicPlayer>
    private let lookup: ImageLookup
    private var paths = PathTable()
    /// By index into ``FrameTables/shapeLists``, as far as they were seen.
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

    /// A frame with KEEP has the list of an earlier frame, which was seen there.
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
        // In a hidden sprite nothing else shows.
        guard record.isVisible else { return quirks }
        quirks.formUnion(shapes.quirks)
        let layout = sprite.frames.tables.layouts[Int(record.layout)]
        quirks.insert(.layoutOffset, if: layout.x != 0 || layout.y != 0)
        quirks.insert(.alphaTooLow, if: record.alpha < QuirkScan.lowestAlpha)
        let hasBitmap = sprite.imageIndex != nil && layout.width > 0 && layout.height > 0
        if record.alpha < 1 {
            let bitmapBox = Rect(x: 0, y: 0, width: layout.width, height: layout.height)
            // A list of many shapes overlaps itself by assumption, so no more than 100 boxes are compared for a frame.
            let overlaps = shapes.overlapsItself || hasBitmap && shapes.boxes.contains { $0.overlaps(bitmapBox) }
            quirks.insert(.alphaOverlap, if: overlaps)
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
        // Reading has reported it already.
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

/// The images by the keys under which each player looks for them. What a player drops of a sprite's key, it drops of the images' keys
/// too.
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

    /// The players that do not find the image that the sprite shows.
    func players(failingOn sprite: SpriteEntity) -> Set<PublicPlayer> {
        guard let image = sprite.imageIndex else { return [] }
        return Set(PublicPlayer.allCases.filter { indices[$0]?[ByteKey($0.profile.imageLookup.compared(sprite.imageKey))] != image })
    }
}

/// The quirks of one list of shapes, independent of the frame that shows it.
struct ShapeListFacts {
    /// The quirks that do not depend on the frame.
    private(set) var quirks = Quirks()
    private(set) var isEmpty = true
    private(set) var hasStroke = false
    private(set) var isTransformed = false
    /// The bounds of each shape that is drawn, in sprite space.
    private(set) var boxes: [Rect] = []
    /// Whether some of its fills and strokes may overlap.
    private(set) var overlapsItself = false

    init() {}

    init(_ wire: [WireShape], drawn: [ShapeEntity], isJSON: Bool, paths: inout PathTable) {
        for shape in wire where shape.kind != .keep { add(shape, isJSON: isJSON, paths: &paths) }
        isEmpty = drawn.isEmpty
        boxes = drawn.compactMap(\.bounds)
        overlapsItself = drawn.contains { $0.fill != nil && $0.stroke != nil && $0.isDrawn } || boxes.haveOverlap
    }

    private mutating func add(_ shape: WireShape, isJSON: Bool, paths: inout PathTable) {
        if case .shape(let d) = shape.args { quirks.formUnion(paths.quirks(of: d)) }
        if let transform = shape.transform {
            if transform != WireTransform.identity { isTransformed = true }
            if transform.hasZeroScale { quirks.insert(isJSON ? .scaleZeroJSON : .scaleZeroProtobuf) }
        }
        guard let styles = shape.styles else { return }
        let isStroked = styles.stroke != nil && styles.strokeWidth > 0
        quirks.insert(.color255, if: styles.fill?.isBeyondOne ?? false || isStroked && styles.stroke?.isBeyondOne ?? false)
        guard isStroked else { return }
        hasStroke = true
        let hasCorners = shape.kind == .shape || shape.kind == .rect
        quirks.insert(.miterLimitZero, if: hasCorners && styles.lineJoin == 0 && styles.miterLimit <= 0)
        let isDashed = styles.lineDash.0 > 0 || styles.lineDash.1 > 0
        quirks.insert(.dashedStroke, if: isDashed)
        quirks.insert(.plainStroke, if: !isDashed && !isJSON)
        quirks.insert(.scaledStroke, if: shape.transform?.isScaling ?? false)
    }
}

extension [Rect] {
    /// Whether any two overlap. For more than 100 this is assumed, as comparing all pairs would take too long.
    fileprivate var haveOverlap: Bool {
        guard count <= 100 else { return true }
        return indices.contains { index in self[..<index].contains { $0.overlaps(self[index]) } }
    }
}

extension Rect {
    func overlaps(_ other: Rect) -> Bool {
        min(maxX, other.maxX) > max(x, other.x) && min(maxY, other.maxY) > max(y, other.y)
    }
}

extension WireColor {
    fileprivate var isBeyondOne: Bool { r > 1 || g > 1 || b > 1 || a > 1 }
}

extension WireTransform {
    fileprivate static var identity: WireTransform {
        var transform = WireTransform()
        (transform.a, transform.d) = (1, 1)
        return transform
    }

    /// True for quarter turns and for what is shrunk to nothing.
    var hasZeroScale: Bool { a == 0 || d == 0 }

    /// Whether it changes sizes by more than 1 %.
    fileprivate var isScaling: Bool { ((a * d - b * c).magnitude.squareRoot() - 1).magnitude > 0.01 }
}

extension Quirks {
    /// The quirks of a path as the file writes it.
    init(path text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "S"), UInt8(ascii: "s"): insert(.smoothCurve)
            case UInt8(ascii: "A"), UInt8(ascii: "a"), UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: "R"), UInt8(ascii: "r"):
                insert(.rareCommand)
            case UInt8(ascii: "H"), UInt8(ascii: "V"): insert(.absoluteLine)
            default: break
            }
        }
        if PathParser.parse(text).repeatsArguments { insert(.repeatedArguments) }
    }
}

/// The quirks of paths. Each distinct text is scanned once.
struct PathTable {
    private var known: [ByteKey: Quirks] = [:]

    mutating func quirks(of text: String) -> Quirks {
        if let quirks = known[ByteKey(text)] { return quirks }
        let quirks = Quirks(path: text)
        known[ByteKey(text)] = quirks
        return quirks
    }
}
