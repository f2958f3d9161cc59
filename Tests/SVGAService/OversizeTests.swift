import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGAService

/// Requests that are larger than any client needs.
@Suite("Oversized requests to the service", .ownThreads)
struct OversizeTests {
    private func refusal(_ samples: ServedSamples, _ target: String) throws -> RawClient.Response {
        let response = try #require(samples.ask(target))
        #expect((400..<500).contains(response.status), "\(response.status) \(response.text.prefix(200))")
        #expect(samples.ask("/health/live")?.status == 200)
        return response
    }

    @Test(
        "sizes, frames and rates beyond the limits are refused before anything is drawn",
        arguments: [
            "render/-/frame=0&size=100000x100000/gift.svga@png", "render/-/frame=0&size=1x99999999999/gift.svga@png",
            "render/-/frame=0&size=0x0/gift.svga@png", "render/-/frames=0-99999999999999999999/gift.svga@webp",
            "render/-/fps=99999999/gift.svga@gif", "render/-/size=20000x20000/gift.svga@mp4",
            "placement/-/key=name&frames=0-99999999999/gift.svga", "placement/-/key=name&size=99999999999x1/gift.svga",
        ])
    func values(target: String) throws { _ = try refusal(try ServedSamples(), "/" + target) }

    @Test("thousands of options of one request are refused or drawn, and never crash")
    func options() throws {
        let samples = try ServedSamples()
        let texts = (0..<3000).map { "set-text=k\($0)=v" }.joined(separator: "&")
        let response = try #require(samples.ask("/render/-/frame=0&size=20x0&\(texts)/gift.svga@png"))
        #expect([200, 400, 414, 422].contains(response.status), "\(response.status)")
        #expect(samples.ask("/health/live")?.status == 200)
    }

    @Test("a request sets at most 64 images")
    func images() throws {
        let names = (0..<65).map { "set-image=k\($0)=photo.jpg" }.joined(separator: "&")
        let response = try refusal(try ServedSamples(), "/render/-/frame=0&size=20x0&allow-missing&\(names)/gift.svga@png")
        #expect(response.status == 400 && response.text.contains("at most 64 images"))
    }

    @Test(
        "long lists in header fields are read as one that says nothing",
        arguments: [
            ("Accept", "image/x", ","), ("If-None-Match", "\"x\"", ","), ("Range", "bytes=0-1", ","), ("traceparent", "00", "-"),
            ("X-Request-Id", "a", ""),
        ])
    func fields(name: String, part: String, separator: String) throws {
        let value = Array(repeating: part, count: 2000).joined(separator: separator)
        let response = try #require(
            try ServedSamples().ask("/render/-/frame=0&size=20x0/features/badge.svga@auto", fields: "\(name): \(value)\r\n"))
        #expect(response.status == 200 && response.headers["content-type"] == "image/png")
        #expect(response.headers["x-request-id"]?.utf8.count == 16)
    }

    @Test("a JSON job of deep arrays, and one that is no job, are refused")
    func jobs() throws {
        let samples = try ServedSamples()
        for text in [String(repeating: "[", count: 500_000), "[]", "1", "", "{\"input\": [\"gift.svga\"]}", "{\"input\": \"\u{0}\"}"] {
            let response = try #require(samples.ask("/render", method: "POST", body: Array(text.utf8)))
            #expect(response.status == 400 || response.status == 403, "\(response.status) \(response.text.prefix(200))")
        }
        #expect(samples.ask("/health/live")?.status == 200)
    }

    @Test("multipart bodies with too many parts, long heads and missing ends are refused")
    func multipart() throws {
        let samples = try ServedSamples()
        func part(_ name: String, _ fields: String = "") -> String {
            "--B\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\(fields)\r\nx\r\n"
        }
        let bodies = [
            (0..<65).map { part("p\($0)") }.joined() + "--B--", part("job", "X: \(String(repeating: "a", count: 5000))\r\n") + "--B--",
            part("job"), part("job") + part("job") + "--B--", "--B", "", "--B\r\n\r\n--B--",
        ]
        for body in bodies {
            let fields = "Content-Type: multipart/form-data; boundary=B\r\n"
            let response = try #require(samples.ask("/render", method: "POST", fields: fields, body: Array(body.utf8)))
            #expect(response.status == 400, "\(response.status) \(response.text)")
        }
        let long = "Content-Type: multipart/form-data; boundary=\(String(repeating: "B", count: 71))\r\n"
        #expect(samples.ask("/render", method: "POST", fields: long, body: [1])?.status == 400)
    }

    @Test("a picture that claims more pixels than the limit is not decoded")
    func pictureBomb() throws {
        let samples = try ServedSamples()
        // A PNG of 60,000 × 60,000 pixels: only its header.
        var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        png += [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 8, 6, 0, 0, 0, 0x26, 0x5D, 0x1B, 0x39]
        let job: JSONValue = [
            "input": "gift.svga", "format": "png", "frame": 66, "size": "60x0",
            "set-image": ["user1": JSONValue.string("data:image/png;base64," + Base64.encoded(png))] as JSONValue,
        ]
        let response = try #require(samples.ask("/render", method: "POST", body: Array(job.text(.compact).utf8)))
        #expect(response.status == 422, "\(response.status) \(response.text)")
    }

    @Test("a movie that inflates beyond the limit is refused by each task", arguments: ["optimize", "fix", "convert?to=2"])
    func movieBomb(route: String) throws {
        var limits = ReadLimits.default
        limits.inflatedBytes = 10_000
        let samples = try ServedSamples(limits: limits)
        let response = try #require(samples.ask("/" + route, method: "POST", body: try ServedSamples.bytes("gift.svga")))
        #expect(response.status == 422 && response.text.contains(#""error":"limit""#), "\(response.text)")
    }
}
