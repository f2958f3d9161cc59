import Foundation
import SVGASupport
import Testing

@Suite("Base64")
struct Base64Tests {
    @Test("texts are those that Foundation writes, and read back as the same bytes")
    func roundTrip() {
        var generator = JSONGenerator(seed: 3)
        for count in 0..<100 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let text = Base64.encoded(bytes)
            #expect(text == Data(bytes).base64EncodedString())
            #expect(Base64.decoded(text) == bytes)
        }
    }

    @Test("bytes may come in pieces of any size")
    func pieces() {
        let bytes = Array("any pieces".utf8)
        for size in 1...bytes.count {
            var encoder = Base64(after: Array("<".utf8))
            for start in stride(from: 0, to: bytes.count, by: size) {
                bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { encoder.append($0) }
            }
            encoder.end()
            #expect(String(decoding: encoder.text, as: UTF8.self) == "<" + Base64.encoded(bytes))
        }
    }

    @Test(
        "invalid base64 is nil",
        arguments: ["A", "AA", "AAA", "AA=A", "A===", "====", "AAAA=", "AA= =", "AA\n==", "A-_A", "AAA\u{E9}", "AB==", "AAB="])
    func broken(_ text: String) { #expect(Base64.decoded(text) == nil) }
}
