import SVGAModel

/// A sprite that is not the same in two movies.
public struct SpriteChange: Hashable, Sendable {
    /// A sprite as one of the movies has it.
    public struct Side: Hashable, Sendable {
        /// Into ``/SVGAModel/VideoEntity/sprites``.
        public let index: Int
        public let imageKey: String
        public let matteKey: String?
        /// The length of its own list.
        public let frames: Int
    }

    /// What of a frame can differ.
    public enum Aspect: String, Sendable, CaseIterable {
        case alpha
        case transform
        case layout
        case clipPath
        case shapes
    }

    /// The frames in which an aspect differs.
    public struct FrameChange: Hashable, Sendable {
        public let aspect: Aspect
        /// 0-based, rising.
        public let frames: [ClosedRange<Int>]
        /// By how much any of its numbers differs at most; nil for paths and shapes.
        public let largest: Double?
    }

    public let kind: MovieDifference.Kind
    /// nil for what was added.
    public let before: Side?
    /// nil for what was removed.
    public let after: Side?
    /// Among the frames that both have; empty unless it was changed.
    public let frames: [FrameChange]

    static func changes(_ first: VideoEntity, _ second: VideoEntity) -> [SpriteChange] {
        var table = FrameTable()
        let old = table.sprites(of: first)
        let new = table.sprites(of: second)
        let pairs = SpriteAlignment.pairs(old, new)
        var partner = [Int?](repeating: nil, count: new.count)
        for (index, pair) in pairs.enumerated() { if let pair { partner[pair] = index } }
        // What is left over on both sides and is the same has only moved.
        var arrived: [ComparedSprite: [Int]] = [:]
        for index in new.indices.reversed() where partner[index] == nil { arrived[new[index], default: []].append(index) }
        var changes: [SpriteChange] = []
        for (index, sprite) in old.enumerated() {
            if let pair = pairs[index] {
                if let change = change(index, sprite, pair, new[pair], table) { changes.append(change) }
            } else if let place = arrived[sprite]?.popLast() {
                partner[place] = index
                changes.append(SpriteChange(kind: .moved, before: sprite.side(index), after: sprite.side(place), frames: []))
            } else {
                changes.append(SpriteChange(kind: .removed, before: sprite.side(index), after: nil, frames: []))
            }
        }
        for (index, sprite) in new.enumerated() where partner[index] == nil {
            changes.append(SpriteChange(kind: .added, before: nil, after: sprite.side(index), frames: []))
        }
        return changes
    }

    /// nil where the two are the same.
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
