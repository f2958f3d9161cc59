import Foundation
import SVGAFormat
import SVGAHTTP
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAPreview

/// What is dropped on the page.
@Suite struct UploadTests {
    private let gift = TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga")

    private func picture(_ side: Int = 3) throws -> [UInt8] { try Pixmap(width: side, height: side, .red).pngData() }

    @Test("an upload is identified by its bytes, not its name, and gets a generated name")
    func pictures() throws {
        let page = try ScenePage(gift)
        let bytes = try picture()
        for (number, name) in ["a.svga", "../../etc/cron.d/x", "", "\u{0}", "<b>.png"].enumerated() {
            let answer = page.upload(bytes, name: name)
            #expect(
                ScenePage.json(answer)?.text(.compact)
                    == #"{"kind":"image","file":"u\#(number + 1).png","width":3,"height":3,"bytes":\#(bytes.count)}"#)
        }
    }

    @Test("a movie joins the library and can be shown")
    func movies() throws {
        let page = try ScenePage(TestFiles.samples[0])
        let answer = ScenePage.json(page.upload(try TestFiles.bytes(gift), name: "gift.svga"))
        #expect(answer?.text("kind") == "movie")
        let id = try #require(answer?["movie"]?.text("id"))
        let scene = try #require(ScenePage.json(page.post("scenes", Array("{\"movie\":\"\(id)\",\"width\":30}".utf8)))?.text("scene"))
        #expect(try ScenePage.frames(page.get("scenes/\(scene)/frames", ["list": "40"])).count == 1)
    }

    @Test("anything else is refused")
    func others() throws {
        let page = try ScenePage(gift)
        var broken = try picture(50)
        broken.removeLast(broken.count / 2)
        for bytes in [[], Array("hello".utf8), Array("ID3 sound".utf8), broken, [UInt8](repeating: 0, count: 1000)] {
            #expect(page.upload(bytes).status == 422, "\(ScenePage.line(page.upload(bytes)))")
        }
    }

    @Test("pictures over a limit are refused before memory is taken")
    func tooLarge() throws {
        var limits = ReadLimits()
        limits.imagePixels = 8
        let page = try ScenePage(gift, limits: limits)
        #expect(page.upload(try picture()).status == 413)
        limits.inputBytes = 20
        let uploads = Uploads(limits: limits)
        #expect(uploads.limitBytes == 20)
        #expect(throws: PreviewError.self) { try uploads.add(try picture()) }
    }

    @Test("a picture that was decoded long ago is read again from its file")
    func decodedAgain() throws {
        let uploads = Uploads(limits: .default, maximumDecodedBytes: 100)
        let files = try (1...4).map { try #require(try uploads.add(try picture(10 + $0))).file }
        for (index, file) in files.enumerated() { #expect(try uploads.image(file).width == 11 + index) }
    }

    @Test("the JSON for a job names uploads only, lies beside them, and goes with them")
    func varsFile() throws {
        var folder = ""
        do {
            let uploads = Uploads(limits: .default)
            let file = try #require(try uploads.add(try picture())).file
            let vars = try JSONValue(parsing: Array(#"{"images":{"a":"\#(file)","b":{"file":"\#(file)"}},"hide":["c"]}"#.utf8))
            let path = try uploads.varsFile(vars)
            #expect(try uploads.varsFile(vars) == path)
            #expect(try TestFiles.bytes(URL(fileURLWithPath: path)) == Array(vars.text(.compact).utf8))
            folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex))
            #expect(TemporaryFiles.names(in: FilePath(folder)) == ["u1.png", "v1.json"])
            let attributes = try FileManager.default.attributesOfItem(atPath: folder)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
            for wrong in [
                #"{"images":{"a":"/etc/passwd"}}"#, #"{"images":{"a":{"file":"../u1.png"}}}"#, #"{"images":{"a":3}}"#,
                #"{"images":{"a":"v1.json"}}"#, #"{"images":{"a":{"fit":"fill"}}}"#, "[]",
            ] {
                let wrong = try JSONValue(parsing: Array(wrong.utf8))
                #expect(throws: PreviewError.self, "\(wrong)") { try uploads.varsFile(wrong) }
            }
            for number in 0..<100 { _ = try uploads.varsFile(["hide": ["\(number)"]]) }
            #expect(TemporaryFiles.names(in: FilePath(folder)).count == 65)
        }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }
}
