/// An error of a JSON text, with its position.
package struct JSONError: Error, Hashable, CustomStringConvertible {
    package let reason: Message
    /// From the start of the text.
    package let byteOffset: Int
    /// Counted from 1.
    package let line: Int
    /// Counted from 1, in Unicode scalars.
    package let column: Int
    /// Whether the text exceeds a limit; it may be valid.
    package var isLimit = false

    package var message: Message { "\(reason) (line \(line), column \(column))" }
    package var description: String { message.description }
}

/// The limits of a JSON text.
package struct JSONLimits: Sendable {
    /// The maximum nesting of arrays and objects.
    package var depth = 64
    /// The maximum number of values; each takes about 40 bytes.
    package var values = 1 << 20
    /// The maximum number of characters of a number.
    package var digits = 1000
    /// Whether to accept the same as browsers: for duplicate names in an object the last value counts, and a lone surrogate becomes a
    /// replacement character. Otherwise both are errors.
    package var isLenient = false

    package init() {}
}

extension JSONValue {
    /// Parses a text strictly by RFC 8259. It also rejects invalid UTF-8, lone surrogates, duplicate names in an object, and numbers out of
    /// the range of `Double`. A byte order mark before the text is skipped.
    ///
    /// - Complexity: linear in the text, for time and memory.
    package init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
        var parser = JSONParser(bytes, limits: limits)
        self = try parser.document()
    }
}

/// A recursive descent parser, at most ``JSONLimits/depth`` levels deep.
private struct JSONParser {
    private let bytes: [UInt8]
    private let limits: JSONLimits
    private var position = 0
    private var depth = 0
    private var valueCount = 0

    init(_ bytes: [UInt8], limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    mutating func document() throws(JSONError) -> JSONValue {
        try checkEncoding()
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw unexpected("the end") }
        return value
    }

    private mutating func checkEncoding() throws(JSONError) {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(2).contains(0) {
            throw failure("the text is UTF-16 or UTF-32, but must be UTF-8", at: 0)
        }
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw failure("this is not UTF-8", at: error.byteOffsets.lowerBound)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    // MARK: - Values

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        valueCount += 1
        guard valueCount <= limits.values else {
            var error = failure("more than \(limits.values) values", at: position)
            error.isLimit = true
            throw error
        }
        guard let byte else { throw unexpected("a value") }
        switch byte {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw unexpected("a value")
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw unexpected("a value") }
        position += word.utf8.count
        return value
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        try list(UInt8(ascii: "]"), "\",\" or \"]\"") { (parser) throws(JSONError) in elements.append(try parser.value()) }
        return .array(elements)
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        var members: [Member] = []
        var names = MemberNames()
        try list(UInt8(ascii: "}"), "\",\" or \"}\"") { (parser) throws(JSONError) in
            parser.skipSpace()
            let start = parser.position
            guard parser.byte == UInt8(ascii: "\"") else { throw parser.unexpected("the name of a member in quotation marks") }
            let name = try parser.string()
            let existing = names.index(of: name, in: members)
            if existing != nil, !parser.limits.isLenient { throw parser.failure("the name \"\(name)\" appears twice", at: start) }
            parser.skipSpace()
            guard parser.byte == UInt8(ascii: ":") else { throw parser.unexpected("\":\"") }
            parser.position += 1
            let member = Member(name: name, value: try parser.value())
            if let existing {
                members[existing] = member
            } else {
                members.append(member)
            }
        }
        return .object(members)
    }

    private typealias Member = JSONValue.Member

    /// Reads from the opening to the closing bracket, with commas between the elements.
    private mutating func list(
        _ end: UInt8, _ expected: Message, _ element: (inout JSONParser) throws(JSONError) -> Void
    ) throws(JSONError) {
        depth += 1
        guard depth <= limits.depth else { throw failure("nested more than \(limits.depth) levels deep", at: position) }
        position += 1
        skipSpace()
        if byte != end {
            while true {
                try element(&self)
                skipSpace()
                if byte == end { break }
                guard byte == UInt8(ascii: ",") else { throw unexpected(expected) }
                position += 1
            }
        }
        position += 1
        depth -= 1
    }

    // MARK: - Numbers

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        var isWhole = true
        skip("-")
        if !skip("0") { try digits() }
        if skip(".") {
            isWhole = false
            try digits()
        }
        if skip("e") || skip("E") {
            isWhole = false
            if !skip("+") { skip("-") }
            try digits()
        }
        guard position - start <= limits.digits else { throw failure("a number has more than \(limits.digits) characters", at: start) }
        if let number = shortNumber(start, isWhole: isWhole) { return number }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        // An Int has no negative zero.
        if isWhole, text != "-0", let integer = Int(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { throw failure("a number is too large", at: start) }
        return .number(number)
    }

