import SVGAFormat
import SVGAModel

extension MovieEditor {
    mutating func delete(_ key: String) throws(EditError) {
        let before = movie.references
        let payloads = PayloadIndex(movie.images)
        let sprites = movie.sprites.indices.filter { movie.sprites[$0].isNamed(key) }
        let audios = movie.audios.indices.filter { movie.audios[$0].audioKey.hasSameBytes(as: key) }
        guard !key.isEmpty, !sprites.isEmpty || !audios.isEmpty || payloads.entry(key) != nil else { throw unknownKey(key) }

        let goneSprites = Set(sprites)
        var unmasked = 0
        for index in movie.sprites.indices where !goneSprites.contains(index) {
            guard let matte = before.mattes[index], goneSprites.contains(matte) else { continue }
            movie.sprites[index].matteKey = ""
            unmasked += 1
        }
        let goneAudios = Set(audios)
        var unused = Set(sprites.compactMap { before.images[$0] } + audios.compactMap { before.sounds[$0] })
        for index in movie.images.indices where movie.images[index].key.hasSameBytes(as: key) { unused.insert(index) }
        for index in movie.sprites.indices where !goneSprites.contains(index) { before.images[index].map { _ = unused.remove($0) } }
        for index in movie.audios.indices where !goneAudios.contains(index) { before.sounds[index].map { _ = unused.remove($0) } }
        guard !sprites.isEmpty || !audios.isEmpty || !unused.isEmpty else {
            throw .invalid(reason: "the payload \"\(key)\" is what other keys show or play; delete those")
        }
        movie.sprites = movie.sprites.enumerated().filter { !goneSprites.contains($0.offset) }.map(\.element)
        movie.audios = movie.audios.enumerated().filter { !goneAudios.contains($0.offset) }.map(\.element)
        movie.images = movie.images.enumerated().filter { !unused.contains($0.offset) }.map(\.element)

        note = "deleted \"\(key)\" (\(counted(sprites.count, "sprite")), \(counted(unused.count, "payload")))"
        if unmasked > 0 { note += "; \(counted(unmasked, "sprite")) that it masked \(unmasked == 1 ? "is" : "are") now drawn unmasked" }
    }
}
