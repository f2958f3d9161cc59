import SVGAModel
import SVGAPixels

/// A sprite in terms that mean the same in two movies.
struct ComparedSprite: Hashable {
    let imageKey: ByteKey
    let matteKey: ByteKey?
    let frames: [ComparedFrame]
}

/// One sprite-frame; numbers are compared as they are, layouts, paths and shapes by where the ``FrameTable`` has them.
struct ComparedFrame: Hashable {
    /// The transform and the alpha, as bits, so that what is no number equals itself.
    private let numbers: SIMD8<UInt32>
    let layout: Int32
    /// -1: none.
    let clipPath: Int32
    let shapes: Int32

    init(_ record: FrameRecord, layout: Int32, clipPath: Int32, shapes: Int32) {
        // 0 and -0 are the same number.
        func bits(_ number: Float) -> UInt32 { number == 0 ? 0 : number.bitPattern }
        numbers = SIMD8(
            bits(record.a), bits(record.b), bits(record.c), bits(record.d), bits(record.tx), bits(record.ty), bits(record.alpha), 0)
        self.layout = layout
        self.clipPath = clipPath
        self.shapes = shapes
    }

    /// a, b, c, d, tx, ty.
    var transform: [Float] { (0..<6).map { Float(bitPattern: numbers[$0]) } }
    var alpha: Float { Float(bitPattern: numbers[6]) }

    func differs(from other: ComparedFrame, in aspect: SpriteChange.Aspect) -> Bool {
        switch aspect {
        case .alpha: numbers[6] != other.numbers[6]
        case .transform:
            numbers.replacing(with: 0, where: ComparedFrame.isAlpha) != other.numbers.replacing(with: 0, where: ComparedFrame.isAlpha)
        case .layout: layout != other.layout
        case .clipPath: clipPath != other.clipPath
        case .shapes: shapes != other.shapes
        }
    }

    private static let isAlpha = SIMD8<UInt32>(0, 0, 0, 0, 0, 0, 1, 0) .== 1
}

/// Layouts, clip paths and lists of shapes of both movies, equal ones once.
struct FrameTable {
    private var layouts: [Rect] = []
    private var layoutIndices: [Rect: Int32] = [:]
    private var clipIndices: [Path: Int32] = [:]
    private var shapeIndices: [[ShapeEntity]: Int32] = [:]

    mutating func sprites(of movie: VideoEntity) -> [ComparedSprite] {
        guard let tables = movie.sprites.first?.frames.tables else { return [] }
        // The movie's own indices, and where the same is in this table.
        let layouts = tables.layouts.map { index(of: $0) }
        let clipPaths = tables.clipPaths.map { FrameTable.index(of: $0, in: &clipIndices) }
        let shapes = tables.shapeLists.map { FrameTable.index(of: $0.map(\.comparable), in: &shapeIndices) }
        return movie.sprites.map { sprite in
            let frames = sprite.frames.records.map { record in
                ComparedFrame(
                    record, layout: layouts[Int(record.layout)], clipPath: record.clipPath < 0 ? -1 : clipPaths[Int(record.clipPath)],
                    shapes: shapes[Int(record.shapes)])
            }
            return ComparedSprite(imageKey: ByteKey(sprite.imageKey), matteKey: sprite.matteKey.map { ByteKey($0) }, frames: frames)
        }
    }

    /// By how much the numbers of an aspect differ at most; nil where it is not made of numbers, or they are none.
    func distance(_ first: ComparedFrame, _ second: ComparedFrame, in aspect: SpriteChange.Aspect) -> Double? {
        let distance: Double
        switch aspect {
        case .alpha: distance = Double((first.alpha - second.alpha).magnitude)
        case .transform: distance = zip(first.transform, second.transform).reduce(0) { max($0, Double(($1.0 - $1.1).magnitude)) }
        case .layout:
            let (old, new) = (layouts[Int(first.layout)], layouts[Int(second.layout)])
            let differences = [old.x - new.x, old.y - new.y, old.width - new.width, old.height - new.height]
            distance = differences.reduce(0) { max($0, $1.magnitude) }
        case .clipPath, .shapes: return nil
        }
        return distance.isFinite ? distance : nil
    }

    private mutating func index(of layout: Rect) -> Int32 {
        let index = FrameTable.index(of: layout, in: &layoutIndices)
        if Int(index) == layouts.count { layouts.append(layout) }
        return index
    }

    private static func index<Value: Hashable>(of value: Value, in table: inout [Value: Int32]) -> Int32 {
        if let known = table[value] { return known }
        let index = Int32(table.count)
        table[value] = index
        return index
    }
}

extension ShapeEntity {
    /// A transform that is no transform shows nothing, whatever it is; only so does the shape equal itself.
    fileprivate var comparable: ShapeEntity {
        guard !transform.isFinite else { return self }
        var shape = self
        shape.transform = .scale(x: 0, y: 0)
        return shape
    }
}
