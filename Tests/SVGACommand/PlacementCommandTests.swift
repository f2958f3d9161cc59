import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Placements of a key: svga inspect --placement, svga bounds --json, and other languages")
struct PlacementCommandTests {
    let gift: GiftFolder

    init() throws { gift = try GiftFolder() }

    private func json(_ words: [String]) async throws -> JSONValue {
        let result = await CommandFixtures.run(words)
        #expect(result.code == .done && result.errors.isEmpty, "\(result.errors)")
        return try JSONValue(parsing: Array(result.output.utf8))
    }

    @Test func `neighboring frames with an equal placement share a line`() async throws {
        let result = await CommandFixtures.run("inspect", gift.movie, "--placement", "face")
        #expect(
            result.output.replacing(gift.folder.path + "/", with: "") == """
                gift.svga: face, in points of 60 × 40
                  sprite 1, face
                    0    hidden
                    1–2  (10, 10) (30, 10) (30, 30) (10, 30)  alpha 1
                    3    (30, 10) (50, 10) (50, 30) (30, 30)  alpha 1

                """)
    }

    @Test func `the JSON has corners, matrix, alpha and state of each sprite in each frame`() async throws {
        let report = try await json(["inspect", gift.movie, "--placement", "face", "--frames", "3,0", "--json"])
        #expect(report["unit"] == .string("point") && report["width"] == .integer(60) && report["height"] == .integer(40))
        let sprite = try #require(report["sprites"]?[0])
        #expect(sprite["sprite"] == .integer(1) && sprite["kind"] == .string("bitmap") && sprite["matteKey"] == .null)
        let shown = try #require(report["frames"]?[0]?["sprites"]?[0])
        #expect(report["frames"]?[0]?["frame"] == .integer(3))
        #expect(
            shown["quad"]?.text(.compact) == "[[30,10],[50,10],[50,30],[30,30]]" && shown["matrix"]?.text(.compact) == "[1,0,0,1,30,10]")
        #expect(shown["isShown"] == .bool(true) && shown["state"] == .string("shown") && shown["alpha"]?.text(.compact) == "1")
        let hidden = try #require(report["frames"]?[1]?["sprites"]?[0])
        #expect(hidden["isShown"] == .bool(false) && hidden["state"] == .string("hidden") && hidden["quad"] == .null)
    }

    @Test func `with a size the numbers are pixels of that size`() async throws {
        let words = ["inspect", gift.movie, "--placement", "face", "--frames", "1", "--size", "120x0", "--json"]
        let report = try await json(words)
        #expect(report["unit"] == .string("pixel") && report["width"] == .integer(120) && report["height"] == .integer(80))
        let sprite = try #require(report["frames"]?[0]?["sprites"]?[0])
        #expect(
            sprite["quad"]?.text(.compact) == "[[20,20],[60,20],[60,60],[20,60]]" && sprite["matrix"]?.text(.compact) == "[2,0,0,2,20,20]")
    }

    @Test func `the JSON of bounds has the placements too, and a size scales the bounds`() async throws {
        let report = try await json(["bounds", gift.movie, "--key", "face", "--frames", "1", "--size", "120", "--json"])
        let frame = try #require(report["frames"]?[0])
        #expect(frame["bounds"]?["x"]?.text(.compact) == "20" && frame["bounds"]?["width"]?.text(.compact) == "40")
        #expect(frame["sprites"]?[0]?["quad"]?.text(.compact) == "[[20,20],[60,20],[60,60],[20,60]]")
        #expect(report["unit"] == .string("pixel"))
    }

    @Test func `both outputs follow their schemas`() async throws {
        for words in [["inspect", gift.movie, "--placement", "face", "--json"], ["bounds", gift.movie, "--key", "face", "--json"]] {
            let report = try await json(words)
            #expect(try JSONSchema(named: words[0]).faults(of: report) == [])
        }
    }

    @Test func `a report larger than the memory limit is refused before it is made`() async throws {
        let words = ["inspect", gift.movie, "--placement", "face", "--max-memory", "1000"]
        #expect(await CommandFixtures.run(words).code == .limit)
    }

    @Test func `an unknown key, and options of the placement without it, are usage errors`() async throws {
        let cases = [
            ["--placement", "fcae"], ["--placement", "face", "--frames", "4"], ["--size", "20"], ["--frames", "1"],
            ["--placement", "face", "--keys"], ["--placement", "face", "--timeline"],
        ]
        for words in cases {
            let result = await CommandFixtures.run(["inspect", gift.movie] + words)
            #expect(result.code == .usage && result.output.isEmpty, "\(words)")
        }
    }

    @Test func `a scene of another language reports what the command prints`() async throws {
        let words = ["inspect", gift.movie, "--placement", "face", "--json"]
        let movie = try MovieHandle(path: gift.movie, options: nil)
        let plain = try SceneHandle(movie, options: nil)
        #expect(try plain.placement(key: "face", frames: nil) == (await CommandFixtures.run(words).output))
        let sized = try SceneHandle(movie, options: #"{"size": "120x0"}"#)
        let wanted = await CommandFixtures.run(words + ["--frames", "1,3", "--size", "120x0"]).output
        #expect(try sized.placement(key: "face", frames: "1,3") == wanted)
    }

    @Test func `a scene of another language counts hidden keys and refuses a wrong list of frames`() throws {
        let scene = try SceneHandle(try MovieHandle(path: gift.movie, options: nil), options: #"{"hide": ["face"]}"#)
        let report = try JSONValue(parsing: Array(try scene.placement(key: "face", frames: "1").utf8))
        #expect(report["frames"]?[0]?["sprites"]?[0]?["state"] == .string("hidden"))
        #expect(throws: TaskError.self) { try scene.placement(key: "face", frames: "x") }
    }
}

extension JSONValue {
    fileprivate subscript(index: Int) -> JSONValue? { if case .array(let elements) = self { elements[index] } else { nil } }
}
