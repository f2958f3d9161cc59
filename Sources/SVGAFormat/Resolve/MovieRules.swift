package import SVGAModel

// The meaning of a file's keys and numbers, shared by reading (Resolver) and editing.

// MARK: - Keys

/// Finds an entry by its key (Rules of rendering, section 4): exactly, then without a `.matte` or `.vector` suffix, then without the last
/// extension on either side. Keys are compared byte for byte.
package struct KeyIndex: Sendable {
    private var exact: [ByteKey: Int] = [:]
    private var withoutExtension: [ByteKey: Int] = [:]
    /// The bytes of the longest key in both tables. Longer keys are not hashed.
    private var longest = 0

    package init() {}

    /// For two entries with one key, the last counts. For two that match only without extensions, the first counts.
    package mutating func add(_ key: String, _ index: Int) {
        exact[ByteKey(key)] = index
        longest = max(longest, key.utf8.count)
        guard let end = KeyIndex.extensionStart(key) else { return }
        let short = ByteKey(String(key[..<end]))
        if withoutExtension[short] == nil { withoutExtension[short] = index }
    }

    /// - Complexity: linear in the key's length.
    package func find(_ key: String) -> Int? {
        if exact.isEmpty { return nil }
        func entry(_ name: String, in table: [ByteKey: Int]) -> Int? { name.utf8.count <= longest ? table[ByteKey(name)] : nil }
        if let index = entry(key, in: exact) ?? entry(SpriteEntity.droppingKindSuffix(key), in: exact) { return index }
        let short = KeyIndex.droppingExtension(key)
        return entry(short, in: exact) ?? entry(key, in: withoutExtension) ?? entry(short, in: withoutExtension)
    }

    package static func droppingExtension(_ key: String) -> String { extensionStart(key).map { String(key[..<$0]) } ?? key }

    /// The position of the last extension's dot; nil if there is none.
    private static func extensionStart(_ key: String) -> String.Index? {
        // The last index of a buffer is found much faster than that of a string.
        let found = key.utf8.withContiguousStorageIfAvailable { $0.lastIndex(of: UInt8(ascii: ".")) }
        guard let offset = found ?? Array(key.utf8).lastIndex(of: UInt8(ascii: ".")), offset > 0 else { return nil }
        return key.utf8.index(key.startIndex, offsetBy: offset)
    }
}

/// Finds the payload of a key (Rules of rendering, sections 3 and 4), as an index into the file's list.
package struct PayloadIndex {
    /// The kind of each payload, by its first bytes.
    package let kinds: [PayloadKind]
    private var images = KeyIndex()
    private var sounds = KeyIndex()
    /// The last payload of each key, which is the one that counts.
    private var last: [ByteKey: Int] = [:]

    package init(_ payloads: [WireImage]) {
        kinds = payloads.map { PayloadKind.sniff($0.bytes) }
        for (index, payload) in payloads.enumerated() { last[ByteKey(payload.key)] = index }
        for (index, payload) in payloads.enumerated() where last[ByteKey(payload.key)] == index {
            switch kinds[index] {
            case .image: images.add(payload.key, index)
            case .sound: sounds.add(payload.key, index)
            }
        }
    }

    /// Adds an image with a new key after all others.
    package mutating func add(image key: String, at index: Int) {
        last[ByteKey(key)] = index
        images.add(key, index)
    }

    /// The bitmap of a sprite with this `imageKey`.
    package func image(for key: String) -> Int? { images.find(key) }

    package func sound(for key: String) -> Int? { sounds.find(key) }

    /// The payload of exactly this key, of any kind.
    package func entry(_ key: String) -> Int? { last[ByteKey(key)] }
}

/// Keys in every form that players try: complete, without `.matte` or `.vector`, and without the last extension (Rules of rendering,
/// section 4). Players differ, so a match in any form may be in use.
package struct SimilarKeys: Sendable {
    private var forms: Set<ByteKey> = []

    package init(_ keys: some Sequence<String>) {
        for key in keys { forms.formUnion(SimilarKeys.forms(of: key)) }
    }

    package func mayMean(_ key: String) -> Bool { !forms.isDisjoint(with: SimilarKeys.forms(of: key)) }

    /// At most four forms, without duplicates.
    package static func forms(of key: String) -> Set<ByteKey> {
        let plain = SpriteEntity.droppingKindSuffix(key)
        return Set([key, plain, KeyIndex.droppingExtension(key), KeyIndex.droppingExtension(plain)].map { ByteKey($0) })
    }
}

extension WireImage {
    package var isSound: Bool {
        if case .sound = PayloadKind.sniff(bytes) { true } else { false }
    }
}

// MARK: - Sprites and mattes

