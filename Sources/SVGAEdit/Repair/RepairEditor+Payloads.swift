import SVGACheck
import SVGAEmulation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport

// Repairs of images, sounds and their keys.

extension RepairEditor {
    // MARK: Images

    /// Whether a player recognizes pictures by their first bytes, and waits for one.
    private var needsPictures: Bool { players.contains { $0.profile.pictures.isByBase64 } }

    /// Converts images to PNG if a player cannot decode them. Payloads that nothing can decode are replaced by a transparent image, or removed.
    mutating func convertPictures() throws(SVGAError) -> Message? {
        let used = SimilarKeys(movie.sprites.map(\.imageKey))
        var (converted, replaced) = (0, 0)
        var removed: Set<Int> = []
        for index in movie.images.indices where !movie.images[index].isSound {
            let image = movie.images[index]
            let isNeeded = players.contains(.webLite) && EmulatedPictures.mustDecode(image.key)
            let picture = decoded(image)
            if picture != nil, EmulatedPictures.isPicture(image.bytes) || !needsPictures { continue }
            if picture == nil, !isNeeded, !needsPictures { continue }
            if let picture {
                movie.images[index].bytes = try picture.pngData(PNGEncoder(effort: 5))
                converted += 1
            } else if used.mayMean(image.key) {
                movie.images[index].bytes = try transparentPicture()
                replaced += 1
            } else {
                removed.insert(index)
            }
            movie.images[index].entryName = nil
        }
        movie.images = movie.images.enumerated().filter { !removed.contains($0.offset) }.map(\.element)
        var notes: [Message] = []
        if converted > 0 { notes.append("converted \(counted(converted, "image")) to PNG") }
        if replaced > 0 { notes.append("replaced \(counted(replaced, "broken payload")) by a transparent image") }
        if !removed.isEmpty { notes.append("removed \(counted(removed.count, "broken payload")) without a sprite") }
        return notes.isEmpty ? nil : notes.joined(separator: "; ")
    }

    private func decoded(_ image: WireImage) -> Pixmap? {
        guard case .image(let format) = PayloadKind.sniff(image.bytes) else { return nil }
        return try? ImageDecoder.decode(ImageEntity(key: image.key, format: format, bytes: image.bytes), limits: limits)
    }

    /// Adds a transparent image for each visible bitmap sprite without one.
    mutating func addMissingPictures() throws(SVGAError) -> Message? {
        let entity = try resolved()
        let payloads = PayloadIndex(movie.images)
        var keys: Set<ByteKey> = []
        for sprite in entity.sprites where sprite.kind == .bitmap && sprite.imageIndex == nil && !sprite.imageKey.isEmpty {
            let isVisible = sprite.frames.records.prefix(entity.frameCount).contains { $0.isVisible }
            if isVisible, payloads.entry(sprite.imageKey) == nil { keys.insert(ByteKey(sprite.imageKey)) }
        }
        let picture = try transparentPicture()
        for key in keys.sorted() { movie.images.append(WireImage(key: key.text, bytes: picture)) }
        return keys.isEmpty ? nil : "added a transparent image for \(counted(keys.count, "missing key"))"
    }

    /// One player never starts a movie whose payloads are all sounds.
    mutating func addUnusedPicture() throws(SVGAError) -> Message? {
        guard needsPictures, !movie.images.isEmpty, !movie.images.contains(where: { EmulatedPictures.isPicture($0.bytes) }) else {
            return nil
        }
        movie.images.append(WireImage(key: newKey("placeholder"), bytes: try transparentPicture()))
        return "added a transparent image that no sprite uses, because a player waits for an image"
    }

    // MARK: Sounds

    /// One player decodes each payload as an image unless its key begins with `audio`; another stops at a sprite with a sound's key.
    mutating func renameSounds() -> Message? {
        let payloads = PayloadIndex(movie.images)
        let sprites = SimilarKeys(movie.sprites.map(\.imageKey))
        var renamed: [Int: String] = [:]
        for index in movie.images.indices where movie.images[index].isSound {
            let key = movie.images[index].key
            let isDecoded = players.contains(.webLite) && EmulatedPictures.mustDecode(key)
            if isDecoded || players.contains(.web) && sprites.mayMean(key) { renamed[index] = key }
        }
        if renamed.isEmpty { return nil }
        for audio in movie.audios.indices {
            guard let sound = payloads.sound(for: movie.audios[audio].audioKey), let old = renamed[sound] else { continue }
            if movie.images[sound].key.hasSameBytes(as: old) { renameSound(sound) }
            movie.audios[audio].audioKey = movie.images[sound].key
        }
        for (index, old) in renamed.sorted(by: { $0.key < $1.key }) where movie.images[index].key.hasSameBytes(as: old) {
            renameSound(index)
        }
        return "renamed \(counted(renamed.count, "sound")), so that the key begins with `audio` and no sprite has it"
    }

