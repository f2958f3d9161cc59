import SVGAModel
import SVGAPixels

/// A difference of a sprite between two movies.
package struct SpriteChange: Hashable, Sendable {
    /// The sprite in one of the movies.
    package struct Side: Hashable, Sendable {
        /// The index in ``VideoEntity/sprites``.
        package let index: Int
        package let imageKey: String
        package let matteKey: String?
        /// The number of the sprite's frames.
        package let frames: Int
    }

    /// The parts of a frame that are compared.
    package enum Aspect: String, Sendable, CaseIterable {
        case alpha
        case transform
        case layout
        case clipPath
        case shapes
    }

    /// The frames in which an aspect differs.
    package struct FrameChange: Hashable, Sendable {
        package let aspect: Aspect
        /// 0-based, ascending.
        package let frames: [ClosedRange<Int>]
        /// The maximum difference of its numbers; nil for paths and shapes.
        package let largest: Double?
    }

    package let kind: MovieDifference.Kind
    /// nil if it was added.
    package let before: Side?
    /// nil if it was removed.
    package let after: Side?
    /// For the common frames; empty unless it was changed.
    package let frames: [FrameChange]

    /// - Returns: the changes, and for each sprite of the first movie its counterpart in the second one, if any.
    static func changes(_ first: VideoEntity, _ second: VideoEntity) -> (changes: [SpriteChange], pairs: [Int?]) {
        var table = FrameTable()
        let old = table.sprites(of: first)
        let new = table.sprites(of: second)
        let pairs = SpriteAlignment.pairs(old, new)
        var partner = [Int?](repeating: nil, count: new.count)
        for (index, pair) in pairs.enumerated() { if let pair { partner[pair] = index } }
        // Equal unpaired sprites of both movies were only moved.
        var arrived: [ComparedSprite: [Int]] = [:]
        for index in new.indices.reversed() where partner[index] == nil { arrived[new[index], default: []].append(index) }
        var changes: [SpriteChange] = []
        for (index, sprite) in old.enumerated() {
            if let pair = pairs[index] {
                if let change = change(index, sprite, pair, new[pair], table) { changes.append(change) }
            } else if let target = arrived[sprite]?.popLast() {
                partner[target] = index
                changes.append(SpriteChange(kind: .moved, before: sprite.side(index), after: sprite.side(target), frames: []))
            } else {
                changes.append(SpriteChange(kind: .removed, before: sprite.side(index), after: nil, frames: []))
            }
        }
        for (index, sprite) in new.enumerated() where partner[index] == nil {
            changes.append(SpriteChange(kind: .added, before: nil, after: sprite.side(index), frames: []))
        }
        return (changes, pairs)
    }

    /// nil if the two are equal.
    private static func change(
        _ index: Int, _ old: ComparedSprite, _ other: Int, _ new: ComparedSprite, _ table: FrameTable
    ) -> SpriteChange? {
        if old == new { return nil }
        let isRenamed = old.imageKey != new.imageKey && old.matteKey == new.matteKey && old.frames == new.frames
        return SpriteChange(
            kind: isRenamed ? .renamed : .changed, before: old.side(index), after: new.side(other), frames: frameChanges(old, new, table))
    }

    private static func frameChanges(_ old: ComparedSprite, _ new: ComparedSprite, _ table: FrameTable) -> [FrameChange] {
        Aspect.allCases.compactMap { aspect in
            var ranges = FrameRanges()
            var largest: Double?
            for (frame, (before, after)) in zip(old.frames, new.frames).enumerated() {
                guard before.differs(from: after, in: aspect) else { continue }
                ranges.append(frame)
                let distance = table.distance(before, after, in: aspect)
                if let distance { largest = max(largest ?? 0, distance) }
            }
            return ranges.isEmpty ? nil : FrameChange(aspect: aspect, frames: ranges.ranges, largest: largest)
        }
    }
}

extension ComparedSprite {
    fileprivate func side(_ index: Int) -> SpriteChange.Side {
        SpriteChange.Side(index: index, imageKey: imageKey.text, matteKey: matteKey?.text, frames: frames.count)
    }
}

/// Pairs the sprites of two movies in order, so that an inserted sprite does not affect all sprites above it.
enum SpriteAlignment {
    /// Above this number of possible pairs, sprites are paired by key only.
    private static let maximumPairs = 4_000_000

    /// For each old sprite the index of the new one, or nil. The indices ascend.
    /// The sprites of a pair are equal, or have the same key or the same frames.
    /// - Complexity: the product of the numbers of different sprites, up to a maximum; linear beyond it.
    static func pairs(_ old: [ComparedSprite], _ new: [ComparedSprite]) -> [Int?] {
        var ids: [ComparedSprite: Int] = [:]
        var keys: [ByteKey: Int] = [:]
        func signature(_ sprite: ComparedSprite) -> Signature {
            let identity = ids[sprite] ?? ids.count
            ids[sprite] = identity
            let key = keys[sprite.imageKey] ?? keys.count
            keys[sprite.imageKey] = key
            return Signature(identity: identity, imageKey: key, frames: sprite.frames.hashValue)
        }
        let (left, right) = (old.map(signature), new.map(signature))
        var pairs = [Int?](repeating: nil, count: left.count)
        let shorter = min(left.count, right.count)
        var begin = 0
        while begin < shorter, left[begin].identity == right[begin].identity {
            pairs[begin] = begin
            begin += 1
        }
        var end = 0
        while end < shorter - begin, left[left.count - 1 - end].identity == right[right.count - 1 - end].identity {
            pairs[left.count - 1 - end] = right.count - 1 - end
            end += 1
        }
        let middle = match(left[begin..<left.count - end], right[begin..<right.count - end])
        for (index, pair) in middle { pairs[index] = pair }
        return pairs
    }

