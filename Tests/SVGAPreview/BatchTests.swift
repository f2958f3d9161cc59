import Foundation
import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGAPreview
@testable import SVGATasks

extension PreviewOfFolder {
    /// A batch's last state, with all rows.
    func batch(_ request: JSONValue) async throws -> JSONValue {
        let id = ask("POST", "batches", body: request).json["batch"]?.text ?? ""
        while true {
            let batch = ask("batches/\(id)").json
            if !["waiting", "running", "packing"].contains(batch["state"]?.text ?? "done") { return batch }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// The rows in the order of the movies.
    static func rows(_ batch: JSONValue) -> [JSONValue] {
        (batch["rows"]?.list ?? []).sorted { left, right in
            if case .integer(let first)? = left["index"], case .integer(let second)? = right["index"] { first < second } else { false }
        }
    }
}

@Suite("Batches of the preview") struct BatchTests {
    private let shown: PreviewOfFolder

    init() throws {
        shown = try PreviewOfFolder(["gift.svga": "gift.svga", "sub/bad ge.svga": "badge.svga", "sub/like.svga": "like.svga"])
    }

    private func ids(_ paths: String...) -> JSONValue { .array(paths.map { .string(shown.id($0)) }) }

    private func request(_ kind: String, _ movies: JSONValue, _ more: [(String, JSONValue)] = []) -> JSONValue {
        let members: [JSONValue.Member] = [.init(name: "kind", value: .string(kind)), .init(name: "movies", value: movies)]
        return .object(members + more.map { .init(name: $0.0, value: $0.1) })
    }

    /// The names and bytes of a batch's archive.
    private func archive(_ batch: JSONValue) throws -> [String: [UInt8]] {
        let answer = shown.ask("batches/\(batch["batch"]?.text ?? "")/archive")
        #expect(answer.headers["Content-Disposition"] == "attachment; filename*=UTF-8''movies.zip")
        let folder = TemporaryFolder()
        folder.write(answer.body, to: "a.zip")
        let script = "import zipfile, sys; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])"
        _ = try #require(try Tool.run("python3", ["-c", script, "\(folder.path)/a.zip", "\(folder.path)/out"]))
        var files: [String: [UInt8]] = [:]
        for path in folder.contents() where path.hasPrefix("out/") && path.contains(".") {
            files[String(path.dropFirst(4))] = folder.read(path)
        }
        return files
    }

    @Test(.needs("python3"))
    func `each optimized movie equals that of svga optimize, and the archive has them under their names`() async throws {
        let batch = try await shown.batch(request("optimize", ids("gift.svga", "sub/bad ge.svga"), [("options", ["quality": "80"])]))
        #expect(batch["state"] == .string("done") && batch["failed"] == .integer(0) && batch["done"] == .integer(2))
        let files = try archive(batch)
        #expect(files.keys.sorted() == ["gift.svga", "sub/bad ge.svga"])
        for (row, path) in zip(PreviewOfFolder.rows(batch), ["gift.svga", "sub/bad ge.svga"]) {
            let folder = TemporaryFolder()
            let words = ["optimize", "\(shown.folder.path)/\(path)", "-o", "\(folder.path)/a.svga", "--quality", "80"]
            #expect(await CommandRun(words).code == .done)
            #expect(folder.read("a.svga") == files[path])
            #expect(row["bytesBefore"] == .integer(shown.folder.read(path)?.count ?? 0))
            #expect(row["bytesAfter"] == .integer(files[path]?.count ?? 0))
            #expect(row["similarity"] != .null && row["findings"]?["errors"] == .integer(0) && row["budget"] == .null)
        }
    }

    @Test(.needs("python3")) func `a repair says how each player shows the movie before and after`() async throws {
        let batch = try await shown.batch(request("fix", ids("sub/bad ge.svga"), [("options", ["for": "ios"])]))
        let row = try #require(PreviewOfFolder.rows(batch).first)
        #expect(row["state"] == .string("done") && row["similarity"] == .null)
        #expect(row["players"]?.list.map { $0["player"]?.text } == ["ios"])
        #expect(row["players"]?.list.first?["before"] != row["players"]?.list.first?["after"])
        #expect(try archive(batch).keys.sorted() == ["sub/bad ge.svga"])
    }

    @Test func `a check has findings by code, and no archive`() async throws {
        let batch = try await shown.batch(request("check", ids("sub/bad ge.svga"), [("options", ["player": "ios,web"])]))
        let row = try #require(PreviewOfFolder.rows(batch).first)
        #expect(row["codes"]?.list.contains(.string("SVGA130")) == true && row["memoryBefore"] != .null)
        #expect(row["players"]?.list.map { $0["player"]?.text } == ["ios", "web"])
        #expect(batch["archive"] == .null && shown.ask("batches/\(batch["batch"]?.text ?? "")/archive").status == 404)
    }

    @Test(.needs("python3")) func `the files as they are come under the names of a pattern`() async throws {
        let names: JSONValue = ["pattern": "{name}-{n:2}", "find": "bad ", "replace": ""]
        let batch = try await shown.batch(request("copy", ids("gift.svga", "sub/bad ge.svga"), [("names", names)]))
        let files = try archive(batch)
        #expect(files.keys.sorted() == ["gift-01.svga", "sub/ge-02.svga"])
        #expect(files["gift-01.svga"] == shown.folder.read("gift.svga") && files["sub/ge-02.svga"] == shown.folder.read("sub/bad ge.svga"))
    }

    @Test(.needs("python3")) func `several files of a movie are in a folder of its name`() async throws {
        let more: [(String, JSONValue)] = [("format", .string("png")), ("options", ["frames": "0-1", "size": "20x0"])]
        let batch = try await shown.batch(request("render", ids("gift.svga"), more))
        #expect(try archive(batch).keys.sorted() == ["gift/gift-00000.png", "gift/gift-00001.png"])
    }

    @Test(.needs("python3")) func `a file that cannot be read is one row, and the others are done`() async throws {
        shown.folder.write(Array("no movie".utf8), to: "broken.svga")
        #expect(eventually { shown.id("broken.svga") != "" })
        let batch = try await shown.batch(request("optimize", ids("broken.svga", "sub/like.svga")))
        let rows = PreviewOfFolder.rows(batch)
        #expect(batch["state"] == .string("done") && batch["failed"] == .integer(1))
        #expect(rows.first?["state"] == .string("failed") && rows.first?["message"]?.text?.isEmpty == false)
        #expect(rows.first?["chinese"]?.text?.unicodeScalars.contains { 0x4E00...0x9FFF ~= $0.value } == true, "\(rows)")
        #expect(try archive(batch).keys.sorted() == ["sub/like.svga"])
    }

    @Test func `a canceled batch ends, and its other movies say so`() async throws {
        let more: [(String, JSONValue)] = [("format", .string("apng")), ("options", ["scale": "4"])]
        let body = request("render", ids("gift.svga", "sub/bad ge.svga", "sub/like.svga"), more)
        let id = shown.ask("POST", "batches", body: body).json["batch"]
        #expect(shown.ask("DELETE", "batches/\(id?.text ?? "")").status == 200)
        var batch = JSONValue.null
        repeat {
            try await Task.sleep(for: .milliseconds(10))
            batch = shown.ask("batches/\(id?.text ?? "")").json
        } while ["waiting", "running", "packing"].contains(batch["state"]?.text ?? "")
        #expect(batch["state"] == .string("cancelled") && batch["rows"]?.list.count == 3)
        #expect(batch["rows"]?.list.contains { $0["state"] == .string("cancelled") } == true)
    }

    @Test func `the page asks only for rows that it does not have`() async throws {
        let batch = try await shown.batch(request("copy", ids("gift.svga", "sub/like.svga")))
        let rest = shown.ask("batches/\(batch["batch"]?.text ?? "")", ["from": "1"]).json
        #expect(batch["movies"]?.list.count == 2 && batch["rows"]?.list.count == 2)
        #expect(rest["movies"] == .null && rest["rows"]?.list.count == 1)
    }

    @Test func `a written movie can be opened, and the gallery does not list it`() async throws {
        let batch = try await shown.batch(request("optimize", ids("gift.svga")))
        let movie = shown.ask("POST", "batches/\(batch["batch"]?.text ?? "")/movies/0", body: [:]).json["movie"]
        #expect(movie?["name"] == .string("gift-small.svga"))
        #expect(shown.ask("movies/\(movie?["id"]?.text ?? "")").json["name"] == .string("gift-small.svga"))
        #expect(shown.ask("movies").json["movies"]?.list.contains { $0["id"] == movie?["id"] } == false)
    }

    @Test func `options of other kinds, unknown movies and too many of them are refused`() {
        let gift = ids("gift.svga")
        let wrong: [(JSONValue, Int)] = [
            ([:], 400), (request("diff", gift), 400), (request("copy", .array([])), 400), (request("copy", .string("m1")), 400),
            (request("copy", .array([.string("m99")])), 404), (request("optimize", gift, [("options", ["output": "/tmp/x"])]), 400),
            (request("check", gift, [("options", ["budget": "/etc/passwd"])]), 400), (request("render", gift), 400),
            (request("copy", gift, [("names", ["pattern": "{x}"])]), 422),
            (request("copy", .array((0...BatchRequest.maximumMovies).map { .string("m\($0)") })), 413),
        ]
        for (body, status) in wrong {
            #expect(shown.ask("POST", "batches", body: body).status == status, "\(body.text(.compact).prefix(80))")
        }
        #expect(shown.ask("batches/b99").status == 410 && shown.ask("PUT", "batches").status == 405)
    }
}

@Suite("Budgets of batches") struct BatchBudgetTests {
    @Test func `each row and each card has the verdict of the budget`() async throws {
        let folder = TemporaryFolder()
        try PreviewOfFolder.copy("gift.svga", to: folder.path + "/movies/gift.svga")
        folder.write(Array(#"{"images": 3, "frames": 90}"#.utf8), to: "budget.json")
        let budget = try BudgetTask(budget: FileName(path: folder.path + "/budget.json")).loaded(in: TaskContext())
        let preview = try Preview(paths: [folder.path + "/movies"], limits: .default, budget: budget)
        func ask(_ method: String, _ path: [String], _ body: JSONValue? = nil) -> JSONValue {
            let bytes = body.map { Array($0.text(.compact).utf8) } ?? []
            return Answer(preview.answer(HTTPRequest(method: method, path: ["api"] + path, query: [:], body: bytes))).json
        }
        let id = ask("GET", ["movies"])["movies"]?.list.first?["id"]?.text ?? ""
        let card = ask("GET", ["movies", id, "summary"])["budget"]
        #expect(card?["isWithin"] == .bool(false) && card?["message"]?.text?.isEmpty == false)
        let body: JSONValue = ["kind": "check", "movies": [id], "options": ["player": "ios"] as JSONValue]
        let batch = ask("POST", ["batches"], body)["batch"]?.text ?? ""
        var report = JSONValue.null
        repeat {
            try await Task.sleep(for: .milliseconds(10))
            report = ask("GET", ["batches", batch])
        } while report["state"] != .string("done")
        #expect(report["rows"]?.list.first?["budget"]?["isWithin"] == .bool(false))
    }

    @Test func `without a budget there is no verdict in the gallery`() throws {
        let shown = try PreviewOfFolder(["like.svga": "like.svga"])
        #expect(shown.ask("movies/\(shown.id("like.svga"))/summary").json["budget"] == .null)
    }
}
