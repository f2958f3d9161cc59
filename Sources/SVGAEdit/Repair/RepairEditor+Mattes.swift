import SVGACheck
import SVGAEmulation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

// Repairs of mattes: their keys and order, and clip paths instead of them.

extension RepairEditor {
    mutating func clearUnknownMattes() -> Message? {
        let mattes = MatteIndex(movie.sprites)
        var count = 0
        for index in movie.sprites.indices {
            let sprite = movie.sprites[index]
            guard !sprite.matteKey.isEmpty, !sprite.isMatte, mattes.matte(of: sprite) == nil else { continue }
            movie.sprites[index].matteKey = ""
            count += 1
        }
        return count == 0 ? nil : "removed the matteKey of \(counted(count, "sprite")), because no matte has it"
    }

    /// Moves mattes before all other sprites. A hidden sprite before them keeps a player from stopping at unmasked sprites.
    mutating func moveMattesFirst() -> Message? {
        let before = movie.sprites
        if movie.sprites.count > 1, movie.sprites[0].isLeader, movie.sprites[1].isMatte { movie.sprites.removeFirst() }
        let moved = movie.sprites.firstIndex { !$0.isMatte }.map { first in movie.sprites[first...].count(where: \.isMatte) } ?? 0
        movie.sprites = movie.sprites.filter(\.isMatte) + movie.sprites.filter { !$0.isMatte }
        let isLed = movie.addPlaceholderMatte()
        if movie.sprites == before { return nil }
        if moved == 0 { return isLed ? "added a hidden sprite before the mattes" : "removed the hidden sprite before the mattes" }
        return isLed
            ? "moved \(counted(moved, "matte")) before all other sprites, and a hidden sprite before them"
            : "moved \(counted(moved, "matte")) before all other sprites"
    }

    /// Gives each run of masked sprites a matte of its own: one player draws all runs of a matte in one place.
    mutating func separateMatteGroups() -> Message? {
        let mattes = MatteIndex(movie.sprites)
        let payloads = PayloadIndex(movie.images)
        var seen: Set<Int> = []
        var last: Int?
        var key = ""
        var copies: [(matte: Int, sprite: WireSprite)] = []
        for index in movie.sprites.indices where !movie.sprites[index].isMatte {
            let matte = mattes.matte(of: movie.sprites[index])
            defer { last = matte }
            guard let matte else { continue }
            if matte != last {
                key = ""
                if !seen.insert(matte).inserted {
                    var copy = movie.sprites[matte]
                    key = newKey(SpriteEntity.droppingKindSuffix(copy.imageKey)) + ".matte"
                    if let image = payloads.image(for: copy.imageKey) {
                        movie.images.append(WireImage(key: key, bytes: movie.images[image].bytes))
                    }
                    copy.imageKey = key
                    copies.append((matte, copy))
                    // Reserves the key.
                    movie.sprites[index].matteKey = key
                }
            }
            if !key.isEmpty { movie.sprites[index].matteKey = key }
        }
        guard copies.count <= 100 else {
            reason = "too many sprites are masked by one matte"
            return nil
        }
        for copy in copies.reversed() { movie.sprites.insert(copy.sprite, at: copy.matte + 1) }
        return copies.isEmpty ? nil : "copied \(counted(copies.count, "matte")), one for each group of sprites that it masks"
    }

    // MARK: Clip paths

    /// The form of a matte in a frame.
    private enum MatteForm {
        /// The matte hides everything.
        case empty
        /// On the canvas, with one alpha.
        case path(SVGAPath, alpha: Double)
        /// It has soft or several parts.
        case other
    }

    /// Replaces mattes by clip paths, which all players know, if the matte has one alpha within one outline.
    mutating func clipByMattes() throws(SVGAError) -> Message? {
        let entity = try resolved()
        var opaque: [Int: Bool] = [:]
        let meter = WorkMeter(limits)
        defer { budget.add(meter.spent) }
        var (done, masked): (Set<Int>, [Int]) = ([], [])
        let affected = Set(sprites.compactMap { entity.sprites[$0].kind == .matte ? $0 : entity.sprites[$0].matteIndex })
        for matte in Set(entity.sprites.compactMap(\.matteIndex)).sorted() where affected.isEmpty || affected.contains(matte) {
            let users = entity.sprites.indices.filter { entity.sprites[$0].matteIndex == matte }
            var forms: [MatteForm] = []
            for frame in 0..<entity.frameCount { forms.append(RepairEditor.form(entity, matte, frame, meter, &opaque)) }
            if meter.isOver {
                reason = "the clip paths would be too large"
                break
            }
            if let obstacle = users.lazy.compactMap({ RepairEditor.obstacle(entity.sprites[$0], forms) }).first {
                reason = obstacle
                continue
            }
            for user in users { clip(user, forms, entity.sprites[user]) }
            done.insert(matte)
            masked += users
        }
        if done.isEmpty { return nil }
        for sprite in masked where entity.sprites[sprite].imageIndex == nil { try addPicture(for: sprite) }
        removeSprites(done)
        return "replaced \(counted(done.count, "matte")) by clip paths of \(counted(masked.count, "sprite"))"
    }

