import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Edit, unpack and pack")
struct EditCommandTests {
    private let gift = TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga").path
    private let photo = TestFiles.root.appendingPathComponent("samples/photo.jpg").path

    @Test("edits apply in the order of the command line")
    func order() async throws {
        let folder = try MovieFolder()
        let out = folder.path + "/out.svga"
        let result = await CommandFixtures.run(
            "edit", folder.movie, "-o", out, "--rename", "box=crate", "--trim", "2-7", "--trim", "1-3", "--scale", "2", "--canvas",
            "50x50-10+5")
        #expect(result.code == .done && result.output.isEmpty, "\(result.errors)")
        #expect(result.errors.hasPrefix("svga: \(folder.movie): renamed \"box\" to \"crate\"") && result.errors.count { $0 == "\n" } == 1)
        let movie = try VideoEntity(path: out)
        #expect(movie.frameCount == 3 && movie.viewBox == SVGASize(width: 50, height: 50) && movie.sprites[0].imageKey == "crate.vector")
        #expect(movie.sprites[0].frames[0].transform.tx == -10 && movie.sprites[0].frames[0].transform.ty == 5)
        let wrong = await CommandFixtures.run("edit", folder.movie, "-o", out, "--force", "--trim", "1-3", "--trim", "2-7")
        #expect(wrong.code == .usage && wrong.errors.contains("frames 0 to 2"))
    }

    @Test("every edit that takes a file reads it")
    func files() async throws {
        let folder = try MovieFolder()
        try folder.write(Array("ID3 sound".utf8), to: "a.mp3")
        let out = folder.path + "/out.svga"
        let words = ["--set-image", "user1=\(photo),fit=cover,mask=circle", "--remove-audio", "--set-audio", "ding=\(folder.path)/a.mp3"]
        // Which takes long without optimization.
        let merging = ["--merge", "\(gift),overlay,at=3", "--allow-player-findings"]
        let result = await CommandFixtures.run(["edit", gift, "-o", out] + merging + words)
        #expect(result.code == .done, "\(result.errors)")
        let movie = try VideoEntity(path: out)
        #expect(movie.frameCount == 93 && movie.audios.map(\.audioKey) == ["ding"] && movie.sounds.count == 1)
    }

    @Test("the container stays, or is the requested one", arguments: [("2", VideoEntity.Container.zlib), ("1-binary", .zipBinary)])
    func container(word: String, container: VideoEntity.Container) async throws {
        let folder = try MovieFolder()
        let json = TestFiles.root.appendingPathComponent("samples/features/gift-1x-json.svga").path
        let out = folder.path + "/out.svga"
        #expect(await CommandFixtures.run("edit", json, "-o", out, "--set-fps", "20").code == .done)
        #expect(try VideoEntity(path: out).container == .zipJSON)
        #expect(await CommandFixtures.run("edit", json, "-o", out, "--set-fps", "20", "--to", word, "--force", "-q").errors.isEmpty)
        #expect(try VideoEntity(path: out).container == container)
    }

    @Test(
        "invalid edits are refused before anything is written",
        arguments: [
            ([], "no edit is given"), (["--rename", "box"], "A=B"), (["--trim", "5"], "--trim needs"), (["--trim", "9-3"], "--trim needs"),
            (["--canvas", "10"], "--canvas needs"), (["--canvas", "10x10+1"], "--canvas needs"), (["--scale", "0"], "--scale needs"),
            (["--set-fps", "0"], "--set-fps needs"), (["--merge", "x,append,at=3"], "at= does not apply"),
            (["--merge", ",overlay"], "missing"),
            (["--set-image", "a=-", "--set-audio", "b=-"], "only once"), (["--delete", "bix"], "similar keys: \"box\""),
            (["--to", "3", "--scale", "2"], "--to needs"),
        ])
    func usage(words: [String], message: String) async throws {
        let folder = try MovieFolder()
        let result = await CommandFixtures.run(["edit", folder.movie, "-o", folder.path + "/out.svga"] + words)
        #expect(result.code == .usage && result.errors.contains(message), "\(result.errors)")
        #expect(folder.outputs.isEmpty)
    }

    @Test("errors name the file they are about")
    func inputErrors() async throws {
        let folder = try MovieFolder()
        let out = folder.path + "/out.svga"
        try folder.write([1, 2, 3], to: "junk")
        let junk = folder.path + "/junk"
        for words in [
            ["--set-image", "box=\(junk)"], ["--set-audio", "box=\(junk)"], ["--merge", junk], ["--set-audio", "a=\(junk).no"],
        ] {
            let result = await CommandFixtures.run(["edit", folder.movie, "-o", out] + words)
            #expect(result.code == .invalidInput && result.errors.hasPrefix("svga: \(junk)"), "\(result.errors)")
        }
        let limited = await CommandFixtures.run("edit", folder.movie, "-o", out, "--scale", "1000")
        #expect(limited.code == .limit && limited.errors.contains("--max-canvas-pixels"))
        let exists = await CommandFixtures.run("edit", folder.movie, "-o", folder.movie, "--scale", "2")
        #expect(exists.code == .outputFailed && folder.outputs == ["junk"])
    }

    @Test("a file is unpacked and packed to the same bytes")
    func folder() async throws {
        let folder = try MovieFolder()
        let (dir, out) = (folder.path + "/dir", folder.path + "/out.svga")
        let unpacked = await CommandFixtures.run("unpack", folder.movie, "-d", dir)
        #expect(unpacked.code == .done && unpacked.errors.contains("1 sprite"), "\(unpacked.errors)")
        #expect(folder.outputs == ["dir", "dir/README.md", "dir/movie.json"])
        #expect(await CommandFixtures.run("pack", dir, "-o", out, "-q").errors.isEmpty)
        #expect(folder.bytes("out.svga") == folder.bytes("red.svga"))
        let again = await CommandFixtures.run("unpack", folder.movie, "-d", dir)
        #expect(again.code == .outputFailed && again.errors.contains("--force"))
        #expect(await CommandFixtures.run("unpack", folder.movie, "-d", dir, "--force").code == .done)
    }

    @Test("a broken folder is reported with the path of the member")
    func brokenFolder() async throws {
        let folder = try MovieFolder()
        try folder.write(Array("{\"svgaFolder\": 1,\n\"fps\": []}".utf8), to: "movie.json")
        let result = await CommandFixtures.run("pack", folder.path, "-o", folder.path + "/out.svga")
        #expect(result.code == .invalidInput)
        #expect(result.errors == "svga: \(folder.path)/movie.json: fps: needs a whole number (line 2)\n")
        #expect(await CommandFixtures.run("pack", folder.path + "/no", "-o", "-").code == .invalidInput)
        #expect(await CommandFixtures.run("pack", "-", "-o", "-").code == .usage)
        #expect(await CommandFixtures.run("unpack", folder.movie, "-d", "-").code == .usage)
    }
}
