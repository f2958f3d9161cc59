import SVGAHTTP
import SVGASupport
import Testing

@Suite struct HTTPErrorTests {
    @Test("an error's line and advice are in its JSON, escaped")
    func json() {
        guard case .bytes(let bytes) = HTTPError(404, "no \"a\"", advice: "try b").response().body else { return }
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"error":"no \"a\"","advice":"try b"}"#)
    }

    @Test("with translations, the JSON has the texts in Chinese too")
    func chinese() throws {
        let response = HTTPError(404, "no \("a")", advice: "try b").response { ["no %1$@": "没有 %1$@"][$0] }
        guard case .bytes(let bytes) = response.body else {
            Issue.record("no bytes")
            return
        }
        let expected = #"{"error":"no a","advice":"try b","chinese":{"error":"没有 a","advice":"try b"}}"#
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }
}
