import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("svga render")
struct RenderTests {
    /// Width and height of a PNG, from its header.
    func size(_ png: [UInt8]?) -> [Int]? {
        guard let png, png.count > 24, png.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return nil }
        return [16, 20].map { start in png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    }

    @Test("--bounce shows the frames between the first and the last one backward, too")
    func bounce() async throws {
        let gift = try GiftFolder()
        let result = await CommandFixtures.run("render", gift.movie, "-o", gift.path("out.rgba"), "--bounce")
        let bytes = try #require(gift.folder.read("out.rgba"), "\(result)")
        let frames = (0..<bytes.count / 9600).map { Array(bytes[9600 * $0..<9600 * ($0 + 1)]) }
        #expect(frames.count == 6 && frames[4] == frames[2] && frames[5] == frames[1] && frames[0] != frames[1] && frames[2] != frames[3])
    }

    @Test("one frame becomes one PNG")
    func oneFrame() async throws {
        let folder = try MovieFolder()
        let result = await CommandFixtures.run("render", folder.movie, "-o", folder.path + "/a.png", "--frame", "3")
        #expect(result.code == .done && result.output.isEmpty && result.errors.isEmpty, "\(result.errors)")
        #expect(folder.outputs == ["a.png"] && size(folder.bytes("a.png")) == [60, 40])
    }

