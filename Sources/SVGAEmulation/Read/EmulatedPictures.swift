import SVGAFormat
import SVGAModel

/// The payload of a sprite, by a player's rules for keys and formats.
package struct EmulatedPictures {
    /// Payloads that the player accepts as pictures, by the form of their key.
    private var pictures: [ByteKey: Int] = [:]
    /// All other payloads, by their key.
    private var others: Set<ByteKey> = []
    private let profile: Profile

    /// nil for a profile that finds pictures by "Rules of rendering".
    init?(_ payloads: [WireImage], _ profile: Profile, isJSON: Bool) {
        guard profile.imageLookup != .exactThenShortened else { return nil }
        self.profile = profile
        for (index, payload) in payloads.enumerated() {
            if profile.pictures.isByBase64, !EmulatedPictures.isPicture(payload.bytes) {
                others.insert(ByteKey(payload.key))
            } else if profile.pictures != .allOrNothing || profile.decodesSounds || EmulatedPictures.mustDecode(payload.key) {
                pictures[ByteKey(profile.imageLookup.form(ofImage: payload.key, isJSON: isJSON))] = index
            }
        }
    }

    /// The payload of a sprite with this key.
    func picture(of key: String) -> Int? {
        if profile.needsKey, key.isEmpty { return nil }
        return pictures[ByteKey(profile.imageLookup.form(ofSprite: key))]
    }

    /// Whether the sprite's payload cannot be drawn.
    func isBroken(_ key: String) -> Bool {
        guard profile.pictures == .byBase64 else { return false }
        let form = ByteKey(profile.imageLookup.form(ofSprite: key))
        return pictures[form] == nil && others.contains(form)
    }

    /// Whether the payload's base64 begins like a PNG, or like a JPEG that starts with its quantization table, longer than 16 bytes.
    package static func isPicture(_ bytes: [UInt8]) -> Bool {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB]
        return bytes.starts(with: [0x89, 0x50, 0x4E]) || bytes.starts(with: jpeg) && bytes.count > 4 && bytes[4] < 16
    }

    /// Whether a player that decodes every payload decodes that of this key.
    package static func mustDecode(_ key: String) -> Bool { !key.hasPrefix("audio") }
}
