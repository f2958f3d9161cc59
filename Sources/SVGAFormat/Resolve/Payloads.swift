import SVGAModel

/// The payloads of a file, sorted into images and sounds by their first bytes, and the lookup of keys (semantics.md
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
private struct KeyIndex {
    private var exact: [String: Int] = [:]
    private var withoutExtension: [String: Int] = [:]

    mutating func add(_ key: String, _ index: Int) {
        exact[key] = index
        let short = KeyIndex.droppingExtension(key)
        if short != key, withoutExtension[short] == nil { withoutExtension[short] = index }
    }

    func find(_ key: String) -> Int? {
        let short = KeyIndex.droppingExtension(key)
        return exact[key] ?? exact[SpriteEntity.droppingKindSuffix(key)] ?? exact[short] ?? withoutExtension[key]
            ?? withoutExtension[short]
    }

    private static func droppingExtension(_ key: String) -> String {
        guard let dot = key.utf8.lastIndex(of: UInt8(ascii: ".")), dot > key.utf8.startIndex else { return key }
        return String(key[..<dot])
    }
}

/// What a payload is, by its first bytes (semantics.md section 3).
enum PayloadKind {
    case image(ImageEntity.Format)
    case sound(SoundEntity.Format)

    static func sniff(_ bytes: [UInt8]) -> PayloadKind {
        func has(_ text: StaticString, at offset: Int = 0) -> Bool {
            guard bytes.count >= offset + text.utf8CodeUnitCount else { return false }
            return text.withUTF8Buffer { bytes[offset..<offset + $0.count].elementsEqual($0) }
        }
        func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

        if byte(0) == 0x89, has("PNG", at: 1) { return .image(.png) }
        if byte(0) == 0xFF, byte(1) == 0xD8, byte(2) == 0xFF { return .image(.jpeg) }
        if has("RIFF"), has("WEBP", at: 8) { return .image(.webp) }
        if has("RIFF"), has("WAVE", at: 8) { return .sound(.wav) }
        if has("GIF87a") || has("GIF89a") { return .image(.gif) }
        if has("ID3") { return .sound(.mp3) }
        if has("OggS") { return .sound(.ogg) }
        if has("fLaC") { return .sound(.flac) }
        // The same boxes hold pictures (HEIC, AVIF), which no player draws.
        let isPicture = has("heic", at: 8) || has("heix", at: 8) || has("mif1", at: 8) || has("avif", at: 8) || has("avis", at: 8)
        if has("ftyp", at: 4) { return isPicture ? .image(.unknown) : .sound(.mp4) }
        // An MPEG audio sync: eleven set bits. Layer bits 00 are an AAC stream (ADTS), anything else MPEG audio.
        if byte(0) == 0xFF, byte(1) >= 0xE0, byte(1) != 0xFF { return .sound(byte(1) & 0b0000_0110 == 0 ? .aac : .mp3) }
        // BM, then a header size that some version of the format has: two letters alone prove nothing.
        if has("BM"), [12, 40, 52, 56, 64, 108, 124].contains(byte(14)), byte(15) == 0 { return .image(.bmp) }
        return .image(.unknown)
    }
}