    private struct Signature {
        /// Equal for equal sprites.
        let identity: Int
        /// Equal for equal keys.
        let imageKey: Int
        /// A hash of the frames.
        let frames: Int

        /// The quality of the match; 0: no match.
        func weight(_ other: Signature) -> Int32 {
            if identity == other.identity { return 5 }
            if imageKey == other.imageKey { return 3 }
            return frames == other.frames ? 2 : 0
        }
    }

    /// The non-crossing pairs with the greatest sum of weights.
    private static func match(_ left: ArraySlice<Signature>, _ right: ArraySlice<Signature>) -> [(Int, Int)] {
        let (rows, columns) = (left.count, right.count)
        guard rows > 0, columns > 0 else { return [] }
        guard rows <= maximumPairs / columns else { return matchByOccurrence(left, right) }
        // best[i][j]: the greatest weight of the sprites from i and from j on.
        let width = columns + 1
        var best = [Int32](repeating: 0, count: (rows + 1) * width)
        func weight(_ i: Int, _ j: Int) -> Int32 { left[left.startIndex + i].weight(right[right.startIndex + j]) }
        for i in stride(from: rows - 1, through: 0, by: -1) {
            for j in stride(from: columns - 1, through: 0, by: -1) {
                let skipped = max(best[(i + 1) * width + j], best[i * width + j + 1])
                let weight = weight(i, j)
                best[i * width + j] = weight > 0 ? max(skipped, weight + best[(i + 1) * width + j + 1]) : skipped
            }
        }
        var pairs: [(Int, Int)] = []
        var (i, j) = (0, 0)
        while i < rows, j < columns {
            let weight = weight(i, j)
            if weight > 0, best[i * width + j] == weight + best[(i + 1) * width + j + 1] {
                pairs.append((left.startIndex + i, right.startIndex + j))
                i += 1
                j += 1
            } else if best[i * width + j] == best[(i + 1) * width + j] {
                i += 1
            } else {
                j += 1
            }
        }
        return pairs
    }

    /// Pairs the nth sprite of a key with the nth, unless pairs would cross.
    private static func matchByOccurrence(_ left: ArraySlice<Signature>, _ right: ArraySlice<Signature>) -> [(Int, Int)] {
        var indicesByKey: [Int: [Int]] = [:]
        for index in right.indices.reversed() { indicesByKey[right[index].imageKey, default: []].append(index) }
        var pairs: [(Int, Int)] = []
        var next = right.startIndex
        for index in left.indices {
            guard let match = indicesByKey[left[index].imageKey]?.popLast(), match >= next else { continue }
            pairs.append((index, match))
            next = match + 1
        }
        return pairs
    }
}

/// A sprite in a form that can be compared between two movies.
struct ComparedSprite: Hashable {
    let imageKey: ByteKey
    let matteKey: ByteKey?
    let frames: [ComparedFrame]
}

/// One frame of a sprite. Numbers are compared by value; layouts, paths and shapes by their index in the ``FrameTable``.
struct ComparedFrame: Hashable {
    /// The transform and the alpha, as bits, so that NaN equals itself.
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

/// The distinct layouts, clip paths and shape lists of both movies.
struct FrameTable {
    private var layouts: [SVGARect] = []
    private var layoutIndices: [SVGARect: Int32] = [:]
    private var clipIndices: [SVGAPath: Int32] = [:]
    private var shapeIndices: [[ShapeEntity]: Int32] = [:]

    mutating func sprites(of movie: VideoEntity) -> [ComparedSprite] {
        guard let tables = movie.sprites.first?.frames.tables else { return [] }
        // Reserved in advance, because a growing table rehashes all its paths.
        clipIndices.reserveCapacity(clipIndices.count + tables.clipPaths.count)
        shapeIndices.reserveCapacity(shapeIndices.count + tables.shapeLists.count)
        // Maps the movie's indices to those of this table.
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

    /// The maximum difference of an aspect's numbers; nil for paths and shapes, and if it is not finite.
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

    private mutating func index(of layout: SVGARect) -> Int32 {
        let index = FrameTable.index(of: layout, in: &layoutIndices)
        if Int(index) == layouts.count { layouts.append(layout) }
        return index
    }

    private static func index<Value: Hashable>(of value: Value, in table: inout [Value: Int32]) -> Int32 {
        if let index = table[value] { return index }
        let index = Int32(table.count)
        table[value] = index
        return index
    }
}

extension ShapeEntity {
    /// A shape whose transform is not finite is invisible. Its transform becomes zeros, because NaN would not equal itself.
    fileprivate var comparable: ShapeEntity {
        guard !transform.isFinite else { return self }
        var shape = self
        shape.transform = .scale(x: 0, y: 0)
        return shape
    }
}
