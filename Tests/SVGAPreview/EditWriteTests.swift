import Foundation
import SVGAHTTP
import SVGAModel
import SVGAPlatform
import SVGASupport
import TestSupport
import Testing

@testable import SVGAPreview
@testable import SVGATasks

/// A preview that may write, of a folder with `gift.svga` and `sub/like.svga`.
private final class WritingPage {
    let folder = TemporaryFolder()
    let preview: Preview

    init(allowsWriting: Bool = true) throws {
        try PreviewOfFolder.copy("gift.svga", to: "\(folder.path)/gift.svga")
        try PreviewOfFolder.copy("badge.svga", to: "\(folder.path)/sub/badge.svga")
        preview = try Preview(paths: [folder.path], limits: .default, allowsWriting: allowsWriting)
    }

    func ask(_ method: String, _ path: String, _ body: JSONValue? = nil) -> Answer {
        let parts = ["api"] + path.split(separator: "/").map(String.init)
        return Answer(preview.answer(HTTPRequest(method: method, path: parts, body: body.map { Array($0.text(.compact).utf8) } ?? [])))
    }

    func id(_ name: String) -> String {
        ask("GET", "movies").json["movies"]?.list.first { $0["name"]?.text == name }?["id"]?.text ?? ""
    }

    /// The answer to an order with one step, which changes the frame rate.
    func edit(_ movie: String, fps: Int = 20, isFinal: Bool = true) -> JSONValue {
        let option: JSONValue = ["name": "set-fps", "value": fps]
        let step: JSONValue = ["command": "edit", "options": JSONValue.array([option])]
        return ask("POST", "edits", ["movie": movie, "steps": JSONValue.array([step]), "isFinal": isFinal]).json
    }

    func result(_ answer: JSONValue) -> String { answer["movie"]?["id"]?.text ?? "" }

    func write(_ result: String, to movie: String) -> Answer { ask("POST", "edits/\(result)/write", ["movie": movie]) }

    func bytes(_ result: String) -> [UInt8] { ask("GET", "edits/\(result)/file").body }

    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }
}

@Suite("Saving in place") struct EditWriteTests {
    private let page: WritingPage
    private let old: [UInt8]

    init() throws {
        page = try WritingPage()
        old = try #require(page.folder.read("gift.svga"))
    }

    @Test("the file gets the edited bytes, keeps its permissions, and a backup has the old ones") func saved() throws {
        #expect(chmod("\(page.folder.path)/gift.svga", 0o640) == 0)
        let result = page.result(page.edit(page.id("gift.svga")))
        let answer = page.write(result, to: page.id("gift.svga"))
        #expect(answer.status == 200 && answer.json["backup"] == .string("gift.svga.bak"), "\(answer.text)")
        #expect(page.folder.read("gift.svga") == page.bytes(result) && page.folder.read("gift.svga") != old)
        #expect(page.folder.read("gift.svga.bak") == old)
        var status = stat()
        #expect(stat("\(page.folder.path)/gift.svga", &status) == 0 && status.st_mode & 0o777 == 0o640)
        #expect(page.files == ["gift.svga", "gift.svga.bak", "sub"])
    }

