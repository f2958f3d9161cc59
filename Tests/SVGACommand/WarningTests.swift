import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// Each warning about an output: its line on standard error, and no output with `--strict` unless `--allow` permits its code.
@Suite("Warnings about outputs")
struct WarningTests {
    static let font = TestFiles.root.appendingPathComponent("Tests/Fonts/LatinArabicHebrew.ttf").path
    static let fonts = ["--font", font, "--no-system-fonts"]
    private static let sample = TestFiles.root.appendingPathComponent("samples/gift.svga").path
    private static let sound = TestFiles.root.appendingPathComponent("samples/features/gift-sound.svga").path

    private let gift: GiftFolder

    init() throws { gift = try GiftFolder() }

    /// Renders to a new file.
    private func run(_ movie: String? = nil, to output: String, _ options: [String]) async -> (code: ExitCode, errors: String) {
        let words = ["render", movie ?? gift.movie, "-o", gift.path(output), "--force"] + options
        let result = await CommandFixtures.run(words)
        return (result.code, result.errors.replacing(gift.folder.path + "/", with: ""))
    }

    /// Checks that the options give this warning, and that `--strict` and `--allow` apply to it.
    private func check(
        _ warning: String, _ options: [String], of movie: String? = nil, to output: String = "a.rgba",
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let result = await run(movie, to: output, options)
        let lines = result.errors.split(separator: "\n").filter { $0.contains(": warning SVGA") }
        #expect(result.code == .done, "\(result.errors)", sourceLocation: location)
        #expect(lines.count == 1 && lines.first?.hasSuffix(": warning \(warning)") == true, "\(result.errors)", sourceLocation: location)
        #expect(await run(movie, to: output, options + ["-q"]).errors.isEmpty, sourceLocation: location)
        let code = String(warning.prefix(7))
        let strict = await run(movie, to: "strict-" + output, options + ["--strict"])
        #expect(strict.code == .outputFailed && strict.errors.contains(": \(code): "), "\(strict.errors)", sourceLocation: location)
        #expect(strict.errors.contains(", or permit it with --allow \(code)\n"), "\(strict.errors)", sourceLocation: location)
        #expect(!gift.folder.contents().contains("strict-" + output), sourceLocation: location)
        let allowed = await run(movie, to: "allowed-" + output, options + ["--strict", "--allow", code])
        #expect(allowed.code == .done && allowed.errors.contains(": warning \(code): "), "\(allowed.errors)", sourceLocation: location)
    }

    @Test("missing glyphs of a set text, with the package that has them")
    func missingGlyphs() async throws {
        try await check(
            "SVGA401: no font has these characters of the text \"name\": 林 (U+6797); install fonts-noto-cjk, or add a font with --font FILE",
            Self.fonts + ["--frame", "1", "--set-text", "name=林"])
        let result = await run(to: "a.rgba", Self.fonts + ["--frame", "1", "--set-text", "name=🎉ก", "--text-style", "name=size:8"])
        #expect(result.errors.contains("install fonts-noto-color-emoji, fonts-noto-core, or"), "\(result.errors)")
        #expect(await run(to: "a.rgba", Self.fonts + ["--frame", "1", "--set-text", "name=Ann"]).errors.isEmpty)
    }

    @Test("warnings are in the language of the user; codes are not translated")
    func language() async throws {
        let result = await run(to: "a.rgba", Self.fonts + ["--frame", "1", "--set-text", "name=林", "--lang", "zh"])
        #expect(result.errors.contains("警告 SVGA401：") && result.errors.contains("请安装 fonts-noto-cjk"), "\(result.errors)")
    }

    @Test("a set key that no rendered frame shows, with the frames that show it")
    func keyNotShown() async throws {
        try await check(
            "SVGA402: \"face\" is set, but no rendered frame shows it; it is visible with --frames 1-3", ["--frame", "0", "--hide", "face"])
        let picture = ["--set-image", "face=" + gift.path("wide.png")]
        #expect(await run(to: "a.rgba", ["--frame", "0"] + picture).errors.contains("SVGA402"))
        #expect(await !run(to: "a.rgba", ["--frames", "0,3"] + picture).errors.contains("SVGA402"))
    }

