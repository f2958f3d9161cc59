import SVGAModel

/// Finds which sprite of one movie is which of another: in order, so that a sprite that was put in between does not make all above it
/// look changed.
enum SpriteAlignment {
    /// More pairs than this are not weighed against each other.
    private static let mostPairs = 4_000_000

    /// For each old sprite the new one, or nil; rising. Pairs are the same sprite, or have the same key, or the same frames.
    static func pairs(_ old: [ComparedSprite], _ new: [ComparedSprite]) -> [Int?] {
        var ids: [ComparedSprite: Int] = [:]
        var keys: [ByteKey: Int] = [:]
        func signature(_ sprite: ComparedSprite) -> Signature {
            let whole = ids[sprite] ?? ids.count
            ids[sprite] = whole
            let key = keys[sprite.imageKey] ?? keys.count
            keys[sprite.imageKey] = key
            return Signature(whole: whole, imageKey: key, frames: sprite.frames.hashValue)
        }
        let (left, right) = (old.map(signature), new.map(signature))
        var pairs = [Int?](repeating: nil, count: left.count)
        let shorter = min(left.count, right.count)
        var begin = 0
        while begin < shorter, left[begin].whole == right[begin].whole {
            pairs[begin] = begin
            begin += 1
        }
        var end = 0
        while end < shorter - begin, left[left.count - 1 - end].whole == right[right.count - 1 - end].whole {
            pairs[left.count - 1 - end] = right.count - 1 - end
            end += 1
        }
        let middle = match(left[begin..<left.count - end], right[begin..<right.count - end])
        for (index, pair) in middle { pairs[index] = pair }
        return pairs
    }

    private struct Signature {
        /// Equal for sprites that are the same.
        let whole: Int
        /// Equal for equal keys.
        let imageKey: Int
        /// Equal for equal frames, and hardly ever else.
        let frames: Int

        /// How good a pair the two are; 0: none.
        func weight(_ other: Signature) -> Int32 {
            if whole == other.whole { return 5 }
            if imageKey == other.imageKey { return 3 }
            return frames == other.frames ? 2 : 0
        }
    }

    /// The pairs with the greatest weight in all, none crossing another.
    private static func match(_ left: ArraySlice<Signature>, _ right: ArraySlice<Signature>) -> [(Int, Int)] {
        let (rows, columns) = (left.count, right.count)
        guard rows > 0, columns > 0 else { return [] }
        guard rows <= mostPairs / columns else { return matchByOccurrence(left, right) }
        // best[i][j]: what the sprites from i and from j on can weigh.
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

    /// The first of a key with the first of it, the second with the second, as long as pairs do not cross.
    private static func matchByOccurrence(_ left: ArraySlice<Signature>, _ right: ArraySlice<Signature>) -> [(Int, Int)] {
        var places: [Int: [Int]] = [:]
        for index in right.indices.reversed() { places[right[index].imageKey, default: []].append(index) }
        var pairs: [(Int, Int)] = []
        var next = right.startIndex
        for index in left.indices {
            guard let place = places[left[index].imageKey]?.popLast(), place >= next else { continue }
            pairs.append((index, place))
            next = place + 1
        }
        return pairs
    }
}