    private mutating func renameSound(_ index: Int) {
        let key = movie.images[index].key
        let plain = key.split(separator: ".", omittingEmptySubsequences: true).joined(separator: "_")
        movie.images[index].key = newKey(key.hasPrefix("audio") ? plain : "audio_" + plain)
        movie.images[index].entryName = nil
    }

    /// Adds an ID3 tag to an MP3, and converts other sounds to MP3, if a player with sound does not play them.
    mutating func convertSounds() throws(SVGAError) -> Message? {
        let payloads = PayloadIndex(movie.images)
        let supports = players.map(\.profile.sounds).filter { $0 != .none }
        var (tagged, converted) = (0, 0)
        for index in Set(movie.audios.compactMap { payloads.sound(for: $0.audioKey) }).sorted() {
            let bytes = movie.images[index].bytes
            if supports.allSatisfy({ $0.plays(bytes) }) { continue }
            if case .sound(.mp3) = payloads.kinds[index] {
                movie.images[index].bytes = RepairEditor.tag + bytes
                tagged += 1
            } else if let convertSound {
                do throws(SVGAError) {
                    movie.images[index].bytes = try convertSound(bytes, movie.images[index].key)
                    movie.images[index].entryName = nil
                    converted += 1
                } catch {
                    if error.kind == .cancelled { throw error }
                    reason = error.message
                }
            } else {
                reason = "this build cannot encode MP3"
            }
        }
        var notes: [Message] = []
        if tagged > 0 { notes.append("added an ID3 tag to \(counted(tagged, "sound"))") }
        if converted > 0 { notes.append("converted \(counted(converted, "sound")) to MP3 with an ID3 tag") }
        return notes.isEmpty ? nil : notes.joined(separator: "; ")
    }

    /// A tag of ID3 v2.3 with one frame, which names the encoder.
    private static let tag: [UInt8] =
        Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 15] + Array("TSSE".utf8) + [0, 0, 0, 5, 0, 0, 0] + Array("svga".utf8)

    /// Android needs the length of a sound.
    mutating func setSoundLengths() -> Message? {
        guard players.contains(.android) else { return nil }
        let payloads = PayloadIndex(movie.images)
        var count = 0
        for index in movie.audios.indices {
            guard movie.audios[index].totalTime <= 0, let sound = payloads.sound(for: movie.audios[index].audioKey),
                let length = SoundLength.milliseconds(of: movie.images[sound].bytes), length > 0
            else { continue }
            movie.audios[index].totalTime = length
            count += 1
        }
        return count == 0 ? nil : "wrote the length of \(counted(count, "sound"))"
    }

    // MARK: Keys

    /// The keys by which players look up a sprite's image.
    private static func lookups(_ key: String, of players: some Sequence<PublicPlayer>) -> Set<ByteKey> {
        // Some players remove `.matte` from both keys, so an image with the sprite's key is found.
        Set(players.map { ByteKey($0.profile.imageLookup == .droppingMatte ? key : $0.profile.imageLookup.form(ofSprite: key)) })
    }

    /// Gives images the keys by which players look them up. Sprites keep their keys, which apps use.
    mutating func addExactKeys() -> Message? {
        if !isForAllSprites { nameSprites() }
        let payloads = PayloadIndex(movie.images)
        // A key that some sprite needs is not taken away.
        var needed: Set<ByteKey> = []
        for sprite in movie.sprites where payloads.image(for: sprite.imageKey) != nil {
            needed.formUnion(RepairEditor.lookups(sprite.imageKey, of: players.union(PublicPlayer.main)))
            needed.insert(ByteKey(sprite.imageKey))
        }
        var wanted: [ByteKey: Int] = [:]
        for index in sprites {
            let key = movie.sprites[index].imageKey
            guard !key.isEmpty, let image = payloads.image(for: key) else { continue }
            for lookup in RepairEditor.lookups(key, of: players) where !lookup.text.isEmpty {
                let known = wanted[lookup] ?? payloads.entry(lookup.text)
                if let known, movie.images[known].bytes != movie.images[image].bytes {
                    reason = "another image has the key \(lookup.text.quoted)"
                } else if known == nil {
                    wanted[lookup] = image
                }
            }
        }
        var renamed: Set<Int> = []
        for (key, image) in wanted.sorted(by: { $0.key < $1.key }) {
            if !needed.contains(ByteKey(movie.images[image].key)), renamed.insert(image).inserted {
                movie.images[image].key = key.text
                movie.images[image].entryName = nil
            } else {
                movie.images.append(WireImage(key: key.text, bytes: movie.images[image].bytes))
            }
        }
        return wanted.isEmpty ? nil : "gave \(counted(Set(wanted.values).count, "image")) the key by which the player looks it up"
    }

    /// Gives sprites without a key one; two players skip such sprites.
    private mutating func nameSprites() {
        for index in sprites where movie.sprites[index].imageKey.isEmpty {
            let image = PayloadIndex(movie.images).image(for: "")
            let key = newKey("sprite") + (image == nil ? ".vector" : "")
            movie.sprites[index].imageKey = key
            if let image { movie.images.append(WireImage(key: key, bytes: movie.images[image].bytes)) }
        }
    }
}
