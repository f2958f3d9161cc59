/// What a payload is, by its first bytes (Rules of rendering, section 3).
package enum PayloadKind {
    case image(ImageEntity.Format)
    case sound(SoundEntity.Format)

    package static func sniff(_ bytes: [UInt8]) -> PayloadKind {
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
