import SVGAModel
import SVGASupport
import Testing

@Suite struct `SVGAError: the one error type` {
    private let limit = LimitExceeded(\.imagePixels, of: .default, found: 90_000_000)

    @Test func `a thrown error is one word`() {
        #expect(MemoryLayout<SVGAError>.size == MemoryLayout<Int>.size)
    }

    @Test func `an error of a limit has the limit and its text`() {
        let error = SVGAError.limit(limit)
        #expect(error.kind == .limit && error.limit == limit && error.description == limit.description && error.subject == nil)
    }

    @Test func `a prefix keeps the kind and the limit, and sets a subject`() {
        let error = SVGAError.limit(limit).prefixed("image \"a\"", about: .key("a"))
        #expect(error.kind == .limit && error.limit == limit && error.subject == .key("a"))
        #expect(error.description == "image \"a\": \(limit)")
        #expect(error.cause == .limit(limit) && error.movieLimit == nil)
    }

    @Test func `a prefix keeps a subject that is there`() {
        let error = SVGAError.file(path: "a.svga", reason: "gone").prefixed("b", about: .key("b"))
        #expect(error.subject == .path("a.svga") && error.description == "b: a.svga: gone")
    }

    @Test func `errors of files have the path and the reason`() {
        #expect(SVGAError(FileError.failed(path: "/x", reason: "full")).description == "/x: full")
        #expect(SVGAError(FileError.exists(path: "/x")) == .exists(path: "/x"))
        #expect(SVGAError.exists(path: "/x").kind == .fileExists && SVGAError.exists(path: "/x").description == "/x exists already")
    }

    @Test func `errors are equal if all their parts are`() {
        #expect(SVGAError.file(reason: "a") == .file(reason: "a") && SVGAError.file(reason: "a") != .file(reason: "b"))
        #expect(Set([SVGAError.file(reason: "a"), .file(reason: "a"), .cancelled]).count == 2)
    }
}
