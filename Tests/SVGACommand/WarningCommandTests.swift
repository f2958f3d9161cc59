import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// Warnings of commands other than `render`, and of frames that browsers show too long.
@Suite("Warnings of other commands")
struct WarningCommandTests {
    private let gift: GiftFolder

    init() throws { gift = try GiftFolder() }

    @Test(
        "hit, bounds and play report missing glyphs and unshown keys; --strict refuses them",
        arguments: [
            ["hit", "--frame", "0", "--at", "5,5"], ["bounds", "--key", "back", "--frames", "0"],
            ["play", "--frames", "0", "--protocol", "blocks"],
        ])
    func commands(words: [String]) async throws {
        let options = WarningTests.fonts + ["--set-text", "name=林", "--set-text", "face=A"]
        let command = [words[0], gift.movie] + words.dropFirst() + options
        let result = await CommandFixtures.run(command)
        #expect(result.code == .done, "\(result.errors)")
        for warning in ["SVGA401: no font has these characters of the text \"name\": 林", "SVGA402: \"face\" is set, but no rendered frame"]
        {
            #expect(result.errors.contains("gift.svga: warning " + warning), "\(result.errors)")
        }
        let strict = await CommandFixtures.run(command + ["--strict"])
        #expect(strict.code == .outputFailed && strict.errors.contains("SVGA401: "), "\(strict.errors)")
        let permitted = await CommandFixtures.run(command + ["--strict", "--allow", "SVGA401,SVGA402"])
        #expect(permitted.code == .done, "\(permitted.errors)")
    }

    @Test("an animation above 90 frames per second plays slowly in browsers", arguments: ["webp", "png", "avif"])
    func slowFrames(format: String) async throws {
        gift.folder.write(try DocumentWriter.write(WireMovie.tiny(frames: 4, fps: 100), as: .zlib), to: "fast.svga")
        let name = format == "png" ? "apng" : format
        let words = ["render", gift.path("fast.svga"), "-o", gift.path("a.\(format)"), "--format", name]
        let result = await CommandFixtures.run(words + ["--strict"])
        let text = "SVGA414: browsers show frames of 10 ms or less for 100 ms, so this \(name) of 100 frames per second plays slowly; use"
        #expect(result.code == .outputFailed && result.errors.contains(text), "\(result.errors)")
        let slower = await CommandFixtures.run(words + ["--strict", "--fps", "60"])
        #expect(slower.code == .done && !slower.errors.contains("warning"), "\(slower.errors)")
    }
}
