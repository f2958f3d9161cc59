import SVGAModel
import SVGASupport

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
        var last: [ByteKey: Int] = [:]
        for (index, payload) in payloads.enumerated() {
            if last.updateValue(index, forKey: ByteKey(payload.key)) != nil {
                diagnostics.add(
                    .imageKeyTwice, "two payloads have the key \(payload.key.quoted); the last is used", at: payload.key.quoted)
            }
        }
        for (index, payload) in payloads.enumerated() where last[ByteKey(payload.key)] == index {
            switch PayloadKind.sniff(payload.bytes) {
            case .image(let format):
                if format == .unknown {
                    let count = payload.bytes.count
                    diagnostics.add(.payloadUnknown, "neither a known image nor a known sound (\(count) bytes)", at: payload.key.quoted)
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
    private var exact: [ByteKey: Int] = [:]
    private var withoutExtension: [ByteKey: Int] = [:]

    package init() {}

    package mutating func add(_ key: String, _ index: Int) {
        exact[ByteKey(key)] = index
        guard let end = KeyIndex.extensionStart(key) else { return }
        let short = ByteKey(String(key[..<end]))
        if withoutExtension[short] == nil { withoutExtension[short] = index }
    }

    package func find(_ key: String) -> Int? {
        let whole = ByteKey(key)
        if let index = exact[whole] ?? exact[ByteKey(SpriteEntity.droppingKindSuffix(key))] { return index }
        let short = ByteKey(KeyIndex.droppingExtension(key))
        return exact[short] ?? withoutExtension[whole] ?? withoutExtension[short]
    }

    package static func droppingExtension(_ key: String) -> String { extensionStart(key).map { String(key[..<$0]) } ?? key }

    /// Where the dot of the key's last extension is; nil where it has none.
    private static func extensionStart(_ key: String) -> String.Index? {
        guard let dot = key.utf8.lastIndex(of: UInt8(ascii: ".")), dot > key.utf8.startIndex else { return nil }
        return dot
    }
}
