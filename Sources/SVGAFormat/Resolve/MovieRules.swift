package import SVGAModel

// What the keys and numbers of a file mean, each rule once: reading asks here (Resolver), and so does editing.

// MARK: - Keys

/// Finds an entry by its key (Rules of rendering, section 4): as it is, else without a `.matte` or `.vector` suffix, else without the
/// last extension on either side. Keys are compared byte for byte.
package struct KeyIndex: Sendable {
    private var exact: [ByteKey: Int] = [:]
    private var withoutExtension: [ByteKey: Int] = [:]

    package init() {}

    /// Of two entries with one key the last counts; of two that only have it without their extensions the first.
    package mutating func add(_ key: String, _ index: Int) {
        exact[ByteKey(key)] = index
        guard let end = KeyIndex.extensionStart(key) else { return }
        let short = ByteKey(String(key[..<end]))
        if withoutExtension[short] == nil { withoutExtension[short] = index }
    }

    /// - Complexity: linear in the key.
    package func find(_ key: String) -> Int? {
        let whole = ByteKey(key)
        if let index = exact[whole] ?? exact[ByteKey(SpriteEntity.droppingKindSuffix(key))] { return index }
        let short = ByteKey(KeyIndex.droppingExtension(key))
        return exact[short] ?? withoutExtension[whole] ?? withoutExtension[short]
    }

    package static func droppingExtension(_ key: String) -> String { extensionStart(key).map { String(key[..<$0]) } ?? key }

    /// Where the dot of the last extension is; nil where there is none.
    private static func extensionStart(_ key: String) -> String.Index? {
        guard let dot = key.utf8.lastIndex(of: UInt8(ascii: ".")), dot > key.utf8.startIndex else { return nil }
        return dot
    }
}

/// Which payload a key means (Rules of rendering, sections 3 and 4), as an index into the file's own list.
package struct PayloadIndex {
    /// What each payload is, by its first bytes.
    package let kinds: [PayloadKind]
    private var images = KeyIndex()
    private var sounds = KeyIndex()
    /// The last payload of each key: the one that counts.
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

    /// Adds an image behind all others, whose key none of them has.
    package mutating func add(image key: String, at index: Int) {
        last[ByteKey(key)] = index
        images.add(key, index)
    }

    /// The bitmap that a sprite with this `imageKey` shows.
    package func image(for key: String) -> Int? { images.find(key) }

    package func sound(for key: String) -> Int? { sounds.find(key) }

    /// The payload of exactly this key, of whatever kind.
    package func entry(_ key: String) -> Int? { last[ByteKey(key)] }
}

/// Keys in every form that some player looks for: whole, without `.matte` or `.vector`, and without the last extension (Rules of
/// rendering, section 4). Players differ in the forms they try, so whatever matches in any form may be in use.
package struct SimilarKeys: Sendable {
    private var forms: Set<ByteKey> = []

    package init(_ keys: some Sequence<String>) {
        for key in keys { forms.formUnion(SimilarKeys.forms(of: key)) }
    }

    package func mayMean(_ key: String) -> Bool { !forms.isDisjoint(with: SimilarKeys.forms(of: key)) }

    /// At most four, each once.
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

    /// Whether content that is set for `key` belongs to this sprite (Rules of rendering, section 8).
    package func isNamed(_ key: String) -> Bool { imageKey.isKey(key) }
}

extension String {
    /// Whether it is this key, or this key with the suffix of a kind.
    package func isKey(_ key: String) -> Bool { hasSameBytes(as: key) || SpriteEntity.droppingKindSuffix(self).hasSameBytes(as: key) }
}

/// Which sprite masks another (Rules of rendering, section 5).
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

    /// The matte that masks a sprite; nil where it is drawn unmasked. A matte's own `matteKey` is ignored.
    package func matte(of sprite: WireSprite) -> Int? { sprite.matteKey.isEmpty || sprite.isMatte ? nil : matte(for: sprite.matteKey) }
}

extension WireMovie {
    /// What every reference of a movie leads to, so that two states of it can be compared.
    package struct References: Equatable {
        /// For each sprite the index of its payload.
        package var images: [Int?]
        /// For each sprite the index of its matte.
        package var mattes: [Int?]
        /// For each audio the index of its payload.
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
    /// Puts a sprite that shows nothing before mattes that would be first, if the movie has unmasked sprites too.
    ///
    /// The official web player looks at the first sprite to see whether there are mattes, and then throws at unmasked sprites; without, it
    /// draws all of them, unmasked. Android, which looks too, leaves a hidden sprite out before.
    /// - Returns: whether one was needed.
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
    /// Whether it is one that ``WireMovie/addPlaceholderMatte()`` puts first.
    package var isLeader: Bool { imageKey.isEmpty && matteKey.isEmpty && frames.allSatisfy { $0 == WireFrame() } }
}

// MARK: - Shapes that are kept

extension WireFrame {
    /// Whether it shows the shapes of an earlier frame (Rules of rendering, section 6).
    package var isKeeping: Bool { shapes.first?.kind == .keep }
}

extension WireSprite {
    /// The shapes that the frame at `index` shows, with KEEP followed: those of the nearest frame up to it that has its own.
    package func shownShapes(at index: Int) -> [WireShape] { frames[...index].last { !$0.isKeeping }?.shapes ?? [] }
}

// MARK: - Time

extension WireMovie {
    /// What is played where a file has no fps, or 0 (Rules of rendering, section 2).
    private static let defaultFPS = 20

    /// The frames a second that the movie is played with, at least 1.
    package var playedFPS: Int { fps > 0 ? Int(fps) : WireMovie.defaultFPS }
}

extension WireAudio {
    /// Whether it sounds until the movie ends, because it has no end of its own (Rules of rendering, section 7).
    package var isOpenEnded: Bool { endFrame <= max(0, startFrame) }

    /// The first frame with sound, and the first without it again, which may both lie behind the movie's end.
    package func playedFrames(movieFrames: Int) -> (start: Int, end: Int) {
        (max(0, Int(startFrame)), isOpenEnded ? movieFrames : Int(endFrame))
    }

    /// The movie's frames in which it sounds; empty where it would start behind the end.
    package func span(movieFrames: Int) -> Range<Int> {
        let (start, end) = playedFrames(movieFrames: movieFrames)
        return start..<max(start, min(end, movieFrames))
    }
}
