import Foundation
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// `--set-image` with a URL, and the default of an image that cannot be read.
@Suite("Images at URLs")
struct ImageURLTests {
    private let gift: GiftFolder
    private let green: [UInt8]

    init() throws {
        gift = try GiftFolder()
        green = try #require(gift.folder.read("green.png"))
    }

    private static let permitted = "--private-hosts"

    private func setImage(_ value: String, _ options: [String] = [permitted]) async -> (code: ExitCode, picture: Pixmap?, errors: String) {
        let result = await gift.render(["--set-image", "face=" + value] + options)
        return (result.code, result.picture, result.errors.replacing(gift.folder.path + "/", with: ""))
    }

    @Test("an image at a URL replaces the bitmap, with its fit and mask")
    func image() async throws {
        let wide = try #require(gift.folder.read("wide.png"))
        let server = LoopbackServer { $0.answer(wide) }
        let filled = await setImage(server.url("/a,b.png?size=1,fit=x") + ",fit=fill")
        #expect(filled.code == .done && filled.errors.isEmpty, "\(filled.errors)")
        #expect(filled.picture?.pixel(11, 11) == .white)
        let contained = await setImage(server.url("/b.png") + ",fit=contain")
        #expect(contained.picture?.pixel(20, 20) == .white && contained.picture?.pixel(20, 11) == .blue)
        #expect(server.requests == ["/a,b.png?size=1,fit=x", "/b.png"])
    }

