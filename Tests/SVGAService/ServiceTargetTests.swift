import Testing

@testable import SVGAService

@Suite("Targets of the service")
struct ServiceTargetTests {
    @Test("a path has the signature, the options, the source and the format")
    func path() throws {
        let target = try ServiceTarget("/render/SIG/size=300x0&set-text=name=A%26n%2Fn&allow-missing/gifts/ro%20se@2x.svga@webp")
        #expect(target.route == .render && target.signature == "SIG")
        #expect(target.source == "gifts/ro se@2x.svga" && target.format == "webp")
        #expect(target.options.map(\.name) == ["size", "set-text", "allow-missing"])
        #expect(target.options.map(\.value) == ["300x0", "name=A&n/n", ""])
        #expect(target.signedText == "/render/size=300x0&set-text=name=A%26n%2Fn&allow-missing/gifts/ro%20se@2x.svga@webp")
    }

    @Test("a query has the same, and its signature is the last parameter")
    func query() throws {
        let target = try ServiceTarget("/render?size=300x0&set-text=name%3DAnn+B&source=gifts%2Frose.svga&format=auto&signature=SIG")
        #expect(target.source == "gifts/rose.svga" && target.format == "auto" && target.signature == "SIG")
        #expect(target.options.map(\.value) == ["300x0", "name=Ann B"])
        #expect(target.signedText == "/render?size=300x0&set-text=name%3DAnn+B&source=gifts%2Frose.svga&format=auto")
    }

    @Test("a plus sign in a path is a plus sign")
    func plus() throws {
        #expect(try ServiceTarget("/render/-/set-text=name=a+b/x.svga@png").options.first?.value == "name=a+b")
    }

    @Test("expires is a time, and other routes have no format")
    func routes() throws {
        let target = try ServiceTarget("/inspect/-/expires=99/gifts/a@b.svga")
        #expect(target.expires == 99 && target.source == "gifts/a@b.svga" && target.format == nil && target.options.isEmpty)
    }

    @Test(
        "targets that can be read in two ways are refused",
        arguments: [
            "/render?signature=A&source=x&format=png", "/render/S/-/x.svga@png?source=y", "/render?source=a&source=b", "/render/S/-/x.svga",
            "/render/S/-/x.svga@png?format=gif", "/render?expires=1&expires=2", "/render?expires=-1", "/render?expires=soon",
            "/render/S/-/%zz@png", "/render/S/-/a%00b@png", "/render/S/set-text=a=%0d%0aX:1/x@png", "/render/S/-/%ff@png",
        ])
    func ambiguous(text: String) {
        #expect(throws: ServiceError.self) { try ServiceTarget(text) }
    }

    @Test(
        "other paths do not exist",
        arguments: ["/", "/x", "/render/S", "/render/S/-", "/RENDER/S/-/x@png", "//render/S/-/x@png", "/render/../x/y/z"])
    func unknown(text: String) {
        #expect { try ServiceTarget(text) } throws: { ($0 as? ServiceError).map { [400, 404].contains($0.status) } ?? false }
    }
}