    @Test("each save has a backup of its own, and a link with the name of a backup is not followed") func backups() throws {
        let outside = TemporaryFolder()
        outside.write([1], to: "victim")
        #expect(symlink("\(outside.path)/victim", "\(page.folder.path)/gift.svga.bak") == 0)
        #expect(
            page.write(page.result(page.edit(page.id("gift.svga"))), to: page.id("gift.svga")).json["backup"] == .string("gift.svga.bak2"))
        let again = page.edit(page.id("gift.svga"), fps: 10)
        #expect(page.write(page.result(again), to: page.id("gift.svga")).json["backup"] == .string("gift.svga.bak3"))
        #expect(outside.read("victim") == [1] && page.folder.read("gift.svga.bak2") == old)
    }

    @Test("without the option --write nothing is written") func notAllowed() throws {
        let page = try WritingPage(allowsWriting: false)
        let answer = page.write(page.result(page.edit(page.id("gift.svga"))), to: page.id("gift.svga"))
        #expect(answer.status == 403 && page.folder.read("gift.svga") == old && page.files == ["gift.svga", "sub"])
        #expect(page.ask("GET", "vocabulary").json["canWrite"] == .bool(false))
    }

    @Test("a file that has changed on disk is not replaced, and nothing is left beside it", arguments: [false, true]) func conflict(
        isSameSize: Bool
    ) throws {
        let result = page.result(page.edit(page.id("gift.svga")))
        var changed = old
        changed[changed.count - 1] ^= 1
        if !isSameSize { changed.append(0) }
        page.folder.write(changed, to: "gift.svga")
        #expect(page.write(result, to: page.id("gift.svga")).status == 409)
        #expect(page.folder.read("gift.svga") == changed && page.files == ["gift.svga", "sub"])
    }

    @Test("only the first of two edits of the same content is saved") func race() async throws {
        let movie = page.id("gift.svga")
        let results = [10, 12, 15, 20].map { page.result(page.edit(movie, fps: $0)) }
        let preview = page.preview
        let body = Array(#"{"movie":"\#(movie)"}"#.utf8)
        let statuses = await withTaskGroup(of: Int.self) { group in
            for result in results {
                group.addTask { preview.answer(HTTPRequest(method: "POST", path: ["api", "edits", result, "write"], body: body)).status }
            }
            return await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.sorted() == [200, 409, 409, 409])
        #expect(page.files == ["gift.svga", "gift.svga.bak", "sub"] && page.folder.read("gift.svga.bak") == old)
    }

    @Test("a file that became a symbolic link is not followed, and the linked file stays") func link() throws {
        let result = page.result(page.edit(page.id("gift.svga")))
        let outside = TemporaryFolder()
        outside.write(old, to: "victim.svga")
        try FileManager.default.removeItem(atPath: "\(page.folder.path)/gift.svga")
        #expect(symlink("\(outside.path)/victim.svga", "\(page.folder.path)/gift.svga") == 0)
        #expect(page.write(result, to: page.id("gift.svga")).status == 404)
        #expect(outside.read("victim.svga") == old && page.files == ["gift.svga", "sub"])
    }

    @Test("a folder that became a symbolic link is not followed") func folderLink() throws {
        let movie = page.id("badge.svga")
        let badge = try #require(page.folder.read("sub/badge.svga"))
        let result = page.result(page.edit(movie))
        let outside = TemporaryFolder()
        outside.write(badge, to: "badge.svga")
        try FileManager.default.moveItem(atPath: "\(page.folder.path)/sub", toPath: "\(page.folder.path)/moved")
        #expect(symlink(outside.path, "\(page.folder.path)/sub") == 0)
        #expect(page.write(result, to: movie).status == 404)
        #expect(outside.read("badge.svga") == badge && page.folder.read("moved/badge.svga") == badge)
    }

    @Test("forged identifiers and results of other files are refused") func forged() throws {
        let (gift, badge) = (page.id("gift.svga"), page.id("badge.svga"))
        let result = page.result(page.edit(gift))
        let shown = page.result(page.edit(badge, isFinal: false))
        let badgeBytes = page.folder.read("sub/badge.svga")
        for movie in ["../../etc/passwd", "gift.svga", "\(page.folder.path)/gift.svga", "", "m99", "\u{0}"] {
            #expect(page.write(result, to: movie).status == 404, "\(movie)")
        }
        // An edited movie, and a result for another content.
        #expect(page.write(result, to: result).status == 403)
        #expect(page.write(result, to: badge).status == 409)
        for forged in [gift, "e99", "..", shown, page.edit(gift)["base"]?.text ?? ""] {
            #expect(page.write(forged, to: badge).status == 422, "\(forged)")
        }
        #expect(page.ask("POST", "edits/\(result)/write", ["path": "/tmp/x"]).status == 400)
        #expect(page.ask("GET", "edits/\(result)/write").status == 404)
        #expect(page.folder.read("gift.svga") == old && page.folder.read("sub/badge.svga") == badgeBytes)
        #expect(page.files == ["gift.svga", "sub"])
    }

    @Test("a movie that was added to the page has no file to replace") func added() throws {
        let upload = Answer(
            page.preview.answer(HTTPRequest(method: "POST", path: ["api", "uploads"], query: ["name": "x.svga"], body: old)))
        let movie = try #require(upload.json["movie"]?["id"]?.text)
        #expect(page.write(page.result(page.edit(movie)), to: movie).status == 403)
    }

    @Test("a folder without permission to write is an error, and the file stays", .enabled(if: geteuid() != 0)) func permission() throws {
        let result = page.result(page.edit(page.id("gift.svga")))
        #expect(chmod(page.folder.path, 0o500) == 0)
        defer { chmod(page.folder.path, 0o700) }
        #expect(page.write(result, to: page.id("gift.svga")).status == 503 && page.folder.read("gift.svga") == old)
    }
}

@Suite("Saving in place over HTTP", .needsProgram) struct EditWriteProgramTests {
    @Test("a request of another site writes nothing, also with the right token")
    func otherOrigin() throws {
        let folder = TemporaryFolder()
        try PreviewOfFolder.copy("gift.svga", to: "\(folder.path)/gift.svga")
        let old = folder.read("gift.svga")
        let program = try PreviewProgram([folder.path, "--write"])
        let body = #"{"movie":"m1","movies":["m1"],"names":{"pattern":"x"}}"#
        for path in ["edits/e1/write", "batches/b1/movies/0/write", "renames"] {
            for header in ["Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site", "Origin: http://127.0.0.1:1"] {
                let client = RawClient(port: program.port)
                let head = program.head("api/\(path)").replacingOccurrences(of: "GET ", with: "POST ")
                let end = try #require(head.range(of: "\r\n\r\n"))
                client.send(String(head[..<end.lowerBound]) + "\r\n\(header)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
                #expect(client.response()?.status == 403, "\(path) \(header)")
            }
        }
        #expect(folder.read("gift.svga") == old && folder.contents() == ["gift.svga"])
        program.end()
    }
}
