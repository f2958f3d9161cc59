import Foundation
import SVGAFormat
import SVGAModel
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("svga import")
struct ImportTests {
    /// A square that moves to the right for half a second, and a picture that is not in the file.
    private static let lottie = """
        {"v":"5.7.0","w":60,"h":40,"fr":30,"ip":0,"op":15,"assets":[{"id":"a","w":8,"h":8,"p":"a.png","u":"images/"}],"layers":[
        {"ty":2,"nm":"face","refId":"a","ip":0,"op":15,"ks":{}},
        {"ty":4,"nm":"square","ip":0,"op":15,"ks":{"p":{"a":1,"k":[{"t":0,"s":[10,20],"e":[50,20],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":15,"s":[50,20]}]}},
        "shapes":[{"ty":"gr","it":[{"ty":"rc","p":{"k":[0,0]},"s":{"k":[10,10]},"r":{"k":0}},
        {"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}},{"ty":"tr"}]}]}]}
        """

    private static func folder() -> TemporaryFolder {
        let folder = TemporaryFolder()
        folder.write(Array(lottie.utf8), to: "a.json")
        return folder
    }

    @Test
    func `a raised limit applies to the report too`() async throws {
        let folder = TemporaryFolder()
        folder.write(Array(Self.lottie.replacing("\"op\":15", with: "\"op\":100001").utf8), to: "a.json")
        let words = ["import", folder.path + "/a.json", "-o", folder.path + "/a.svga", "-q"]
        let refused = await CommandFixtures.run(words)
        #expect(refused.code == .limit && folder.read("a.svga") == nil, "\(refused.errors)")
        let raised = await CommandFixtures.run(words + ["--max-frames", "200k", "--max-work", "1000g"])
        #expect(raised.code == .done && folder.read("a.svga") != nil, "\(raised.errors)")
    }

    @Test
    func `a Lottie becomes a movie, and a report describes it`() async throws {
        let folder = Self.folder()
        let result = await CommandFixtures.run("import", folder.path + "/a.json", "-o", folder.path + "/a.svga", "--key", "face=user")
        #expect(result.code == .done && result.output.isEmpty)
        for part in ["Lottie  60 × 40, 15 frames at 30 fps", "2 sprites", "\"user\"", "lowest SSIM ", "it is not in the file"] {
            #expect(result.errors.contains(part), "\(result.errors)")
        }
        let movie = try VideoEntity(bytes: folder.read("a.svga") ?? [])
        #expect(movie.sprites.map(\.imageKey) == ["square.vector", "user"] && movie.frameCount == 15)
        #expect(await CommandFixtures.run("import", folder.path + "/a.json", "-o", folder.path + "/a.svga").code == .outputFailed)
    }

    @Test
    func `JSON has every value under a fixed name, and a dry run writes nothing`() async throws {
        let folder = Self.folder()
        let result = await CommandFixtures.run("import", folder.path + "/a.json", "--dry-run", "--json", "--fps", "15", "--size", "0x80")
        #expect(result.code == .done && folder.contents() == ["a.json"])
        let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(report["schema"] as? Int == 1 && report["kind"] as? String == "Lottie" && report["output"] is NSNull)
        #expect(report["width"] as? Double == 120 && report["fps"] as? Int == 15 && report["frames"] as? Int == 8)
        #expect(report["keys"] as? [String] == ["face"] && report["sprites"] as? Int == 2)
        #expect((report["lowestSimilarity"] as? Double ?? 0) > 0.97)
        let lost = try #require(report["lost"] as? [[String: String]])
        #expect(lost.contains { $0["message"]?.contains("the frame rate is 15 fps") == true })
    }

