import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Several files of optimize and edit, and reports without writing")
struct ChangedFilesTests {
    /// Two movies that can be made smaller, in a folder `in`, and one that is none.
    private static func folder(broken: Bool = false) throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        var samples: [UInt8] = []
        for position in 0..<32 * 32 {
            samples += [UInt8(position * position / 7 % 5) * 50, UInt8(position * position / 3 % 3) * 80, 0, 255]
        }
        let picture = ImageFixtures.png(width: 32, height: 32, samples: samples)
        let movie = WireMovie.tiny(images: [WireImage(key: "a", bytes: picture)], sprites: [.one("a", .visible())])
        try FileManager.default.createDirectory(atPath: folder.path + "/in", withIntermediateDirectories: false)
        for name in ["a", "b"] { folder.write(try DocumentWriter.write(movie, as: .zlib), to: "in/\(name).svga") }
        if broken { folder.write([1, 2, 3], to: "in/c.svga") }
        return folder
    }

    private static func json(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test
    func `a folder becomes a folder, with a line each and a total`() async throws {
        let folder = try Self.folder()
        let result = await CommandFixtures.run("optimize", folder.path + "/in", "-o", folder.path + "/out/")
        #expect(result.code == .done && result.output.isEmpty, "\(result.errors)")
        for name in ["a", "b"] {
            let (before, after) = (try #require(folder.read("in/\(name).svga")), try #require(folder.read("out/\(name).svga")))
            #expect(after.count < before.count)
        }
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].contains("/in/a.svga → ") && lines[2].hasPrefix("2 files: "), "\(lines)")
    }

    @Test
    func `one broken file of several is reported, and the others are done`() async throws {
        let folder = try Self.folder(broken: true)
        let result = await CommandFixtures.run("optimize", folder.path + "/in", "-o", folder.path + "/out", "--json", "-q")
        #expect(result.code == .partFailed && result.errors.contains("c.svga"))
        let report = try Self.json(result.output)
        let files = try #require(report["files"] as? [[String: Any]])
        #expect(report["schema"] as? Int == 1 && files.count == 3)
        #expect(files[0]["error"] is NSNull && files[0]["schema"] == nil && (files[2]["error"] as? String)?.contains("c.svga") == true)
        #expect(report["bytesBefore"] as? Int == files.prefix(2).reduce(0) { $0 + ($1["bytesBefore"] as? Int ?? 0) })
        #expect(folder.read("out/a.svga") != nil && folder.read("out/c.svga") == nil)
    }

    @Test
    func `in place each input becomes smaller, and one that does not is not touched`() async throws {
        let folder = try Self.folder(broken: true)
        let before = try #require(folder.read("in/a.svga"))
        let result = await CommandFixtures.run("optimize", folder.path + "/in", "--in-place")
        #expect(result.code == .partFailed && folder.read("in/c.svga") == [1, 2, 3])
        let small = try #require(folder.read("in/a.svga"))
        #expect(small.count < before.count && folder.read("in/b.svga") == small)
        let file = folder.path + "/in/a.svga"
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: file)
        #expect(await CommandFixtures.run("optimize", file, "--in-place", "-q").code == .done)
        let date = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
        #expect(date == Date(timeIntervalSince1970: 1000))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/in").sorted() == ["a.svga", "b.svga", "c.svga"])
    }

    @Test(arguments: ["optimize", "edit", "fix"])
    func `options that need one file are refused for several before anything is read`(command: String) async {
        let edit = command == "edit" ? ["--scale", "2"] : []
        for words in [
            ["a"], ["a", "--in-place", "-o", "b"], ["a", "--in-place", "--dry-run"], ["-", "--in-place"], ["a", "-", "-o", "b"],
            ["a", "b", "-o", "-"], ["a", "-o", "b", "--dry-run"], ["a", "-o", "-", "--json"],
        ] {
            #expect(await CommandFixtures.run([command] + words + edit).code == .usage, "\(words)")
        }
    }

    @Test
    func `an archive for a player that cannot open one is refused`() async {
        let result = await CommandFixtures.run("optimize", "a", "--dry-run", "--to", "1-json", "--player", "android,flutter")
        #expect(result.code == .usage && result.errors.contains("Flutter"))
    }

    @Test
    func `edits go to every file, and in place`() async throws {
        let folder = try Self.folder(broken: true)
        let result = await CommandFixtures.run("edit", folder.path + "/in", "--in-place", "--rename", "a=z", "--json", "-q")
        #expect(result.code == .partFailed)
        let files = try #require(try Self.json(result.output)["files"] as? [[String: Any]])
        #expect(files.count == 3 && files[1]["edits"] as? [String] == files[0]["edits"] as? [String] && files[2]["output"] is NSNull)
        for name in ["a", "b"] {
            let movie = try SVGADocument(bytes: folder.read("in/\(name).svga") ?? []).movie
            #expect(movie.sprites.map(\.imageKey) == ["z"])
        }
    }

    @Test
    func `a dry edit reports what it would do and writes nothing`() async throws {
        let folder = try Self.folder()
        let file = folder.path + "/in/a.svga"
        let before = try #require(folder.read("in/a.svga"))
        let result = await CommandFixtures.run("edit", file, "--rename", "a=z", "--dry-run", "--json")
        #expect(result.code == .done && result.errors.isEmpty && folder.read("in/a.svga") == before)
        let report = try Self.json(result.output)
        #expect(report["schema"] as? Int == 1 && report["file"] as? String == file && report["output"] is NSNull)
        #expect(report["bytesBefore"] as? Int == before.count && (report["edits"] as? [String])?.count == 1)
        let text = await CommandFixtures.run("edit", file, "--rename", "a=z", "--dry-run")
        #expect(text.errors.contains("nothing was written"))
        let written = await CommandFixtures.run("edit", file, "--rename", "a=z", "-o", folder.path + "/z.svga", "-q")
        #expect(written.code == .done && folder.read("z.svga")?.count == report["bytesAfter"] as? Int)
    }

    @Test
    func `a dry pack checks the folder and prints the size that the file would have`() async throws {
        let folder = try Self.folder()
        #expect(await CommandFixtures.run("unpack", folder.path + "/in/a.svga", "-d", folder.path + "/a", "-q").code == .done)
        let result = await CommandFixtures.run("pack", folder.path + "/a", "--dry-run", "--json")
        #expect(result.code == .done && result.errors.isEmpty, "\(result.errors)")
        let report = try Self.json(result.output)
        #expect(report["schema"] as? Int == 1 && report["output"] is NSNull && report["sprites"] as? Int == 1)
        #expect(await CommandFixtures.run("pack", folder.path + "/a", "-o", folder.path + "/p.svga", "-q").code == .done)
        #expect(folder.read("p.svga")?.count == report["bytes"] as? Int)
        #expect(await CommandFixtures.run("pack", folder.path + "/a").code == .usage)
    }
}