    /// A number of at most 15 digits without an exponent. Such digits and their power of ten are exact as Doubles, so the quotient is the
    /// nearest Double. nil for other numbers.
    private func shortNumber(_ start: Int, isWhole: Bool) -> JSONValue? {
        guard position - start <= 17 else { return nil }
        var (digits, count, fraction, isFraction, isNegative) = (0, 0, 0, false, false)
        for byte in bytes[start..<position] {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits = 10 * digits + Int(byte - UInt8(ascii: "0"))
                count += 1
                if isFraction { fraction += 1 }
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "-"): isNegative = true
            default: return nil
            }
        }
        guard count <= 15 else { return nil }
        // An Int has no negative zero.
        if isWhole, digits != 0 || !isNegative { return .integer(isNegative ? -digits : digits) }
        let magnitude = Double(digits) / JSONParser.powersOfTen[fraction]
        return .number(isNegative ? -magnitude : magnitude)
    }

    private static let powersOfTen: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]

    private mutating func digits() throws(JSONError) {
        let start = position
        while let digit = byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) { position += 1 }
        if position == start { throw unexpected("a digit") }
    }

    @discardableResult
    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard byte == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    // MARK: - Texts

    /// Reads from quotation mark to quotation mark.
    private mutating func string() throws(JSONError) -> String {
        let open = position
        position += 1
        // Most strings have no escapes.
        while let byte, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { position += 1 }
        if byte == UInt8(ascii: "\"") {
            position += 1
            return String(decoding: bytes[open + 1..<position - 1], as: UTF8.self)
        }
        var text = Array(bytes[open + 1..<position])
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(to: &text)
            case 0..<0x20: throw failure("a control character in a string; write it as \\u00…", at: position)
            default:
                text.append(byte)
                position += 1
            }
        }
        throw failure("the string that starts here has no end", at: open)
    }

    private mutating func escape(to text: inout [UInt8]) throws(JSONError) {
        let start = position
        position += 2
        switch start + 1 < bytes.count ? bytes[start + 1] : nil {
        case UInt8(ascii: "\""): text.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): text.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var value = try hexadecimal(start)
            if value & 0xFC00 == 0xD800, bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
                position += 2
                let low = try hexadecimal(position - 2)
                if low & 0xFC00 == 0xDC00 {
                    value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
                } else {
                    // The following characters are read again, separately.
                    position -= 6
                }
            }
            guard let scalar = Unicode.Scalar(value) ?? (limits.isLenient ? "\u{FFFD}" : nil) else {
                throw failure("half of a surrogate pair", at: start)
            }
            text += String(Character(scalar)).utf8
        default: throw failure("an escape that JSON does not define", at: start)
        }
    }

    /// The next four digits.
    private mutating func hexadecimal(_ escape: Int) throws(JSONError) -> UInt32 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ $0 < 0x80 && Character(Unicode.Scalar($0)).isHexDigit }),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw failure("\\u without four hexadecimal digits", at: escape) }
        position += 4
        return value
    }

    // MARK: - Positions

    /// The next byte; nil at the end of the text.
    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private func unexpected(_ expected: Message) -> JSONError {
        guard position < bytes.count else { return failure("the text ends, but \(expected) is expected", at: position) }
        // The text is valid UTF-8, so its first 4 bytes contain a scalar.
        let found = String(decoding: bytes[position...].prefix(4), as: UTF8.self).unicodeScalars.first ?? " "
        return failure("\(expected) is expected, not \"\(found)\"", at: position)
    }

    private func failure(_ reason: Message, at offset: Int) -> JSONError {
        let before = bytes[..<offset]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        // Continuation bytes do not count.
        let column = 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 }
        return JSONError(reason: reason, byteOffset: offset, line: line, column: column)
    }
}

/// The names of an object's members. Few are compared with each other, more are looked up.
private struct MemberNames {
    private static let maximumCompared = 12

    /// Bytes, not Strings: Swift treats texts that differ only in Unicode normalization as equal.
    private var indices: [[UInt8]: Int] = [:]

    /// The index of the member with a name; nil if there is none. The name is then that of the next member.
    mutating func index(of name: String, in members: [JSONValue.Member]) -> Int? {
        if members.count < MemberNames.maximumCompared {
            return members.firstIndex { member in
                member.name.utf8.count == name.utf8.count && member.name == name && member.name.utf8.elementsEqual(name.utf8)
            }
        }
        if indices.isEmpty { for (index, member) in members.enumerated() { indices[Array(member.name.utf8)] = index } }
        let key = Array(name.utf8)
        if let index = indices[key] { return index }
        indices[key] = members.count
        return nil
    }
}