    @Test("this machine and private networks are refused without a permission", arguments: ["127.0.0.1", "localhost", "10.0.0.1", "[::1]"])
    func privateHost(host: String) async {
        let server = LoopbackServer { $0.answer([]) }
        let result = await setImage("http://\(host):\(server.port)/a.png", [])
        #expect(result.code == .invalidInput && result.picture == nil)
        #expect(
            result.errors.contains("addresses of private networks and of this machine are not allowed; ")
                && result.errors.hasSuffix("permit them with --private-hosts\n"), "\(result.errors)")
        #expect(server.requests.isEmpty)
    }

    @Test("other schemes are not URLs of images", arguments: ["s3://bucket/a.png", "file:///tmp/a.png", "ftp://example.com/a.png"])
    func schemes(url: String) async {
        let result = await setImage(url)
        #expect(result.code == .usage && result.errors.contains("not \"\(url)\""), "\(result.errors)")
        let fallback = await setImage("a.png,default=" + url)
        #expect(fallback.code == .usage && fallback.errors.contains("not \"\(url)\""), "\(fallback.errors)")
    }

    /// What the server does, and the start of the reason.
    enum Fault: String, CaseIterable {
        case missing, text, large, slow, truncated, closed, file, unnamed

        var reason: String {
            switch self {
            case .missing: "the server answered 404"
            case .text: "neither PNG"
            case .large: "more than the allowed"
            case .slow: "not received within"
            case .truncated: "the connection ended after"
            case .closed: "http://127.0.0.1"
            case .file: "no.png: No such file"
            case .unnamed: "no file is named"
            }
        }
    }

    private func faulty(_ fault: Fault) -> (server: LoopbackServer, value: String, options: [String]) {
        let green = green
        let server = LoopbackServer { exchange in
            switch fault {
            case .missing: exchange.answer([], status: "404 Not Found")
            case .text: exchange.answer(Array("hello".utf8))
            case .large: exchange.answer([UInt8](repeating: 0, count: 10_000))
            case .slow: exchange.waitForHangUp()
            case .truncated: exchange.answer(green, length: green.count + 1)
            case .closed, .file, .unnamed: break
            }
        }
        var options = [ImageURLTests.permitted]
        if fault == .large { options += ["--max-input-bytes", "5000"] }
        if fault == .slow { options += ["--url-timeout", "0.3"] }
        let value =
            switch fault {
            case .closed: "http://127.0.0.1:\(ReservedPort().port)/a.png"
            case .file: gift.path("no.png")
            case .unnamed: ""
            default: server.url("/a.png")
            }
        return (server, value, options)
    }

    @Test("an image that cannot be had is an error with its reason", arguments: Fault.allCases.filter { $0 != .unnamed })
    func fault(_ fault: Fault) async {
        let (server, value, options) = faulty(fault)
        defer { withExtendedLifetime(server) {} }
        let result = await setImage(value, options)
        #expect(result.code == (fault == .large ? .limit : .invalidInput) && result.picture == nil, "\(result.errors)")
        #expect(result.errors.contains(fault.reason), "\(result.errors)")
        #expect(result.errors.count { $0 == "\n" } == 1 && !result.errors.contains(": : "), "\(result.errors)")
    }

    @Test("the default replaces an image that cannot be had, with a warning; --strict refuses it", arguments: Fault.allCases)
    func fallback(_ fault: Fault) async {
        let (server, value, options) = faulty(fault)
        defer { withExtendedLifetime(server) {} }
        let named = value + ",fit=fill,default=" + gift.path("green.png")
        let result = await setImage(named, options)
        #expect(result.code == .done && result.picture?.pixel(20, 20) == .green, "\(result.errors)")
        #expect(result.errors.contains("gift.svga: warning SVGA413: the image \"face\" cannot be read, so green.png is drawn ("))
        #expect(result.errors.contains(fault.reason), "\(result.errors)")
        let strict = await setImage(named, options + ["--strict"])
        #expect(strict.code == .outputFailed && strict.errors.contains("permit it with --allow SVGA413"), "\(strict.errors)")
        let allowed = await setImage(named, options + ["--strict", "--allow", "SVGA407,SVGA413"])
        #expect(allowed.code == .done && allowed.errors.contains("SVGA413"), "\(allowed.errors)")
    }

    @Test("a default is not loaded if the image can be read, and a default that cannot be read is an error")
    func defaults() async {
        let server = LoopbackServer { $0.answer([], status: "500 No") }
        let result = await setImage(gift.path("wide.png") + ",default=" + server.url("/default.png"))
        #expect(result.code == .done && result.errors.isEmpty && server.requests.isEmpty, "\(result.errors)")
        let both = await setImage(server.url("/a.png") + ",default=" + server.url("/default.png"))
        #expect(both.code == .invalidInput && both.errors.contains("/default.png: the server answered 500"), "\(both.errors)")
        #expect(server.requests == ["/a.png", "/default.png"])
    }

    @Test("jobs of a batch load URLs, and use a response again as its header says")
    func batch() async throws {
        let green = green
        let server = LoopbackServer { exchange in
            let fields = exchange.path == "/fresh" ? "Cache-Control: max-age=60\r\n" : "Cache-Control: no-store\r\n"
            exchange.path == "/none" ? exchange.answer([], status: "404 No") : exchange.answer(green, fields: fields)
        }
        let lines = ["/fresh", "/fresh", "/new", "/new", "/none"].enumerated().map { index, path in
            #"{"input":"gift.svga","output":"\#(index).rgba","frame":1,"set-image":{"face":{"file":"\#(server.url(path))","default":"green.png"}}}"#
        }
        gift.folder.write(Array(lines.joined(separator: "\n").utf8), to: "jobs.jsonl")
        let words = ["batch", gift.path("jobs.jsonl"), "-o", gift.path("out"), "--threads", "1", ImageURLTests.permitted]
        let result = await CommandFixtures.run(words)
        #expect(result.code == .done, "\(result.errors)")
        #expect(result.output.components(separatedBy: "SVGA413").count == 2, "\(result.output)")
        #expect(server.requests.sorted() == ["/fresh", "/new", "/new", "/none"])
        for index in 0..<5 {
            let picture = Pixmap(width: 60, height: 40, pixels: try #require(gift.folder.read("out/\(index).rgba")))
            #expect(picture.pixel(20, 20) == .green)
        }
    }

    @Test("a stale response is confirmed by the server and not sent again")
    func revalidation() async throws {
        let green = green
        let server = LoopbackServer { exchange in
            let fields = "Cache-Control: max-age=0\r\nETag: \"1\"\r\n"
            exchange.field("If-None-Match") == "\"1\""
                ? exchange.answer([], status: "304 Not Modified", fields: fields) : exchange.answer(green, fields: fields)
        }
        for _ in 0..<2 { #expect(await setImage(server.url("/a.png")).picture?.pixel(20, 20) == .green) }
        #expect(server.exchanges.map { $0.field("If-None-Match") } == [nil, "\"1\""])
    }

    @Test("--vars and scenes of other languages take URLs and defaults")
    func otherForms() async throws {
        let server = LoopbackServer { exchange in exchange.answer([], status: "404 No") }
        let vars = #"{"images":{"face":{"file":"\#(server.url("/a"))","default":"green.png"},"back":"\#(server.url("/b"))"}}"#
        gift.folder.write(Array(vars.utf8), to: "vars.json")
        let result = await gift.render(["--vars", gift.path("vars.json"), ImageURLTests.permitted])
        #expect(result.code == .invalidInput && result.errors.contains("/b: the server answered 404"), "\(result.errors)")
        let movie = try MovieHandle(path: gift.movie, options: nil)
        let options = #"""
            {"private-hosts": true, "set-image": {"face": {"file": "\#(server.url("/c"))", "default": "\#(gift.path("green.png"))"}}}
            """#
        let scene = try SceneHandle(movie, options: options)
        let drawn = try scene.draw(frame: 1, .rgba)
        #expect(Pixmap(width: drawn.width, height: drawn.height, pixels: drawn.pixels).pixel(20, 20) == .green)
        #expect(try scene.notes(as: .json).contains("SVGA413"))
        #expect(server.requests.contains("/c"))
    }

    @Test(
        "empty values equal absent ones in jobs and variables",
        arguments: [
            #"{"set-image":{"face":""}}"#, #"{"set-image":{"face":null}}"#, #"{"set-image":{"face":{"file":""}}}"#,
            #"{"set-image":{"face":{"file":null,"default":""}}}"#, #"{"set-text":{"face":""}}"#, #"{"set-text":{"face":{"text":""}}}"#,
            #"{"set-text":"","hide":"","size":"","vars":"","text-style":{"face":""}}"#,
        ])
    func empty(options: String) async throws {
        let scene = try SceneHandle(MovieHandle(path: gift.movie, options: nil), options: options)
        let drawn = try scene.draw(frame: 1, .rgba)
        #expect(Pixmap(width: drawn.width, height: drawn.height, pixels: drawn.pixels).pixel(20, 20) == .red)
    }

    @Test(
        "empty values of --vars set nothing",
        arguments: [
            #"{"images":{"face":""},"texts":{"name":""},"hide":""}"#, #"{"images":{"face":null},"texts":null,"hide":null}"#,
            #"{"images":{"face":{"file":""}},"texts":{"face":{"text":"","style":{"size":9}},"back":null}}"#,
        ])
    func emptyVars(vars: String) throws {
        #expect(try VarsFile(Array(vars.utf8), path: "").steps.isEmpty)
    }
}
