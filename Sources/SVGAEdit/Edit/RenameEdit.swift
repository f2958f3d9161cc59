import SVGAFormat
import SVGAModel

/// One key in the place of another, wherever it stands: also with the suffix of a kind.
struct KeyRenaming {
    let old: String
    let new: String

    func callAsFunction(_ key: String) -> String {
        if key == old { return new }
        let base = SpriteEntity.droppingKindSuffix(key)
        return base == old && base != key ? new + key.dropFirst(base.count) : key
    }

    /// The key of a payload that sprites or sounds of the old key lead to, perhaps by leaving out an extension.
    func payload(_ key: String) -> String {
        let renamed = self(key)
        if renamed != key { return renamed }
        if KeyIndex.droppingExtension(key) == old { return new + key.dropFirst(old.count) }
        // The sprite's key is the longer one.
        if SpriteEntity.droppingKindSuffix(old) == key { return SpriteEntity.droppingKindSuffix(new) }
        return KeyIndex.droppingExtension(old) == key ? KeyIndex.droppingExtension(new) : key
    }
}

extension MovieEditor {
    mutating func rename(_ old: String, to new: String) throws(EditError) {
        guard !old.isEmpty, !new.isEmpty else { throw .invalid(reason: "a key cannot be empty") }
        guard kindSuffix(old) == kindSuffix(new) else {
            let suffix = kindSuffix(new) ?? kindSuffix(old) ?? ""
            throw .invalid(reason: "\"\(old)\" cannot become \"\(new)\": \(suffix) would change what it is")
        }
        guard isName(old) else { throw unknownKey(old) }
        if old == new {
            note = "\"\(old)\" keeps its name"
            return
        }
        if isName(new) { throw .keyTaken(key: new, owner: owner(of: new)) }
        let before = References(movie)
        let renaming = KeyRenaming(old: old, new: new)
        let count = rename(renaming)
        guard References(movie) == before else {
            throw .invalid(
                reason: "\"\(old)\" cannot become \"\(new)\": by their names, something else would get its image, matte or sound")
        }
        note = "renamed \"\(old)\" to \"\(new)\" (\(counted(count, "sprite")))"
    }

    /// Puts the new key into sprites, mattes, sounds, and the payloads they lead to; says how many sprites there were.
    mutating func rename(_ renaming: KeyRenaming) -> Int {
        let payloads = PayloadIndex(movie.images)
        var used: Set<Int> = []
        var count = 0
        for index in movie.sprites.indices {
            let key = movie.sprites[index].imageKey
            let renamed = renaming(key)
            movie.sprites[index].matteKey = renaming(movie.sprites[index].matteKey)
            if renamed == key { continue }
            count += 1
            if let image = payloads.image(for: key) { used.insert(image) }
            // Some tools give a sound a sprite that shows nothing.
            if let sound = payloads.sound(for: key) { used.insert(sound) }
            movie.sprites[index].imageKey = renamed
        }
        for index in movie.audios.indices {
            let key = movie.audios[index].audioKey
            let renamed = renaming(key)
            if renamed == key { continue }
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
        return base == key ? nil : String(key.dropFirst(base.count))
    }

    /// Whether anything has this key, with or without a suffix.
    private func isName(_ key: String) -> Bool {
        func has(_ other: String) -> Bool { other == key || SpriteEntity.droppingKindSuffix(other) == key }
        return movie.sprites.contains { has($0.imageKey) || has($0.matteKey) } || movie.images.contains { has($0.key) }
            || movie.audios.contains { has($0.audioKey) }
    }

    private func owner(of key: String) -> String {
        if movie.sprites.contains(where: { $0.isNamed(key) }) { return "a sprite has it" }
        if movie.audios.contains(where: { $0.audioKey == key }) { return "a sound has it" }
        return movie.images.contains { $0.key == key } ? "a payload has it" : "a matteKey names it"
    }
}
