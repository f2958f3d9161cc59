import Foundation
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite struct RenderBatchTests {
    private let folder: MovieFolder

    init() throws {
        folder = try MovieFolder()
        try folder.write(try MovieFolder.bytes(frames: 3), to: "blue.svga")
    }

    private var blue: String { folder.path + "/blue.svga" }
    private var out: String { folder.path + "/out/" }

    private func render(_ words: String...) async -> (code: ExitCode, output: String, errors: String) {
        await CommandFixtures.run(["render"] + words)
    }

    private func written() -> [String] { folder.outputs.filter { $0 != "blue.svga" } }

    @Test func `several movies become a file each, named after them`() async throws {
        let result = await render(folder.movie, blue, "-o", out + "deep/", "--format", "webp")
        #expect(result.code == .done, "\(result.errors)")
        #expect(written() == ["out", "out/deep", "out/deep/blue.webp", "out/deep/red.webp"])
        #expect(result.errors.contains("red.webp: 10 frames") && result.errors.contains("blue.webp: 3 frames"))
    }

    @Test func `a folder means the movies in it`() async throws {
        #expect(await render(folder.path, "-o", out, "--format", "gif").code == .done)
        #expect(written() == ["out", "out/blue.gif", "out/red.gif"])
    }

    @Test func `one movie goes into a folder too, if a format is given`() async throws {
        #expect(await render(blue, "-o", out, "--format", "apng").code == .done)
        #expect(written() == ["out", "out/blue.apng"])
    }

    @Test func `PNGs get a folder for each movie, and one frame a file`() async throws {
        #expect(await render(folder.movie, blue, "-o", out, "--frames", "1-2").code == .done)
        #expect(
            written() == [
                "out", "out/blue", "out/blue/frame-00001.png", "out/blue/frame-00002.png", "out/red", "out/red/frame-00001.png",
                "out/red/frame-00002.png",
            ])
        try FileManager.default.removeItem(atPath: out)
        #expect(await render(folder.movie, blue, "-o", out, "--frame", "1").code == .done)
        #expect(written() == ["out", "out/blue.png", "out/red.png"])
    }

    @Test func `a percent sign in a name is one`() async throws {
        try folder.write(try MovieFolder.bytes(frames: 2), to: "50%d.svga")
        let movie = folder.path + "/50%d.svga"
        #expect(await render(movie, blue, "-o", out, "--frame", "0").code == .done)
        #expect(await render(movie, blue, "-o", out).code == .done)
        #expect(written().contains("out/50%d.png") && written().contains("out/50%d/frame-00001.png"))
    }

    @Test func `a movie that fails does not stop the others, and is exit 6`() async throws {
        try folder.write([9, 9, 9], to: "bad.svga")
        let bad = folder.path + "/bad.svga"
        let result = await render(folder.movie, bad, blue, "-o", out, "--format", "gif", "-q")
        #expect(result.code == .partFailed)
        #expect(result.errors.hasPrefix("svga: \(bad): ") && result.errors.count { $0 == "\n" } == 1)
        #expect(written() == ["bad.svga", "out", "out/blue.gif", "out/red.gif"])
    }

    @Test func `if all fail with one exit code, the command has it, and no folder is left`() async throws {
        let result = await render(folder.path + "/a.svga", folder.path + "/b.svga", "-o", out, "--format", "gif")
        #expect(result.code == .invalidInput && written() == [])
    }

    @Test func `an existing file is not replaced without --force`() async throws {
        #expect(await render(blue, "-o", out, "--format", "gif").code == .done)
        let before = folder.bytes("out/blue.gif")
        let result = await render(folder.movie, blue, "-o", out, "--format", "gif", "--scale", "2")
        #expect(result.code == .partFailed && result.errors.contains("the file already exists"))
        #expect(folder.bytes("out/blue.gif") == before && written().contains("out/red.gif"))
    }

    @Test func `two movies of one name are refused before anything is drawn`() async throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/more", withIntermediateDirectories: true)
        try folder.write(try MovieFolder.bytes(), to: "more/red.svga")
        let result = await render(folder.movie, folder.path + "/more/red.svga", "-o", out, "--format", "gif")
        #expect(result.code == .usage && result.errors.contains("\(out)red.gif would also be the output of"), "\(result.errors)")
        #expect(!written().contains("out"))
    }

    @Test func `a movie named like a page of another's sheet is refused`() async throws {
        try folder.write(try MovieFolder.bytes(), to: "red-1.svga")
        let result = await render(folder.movie, folder.path + "/red-1.svga", "-o", out, "--format", "sheet", "--force")
        #expect(result.code == .usage && result.errors.contains("red-1.png could also be a page of \(out)red.png"), "\(result.errors)")
    }

    @Test(arguments: [
        (["-o", "out.gif"], "several movies cannot be written into one file; name a folder: -o "),
        (["-o", "-", "--format", "gif"], "several movies cannot be written to standard output"),
        (["-o", "out/", "--vars", "-"], "standard input cannot provide a file for several movies; name a file"),
        (["-", "-o", "out/"], "standard input (-) cannot be combined with other inputs"),
        (["-o", "out/", "--format", "gif", "--codec", "qtrle"], "--codec does not apply to gif"),
    ])
    func `outputs for one movie are refused for several`(words: [String], message: String) async throws {
        let words = words.map { $0.hasPrefix("out") ? folder.path + "/" + $0 : $0 }
        let result = await CommandFixtures.run(["render", folder.movie, blue] + words)
        #expect(result.code == .usage && result.errors.contains(message), "\(result.errors)")
        #expect(result.errors.count { $0 == "\n" } == 1 && written() == [])
    }

    @Test func `progress is that of all movies`() async throws {
        let result = await render(folder.movie, blue, "-o", out, "--format", "rgba", "--progress", "json")
        let line = try #require(result.errors.split(separator: "\n").filter { $0.hasPrefix("{") }.last)
        let last = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(last["file"] as? String == blue && last["filesDone"] as? Int == 1 && last["filesTotal"] as? Int == 2)
        #expect(last["done"] as? Int == 3 && last["total"] as? Int == 3)
    }

    @Test func `the progress line counts the frames of all movies`() {
        let part = ProgressReporter.Part(name: "b.svga", position: 2, count: 4)
        let line = ProgressReporter.Line(done: 50, total: 100, seconds: 2, part: part, secondsOfAll: 50).text(.auto, columns: 100)
        #expect(line.contains(" 62% ") && line.contains("file 3/4, 50/100 frames, 25/s, 30 s left"), "\(line)")
    }
}
