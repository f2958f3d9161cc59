import Foundation
import SVGAEdit
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// The edits of `svga edit` that change what is drawn.
@Suite("Edits of content")
struct EditContentTests {
    private static let font = TestFiles.root.appendingPathComponent("Tests/Fonts/LatinArabicHebrew.ttf").path
    private static let fonts = ["--font", font, "--no-system-fonts"]
    private static let gift = TestFiles.root.appendingPathComponent("samples/gift.svga").path
    private static let mattes = TestFiles.root.appendingPathComponent("samples/features/mattes.svga").path

    /// Runs `svga edit` and `svga render` on a frame of the result.
    private func edited(_ input: String, _ folder: MovieFolder, frame: Int, _ words: [String]) async throws -> [UInt8]? {
        let out = folder.path + "/out.svga"
        let result = await CommandFixtures.run(["edit", input, "-o", out, "--force"] + words)
        #expect(result.code == .done, "\(result.errors)")
        return await rendered(out, folder, frame: frame, [])
    }

    private func rendered(_ input: String, _ folder: MovieFolder, frame: Int, _ words: [String]) async -> [UInt8]? {
        let result = await CommandFixtures.run(
            ["render", input, "-o", folder.path + "/frame.rgba", "--force", "--frame", "\(frame)", "-q"] + words)
        #expect(result.code == .done, "\(result.errors)")
        return folder.bytes("frame.rgba")
    }

    @Test("edit --hide looks like render --hide")
    func hide() async throws {
        let folder = try MovieFolder()
        let expected = await rendered(Self.mattes, folder, frame: 20, ["--hide", "night"])
        #expect(try await edited(Self.mattes, folder, frame: 20, ["--hide", "night"]) == expected)
    }

    @Test("edit --canvas-color looks like render --background")
    func canvasColor() async throws {
        let folder = try MovieFolder()
        let red = ["--crop", "0,0,60x40"]
        let expected = await rendered(folder.movie, folder, frame: 1, ["--hide", "box", "--background", "#0af"])
        #expect(try await edited(folder.movie, folder, frame: 1, red + ["--canvas-color", "#0af", "--hide", "box"]) == expected)
    }

    @Test("--loop-section and --crop apply in the order of the command line")
    func order() async throws {
        let folder = try MovieFolder()
        let out = folder.path + "/out.svga"
        let result = await CommandFixtures.run(
            "edit", folder.movie, "-o", out, "--trim", "2-5", "--loop-section", "1-2x3", "--crop", "10,5,20x30", "--set-fps", "10")
        #expect(result.code == .done && result.errors.contains("frames 1 to 2 are played 3 times, 8 frames now; cropped to 20 × 30"))
        let movie = try VideoEntity(path: out)
        #expect(movie.frameCount == 8 && movie.viewBox == SVGASize(width: 20, height: 30) && movie.fps == 10)
        let wrong = await CommandFixtures.run("edit", folder.movie, "-o", out, "--force", "--crop", "0,0,20x30", "--crop", "0,0,30x30")
        #expect(wrong.code == .usage && wrong.errors.contains("not inside the canvas of 20 × 30"))
    }

    @Test("copies, offsets, opacity and speed apply in the order of the command line")
    func sprites() async throws {
        let folder = try MovieFolder()
        let out = folder.path + "/out.svga"
        let result = await CommandFixtures.run(
            "edit", folder.movie, "-o", out, "--duplicate", "box,as=second", "--offset", "second=5,-2", "--opacity", "1=0.5", "--retime",
            "0-9=4,0.42/0/1/1")
        #expect(result.code == .done, "\(result.errors)")
        #expect(result.errors.contains("duplicated 1 sprite with the key \"second\"; new: sprite 1; moved 1 sprite by 5, -2 points"))
        #expect(result.errors.contains("frames 0 to 9 take 4 frames instead of 10, 4 frames now"))
        let movie = try VideoEntity(path: out)
        #expect(movie.frameCount == 4 && movie.sprites.count == 2)
    }

    @Test("a text has the styles and fonts of all places of the command line, and warnings")
    func text() async throws {
        let folder = try MovieFolder()
        let out = folder.path + "/out.svga"
        let words = ["--set-text", "box=old", "--text-style", "box=size:12", "--set-text", "box=Ann=1", "--text-style", "color:#00f"]
        let result = await CommandFixtures.run(["edit", folder.movie, "-o", out] + words + Self.fonts)
        #expect(result.code == .done && result.errors.contains("set the text of \"box\""), "\(result.errors)")
        let movie = try VideoEntity(path: out)
        #expect(movie.sprites.map(\.imageKey) == ["box.vector", "box-2"], "the second text replaces the first")
        let missing = await CommandFixtures.run(["edit", folder.movie, "-o", out, "--force", "--set-text", "box=林"] + Self.fonts)
        #expect(missing.code == .done && missing.errors.contains("warning SVGA401"), "\(missing.errors)")
        let strict = await CommandFixtures.run(
            ["edit", folder.movie, "-o", out, "--force", "--strict", "--set-text", "box=林"] + Self.fonts)
        #expect(strict.code == .outputFailed && strict.errors.contains("SVGA401"), "\(strict.errors)")
    }

