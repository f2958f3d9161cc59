import Foundation
import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGAPreview
@testable import SVGATasks

/// Edits of a preview, asked without a network.
private final class EditPage {
    let shown: PreviewOfFolder
    let photo: String
    /// Uploads of a sound and of another movie.
    let chime: String
    let other: String

    init(_ files: [String: String] = ["gift.svga": "gift.svga"]) throws {
        shown = try PreviewOfFolder(files)
        let bytes = try TestFiles.bytes(TestFiles.root.appending(path: "samples/photo.jpg"))
        let upload = shown.preview.answer(HTTPRequest(method: "POST", path: ["api", "uploads"], query: ["name": "photo.jpg"], body: bytes))
        photo = Answer(upload).json["file"]?.text ?? ""
        shown.folder.write(bytes, to: "my photo,fit=fill")
        chime = try EditPage.upload("sources/chime.mp3", to: shown, as: "chime,append")
        other = try EditPage.upload("features/badge.svga", to: shown, as: "other=1,overlay")
    }

    /// Uploads a sample for edit steps, and places it in the folder under the name that it has on the user's disk.
    private static func upload(_ sample: String, to shown: PreviewOfFolder, as name: String) throws -> String {
        let bytes = try TestFiles.bytes(TestFiles.root.appending(path: "samples/\(sample)"))
        shown.folder.write(bytes, to: name)
        let request = HTTPRequest(method: "POST", path: ["api", "uploads"], query: ["name": name, "for": "edit"], body: bytes)
        return Answer(shown.preview.answer(request)).json["file"]?.text ?? ""
    }

    var gift: String { shown.id("gift.svga") }

    func order(_ steps: [JSONValue], movie: String? = nil, _ more: [String: any JSONRepresentable] = [:]) -> JSONValue {
        let files = [(photo, "my photo,fit=fill"), (chime, "chime,append"), (other, "other=1,overlay")]
        let names = JSONValue.object(files.map { .init(name: $0, value: .string("\(shown.folder.path)/\($1)")) })
        var members: [JSONValue.Member] = [
            .init(name: "movie", value: .string(movie ?? gift)), .init(name: "steps", value: .array(steps)),
            .init(name: "names", value: names),
        ]
        members += more.map { JSONValue.Member(name: $0.key, value: $0.value.json) }
        return .object(members)
    }

    /// The answer to an order that has ended.
    func edit(_ steps: [JSONValue], movie: String? = nil, _ more: [String: any JSONRepresentable] = [:]) -> JSONValue {
        let order = order(steps, movie: movie, more)
        while true {
            let answer = shown.ask("POST", "edits", body: order).json
            if answer["isRunning"] != .bool(true) { return answer }
        }
    }

    func bytes(_ answer: JSONValue) -> [UInt8] { shown.ask("edits/\(answer["movie"]?["id"]?.text ?? "")/file").body }

