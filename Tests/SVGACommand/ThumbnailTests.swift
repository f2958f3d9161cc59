import Foundation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("svga thumbnail")
struct ThumbnailTests {
    private let folder = TemporaryFolder()
    private let gift = "\(TestFiles.root.path)/samples/features/gift-mattes.svga"

    private func picture(_ name: String) throws -> Pixmap {
        try ImageDecoder.decode(ImageEntity(key: "", format: .png, bytes: try #require(folder.read(name))))
    }

    @Test("it is a PNG whatever it is called, its longer side as long as asked for, and never enlarged")
    func sizes() async throws {
        #expect(await CommandFixtures.run("thumbnail", gift, "\(folder.path)/a").code == .done)
        #expect(try [picture("a").width, picture("a").height] == [256, 256])
        #expect(await CommandFixtures.run("thumbnail", gift, "\(folder.path)/b.jpg", "--size", "64").code == .done)
        #expect(try picture("b.jpg").width == 64)
        #expect(await CommandFixtures.run("thumbnail", gift, "\(folder.path)/c.png", "--size=5000").code == .done)
        #expect(try picture("c.png").width == 750)
    }

    @Test("the frame that is asked for is that of svga render")
    func frame() async throws {
        #expect(await CommandFixtures.run("thumbnail", gift, "\(folder.path)/a.png", "--size", "750", "--frame", "66").code == .done)
        #expect(await CommandFixtures.run("render", gift, "-o", "\(folder.path)/b.png", "--frame", "66", "--filter", "best").code == .done)
        #expect(try picture("a.png").pixels == picture("b.png").pixels)
        #expect(await CommandFixtures.run("thumbnail", gift, "\(folder.path)/c.png", "--frame", "90").code == .usage)
        #expect(await CommandFixtures.run("thumbnail", gift, "\(folder.path)/c.png", "--frame", "-1").code == .usage)
        #expect(folder.read("c.png") == nil)
    }

    /// Programs that call a thumbnailer make an empty file first, so that nobody else takes its name.
    @Test("an empty file is overwritten, another one only with --force")
    func overwriting() async throws {
        folder.write([], to: "a.png")
        #expect(await CommandFixtures.run("thumbnail", gift, "\(folder.path)/a.png", "--size", "32").code == .done)
        #expect(try picture("a.png").width == 32)
        let again = await CommandFixtures.run("thumbnail", gift, "\(folder.path)/a.png", "--size", "16")
        #expect(again.code == .outputFailed && again.errors.contains("--force"))
        #expect(await CommandFixtures.run("thumbnail", gift, "\(folder.path)/a.png", "--size", "16", "--force").code == .done)
        #expect(try picture("a.png").width == 16)
    }

    @Test("what is no movie leaves nothing behind")
    func unreadable() async {
        folder.write(Array("none".utf8), to: "a.svga")
        #expect(await CommandFixtures.run("thumbnail", "\(folder.path)/a.svga", "\(folder.path)/a.png").code == .invalidInput)
        #expect(folder.contents() == ["a.svga"])
    }

    @Test("no sample is shown by a frame that covers less than half of what its fullest frame covers", arguments: TestFiles.samples)
    func telling(_ file: URL) throws {
        let movie = try VideoEntity(path: file.path)
        let prepared = PreparedMovie(movie)
        let frame = try #require(try PosterFrame.of(prepared))
        let scene = try prepared.scene(options: RenderOptions(size: .pixels(width: 32, height: 0)))
        func ink(_ frame: Int) throws -> Int {
            let pixels = try scene.pixmap(frame: frame).pixels
            return stride(from: 3, to: pixels.count, by: 4).reduce(0) { $0 + Int(pixels[$1]) }
        }
        let most = try (0..<movie.frameCount).map(ink).max() ?? 0
        #expect(try 2 * ink(frame) >= most)
        #expect(try PosterFrame.of(PreparedMovie(movie)) == frame, "always the same")
    }

    @Test("a full frame of many colors ranks above a full one of one color, and above empty ones")
    func flash() throws {
        // Frames 0 to 4 are empty, 5 to 9 white, 10 to 14 have stripes, 15 to 19 are empty.
        func shapes(_ frame: Int) -> [ShapeEntity] {
            guard 5..<15 ~= frame else { return [] }
            return (0..<8).map { stripe in
                let color =
                    frame < 10
                    ? SVGAColor(red: 1, green: 1, blue: 1) : SVGAColor(red: Double(stripe) / 7, green: 0.5, blue: Double(stripe % 3) / 2)
                return ShapeEntity(
                    geometry: .rect(SVGARect(x: Double(10 * stripe), y: 0, width: 10, height: 80), cornerRadius: 0), fill: color)
            }
        }
        var tables = FrameTables()
        tables.layouts = [SVGARect(x: 0, y: 0, width: 80, height: 80)]
        tables.shapeLists = [[], shapes(5), shapes(10)]
        let records = (0..<20).map { frame in
            FrameRecord(
                alpha: 1, transform: (1, 0, 0, 1, 0, 0), layout: 0, clipPath: -1, shapes: frame < 5 || frame > 14 ? 0 : frame < 10 ? 1 : 2)
        }
        let sprite = SpriteEntity(
            imageKey: "a.vector", matteKey: nil, kind: .vector, imageIndex: nil, matteIndex: nil,
            frames: FrameList(records: records, tables: tables))
        let movie = VideoEntity(
            container: .zlib, version: "2.0", viewBox: SVGASize(width: 80, height: 80), fps: 20, frameCount: 20, images: [],
            sprites: [sprite],
            audios: [], sounds: [], diagnostics: [])
        #expect(10..<15 ~= (try #require(try PosterFrame.of(PreparedMovie(movie)))))
    }

    @Test func `a cancelled thumbnail leaves nothing and is exit 130`() async throws {
        let folder = TemporaryFolder()
        let result = try await cancellable { [path = folder.path as String] cancel in
            cancel()
            return await CommandFixtures.run("thumbnail", TestFiles.root.path + "/samples/features/gift-mattes.svga", path + "/a.png")
        }
        #expect(result.code == .interrupted && result.errors == "svga: interrupted\n")
        #expect(folder.contents() == [])
    }
}
