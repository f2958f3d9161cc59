import Foundation
import SVGACheck
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAImport

@Suite("Descriptions that cannot be used")
struct CreateErrorTests {
    static let star = #"{"type": "star", "points": 5, "outerRadius": 9, "innerRadius": 4"#

    @Test(
        "an error names the location and a similar valid name",
        arguments: [
            (#"{"image": "box", "postion": [1, 2]}"#, #"sprites[0]: does not support "postion"; did you mean position?"#),
            (#"{"image": "bix"}"#, #"sprites[0].image: names "bix", which is not in images; did you mean box?"#),
            (#"{"image": "box"}, {"name": "x"}"#, "sprites[1]: has none of image, shapes, text and group; it needs exactly one"),
            (#"{"image": "box", "to": "3"}"#, #"sprites[0].to: needs a time: seconds such as 0.5, or frames such as "12f", not "3""#),
            (#"{"image": "box", "from": 0.5, "to": 0.5}"#, "sprites[0]: is never shown: to must be after from"),
            (
                #"{"image": "box", "keyframes": {"position": [{"at": 1, "value": [0, 0]}, {"at": 0.5, "value": [0, 0]}]}}"#,
                "sprites[0].keyframes.position[1].at: comes before the keyframe above it"
            ),
            (
                #"{"image": "box", "keyframes": {"scale": [{"at": 0, "value": 1, "ease": "ease-outback"}]}}"#,
                #"sprites[0].keyframes.scale[0].ease: cannot be "ease-outback"; did you mean ease-out-back"#
            ),
            (
                #"{"image": "box", "x": 1, "keyframes": {"x": [{"at": 0, "value": 1}]}}"#,
                "sprites[0].x: is also in keyframes; leave one of the two out"
            ),
            (#"{"image": "box", "opacity": 2}"#, "sprites[0].opacity: needs a number from 0 to 1, not 2"),
            (
                #"{"image": "box", "parent": "b", "name": "a"}, {"image": "box", "name": "b", "parent": "a"}"#,
                "sprites[0].parent: forms a cycle"
            ),
            (
                #"{"image": "box", "name": "a"}, {"image": "box", "name": "a"}"#,
                "sprites[1].name: is also the name of sprites[0]; names must be unique"
            ),
            (#"{"key": "s", "shapes": [\#(star)}]}"#, "sprites[0].shapes[0]: has neither fill nor stroke, so it would be invisible"),
            (
                ##"{"key": "s", "shapes": [{"type": "path", "d": "M0 0 L 5 x", "fill": "#fff"}]}"##,
                "sprites[0].shapes[0].d: is not valid path data from byte 7 on"
            ),
            (
                #"{"key": "s", "shapes": [\#(star), "fill": "white"}]}"#,
                #"sprites[0].shapes[0].fill: needs a color such as #f80, #ff8800 or #ff880080, not "white""#
            ),
            (
                ##"{"image": "box", "clip": \##(star), "fill": "#fff"}}"##,
                "sprites[0].clip.fill: does not apply to a clip, which is not painted"
            ),
            (#"{"image": "box", "path": "M0 0H9", "y": 4}"#, "sprites[0].y: cannot be combined with path, which sets the position"),
            (
                ##"{"key": "box", "shapes": [\##(star), "fill": "#fff"}]}"##,
                #"sprites[0]: has the key "box", which is the key of an image; use another key"#
            ),
            (
                #"{"image": "box", "scatter": {"count": 4000000000}}"#,
                "sprites[0].scatter.count: needs a number from 1 to 10000, not 4000000000"
            ),
        ])
    func complaint(sprites: String, expected: String) {
        #expect(CreateFixtures.complaint(sprites).hasPrefix(expected))
    }

    @Test("a file outside of the folder is read only if that is allowed, also where a link leads to it")
    func outside() throws {
        let folder = try CreateFixtures.folder()
        try FileManager.default.createDirectory(atPath: folder.path + "/in", withIntermediateDirectories: true)
        symlink("../box.png", folder.path + "/in/link.png")
        for name in ["../box.png", folder.path + "/box.png", "link.png"] {
            let text = #"{"canvas": {"width": 9, "height": 9}, "images": {"a": "\#(name)"}, "sprites": [{"image": "a"}]}"#
            var creation = MovieCreation(folder: folder.path + "/in")
            #expect(throws: CreateError.outside(location: "images.a", name: name)) { try creation.run(Array(text.utf8)) }
            creation.allowsOutside = true
            #expect(try creation.run(Array(text.utf8)).document.videoEntity().images.count == 1)
        }
        mkfifo(folder.path + "/pipe", 0o600)
        let text = #"{"canvas": {"width": 9, "height": 9}, "images": {"a": "pipe"}, "sprites": [{"image": "a"}]}"#
        #expect(throws: CreateError.file(location: "images.a", name: "pipe", reason: "is not a file")) {
            try MovieCreation(folder: folder.path).run(Array(text.utf8))
        }
    }

    @Test("too large results are refused before any allocation or work")
    func limits() {
        let many = #"{"image": "box", "scatter": {"count": 10000}}"#
        #expect(CreateFixtures.complaint(many, canvas: ", \"duration\": 100").contains("exceeds the limit of 2000000 for spriteFrames"))
        #expect(CreateFixtures.complaint([many, many].joined(separator: ",")).contains("exceeds the limit of 10000 for sprites"))
        #expect(CreateFixtures.complaint(many, canvas: ", \"duration\": \"9000000f\"").contains("needs a time of at most 10000 s"))
        let shapes = [String](
            repeating:
                ##"{"type": "rect", "height": 1, "fill": "#fff", "keyframes": {"width": [{"at": 0, "value": 1}, {"at": 9, "value": 2}]}}"##,
            count: 300)
        let wide = #"{"key": "k", "shapes": [\#(shapes.joined(separator: ","))]}"#
        #expect(CreateFixtures.complaint(wide, canvas: ", \"duration\": \"9000f\"").contains("for spriteFrames"))
        // A chain of parents costs no more than its length.
        let chain = (0..<2000).map { #"{"name": "p\#($0)", "group": true, "parent": "p\#($0 + 1)"}"# }.joined(separator: ",")
        #expect(CreateFixtures.complaint(chain + #", {"name": "p2000", "group": true}, {"image": "box", "parent": "p0"}"#) == "nothing")
    }

    @Test("numbers and words of the wrong type are one line, and never end the process")
    func mutations() throws {
        let url = TestFiles.root.appendingPathComponent("samples/create/nameplate/spec.json")
        let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        var dice = SeededGenerator(state: 5)
        var refused = 0
        for _ in 0..<80 {
            var mutant = parts
            let words = ["1e300", "-1", "null", "[]", "{}", "\"\"", "1e-300", "0", "[1e6,", "-1e6],", "\"1f\","]
            mutant[Int.random(in: 0..<parts.count, using: &dice)] = Substring(words[Int.random(in: 0..<words.count, using: &dice)])
            do {
                let folder = url.deletingLastPathComponent().path
                _ = try MovieCreation(folder: folder).run(Array(mutant.joined(separator: " ").utf8))
            } catch {
                refused += 1
                #expect(!"\(error)".contains("\n"))
            }
        }
        #expect(refused > 20)
    }

    @Test("the schema has the same members and easings as the reader")
    func schema() throws {
        let url = TestFiles.root.appendingPathComponent("share/create.schema.json")
        let schema = try JSONValue(parsing: [UInt8](try Data(contentsOf: url)))
        let definitions = try #require(schema["$defs"])
        for object in SpecObject.allCases {
            let definition = object == .document ? schema : try #require(definitions[object.rawValue], "\(object)")
            guard case .object(let properties) = definition["properties"] else {
                Issue.record("\(object) has no properties")
                continue
            }
            #expect(Set(properties.map(\.name)) == Set(object.members), "\(object)")
            #expect(definition["additionalProperties"] == .bool(false), "\(object)")
        }
        guard case .array(let forms) = definitions["ease"]?["oneOf"], case .array(let names) = forms[0]["enum"] else {
            Issue.record("no easings")
            return
        }
        #expect(names == Easing.names.map { .string($0) })
    }

    @Test(
        "each sample is a movie without any finding, with its keys",
        arguments: [("rocket", "avatar"), ("coins", "amount"), ("nameplate", "name")])
    func samples(name: String, key: String) throws {
        let folder = TestFiles.root.appendingPathComponent("samples/create/\(name)")
        let made = try MovieCreation(folder: folder.path).run([UInt8](try Data(contentsOf: folder.appendingPathComponent("spec.json"))))
        #expect(made.lost.isEmpty)
        #expect(try Validation(made.document.write(as: .v2)).findings.allSatisfy { $0.severity < .warning })
        let movie = try made.document.videoEntity()
        #expect(ReplaceableKey.all(of: movie).contains { $0.key == key && $0.kind == .bitmap })
        let scene = try SVGAScene(movie, options: RenderOptions(size: .scale(0.25)))
        let middle = try scene.pixmap(frame: movie.frameCount / 2)
        let inked = stride(from: 3, to: middle.pixels.count, by: 4).count { middle.pixels[$0] > 0 }
        #expect(inked > middle.pixels.count / 40)
    }
}
