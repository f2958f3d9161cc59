import Foundation
import SVGAHTTP
import SVGAModel
import SVGAPlatform
import SVGASupport
import TestSupport
import Testing

@testable import SVGAPreview

/// A preview that may write, of a folder with `a/badge.svga` and `a/like.svga`, whose batch has ended.
private final class WrittenBatch {
    let folder = TemporaryFolder()
    let preview: Preview
    let batch: String

    init(allowsWriting: Bool = true, kind: String = "optimize") async throws {
        for name in ["badge", "like"] { try PreviewOfFolder.copy("\(name).svga", to: "\(folder.path)/a/\(name).svga") }
        preview = try Preview(paths: ["\(folder.path)/a"], limits: .default, allowsWriting: allowsWriting)
        let movies = WrittenBatch.ask(preview, "GET", "movies").json["movies"]?.list.compactMap { $0["id"] } ?? []
        let request: JSONValue = [
            "kind": kind, "movies": JSONValue.array(movies),
            "options": kind == "optimize" ? (["quality": "60"] as JSONValue) : JSONValue.null,
        ]
        batch = WrittenBatch.ask(preview, "POST", "batches", request).json["batch"]?.text ?? ""
        while ["waiting", "running", "packing"].contains(json["state"]?.text ?? "done") { try await Task.sleep(for: .milliseconds(10)) }
    }

    static func ask(_ preview: Preview, _ method: String, _ path: String, _ body: JSONValue? = nil) -> Answer {
        let parts = ["api"] + path.split(separator: "/").map(String.init)
        return Answer(preview.answer(HTTPRequest(method: method, path: parts, body: body.map { Array($0.text(.compact).utf8) } ?? [])))
    }

    var json: JSONValue { WrittenBatch.ask(preview, "GET", "batches/\(batch)").json }

    /// Movie 0 is the badge.
    func write(_ index: String = "0", batch other: String? = nil) -> Answer {
        WrittenBatch.ask(preview, "POST", "batches/\(other ?? batch)/movies/\(index)/write", [:] as JSONValue)
    }

    func result(_ index: Int = 0) -> [UInt8] { WrittenBatch.ask(preview, "GET", "batches/\(batch)/files/\(index)/0").body }

    var files: [String] { folder.contents().filter { $0.hasPrefix("a/") } }
}

@Suite("Replacing files by the results of a batch") struct BatchWriteTests {
    @Test func `a file gets the bytes of its result, and a backup has the old ones`() async throws {
        let batch = try await WrittenBatch()
        let old = batch.folder.read("a/badge.svga")
        #expect(batch.write().json == ["backup": "badge.svga.bak"])
        #expect(batch.folder.read("a/badge.svga") == batch.result() && batch.folder.read("a/badge.svga") != old)
        #expect(batch.folder.read("a/badge.svga.bak") == old)
        #expect(batch.files == ["a/badge.svga", "a/badge.svga.bak", "a/like.svga"])
        let rows = PreviewOfFolder.rows(batch.json)
        #expect(rows[0]["backup"] == .string("badge.svga.bak") && rows[1]["backup"] == .null)
    }

    @Test func `without permission to write nothing is replaced`() async throws {
        let batch = try await WrittenBatch(allowsWriting: false)
        #expect(batch.write().status == 403 && batch.files == ["a/badge.svga", "a/like.svga"])
    }

    @Test(arguments: [false, true])
    func `a file that has changed since the batch began stays, also with the same bytes`(hasSameBytes: Bool) async throws {
        let batch = try await WrittenBatch()
        let changed = try #require(batch.folder.read("a/badge.svga")) + (hasSameBytes ? [] : [0])
        batch.folder.write(changed, to: "a/badge.svga")
        #expect(batch.write().status == 409)
        #expect(batch.folder.read("a/badge.svga") == changed && batch.files == ["a/badge.svga", "a/like.svga"])
    }

    @Test func `a result is written once, and only one of several requests at once writes it`() async throws {
        let batch = try await WrittenBatch()
        let old = batch.folder.read("a/badge.svga")
        let statuses = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask { [preview = batch.preview, id = batch.batch] in
                    WrittenBatch.ask(preview, "POST", "batches/\(id)/movies/0/write", [:] as JSONValue).status
                }
            }
            return await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.sorted() == [200, 409, 409, 409])
        #expect(batch.folder.read("a/badge.svga.bak") == old && batch.files.count == 3)
    }

    @Test func `a file that became a symbolic link is not followed`() async throws {
        let batch = try await WrittenBatch()
        let path = "\(batch.folder.path)/a/badge.svga"
        batch.folder.write([1], to: "outside")
        try FileManager.default.removeItem(atPath: path)
        #expect(symlink("\(batch.folder.path)/outside", path) == 0)
        #expect(batch.write().status == 404 && batch.folder.read("outside") == [1])
    }

    @Test func `a folder that became a symbolic link is not followed`() async throws {
        let batch = try await WrittenBatch()
        let old = try #require(batch.folder.read("a/badge.svga"))
        let (inside, outside) = ("\(batch.folder.path)/a", TemporaryFolder())
        outside.write(old, to: "badge.svga")
        try FileManager.default.moveItem(atPath: inside, toPath: "\(batch.folder.path)/b")
        #expect(symlink(outside.path, inside) == 0)
        #expect([404, 409].contains(batch.write().status) && outside.read("badge.svga") == old)
    }

    @Test(arguments: ["9", "-1", "..", "0x0", "", "/etc/passwd"])
    func `forged numbers of movies and batches are refused`(index: String) async throws {
        let batch = try await WrittenBatch()
        #expect([404, 405].contains(batch.write(index).status))
        #expect(batch.write(batch: "b\(index)").status != 200)
        #expect(batch.files == ["a/badge.svga", "a/like.svga"])
    }

    @Test func `a batch without movies as its results replaces nothing`() async throws {
        #expect(try await WrittenBatch(kind: "check").write().status == 404)
        #expect(try await WrittenBatch(kind: "copy").write().status == 404)
    }
}
