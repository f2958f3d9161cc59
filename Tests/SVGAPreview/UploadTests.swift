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
        for (number, name) in ["a.svga", "../../etc/cron.d/x", "", "\u{0}", "<b>.png"].enumerated() {
            let bytes = try picture(3 + number)
            let answer = page.upload(bytes, name: name)
            #expect(
                ScenePage.json(answer)?.text(.compact)
                    == #"{"kind":"image","file":"u\#(number + 1).png","width":\#(3 + number),"height":\#(3 + number),"bytes":\#(bytes.count)}"#
            )
        }
    }

    @Test("the same image is stored once")
    func sameImage() throws {
        let page = try ScenePage(gift)
        let answers = try [picture(), picture(4), picture()].map { ScenePage.json(page.upload($0))?.text("file") }
        #expect(answers == ["u1.png", "u2.png", "u1.png"])
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

    @Test("only pictures that were uploaded are read")
    func othersFiles() throws {
        let uploads = Uploads(limits: .default)
        let file = try #require(try uploads.add(try picture())).file
        #expect(file == "u1.png")
        for wrong in ["/etc/passwd", "../u1.png", "./u1.png", "u1.jpeg", "u2.png", ""] {
            #expect(throws: PreviewError.self, "\(wrong)") { try uploads.image(wrong) }
        }
    }
}
