import Foundation
import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAPreview

/// The frames that the page gets.
@Suite struct SceneFrameTests {
    @Test("every frame that is sent is the renderer's, in straight alpha", arguments: TestFiles.samples)
    func samples(file: URL) throws {
        let page = try ScenePage(file)
        let movie = try VideoEntity(path: file.path)
        var random = SeededGenerator(state: UInt64(movie.frameCount))
        for width in [nil, 1, Int.random(in: 40...400, using: &random)] {
            let scene = try SVGAScene(movie, options: RenderOptions(size: width.map { .pixels(width: $0, height: 0) } ?? .scale(1)))
            let made = try #require(ScenePage.json(page.scene("\"width\":\(width.map(String.init) ?? "null")")))
            #expect(made["width"] == .integer(scene.widthPixels) && made["height"] == .integer(scene.heightPixels))
            #expect(made["frames"] == .integer(movie.frameCount) && made["fps"] == .integer(movie.fps))
            let first = Int.random(in: 0..<movie.frameCount, using: &random)
            let last = min(movie.frameCount - 1, first + 4)
            let wanted = (0..<6).map { _ in Int.random(in: 0..<movie.frameCount, using: &random) } + Array(first...last)
            let list = wanted.prefix(6).map(String.init).joined(separator: ",") + ",\(first)-\(last)"
            let frames = try ScenePage.frames(
                page.get("scenes/\(made.text("scene") ?? "")/frames", ["list": list]), pieces: Int.random(in: 1...50_000, using: &random))
            #expect(frames.map(\.frame) == wanted)
            for frame in frames {
                let pixmap = try scene.pixmap(frame: frame.frame)
                #expect(frame.whole(width: scene.widthPixels, height: scene.heightPixels) == pixmap.straightPixels, "frame \(frame.frame)")
                let box = frame.box
                #expect(pixmap.inkBox ?? [0, 0, 0, 0] == [box.x, box.y, box.width, box.height], "frame \(frame.frame)")
            }
        }
    }

    @Test("the same content is the same scene, whatever the order of its members; other content is another one")
    func sameContent() throws {
        let page = try ScenePage(TestFiles.samples[0])
        let scene = try page.sceneID("\"vars\":{\"hide\":[],\"texts\":{}}")
        #expect(try page.sceneID("\"vars\":{\"texts\":{},\"hide\":[]}", "\"width\":null", "\"hiddenSprites\":[]") == scene)
        #expect(try page.sceneID("\"width\":50") != scene)
        #expect(try page.sceneID("\"hiddenSprites\":[0]") != scene)
    }

    @Test("a scene that others have pushed out is gone, and one that never was is not there")
    func gone() throws {
        let page = try ScenePage(TestFiles.samples[0])
        let first = try page.sceneID("\"width\":20")
        let kept = try page.sceneID("\"width\":21")
        for width in 22..<60 {
            _ = try page.sceneID("\"width\":\(width)")
            #expect(page.get("scenes/\(kept)/places", ["frame": "0"]).status == 200)
        }
        #expect(ScenePage.line(page.get("scenes/\(first)/frames", ["list": "0"])) == "410 this scene is gone")
        for id in ["s9999", "s0", "s-1", "s", "x1", "", "s99999999999999999999"] {
            #expect(page.get("scenes/\(id)/frames", ["list": "0"]).status == 404, "\(id)")
        }
        #expect(try page.sceneID("\"width\":20") != first)
    }

    @Test(
        "lists of frames that are wrong, too long or past the end are refused before anything is drawn",
        arguments: [
            ("", 400), ("a", 400), ("-1", 400), ("0-", 400), ("0,,1", 400), ("3-1", 400), ("0-256", 400), ("0-9223372036854775807", 400),
            ("99999", 404), ("0-255", 404), ("0-5:0", 400), ("0-9223372036854775807:9223372036854775807", 404),
            (Array(repeating: "0-9", count: 26).joined(separator: ","), 400),
        ])
    func wrongList(list: String, status: Int) throws {
        let page = try ScenePage(TestFiles.samples[0])
        #expect(page.get("scenes/\(try page.sceneID())/frames", ["list": list]).status == status)
    }

    @Test("a stream may be closed at any byte, and its memory is free again")
    func givenUp() throws {
        let scene = try SVGAScene(try VideoEntity(path: TestFiles.samples[0].path))
        let memory = PainterMemory()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1000, alignment: 1)
        defer { buffer.deallocate() }
        for reads in 0..<5 {
            let stream = try FrameStream(scene, frames: [0, 1, 2], memory)
            for _ in 0..<reads { _ = try stream.read(into: buffer) }
        }
        #expect(memory.usedBytes == 0)
    }

    @Test("more painters at once than there is memory for are refused")
    func tooMany() throws {
        let memory = PainterMemory()
        let bytes = try memory.reserve(pixels: 40 << 20)
        #expect(throws: PreviewError.self) { try memory.reserve(pixels: 40 << 20) }
        memory.release(bytes)
        memory.release(try memory.reserve(pixels: 40 << 20))
    }

    @Test("a stream ends early when its time is over, after at least one frame")
    func timeIsOver() throws {
        let scene = try SVGAScene(try VideoEntity(path: TestFiles.samples[0].path))
        let stream = try FrameStream(scene, frames: [0, 1, 2], PainterMemory(), maximumDuration: .zero)
        let frames = try ScenePage.frames(HTTPResponse(type: "", body: .stream(stream)))
        #expect(frames.map(\.frame) == [0])
    }
}

extension Pixmap {
    /// The bytes with straight alpha.
    var straightPixels: [UInt8] {
        var pixels = pixels
        pixels.withUnsafeMutableBytes { AlphaConversion.straighten($0) }
        return pixels
    }
}
