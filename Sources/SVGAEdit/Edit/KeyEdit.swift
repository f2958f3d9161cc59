import SVGAFormat
import SVGAModel
import SVGASupport

/// Maps old keys to new ones, with or without `.matte` or `.vector`.
struct KeyRenaming {
    private var new: [ByteKey: String] = [:]
    /// Old keys without their suffix or extension, because images are also found by those.
    private var shortened: [ByteKey: String] = [:]

    /// - Parameter names: if an old key occurs twice, the first wins.
    init(_ names: [(old: String, new: String)]) {
        for (old, new) in names where self.new[ByteKey(old)] == nil {
            self.new[ByteKey(old)] = new
            let (base, stem) = (SpriteEntity.droppingKindSuffix(old), KeyIndex.droppingExtension(old))
            if !stem.hasSameBytes(as: old) { shortened[ByteKey(stem)] = KeyIndex.droppingExtension(new) }
            if !base.hasSameBytes(as: old) { shortened[ByteKey(base)] = SpriteEntity.droppingKindSuffix(new) }
        }
    }

    func callAsFunction(_ key: String) -> String {
        if let renamed = new[ByteKey(key)] { return renamed }
        let base = SpriteEntity.droppingKindSuffix(key)
        guard base.utf8.count < key.utf8.count, let renamed = new[ByteKey(base)] else { return key }
        return renamed + key.droppingFirstBytes(of: base)
    }

    /// The new key of a payload that an old key resolves to, possibly without its extension.
    func payload(_ key: String) -> String {
        let renamed = self(key)
        if !renamed.hasSameBytes(as: key) { return renamed }
        let stem = KeyIndex.droppingExtension(key)
        if let renamed = new[ByteKey(stem)] { return renamed + key.droppingFirstBytes(of: stem) }
        return shortened[ByteKey(key)] ?? key
    }
}

extension MovieEditor {
    mutating func rename(_ old: String, to new: String) throws(SVGAError) {
        guard !old.isEmpty, !new.isEmpty else { throw .invalid(reason: "a key cannot be empty") }
        guard kindSuffix(old) == kindSuffix(new) else {
            let suffix = kindSuffix(new) ?? kindSuffix(old) ?? ""
            throw .invalid(reason: "\"\(old)\" cannot be renamed to \"\(new)\": the suffix \(suffix) has a meaning")
        }
        guard isName(old) else { throw unknownKey(old) }
        if old.hasSameBytes(as: new) {
            note = "\"\(old)\" keeps its name"
            return
        }
        if isName(new) { throw .keyTaken(key: new, owner: owner(of: new)) }
        let before = movie.references
        let count = rename(KeyRenaming([(old, new)]))
        guard movie.references == before else {
            throw .invalid(
                reason: "\"\(old)\" cannot be renamed to \"\(new)\": another sprite would use its image, matte or sound")
        }
        note = "renamed \"\(old)\" to \"\(new)\" (\(counted(count, "sprite")))"
    }

    /// Renames in sprites, matte keys, sounds and the payloads that they resolve to.
    /// - Returns: the number of renamed sprites.
    mutating func rename(_ renaming: KeyRenaming) -> Int {
        let payloads = PayloadIndex(movie.images)
        var used: Set<Int> = []
        var count = 0
        for index in movie.sprites.indices {
            let key = movie.sprites[index].imageKey
            let renamed = renaming(key)
            movie.sprites[index].matteKey = renaming(movie.sprites[index].matteKey)
            if renamed.hasSameBytes(as: key) { continue }
            count += 1
            if let image = payloads.image(for: key) { used.insert(image) }
            // Some tools write a sprite for a sound; it shows nothing.
            if let sound = payloads.sound(for: key) { used.insert(sound) }
            movie.sprites[index].imageKey = renamed
        }
        for index in movie.audios.indices {
            let key = movie.audios[index].audioKey
            let renamed = renaming(key)
            if renamed.hasSameBytes(as: key) { continue }
            if let sound = payloads.sound(for: key) { used.insert(sound) }
            movie.audios[index].audioKey = renamed
        }
        for index in movie.images.indices {
            let key = movie.images[index].key
            movie.images[index].key = used.contains(index) ? renaming.payload(key) : renaming(key)
        }
        return count
    }

    private func kindSuffix(_ key: String) -> String? {
        let base = SpriteEntity.droppingKindSuffix(key)
        return base.utf8.count == key.utf8.count ? nil : key.droppingFirstBytes(of: base)
    }

    /// Whether anything has this key, with or without `.matte` or `.vector`.
    func isName(_ key: String) -> Bool {
        movie.sprites.contains { $0.imageKey.isKey(key) || $0.matteKey.isKey(key) } || movie.images.contains { $0.key.isKey(key) }
            || movie.audios.contains { $0.audioKey.isKey(key) }
    }

    /// What has this key, for messages.
    func owner(of key: String) -> Message {
        if movie.sprites.contains(where: { $0.isNamed(key) }) { return "a sprite has it" }
        if movie.audios.contains(where: { $0.audioKey.hasSameBytes(as: key) }) { return "a sound has it" }
        return movie.images.contains { $0.key.hasSameBytes(as: key) } ? "a payload has it" : "a matteKey names it"
    }
}

extension String {
    /// Removes as many bytes as another text has from the start.
    fileprivate func droppingFirstBytes(of beginning: String) -> String {
        String(self[utf8.index(startIndex, offsetBy: beginning.utf8.count)...])
    }
}

extension MovieEditor {
    mutating func delete(_ key: String) throws(SVGAError) {
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
            throw .invalid(reason: "the payload \"\(key)\" is used by other keys; delete those")
        }
        movie.sprites = movie.sprites.enumerated().filter { !goneSprites.contains($0.offset) }.map(\.element)
        movie.audios = movie.audios.enumerated().filter { !goneAudios.contains($0.offset) }.map(\.element)
        movie.images = movie.images.enumerated().filter { !unused.contains($0.offset) }.map(\.element)

        note = "deleted \"\(key)\" (\(counted(sprites.count, "sprite")), \(counted(unused.count, "payload")))"
        if unmasked > 0 { note += "; \(counted(unmasked, "sprite")) that it masked \(unmasked == 1 ? "is" : "are") now drawn unmasked" }
    }
}
