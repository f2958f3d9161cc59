import Foundation
import SVGASupport
import Testing

@Suite("JSON")
struct JSONTests {
    func parse(_ text: String, _ limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONValue {
        try JSONValue(parsing: Array(text.utf8), limits: limits)
    }

    func failure(_ bytes: [UInt8], _ limits: JSONLimits = JSONLimits()) -> JSONError? {
        do throws(JSONError) { _ = try JSONValue(parsing: bytes, limits: limits) } catch { return error }
        return nil
    }

    func failure(_ text: String) -> String? { failure(Array(text.utf8)).map { "\($0)" } }

    @Test("both styles of written JSON read back unchanged")
    func roundTrip() throws {
        var generator = JSONGenerator(seed: 1)
        for _ in 0..<500 {
            let value = generator.value(depth: 4)
            #expect(try parse(value.text(.compact)) == value)
            // The members are in another order: sorting them again changes nothing.
            let pretty = value.text(.pretty)
            #expect(try parse(pretty).text(.pretty) == pretty)
        }
    }

    @Test("a document that is written in pieces has the same text, and no piece holds much more than 64 KB")
    func pieces() throws {
        let text = String(repeating: "k", count: 1 << 10)
        let value = JSONValue.array((0..<1000).map { ["key": text, "number": $0] })
        for style in [JSONValue.Style.compact, .pretty] {
            var written: [UInt8] = []
            var longest = 0
            value.write(style) { (piece) throws(Never) in
                longest = max(longest, piece.count)
                written += piece
            }
            #expect(String(decoding: written, as: UTF8.self) == value.text(style))
            #expect(longest < 70_000)
        }
    }

    @Test("an error of the sink ends the writing at once")
    func sinkError() {
        struct Full: Error {}
        let value = JSONValue.array((0..<100_000).map { JSONValue.integer($0) })
        var pieces = 0
        #expect(throws: Full.self) {
            try value.write(.compact) { (_: [UInt8]) throws(Full) -> Void in
                pieces += 1
                throw Full()
            }
        }
        #expect(pieces == 1)
    }

    @Test("a sequence is written as the array of its elements, in both styles")
    func sequences() {
        for elements in [[], [1], [3, 1, 2]] {
            let (list, sequence): (JSONValue, JSONValue) = (["a": elements], ["a": JSONSequence(elements)])
            #expect(list.text(.compact) == sequence.text(.compact) && list.text(.pretty) == sequence.text(.pretty))
        }
    }

    @Test("what browsers read too is read when asked for: the last of equal names, and half of a surrogate pair")
    func lenient() throws {
        var lenient = JSONLimits()
        lenient.isLenient = true
        #expect(try parse(#"{"a":1,"b":2,"a":{"c":3}}"#, lenient).text(.compact) == #"{"a":{"c":3},"b":2}"#)
        #expect(
            try parse(#"["x\ud83d","\ud83d\u0041","\ud83d\ude00"]"#, lenient)
                == .array([
                    .string("x\u{FFFD}"), .string("\u{FFFD}A"), .string("\u{1F600}"),
                ]))
        #expect(failure(#"{"a":1,"a":2}"#)?.contains("appears twice") == true)
        #expect(failure(#"["\ud83d\u0041"]"#)?.contains("half of a surrogate pair") == true)
    }

    @Test("too many values are a limit, and a wrong word is none")
    func valueLimit() {
        var few = JSONLimits()
        few.values = 2
        #expect(failure(Array("[1,2]".utf8), few)?.isLimit == true)
        #expect(failure(Array("[oops]".utf8), few)?.isLimit == false)
    }

