import Foundation
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGAFormat
@testable import SVGATasks

@Suite("svga convert")
struct ConvertTests {
    static func movie(audio: Bool = false) throws -> [UInt8] {
        var movie = try DocumentReader.read(MovieFolder.bytes(), limits: .default).movie
        if audio {
            var entry = WireAudio()
            entry.audioKey = "bgm"
            movie.audios = [entry]
        }
        return try DocumentWriter.write(movie, as: .zlib)
    }

    private static func container(_ bytes: [UInt8]?) throws -> VideoEntity.Container { try SVGADocument(bytes: bytes ?? []).container }

    @Test("a file goes to another format and back, with one line on standard error each")
    func thereAndBack() async throws {
        let folder = try MovieFolder()
        let there = await CommandFixtures.run("convert", folder.movie, "-o", folder.path + "/a.svga", "--to", "1-json", "--verify")
        #expect(there.code == .done && there.output.isEmpty)
        let after = try #require(folder.bytes("a.svga"))
        #expect(there.errors.hasPrefix("\(folder.movie): 2 → 1-json, "))
        #expect(there.errors.hasSuffix("→ \(Units.bytes(after.count)), 10 frames identical\n"))
        #expect(try Self.container(after) == .zipJSON)
        let back = await CommandFixtures.run("convert", folder.path + "/a.svga", "-o", folder.path + "/b.svga", "--to", "2", "-q")
        #expect(back.code == .done && back.errors.isEmpty)
        #expect(
            try VideoEntity(bytes: folder.bytes("b.svga") ?? []).sprites[0].frames.map(\.shapes.count) == [Int](repeating: 1, count: 10))
    }

    @Test("standard input and output work for one file")
    func streams() async throws {
        let bytes = try Self.movie()
        let folder = TemporaryFolder()
        let result = await CommandFixtures.run("convert", "-", "-o", folder.path + "/x", "--to", "1-binary", input: bytes)
        #expect(result.code == .done && result.errors.hasPrefix("-: 2 → 1-binary, "))
        #expect(try Self.container(folder.read("x")) == .zipBinary)
        for words in [["-", "-", "-o", "d"], ["a", "b", "-o", "-"], ["a", "-o", "-", "--json"]] {
            #expect(await CommandFixtures.run(["convert", "--to", "2"] + words).code == .usage, "\(words)")
        }
    }

    @Test("a folder goes into a folder that is made, in the order of its names, with JSON of all that was done")
    func folders() async throws {
        let folder = TemporaryFolder()
        let input = TemporaryFolder()
        input.write(try Self.movie(), to: "b.svga")
        input.write(try Self.movie(audio: true), to: "a.SVGA")
        input.write([1], to: "c.txt")
        let result = await CommandFixtures.run(
            "convert", input.path, "-o", folder.path + "/out", "--to", "1-json", "--drop-unsupported", "--json", "--verify")
        #expect(result.code == .done && folder.contents() == ["out", "out/a.SVGA", "out/b.svga"])
        let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let files = try #require(report["files"] as? [[String: Any]])
        #expect(report["schema"] as? Int == 1 && files.map { $0["file"] as? String } == ["\(input.path)/a.SVGA", "\(input.path)/b.svga"])
        #expect(files[0]["dropped"] as? [String] == ["audio \"bgm\""] && files[0]["framesVerified"] as? Int == 10)
        #expect(files[1]["bytesAfter"] as? Int == folder.read("out/b.svga")?.count && files[1]["error"] is NSNull)
        #expect(result.errors.contains("left out: audio \"bgm\"\n") && result.errors.count { $0 == "\n" } == 2)
    }

    @Test("the folder of the output is made with the folders above it")
    func nestedFolder() async throws {
        let (input, folder) = (TemporaryFolder(), TemporaryFolder())
        input.write(try Self.movie(), to: "a.svga")
        let result = await CommandFixtures.run("convert", input.path, "-o", folder.path + "/a/b/", "--to", "1-binary")
        #expect(result.code == .done && folder.contents() == ["a", "a/b", "a/b/a.svga"], "\(result.errors)")
    }

    @Test("a broken file does not keep the others from being converted, and is exit 6")
    func partFailed() async throws {
        let input = TemporaryFolder()
        let folder = TemporaryFolder()
        input.write(try Self.movie(), to: "a.svga")
        input.write([9, 9, 9], to: "b.svga")
        let result = await CommandFixtures.run("convert", input.path, "-o", folder.path, "--to", "1-binary", "--json")
        #expect(result.code == .partFailed && folder.contents() == ["a.svga"])
        #expect(result.errors.contains("svga: \(input.path)/b.svga: "))
        let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let files = try #require(report["files"] as? [[String: Any]])
        #expect(files[1]["bytesAfter"] is NSNull && (files[1]["error"] as? String)?.contains("not an SVGA file") == true)
    }

    @Test("what the format cannot hold is an error that names it and what to do, and nothing is written")
    func unsupported() async throws {
        let input = TemporaryFolder()
        input.write(try Self.movie(audio: true), to: "a.svga")
        let result = await CommandFixtures.run("convert", input.path + "/a.svga", "-o", input.path + "/b.svga", "--to", "1-json")
        #expect(result.code == .outputFailed && input.contents() == ["a.svga"])
        let line = "the format does not support audio \"bgm\"; leave it out with --drop-unsupported\n"
        #expect(result.errors == "svga: \(input.path)/a.svga: \(line)")
    }

    @Test("nothing is overwritten without --force, the input least of all")
    func overwriting() async throws {
        let folder = try MovieFolder()
        let before = folder.bytes("red.svga")
        for output in [folder.movie, folder.path] {
            let result = await CommandFixtures.run("convert", folder.movie, "-o", output, "--to", "1-json")
            #expect(result.code == .outputFailed && result.errors.contains("overwrite it with --force"))
            #expect(folder.bytes("red.svga") == before && folder.outputs.isEmpty)
        }
        #expect(await CommandFixtures.run("convert", folder.movie, "-o", folder.movie, "--to", "1-json", "--force").code == .done)
        #expect(try Self.container(folder.bytes("red.svga")) == .zipJSON)
    }

    @Test("two inputs that would become one file are an error before anything is written")
    func sameName() async throws {
        let (one, other, out) = (TemporaryFolder(), TemporaryFolder(), TemporaryFolder())
        for folder in [one, other] { folder.write(try Self.movie(), to: "a.svga") }
        let result = await CommandFixtures.run("convert", one.path, other.path, "-o", out.path, "--to", "1-json")
        #expect(result.code == .usage && out.contents().isEmpty)
        let reason = "\(out.path)/a.svga would also be the output of \(one.path)/a.svga; write them into different folders"
        #expect(result.errors.contains(reason))
        let twice = await CommandFixtures.run("convert", one.path + "/a.svga", one.path, "-o", out.path, "--to", "2")
        #expect(twice.code == .usage)
        let empty = await CommandFixtures.run("convert", out.path, "-o", one.path, "--to", "2")
        #expect(empty.code == .invalidInput && empty.errors.contains("the folder has no .svga files"))
    }

    @Test("inputs whose names differ only in Unicode's normal form become two files")
    func normalForms() async throws {
        let (one, out) = (TemporaryFolder(), TemporaryFolder())
        for name in ["\u{E9}.svga", "e\u{301}.svga"] { one.write(try Self.movie(), to: name) }
        let result = await CommandFixtures.run("convert", one.path, "-o", out.path, "--to", "1-json", "--drop-unsupported")
        #expect(result.code == .done && out.contents().count == 2, "\(result.errors)")
    }

    @Test("--verify finds a frame that is not the same")
    func comparison() async throws {
        let movie = try DocumentReader.read(MovieFolder.bytes(), limits: .default).movie
        var other = movie
        other.sprites[0].frames[7].alpha = 0.5
        var short = movie
        short.frames = 9
        var small = movie
        small.viewBoxWidth = 59
        func compare(_ changed: WireMovie) async throws -> Message? {
            let (left, right) = (try SVGADocument(movie: movie).videoEntity(), try SVGADocument(movie: changed).videoEntity())
            return try await Verification(limits: .default, threads: 3).difference(left, right)
        }
        #expect(try await compare(movie) == nil)
        #expect(try await compare(other) == "frame 7 would look different")
        #expect(try await compare(short) == "it would have 9 frames at 20 fps instead of 10 at 20")
        #expect(try await compare(small) == "the size of the canvas would change")
    }

    @Test("an output that cannot be written is exit 5 and leaves nothing behind")
    func unwritable() async throws {
        let folder = try MovieFolder()
        for output in ["/dev/full", folder.path + "/no/such/x.svga"] {
            let result = await CommandFixtures.run("convert", folder.movie, "-o", output, "--to", "2")
            #expect(result.code == .outputFailed && result.errors.count { $0 == "\n" } == 1, "\(output)")
        }
        #expect(folder.outputs.isEmpty)
    }

    @Test("a folder becomes Lottie files, with notes on what a Lottie cannot have")
    func lottie() async throws {
        let (input, folder) = (TemporaryFolder(), TemporaryFolder())
        input.write(try Self.movie(audio: true), to: "a.svga")
        let result = await CommandFixtures.run("convert", input.path, "-o", folder.path + "/out", "--to", "lottie", "--json")
        #expect(result.code == .done && folder.contents() == ["out", "out/a.json"], "\(result.errors)")
        let json = try JSONValue(parsing: folder.read("out/a.json") ?? [])
        guard case .array(let layers)? = json["layers"] else { throw NoList() }
        #expect(layers.map { $0["nm"] } == [.string("box")])
        let report = try JSONValue(parsing: Array(result.output.utf8))
        guard case .array(let files)? = report["files"] else { throw NoList() }
        #expect(files[0]["to"] == .string("lottie") && files[0]["dropped"] == .array([.string("audio \"bgm\", which has no sound")]))
    }

    @Test("the images folder is next to an output whose name begins with a combining mark")
    func combiningMark() async throws {
        let folder = TemporaryFolder()
        let sample = TestFiles.root.appendingPathComponent("samples/gift.svga").path
        let words = ["convert", sample, "-o", folder.path + "/\u{301}b.json", "--to", "lottie", "--images", "beside", "-q"]
        #expect(await CommandFixtures.run(words).code == .done)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).map { Array($0.utf8) }
        #expect(names.contains(Array("\u{301}b-images".utf8)))
    }

    @Test("a Lottie's pictures go into a folder beside it, or all of it into an archive, and nothing is overwritten")
    func lottieFiles() async throws {
        let folder = TemporaryFolder()
        let sample = TestFiles.root.path + "/samples/features/mattes.svga"
        let words = ["convert", sample, "-o", folder.path + "/b.json", "--to", "lottie", "--images", "beside", "-q"]
        #expect(await CommandFixtures.run(words).code == .done)
        let pictures = folder.contents().filter { $0.hasPrefix("b-images/image-") }
        #expect(!pictures.isEmpty && folder.contents().contains("b.json"))
        let text = String(decoding: folder.read("b.json") ?? [], as: UTF8.self)
        #expect(text.contains("\"u\":\"b-images/\",\"p\":\"image-0.png\"") && !text.contains("base64"))
        let before = folder.contents()
        #expect(await CommandFixtures.run(words).code == .outputFailed && folder.contents() == before)
        let archive = folder.path + "/b.lottie"
        #expect(await CommandFixtures.run("convert", sample, "-o", archive, "--to", "lottie", "-q").code == .done)
        #expect(folder.read("b.lottie")?.starts(with: [0x50, 0x4B]) == true)
    }

    @Test(
        "commands that change or show a document refuse, with --strict, a warning that only resolving references finds",
        arguments: [["convert", "--to", "2", "-o", "OUT"], ["edit", "--set-fps", "9", "-o", "OUT"], ["unpack", "-o", "OUT"], ["dump"]])
    func strict(words: [String]) async throws {
        let folder = TemporaryFolder()
        var movie = try DocumentReader.read(MovieFolder.bytes(), limits: .default).movie
        movie.sprites[0].matteKey = "nobody.matte"
        folder.write(try DocumentWriter.write(movie, as: .zlib), to: "a.svga")
        let words = [words[0], folder.path + "/a.svga"] + words.dropFirst().map { $0 == "OUT" ? folder.path + "/out" : $0 }
        let refused = await CommandFixtures.run(words + ["--strict"])
        #expect(refused.code == .invalidInput && refused.errors.contains("SVGA040"), "\(refused.errors)")
        #expect(folder.contents() == ["a.svga"])
        #expect(refused.errors.hasSuffix("; permit it with --allow SVGA040, or leave --strict out\n"), "\(refused.errors)")
        #expect(await CommandFixtures.run(words + ["--strict", "--allow", "svga040"]).code == .done)
    }

    @Test("an option that Lottie does not support is a usage error")
    func lottieUsage() async {
        for words in [
            ["a", "-o", "b.json", "--to", "lottie", "--verify"], ["a", "-o", "b.json", "--to", "lottie", "--zopfli"],
            ["a", "-o", "-", "--to", "lottie", "--images", "beside"], ["a", "-o", "b.lottie", "--to", "lottie", "--images", "beside"],
            ["a", "-o", "b.svga", "--to", "2", "--images", "beside"],
        ] { #expect(await CommandFixtures.run(["convert"] + words).code == .usage, "\(words)") }
    }
}

private struct NoList: Error {}
