import SVGAFormat
import SVGAModel

/// Which payload a key leads to (Rules of rendering, sections 3 and 4), as an index into the file's own list.
struct PayloadIndex {
    private var images = KeyIndex()
    private var sounds = KeyIndex()
    /// The last of each key: the one that counts.
    private var last: [ByteKey: Int] = [:]

    init(_ payloads: [WireImage]) {
        for (index, payload) in payloads.enumerated() { last[ByteKey(payload.key)] = index }
        for (index, payload) in payloads.enumerated() where last[ByteKey(payload.key)] == index {
            switch PayloadKind.sniff(payload.bytes) {
            case .image: images.add(payload.key, index)
            case .sound: sounds.add(payload.key, index)
            }
        }
    }

    /// Adds an image behind all others, whose key none of them has.
    mutating func add(image key: String, at index: Int) {
        last[ByteKey(key)] = index
        images.add(key, index)
    }

    /// The bitmap that a sprite with this `imageKey` shows.
    func image(for key: String) -> Int? { images.find(key) }

    func sound(for key: String) -> Int? { sounds.find(key) }

    /// The payload of exactly this key, of whatever kind.
    func entry(_ key: String) -> Int? { last[ByteKey(key)] }
}

extension WireImage {
    var isSound: Bool {
        if case .sound = PayloadKind.sniff(bytes) { true } else { false }
    }
}