    @Test("a sound that the format does not have, if it is heard in the frames")
    func soundLeftOut() async throws {
        let options = ["--frames", "30-31", "--size", "20"]
        try await check(
            "SVGA403: the sound is left out, because webp has none; write mp4, webm, mov or html, or accept it with --audio drop",
            options, of: Self.sound, to: "a.webp")
        for more in [["--audio", "drop"], ["--frames", "0-1"], ["--frame", "30"], ["--format", "png"]] {
            let output = more[0] == "--format" ? "a-%d.png" : "a.webp"
            let frames = more[0].hasPrefix("--frame") ? ["--size", "20"] + more : options + more
            #expect(await !run(Self.sound, to: output, frames).errors.contains("SVGA403"), "\(more)")
        }
        #expect(await run(Self.sound, to: "a.js", ["--size", "20"]).errors.contains("because js has none"))
    }

    @Test("an output more than ten times as large as the input, with what reduces it")
    func largeOutput() async throws {
        let options = ["--format", "apng", "--size", "600"]
        let result = await run(Self.sample, to: "a.png", options)
        #expect(result.errors.contains("times the size of the input; write a .webp with --quality 80\n"), "\(result.errors)")
        let strict = await run(Self.sample, to: "b.png", options + ["--strict"])
        #expect(strict.code == .outputFailed && strict.errors.contains("b.png: SVGA404: "), "\(strict.errors)")
        #expect(!gift.folder.contents().contains { $0.hasPrefix("b") })
        #expect(await !run(to: "a.webp", []).errors.contains("SVGA404"))
    }

    @Test("a text that is cut, and one that is shrunk")
    func longText() async throws {
        let text = Self.fonts + ["--frame", "1", "--set-text", "name=WWWWWWWW"]
        try await check("SVGA405: the text \"name\" is too long and is cut; shorten it, or use --text-style name=lines:2", text)
        let shrunk = await run(to: "a.rgba", text + ["--text-style", "name=shrink,min-size:1"])
        #expect(shrunk.errors.contains("warning SVGA406: the text \"name\" is too long and is drawn at "), "\(shrunk.errors)")
        #expect(!shrunk.errors.contains("SVGA405"))
    }

    @Test("a picture that is enlarged more than twice")
    func pictureEnlarged() async throws {
        try await check(
            "SVGA407: the image \"face\" of 8×8 px is enlarged 2.5 times; use one of at least 20×20 px",
            ["--frame", "1", "--set-image", "face=" + gift.path("green.png")])
        let fitted = await run(to: "a.rgba", ["--frame", "1", "--set-image", "face=\(gift.path("green.png")),fit=none"])
        #expect(fitted.errors.isEmpty, "\(fitted.errors)")
    }