extension WireSprite {
    package var kind: SpriteEntity.Kind { SpriteEntity.Kind(imageKey: imageKey) }

    package var isMatte: Bool { kind == .matte }

    /// Whether content for `key` applies to this sprite (Rules of rendering, section 8).
    package func isNamed(_ key: String) -> Bool { imageKey.isKey(key) }
}

extension String {
    /// Whether it equals this key, or this key with a kind's suffix.
    package func isKey(_ key: String) -> Bool { hasSameBytes(as: key) || SpriteEntity.droppingKindSuffix(self).hasSameBytes(as: key) }
}

/// Finds the matte of a sprite (Rules of rendering, section 5).
package struct MatteIndex {
    private var first: [ByteKey: Int] = [:]

    package init(_ sprites: [WireSprite]) {
        for (index, sprite) in sprites.enumerated() where sprite.isMatte {
            let key = ByteKey(sprite.imageKey)
            if first[key] == nil { first[key] = index }
        }
    }

    /// The first matte sprite of this key.
    package func matte(for key: String) -> Int? { first[ByteKey(key)] }

    /// The matte that masks a sprite; nil if there is none. A matte's own `matteKey` is ignored.
    package func matte(of sprite: WireSprite) -> Int? { sprite.matteKey.isEmpty || sprite.isMatte ? nil : matte(for: sprite.matteKey) }
}

extension WireMovie {
    /// The resolved references of a movie, for comparing two versions of it.
    package struct References: Equatable {
        /// The payload index of each sprite.
        package var images: [Int?]
        /// The matte index of each sprite.
        package var mattes: [Int?]
        /// The payload index of each audio.
        package var sounds: [Int?]
    }

    package var references: References {
        let payloads = PayloadIndex(images)
        let mattes = MatteIndex(sprites)
        return References(
            images: sprites.map { payloads.image(for: $0.imageKey) }, mattes: sprites.map { mattes.matte(of: $0) },
            sounds: audios.map { payloads.sound(for: $0.audioKey) })
    }
}

extension WireMovie {
    /// Inserts an empty sprite before a matte at the start, if the movie also has unmasked sprites.
    ///
    /// The official web player detects mattes by the first sprite. If it is a matte, the player throws at unmasked sprites; otherwise it
    /// draws all sprites without masks. Android also tests the first sprite, after removing hidden ones.
    /// - Returns: whether it was necessary.
    @discardableResult
    package mutating func addPlaceholderMatte() -> Bool {
        guard sprites.first?.isMatte == true else { return false }
        let mattes = MatteIndex(sprites)
        guard sprites.contains(where: { !$0.isMatte && mattes.matte(of: $0) == nil }) else { return false }
        let count = max(Int(frames), sprites.map(\.frames.count).max() ?? 0)
        sprites.insert(WireSprite(frames: [WireFrame](repeating: WireFrame(), count: count)), at: 0)
        return true
    }
}

extension WireSprite {
    /// Whether ``WireMovie/addPlaceholderMatte()`` has inserted it.
    package var isLeader: Bool { imageKey.isEmpty && matteKey.isEmpty && frames.allSatisfy { $0 == WireFrame() } }
}

// MARK: - Kept shapes

extension WireFrame {
    /// Whether it repeats the shapes of an earlier frame (Rules of rendering, section 6).
    package var isKeeping: Bool { shapes.first?.kind == .keep }
}

extension WireSprite {
    /// The visible shapes of the frame at `index` after resolving KEEP: those of the last frame up to it without KEEP.
    package func visibleShapes(at index: Int) -> [WireShape] { frames[...index].last { !$0.isKeeping }?.shapes ?? [] }
}

// MARK: - Time

extension WireMovie {
    /// The frame rate if a file has no fps, or 0 (Rules of rendering, section 2).
    private static let defaultFPS = 20

    /// The frame rate of the movie, at least 1.
    package var playedFPS: Int { fps > 0 ? Int(fps) : WireMovie.defaultFPS }
}

extension WireAudio {
    /// Whether it plays until the movie ends, because it has no valid end (Rules of rendering, section 7).
    package var isOpenEnded: Bool { endFrame <= max(0, startFrame) }

    /// The first frame with sound, and the frame after its last; both may be beyond the movie's end.
    package func playedFrames(movieFrames: Int) -> (start: Int, end: Int) {
        (max(0, Int(startFrame)), isOpenEnded ? movieFrames : Int(endFrame))
    }

    /// The frames of the movie in which it plays; empty if it starts beyond the end.
    package func span(movieFrames: Int) -> Range<Int> {
        let (start, end) = playedFrames(movieFrames: movieFrames)
        return start..<max(start, min(end, movieFrames))
    }
}
