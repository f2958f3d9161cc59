import SVGAPixels

// What a painter needs to draw only the parts of the output that change.
extension DisplayList {
    /// Adds the parts in which what this list draws can differ from what another one of the same scene and output draws.
    func addChanges(since other: DisplayList, to parts: inout DisjointParts) {
        var (position, old) = (0, 0)
        while position < shown.count || old < other.shown.count {
            let layer = position < shown.count ? shown[position].source.layer : .max
            let oldLayer = old < other.shown.count ? other.shown[old].source.layer : .max
            let isSame =
                layer == oldLayer && shown[position].source == other.shown[old].source && shown[position].matte == other.shown[old].matte
            if layer <= oldLayer {
                if !isSame { parts.add(shown[position].part) }
                position += 1
            }
            if oldLayer <= layer {
                if !isSame { parts.add(other.shown[old].part) }
                old += 1
            }
        }
    }

    /// Adds the parts that the list can touch.
    func addParts(to parts: inout DisjointParts) {
        for sprite in shown { parts.add(sprite.part) }
    }

    /// The parts that changed layers can touch; they may overlap.
    func changedParts(_ layers: [SVGAScene.Layer]) -> [PixelRect] {
        shown.filter { sprite in
            layers[sprite.source.layer].content != nil || sprite.matte.map { layers[$0.layer].content != nil } ?? false
        }.map(\.part)
    }

    /// How many of the first steps draw layers below this one, if it is worth to keep what they draw instead of drawing it again: nil if they
    /// cover less than half of an output of so many pixels.
    /// - Parameter layer: not within a group, unless the first of it.
    func stepsWorthSharing(below layer: Int, pixels: Int) -> Int? {
        let below = shown.prefix { $0.source.layer < layer }
        return 2 * below.reduce(0) { $0 + $1.part.pixels } >= pixels ? below.last.map { $0.end + 1 } : nil
    }

    /// About how long it takes to clear a part and to draw the list within it, in times that copying a pixel takes.
    func work(within part: PixelRect) -> Int {
        shown.reduce(part.pixels) { sum, sprite in
            let seen = sprite.part.intersection(part).pixels
            return seen == 0 ? sum : sum + sprite.work.always + seen * sprite.work.pixel
        }
    }
}

/// Parts of an output, joined where they overlap.
struct DisjointParts {
    /// More are joined to fewer, larger ones.
    private static let most = 32

    /// No two overlap, and none is empty.
    private(set) var parts: [PixelRect] = []

    init() { parts.reserveCapacity(DisjointParts.most + 1) }

    var pixels: Int { parts.reduce(0) { $0 + $1.pixels } }

    mutating func removeAll() { parts.removeAll(keepingCapacity: true) }

    mutating func add(_ part: PixelRect) {
        if part.isEmpty { return }
        var part = part
        joinOverlapping(&part)
        if parts.count == DisjointParts.most {
            var nearest = 0
            var least = Int.max
            for (position, other) in parts.enumerated() {
                let more = other.union(part).pixels - other.pixels
                if more < least { (nearest, least) = (position, more) }
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