    /// What the copied command lines write.
    func written(_ answer: JSONValue) async throws -> [UInt8] {
        let folder = TemporaryFolder()
        folder.write(try #require(shown.folder.read("gift.svga")), to: "gift.svga")
        let lines = try #require(answer["commands"]?.list)
        for line in lines {
            let words = line.list.compactMap(\.text).map { ["gift.svga", "gift-edited.svga"].contains($0) ? "\(folder.path)/\($0)" : $0 }
            #expect(await CommandRun(words).code == .done, "\(words)")
        }
        return try #require(folder.read("gift-edited.svga"))
    }

    static func step(_ command: String = "edit", _ options: JSONValue...) -> JSONValue {
        ["command": command, "options": JSONValue.array(options)]
    }

    static func edit(_ name: String, _ value: (any JSONRepresentable)? = nil, key: String? = nil) -> JSONValue {
        step("edit", ["name": name, "key": key, "value": value?.json])
    }

    /// One step for each option that the page may set.
    func steps() -> [String: JSONValue] {
        [
            "set-image": EditPage.edit(
                "set-image", ["file": photo, "fit": "cover", "mask": "round:12", "density": "2"] as JSONValue, key: "user1"),
            "set-text": EditPage.step(
                "edit", ["name": "set-text", "key": "name", "value": "林小雨's \"name\""],
                ["name": "text-style", "key": "name", "value": ["size": 24, "italic": true, "outline": "#000/2"] as JSONValue]),
            "text-style": EditPage.step(
                "edit", ["name": "set-text", "key": "name", "value": "-x=y"],
                ["name": "text-style", "key": "name", "value": "color:#f00,bold"]),
            "hide": EditPage.edit("hide", "ring"), "rename": EditPage.edit("rename", "Kopf=1", key: "user1"),
            "delete": EditPage.edit("delete", "crown"), "remove-sprites": EditPage.edit("remove-sprites", "shine"),
            "reorder": EditPage.edit("reorder", "ring=front"), "trim": EditPage.edit("trim", "10-60"),
            "set-fps": EditPage.edit("set-fps", 20),
            "loop-section": EditPage.edit("loop-section", "10-20x2"), "canvas": EditPage.edit("canvas", "800x800+25+25"),
            "crop": EditPage.edit("crop", "0,0,600x600"), "scale": EditPage.edit("scale", 0.5),
            "canvas-color": EditPage.edit("canvas-color", "#224"),
            "remove-audio": EditPage.edit("remove-audio"), "duplicate": EditPage.edit("duplicate", "crown,as=second"),
            "opacity": EditPage.edit("opacity", "3,5-9=0.25"), "offset": EditPage.edit("offset", "crown=-12,7.5"),
            "retime": EditPage.edit("retime", "10-39=50,ease-in-out"),
            "set-audio": EditPage.edit("set-audio", ["file": chime] as JSONValue, key: "bell"),
            "merge": EditPage.edit("merge", ["file": other, "at": 10] as JSONValue),
        ]
    }
}

@Suite("Edits of the preview") struct EditTests {
    private let page: EditPage

    init() throws { page = try EditPage() }

    /// Options that need a sound in the movie.
    private static let soundOptions: Set<String> = ["audio-start", "audio-volume"]

    @Test("a sound that was added can be moved and made quieter, as the copied line does")
    func sounds() async throws {
        let steps = [
            try #require(page.steps()["set-audio"]), EditPage.edit("audio-start", "bell=20"), EditPage.edit("audio-volume", "bell=0.5"),
        ]
        let answer = page.edit(steps, ["isFinal": true, "allowsPlayerFindings": true])
        #expect(answer["failure"] == .null && answer["steps"]?.list.count == 3, "\(answer)")
        #expect(try await page.written(answer) == page.bytes(answer))
        let movie = try VideoEntity(bytes: page.bytes(answer))
        #expect(movie.audios.filter { $0.audioKey == "bell" }.map(\.startFrame) == [20])
        #expect(movie.sounds.map(\.key) == ["chime", "bell"])
    }

    @Test("a sound and a movie for a step are uploads of their kind")
    func parts() throws {
        let wrong = [
            EditPage.edit("set-audio", ["file": page.other] as JSONValue, key: "a"),
            EditPage.edit("set-audio", ["file": page.photo] as JSONValue, key: "a"),
            EditPage.edit("set-audio", ["file": page.chime] as JSONValue),
            EditPage.edit("set-audio", ["file": "../\(page.chime)"] as JSONValue, key: "a"),
            EditPage.edit("merge", ["file": page.chime] as JSONValue), EditPage.edit("merge", ["file": "u9.svga"] as JSONValue),
            EditPage.edit("merge", ["file": page.other, "at": -1] as JSONValue),
            EditPage.edit("set-image", ["file": page.chime] as JSONValue, key: "user1"),
        ]
        for step in wrong {
            let status = page.shown.ask("POST", "edits", body: page.order([step])).status
            #expect(status == 400 || status == 422, "\(step)")
        }
        for bytes in [Array("neither".utf8), []] {
            let request = HTTPRequest(method: "POST", path: ["api", "uploads"], query: ["name": "x", "for": "edit"], body: bytes)
            #expect(Answer(page.shown.preview.answer(request)).status == 422)
        }
        #expect(page.shown.ask("movies").json["movies"]?.list.count == 1, "an uploaded part is not listed")
    }

