import Foundation
import SVGAImage
import SVGAPixels
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// Each warning about the texts and images of a Lottie.
@Suite("Warnings about a Lottie")
struct LottieWarningTests {
    private let folder = TemporaryFolder()

    /// A text layer "name" with the font "F", whose only letter "I" is in the file, and an image layer "face".
    private static func lottie(text: String, image: String, family: String = "F") -> String {
        """
        {"v":"5.7.0","w":40,"h":20,"fr":20,"ip":0,"op":4,"fonts":{"list":[{"fName":"F","fFamily":"\(family)","fStyle":"R"}]},
        "chars":[{"ch":"I","w":50,"fFamily":"F","style":"R","data":{"shapes":[{"ty":"rc","s":{"k":[20,80]}}]}}],
        "assets":[{"id":"a","w":20,"h":20,\(image)}],"layers":[
        {"ty":2,"nm":"face","refId":"a","ip":0,"op":4,"ks":{}},
        {"ty":5,"nm":"name","ip":0,"op":4,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"\(text)","f":"F","s":10,"tr":0,"fc":[1,0,0]}}]}}}]}
        """
    }

    /// The member `p` with a PNG in the file.
    private static func picture() throws -> String {
        let picture = Data(try Pixmap(width: 2, height: 2, .green).pngData()).base64EncodedString()
        return #""p":"data:image/png;base64,\#(picture)","e":1"#
    }

    /// Renders to a new file.
    private func run(_ lottie: String, _ options: [String], to output: String = "a.rgba") async -> (code: ExitCode, errors: String) {
        folder.write(Array(lottie.utf8), to: "a.json")
        let words = ["render", folder.path + "/a.json", "-o", folder.path + "/" + output, "--force"] + options
        let result = await CommandFixtures.run(words)
        return (result.code, result.errors.replacing(folder.path + "/", with: ""))
    }

    /// Checks that the file gives this warning, and that `--strict` and `--allow` apply to it.
    private func check(_ warning: String, _ lottie: String, _ options: [String] = []) async {
        let result = await run(lottie, options)
        #expect(result.code == .done && result.errors.contains("a.json: warning \(warning)"), "\(result.errors)")
        let code = String(warning.prefix(7))
        let strict = await run(lottie, options + ["--strict"], to: "strict.rgba")
        #expect(strict.code == .outputFailed && strict.errors.contains("a.json: \(code): "), "\(strict.errors)")
        #expect(!folder.contents().contains("strict.rgba"))
        let allowed = await run(lottie, options + ["--strict", "--allow", code])
        #expect(allowed.code == .done, "\(allowed.errors)")
    }

    @Test func `a text whose letters are in the file, and an image in the file, give no warning`() async throws {
        let result = await run(Self.lottie(text: "I I", image: try Self.picture()), ["--strict"])
        #expect(result.code == .done && result.errors.isEmpty, "\(result.errors)")
    }

    // U+0378 is not assigned, so no font has it.
    @Test func `a character that no font has`() async throws {
        let lottie = Self.lottie(text: "I\\u0378", image: try Self.picture(), family: "sans-serif")
        await check("SVGA401: no font has these characters of the text \"name\": \u{378} (U+0378); install", lottie)
        let replaced = await run(lottie, ["--strict", "--set-text", "name= "])
        #expect(replaced.code == .done, "\(replaced.errors)")
    }

    @Test func `a character that no font has, in a Lottie that is converted to a movie`() async throws {
        let lottie = Self.lottie(text: "I\\u0378", image: try Self.picture(), family: "sans-serif")
        let result = await run(lottie, [], to: "a.js")
        #expect(result.code == .done && result.errors.contains("warning SVGA401: "), "\(result.errors)")
        #expect(await run(lottie, ["--strict"], to: "strict.js").code == .outputFailed)
        #expect(!folder.contents().contains("strict.js"))
    }

    @Test func `a font that is not installed, for letters that the file lacks`() async throws {
        let lottie = Self.lottie(text: "A", image: try Self.picture(), family: "No Such Font")
        await check("SVGA408: the font \"No Such Font\" of the text \"name\" is not installed, so \"", lottie)
    }

    @Test func `a set text that is longer than the maximum`() async throws {
        let lottie = Self.lottie(text: "I", image: try Self.picture())
        let options = ["--set-text", "name=" + String(repeating: "I", count: 10_001)]
        await check("SVGA405: the text \"name\" is too long and is cut", lottie, options)
    }

    @Test func `an image that is not in the file, unless another one is set or its layer is hidden`() async throws {
        let lottie = Self.lottie(text: "I", image: #""p":"none.png","u":"","e":0"#)
        await check("SVGA415: layer \"face\": it is not drawn: its image \"none.png\" is not in the file; add the file, or", lottie)
        folder.write(CommandFixtures.png, to: "face.png")
        for options in [["--set-image", "face=\(folder.path)/face.png"], ["--hide", "face"]] {
            let result = await run(lottie, options + ["--strict"])
            #expect(result.code == .done, "\(result.errors)")
        }
    }

    @Test func `an image that cannot be decoded`() async throws {
        // The signature of a PNG, and nothing after it.
        let broken = Data(CommandFixtures.png.prefix(12)).base64EncodedString()
        let lottie = Self.lottie(text: "I", image: #""p":"data:image/png;base64,\#(broken)","e":1"#)
        await check("SVGA415: the image \"a\" cannot be decoded, so it is not drawn; add the file, or", lottie)
    }

    @Test func `an animated image that is set`() async throws {
        let lottie = Self.lottie(text: "I", image: try Self.picture())
        let sample = TestFiles.root.appendingPathComponent("samples/gift.svga").path
        let moving = folder.path + "/moving.gif"
        let made = await CommandFixtures.run("render", sample, "-o", moving, "--frames", "60-61", "--size", "20")
        #expect(made.code == .done, "\(made.errors)")
        await check("SVGA411: only the first frame of the animated image \"face\" is drawn", lottie, ["--set-image", "face=" + moving])
    }

    @Test func `a scene of the library reports them as notes`() throws {
        let lottie = Self.lottie(text: "I\\u0378", image: #""p":"none.png","u":"","e":0"#, family: "sans-serif")
        let scene = try SceneHandle(MovieHandle(bytes: Array(lottie.utf8), options: nil), options: nil)
        let notes = try #require(try JSONSerialization.jsonObject(with: Data(scene.notes(as: .json).utf8)) as? [[String: String]])
        #expect(notes.compactMap { $0["code"] } == ["SVGA401", "SVGA415"])
        #expect(notes.compactMap { $0["key"] } == ["name", "face"])
    }
}
