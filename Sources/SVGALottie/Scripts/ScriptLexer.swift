import SVGASupport

/// A word of a script.
enum ScriptToken: Equatable {
    case name(String)
    case number(Double)
    case string(String)
    /// An operator or a bracket, of up to three bytes.
    case symbol(StaticSymbol)
    case end

    /// The bytes of a symbol as one number.
    struct StaticSymbol: Equatable, ExpressibleByStringLiteral {
        let packed: UInt32

        init(stringLiteral text: StaticString) {
            packed = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
        }

        init(packed: UInt32) { self.packed = packed }
    }
}

/// Splits the text of an expression into words. It refuses what the language has besides.
struct ScriptLexer {
    struct Word {
        let token: ScriptToken
        /// Whether a line break is in front of it.
        let startsLine: Bool
    }

    static let maximumBytes = 32_768

    private let text: [UInt8]
    private var at = 0
    private var startsLine = false
    private var words: [Word] = []

    static func words(of text: String) throws(ScriptFailure) -> [Word] {
        let bytes = Array(text.utf8)
        guard bytes.count <= maximumBytes else { throw .unsupported }
        var lexer = ScriptLexer(text: bytes)
        lexer.words.reserveCapacity(bytes.count / 4 + 2)
        while let token = try lexer.next() {
            lexer.words.append(Word(token: token, startsLine: lexer.startsLine))
            lexer.startsLine = false
        }
        lexer.words.append(Word(token: .end, startsLine: true))
        return lexer.words
    }

    private init(text: [UInt8]) { self.text = text }

    private func byte(_ offset: Int) -> UInt8 { at + offset < text.count ? text[at + offset] : 0 }

    private mutating func next() throws(ScriptFailure) -> ScriptToken? {
        while at < text.count {
            let byte = text[at]
            switch byte {
            case 0x20, 0x09: at += 1
            case 0x0A, 0x0D:
                startsLine = true
                at += 1
            case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "/"): try skipLine()
            case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "*"): try skipComment()
            case UInt8(ascii: "'"), UInt8(ascii: "\""): return .string(try string(byte))
            case UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
            case UInt8(ascii: ".") where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self.byte(1)): return .number(try number())
            case _ where ScriptLexer.isWordByte(byte): return .name(name())
            default: return .symbol(try symbol())
            }
        }
        return nil
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "$"):
            true
        default: false
        }
    }

    private mutating func skipLine() throws(ScriptFailure) {
        while at < text.count, text[at] != 0x0A, text[at] != 0x0D {
            if text[at] == 0xE2 { throw .unsupported }
            at += 1
        }
    }

    private mutating func skipComment() throws(ScriptFailure) {
        at += 2
        while at < text.count, !(text[at] == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) { at += 1 }
        guard at < text.count else { throw .unsupported }
        at += 2
        startsLine = true
    }

    private mutating func name() -> String {
        let start = at
        while at < text.count, ScriptLexer.isWordByte(text[at]) { at += 1 }
        return String(decoding: text[start..<at], as: UTF8.self)
    }

    private mutating func string(_ quote: UInt8) throws(ScriptFailure) -> String {
        let start = at + 1
        at += 1
        while at < text.count, text[at] != quote {
            // Escapes, line breaks and other separators of lines.
            if text[at] == UInt8(ascii: "\\") || text[at] < 0x20 || text[at] == 0xE2 { throw .unsupported }
            at += 1
        }
        guard at < text.count else { throw .unsupported }
        at += 1
        return String(decoding: text[start..<at - 1], as: UTF8.self)
    }

    /// A decimal number.
    private mutating func number() throws(ScriptFailure) -> Double {
        let start = at
        func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        while isDigit(byte(0)) { at += 1 }
        // A leading 0 may mean another base.
        if at - start > 1, text[start] == UInt8(ascii: "0") { throw .unsupported }
        if byte(0) == UInt8(ascii: ".") { at += 1 }
        while isDigit(byte(0)) { at += 1 }
        if byte(0) | 0x20 == UInt8(ascii: "e") {
            at += 1
            if byte(0) == UInt8(ascii: "-") || byte(0) == UInt8(ascii: "+") { at += 1 }
            guard isDigit(byte(0)) else { throw .unsupported }
            while isDigit(byte(0)) { at += 1 }
        }
        guard !ScriptLexer.isWordByte(byte(0)), byte(0) != UInt8(ascii: ".") else { throw .unsupported }
        var digits = String(decoding: text[start..<at], as: UTF8.self)
        if digits.hasSuffix(".") { digits += "0" }
        if digits.hasPrefix(".") { digits = "0" + digits }
        guard let value = Double(digits) else { throw .unsupported }
        return value
    }

    private static let symbols: Set<UInt32> = {
        let all: [ScriptToken.StaticSymbol] = [
            "===", "!==", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=",
            "(", ")", "[", "]", "{", "}", ";", ",", ".", "?", ":", "+", "-", "*", "/", "%", "<", ">", "=", "!",
        ]
        return Set(all.map(\.packed))
    }()

    private mutating func symbol() throws(ScriptFailure) -> ScriptToken.StaticSymbol {
        // These begin comments in web pages.
        if byte(0) == UInt8(ascii: "<"), byte(1) == UInt8(ascii: "!") { throw .unsupported }
        if byte(0) == UInt8(ascii: "-"), byte(1) == UInt8(ascii: "-"), byte(2) == UInt8(ascii: ">") { throw .unsupported }
        for count in [3, 2, 1] where at + count <= text.count {
            let packed = text[at..<at + count].reduce(0) { $0 << 8 | UInt32($1) }
            guard ScriptLexer.symbols.contains(packed) else { continue }
            // Shifts and the like are longer than they seem.
            if count == 1, byte(0) == byte(1), byte(0) == UInt8(ascii: "<") || byte(0) == UInt8(ascii: ">") { throw .unsupported }
            at += count
            return ScriptToken.StaticSymbol(packed: packed)
        }
        throw .unsupported
    }
}