    @Test("a version 1 file keeps its format with a text")
    func versionOne() async throws {
        let folder = try MovieFolder()
        let json = TestFiles.root.appendingPathComponent("samples/features/gift-1x-json.svga").path
        let out = folder.path + "/out.svga"
        let key = try #require(try VideoEntity(path: json).sprites.first { $0.kind == .bitmap && $0.imageIndex != nil }?.imageKey)
        let result = await CommandFixtures.run(
            ["edit", json, "-o", out, "--set-text", "\(key)=Ann", "--canvas-color", "#123", "--reorder", "\(key)=front"] + Self.fonts)
        #expect(result.code == .done, "\(result.errors)")
        let movie = try VideoEntity(path: out)
        #expect(movie.container == .zipJSON && movie.sprites.contains { $0.imageKey == "canvas-color.vector" })
    }

    @Test(
        "invalid words are refused before anything is written",
        arguments: [
            (["--crop", "1,2,3"], "--crop needs"), (["--crop", "0,0,0x4"], "--crop needs"),
            (["--crop", "50,0,20x20"], "not inside the canvas"),
            (["--loop-section", "1-2"], "--loop-section needs"), (["--loop-section", "1-2x1"], "--loop-section needs"),
            (["--loop-section", "5-10x2"], "the movie has frames 0 to 9"), (["--reorder", "box"], "--reorder needs"),
            (["--duplicate", ""], "--duplicate needs"), (["--duplicate", "0,as="], "--duplicate needs"),
            (["--duplicate", "7"], "the movie has sprites 0 to 0"),
            (["--opacity", "box"], "--opacity needs"), (["--opacity", "box=1.5"], "--opacity needs"),
            (["--opacity", "bix=1"], "similar keys: \"box\""),
            (["--offset", "box=1"], "--offset needs"), (["--offset", "box=1,nan"], "--offset needs"),
            (["--offset", "box=1,2,3"], "--offset needs"),
            (["--retime", "1-2"], "--retime needs"), (["--retime", "1-2=0"], "--retime needs"),
            (["--retime", "1-2=3,bounce"], "--retime needs"),
            (["--retime", "1-2=3,0/2/1/1"], "--retime needs"), (["--retime", "5-10=2"], "the movie has frames 0 to 9"),
            (["--audio-start", "s=-1"], "--audio-start needs"), (["--audio-start", "s=0"], "the movie has no sounds"),
            (["--audio-volume", "s=0"], "--audio-volume needs"), (["--audio-volume", "s=2"], "the movie has no sounds"),
            (["--reorder", "box=up"], "--reorder needs"), (["--reorder", "bix=front"], "similar keys: \"box\""),
            (["--remove-sprites", ""], "--remove-sprites needs"), (["--remove-sprites", "1"], "the movie has sprites 0 to 0"),
            (["--hide", "bix"], "similar keys: \"box\""), (["--set-text", "box"], "KEY=TEXT"),
            (["--set-text", "bix=a"], "similar keys: \"box\""),
            (["--canvas-color", "mud"], "--canvas-color needs"), (["--canvas-color", "transparent"], "not be visible"),
            (["--hide", "box", "--text-style", "box=size:3"], "has a style, but no text"),
            (["--hide", "box", "--text-style", "size:3"], "there is a style, but no text"),
            (["--set-text", "box=a", "--text-style", "other=size:3"], "\"other\" has a style, but no text"),
            (["--set-text", "box=a", "--no-system-fonts"], "there is no font"),
        ])
    func usage(words: [String], message: String) async throws {
        let folder = try MovieFolder()
        let result = await CommandFixtures.run(["edit", folder.movie, "-o", folder.path + "/out.svga"] + words)
        #expect(result.code == .usage && result.errors.contains(message), "\(result.errors)")
        #expect(folder.outputs.isEmpty)
    }

    @Test("a Lottie is refused")
    func lottie() async throws {
        let folder = try MovieFolder()
        let lottie = TestFiles.root.appendingPathComponent("samples/lottie/surprise.json").path
        let result = await CommandFixtures.run("edit", lottie, "-o", folder.path + "/out.svga", "--hide", "box")
        #expect(result.code == .invalidInput && folder.outputs.isEmpty, "\(result.errors)")
    }
}

@Suite("Words of svga edit")
struct EditArgumentTests {
    @Test("sprites are keys or indices")
    func sprites() {
        #expect(SpriteArgument(argument: "3,5-9")?.selection == .indices([3...3, 5...9]))
        for key in ["name", "9-5", "2024-01-01", "a,b", "1,"] { #expect(SpriteArgument(argument: key)?.selection == .key(key)) }
        #expect(SpriteArgument(argument: "key=12")?.selection == .key("12") && SpriteArgument(argument: "key=") == nil)
    }

    @Test("a position follows the last sign that can precede one")
    func order() {
        let argument = OrderArgument(argument: "a=b=above:key=7")
        #expect(argument?.sprites == .key("a=b") && argument?.position == .above(.key("7")))
        #expect(OrderArgument(argument: "3=front")?.sprites == .indices([3...3]))
        #expect(OrderArgument(argument: "key=3=back")?.sprites == .key("3"))
        for word in ["", "=front", "a", "a=above:", "a=top"] { #expect(OrderArgument(argument: word) == nil) }
    }

    @Test("a crop has a size, or a width and a height")
    func crop() {
        #expect(CropArgument(argument: "1,2,3x4") == CropArgument(argument: "1,2,3,4"))
        for word in ["1,2,3", "1,2,3x4x5", "1,2,x", "1,2,3x4,5", "1,2,3,4,5"] { #expect(CropArgument(argument: word) == nil) }
    }
}