    @Test("a movie is added at the end or over the frames")
    func merged() throws {
        let frames = Int(try VideoEntity(bytes: page.bytes(page.edit([]))).frameCount)
        let appended = page.edit([EditPage.edit("merge", ["file": page.other] as JSONValue)])
        let overlaid = page.edit([EditPage.edit("merge", ["file": page.other, "at": 0] as JSONValue)])
        #expect(try VideoEntity(bytes: page.bytes(appended)).frameCount > frames)
        #expect(try VideoEntity(bytes: page.bytes(overlaid)).frameCount == frames)
    }

    @Test("each step is copied as Python and as Swift, and repairs only as Python")
    func programs() throws {
        for (option, step) in page.steps() where option != "text-style" {
            let answer = page.edit([step])
            #expect(answer["python"]?.text?.contains("movie.edit({\"\(option.replacing("-", with: "_"))\": ") == true, "\(option)")
            #expect(answer["swift"]?.text?.contains("try document.apply(.") == true, "\(option)")
        }
        let fixed = page.edit([EditPage.step("fix", ["name": "for", "value": "ios"])])
        #expect(
            fixed["python"]?.text?.contains("movie = movie.fix(\"ios\")") == true
                && fixed["swift"]?.text?.contains("bytes = try MovieRepair(bytes, players: [.ios]).bytes") == true)
        #expect(page.edit([])["python"] == .null && page.edit([])["swift"] == .null)
    }

    @Test("Python and Swift have texts and names as literals")
    func literals() throws {
        let text = "a\"b\\n\n\u{202E}\u{1F600}\u{E0001}"
        let answer = page.edit([EditPage.edit("set-text", text, key: "name")])
        let python = #"{"set_text": {"name": "a\"b\\n\n\u202e"# + "\u{1F600}" + #"\U000e0001"}}"#
        #expect(answer["python"]?.text?.contains(python) == true, "\(answer["python"]?.text ?? "")")
        let swift = #".setText(key: "name", "a\"b\\n\n\u{202E}"# + "\u{1F600}" + #"\u{E0001}")"#
        #expect(answer["swift"]?.text?.contains(swift) == true, "\(answer["swift"]?.text ?? "")")
    }

    @Test("the saved file has the bytes that the copied line writes", arguments: EditTask.pageParameters.keys.sorted())
    func line(option: String) async throws {
        // The gift is silent; see the test of sounds.
        if EditTests.soundOptions.contains(option) { return }
        var step = try #require(page.steps()[option], "a step for \(option)")
        if option == "text-style" {
            // "bold" is not a style; the words must be those of the option table.
            #expect(page.edit([step])["failure"]?["step"] == .integer(0))
            step = EditPage.step(
                "edit", ["name": "set-text", "key": "name", "value": "-x=y"],
                ["name": "text-style", "key": "name", "value": "color:#f00,weight:bold"])
        }
        let answer = page.edit([step])
        #expect(answer["failure"] == .null && answer["steps"]?.list.count == 1, "\(answer)")
        #expect(!(answer["steps"]?.list.first?["notes"]?.list.isEmpty ?? true), "\(answer)")
        let saved = page.bytes(answer)
        #expect(saved != page.shown.folder.read("gift.svga") && !saved.isEmpty)
        // The command refuses what a player shows worse, unless the user allows it.
        let isWorse = page.edit([step], ["isFinal": true])["failure"] != .null
        let final = page.edit([step], ["isFinal": true, "allowsPlayerFindings": isWorse])
        #expect(final["failure"] == .null && page.bytes(final) == saved)
        #expect(try await page.written(final) == saved)
    }

