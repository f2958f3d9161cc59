import SVGAModel
package import SVGASupport

/// A difference that many sprites, images or keys of two movies share, as one line.
package struct DifferenceSummary: Hashable, Sendable {
    package enum Subject: String, Sendable {
        /// The movie was cut to a range of frames, or frames were added.
        case frames
        case sprites
        case images
        case keys
    }

    package let subject: Subject
    /// The number of items with this difference.
    package let count: Int
    /// The total number of items.
    package let total: Int
    /// For sprites, and for the scale of images: the alteration of each item.
    package var alteration: SpriteAlteration?
    /// For frames: the common range in the movie with more frames.
    package var frames: ClosedRange<Int>?
    package let text: Message
}

/// Finds the summaries of a difference, and the changes that they cover.
struct DifferenceSummaries {
    private(set) var all: [DifferenceSummary] = []
    /// Indices of the changes of sprites and images that the summaries cover.
    private(set) var sprites: Set<Int> = []
    private(set) var images: Set<Int> = []

    private let first: VideoEntity
    private let second: VideoEntity
    /// For each sprite of the first movie, its counterpart in the second one, or nil.
    private let pairs: [Int?]
    /// The maximum number of sprite frames that are examined to find a cut.
    private static let maximumLookups = 10_000_000

    init(
        _ first: VideoEntity, _ second: VideoEntity, pairs: [Int?], sprites: [SpriteChange], images: [ImageChange]
    ) {
        self.first = first
        self.second = second
        self.pairs = pairs
        findAlterations(sprites)
        findRenamedKeys(sprites, images)
        findImages(images)
    }

    // MARK: Sprites

    private mutating func findAlterations(_ changes: [SpriteChange]) {
        let pairs = pairs.enumerated().compactMap { index, other in other.map { (index, $0) } }
        guard !pairs.isEmpty, changes.contains(where: { $0.kind == .changed }) else { return }
        var search = AlterationSearch(first, second)
        let frames = min(first.frameCount, second.frameCount)
        var offset = 0
        if second.frameCount < first.frameCount {
            guard let found = bestOffset(pairs, &search) else { return }
            offset = found
        }
        var groups: [SpriteAlteration: [Int]] = [:]
        var visibleCount = 0
        var hidden: [Int] = []
        for (old, new) in pairs {
            let result = search.alteration(of: first.sprites[old], to: second.sprites[new], offset: offset, frames: frames)
            if result == .hidden { hidden.append(old) } else { visibleCount += 1 }
            if case .altered(let alteration) = result { groups[alteration, default: []].append(old) }
        }
        var covered: Set<Int> = []
        var alterations: [DifferenceSummary] = []
        for (alteration, sprites) in groups.sorted(by: { ($0.value.count, $1.value[0]) > ($1.value.count, $0.value[0]) }) {
            // A few changes are better listed individually.
            guard sprites.count == visibleCount || sprites.count > 1 && 2 * sprites.count >= visibleCount else { continue }
            covered.formUnion(sprites)
            guard !alteration.isNothing else { continue }
            let quantity =
                hidden.isEmpty
                ? DifferenceSummaries.quantity(sprites.count, of: visibleCount, "sprite", only: "the only sprite")
                : DifferenceSummaries.quantity(sprites.count, of: visibleCount, "visible sprite", only: "the only visible sprite")
            alterations.append(
                DifferenceSummary(
                    subject: .sprites, count: sprites.count, total: visibleCount, alteration: alteration,
                    text: "\(quantity) \(alteration.text)"))
        }
        if first.frameCount != second.frameCount {
            guard !covered.isEmpty else { return }
            all.append(frameSummary(offset: offset))
            covered.formUnion(hidden)
        }
        all += alterations
        for (index, change) in changes.enumerated() where change.kind == .changed {
            guard let before = change.before, let after = change.after, covered.contains(before.index) else { continue }
            if before.matteKey == after.matteKey, before.imageKey == after.imageKey { self.sprites.insert(index) }
        }
    }

    private func frameSummary(offset: Int) -> DifferenceSummary {
        let (old, new) = (first.frameCount, second.frameCount)
        let text: Message =
            new < old
            ? "only frames \(offset)–\(offset + new - 1) of the \(old) are left"
            : "\(Units.count(new - old, "frame")) added at the end, from \(old) on"
        return DifferenceSummary(
            subject: .frames, count: min(old, new), total: max(old, new), frames: offset...max(offset, offset + min(old, new) - 1),
            text: text)
    }

    /// The frame of the first movie that matches the second movie's first frame, if the frames are a part of the first movie's.
    /// It is the offset at which most sprites are equal, or altered in the same way.
    private func bestOffset(_ pairs: [(Int, Int)], _ search: inout AlterationSearch) -> Int? {
        guard second.frameCount > 0 else { return nil }
        var looks = 0
        var best: (offset: Int, alike: Int)?
        for offset in 0...first.frameCount - second.frameCount {
            var (alike, visibleCount) = (0, 0)
            for (old, new) in pairs {
                looks += second.frameCount
                if looks > DifferenceSummaries.maximumLookups { return nil }
                switch search.alteration(of: first.sprites[old], to: second.sprites[new], offset: offset, frames: second.frameCount) {
                case .hidden: continue
                case .altered: alike += 1
                case .none: break
                }
                visibleCount += 1
            }
            if alike > 0, alike == visibleCount { return offset }
            if 2 * alike >= visibleCount, alike > best?.alike ?? 0 { best = (offset, alike) }
        }
        return best?.offset
    }

