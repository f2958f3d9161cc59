import Foundation
import SVGAExport
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite struct RenderFormatTests {
    private static func begins(_ bytes: [UInt8]?, _ text: String, at offset: Int = 0) -> Bool {
        bytes?.dropFirst(offset).starts(with: Array(text.utf8)) == true
    }

    @Test(arguments: [
        ("a.apng", "PNG", 1), ("a.gif", "GIF89a", 0), ("a.webp", "WEBP", 8), ("a.mov", "ftypqt", 4), ("a.html", "<!", 0),
        ("a.rgba", "", 0), ("a.avif", "ftypavis", 4), ("a.jxl", "", 0),
    ])
    func `the extension decides the format, and what it holds of the movie`(name: String, magic: String, offset: Int) async throws {
        let folder = try GiftFolder()
        let result = await CommandFixtures.run("render", folder.movie, "-o", folder.path(name))
        #expect(result.code == .done, "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(RenderFormatTests.begins(folder.folder.read(name), magic, at: offset))
    }

    @Test func `a given format overrides the extension`() async throws {
        let folder = try GiftFolder()
        #expect(await CommandFixtures.run("render", folder.movie, "-o", folder.path("a.png"), "--format", "gif").code == .done)
        #expect(RenderFormatTests.begins(folder.folder.read("a.png"), "GIF89a"))
    }

    @Test func `an animation prints its size and length, unless it is to be quiet`() async throws {
        let folder = try GiftFolder()
        let reported = await CommandFixtures.run("render", folder.movie, "-o", folder.path("a.webp"))
        let size = try #require(folder.folder.read("a.webp")?.count)
        #expect(reported.errors == "svga: \(folder.path("a.webp")): 4 frames, 0.13 s, 60×40 px, \(Units.bytes(size))\n")
        #expect(await CommandFixtures.run("render", folder.movie, "-o", folder.path("a.webp"), "--force", "-q").errors.isEmpty)
    }

    @Test(arguments: [
        (["-o", "a.webp", "--dither", "1"], "--dither does not apply to webp; it applies to gif"),
        (["-o", "a.gif", "--audio", "green.png"], "--audio does not apply to gif; it applies to mp4, webm, mov, html, wav"),
        (["-o", "a.gif", "--fps", "10", "--every", "2"], "--fps and --every cannot be combined; use only one of them"),
        (["-o", "a.gif", "--every", "0"], "--every needs a whole number above 0"),
        (["-o", "a%d.gif"], "all frames are written into one gif, so its name cannot contain a frame number; remove the %"),
        (["-o", "a.sheet"], "the format sheet writes PNG files; use -o"),
        (["-o", "a.contact"], "a.png --format contact"),
        (["-o", "a.png", "--format", "sheet", "--max-size", "20000"], "--max-size needs a whole number from 1 to 16384"),
        (["-o", "a.gif", "--max-size", "512"], "--max-size does not apply to gif; it applies to sheet"),
        (["-o", "a.gif", "--columns", "5"], "--columns does not apply to gif; it applies to contact"),
        (["-o", "a.png", "--frame", "0", "--quality", "5"], "--quality does not apply to png"),
        (["-o", "a.mp4", "--codec", "qtrle"], "--codec qtrle does not apply to mp4; it applies to mov"),
        (["-o", "a.webm", "--codec", "hevc"], "--codec does not apply to webm; it applies to mp4, mov"),
        (["-o", "a.mp4", "--audio-codec", "pcm"], "--audio-codec does not apply to mp4; it applies to mov"),
        (["-o", "a.mp4", "--alpha-scale", "0.5"], "--alpha-scale needs --alpha; add --alpha stacked or side-by-side"),
        (["-o", "a.mp4", "--vapx", "face", "--background", "red"], "--vapx needs --alpha"),
        (["-o", "a.mp4", "--alpha", "stacked", "--alpha-scale", "0.4"], "--alpha-scale needs a number from 0.5 to 1, not \"0.4\""),
        (["-o", "a.mp4", "--alpha", "stacked", "--vapx", "fase"], "face"),
        (["-o", "a.gif", "--fps", "60"], "a GIF shows at most 50 frames per second, not 60; use --fps 50"),
        (["-o", "a.gif", "--quality", "101"], "--quality needs a whole number from 0 to 100, not \"101\""),
        (["-o", "a.webp", "--effort", "7"], "--effort needs a whole number from 0 to 6, not \"7\""),
        (["-o", "a.gif", "--effort", "3"], "--effort does not apply to gif; it applies to png, apng, webp, avif, jxl, mp4, webm, sheet"),
        (["-o", "a.gif", "--fps", "0"], "--fps needs a frame rate up to 1000 fps"),
        (["-o", "a.gif", "--speed", "0"], "--speed needs a number above 0"),
        (["-o", "a.gif", "--loop", "-1"], "--loop needs a whole number, or 0 for endless"),
        (["-o", "a.gif", "--target-size", "big"], "--target-size needs a size such as 500k"),
        (["-o", "a.rgba", "--target-size", "1k"], "--target-size does not apply to rgba"),
    ])
    func `an option without effect is refused, and nothing is written`(words: [String], message: String) async throws {
        let folder = try GiftFolder()
        let words = words.map { $0.hasPrefix("a.") ? folder.path($0) : $0 }
        let result = await CommandFixtures.run(["render", folder.movie] + words)
        #expect(result.code == .usage)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(folder.folder.contents() == ["gift.svga", "green.png", "wide.png"])
    }

    @Test(arguments: [
        (
            ["a.y4m"],
            "Y4M does not support alpha, and frame 0 is not opaque; add --background COLOR, or write a .webm, .mov, .webp or .apng"
        ),
        (
            ["a.jpg", "--frame", "0"],
            "JPEG does not support alpha, and frame 0 is not opaque; add --background COLOR, or write a .webm, .mov, .webp or .apng"
        ),
        (["a%s.png"], "this is not a pattern for file names: after %, only d, 0Nd such as 05d, or another % is allowed"),
        (["a.gif", "--loop", "70000"], "this format repeats at most 65535 times"),
    ])
    func `an impossible output is a usage error, in the command line's own words`(words: [String], message: String) async throws {
        let folder = try GiftFolder()
        let output = folder.path(words[0])
        let movie = TestFiles.root.appendingPathComponent("samples/features/keep.svga").path
        let result = await CommandFixtures.run(["render", movie, "--threads", "1", "-o", output] + words.dropFirst())
        #expect(result.code == .usage)
        #expect(result.errors == "svga: \(output): \(message)\n")
    }

    @Test func `speed, rate, order and repetition reach the frames`() async throws {
        let folder = try GiftFolder()
        func frames(_ words: String...) async throws -> [[UInt8]] {
            let words = ["render", folder.movie, "-o", folder.path("a.rgba"), "--force"] + words
            #expect(await CommandFixtures.run(words).code == .done)
            let bytes = try #require(folder.folder.read("a.rgba"))
            return stride(from: 0, to: bytes.count, by: 9600).map { Array(bytes[$0..<$0 + 9600]) }
        }
        let all = try await frames()
        #expect(all.count == 4)
        #expect(try await frames("--reverse") == all.reversed())
        #expect(try await frames("--loop", "2") == all + all)
        #expect(try await frames("--fps", "15") == [all[0], all[2]])
        #expect(try await frames("--speed", "2") == [all[0], all[2]])
        #expect(try await frames("--speed", "2", "--fps", "60") == all)
        #expect(try await frames("--speed", "0.5") == all)
        #expect(try await frames("--fps", "60", "--frames", "1-2") == [all[1], all[1], all[2], all[2]])
    }

    @Test func `every second frame is shown twice as long`() async throws {
        let folder = try GiftFolder()
        let result = await CommandFixtures.run("render", folder.movie, "-o", folder.path("a.webp"), "--every", "2")
        #expect(result.code == .done && result.errors.contains(": 2 frames, 0.13 s"), "\(result.errors)")
        #expect(await CommandFixtures.run("render", folder.movie, "-o", folder.path("p/%d.png"), "--every", "3").code == .done)
        #expect(folder.folder.contents().contains("p") && folder.folder.read("p/3.png") != nil && folder.folder.read("p/1.png") == nil)
    }

    @Test(arguments: ["drop", "keep"]) func `keeping or dropping the sound is harmless where there is none`(audio: String) async throws {
        let folder = try GiftFolder()
        #expect(await CommandFixtures.run("render", folder.movie, "-o", folder.path("a.gif"), "--audio", audio).code == .done)
    }

    @Test func `a sheet has pages of at most the given size`() async throws {
        let folder = try GiftFolder()
        let words = ["render", folder.movie, "-o", folder.path("s.png"), "--format", "sheet", "--background", "white", "--force"]
        #expect(await CommandFixtures.run(words + ["--max-size", "64"]).code == .done)
        #expect(folder.folder.contents().contains("s-1.png") && folder.folder.contents().contains("s-1.json"))
        let small = await CommandFixtures.run(words + ["--max-size", "50"])
        #expect(small.code == .outputFailed && small.errors.contains("a page of the sheet has at most 50 per side"), "\(small.errors)")
    }

    @Test func `a GIF that loses half transparent pixels is reported with advice`() async throws {
        let folder = try GiftFolder()
        func errors(_ options: [String]) async -> String {
            let words = ["render", folder.movie, "-o", folder.path("a.gif"), "--force"] + options
            return await CommandFixtures.run(words).errors
        }
        let faint = ["--hide", "back", "--set-image", "face=\(folder.path("faint.png"))"]
        folder.folder.write(try Pixmap(width: 20, height: 20, Pixel(90, 0, 0, 90)).payload("").bytes, to: "faint.png")
        let hint = "100 % of the visible pixels are translucent, which GIF does not support; use --matte COLOR or --background COLOR"
        #expect(await errors(faint).contains("a.gif: warning SVGA410: \(hint)\n"))
        for helping in [["--matte", "white"], ["--background", "white"], ["--quiet"]] {
            #expect(await !errors(faint + helping).contains("translucent"))
        }
        #expect(await !errors([]).contains("translucent"))
    }

    @Test func `one PNG is packed harder than each of many, unless an effort is given`() async throws {
        let folder = try GiftFolder()
        func file(_ name: String, _ words: String...) async -> [UInt8]? {
            let all = ["render", folder.movie, "-o", folder.path(name), "--force", "--quiet"] + words
            #expect(await CommandFixtures.run(all).code == .done)
            return folder.folder.read(name == "all-%d.png" ? "all-1.png" : name)
        }
        let usual = try #require(await file("one.png", "--frame", "1"))
        #expect(await file("one.png", "--frame", "1", "--effort", "5") == usual)
        let fast = try #require(await file("one.png", "--frame", "1", "--effort", "3"))
        #expect(fast != usual)
        #expect(await file("all-%d.png") == fast)
    }

    @Test func `a GIF of a fast movie is shown at 50 frames a second, with a note`() async throws {
        let folder = try GiftFolder()
        folder.folder.write(try DocumentWriter.write(WireMovie.tiny(frames: 4, fps: 90), as: .zlib), to: "fast.svga")
        let result = await CommandFixtures.run("render", folder.path("fast.svga"), "-o", folder.path("a.gif"))
        #expect(result.code == .done)
        #expect(result.errors.contains("a GIF shows at most 50 frames per second, so some frames are left out"))
        #expect(result.errors.contains(": 2 frames, 0.04 s"))
    }

    @Test func `a target is met, and the settings for it are reported`() async throws {
        let folder = try GiftFolder()
        let free = await CommandFixtures.run("render", folder.movie, "-o", folder.path("a.webp"), "--target-size", "1m")
        #expect(free.code == .done && free.errors.contains("nothing reduced"))
        let size = try #require(folder.folder.read("a.webp")?.count)
        let tight = await CommandFixtures.run(
            "render", folder.movie, "-o", folder.path("b.webp"), "--target-size", "\(size - 20)", "--size", "300x0")
        #expect(tight.code == .done, "\(tight.errors)")
        #expect(tight.errors.contains("reduced to reach that size: "), "\(tight.errors)")
        #expect(try #require(folder.folder.read("b.webp")?.count) <= size - 20)
        let never = await CommandFixtures.run("render", folder.movie, "-o", folder.path("c.webp"), "--target-size", "30")
        #expect(never.code == .outputFailed && never.errors.contains("reaches 30 bytes"), "\(never.errors)")
        #expect(folder.folder.contents() == ["a.webp", "b.webp", "gift.svga", "green.png", "wide.png"])
    }

    @Test func `a large lossless WebP has a note of its size with loss, which is about right`() async throws {
        let gift = TestFiles.root.appendingPathComponent("samples/gift.svga").path
        let folder = TemporaryFolder()
        let words = ["render", gift, "--frames", "30-65", "--size", "300x0", "-o"]
        let lossless = await CommandFixtures.run(words + [folder.path + "/a.webp"])
        let note = try #require(lossless.errors.split(separator: "\n").last)
        #expect(note.contains("a.webp: lossless; --quality 80 would take about "), "\(lossless.errors)")
        #expect(await CommandFixtures.run(words + [folder.path + "/b.webp", "--quality", "80"]).code == .done)
        let actual = Double(try #require(folder.read("b.webp")?.count))
        let size = try #require(ByteSize(argument: note.split(separator: " ").suffix(2).joined()))
        #expect(Double(size.value) > 0.6 * actual && Double(size.value) < 1.6 * actual, "\(note), not \(actual)")
    }
}