    /// Removes mattes that mask nothing: players without mattes draw them.
    mutating func removeUnusedMattes() -> Message? {
        let mattes = MatteIndex(movie.sprites)
        let used = Set(movie.sprites.compactMap { mattes.matte(of: $0) })
        let unused = Set(movie.sprites.indices.filter { movie.sprites[$0].isMatte && !used.contains($0) })
        if unused.isEmpty { return nil }
        removeSprites(unused)
        return "removed \(counted(unused.count, "matte")) that mask nothing"
    }

    /// Removes mattes, and the images that only they have.
    private mutating func removeSprites(_ removed: Set<Int>) {
        let unused = SimilarKeys(removed.map { movie.sprites[$0].imageKey })
        movie.sprites = movie.sprites.enumerated().filter { !removed.contains($0.offset) }.map(\.element)
        // Only mattes need the hidden sprite.
        if !movie.sprites.contains(where: \.isMatte), movie.sprites.first?.isLeader == true { movie.sprites.removeFirst() }
        let used = SimilarKeys(movie.sprites.map(\.imageKey))
        movie.images.removeAll { !$0.isSound && unused.mayMean($0.key) && !used.mayMean($0.key) }
    }

    /// Why a sprite cannot be clipped instead of masked; nil if it can.
    private static func obstacle(_ sprite: SpriteEntity, _ forms: [MatteForm]) -> Message? {
        for (frame, form) in forms.enumerated() where frame < sprite.frames.count && sprite.frames.records[frame].isVisible {
            if case .other = form { return "the matte has soft edges or several parts, so that it is not a clip path" }
            if case .path = form, sprite.frames[frame].clipPath != nil { return "a masked sprite already has a clip path" }
        }
        return nil
    }

    private mutating func clip(_ index: Int, _ forms: [MatteForm], _ entity: SpriteEntity) {
        expandKeep(index)
        movie.sprites[index].matteKey = ""
        for frame in movie.sprites[index].frames.indices where frame < min(forms.count, entity.frames.count) {
            let drawn = entity.frames[frame]
            guard drawn.isVisible, let inverse = drawn.space.inverted else { continue }
            switch forms[frame] {
            case .path(let path, let alpha):
                movie.sprites[index].frames[frame].clipPath = path.transformed(inverse).withoutExponents.clipText
                movie.sprites[index].frames[frame].alpha = Float(min(drawn.alpha, 1) * alpha)
            case .empty, .other: movie.sprites[index].frames[frame] = WireFrame()
            }
        }
    }

    private static func form(
        _ movie: VideoEntity, _ matte: Int, _ index: Int, _ meter: WorkMeter, _ opaque: inout [Int: Bool]
    ) -> MatteForm {
        let sprite = movie.sprites[matte]
        guard index < sprite.frames.count else { return .empty }
        let frame = sprite.frames[index]
        guard frame.isVisible else { return .empty }
        guard frame.clipPath == nil else { return .other }
        let alpha = min(frame.alpha, 1)
        let shapes = frame.shapes.filter { $0.isDrawn && ($0.fill?.alpha ?? 0 > 0 || $0.stroke?.color.alpha ?? 0 > 0) }
        if let image = sprite.imageIndex {
            guard shapes.isEmpty else { return .other }
            if frame.layout.width <= 0 || frame.layout.height <= 0 { return .empty }
            let isOpaque = opaque[image] ?? isOpaque(movie.images[image])
            opaque[image] = isOpaque
            guard isOpaque else { return .other }
            let rect = SVGARect(x: 0, y: 0, width: frame.layout.width, height: frame.layout.height)
            return .path(StrokedPath.path(of: .rect(rect, cornerRadius: 0), frame.space, meter), alpha: alpha)
        }
        if shapes.isEmpty { return .empty }
        let hasStroke = shapes[0].stroke.map { $0.color.alpha > 0 } ?? false
        guard shapes.count == 1, !hasStroke, let fill = shapes[0].fill else { return .other }
        let path = StrokedPath.path(of: shapes[0].geometry, shapes[0].transform.concatenating(frame.space), meter)
        return .path(path, alpha: alpha * fill.alpha)
    }

    private static func isOpaque(_ image: ImageEntity) -> Bool {
        guard let picture = try? ImageDecoder.decode(image) else { return false }
        return stride(from: 3, to: picture.pixels.count, by: 4).allSatisfy { picture.pixels[$0] == 255 }
    }

    // MARK: Pictures for clip paths

    /// Two players clip only sprites with an image.
    mutating func addClippedPictures() throws(SVGAError) -> Message? {
        var count = 0
        for sprite in sprites where try addPicture(for: sprite) { count += 1 }
        return count == 0 ? nil : "added a transparent image for \(counted(count, "clipped sprite")) without one"
    }

    /// Adds a transparent image with the sprite's key, unless the sprite has an image or a payload has the key.
    @discardableResult
    mutating func addPicture(for index: Int) throws(SVGAError) -> Bool {
        if movie.sprites[index].imageKey.isEmpty { movie.sprites[index].imageKey = newKey("shapes") + ".vector" }
        let key = movie.sprites[index].imageKey
        let payloads = PayloadIndex(movie.images)
        guard payloads.entry(key) == nil, payloads.image(for: key) == nil else { return false }
        movie.images.append(WireImage(key: key, bytes: try transparentPicture()))
        return true
    }
}

extension FrameEntity {
    /// From the sprite's space to the canvas.
    fileprivate var space: SVGATransform { transform.translatedBy(x: layout.x, y: layout.y) }
}