    @Test("all commands in any order are lines that write the same bytes") func chain() async throws {
        let steps = [
            EditPage.edit("rename", "face", key: "user1"), EditPage.edit("trim", "0-50"),
            EditPage.step("optimize", ["name": "rename-keys"]),
            EditPage.edit("set-fps", 20), EditPage.step("fix", ["name": "for", "value": "ios,web"]),
        ]
        let answer = page.edit(steps)
        #expect(answer["failure"] == .null && answer["steps"]?.list.count == steps.count, "\(answer)")
        let commands = answer["commands"]?.list.map { $0.list.first?.text }
        #expect(commands == ["edit", "optimize", "edit", "fix"])
        #expect(try await page.written(answer) == page.bytes(answer))
    }

    /// A second of a square wave: 8 bits, mono, 8,000 samples a second.
    private static let wave: [UInt8] = {
        var bytes = Array("RIFF".utf8) + [0x64, 0x1F, 0, 0]
        bytes += Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, 1, 0, 8, 0]
        bytes += Array("data".utf8) + [0x40, 0x1F, 0, 0]
        for index in 0..<8000 { bytes.append(index / 20 % 2 == 0 ? 60 : 190) }
        return bytes
    }()

    @Test("a step is saved if a later repair makes it good again, and not if players still show it worse")
    func repaired() async throws {
        let query = ["name": "tone.wav", "for": "edit"]
        let request = HTTPRequest(method: "POST", path: ["api", "uploads"], query: query, body: EditTests.wave)
        let file = try #require(Answer(page.shown.preview.answer(request)).json["file"]?.text)
        let sound = EditPage.edit("set-audio", ["file": file] as JSONValue, key: "audio_chime")
        let fix = EditPage.step("fix", ["name": "for", "value": "ios,web"])
        let saved = page.edit([sound, fix], ["isFinal": true])
        #expect(saved["failure"] == .null, "\(saved)")
        #expect(saved["commands"]?.list.first?.list.contains(.string("--allow-player-findings")) == true)
        #expect(try await page.written(saved) == page.bytes(saved))
        // A repair before the sound does not convert it.
        #expect(page.edit([fix, sound], ["isFinal": true])["failure"]?["isPlayerFinding"] == .bool(true))
    }

    @Test("an edited movie is drawn, checked and compared like any other, and the gallery does not list it") func movie() throws {
        let answer = page.edit([EditPage.edit("trim", "10-19")])
        let id = try #require(answer["movie"]?["id"]?.text)
        #expect(page.shown.ask("POST", "scenes", body: ["movie": id]).json["frames"] == .integer(10))
        #expect(page.shown.ask("movies/\(id)/findings", ["players": "ios"]).status == 200)
        #expect(page.shown.ask("movies").json["movies"]?.list.count == 1)
    }

    @Test("a step that cannot be applied is named, and the movie has the steps before it") func failure() {
        let steps = [EditPage.edit("set-fps", 20), EditPage.edit("hide", "nothing"), EditPage.edit("trim", "0-9")]
        let answer = page.edit(steps)
        #expect(answer["failure"]?["step"] == .integer(1), "\(answer)")
        #expect(answer["failure"]?["error"]?.text?.contains("nothing") == true)
        #expect(answer["failure"]?["chinese"]?.text != answer["failure"]?["error"]?.text)
        #expect(answer["steps"]?.list.count == 1 && page.bytes(answer) == page.bytes(page.edit([steps[0]])))
    }

    @Test("a text that replaces an earlier one leaves the notes of the other steps in place") func notes() {
        let text = { (text: String) in EditPage.edit("set-text", text, key: "name") }
        let answer = page.edit([text("a"), EditPage.edit("set-fps", 20), text("b")])
        #expect(answer["steps"]?.list.map { $0["notes"]?.list.count } == [0, 1, 1], "\(answer)")
    }

    @Test("steps are applied to the content they began with, also after the file has changed on disk") func changed() throws {
        let first = page.edit([])
        let base = try #require(first["base"]?.text)
        let before = page.bytes(page.edit([EditPage.edit("set-fps", 20)], movie: base))
        page.shown.folder.write(Array("half".utf8), to: "gift.svga")
        #expect(page.bytes(page.edit([EditPage.edit("set-fps", 20)], movie: base)) == before)
        #expect(page.shown.ask("POST", "edits", body: page.order([])).status == 422)
        #expect(page.edit([], movie: base)["content"] == first["content"])
    }

    @Test("a result that a player shows worse is not saved unless the user allows it") func players() {
        let steps = [EditPage.edit("hide", "name")]
        let refused = page.edit(steps, ["isFinal": true])
        guard refused["failure"] != .null else { return #expect(page.edit(steps)["failure"] == .null) }
        #expect(refused["failure"]?["isPlayerFinding"] == .bool(true))
        #expect(page.edit(steps, ["isFinal": true, "allowsPlayerFindings": true])["failure"] == .null)
    }

    @Test("a step can name only uploads and options of the page")
    func refused() {
        let wrong: [JSONValue] = [
            EditPage.edit("set-image", "/etc/passwd", key: "user1"),
            EditPage.edit("set-image", ["file": "/etc/passwd"] as JSONValue, key: "user1"),
            EditPage.edit("set-image", ["file": "../u1.png"] as JSONValue, key: "user1"),
            EditPage.edit("set-image", ["file": page.photo, "default": "/etc/passwd"] as JSONValue, key: "user1"),
            EditPage.edit("set-audio", "a=/etc/passwd"), EditPage.edit("merge", "/etc/passwd"), EditPage.edit("font", "/etc/passwd"),
            EditPage.edit("max-work", "9g"), EditPage.edit("output", "/tmp/x"), EditPage.edit("in-place"), EditPage.step("render"),
            EditPage.step("edit"), EditPage.step("optimize", ["name": "output", "value": "/tmp/x"]), EditPage.edit("rename", "b"),
            .integer(3), [:],
        ]
        for step in wrong {
            let status = page.shown.ask("POST", "edits", body: page.order([step])).status
            #expect(status == 400 || status == 422, "\(step)")
        }
        #expect(page.shown.ask("POST", "edits", body: page.order([], ["output": "/tmp/x"])).status == 400)
        #expect(page.shown.ask("edits/\(page.gift)/file").status == 404 && page.shown.ask("edits/e99/file").status == 404)
        #expect(page.shown.ask("movies/e99").status == 404 && page.shown.ask("PUT", "edits").status == 405)
    }

    @Test("a key that a command line cannot express is edited, but has no line") func keys() {
        let renamed = EditPage.edit("rename", "a=b", key: "user1")
        let answer = page.edit([renamed, EditPage.edit("set-text", "x", key: "a=b")])
        #expect(answer["failure"] == .null && answer["commands"] == .null, "\(answer)")
        #expect(page.edit([renamed])["commands"]?.list.count == 1)
    }
}

@Suite("Words of edit steps") struct EditWordTests {
    @Test(
        "an image's word reads as the same image",
        arguments: [
            ImageArgument(key: "a", choice: ImageChoice(file: FileName(path: "x.png"))),
            ImageArgument(key: "a", choice: ImageChoice(file: FileName(path: "x,fit=cover"), fit: .contain), density: 2),
            ImageArgument(key: "a", choice: ImageChoice(file: FileName(path: "x,density=2")), density: 0.5),
            ImageArgument(key: "a", choice: ImageChoice(file: FileName(path: "a=b,c.png"), mask: .roundedCorners(radius: 1.5))),
        ])
    func image(argument: ImageArgument) throws {
        #expect(try ImageArgument(key: "a", value: argument.word, takesDensity: true) == argument)
    }

    @Test("a style's word reads as the same style, or there is none")
    func style() throws {
        let plain = try TextStyleArgument.changes("font:Noto Sans,serif,size:24,italic")
        #expect(TextStyleArgument.word(of: plain) == "font:Noto Sans,serif,size:24,italic")
        let font = try SubstitutionParts.changes([.init(name: "font", value: .string("a,size:9"))], "")
        #expect(TextStyleArgument.word(of: font) == nil)
    }
}
