import Foundation
import SVGAEdit
import SVGAFormat
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// The report of `svga pack` about a folder that a person has changed.
@Suite("Checks of pack") struct PackCheckTests {
    private struct Outcome {
        let code: ExitCode
        /// Without findings about players, which concern the movie and not the folder.
        let errors: [String]
        /// Of `movie.json`, where the change stands.
        let line: Int
    }

    /// The movie unpacked and packed again, with one thing in `movie.json`, or one file, replaced.
    private func pack(
        _ old: String = "", _ new: String = "", file: (name: String, bytes: [UInt8])? = nil, options: [String] = []
    ) async throws -> Outcome {
        let folder = TemporaryFolder()
        let gift = folder.path + "/gift"
        try SVGADocument(path: TestFiles.root.path + "/samples/features/gift-mattes.svga").unpack(to: gift)
        var text = try String(contentsOfFile: gift + "/movie.json", encoding: .utf8)
        var line = 0
        if !old.isEmpty {
            let range = try #require(text.range(of: old))
            line = 1 + text[..<range.lowerBound].count { $0 == "\n" }
            text.replaceSubrange(range, with: new)
            try text.write(toFile: gift + "/movie.json", atomically: true, encoding: .utf8)
        }
        if let file { folder.write(file.bytes, to: "gift/" + file.name) }
        let result = await CommandFixtures.run(["pack", gift, "-o", folder.path + "/out.svga"] + options)
        #expect((result.code == .done) == FileManager.default.fileExists(atPath: folder.path + "/out.svga"))
        let lines = result.errors.replacing(gift, with: "gift").split(separator: "\n").map(String.init)
        let output = "\(folder.path)/out.svga"
        let errors = lines.filter { !$0.hasPrefix("svga: \(output): ") && !$0.contains(" packed into \(output), ") }
        return Outcome(code: result.code, errors: errors, line: line)
    }

    @Test("an unchanged unpacked folder has no warning")
    func untouched() async throws {
        let outcome = try await pack()
        #expect(outcome.code == .done && outcome.errors.isEmpty)
    }

    @Test(
        "valid but unlikely values are warnings with their lines",
        arguments: [
            ["\"frames\": 90", "\"frames\": 89", "frames: the movie has 89 frames, but all 79 sprites have 90"],
            ["\"viewBox\": [750, 750]", "\"viewBox\": [0, 750]", "viewBox: a canvas of 0 × 750 is empty"],
            ["\"fps\": 30", "\"fps\": 0", "fps: players differ at 0 fps"],
            [
                "\"matteKey\": \"plate.matte\"", "\"matteKey\": \"plat.matte\"",
                "sprites[26].matteKey: no matte has the key \"plat.matte\"; similar keys: \"plate.matte\"",
            ],
            [
                "\"audioKey\": \"chime\"", "\"audioKey\": \"chim\"",
                "audios[0].audioKey: the sound is missing: no sound has the key \"chim\"; similar keys: \"chime\"",
            ],
            ["\"key\": \"ring\"", "\"key\": \"name\"", "payloads[3].key: \"name\" is also the key of payloads[2]; one of them is lost"],
        ])
    func warnings(words: [String]) async throws {
        let outcome = try await pack(words[0], words[1])
        #expect(outcome.code == .done)
        #expect(outcome.errors == ["svga: gift/movie.json: warning: \(words[2]) (line \(outcome.line))"])
        let strict = try await pack(words[0], words[1], options: ["--strict"])
        #expect(strict.code == .invalidInput && strict.errors.first?.contains("(line \(outcome.line))") ?? false)
        #expect(try await pack(words[0], words[1], options: ["-q"]).errors.isEmpty)
    }

    @Test("a sprite with another number of frames is reported where its frames begin")
    func frameCount() async throws {
        let outcome = try await pack("\"imageKey\": \"lid\", \"frames\": [\n      {", "\"imageKey\": \"lid\", \"frames\": [\n      {}, {")
        let warning = try #require(outcome.errors.first)
        #expect(outcome.code == .done && warning.contains("].frames: 91 frames, and the movie has 90: the others are never shown (line "))
        #expect(warning.hasSuffix("(line \(outcome.line))"))
    }

    @Test(
        "a file that does not match its extension is an error at the line that names it",
        arguments: [
            ("ring.png", Array("hallo".utf8), "images/ring.png is not an image: neither PNG, JPEG, WebP, GIF nor BMP"),
            ("ring.png", Array("ID3".utf8) + [3, 0, 0], "images/ring.png is not an image, but a sound (mp3)"),
        ])
    func files(name: String, bytes: [UInt8], reason: String) async throws {
        let line = try await pack("images/ring.png", "images/ring.png").line
        let outcome = try await pack(file: ("images/" + name, bytes))
        #expect(outcome.code == .invalidInput)
        #expect(outcome.errors == ["svga: gift/movie.json: payloads[3].file: \(reason) (line \(line))"])
    }

    @Test("a picture that breaks off is a warning, for a file may have been unpacked like that")
    func truncated() async throws {
        let png = Array(try Data(contentsOf: TestFiles.root.appendingPathComponent("samples/gift.png")).prefix(3000))
        let outcome = try await pack(file: ("images/ring.png", png))
        #expect(outcome.code == .done && outcome.errors.count == 1)
        #expect(outcome.errors[0].contains("warning: payloads[3].file: images/ring.png cannot be decoded: "))
    }

    @Test("a file that is not there is named with the line that names it")
    func missing() async throws {
        let outcome = try await pack("images/ring.png", "images/rin.png")
        #expect(
            outcome.code == .invalidInput
                && outcome.errors == ["svga: gift/images/rin.png: no such file (movie.json, line \(outcome.line))"])
    }

    @Test("a list of the wrong length is reported where it begins, and an unknown member at its line")
    func lines() async throws {
        let short = try await pack("\"viewBox\": [750, 750]", "\"viewBox\": [\n750\n]")
        #expect(short.errors == ["svga: gift/movie.json: viewBox: needs 2 numbers, not 1 (line \(short.line))"])
        let unknown = try await pack("\"audioKey\"", "\"audiokey\"")
        #expect(unknown.errors.first?.hasSuffix("(line \(unknown.line))") ?? false)
    }
}
