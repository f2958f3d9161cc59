import SVGAModel

/// The payloads of a file, sorted into images and sounds by their first bytes, and the lookup of keys (Rules of rendering
/// sections 3 and 4).
struct Payloads {
    private(set) var images: [ImageEntity] = []
    private(set) var sounds: [SoundEntity] = []
    private var imageIndices = KeyIndex()
    private var soundIndices = KeyIndex()

    init(_ payloads: [WireImage], limits: ReadLimits, diagnostics: inout DiagnosticList) throws(ReadError) {
        guard payloads.count <= limits.images else {
            throw .limit(LimitExceeded(\.images, of: limits, found: payloads.count))
        }
        var last: [String: Int] = [:]
        for (index, payload) in payloads.enumerated() {
            if last.updateValue(index, forKey: payload.key) != nil {
                diagnostics.add(.imageKeyTwice, "two payloads have the key \"\(payload.key)\"; the last is used", at: "\"\(payload.key)\"")
            }
        }
        for (index, payload) in payloads.enumerated() where last[payload.key] == index {
            switch PayloadKind.sniff(payload.bytes) {
            case .image(let format):
                if format == .unknown {
                    let count = payload.bytes.count
                    diagnostics.add(.payloadUnknown, "neither a known image nor a known sound (\(count) bytes)", at: "\"\(payload.key)\"")
                }
                imageIndices.add(payload.key, images.count)
                images.append(ImageEntity(key: payload.key, format: format, bytes: payload.bytes))
            case .sound(let format):
                soundIndices.add(payload.key, sounds.count)
                sounds.append(SoundEntity(key: payload.key, format: format, bytes: payload.bytes))
            }
        }
    }

    /// The image a sprite of this key shows.
    func imageIndex(for key: String) -> Int? { imageIndices.find(key) }

    func soundIndex(for key: String) -> Int? { soundIndices.find(key) }
}

/// Finds an entry by its key: as it is, else without a `.matte` or `.vector` suffix, else without the last extension on
/// either side.
package struct KeyIndex {
    private var exact: [String: Int] = [:]
    private var withoutExtension: [String: Int] = [:]

    package init() {}

    package mutating func add(_ key: String, _ index: Int) {
        exact[key] = index
        let short = KeyIndex.droppingExtension(key)
        if short != key, withoutExtension[short] == nil { withoutExtension[short] = index }
    }

    package func find(_ key: String) -> Int? {
        let short = KeyIndex.droppingExtension(key)
        return exact[key] ?? exact[SpriteEntity.droppingKindSuffix(key)] ?? exact[short] ?? withoutExtension[key]
            ?? withoutExtension[short]
    }

    package static func droppingExtension(_ key: String) -> String {
        guard let dot = key.utf8.lastIndex(of: UInt8(ascii: ".")), dot > key.utf8.startIndex else { return key }
        return String(key[..<dot])
    }
}
