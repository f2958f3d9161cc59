import SVGAFormat
import SVGAModel

/// New keys in the place of old ones, wherever they stand: also with the suffix of a kind.
struct KeyRenaming {
    private let new: [String: String]
    /// The same for old keys without their suffix or extension, by which an image is found too.
    private var shortened: [String: String] = [:]

    init(_ new: [String: String]) {
        self.new = new
        for (old, new) in new {
            let (base, stem) = (SpriteEntity.droppingKindSuffix(old), KeyIndex.droppingExtension(old))
            if stem != old { shortened[stem] = KeyIndex.droppingExtension(new) }
            if base != old { shortened[base] = SpriteEntity.droppingKindSuffix(new) }
        }
    }

    func callAsFunction(_ key: String) -> String {
        if let renamed = new[key] { return renamed }
        let base = SpriteEntity.droppingKindSuffix(key)
        guard base != key, let renamed = new[base] else { return key }
        return renamed + key.dropFirst(base.count)
    }

    /// The key of a payload that sprites or sounds of an old key lead to, perhaps by leaving out an extension.
    func payload(_ key: String) -> String {
        let renamed = self(key)
        if renamed != key { return renamed }
        let stem = KeyIndex.droppingExtension(key)
        if let renamed = new[stem] { return renamed + key.dropFirst(stem.count) }
        return shortened[key] ?? key
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
        let count = rename(KeyRenaming([old: new]))
        guard References(movie) == before else {
            throw .invalid(
                reason: "\"\(old)\" cannot become \"\(new)\": by their names, something else would get its image, matte or sound")
        }
        note = "renamed \"\(old)\" to \"\(new)\" (\(counted(count, "sprite")))"
    }

    /// Puts new keys into sprites, mattes, sounds, and the payloads they lead to; says how many sprites there were.
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
