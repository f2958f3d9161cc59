/// Base64 by RFC 4648.
package struct Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The encoded text that was not removed yet.
    package var text: [UInt8]
    /// Up to two bytes that wait for a third.
    private var waiting: [UInt8] = []

    /// An encoder that takes bytes in pieces.
    /// - Parameter text: the text before the encoded bytes.
    package init(after text: [UInt8] = []) { self.text = text }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        var i = 0
        if !waiting.isEmpty {
            while waiting.count < 3, i < bytes.count {
                waiting.append(bytes[i])
                i += 1
            }
            guard waiting.count == 3 else { return }
            put(waiting[0], waiting[1], waiting[2])
            waiting = []
        }
        text.reserveCapacity(text.count + (bytes.count + 2) / 3 * 4)
        while i + 3 <= bytes.count {
            put(bytes[i], bytes[i + 1], bytes[i + 2])
            i += 3
        }
        waiting = Array(bytes[i...])
    }

    /// Ends the text with its padding.
    package mutating func end() {
        guard let first = waiting.first else { return }
        put(first, waiting.count > 1 ? waiting[1] : 0, 0)
        for i in 0..<3 - waiting.count { text[text.count - 1 - i] = UInt8(ascii: "=") }
        waiting = []
    }

    private mutating func put(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
        let group = Int(first) << 16 | Int(second) << 8 | Int(third)
        for shift in [18, 12, 6, 0] { text.append(Base64.digits[group >> shift & 63]) }
    }

    // MARK: - Complete texts

    package static func encoded(_ bytes: [UInt8]) -> String {
        var encoder = Base64()
        bytes.withUnsafeBytes { encoder.append($0) }
        encoder.end()
        return String(decoding: encoder.text, as: UTF8.self)
    }

    /// Decodes a padded text; nil for any other character, a wrong length, or trailing bits that are not 0.
    package static func decoded(_ text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count % 4 == 0 else { return nil }
        let padding = characters.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3)
        var group: UInt32 = 0
        var bits = 0
        for character in characters.dropLast(padding) {
            guard let value = value(of: character) else { return nil }
            group = (group << 6 | value) & 0xFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: group >> bits))
            }
        }
        return group & (1 << bits - 1) == 0 ? bytes : nil
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