    @Test("a pattern, a folder and a name that ends with a slash take several frames")
    func patterns() async throws {
        let folder = try MovieFolder()
        let codes = [
            await CommandFixtures.run("render", folder.movie, "-o", folder.path + "/p/%02d.png", "--frames", "1,8-9").code,
            await CommandFixtures.run("render", folder.movie, "-o", folder.path + "/new/", "--frames", "0").code,
            await CommandFixtures.run("render", folder.movie, "-o", folder.path + "/p", "--frames", "4,4").code,
        ]
        #expect(codes == [.done, .done, .done])
        #expect(
            folder.outputs == ["new", "new/frame-00000.png", "p", "p/01.png", "p/08.png", "p/09.png", "p/frame-00004.png"])
    }

    @Test("all frames into one PNG is an error with advice")
    func needsPattern() async throws {
        let folder = try MovieFolder()
        let target = folder.path + "/a.png"
        let result = await CommandFixtures.run("render", folder.movie, "-o", target)
        #expect(result.code == .usage && folder.outputs.isEmpty)
        #expect(
            result.errors
                == "svga: \(target): 10 frames cannot be written into one PNG; use --frame N for one, "
                + "-o \(folder.path)/a-%05d.png for all, or --format apng or sheet\n")
    }

    @Test("raw pixels of all frames follow each other, with straight alpha")
    func rawPixels() async throws {
        let folder = try MovieFolder()
        let code = await CommandFixtures.run("render", folder.movie, "-o", folder.path + "/a.rgba", "--scale", "0.5").code
        let bytes = try #require(folder.bytes("a.rgba"))
        #expect(code == .done && bytes.count == 10 * 30 * 20 * 4)
        #expect(Array(bytes.prefix(4)) == [255, 0, 0, 255])
    }

    @Test("the output has the requested size and crop")
    func geometry() async throws {
        let folder = try MovieFolder()
        let words = ["render", folder.movie, "--frame", "0", "-o"]
        #expect(await CommandFixtures.run(words + [folder.path + "/a.png", "--size", "9x6"]).code == .done)
        #expect(await CommandFixtures.run(words + [folder.path + "/b.png", "--size", "15x0", "--crop", "0,0,30,40"]).code == .done)
        #expect(size(folder.bytes("a.png")) == [9, 6] && size(folder.bytes("b.png")) == [15, 20])
    }

    @Test(
        "an output of another aspect ratio shows the whole movie in bars, unless another fit is requested",
        arguments: [("", 6), ("--gravity top", 0), ("--fit cover", nil), ("--fit fill", nil)])
    func fit(options: String, firstRow: Int?) async throws {
        let folder = try MovieFolder()
        let words = ["render", folder.movie, "-o", folder.path + "/a.rgba", "--frame", "0", "--size", "36x36"]
        #expect(await CommandFixtures.run(words + options.split(separator: " ").map(String.init)).code == .done)
        let bytes = try #require(folder.bytes("a.rgba"))
        let opaque = (0..<36).filter { bytes[4 * 36 * $0 + 3] == 255 }
        #expect(opaque == firstRow.map { Array($0..<$0 + 24) } ?? Array(0..<36))
    }

    @Test("a crop that reaches beyond the canvas is refused", arguments: ["-1,0,10,10", "0,0,61,10", "55,35,10,10"])
    func cropOutside(crop: String) async throws {
        let folder = try MovieFolder()
        let result = await CommandFixtures.run(["render", folder.movie, "-o", folder.path + "/a.png", "--frame", "0", "--crop", crop])
        #expect(result.code == .usage)
        #expect(result.errors.contains("the crop is not within the canvas of 60 × 40 points"))
    }

    @Test("every option of the picture reaches the scene")
    func renderOptions() throws {
        var expected = RenderOptions()
        expected.size = .pixels(width: 0, height: 50)
        expected.crop = SVGARect(x: -1, y: 2, width: 3, height: 4)
        expected.background = SVGAColor(red: 0, green: 0, blue: 1)
        expected.only = "user1"
        expected.filter = .best
        expected.limits.canvasPixels = 2000
        expected.fit = CanvasFit(.cover, gravity: .bottomRight)
        let line =
            "a -o b --fit cover --gravity bottom-right --size 0x50 --crop -1,2,3,4 --background blue --only user1 --filter best "
            + "--max-canvas-pixels 2k"
        #expect(try RenderCommand.parse(line.split(separator: " ").map(String.init)).task.renderOptions == expected)
        expected = RenderOptions()
        expected.fit = CanvasFit(.contain)
        expected.size = .scale(1.5)
        #expect(try RenderCommand.parse(["a", "-o", "b", "--scale", "1.5", "--background", "transparent"]).task.renderOptions == expected)
    }

    @Test("an existing output stays unchanged without --force")
    func force() async throws {
        let folder = try MovieFolder()
        try folder.write([1, 2, 3], to: "a.png")
        let words = ["render", folder.movie, "-o", folder.path + "/a.png", "--frame", "0"]
        let refused = await CommandFixtures.run(words)
        #expect(refused.code == .outputFailed && refused.errors.contains("a.png: the file already exists; overwrite it with --force\n"))
        #expect(folder.bytes("a.png") == [1, 2, 3])
        #expect(await CommandFixtures.run(words + ["--force"]).code == .done)
        #expect(size(folder.bytes("a.png")) == [60, 40])
    }

    @Test(
        "what goes wrong is one line with its exit code, and nothing is written",
        arguments: [
            ("--frame 10", ExitCode.usage, "there is no frame 10: the movie has frames 0 to 9"),
            ("--frames 3-12:3", .usage, "there is no frame 12"),
            ("--frame -1", .usage, "--frame needs a frame number of at least 0, not -1"),
            ("--frame 1 --frames 2", .usage, "--frame and --frames cannot be combined"),
            ("--frame 1 --scale 2 --size 3x4", .usage, "--scale and --size cannot be combined"),
            ("--frame 1 --only bax", .usage, "\"bax\""),
            ("--frame 1 --scale 0", .usage, "--scale needs a number above 0, not \"0\""),
            ("--frame 1 --filter beast", .usage, "did you mean best?"),
            (
                "--frame 1 --format jpeg", .usage,
                "--format needs one of png, jpg, apng, gif, webp, avif, jxl, mp4, webm, mov, y4m, rgba, sheet, contact, html, js, wav, not"
            ),
            ("--frame 1 --max-canvas-pixels 1k", .limit, "raise it with --max-canvas-pixels N"),
            ("--frame 1 --max-input-bytes 10", .limit, "raise it with --max-input-bytes N"),
        ])
    func errors(options: String, code: ExitCode, message: String) async throws {
        let folder = try MovieFolder()
        let words = ["render", folder.movie, "-o", folder.path + "/deep/a.png"] + options.split(separator: " ").map(String.init)
        let result = await CommandFixtures.run(words)
        #expect(result.code == code && result.errors.contains(message), "\(result.errors)")
        #expect(result.errors.hasPrefix("svga: ") && result.errors.count { $0 == "\n" } == 1)
        #expect(folder.outputs.isEmpty && result.output.isEmpty)
    }

    @Test("the format must follow from the name or be given")
    func formats() async throws {
        let folder = try MovieFolder()
        for name in ["a.tiff", "a", "-"] {
            let target = name == "-" ? name : folder.path + "/" + name
            let result = await CommandFixtures.run("render", folder.movie, "-o", target, "--frame", "0")
            #expect(result.code == .usage && result.errors.contains("--format"), "\(name): \(result.errors)")
        }
        #expect(
            await CommandFixtures.run("render", folder.movie, "-o", folder.path + "/a.tiff", "--frame", "0", "--format", "png").code
                == .done
        )
        #expect(size(folder.bytes("a.tiff")) == [60, 40])
    }

    @Test("a movie comes from standard input, and a broken one is exit 3")
    func standardInput() async throws {
        let folder = try MovieFolder()
        let words = ["render", "-", "-o", folder.path + "/a.png", "--frame", "0"]
        #expect(await CommandFixtures.run(words, input: [1, 2, 3]).code == .invalidInput)
        #expect(folder.outputs.isEmpty)
        #expect(await CommandFixtures.run(words, input: try MovieFolder.bytes()).code == .done)
    }

    @Test("a movie without frames has nothing to render")
    func noFrames() async throws {
        let folder = try MovieFolder()
        try folder.write(try DocumentWriter.write(.tiny(frames: 0), as: .zlib), to: "red.svga")
        let result = await CommandFixtures.run("render", folder.movie, "-o", folder.path + "/a.png")
        #expect(result.code == .invalidInput && result.errors == "svga: \(folder.movie): the movie has no frames\n")
    }

    @Test("progress for programs is a JSON object a line, the last one complete")
    func jsonProgress() async throws {
        let folder = try MovieFolder()
        let result = await CommandFixtures.run("render", folder.movie, "-o", folder.path + "/", "--progress", "json")
        let lines = result.errors.split(separator: "\n")
        let objects = try lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
        #expect(result.output.isEmpty && objects.last?["done"] as? Int == 10 && objects.last?["total"] as? Int == 10)
        for object in objects {
            #expect(Set(object.keys) == ["schema", "event", "done", "total", "framesPerSecond", "secondsLeft", "bytes"])
        }
    }

    @Test("progress for a person is shown on a terminal only, and cleared")
    func terminalProgress() async throws {
        let folder = try MovieFolder()
        let words = ["render", folder.movie, "--force", "-o", folder.path + "/"]
        #expect(await CommandFixtures.run(words).errors.isEmpty)
        #expect(await CommandFixtures.run(words + ["-q"], terminal: true).errors.isEmpty)
        let shown = await CommandFixtures.run(words, terminal: true).errors
        #expect(shown.contains("100%") && shown.contains("10/10 frames") && shown.hasSuffix("\r\u{1B}[K"))
    }

    @Test("a progress line has percent, rate, time left and size and fits the terminal")
    func progressLine() {
        let line = ProgressReporter.Line(done: 50, total: 200, byteCount: 5000, seconds: 2).text(.auto, columns: 80)
        #expect(line.contains(" 25% ") && line.contains("50/200 frames, 25/s, 6 s left, 5 KB"))
        for columns in [20, 60, 80, 200] {
            let line = ProgressReporter.Line(done: 99_999, total: 100_000, byteCount: 1 << 30, seconds: 9999).text(.auto, columns: columns)
            #expect(line.dropFirst().dropLast(3).count < columns)
        }
    }

    @Test("phase times are asked for with --perf")
    func perf() async throws {
        let folder = try MovieFolder()
        let errors = await CommandFixtures.run("render", folder.movie, "-o", folder.path + "/a.png", "--frame", "0", "--perf").errors
        #expect(errors.hasPrefix("svga: perf: read ") && errors.contains("prepare ") && errors.contains("render "))
    }

    @Test("a cancelled render leaves nothing behind and is exit 130")
    func cancelled() async throws {
        let folder = try MovieFolder(frames: 5000)
        let task = Task { await CommandFixtures.run("render", folder.movie, "-o", folder.path + "/out/", "--scale", "10") }
        let result = await task.cancelled { !folder.outputs.isEmpty }
        #expect(result.code == .interrupted && result.errors == "svga: interrupted\n")
        #expect(folder.outputs.isEmpty)
    }
}
