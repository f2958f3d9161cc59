package import SVGAModel
import SVGASupport

/// A pull parser for JSON text, without a tree. All offsets are bytes of the text.
package struct JSONScanner {
    package enum Kind {
        case object, array, string, number, null, bool
        /// `NaN`, `Infinity`, `-Infinity` or `undefined`: JavaScript, not JSON, but used by files.
        case word
    }

    /// The maximum nesting.
    private static let depthLimit = 64

    package let bytes: UnsafeBufferPointer<UInt8>
    package private(set) var position = 0
    /// The start of the member whose name ``nextKey()`` has returned last.
    private(set) var memberStart = 0
    private var depth = 0
    /// Whether a comma must come before the next value.
    private var needsComma = false
    private var repair = TextRepair()
    /// The number of texts in which invalid UTF-8 was replaced.
    var repairedTexts: Int { repair.count }

    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
    }

    func failure(_ reason: Message, at offset: Int? = nil) -> SVGAError {
        .json(byteOffset: offset ?? position, reason: reason)
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            position += 1
        }
    }

    private func unexpected(_ expected: String) -> SVGAError {
        guard position < bytes.count else { return failure("the text ends, but \(expected) is expected") }
        let byte = bytes[position]
        let shown = byte > 0x20 && byte < 0x7F ? "\"\(Character(UnicodeScalar(byte)))\"" : "byte \(byte)"
        return failure("\(expected) is expected, not \(shown)")
    }

    /// The kind of the next value, which is not read yet.
    package mutating func peek() throws(SVGAError) -> Kind {
        skipSpace()
        guard position < bytes.count else { throw unexpected("a value") }
        switch bytes[position] {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"): return .number
        case UInt8(ascii: "-"):
            return position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "I") ? .word : .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "N"), UInt8(ascii: "I"), UInt8(ascii: "u"): return .word
        default: throw unexpected("a value")
        }
    }

    // MARK: - Objects and arrays

    /// Enters the object or array that ``peek()`` has returned.
    package mutating func enter() throws(SVGAError) {
        guard depth < JSONScanner.depthLimit else { throw failure("nested more than \(JSONScanner.depthLimit) levels deep") }
        depth += 1
        position += 1
        needsComma = false
    }

    /// Whether the array has another element, which is read next; otherwise its end is read.
    package mutating func nextElement() throws(SVGAError) -> Bool { try next(before: UInt8(ascii: "]"), "\",\" or \"]\"") }

    /// The name of the object's next member, whose value is read next; nil: the end, which is read.
    package mutating func nextKey() throws(SVGAError) -> JSONKey? {
        guard try next(before: UInt8(ascii: "}"), "\",\" or \"}\"") else { return nil }
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw unexpected("the name of a member") }
        memberStart = position
        let key = try key()
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { throw unexpected("\":\"") }
        position += 1
        return key
    }

    private mutating func next(before end: UInt8, _ expected: String) throws(SVGAError) -> Bool {
        skipSpace()
        guard position < bytes.count else { throw unexpected(expected) }
        if bytes[position] == end {
            position += 1
            depth -= 1
            needsComma = true
            return false
        }
        if needsComma {
            guard bytes[position] == UInt8(ascii: ",") else { throw unexpected(expected) }
            position += 1
            skipSpace()
        }
        needsComma = true
        return true
    }

    /// Skips any value.
    mutating func skipValue() throws(SVGAError) {
        switch try peek() {
        case .object:
            try enter()
            while try nextKey() != nil { try skipValue() }
        case .array:
            try enter()
            while try nextElement() { try skipValue() }
        case .string: _ = try stringRange()
        case .number: _ = try number()
        case .null: try literal("null")
        case .bool: _ = try bool()
        case .word: _ = try word()
        }
    }

    /// Only white space may follow the outermost value.
    package mutating func finish() throws(SVGAError) {
        skipSpace()
        if position < bytes.count { throw unexpected("the end") }
    }

    // MARK: - Simple values

    package mutating func number() throws(SVGAError) -> JSONNumber {
        let number = JSONNumber(bytes, from: position)
        position = number.end
        guard number.isValid else { throw unexpected("a digit") }
        return number
    }

    mutating func bool() throws(SVGAError) -> Bool {
        let value = bytes[position] == UInt8(ascii: "t")
        try literal(value ? "true" : "false")
        return value
    }

    mutating func null() throws(SVGAError) { try literal("null") }

    /// The number of a JavaScript word; nil: `undefined`.
    mutating func word() throws(SVGAError) -> Float? {
        switch bytes[position] {
        case UInt8(ascii: "N"):
            try literal("NaN")
            return .nan
        case UInt8(ascii: "I"):
            try literal("Infinity")
            return .infinity
        case UInt8(ascii: "-"):
            try literal("-Infinity")
            return -.infinity
        default:
            try literal("undefined")
            return nil
        }
    }

    private mutating func literal(_ word: StaticString) throws(SVGAError) {
        for index in 0..<word.utf8CodeUnitCount {
            guard position < bytes.count, bytes[position] == word.utf8Start[index] else { throw unexpected("\"\(word)\"") }
            position += 1
        }
    }

    // MARK: - Texts

    /// Skips a text; returns the range between its quotes.
    private mutating func stringRange() throws(SVGAError) -> (range: Range<Int>, hasEscapes: Bool) {
        let open = position
        var hasEscapes = false
        position += 1
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return (open + 1..<position - 1, hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                position += 2
            default: position += 1
            }
        }
        throw failure("the string that starts here has no end", at: open)
    }

    package mutating func string() throws(SVGAError) -> String {
        let (range, hasEscapes) = try stringRange()
        return hasEscapes ? try unescaped(range) : try text(UnsafeBufferPointer(rebasing: bytes[range]))
    }

    private mutating func key() throws(SVGAError) -> JSONKey {
        let (range, hasEscapes) = try stringRange()
        if hasEscapes { return JSONKey(escaped: try unescaped(range)) }
        return JSONKey(plain: UnsafeBufferPointer(rebasing: bytes[range]))
    }

    /// The text that was just read from these bytes.
    mutating func text(_ source: UnsafeBufferPointer<UInt8>) throws(SVGAError) -> String {
        guard let text = repair.text(source) else { throw failure("too many texts are not valid UTF-8") }
        return text
    }

    private mutating func unescaped(_ range: Range<Int>) throws(SVGAError) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var hasLoneSurrogate = false
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                index += 1
                continue
            }
            // The range never ends with a single backslash, because that would escape the quote.
            switch bytes[index + 1] {
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(bytes[index + 1])
            case UInt8(ascii: "u"):
                var unit = try hexadecimal(index + 2, range.upperBound)
                if unit & 0xFC00 == 0xD800, index + 7 < range.upperBound, bytes[index + 6] == UInt8(ascii: "\\"),
                    bytes[index + 7] == UInt8(ascii: "u")
                {
                    let low = try hexadecimal(index + 8, range.upperBound)
                    if low & 0xFC00 == 0xDC00 {
                        unit = 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
                        index += 6
                    }
                }
                if let scalar = UnicodeScalar(unit) {
                    result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                } else {
                    hasLoneSurrogate = true
                    result.append(contentsOf: UTF8.encodedReplacementCharacter)
                }
                index += 4
            default: throw failure("an escape that JSON does not define", at: index)
            }
            index += 2
        }
        if hasLoneSurrogate { repair.note() }
        return try result.withUnsafeBufferPointer { (bytes) throws(SVGAError) in try text(bytes) }
    }

    private func hexadecimal(_ start: Int, _ end: Int) throws(SVGAError) -> UInt32 {
        var value: UInt32 = 0
        for index in start..<start + 4 {
            guard index < end, let digit = Character(UnicodeScalar(bytes[index])).hexDigitValue, bytes[index] < 0x80 else {
                throw failure("four hexadecimal digits are expected", at: min(index, end))
            }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}

/// A member's name, compared without making a String unless it has escapes. Valid while the text is.
package struct JSONKey {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let unescaped: String?

    init(plain bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        unescaped = nil
    }

    init(escaped text: String) {
        bytes = UnsafeBufferPointer(start: nil, count: 0)
        unescaped = text
    }

    package func text(in scanner: inout JSONScanner) throws(SVGAError) -> String {
        if let unescaped { return unescaped }
        return try scanner.text(bytes)
    }

    package static func ~= (name: StaticString, key: JSONKey) -> Bool {
        if let text = key.unescaped {
            return text.utf8.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        }
        guard key.bytes.count == name.utf8CodeUnitCount else { return false }
        for index in 0..<key.bytes.count where key.bytes[index] != name.utf8Start[index] { return false }
        return true
    }
}
