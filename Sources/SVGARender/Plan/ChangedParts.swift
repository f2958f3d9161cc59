import SVGAPixels

// Finding the parts of the output that change.
extension DisplayList {
    /// Adds the parts in which this list can differ from another list of the same scene and output.
    func addChanges(since other: DisplayList, to parts: inout DisjointParts) {
        var (position, old) = (0, 0)
        while position < visibleSprites.count || old < other.visibleSprites.count {
            let layer = position < visibleSprites.count ? visibleSprites[position].source.layer : .max
            let oldLayer = old < other.visibleSprites.count ? other.visibleSprites[old].source.layer : .max
            let isSame =
                layer == oldLayer && visibleSprites[position].source == other.visibleSprites[old].source
                && visibleSprites[position].matte == other.visibleSprites[old].matte
            if layer <= oldLayer {
                if !isSame { parts.add(visibleSprites[position].part) }
                position += 1
            }
            if oldLayer <= layer {
                if !isSame { parts.add(other.visibleSprites[old].part) }
                old += 1
            }
        }
    }

    /// Adds the parts that the list can touch.
    func addParts(to parts: inout DisjointParts) {
        for sprite in visibleSprites { parts.add(sprite.part) }
    }

    /// The parts that changed layers can touch; they may overlap.
    func changedParts(_ layers: [SVGAScene.Layer]) -> [PixelRect] {
        visibleSprites.filter { sprite in
            layers[sprite.source.layer].content != nil || sprite.matte.map { layers[$0.layer].content != nil } ?? false
        }.map(\.part)
    }

    /// The pixels that each layer can touch, alone or as a matte.
    var touched: [Int: PixelRect] {
        var touched: [Int: PixelRect] = [:]
        for sprite in visibleSprites {
            for layer in [sprite.source.layer, sprite.matte?.layer] {
                if let layer { touched[layer] = (touched[layer] ?? .zero).union(sprite.part) }
            }
        }
        return touched
    }

    /// The number of first steps that draw layers below this one. nil if they cover less than half of an output of `pixels` pixels: then
    /// sharing them is not worthwhile.
    /// - Parameter layer: not inside of a group, except as its first layer.
    func stepsWorthSharing(below layer: Int, pixels: Int) -> Int? {
        let below = visibleSprites.prefix { $0.source.layer < layer }
        return 2 * below.reduce(0) { $0 + $1.part.pixels } >= pixels ? below.last.map { $0.end + 1 } : nil
    }

    /// Estimates the time to clear a part and to draw the list within it; the unit is the time to copy a pixel.
    func work(within part: PixelRect) -> Int {
        visibleSprites.reduce(part.pixels) { sum, sprite in
            let seen = sprite.part.intersection(part).pixels
            return seen == 0 ? sum : sum + sprite.work.always + seen * sprite.work.pixel
        }
    }
}

/// Parts of an output without overlaps; overlapping parts are joined.
struct DisjointParts {
    /// Above this count, parts are joined to fewer, larger ones.
    private static let maximumCount = 32

    /// No two overlap, and none is empty.
    private(set) var parts: [PixelRect] = []

    init() { parts.reserveCapacity(DisjointParts.maximumCount + 1) }

    var pixels: Int { parts.reduce(0) { $0 + $1.pixels } }

    mutating func removeAll() { parts.removeAll(keepingCapacity: true) }

    mutating func add(_ part: PixelRect) {
        if part.isEmpty { return }
        var part = part
        joinOverlapping(&part)
        if parts.count == DisjointParts.maximumCount {
            var nearest = 0
            var smallest = Int.max
            for (position, other) in parts.enumerated() {
                let more = other.union(part).pixels - other.pixels
                if more < smallest { (nearest, smallest) = (position, more) }
            }
            part = parts.remove(at: nearest).union(part)
            joinOverlapping(&part)
        }
        parts.append(part)
    }

    private mutating func joinOverlapping(_ part: inout PixelRect) {
        var position = 0
        while position < parts.count {
            if parts[position].intersection(part).isEmpty {
                position += 1
            } else {
                part = part.union(parts.remove(at: position))
                position = 0
            }
        }
    }
}
