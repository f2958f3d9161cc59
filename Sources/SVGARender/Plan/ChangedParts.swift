import SVGAModel
import SVGAPixels

// What a painter needs to draw only the parts of the output that change.
extension DisplayList {
    /// Adds the parts in which what this list draws can differ from what another one of the same scene and output draws.
    func addChanges(since other: DisplayList, to parts: inout DisjointParts) {
        var (new, old) = (Cursor(self), Cursor(other))
        while true {
            switch (new.layer, old.layer) {
            case (nil, nil): return
            case (let layer?, let before) where before == nil || layer < before ?? 0:
                parts.add(new.seen)
                new.advance()
            case (let layer, let before?) where layer == nil || before < layer ?? 0:
                parts.add(old.seen)
                old.advance()
            default:
                if !new.drawsSame(as: old) {
                    parts.add(new.seen)
                    parts.add(old.seen)
                }
                new.advance()
                old.advance()
            }
        }
    }

    /// Adds the parts that the list can touch.
    func addParts(to parts: inout DisjointParts) {
        var cursor = Cursor(self)
        while cursor.layer != nil {
            parts.add(cursor.seen)
            cursor.advance()
        }
    }

    /// The parts that changed layers can touch; they may overlap.
    func changedParts(_ layers: [Scene.Layer]) -> [PixelRect] {
        var parts: [PixelRect] = []
        var cursor = Cursor(self)
        while let layer = cursor.layer {
            if layers[layer].content != nil || cursor.matteLayer.map({ layers[$0].content != nil }) ?? false { parts.append(cursor.seen) }
            cursor.advance()
        }
        return parts
    }

    /// How many of the first steps draw layers below this one, if it is worth to keep what they draw instead of drawing it again: nil if they
    /// cover less than half of an output of so many pixels.
    /// - Parameter layer: not within a group, unless the first of it.
    func stepsWorthSharing(below layer: Int, pixels: Int) -> Int? {
        var end = 0
        var area = 0
        var cursor = Cursor(self)
        while let next = cursor.layer, next < layer {
            area += cursor.seen.pixels
            end = cursor.endOfUnit
            cursor.advance()
        }
        return 2 * area >= pixels ? end : nil
    }

    /// About how long it takes to clear a part and to draw the list within it, in times that copying a pixel takes.
    func work(within part: PixelRect, _ shapeLists: [PreparedMovie.ShapeListInfo]) -> Int {
        func work(_ sprite: SpriteDraw) -> Int {
            let seen = sprite.bounds.intersection(part).pixels
            if seen == 0 { return 0 }
            let isAxisAligned = sprite.transform.b == 0 && sprite.transform.c == 0
            let pixel = (sprite.bitmap == nil ? 1 : isAxisAligned ? 3 : 10) + (sprite.needsGroup ? 3 : 0) + (sprite.hasText ? 3 : 0)
            return 300 + seen * pixel + shapeLists[sprite.shapes].work
        }
        var sum = part.pixels
        for step in steps {
            switch step {
            case .draw(let sprite): sum += work(sprite)
            case .beginMatte(let group, _): sum += 6 * group.intersection(part).pixels
            case .endMatte(let matte): sum += work(matte)
            }
        }
        return sum
    }
}

/// Goes through the sprites that a list draws, in the order of their layers.
private struct Cursor {
    private let steps: [DisplayList.Step]
    private var position = 0
    /// Where the matte of the group stands that the sprite is in.
    private var matte: Int?

    init(_ list: DisplayList) {
        steps = list.steps
        settle()
    }

    /// The sprite's; nil after the last one.
    var layer: Int? {
        guard position < steps.count, case .draw(let sprite) = steps[position] else { return nil }
        return sprite.layer
    }

    var matteLayer: Int? {
        guard let matte, case .endMatte(let sprite) = steps[matte] else { return nil }
        return sprite.layer
    }

    /// What it can touch; nothing after the last one.
    var seen: PixelRect {
        guard position < steps.count, case .draw(let sprite) = steps[position] else { return .zero }
        guard let matte, case .endMatte(let mask) = steps[matte] else { return sprite.bounds }
        return sprite.bounds.intersection(mask.bounds)
    }

    /// The position after the sprite, or after the group that it is in.
    var endOfUnit: Int { (matte ?? position) + 1 }

    func drawsSame(as other: Cursor) -> Bool {
        guard case .draw(let sprite) = steps[position], case .draw(let before) = other.steps[other.position], sprite == before else {
            return false
        }
        guard let matte, let old = other.matte else { return matte == nil && other.matte == nil }
        guard case .endMatte(let mask) = steps[matte], case .endMatte(let oldMask) = other.steps[old] else { return false }
        return mask == oldMask
    }

    mutating func advance() {
        position += 1
        settle()
    }

    private mutating func settle() {
        while position < steps.count {
            switch steps[position] {
            case .draw: return
            case .beginMatte(_, let end): matte = end
            case .endMatte: matte = nil
            }
            position += 1
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
