import SVGAFormat
import SVGAModel

/// Which payload a player shows for a sprite, by its own rules of keys and formats.
package struct EmulatedPictures {
    /// Payloads that are pictures to it, by the form of their key.
    private var pictures: [ByteKey: Int] = [:]
    /// All others, by their key.
    private var others: Set<ByteKey> = []
    private let profile: Profile

    /// nil for a profile that looks pictures up as "Rules of rendering" say.
    init?(_ payloads: [WireImage], _ profile: Profile, isJSON: Bool) {
        guard profile.imageLookup != .exactThenShortened else { return nil }
        self.profile = profile
        for (index, payload) in payloads.enumerated() {
            if profile.pictures == .byBase64, !EmulatedPictures.isPicture(payload.bytes) {
                others.insert(ByteKey(payload.key))
            } else if profile.pictures != .allOrNothing || EmulatedPictures.mustDecode(payload.key) {
                pictures[ByteKey(profile.imageLookup.form(ofImage: payload.key, isJSON: isJSON))] = index
            }
        }
    }

    /// The payload that a sprite of this key shows.
    func picture(of key: String) -> Int? {
        if profile.needsKey, key.isEmpty { return nil }
        return pictures[ByteKey(profile.imageLookup.form(ofSprite: key))]
    }

    /// Whether the sprite finds a payload that cannot be drawn.
    func isBroken(_ key: String) -> Bool {
        let form = ByteKey(profile.imageLookup.form(ofSprite: key))
        return pictures[form] == nil && others.contains(form)
    }

    /// Whether the payload's base64 begins as that of a PNG, or of a JPEG that opens with its quantization table, longer than 16 bytes.
    package static func isPicture(_ bytes: [UInt8]) -> Bool {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB]
        return bytes.starts(with: [0x89, 0x50, 0x4E]) || bytes.starts(with: jpeg) && bytes.count > 4 && bytes[4] < 16
    }

    /// Whether a player that decodes everything tries the payload of this key.
    package static func mustDecode(_ key: String) -> Bool { !key.hasPrefix("audio") }
}
