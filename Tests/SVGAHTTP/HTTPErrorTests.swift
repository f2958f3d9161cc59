import SVGAHTTP
import Testing

@Suite struct HTTPErrorTests {
    @Test("an error's line and advice are in its JSON, escaped")
    func json() {
        guard case .bytes(let bytes) = HTTPError(404, "no \"a\"", advice: "try b").response.body else { return }
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"error":"no \"a\"","advice":"try b"}"#)
    }
}
