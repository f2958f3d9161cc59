/// Reads a JSON text (RFC 8259) that a person may have written by hand: what is wrong is told with its line and column, and a
/// name that stands twice in an object is an error.
struct JSONParser {
    /// Far more than a file of variables needs, and little enough for the stack.
    private static let maxDepth = 64

    private let bytes: [UInt8]
    private var offset = 0
    private var depth = 0

    static func parse(_ bytes: [UInt8]) throws(UsageError) -> JSONValue {
        let bom: [UInt8] = [0xEF, 0xBB, 0xBF]
        var parser = JSONParser(bytes: bytes, offset: bytes.starts(with: bom) ? bom.count : 0)
        guard String(validating: bytes, as: UTF8.self) != nil else { throw UsageError(message: "this is no UTF-8 text") }
        let value = try parser.value()
        parser.skipSpace()
        guard parser.offset == bytes.count else { throw parser.failure("there is more after the document's end") }
        return value
    }

    private init(bytes: [UInt8], offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    private func failure(_ reason: String) -> UsageError {
        let before = bytes[..<offset]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = String(decoding: before[start...], as: UTF8.self).count + 1
        return UsageError(message: "this is no JSON: \(reason) (line \(line), column \(column))")
    }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { offset += 1 }
    }

    /// Whether this character comes next, after any space; it is passed then.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func value() throws(UsageError) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case nil: throw failure("the document ends too early")
        default: return try word()
        }
    }

    private mutating func object() throws(UsageError) -> JSONValue {
        try enter()
        var members: [String: JSONValue] = [:]
        if !take("}") {
            repeat {
                skipSpace()
                guard next == UInt8(ascii: "\"") else { throw failure("a name in quotes is expected") }
                let name = try string()
                guard members[name] == nil else { throw failure("\"\(name)\" stands twice in one object") }
                guard take(":") else { throw failure("a colon is expected") }
                members[name] = try value()
            } while take(",")
            guard take("}") else { throw failure("a comma or } is expected") }
        }
        depth -= 1
        return .object(members)
    }

    private mutating func array() throws(UsageError) -> JSONValue {
        try enter()
        var elements: [JSONValue] = []
        if !take("]") {
            repeat { elements.append(try value()) } while take(",")
            guard take("]") else { throw failure("a comma or ] is expected") }
        }
        depth -= 1
        return .array(elements)
    }

    private mutating func enter() throws(UsageError) {
        depth += 1
        guard depth <= JSONParser.maxDepth else { throw failure("it is nested too deeply") }
        offset += 1
    }

    /// `true`, `false`, `null` or a number.
    private mutating func word() throws(UsageError) -> JSONValue {
        let rest = bytes[offset...].prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        let word = String(decoding: rest, as: UTF8.self)
        let value: JSONValue
        switch word {
        case "true": value = .bool(true)
        case "false": value = .bool(false)
        case "null": value = .null
        default:
            guard let number = JSONParser.number(word) else { throw failure(word.isEmpty ? "a value is expected" : "\(word) is no value") }
            value = .number(number)
        }
        offset += rest.count
        return value
    }

    private static func number(_ word: String) -> Double? {
        guard word.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil, let value = Double(word) else { return nil }
        return value.isFinite ? value : nil
    }

    /// From one quote to the other.
    private mutating func string() throws(UsageError) -> String {
        offset += 1
        var units: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return String(decoding: units, as: UTF8.self)
            case UInt8(ascii: "\\"): units += Array(String(try escape()).utf8)
            case 0..<0x20: throw failure("a line break or control character in a string is written \\n or \\u")
            default:
                units.append(byte)
                offset += 1
            }
        }
        throw failure("a string is not closed")
    }

    private mutating func escape() throws(UsageError) -> Unicode.Scalar {
        offset += 1
        let simple: [UInt8: Unicode.Scalar] = [
            UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
            UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
        ]
        if let byte = next, let scalar = simple[byte] {
            offset += 1
            return scalar
        }
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        // Two halves of a character above U+FFFF.
        guard first < 0xDC00, next == UInt8(ascii: "\\") else { throw failure("half a surrogate pair") }
        offset += 1
        let second = try codeUnit()
        guard 0xDC00...0xDFFF ~= second, let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) else {
            throw failure("half a surrogate pair")
        }
        return scalar
    }

    /// `uXXXX`
    private mutating func codeUnit() throws(UsageError) -> UInt32 {
        let digits = bytes[offset...].dropFirst().prefix(4)
        guard next == UInt8(ascii: "u"), digits.count == 4, !digits.contains(UInt8(ascii: "+")), !digits.contains(UInt8(ascii: "-")),
            let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw failure("an unknown escape in a string") }
        offset += 5
        return unit
    }
}
