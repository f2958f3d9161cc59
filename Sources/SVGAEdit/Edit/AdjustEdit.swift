import SVGAFormat
import SVGAModel
import SVGASupport

// Edits of single sprites that keep their content: opacity, position and copies.

extension MovieEditor {
    /// The picture is the same as with ``Substitutions/setOpacity(_:forKey:)``.
    mutating func setOpacity(_ selection: SpriteSelection, _ opacity: Double) throws(SVGAError) {
        guard opacity >= 0, opacity <= 1 else { throw .invalid(reason: "the opacity must be 0 to 1, not \(opacity.brief)") }
        let chosen = try indices(of: selection)
        for sprite in chosen {
            for frame in movie.sprites[sprite].frames.indices {
                let alpha = movie.sprites[sprite].frames[frame].alpha
                // Values above 1 are drawn as 1, so they are limited first.
                movie.sprites[sprite].frames[frame].alpha = alpha > 0 ? Float(Double(min(alpha, 1)) * opacity) : alpha
            }
        }
        note = "opacity of \(counted(chosen.count, "sprite")) multiplied by \(opacity.brief)"
    }

    /// The picture is the same as with ``Substitutions/setOffset(x:y:forKey:)``.
    mutating func setOffset(_ selection: SpriteSelection, x: Double, y: Double) throws(SVGAError) {
        guard x.isFinite, y.isFinite else { throw .invalid(reason: "sprites cannot be moved by \(x.brief), \(y.brief)") }
        let chosen = try indices(of: selection)
        for sprite in chosen {
            for frame in movie.sprites[sprite].frames.indices { movie.sprites[sprite].frames[frame].move(x: Float(x), y: Float(y)) }
        }
        note = "moved \(counted(chosen.count, "sprite")) by \(x.brief), \(y.brief) points"
    }

    /// Inserts a copy directly above each sprite, so that runs of masked sprites stay together.
    /// - Parameter key: the key of the copies; nil: that of the sprites.
    mutating func duplicate(_ selection: SpriteSelection, as key: String?) throws(SVGAError) {
        let hasLeader = movie.sprites.count > 1 && movie.sprites[0].isLeader && movie.sprites[1].isMatte
        let chosen = try indices(of: selection).filter { !movie.sprites[$0].isMatte && !(hasLeader && $0 == 0) }
        guard !chosen.isEmpty else {
            throw .invalid(reason: "\(selection.text) is not drawn by itself: a matte only masks other sprites; duplicate those")
        }
        let longest = chosen.map { movie.sprites[$0].frames.count }.max() ?? 0
        try checkRoom(sprites: chosen.count, frames: longest, images: key == nil ? 0 : 1)
        let renamed = try key.map { (key) throws(SVGAError) in try copies(of: chosen, as: key) }
        let isChosen = Set(chosen)
        var sprites: [WireSprite] = []
        var added: [ClosedRange<Int>] = []
        for index in movie.sprites.indices {
            sprites.append(movie.sprites[index])
            guard isChosen.contains(index) else { continue }
            added.append(sprites.count...sprites.count)
            var copy = movie.sprites[index]
            if let key = renamed?[ByteKey(copy.imageKey)] { copy.imageKey = key }
            sprites.append(copy)
        }
        movie.sprites = sprites
        note = "duplicated \(counted(chosen.count, "sprite"))"
        if let key { note += " with the key \"\(key)\"" }
        note += "; new: \(SpriteSelection.indices(added).text)"
    }

    /// The imageKeys of copies with a new key. Adds the image under that key.
    private mutating func copies(of chosen: [Int], as key: String) throws(SVGAError) -> [ByteKey: String] {
        guard !key.isEmpty else { throw .invalid(reason: "a key cannot be empty") }
        guard SpriteEntity.droppingKindSuffix(key).hasSameBytes(as: key) else {
            throw .invalid(reason: "the key \"\(key)\" of a copy cannot end with .matte or .vector")
        }
        if isName(key) { throw .keyTaken(key: key, owner: owner(of: key)) }
        let before = movie.references
        var keys: [ByteKey: String] = [:]
        for index in chosen { keys[ByteKey(movie.sprites[index].imageKey)] = movie.sprites[index].kind == .vector ? key + ".vector" : key }
        let bitmaps = chosen.filter { movie.sprites[$0].kind == .bitmap }
        let images = Set(bitmaps.compactMap { before.images[$0] }.map { movie.images[$0].bytes })
        guard images.count <= 1 else {
            let sprites = SpriteSelection.indices(chosen.map { $0...$0 }).text
            throw .invalid(reason: "\(sprites) show different images, so one key cannot have them all")
        }
        if let bytes = images.first { movie.images.append(WireImage(key: key, bytes: bytes)) }
        guard movie.references == before else {
            throw .invalid(reason: "the key \"\(key)\" is too similar to others: another sprite would use its image")
        }
        return keys
    }
}