    // MARK: Keys

    private mutating func findRenamedKeys(_ sprites: [SpriteChange], _ images: [ImageChange]) {
        var names: [ByteKey: ByteKey] = [:]
        var order: [ByteKey] = []
        var count = 0
        func note(_ old: String, _ new: String) {
            let key = ByteKey(SpriteEntity.droppingKindSuffix(old))
            count += 1
            if names[key] == nil {
                names[key] = ByteKey(SpriteEntity.droppingKindSuffix(new))
                order.append(key)
            }
        }
        func isCovered(_ old: String, _ new: String) -> Bool {
            names[ByteKey(SpriteEntity.droppingKindSuffix(old))] == ByteKey(SpriteEntity.droppingKindSuffix(new))
        }
        for change in images where change.kind == .renamed {
            if let old = change.before?.key, let new = change.after?.key { note(old, new) }
        }
        for change in sprites where change.kind == .renamed {
            if let old = change.before?.imageKey, let new = change.after?.imageKey { note(old, new) }
        }
        guard count > 1 else { return }
        for (index, change) in images.enumerated() where change.kind == .renamed {
            if let old = change.before?.key, let new = change.after?.key, isCovered(old, new) { self.images.insert(index) }
        }
        for (index, change) in sprites.enumerated() {
            guard let before = change.before, let after = change.after, change.frames.isEmpty, before.frames == after.frames else {
                continue
            }
            let isKeyCovered = before.imageKey == after.imageKey || isCovered(before.imageKey, after.imageKey)
            let isMatteCovered = before.matteKey == after.matteKey || isCovered(before.matteKey ?? "", after.matteKey ?? "")
            if change.kind == .renamed || change.kind == .changed, isKeyCovered, isMatteCovered { self.sprites.insert(index) }
        }
        let examples = order.prefix(3).map { "\($0.text.quoted) to \((names[$0] ?? $0).text.quoted)" as Message }.joined(separator: ", ")
        let more: Message = order.count > 3 ? " and \(order.count - 3) more" : ""
        all.append(
            DifferenceSummary(
                subject: .keys, count: order.count, total: order.count,
                text: "\(Units.count(order.count, "key")) renamed: \(examples)\(more)")
        )
    }

    // MARK: Images

    private mutating func findImages(_ changes: [ImageChange]) {
        let changed = changes.enumerated().filter { $0.element.kind == .changed }
        let total = max(first.images.count, second.images.count)
        let same = changed.filter { $0.element.pixels == .same }
        if same.count > 1 { add(same.map(\.offset), of: total, changes, "written anew with the same pixels", nil) }
        var groups: [Double: [Int]] = [:]
        for (index, change) in changed where change.pixels == .different {
            guard let scale = change.scale else { continue }
            groups[scale, default: []].append(index)
        }
        for (scale, indices) in groups.sorted(by: { ($0.value.count, $0.key) > ($1.value.count, $1.key) }) where indices.count > 1 {
            add(indices, of: total, changes, "made \(scale.brief) times as large", scale)
        }
    }

    private mutating func add(_ indices: [Int], of total: Int, _ changes: [ImageChange], _ what: Message, _ scale: Double?) {
        images.formUnion(indices)
        let sizes = [\ImageChange.before, \.after].map { side in
            Units.bytes(indices.reduce(0) { $0 + (changes[$1][keyPath: side]?.byteCount ?? 0) })
        }
        let quantity = DifferenceSummaries.quantity(indices.count, of: total, "image", only: "the only image")
        all.append(
            DifferenceSummary(
                subject: .images, count: indices.count, total: total, alteration: scale.map { SpriteAlteration(scale: $0) },
                text: "\(quantity) \(what), \(sizes[0]) → \(sizes[1])"))
    }

    /// Such as `all 12 sprites`.
    private static func quantity(_ count: Int, of total: Int, _ noun: CountedNoun, only: Message) -> Message {
        if total == 1 { return only }
        return count == total ? "all \(Units.count(total, noun))" : "\(count) of \(Units.count(total, noun))"
    }
}

extension ImageChange {
    /// The scale factor with two decimals if the aspect ratio is equal; nil if the size is unchanged.
    fileprivate var scale: Double? {
        guard let before, let after, let width = before.widthPixels, let height = before.heightPixels, let newWidth = after.widthPixels,
            let newHeight = after.heightPixels, width > 0, height > 0, (width, height) != (newWidth, newHeight)
        else { return nil }
        let scale = (100 * Double(newWidth + newHeight) / Double(width + height)).rounded() / 100
        let isEven =
            (Double(width) * scale - Double(newWidth)).magnitude <= 1 + 0.005 * Double(width)
            && (Double(height) * scale - Double(newHeight)).magnitude <= 1 + 0.005 * Double(height)
        return isEven && scale > 0 ? scale : nil
    }
}