    @Test
    func `an import over the budget is not written`() async {
        let folder = Self.folder()
        folder.write(Array(#"{"bytes": 100, "frames": 20}"#.utf8), to: "budget.json")
        let words = ["import", folder.path + "/a.json", "-o", folder.path + "/a.svga", "--budget", folder.path + "/budget.json"]
        let result = await CommandFixtures.run(words)
        #expect(result.code == .findings && result.errors.contains("the movie exceeds the budget"), "\(result.errors)")
        #expect(folder.contents() == ["a.json", "budget.json"])
        folder.write(Array(#"{"bytes": "1m"}"#.utf8), to: "budget.json")
        #expect(await CommandFixtures.run(words).code == .done)
        #expect(folder.contents() == ["a.json", "a.svga", "budget.json"])
        folder.write(Array(#"{"bites": 1}"#.utf8), to: "budget.json")
        let wrong = await CommandFixtures.run(words + ["--force"])
        #expect(wrong.code == .invalidInput && wrong.errors.contains("bites"), "\(wrong.errors)")
    }

    @Test
    func `a maximum size makes a Lottie's movie smaller, or is refused with one line`() async throws {
        let folder = Self.folder()
        let whole = await CommandFixtures.run("import", folder.path + "/a.json", "-o", folder.path + "/a.svga")
        let size = try #require(folder.read("a.svga")?.count)
        #expect(whole.code == .done)
        let words = ["import", folder.path + "/a.json", "-o", folder.path + "/b.svga", "--target-size"]
        #expect(await CommandFixtures.run(words + ["\(size - 1)"]).code == .done)
        #expect((folder.read("b.svga")?.count ?? .max) < size)
        let refused = await CommandFixtures.run(words + ["20", "--force"])
        #expect(refused.code == .limit && refused.errors.contains("no quality or frame rate reaches 20 bytes"), "\(refused.errors)")
        #expect(folder.contents() == ["a.json", "a.svga", "b.svga"])
    }

    @Test
    func `an import below the requested similarity is not written`() async {
        let folder = Self.folder()
        let result = await CommandFixtures.run("import", folder.path + "/a.json", "-o", folder.path + "/a.svga", "--min-ssim", "1")
        #expect(result.code == .outputFailed && result.errors.contains("nothing was written") && folder.contents() == ["a.json"])
        let chinese = await CommandFixtures.run("import", folder.path + "/a.json", "--dry-run", "--min-ssim", "1", "--lang", "zh")
        #expect(chinese.code == .outputFailed && chinese.errors.contains("最低的 SSIM 为"), "\(chinese.errors)")
    }

    @Test
    func `a pattern that begins with the name of an option is not an option`() async {
        let result = await CommandFixtures.run("import", "size %x.png", "--dry-run")
        #expect(result.code == .usage && result.errors.contains("size %x.png: a pattern needs") && !result.errors.contains("--size"))
    }

    @Test
    func `an input that cannot be imported is one line with the reason`() async {
        let folder = Self.folder()
        for (bytes, found, code) in [
            (Array("hello".utf8), "plain text", ExitCode.invalidInput), ([], "empty", .invalidInput),
            (Array(#"{"w":1}"#.utf8), "JSON, but not a Lottie", .invalidInput), ([0x78, 0xDA, 1], "already an SVGA movie", .invalidInput),
            (Array(#"{"layers":[]"#.utf8), "the text ends", .invalidInput),
        ] {
            folder.write(bytes, to: "b")
            let result = await CommandFixtures.run("import", folder.path + "/b", "-o", folder.path + "/b.svga")
            #expect(result.code == code && result.errors.contains(found) && result.errors.count { $0 == "\n" } == 1, "\(result.errors)")
        }
        for words in [["--key", "nobody=a"], ["--quality", "0"], ["--alpha", "stacked"], ["--target-size", "0"]] {
            let result = await CommandFixtures.run(["import", folder.path + "/a.json", "--dry-run"] + words)
            #expect(result.code == .usage && result.errors.contains(words[0]), "\(result.errors)")
        }
        #expect(folder.contents() == ["a.json", "b"])
        for words in [["a"], ["a", "-o", "-", "--json"], ["a", "-", "-o", "b"], ["a", "-o", "b", "--fps", "0"]] {
            #expect(await CommandFixtures.run(["import"] + words).code == .usage, "\(words)")
        }
    }
}
