import Foundation
import SVGAEmulation
import SVGAFormat
import SVGAHTTP
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGAPreview
@testable import SVGATasks

@Suite("What the preview reports about movies")
struct MovieTests {
    private let shown: PreviewOfFolder

    init() throws {
        shown = try PreviewOfFolder(["gift.svga": "gift.svga", "more/Badge.SVGA": "badge.svga", "more/deep/keep.svga": "keep.svga"])
    }

    /// The output of the command itself.
    private func report(_ words: String...) async throws -> JSONValue {
        try JSONValue(parsing: await CommandRun(words + ["--json"]).output)
    }

    @Test("the facts are those of svga inspect --json, under the name that the page shows")
    func facts() async throws {
        let file = "\(shown.folder.path)/gift.svga"
        guard case .object(let expected) = try await report("inspect", file).sorted,
            case .object(let facts) = shown.ask("movies/\(shown.id("gift.svga"))").json.sorted
        else {
            Issue.record("no report")
            return
        }
        #expect(facts.filter { !["id", "name", "file"].contains($0.name) } == expected.filter { $0.name != "file" })
        #expect(JSONValue.object(facts)["file"] == .string("gift.svga"))
        #expect(JSONValue.object(facts)["name"] == .string("gift.svga"))
    }

    @Test("the findings are those of svga validate --json for the players that are asked for")
    func findings() async throws {
        let file = "\(shown.folder.path)/gift.svga"
        let expected = try await report("validate", "--player=all", file)
        let answer = shown.ask("movies/\(shown.id("gift.svga"))/findings", ["players": "all"])
        #expect(answer.json["findings"]?.sorted == expected["findings"]?.sorted && answer.json["findings"]?.list.isEmpty == false)
        #expect(answer.json["file"] == .string("gift.svga"))
        let wrong = shown.ask("movies/\(shown.id("gift.svga"))/findings", ["players": "--json"])
        #expect(wrong.status == 422 && wrong.json["error"]?.text?.contains("/dev/fd") == false)
    }

    @Test("each movie has a summary, and so has a file that is none")
    func summaries() throws {
        shown.folder.write(Array("no movie".utf8), to: "broken.svga")
        let preview = try Preview(paths: [shown.folder.path], limits: .default)
        func ask(_ path: String...) -> Answer { Answer(preview.answer(HTTPRequest(path: ["api"] + path))) }
        let answer = ask("summaries")
        #expect(answer.type == "application/x-ndjson")
        let lines = try answer.text.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(lines.count == 4)
        let broken = try #require(lines.first { $0["error"] != .null })
        #expect(broken["frames"] == .null && broken["findings"]?["errors"] == .integer(1) && broken["bytes"] == .integer(8))
        let gift = try #require(lines.first { $0["keys"]?.list.contains(.string("user1")) == true })
        #expect(gift["frames"] == .integer(90) && gift["hasSound"] == .bool(true) && gift["error"] == .null)
        #expect(ask("movies", gift["id"]?.text ?? "", "summary").json == gift)
    }

    @Test("a thumbnail is the telling frame, no larger than asked for and never enlarged")
    func thumbnails() throws {
        func size(_ path: String, _ side: String) throws -> [Int] {
            let answer = shown.ask("movies/\(shown.id(path))/thumbnail", ["size": side, "v": "1"])
            #expect(answer.status == 200 && answer.type == "image/png" && answer.headers["Cache-Control"]?.contains("max-age") == true)
            let picture = try ImageDecoder.decode(ImageEntity(key: "", format: .png, bytes: answer.body))
            #expect(picture.pixels.contains { $0 > 0 }, "something is to be seen")
            return [picture.width, picture.height]
        }
        let canvas = try VideoEntity(path: "\(shown.folder.path)/more/Badge.SVGA").canvasPixels
        #expect(try size("gift.svga", "100").max() == 100)
        #expect(try size("more/Badge.SVGA", "1024") == [canvas.width, canvas.height])
        for wrong in ["0", "1025", "-1", "x", ""] {
            #expect(shown.ask("movies/\(shown.id("gift.svga"))/thumbnail", ["size": wrong]).status == 400, "\(wrong)")
        }
    }

    @Test("an image of the file comes as a PNG with the same pixels")
    func images() throws {
        let movie = try VideoEntity(path: "\(shown.folder.path)/gift.svga")
        let answer = shown.ask("movies/\(shown.id("gift.svga"))/images/0")
        let picture = try ImageDecoder.decode(ImageEntity(key: "", format: .png, bytes: answer.body))
        #expect(picture.pixels == (try ImageDecoder.decode(movie.images[0])).pixels)
        for wrong in ["\(movie.images.count)", "-1", "x"] {
            #expect(shown.ask("movies/\(shown.id("gift.svga"))/images/\(wrong)").status == 404)
        }
    }

    @Test("an image comes no larger than asked, with its aspect ratio, and is never enlarged", arguments: [1, 40, 1024])
    func smallImages(side: Int) throws {
        let own = try ImageDecoder.decode(try VideoEntity(path: "\(shown.folder.path)/gift.svga").images[0])
        let answer = shown.ask("movies/\(shown.id("gift.svga"))/images/0", ["size": "\(side)"])
        let picture = try ImageDecoder.decode(ImageEntity(key: "", format: .png, bytes: answer.body))
        #expect(picture.pixels == own.fitted(width: side, height: side).pixels && max(picture.width, picture.height) <= max(side, 1))
        #expect(shown.ask("movies/\(shown.id("gift.svga"))/images/0", ["size": "\(1025)"]).status == 400)
    }

    @Test("the sound of a movie is a WAV file, and a movie without sound has none")
    func sound() {
        #expect(shown.ask("movies/\(shown.id("more/Badge.SVGA"))/sound").status == 404)
        let answer = shown.ask("movies/\(shown.id("gift.svga"))/sound")
        #if Video
            #expect(answer.type == "audio/wav" && answer.text.hasPrefix("RIFF") && answer.body.count > 100_000)
        #else
            #expect(answer.status == 501)
        #endif
    }

    @Test("the page gets the player of the command line")
    func player() {
        #expect(Capabilities().json["player"] == .null)
        #expect(Capabilities(player: .webLite).json["player"] == .string("web-lite"))
    }

    @Test("the vocabulary has the names of the command line")
    func vocabulary() {
        let words = shown.ask("vocabulary").json
        #expect(words["version"] == .string(CommandLineTool.version))
        #expect(words["fits"] == ["fill", "contain", "cover", "none"].json)
        #expect(words["masks"] == ["none", "circle", "original", "round:R"].json)
        #expect(words["players"]?.list.contains(.string("web-lite")) == true)
        #expect(words["textStyles"]?.list.contains { $0["name"] == .string("italic") && $0["form"] == .string("") } == true)
        let gif = words["formats"]?.list.first { $0["name"] == .string("gif") }
        #expect(gif?["options"] == ["quality", "target-size", "matte", "dither"].json)
    }

    @Test("POST is 405, and an unknown path 404")
    func refusals() {
        #expect(shown.ask("POST", "movies").status == 405)
        for path in ["movies/m99", "movies/..", "movies/m1/other", "movies/m1/summary/x", "events/x"] {
            #expect(shown.ask(path).status == 404)
        }
    }
}
