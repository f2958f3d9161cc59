import SVGAModel

/// Detects text files, and binary files damaged by a text conversion.
enum TextSniffer {
    static func kind(of bytes: UnsafeBufferPointer<UInt8>) -> FileKind? {
        if bytes.count >= 4, bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return .utf16Text }
        if let kind = transcoded(bytes) { return kind }
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < bytes.count, bytes[start] <= 0x20 {
            guard [0x20, 0x09, 0x0A, 0x0D].contains(bytes[start]) else { return nil }
            start += 1
        }
        let text = UnsafeBufferPointer(rebasing: bytes[start...])
        let head = UnsafeBufferPointer(rebasing: text.prefix(FileSniffer.windowBytes))
        if let kind = marked(head, text: text) { return kind }
        guard isText(head) else { return nil }
        return encoded(head) ?? .text
    }

    // MARK: - Texts with a signature

    private static func marked(_ head: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>) -> FileKind? {
        if starts(head, "version https://git-lfs.github.com/spec/") { return .gitLFSPointer }
        if starts(head, "http/1.") || starts(head, "http/2") || starts(head, "http/3") { return .httpMessage }
        if starts(head, "data:"), head.prefix(256).contains(UInt8(ascii: ",")) { return .dataURL }
        switch head.first {
        case UInt8(ascii: "<"): return markup(head)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return json(head, text)
        default: return nil
        }
    }

    private static func markup(_ head: UnsafeBufferPointer<UInt8>) -> FileKind? {
        if head.contains("<svg") { return .svg }
        let beginning = UnsafeBufferPointer(rebasing: head.prefix(1024))
        let lowercase = beginning.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        let isPage = lowercase.withUnsafeBufferPointer { text in
            ["<!doctype html", "<html", "<head", "<body", "<script", "<meta", "<title"].contains { text.contains($0) }
        }
        if isPage { return .webPage }
        guard isText(head), head.contains(">") else { return nil }
        return .xml
    }

    private static func json(_ head: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>) -> FileKind? {
        let tail = UnsafeBufferPointer(rebasing: text.suffix(FileSniffer.windowBytes))
        func has(_ key: String) -> Bool { head.contains("\"\(key)\"") || tail.contains("\"\(key)\"") }
        if head.first == UInt8(ascii: "{") {
            let hasLayers = text.contains("\"layers\"")
            if hasLayers, has("ip") || has("op") || has("fr") { return .lottie }
            if has("viewBox"), has("sprites") || has("movie") { return .movieSpec }
            if has("canvas"), has("sprites") { return .creationSpec }
            if hasLayers { return .lottie }
            return isText(head) ? .json : nil
        }
        guard isText(head) else { return nil }
        // An array begins with a value; other text in brackets is a note or a log.
        let next = head.dropFirst().first { $0 > 0x20 }
        return next.map { "{[\"]0123456789-tfn".utf8.contains($0) } == true ? .json : nil
    }

    private static func starts(_ head: UnsafeBufferPointer<UInt8>, _ text: String) -> Bool {
        head.count >= text.utf8.count
            && zip(head, text.utf8).allSatisfy { ($0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0) == $1 }
    }

    // MARK: - Binary data as text

    /// Binary data that was decoded as text and written as UTF-8. Each byte above 127 becomes several: U+FFFD if it was decoded as UTF-8,
    /// or a character of Latin-1 or Windows-1252.
    static func transcoded(_ bytes: UnsafeBufferPointer<UInt8>) -> FileKind? {
        guard bytes.count >= 12 else { return nil }
        let head = UnsafeBufferPointer(rebasing: bytes.prefix(FileSniffer.windowBytes))
        if isASCII(head) { return nil }
        var (replaced, western, other, controls) = (0, 0, 0, 0)
        var index = 0
        while index < head.count {
            guard let (scalar, length) = scalar(head, at: index) else {
                // The last character may be truncated.
                if index + 4 > head.count { break }
                return nil
            }
            switch scalar {
            case 0xFFFD: replaced += 1
            case 0..<0x80: controls += isControl(UInt8(scalar)) ? 1 : 0
            case 0x80..<0x100, 0x152...0x17E, 0x192, 0x2C6...0x2DC, 0x2013...0x203A, 0x20AC, 0x2122: western += 1
            default: other += 1
            }
            index += length
        }
        if replaced >= 3, controls > 0 || 20 * replaced > head.count { return .binaryAsText }
        let isWestern = western >= 3 && other == 0 && controls > 0 && 20 * (western + controls) > head.count
        return isWestern ? .binaryAsText : nil
    }

    private static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let bytes = UnsafeRawBufferPointer(bytes)
        var (at, all) = (0, UInt64(0))
        while at + 8 <= bytes.count {
            all |= bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            at += 8
        }
        while at < bytes.count {
            all |= UInt64(bytes[at])
            at += 1
        }
        return all & 0x8080_8080_8080_8080 == 0
    }

    private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (value: UInt32, length: Int)? {
        let first = UInt32(bytes[index])
        if first < 0x80 { return (first, 1) }
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard first >= 0xC2, first < 0xF5, index + length <= bytes.count else { return nil }
        var value = first & (0x7F >> UInt32(length))
        for byte in bytes[index + 1..<index + length] {
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        return (value, length)
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains(byte) || byte == 0x7F }

    /// Whether it may be text in UTF-8 or in another encoding that contains ASCII.
    private static func isText(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !head.isEmpty, !head.contains(where: isControl) else { return false }
        let plain = head.count { $0 < 0x80 }
        if plain == head.count { return head.count >= 4 }
        var index = 0
        while index < head.count {
            guard let (_, length) = scalar(head, at: index) else { return index + 4 > head.count || 4 * plain > 3 * head.count }
            index += length
        }
        return head.count >= 4
    }

    /// Text that encodes binary data.
    private static func encoded(_ head: UnsafeBufferPointer<UInt8>) -> FileKind? {
        let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
        let content = head.filter { $0 > 0x20 && !quotes.contains($0) }
        let hexadecimal = content.starts(with: "0x".utf8) ? content.dropFirst(2) : content[...]
        func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66 }
        if hexadecimal.count >= 16, hexadecimal.allSatisfy(isDigit) { return .hexadecimal }
        func isBase64(_ byte: UInt8) -> Bool {
            byte >= 0x30 && byte <= 0x39 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || "+/-_=".utf8.contains(byte)
        }
        guard content.count >= 8, content.allSatisfy(isBase64) else { return nil }
        // zlib, ZIP, gzip, PNG and JSON in Base64; otherwise a long text without spaces.
        let starts = ["eJ", "eN", "eA", "eF", "UEsD", "H4sI", "iVBOR", "ey"]
        if starts.contains(where: { content.starts(with: $0.utf8) }) { return .base64 }
        return content.count >= 64 && head.prefix(64).allSatisfy { $0 > 0x20 } ? .base64 : nil
    }
}
