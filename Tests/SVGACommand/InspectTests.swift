import Foundation
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("svga inspect")
struct InspectTests {
    func json(_ report: InspectReport) throws -> [String: Any] {
        let text = report.json.text(.pretty)
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    func elements(_ name: String, _ object: [String: Any]) throws -> [[String: Any]] { try #require(object[name] as? [[String: Any]]) }

    @Test("the JSON has exactly the agreed names, null where nothing is known")
    func names() throws {
        let object = try json(CommandFixtures.report(CommandFixtures.movie(diagnostics: [Diagnostic(.fpsUnusual, "odd")])))
        #expect(
            Set(object.keys) == [
                "schema", "file", "bytes", "container", "version", "viewBox", "fps", "frames", "durationSeconds", "decodedImageBytes",
                "keys", "images", "sprites", "audios", "diagnostics", "cost",
            ])
        #expect(Set(try #require(object["viewBox"] as? [String: Any]).keys) == ["width", "height"])
        let lists: [String: Set<String>] = [
            "keys": [
                "key", "kind", "imageWidth", "imageHeight", "layoutWidth", "layoutHeight", "sprites", "firstVisibleFrame",
                "lastVisibleFrame",
            ],
            "images": ["key", "format", "width", "height", "bytes", "decodedBytes", "usedBy"],
            "sprites": ["imageKey", "matteKey", "kind", "frames", "visibleFrames", "shapes", "clips"],
            "audios": ["key", "format", "bytes", "startFrame", "endFrame", "startTime", "totalTime"],
            "diagnostics": ["code", "severity", "message", "place"],
        ]
        for (list, names) in lists {
            let all = try elements(list, object)
            #expect(!all.isEmpty, "\(list)")
            for element in all { #expect(Set(element.keys) == names, "\(list)") }
        }
        #expect(try elements("images", object)[1]["width"] is NSNull)
        let cost = try #require(object["cost"] as? [String: Any])
        #expect(Set(cost.keys) == ["images", "frames", "sounds", "memory"])
        let players = Set(try #require(cost["memory"] as? [String: Any]).keys)
        #expect(players == ["ios", "android", "web", "webLite", "flutter", "harmony", "wechat"])
        #expect(try elements("audios", object)[1]["startFrame"] is NSNull)
    }

    @Test("numbers of the movie are JSON numbers")
    func values() throws {
        let object = try json(CommandFixtures.report())
        #expect(object["schema"] as? Int == 1 && object["bytes"] as? Int == 4321 && object["file"] as? String == "dir/gift.svga")
        #expect(object["durationSeconds"] as? Double == 0.6 && object["container"] as? String == "zlib")
        #expect(object["decodedImageBytes"] as? Int == 24)
        #expect((object["viewBox"] as? [String: Double]) == ["width": 100, "height": 50])
    }

    @Test("several files are an array, one file is an object")
    func list() async throws {
        let gift = try GiftFolder()
        let many = await CommandFixtures.run("inspect", "--json", gift.movie, gift.movie).output
        #expect((try JSONSerialization.jsonObject(with: Data(many.utf8)) as? [Any])?.count == 2)
        let one = await CommandFixtures.run("inspect", "--json", gift.movie).output
        #expect(try JSONSerialization.jsonObject(with: Data(one.utf8)) is [String: Any])
    }

    @Test("a key's kind is what its sprites show")
    func kinds() {
        let keys = CommandFixtures.report().keys
        #expect(keys.map(\.key) == ["mask", "user1", "badge", "far"])
        #expect(keys.map(\.kind) == [.matte, .bitmap, .vector, .vector])
    }

    @Test("frames past the movie's end are never visible")
    func visibility() {
        let report = CommandFixtures.report()
        let user = report.keys[1]
        #expect(user.visibleFrames == [2..<10])
        #expect(user.imageSize == SVGASize(width: 3, height: 2) && user.layoutSize == SVGASize(width: 40, height: 30))
        #expect(report.keys[3].visibleFrames.isEmpty && report.keys[3].layoutSize == nil)
        #expect(report.sprites[1].frames == 14 && report.sprites[1].visibleFrames == 8)
        #expect(report.sprites[2].shapes == 24 && report.sprites[2].clips == 12)
        #expect(report.peakLayers == 2, "without the matte")
    }

    @Test("an image whose header cannot be read is a finding with no size")
    func brokenImage() {
        let full = CommandFixtures.movie()
        let broken = VideoEntity(
            container: .zlib, version: "2.0", viewBox: full.viewBox, fps: 20, frameCount: 12,
            images: [ImageEntity(key: "user1", format: .png, bytes: Array(CommandFixtures.png.prefix(20)))], sprites: [], audios: [],
            sounds: [], diagnostics: [])
        let report = CommandFixtures.report(broken)
        #expect(report.images[0].width == nil && report.images[0].decodedBytes == nil && report.decodedImageBytes == 0)
        #expect(report.diagnostics.map(\.code) == [.imageBroken] && report.diagnostics[0].location == "image \"user1\"")
    }

    @Test("the report for a person fits 80 by 24 and names what it cuts")
    func screen() {
        let many = (0..<30).map {
            Diagnostic(.imageMissing, "no image 图片 of this key", location: "sprite \($0) \"\(String(repeating: "x", count: 90))\"")
        }
        let stream = TextSink().stream(false)
        let report = CommandFixtures.report(CommandFixtures.movie(diagnostics: many))
        let lines = InspectText(report: report, showsAll: false, screen: stream).text.split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 24)
        for line in lines { #expect(String(line).terminalColumns <= 80, "\(line)") }
        #expect(lines.contains { $0.hasPrefix("… and ") && $0.hasSuffix(" more (--all)") })
        #expect(InspectText(report: report, showsAll: true, screen: stream).text.split(separator: "\n").count > 40)
    }

    @Test("the tables name each key with what it takes, and unused images")
    func tables() {
        let text = InspectText(report: CommandFixtures.report(), showsAll: true, screen: TextSink().stream(false)).text
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.contains("user1 image, text 3×2 40×30 1 2–9"))
        #expect(lines.contains("far text — — 1 never"))
        #expect(lines.contains("spare unknown — 3 bytes — unused"))
        #expect(lines.contains("ding mp3 2 bytes 1.5 s 3–7"))
        #expect(lines.contains("mute wav 1 byte — never played"))
        #expect(!text.contains("\u{1B}"), "no colours away from a terminal")
    }

    @Test("a file cannot steer the terminal through its names")
    func controlCharacters() {
        let movie = CommandFixtures.movie(diagnostics: [Diagnostic(.payloadUnknown, "bad \u{1B}[2J", location: "\u{202E}x")])
        let text = InspectText(report: CommandFixtures.report(movie), showsAll: true, screen: TextSink().stream(false)).text
        #expect(text.contains("bad \\u{1b}[2J (\\u{202e}x)"))
    }

    @Test("--keys lists what can be set, one key a line with what it takes and its layout")
    func keys() async throws {
        let gift = try GiftFolder()
        let result = await CommandFixtures.run("inspect", "--keys", gift.movie)
        #expect(result.code == .done)
        #expect(result.output == "back  image, text  60×40\nface  image, text  20×20\nname  text         40×20\n")
        let both = await CommandFixtures.run("inspect", "--keys", gift.movie, gift.movie).output
        #expect(both.hasPrefix(gift.movie + "\nback  image, text") && both.contains("\n\n" + gift.movie + "\n"))
        #expect(await CommandFixtures.run("inspect", "--keys", "--picture", gift.movie).code == .usage)
    }

    @Test("--keys as JSON is the report with its keys alone")
    func keysJSON() async throws {
        let gift = try GiftFolder()
        let text = await CommandFixtures.run("inspect", "--keys", "--json", gift.movie).output
        let full = await CommandFixtures.run("inspect", "--json", gift.movie).output
        let json = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let report = try #require(JSONSerialization.jsonObject(with: Data(full.utf8)) as? [String: Any])
        #expect(Set(json.keys) == ["schema", "file", "keys"] && json["schema"] as? Int == 1)
        #expect(json["keys"] as? NSArray == report["keys"] as? NSArray)
    }

    @Test("keys of the same letters in two Unicode forms are listed separately")
    func forms() throws {
        let sprites = ["é", "e\u{301}"].map { CommandFixtures.sprite($0, .bitmap, alphas: [1]) }
        let movie = VideoEntity(
            container: .zlib, version: "2.0", viewBox: SVGASize(width: 8, height: 8), fps: 20, frameCount: 1, images: [], sprites: sprites,
            audios: [],
            sounds: [], diagnostics: [])
        #expect(try elements("keys", json(CommandFixtures.report(movie))).count == 2)
    }
}
