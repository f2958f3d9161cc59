import SVGAFormat
import SVGAModel
import SVGASupport

/// What was removed with some sprites.
struct SpriteRemoval {
    /// Sprites that stay without content, because they separate sprites of one matte.
    var emptied = 0
    /// Mattes that masked only removed sprites.
    var mattes = 0
    /// Images that only removed sprites had.
    var images = 0

    /// As the end of a note.
    var note: Message {
        var note: Message = ""
        if mattes > 0 { note += "; removed \(counted(mattes, "matte")) that \(mattes == 1 ? "masks" : "mask") nothing else" }
        if images > 0 { note += "; removed \(counted(images, "image")) that nothing else shows" }
        if emptied > 0 { note += "; \(counted(emptied, "sprite")) without content \(emptied == 1 ? "stays" : "stay") for the mattes" }
        return note
    }
}

extension MovieEditor {
    mutating func hide(_ key: String) throws(SVGAError) {
        let named = Set(try indices(of: .key(key)))
        let mattes = movie.references.mattes
        // A hidden matte hides the sprites that it masks.
        let masked = movie.sprites.indices.count { index in !named.contains(index) && mattes[index].map(named.contains) == true }
        let removal = remove(named.union(movie.sprites.indices.filter { mattes[$0].map(named.contains) == true }))
        note = "hid \"\(key)\" (\(counted(named.count, "sprite")))"
        if masked > 0 { note += "; also hid \(counted(masked, "sprite")) that it masked" }
        note += removal.note
    }

    mutating func removeSprites(_ selection: SpriteSelection) throws(SVGAError) {
        let chosen = Set(try indices(of: selection))
        let mattes = movie.references.mattes
        for index in movie.sprites.indices where !chosen.contains(index) {
            guard let matte = mattes[index], chosen.contains(matte) else { continue }
            throw .invalid(reason: "\(name(ofSprite: matte)) masks \(name(ofSprite: index)), which would stay; remove that sprite too")
        }
        let removal = remove(chosen)
        note = "removed \(counted(chosen.count - removal.emptied, "sprite"))"
        note += removal.note
    }

    /// Removes sprites, the mattes that masked only them, and the images that only they had.
    ///
    /// A sprite stays without content if mattes depend on it: it separates two runs with one matte (Rules of rendering, section 5), or it is the first
    /// sprite before a matte, by which some players recognize mattes.
    mutating func remove(_ chosen: Set<Int>) -> SpriteRemoval {
        let before = movie.references
        var removal = SpriteRemoval()
        var removed = chosen
        let needed = Set(movie.sprites.indices.filter { !chosen.contains($0) }.compactMap { before.mattes[$0] })
        let unused = Set(before.mattes.compactMap { $0 }).subtracting(needed).subtracting(chosen)
        removed.formUnion(unused)
        removal.mattes = unused.count

        let kept = spritesBetweenMattes(removed, mattes: before.mattes)
        for index in kept {
            movie.sprites[index].matteKey = ""
            movie.sprites[index].frames = [WireFrame](repeating: WireFrame(), count: movie.sprites[index].frames.count)
        }
        removal.emptied = kept.count
        removed.subtract(kept)
        removal.images = removeImages(ofSprites: removed, before)
        let hadMattes = movie.sprites.contains(where: \.isMatte)
        movie.sprites = movie.sprites.enumerated().filter { !removed.contains($0.offset) }.map(\.element)
        // Only mattes need the hidden sprite at the start.
        if hadMattes, !movie.sprites.contains(where: \.isMatte), movie.sprites.first?.isLeader == true { movie.sprites.removeFirst() }
        return removal
    }

    /// The removed sprites that must stay without content.
    private func spritesBetweenMattes(_ removed: Set<Int>, mattes: [Int?]) -> Set<Int> {
        var kept: Set<Int> = []
        var last: Int??
        var border: Int?
        for index in movie.sprites.indices where !movie.sprites[index].isMatte {
            let matte = mattes[index]
            if removed.contains(index) {
                if let last, last != matte { border = border ?? index }
                continue
            }
            if let border, let last, matte != nil, last == matte { kept.insert(border) }
            last = .some(matte)
            border = nil
        }
        let first = movie.sprites.indices.first { !removed.contains($0) }
        if let first, first > 0, movie.sprites[first].isMatte, !movie.sprites[0].isMatte { kept.insert(0) }
        return kept
    }

    /// Removes the images that only these sprites have.
    /// - Returns: the number of removed images.
    private mutating func removeImages(ofSprites removed: Set<Int>, _ references: WireMovie.References) -> Int {
        let remaining = movie.sprites.indices.filter { !removed.contains($0) }
        let used = SimilarKeys(remaining.map { movie.sprites[$0].imageKey } + movie.audios.map(\.audioKey))
        let unused = Set(removed.compactMap { references.images[$0] }).filter { index in
            !movie.images[index].isSound && !used.mayMean(movie.images[index].key)
        }
        movie.images = movie.images.enumerated().filter { !unused.contains($0.offset) }.map(\.element)
        return unused.count
    }
}
