import Foundation
import SVGAPixels
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("svga hit and svga bounds")
struct HitTests {
    func object(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test("the topmost key at a point is printed, exit 0")
    func found() async throws {
        let gift = try GiftFolder()
        let result = await CommandFixtures.run("hit", gift.movie, "--frame", "1", "--at", "20,20")
        #expect(result.code == .done && result.output == "face  sprite 1, alpha 1\n" && result.errors.isEmpty, "\(result)")
        #expect(await CommandFixtures.run("hit", gift.movie, "--frame", "0", "--at", "20,20").output == "back  sprite 0, alpha 1\n")
    }

    @Test("a point without a hit is exit 1, and no output")
    func nothing() async throws {
        let gift = try GiftFolder()
        let words = ["hit", gift.movie, "--frame", "1", "--at", "20,20", "--hide", "back", "--hide", "face"]
        let result = await CommandFixtures.run(words)
        #expect(result.code.rawValue == 1 && result.output.isEmpty && result.errors.hasSuffix("nothing is at 20,20 in frame 1\n"))
        #expect(await CommandFixtures.run(words + ["-q"]).errors.isEmpty)
        #expect(await CommandFixtures.run("hit", gift.movie, "--frame", "1", "--at", "-5,700").code == .nothingThere)
    }

    @Test("a hit as JSON has a schema and null for nothing")
    func hitJSON() async throws {
        let gift = try GiftFolder()
        let words = ["hit", gift.movie, "--frame", "1", "--at", "20.5,20", "--json", "--threshold", "0.25"]
        let json = try object(await CommandFixtures.run(words).output)
        #expect(Set(json.keys) == ["schema", "file", "frame", "x", "y", "threshold", "hit"])
        #expect(json["schema"] as? Int == 1 && json["x"] as? Double == 20.5 && json["threshold"] as? Double == 0.25)
        let hit = try #require(json["hit"] as? [String: Any])
        #expect(hit["key"] as? String == "face" && hit["imageKey"] as? String == "face")
        #expect(hit["spriteIndex"] as? Int == 1 && hit["alpha"] as? Double == 1)
        let none = await CommandFixtures.run(words + ["--hide", "face", "--hide", "back"])
        let nothing = try object(none.output)
        #expect(none.code == .nothingThere && nothing["hit"] is NSNull)
    }

    @Test("neighbouring frames with the same bounds share a line")
    func bounds() async throws {
        let gift = try GiftFolder()
        let result = await CommandFixtures.run("bounds", gift.movie, "--key", "face")
        #expect(result.code == .done && result.output == "1–2  x 10, y 10, 20 × 20\n3    x 30, y 10, 20 × 20\n", "\(result)")
    }

    @Test("a key that is not visible is exit 1")
    func invisible() async throws {
        let gift = try GiftFolder()
        let result = await CommandFixtures.run("bounds", gift.movie, "--key", "face", "--frames", "0")
        #expect(result.code == .nothingThere && result.output.isEmpty)
        #expect(result.errors.hasSuffix("\"face\" is not visible in any of 1 frame\n"))
    }

    @Test("bounds as JSON have a row for every frame that is asked for")
    func boundsJSON() async throws {
        let gift = try GiftFolder()
        let json = try object(await CommandFixtures.run("bounds", gift.movie, "--key", "face", "--frames", "3,0", "--json").output)
        #expect(Set(json.keys) == ["schema", "file", "key", "unit", "width", "height", "frames"] && json["schema"] as? Int == 1)
        #expect(json["unit"] as? String == "point" && json["width"] as? Double == 60 && json["height"] as? Double == 40)
        let rows = try #require(json["frames"] as? [[String: Any]])
        #expect(rows.map { $0["frame"] as? Int } == [3, 0] && rows[1]["bounds"] is NSNull)
        #expect(rows[0]["bounds"] as? [String: Double] == ["x": 30, "y": 10, "width": 20, "height": 20])
        #expect(rows.map { ($0["sprites"] as? [[String: Any]])?.map { $0["state"] as? String } } == [["shown"], ["hidden"]])
    }

    @Test("what the movie does not have is a usage error")
    func usage() async throws {
        let gift = try GiftFolder()
        let cases = [
            ["bounds", gift.movie, "--key", "fcae"], ["bounds", gift.movie], ["bounds", gift.movie, "--key", "face", "--frames", "4"],
            ["hit", gift.movie, "--frame", "4", "--at", "1,1"], ["hit", gift.movie, "--frame", "-1", "--at", "1,1"],
            ["hit", gift.movie, "--at", "1,1"], ["hit", gift.movie, "--frame", "1"], ["hit", gift.movie, "--frame", "1", "--at", "1"],
            ["hit", gift.movie, "--frame", "1", "--at", "1,1", "--threshold", "2"],
            ["hit", gift.movie, "--frame", "1", "--at", "1,1", "--hide", "x"],
        ]
        for words in cases {
            let result = await CommandFixtures.run(words)
            #expect(result.code == .usage && result.output.isEmpty, "\(words)")
        }
        #expect(await CommandFixtures.run(cases[0]).errors.contains("no sprite has the key \"fcae\"; similar keys: \"face\""))
    }

    @Test("the examples in help find something", arguments: HitCommand.examples + BoundsCommand.examples)
    func examples(line: String) async {
        let samples = TestFiles.root.appendingPathComponent("samples").path
        let words = line.split(separator: " ").dropFirst().map { String($0).replacing("samples/", with: samples + "/") }
        let result = await CommandFixtures.run(words)
        #expect(result.code == .done && !result.output.isEmpty && result.errors.isEmpty, "\(result.errors)")
    }
}
