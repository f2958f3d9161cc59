import SVGAFormat
import SVGAModel

/// Finds the sprites that show nothing in any frame, of their own or as a mask (Rules of rendering, sections 4 and 5).
struct HiddenSprites {
    /// Into the movie's sprites.
    private(set) var indices: Set<Int> = []

    /// - Parameters:
    ///   - movie: what `wire` means, sprite for sprite.
    ///   - kept: keys of sprites that stay, whatever they show.
    init(_ movie: VideoEntity, _ wire: WireMovie, kept: [String]) {
        let sprites = movie.sprites
        let kept = Set(kept.map { ByteKey($0) })
        func isKept(_ index: Int) -> Bool {
            // Whoever wrote a field that nobody else knows minds the sprite.
            kept.contains(ByteKey(sprites[index].imageKey)) || kept.contains(ByteKey(sprites[index].replacementKey))
                || !wire.sprites[index].unknown.isEmpty
        }
        let isVisible = sprites.map { $0.frames.records.prefix(movie.frames).contains(where: \.isVisible) }
        for index in sprites.indices where sprites[index].kind != .matte && !isKept(index) {
            // A group whose matte is hidden is hidden with it.
            if !isVisible[index] || sprites[index].matteIndex.map({ !isVisible[$0] }) == true { indices.insert(index) }
        }
        keepBorders(sprites)
        let masking = Set(sprites.indices.filter { !indices.contains($0) }.compactMap { sprites[$0].matteIndex })
        // By key: a second matte of a key would take the place of the first.
        let maskingKeys = Set(masking.map { ByteKey(sprites[$0].imageKey) })
        for index in sprites.indices
        where sprites[index].kind == .matte && !isKept(index) && !maskingKeys.contains(ByteKey(sprites[index].imageKey)) {
            indices.insert(index)
        }
    }

    /// Two runs with the same matte are two groups only while a sprite with another matte, or with none, is between them. So one of
    /// those stays. Mattes between them don't count.
    private mutating func keepBorders(_ sprites: [SpriteEntity]) {
        var last: Int??
        var border: Int?
        for index in sprites.indices where sprites[index].kind != .matte {
            let matte = sprites[index].matteIndex
            if indices.contains(index) {
                if let last, last != matte { border = border ?? index }
                continue
            }
            if let border, let last, matte != nil, last == matte { indices.remove(border) }
            last = .some(matte)
            border = nil
        }
    }
}
