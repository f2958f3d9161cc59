import SVGAFormat
import SVGAModel

/// New keys in the place of old ones, wherever they stand: also with the suffix of a kind.
struct KeyRenaming {
    private var new: [ByteKey: String] = [:]
    /// The same for old keys without their suffix or extension, by which an image is found too.
    private var shortened: [ByteKey: String] = [:]

    /// - Parameter names: of two for one old key, the first counts.
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

    /// The key of a payload that sprites or sounds of an old key lead to, perhaps by leaving out an extension.
    func payload(_ key: String) -> String {
        let renamed = self(key)
        if !renamed.hasSameBytes(as: key) { return renamed }
        let stem = KeyIndex.droppingExtension(key)
        if let renamed = new[ByteKey(stem)] { return renamed + key.droppingFirstBytes(of: stem) }
        return shortened[ByteKey(key)] ?? key
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
        if old.hasSameBytes(as: new) {
            note = "\"\(old)\" keeps its name"
            return
        }
        if isName(new) { throw .keyTaken(key: new, owner: owner(of: new)) }
        let before = movie.references
        let count = rename(KeyRenaming([(old, new)]))
        guard movie.references == before else {
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
            if renamed.hasSameBytes(as: key) { continue }
            count += 1
            if let image = payloads.image(for: key) { used.insert(image) }
            // Some tools give a sound a sprite that shows nothing.
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

    /// Whether anything has this key, with or without a suffix.
    private func isName(_ key: String) -> Bool {
        movie.sprites.contains { $0.imageKey.isKey(key) || $0.matteKey.isKey(key) } || movie.images.contains { $0.key.isKey(key) }
            || movie.audios.contains { $0.audioKey.isKey(key) }
    }

    private func owner(of key: String) -> String {
        if movie.sprites.contains(where: { $0.isNamed(key) }) { return "a sprite has it" }
        if movie.audios.contains(where: { $0.audioKey.hasSameBytes(as: key) }) { return "a sound has it" }
        return movie.images.contains { $0.key.hasSameBytes(as: key) } ? "a payload has it" : "a matteKey names it"
    }
}

extension String {
    /// What comes after a text that this one begins with, counted in bytes.
    fileprivate func droppingFirstBytes(of beginning: String) -> String {
        String(self[utf8.index(startIndex, offsetBy: beginning.utf8.count)...])
    }
}
