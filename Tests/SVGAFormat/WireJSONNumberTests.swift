import TestSupport
import Testing

@testable import SVGAFormat

/// The result of parsing a number, copied while its text exists.
private struct Reading {
    let isValid: Bool
    let isLoose: Bool
    let end: Int
    let float: Float
    let double: Double
}

private func number(_ text: String) -> Reading {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
        let number = JSONNumber(bytes, from: 0)
        return Reading(
            isValid: number.isValid, isLoose: number.isLoose, end: number.end, float: number.float, double: number.double)
    }
}

@Suite struct WireJSONNumberTests {
    @Test("any Float written out reads back exactly")
    func floats() {
        var random = SeededGenerator(state: 6)
        for _ in 0..<20_000 {
            let value = Float(bitPattern: .random(in: 0...UInt32.max, using: &random))
            guard value.isFinite else { continue }
            #expect(number(value.description).float == value)
        }
    }

    @Test("decimals are the nearest Float and Double, as the standard library reads them")
    func nearest() {
        var random = SeededGenerator(state: 7)
        for _ in 0..<20_000 {
            let digits = (0..<Int.random(in: 1...25, using: &random)).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
            let point = Int.random(in: 0...digits.count, using: &random)
            let exponent = Bool.random(using: &random) ? "e\(Int.random(in: -60...60, using: &random))" : ""
            let text = "-" + (point == 0 ? "0" : "") + digits.prefix(point) + "." + digits.dropFirst(point) + "0" + exponent
            #expect(number(text).float == Float(text), "\(text)")
            #expect(number(text).double == Double(text), "\(text)")
        }
    }

    @Test("a decimal between two Floats is rounded once")
    func roundedOnce() {
        // Just above the midpoint of two Floats, by less than the precision of a Double.
        for text in ["1.00000005960464477540", "16777217.000000001", "0.000000000000000000000000000000000000000000001401298464324817"] {
            #expect(number(text).float == Float(text), "\(text)")
        }
    }

    @Test("numbers beyond the range are infinite or nothing")
    func range() {
        #expect(number("1e999").float == .infinity)
        #expect(number("-1e999999999999").double == -.infinity)
        #expect(number("1e-999").float == 0)
        #expect(number("0e999").double == 0)
    }

    @Test(
        "JSON with syntax extensions is read, with diagnostics",
        arguments: [("+1.5", 1.5), (".5", 0.5), ("5.", 5), ("007", 7), ("-.5e1", -5)])
    func loose(text: String, value: Double) {
        #expect(number(text).isValid && number(text).isLoose)
        #expect(number(text).double == value)
    }

    @Test("numbers of standard JSON have no diagnostics", arguments: ["0", "-0", "0.5", "10", "-1e5", "1E+5", "0e0"])
    func strict(text: String) {
        #expect(number(text).isValid && !number(text).isLoose)
        #expect(number(text).end == text.utf8.count)
    }

    @Test(
        "a value that is not a number gets a diagnostic with its location",
        arguments: [("-", 1), (".", 1), ("x", 0), ("1e", 2), ("1e+", 3)])
    func invalid(text: String, end: Int) {
        #expect(!number(text).isValid)
        #expect(number(text).end == end)
    }
}
