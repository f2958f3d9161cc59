import SVGASupport

/// The text of a style sheet or a `style` attribute without what hides its structure: comments, escapes, and signs within strings.
enum SVGStyleText {
    /// The same declarations without comments and quotes. `{`, `}` and `;` in strings and escapes become `_`.
    static func plain(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.contains(where: { "\\/\"'<".utf8.contains($0) }) else { return Array(text) }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var at = text.startIndex
        var quote: UInt8?
        var isAddress = false
        while at < text.endIndex {
            let byte = text[at]
            if byte == UInt8(ascii: "\\") {
                result.append(contentsOf: escaped(in: text, &at))
                continue
            }
            if let open = quote {
                // A line break ends a string.
                if byte == open || byte == 0x0A || byte == 0x0D { quote = nil } else { result.append(hidden(byte)) }
            } else if isAddress {
                if byte == UInt8(ascii: ")") { isAddress = false }
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte } else { result.append(hidden(byte)) }
            } else if text[at...].starts(with: "/*".utf8) {
                at = end(of: "*/", in: text, from: at + 2)
                continue
            } else if text[at...].starts(with: "<!--".utf8) {
                at += 4
                continue
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else {
                isAddress = byte == UInt8(ascii: "(") && result.suffix(3).elementsEqual("url".utf8) { $0 | 0x20 == $1 }
                result.append(byte)
            }
            at += 1
        }
        return result
    }

    /// In lower case, because names of properties and functions may have any case.
    static func lowercased(_ text: some Sequence<UInt8>) -> [UInt8] { text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }

    private static func hidden(_ byte: UInt8) -> UInt8 { "{};".utf8.contains(byte) ? UInt8(ascii: "_") : byte }

    private static func end(of mark: StaticString, in text: ArraySlice<UInt8>, from start: Int) -> Int {
        var at = start
        while at < text.endIndex {
            if mark.withUTF8Buffer({ text[at...].starts(with: $0) }) { return at + mark.utf8CodeUnitCount }
            at += 1
        }
        return text.endIndex
    }

    /// The character of an escape: a backslash with up to six hexadecimal digits and a space, or with any other character.
    private static func escaped(in text: ArraySlice<UInt8>, _ at: inout Int) -> [UInt8] {
        at += 1
        let digits = text[min(at, text.endIndex)...].prefix(6).prefix { Character(Unicode.Scalar($0)).isHexDigit }
        if let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) {
            at = digits.endIndex
            if at < text.endIndex, text[at] <= 0x20 { at += 1 }
            return Array(String(Unicode.Scalar(value).map(Character.init) ?? "_").utf8).map(structure)
        }
        guard at < text.endIndex else { return [] }
        at += 1
        return text[at - 1] == 0x0A ? [] : [structure(text[at - 1])]
    }

    private static func structure(_ byte: UInt8) -> UInt8 { "{};:()\"'/*<".utf8.contains(byte) ? UInt8(ascii: "_") : byte }
}
