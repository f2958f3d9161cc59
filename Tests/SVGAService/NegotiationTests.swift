import SVGATasks
import Testing

@testable import SVGAService

@Suite("Formats and ranges by header")
struct NegotiationTests {
    @Test(
        "Accept chooses the smallest format that the client names",
        arguments: [
            ("image/avif,image/webp,*/*", OutputFormat.avif), ("image/webp,image/apng,*/*;q=0.8", .webp), ("image/apng", .apng),
            ("*/*", .gif), ("image/avif;q=0,image/webp;q=0.5", .webp), ("image/avif;q=0.1, image/apng;q=0.9", .apng), ("", .gif),
            ("IMAGE/WEBP", .webp), ("image/avif;q=x", .gif),
        ])
    func animated(accept: String, format: OutputFormat) {
        #expect(Negotiation.format(accept: accept, isStill: false) == format)
    }

    @Test("one frame is AVIF, WebP or PNG")
    func still() {
        #expect(Negotiation.format(accept: "image/webp", isStill: true) == .webp)
        #expect(Negotiation.format(accept: "image/apng,*/*", isStill: true) == .png)
        #expect(Negotiation.format(accept: nil, isStill: true) == .png)
    }

    @Test(
        "ranges of 10 bytes",
        arguments: [
            ("bytes=0-3", ByteRange.part(0..<4)), ("bytes=8-", .part(8..<10)), ("bytes=-3", .part(7..<10)), ("bytes=-30", .part(0..<10)),
            ("bytes=5-99", .part(5..<10)), ("bytes=10-", .unsatisfiable), ("bytes=-0", .unsatisfiable), ("bytes=0-1,4-5", .all),
            ("bytes=5-2", .all), ("items=0-1", .all), ("bytes=", .all), ("bytes=-", .all), ("bytes=a-b", .all), ("bytes=+1-2", .all),
            ("bytes=99999999999999999999-", .all),
        ])
    func ranges(header: String, range: ByteRange) {
        #expect(ByteRange(header: header, count: 10) == range)
    }
}
