import SVGAPixels

// What a painter needs to draw only the parts of a frame in which its scene differs from another one (see SharedFrames).
extension DisplayList {
    /// How many of the first steps draw layers below this one, if it is worth to keep what they draw instead of drawing it again: nil if they
    /// cover less than half of an output of so many pixels.
    ///
    /// A bitmap is among them. So Cairo, which rounds differently while it knows a surface to be clear, goes on in the same way after
    /// drawing and after copying.
    /// - Parameter layer: not within a group, unless the first of it.
    func stepsWorthSharing(below layer: Int, pixels: Int) -> Int? {
        var end = 0
        var isInGroup = false
        var area = 0
        var hasBitmap = false
        search: for (position, step) in steps.enumerated() {
            switch step {
            case .beginMatte(let part):
                isInGroup = true
                area += part.width * part.height
            case .endMatte:
                isInGroup = false
                end = position + 1
            case .draw(let sprite):
                if sprite.layer >= layer { break search }
                if isInGroup { continue }
                end = position + 1
                area += sprite.bounds.width * sprite.bounds.height
                if sprite.bitmap != nil { hasBitmap = true }
            }
        }
        return hasBitmap && 2 * area >= pixels ? end : nil
    }

    /// The parts of the output that changed layers can touch; they may overlap.
    func changedParts(_ layers: [Scene.Layer]) -> [PixelRect] {
        var parts: [PixelRect] = []
        var group: (part: PixelRect, changed: [PixelRect])?
        for step in steps {
            switch step {
            case .beginMatte(let part): group = (part, [])
            case .draw(let sprite):
                guard layers[sprite.layer].content != nil else { continue }
                if let open = group { group?.changed.append(sprite.bounds.intersection(open.part)) } else { parts.append(sprite.bounds) }
            case .endMatte(let matte):
                guard let closed = group else { continue }
                parts += layers[matte.layer].content != nil ? [closed.part] : closed.changed
                group = nil
            }
        }
        return parts.filter { !$0.isEmpty }
    }

    /// Adds the steps of another list from `start` on, limited to a part of the output.
    /// - Returns: false if one of them draws something for which Cairo might round differently when it is limited.
    mutating func add(_ other: DisplayList, from start: Int, within part: PixelRect, shapeLists: [PreparedMovie.ShapeListInfo]) -> Bool {
        func limited(_ sprite: SpriteDraw) -> SpriteDraw? {
            var sprite = sprite
            sprite.limit(to: part)
            return sprite.bounds.isEmpty ? nil : sprite
        }
        var skipsGroup = false
        for step in other.steps[start...] {
            switch step {
            case .beginMatte(let group):
                let seen = group.intersection(part)
                skipsGroup = seen.isEmpty
                if !skipsGroup { steps.append(.beginMatte(seen)) }
            case .draw(let sprite), .endMatte(let sprite):
                let isEnd = if case .endMatte = step { true } else { false }
                defer { if isEnd { skipsGroup = false } }
                if skipsGroup { continue }
                guard let limited = limited(sprite) else {
                    // A matte always covers its group.
                    if isEnd { return false }
                    continue
                }
                guard sprite.drawing == nil, sprite.clipPath == nil, shapeLists[sprite.shapes].paints == 0 else { return false }
                steps.append(isEnd ? .endMatte(limited) : .draw(limited))
            }
        }
        return true
    }

    mutating func removeAll() { steps.removeAll(keepingCapacity: true) }
}

extension PixelRect {
    /// The same parts, joined until no two overlap; nil if more than 16 are left or they cover more than `pixels`.
    static func disjoint(_ parts: [PixelRect], pixels: Int) -> [PixelRect]? {
        var joined: [PixelRect] = []
        for part in parts {
            var part = part
            while let other = joined.firstIndex(where: { !$0.intersection(part).isEmpty }) { part = part.union(joined.remove(at: other)) }
            joined.append(part)
            if joined.count > 16 { return nil }
        }
        return joined.reduce(0) { $0 + $1.width * $1.height } <= pixels ? joined : nil
    }
}