    @Test("the pretty style is what Foundation writes, byte for byte")
    func foundation() throws {
        struct Wrapped: Encodable {
            let value: JSONValue
            struct Name: CodingKey {
                let stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
            func encode(to encoder: any Encoder) throws {
                switch value {
                case .null:
                    var container = encoder.singleValueContainer()
                    try container.encodeNil()
                case .bool(let flag): try flag.encode(to: encoder)
                case .integer(let integer): try integer.encode(to: encoder)
                case .number(let number): try number.encode(to: encoder)
                case .string(let text): try text.encode(to: encoder)
                case .array(let elements):
                    var container = encoder.unkeyedContainer()
                    for element in elements { try container.encode(Wrapped(value: element)) }
                case .sequence(let elements):
                    var container = encoder.unkeyedContainer()
                    for index in 0..<elements.count { try container.encode(Wrapped(value: elements[index])) }
                case .object(let members):
                    var container = encoder.container(keyedBy: Name.self)
                    for member in members { try container.encode(Wrapped(value: member.value), forKey: Name(stringValue: member.name)) }
                }
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var generator = JSONGenerator(seed: 2)
        for _ in 0..<500 {
            let value = generator.value(depth: 4)
            #expect(String(decoding: try encoder.encode(Wrapped(value: value)), as: UTF8.self) == value.text(.pretty))
        }
        let edges: JSONValue = [
            "a": 0.0, "b": -0.0, "c": 20.0, "d": 1e20, "e": 1e16, "f": 123_456_789_012_345_678.0, "g": Int.max, "h": [Int](), "i": "a/b",
            "B": 1, "a10": 1, "a9": 2, "frameRate": 1, "frames": 2,
        ]
        #expect(String(decoding: try encoder.encode(Wrapped(value: edges)), as: UTF8.self) == edges.text(.pretty))
    }

    @Test("numbers: integers that fit an Int are integers, all others the nearest Double")
    func numbers() throws {
        #expect(try parse("0") == .integer(0) && parse("-17") == .integer(-17))
        #expect(try parse("9223372036854775807") == .integer(.max) && parse("-9223372036854775808") == .integer(.min))
        #expect(
            try parse("9223372036854775808") == .number(0x1p63) && parse("123456789012345678901234567890") == .number(1.2345678901234568e29)
        )
        #expect(try parse("1.5") == .number(1.5) && parse("1e2") == .number(100) && parse("-2.5E-1") == .number(-0.25))
        #expect(try parse("1e-400") == .number(0) && parse("4.9e-324") == .number(.leastNonzeroMagnitude))
        guard case .number(let zero) = try parse("-0") else { throw failure(Array("-0".utf8)) ?? CancellationError() as any Error }
        #expect(zero == 0 && zero.sign == .minus)
    }

    @Test("a number that is not finite is written as null")
    func notFinite() { #expect(JSONValue.array([.number(.nan), .number(-.infinity)]).text(.compact) == "[null,null]") }

    @Test(
        "a broken text is refused with its line and column",
        arguments: [
            ("", "the text ends, but a value is expected (line 1, column 1)"),
            ("{\n  \"hide\" []}", "\":\" is expected, not \"[\" (line 2, column 10)"),
            ("[1 2]", "\",\" or \"]\" is expected, not \"2\" (line 1, column 4)"),
            ("[1,]", "a value is expected, not \"]\" (line 1, column 4)"),
            ("{\"a\":1,}", "the name of a member in quotation marks is expected, not \"}\" (line 1, column 8)"),
            ("{a:1}", "the name of a member in quotation marks is expected, not \"a\" (line 1, column 2)"),
            ("{\"中😀\":1 x", "\",\" or \"}\" is expected, not \"x\" (line 1, column 9)"),
            ("{\"a\":1} 中", "the end is expected, not \"中\" (line 1, column 9)"),
            ("[tru]", "a value is expected, not \"t\" (line 1, column 2)"),
            ("NaN", "a value is expected, not \"N\" (line 1, column 1)"),
            ("// no\n1", "a value is expected, not \"/\" (line 1, column 1)"),
            ("[01]", "\",\" or \"]\" is expected, not \"1\" (line 1, column 3)"),
            ("+1", "a value is expected, not \"+\" (line 1, column 1)"),
            ("-", "the text ends, but a digit is expected (line 1, column 2)"),
            ("[1.]", "a digit is expected, not \"]\" (line 1, column 4)"),
            (".5", "a value is expected, not \".\" (line 1, column 1)"),
            ("1e+", "the text ends, but a digit is expected (line 1, column 4)"),
            ("[1e400]", "a number is too large (line 1, column 2)"),
            ("[\"a", "the string that starts here has no end (line 1, column 2)"),
            ("[\"a\\\"]", "the string that starts here has no end (line 1, column 2)"),
            ("\"\\", "an escape that JSON does not define (line 1, column 2)"),
            ("\"\\x\"", "an escape that JSON does not define (line 1, column 2)"),
            ("\"\\u12\"", "\\u without four hexadecimal digits (line 1, column 2)"),
            ("\"\\u+123\"", "\\u without four hexadecimal digits (line 1, column 2)"),
            ("\"a\\ud83d\"", "half of a surrogate pair (line 1, column 3)"),
            ("\"\\ude00\"", "half of a surrogate pair (line 1, column 2)"),
            ("\"\\ud83d\\u0041\"", "half of a surrogate pair (line 1, column 2)"),
            ("\"a\tb\"", "a control character in a string; write it as \\u00… (line 1, column 3)"),
            ("{\"a\":1,\n\"\\u0061\":2}", "the name \"a\" appears twice (line 2, column 1)"),
        ])
    func positions(_ text: String, _ message: String) { #expect(failure(text) == message) }

    @Test("all escapes are read, surrogate pairs as one character")
    func escapes() throws {
        #expect(try parse(#""\"\\\/\b\f\n\r\t\u4e2d\ud83d\uDE00""#) == .string("\"\\/\u{8}\u{C}\n\r\t中😀"))
    }

    @Test("a text that is not UTF-8 is refused at its first wrong byte, UTF-16 by name")
    func encodings() {
        let broken = failure(Array("[\"a".utf8) + [0xC3, 0x28] + Array("\"]".utf8))
        #expect(broken?.byteOffset == 3 && broken?.reason == "this is not UTF-8")
        for bytes: [UInt8] in [[0xFF, 0xFE, 0x5B, 0, 0x5D, 0], [0xFE, 0xFF, 0, 0x5B], [0x5B, 0, 0x5D, 0]] {
            #expect(failure(bytes)?.reason == "the text is UTF-16 or UTF-32, but must be UTF-8")
        }
        #expect(failure([0xEF, 0xBB, 0xBF] + Array("[]".utf8)) == nil, "a byte order mark")
    }

    @Test("names that differ only in Unicode's normal form are two")
    func normalForms() throws {
        let value = try parse("{\"\u{E9}\":1,\"e\u{301}\":2}")
        #expect(value["\u{E9}"] == .integer(1) && value["e\u{301}"] == .integer(2) && value["e"] == nil)
    }

    @Test("depth, values and digits are limited")
    func limits() {
        func nested(_ depth: Int) -> [UInt8] { Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8) }
        #expect(failure(nested(64)) == nil)
        #expect(failure(nested(65))?.reason == "nested more than 64 levels deep" && failure(nested(65))?.byteOffset == 64)
        #expect(failure([UInt8](repeating: UInt8(ascii: "["), count: 100_000))?.byteOffset == 64)
        var limits = JSONLimits()
        limits.values = 3
        #expect(failure(Array("[1,2]".utf8), limits) == nil && failure(Array("[1,2,3]".utf8), limits)?.reason == "more than 3 values")
        limits.digits = 4
        #expect(failure(Array("1234".utf8), limits) == nil)
        #expect(failure(Array("12345".utf8), limits)?.reason == "a number has more than 4 characters")
    }

    @Test("additional escapes of texts are configurable")
    func chosenEscapes() {
        let text = "a\"\\\n\u{1}\u{7F}</b>\u{2028}\u{2027}€"
        #expect(JSONText.quoted(text, escaping: []) == "\"a\\\"\\\\\\u000a\\u0001\u{7F}</b>\u{2028}\u{2027}€\"")
        #expect(JSONText.quoted(text, escaping: .short) == "\"a\\\"\\\\\\n\\u0001\u{7F}</b>\u{2028}\u{2027}€\"")
        #expect(JSONText.quoted(text, escaping: [.controls, .html]) == "\"a\\\"\\\\\\u000a\\u0001\\u007f\\u003c/b>\\u2028\u{2027}€\"")
    }

    @Test("no control character that a terminal could obey is left, and no letter beside them is touched")
    func controlCharacters() {
        let text = "\u{7E}\u{7F}\u{80}\u{85}\u{9B}\u{9F}\u{A0}é"
        #expect(JSONText.quoted(text, escaping: .controls) == "\"~\\u007f\\u0080\\u0085\\u009b\\u009f\u{A0}é\"")
        #expect(JSONText.quoted(text, escaping: .short) == "\"\(text)\"")
    }
}

/// Makes documents with values of every kind, and texts with every kind of character.
struct JSONGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64: the same documents in every run.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func value(depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &self) {
        case 0: return .null
        case 1: return .bool(.random(using: &self))
        case 2: return .integer(Int(truncatingIfNeeded: next()) >> Int.random(in: 0..<64, using: &self))
        case 3: return .number(fraction())
        case 4: return .string(text())
        case 5: return .array((0..<Int.random(in: 0..<4, using: &self)).map { _ in value(depth: depth - 1) })
        default:
            // ASCII names: Foundation would treat equivalent Unicode names as one.
            let names = Set((0..<Int.random(in: 0..<5, using: &self)).map { _ in text().filter { $0.isASCII } }).sorted().shuffled(
                using: &self)
            return .object(names.map { JSONValue.Member(name: $0, value: value(depth: depth - 1)) })
        }
    }

    /// Never an integer, which would be read back as one.
    private mutating func fraction() -> Double {
        let number =
            Bool.random(using: &self) ? Double(bitPattern: next()) : Double(Int.random(in: -9_999_999...9_999_999, using: &self)) / 1e4
        return number.isFinite && number.rounded() != number ? number : .leastNonzeroMagnitude
    }

    private mutating func text() -> String {
        let pool: [ClosedRange<UInt32>] = [
            0x20...0x7F, 0x20...0x7F, 0...0x1F, 0x22...0x22, 0x5C...0x5C, 0x80...0xD7FF, 0x2026...0x202A, 0x10000...0x10FFFF,
        ]
        var text = ""
        for _ in 0..<Int.random(in: 0..<9, using: &self) {
            let range = pool.randomElement(using: &self) ?? 0x20...0x7F
            text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: range, using: &self)) ?? " ")
        }
        return text
    }
}