    @Test("a font that is not installed")
    func fontSubstituted() async throws {
        let options = Self.fonts + ["--frame", "1", "--set-text", "name=Ann", "--text-style"]
        let result = await run(to: "a.rgba", options + ["name=font:No Such Font"])
        #expect(
            result.errors.contains("warning SVGA408: the font \"No Such Font\" of the text \"name\" is not installed, so \""),
            "\(result.errors)")
        #expect(await run(to: "a.rgba", options + ["name=font:No Such Font,serif"]).errors.isEmpty)
    }

    @Test("frames that a GIF leaves out, and translucent pixels that it does not have")
    func gif() async throws {
        gift.folder.write(try DocumentWriter.write(WireMovie.tiny(frames: 4, fps: 90), as: .zlib), to: "fast.svga")
        try await check(
            "SVGA409: a GIF shows at most 50 frames per second, so some frames are left out; accept it with --fps 50",
            [], of: gift.path("fast.svga"), to: "a.gif")
        gift.folder.write(try Pixmap(width: 20, height: 20, Pixel(90, 0, 0, 90)).payload("").bytes, to: "faint.png")
        try await check(
            "SVGA410: 100 % of the visible pixels are translucent, which GIF does not support; use --matte COLOR or --background COLOR",
            ["--hide", "back", "--set-image", "face=" + gift.path("faint.png")], to: "a.gif")
    }

    @Test("a picture whose other frames or whose color profile are ignored")
    func ignoredParts() async throws {
        // An animated GIF of four frames.
        #expect(await run(to: "moving.gif", []).code == .done)
        try await check(
            "SVGA411: only the first frame of the animated image \"back\" is drawn; use a still image",
            ["--frame", "0", "--set-image", "back=" + gift.path("moving.gif")])
        for (name, isIgnored) in [("Display P3", true), ("sRGB IEC61966-2.1", false)] {
            gift.folder.write(try Self.png(gift, profile: name), to: "profile.png")
            let result = await run(to: "a.rgba", ["--frame", "1", "--set-image", "back=" + gift.path("profile.png")])
            #expect(
                result.code == .done && result.errors.contains("SVGA412: the color profile of the image \"back\"") == isIgnored, "\(result)"
            )
        }
    }

    /// A PNG of the canvas's size with an `iCCP` chunk of this name. Its profile is empty.
    private static func png(_ gift: GiftFolder, profile name: String) throws -> [UInt8] {
        let png = try Pixmap(width: 60, height: 40, .green).payload("").bytes
        // An empty stream of zlib.
        let content = Array("iCCP".utf8) + Array(name.utf8) + [0, 0, 0x78, 0x9C, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01]
        func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32($0))) } }
        let crc = content.withUnsafeBytes { LibdeflateDecompressor.crc32($0) }
        // After the header chunk, which has 25 bytes.
        return png[..<33] + number(UInt32(content.count - 4)) + content + number(crc) + png[33...]
    }

    @Test("the result of a batch job has its warnings, and standard error has none")
    func batch() async throws {
        let job = #"{"id": 7, "input": "gift.svga", "output": "7.png", "frame": 1, "set-text": {"name": "林"}}"# + "\n"
        gift.folder.write(Array(job.utf8), to: "jobs.jsonl")
        let words = ["batch", gift.path("jobs.jsonl"), "-o", gift.path("out"), "--force"] + Self.fonts
        let result = await CommandFixtures.run(words)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let warnings = try #require(object["warnings"] as? [[String: String]])
        #expect(object["ok"] as? Bool == true && warnings.count == 1)
        #expect(warnings.first?["code"] == "SVGA401" && warnings.first?["key"] == "name")
        #expect(warnings.first?["message"]?.contains(#"or add a font with "font": FILE"#) == true, "\(warnings)")
        #expect(!result.errors.contains("SVGA401") && result.errors.contains("1 with warnings"), "\(result.errors)")
        let strict = await CommandFixtures.run(words + ["--strict"])
        let failed = try #require(try JSONSerialization.jsonObject(with: Data(strict.output.utf8)) as? [String: Any])
        #expect(
            failed["ok"] as? Bool == false && failed["code"] as? Int == 5 && (failed["error"] as? String)?.contains("SVGA401: ") == true)
    }

    @Test("an unknown code is a usage error that says what codes are")
    func unknownCode() async throws {
        let result = await run(to: "a.rgba", ["--allow", "SVGA4"])
        #expect(
            result.code == .usage && result.errors.contains("--allow needs codes of warnings, separated by commas"), "\(result.errors)")
    }

    @Test("every code is explained by svga help, in Chinese too, and stands in the documentation", arguments: WarningCode.allCases)
    func explained(code: WarningCode) async throws {
        let help = await CommandFixtures.run("help", code.name.lowercased())
        #expect(help.code == .done && help.output.hasPrefix(code.name + "\n") && help.output.contains("an error with --strict"))
        let (wording, chinese) = (Wording.shell, Wording.shell.inChinese)
        #expect(chinese.text(code.meaning) != code.meaning.description && code.remedy.text(as: chinese) != code.remedy.text(as: wording))
        let table = try String(
            contentsOf: TestFiles.root.appendingPathComponent("Sources/SVGAKit/SVGAKit.docc/Diagnostics.md"), encoding: .utf8)
        #expect(table.contains("| `\(code.name)` | warning | \(code.meaning) | \(code.remedy.text(as: wording)) |\n"))
    }
}
