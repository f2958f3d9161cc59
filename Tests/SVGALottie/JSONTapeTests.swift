import SVGASupport
import TestSupport
import Testing

@testable import SVGALottie

@Suite("The JSON of Lottie files") struct JSONTapeTests {
    private static var limits: JSONLimits {
        var limits = JSONLimits()
        limits.isLenient = true
        limits.depth = 8
        limits.values = 60
        return limits
    }

    /// Whether both parsers have the same result.
    private func agree(_ bytes: [UInt8]) -> Bool {
        let tree: Result<JSONValue, JSONError> = Result { () throws(JSONError) in try JSONValue(parsing: bytes, limits: Self.limits) }
        let tape: Result<JSONValue, JSONError> = Result { () throws(JSONError) in
            let tape = try JSONTape(parsing: bytes, limits: Self.limits)
            return withExtendedLifetime(tape) { tape.root.value }
        }
        return tree == tape
    }

    @Test(
        "a text has the same values as with the strict parser, or the same error",
        arguments: [
            "", "{}", "[]", " [ ] ", "\u{FEFF}{}", "7", "-0", "0", "[-0.0, 0.5, 1e3, 1E-3, 1e+2, -12.75]", "[01]", "[1.]", "[.5]", "[+1]",
            "[1e]",
            "[9223372036854775807, 9223372036854775808, -9223372036854775808, -9223372036854775809]",
            "[0.1, 0.833333333333333, 0.33333333333333331, 123456789012345678901234567890, 1e400]",
            "[0.000000000000000000000000123, 1e-320]",
            "[9007199254740993, 9007199254740993.0, 4.35, 0.30000000000000004, 5e-324, 1.7976931348623157e308]",
            #"{"a":1,"b":2,"a":3}"#, #"{"longer than eight":1,"longer than nine":2,"longer than eight":3}"#, #"{"":0,"a":{"":[]}}"#,
            #"["\"\\\/\b\n\u00e9\ud83d\ude00", "\ud83d", "é😀"]"#, #"["\x"]"#, #"["\u12"]"#,
            "[\"\u{1}\"]",
            "[true, false, null]", "[tru]", "[nul", "[1,]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[1 2]", "[1]]", "\"a", "{\"x\":\"y\"",
            String(repeating: "[", count: 8) + String(repeating: "]", count: 8),
            String(repeating: "[", count: 9) + String(repeating: "]", count: 9),
            "[" + String(repeating: "1,", count: 58) + "1]", "[" + String(repeating: "1,", count: 59) + "1]", "[1\u{0}]", "[\u{85}]",
        ])
    func values(text: String) {
        #expect(agree(Array(text.utf8)))
    }

    @Test("bytes that are not UTF-8, and texts with a changed byte, too")
    func changedBytes() {
        #expect(agree([0x5B, 0x22, 0xFF, 0x22, 0x5D]))
        #expect(agree([0xFF, 0xFE, 0x5B, 0x00]))
        let text = Array(#"{"ty":4,"masksProperties":[{"o":{"k":-0.25e2},"nm":"a\u00e9\n","cl":true}],"x":"1","p":[12.5,1e-3,null]}"#.utf8)
        var generator = SeededGenerator(state: 1)
        for _ in 0..<4_000 {
            var changed = text
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                changed[Int.random(in: changed.indices, using: &generator)] = text[Int.random(in: text.indices, using: &generator)]
            }
            #expect(agree(changed), "\(String(decoding: changed, as: UTF8.self))")
        }
    }

    @Test("members are found by names of any length, and expressions are seen")
    func members() throws {
        let text = #"{"k":1,"ks":2,"eight888":3,"nine99999":4,"nine99998":5,"p":{"x":"value"}}"#
        let tape = try JSONTape(parsing: Array(text.utf8), limits: Self.limits)
        withExtendedLifetime(tape) {
            let root = tape.root
            #expect([root["k"], root["ks"], root["eight888"], root["nine99999"], root["nine99998"]].map { $0?.int } == [1, 2, 3, 4, 5])
            #expect([root["s"], root["nine9999"], root["nine999999"], root["p"]?["y"]].allSatisfy { $0.map { _ in false } ?? true })
            #expect(root[named: "nine99998"]?.int == 5 && root[named: "p"]?["x"]?.word == "value")
            #expect(tape.hasExpressions && tape.containsMember("x") { $0.isString })
        }
        let plain = try JSONTape(parsing: Array(#"{"p":{"x":{"k":1}}}"#.utf8), limits: Self.limits)
        #expect(!plain.hasExpressions)
    }
}
