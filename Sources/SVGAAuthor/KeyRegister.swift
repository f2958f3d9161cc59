import SVGAFormat
import SVGAModel
import SVGASupport

/// The keys of a movie. Ensures that each key resolves to the intended item: readers also look up keys without suffix or extension
/// (Rules of rendering, section 4). Keys are compared byte for byte.
struct KeyRegister: Sendable {
    private static let suffixes = [".matte", ".vector"]

    /// The keys of images and sounds.
    private var payloads: Set<ByteKey> = []
    private var images: [String] = []
    private var imageIndex = KeyIndex()
    /// The keys that would resolve to an image for sprites without one.
    private var imageless: Set<ByteKey> = []
    /// As written in the file.
    private var mattes: Set<ByteKey> = []

    static func check(_ key: String) throws(SVGAError) {
        if key.isEmpty { throw .invalidKey(key, reason: "it is empty") }
        if key.utf8.contains(0) { throw .invalidKey(key, reason: "it contains NUL") }
        for suffix in suffixes where key.endsInBytes(of: suffix) {
            throw .invalidKey(key, reason: "the suffix \(suffix) has a meaning, and is added when the movie is written")
        }
    }

    /// Checks a key for an image or a sound.
    func checkPayload(_ key: String) throws(SVGAError) {
        try KeyRegister.check(key)
        if payloads.contains(ByteKey(key)) { throw .keyTaken(key, owner: "an image or a sound has it") }
        if imageless.contains(ByteKey(key)) || imageless.contains(ByteKey(KeyIndex.droppingExtension(key))) {
            throw .keyTaken(key, owner: "a sprite without an image has it, and would show this one")
        }
    }

    /// Checks a sprite's key.
    /// - Parameter name: the key as written in the file.
    func checkSprite(_ key: String, named name: String, hasImage: Bool) throws(SVGAError) {
        if mattes.contains(ByteKey(name)) { throw .keyTaken(key, owner: "another matte has it") }
        if !hasImage, let index = imageIndex.find(name) {
            throw .keyTaken(key, owner: "a sprite of this key would show the image \(images[index].quoted)")
        }
    }

    mutating func addImage(_ key: String) {
        payloads.insert(ByteKey(key))
        imageIndex.add(key, images.count)
        images.append(key)
    }

    mutating func addSound(_ key: String) { payloads.insert(ByteKey(key)) }

    mutating func addSprite(_ key: String, named name: String, hasImage: Bool) {
        if SpriteEntity.Kind(imageKey: name) == .matte { mattes.insert(ByteKey(name)) }
        if !hasImage { imageless.formUnion([ByteKey(key), ByteKey(name)]) }
    }

    /// - Parameter name: the key as written in the file.
    func hasMatte(_ name: String) -> Bool { mattes.contains(ByteKey(name)) }

    func unknownImage(_ key: String) -> SVGAError { .unknownImage(key: key, nearest: NearestNames.of(key, in: images)) }
}
