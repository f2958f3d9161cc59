import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGAFormat

/// Irregularities of 1.x converters, and missing fields of all versions (Rules of rendering, sections 1, 2, 4 and 9).
@Suite("Loose files") struct LooseFileConformanceTests {
    private static let image = Pixmap(width: 16, height: 16, .blue)

    /// A movie of one frame from the JSON of its sprites and images, with further entries.
    private func movie(images: String = "{}", sprites: String, entries: [String] = []) throws -> VideoEntity {
        let spec = """
            {"ver":"1.1.0","movie":{"viewBox":{"width":"16","height":16},"fps":"20","frames":"1"},"images":\(images),"sprites":[\(sprites)]}
            """
        let png = try Self.image.payload("").bytes
        return try VideoEntity(
            bytes: ZipWriter.archive(
                [ArchiveEntry(name: "movie.spec", bytes: Array(spec.utf8))] + entries.map { ArchiveEntry(name: $0, bytes: png) }))
    }

    private func render(_ movie: VideoEntity) throws -> Pixmap { try SVGAScene(movie).pixmap(frame: 0) }

    @Test(
        "an image's name in movie.spec may hold an extension, a folder, or be wrong where its key is right",
        arguments: [
            ("a", "a.png"), ("a.png", "a.png"), ("img/a", "img/a.png"), ("A", "a.PNG"), ("x/y", "k.png"), ("", "k"), ("7", "7.png"),
        ])
    func imageNames(value: String, entry: String) throws {
        let sprite = "{\"imageKey\":\"k\",\"matteKey\":null,\"frames\":[{\"alpha\":1,\"layout\":{\"width\":16,\"height\":16}}]}"
        let images = value == "7" ? "{\"k\":7}" : "{\"k\":\"\(value)\"}"
        #expect(try render(movie(images: images, sprites: sprite, entries: [entry])) == Self.image)
    }

    @Test("numbers as texts, nulls and objects left out look as if they were written well")
    func looseNumbers() throws {
        let sprite = """
            {"imageKey":"v.vector","frames":[{"alpha":"1","layout":null,"clipPath":null,"transform":{"tx":"4","b":null},"shapes":[
            {"type":"RECT","args":{"x":"0","y":null,"width":"8","height":8.0,"cornerRadius":null},"transform":null,
            "styles":{"fill":["0","0",1,"1"],"stroke":null,"strokeWidth":"2","lineDash":null,"lineCap":null}}]}]},
            {"imageKey":null,"frames":[{"alpha":1,"shapes":null},null]},{"frames":null},null
            """
        let result = try render(movie(images: "null", sprites: sprite))
        #expect(result.inkBox == [4, 0, 8, 8] && result.pixel(4, 0) == .blue && result.pixel(11, 7) == .blue)
    }

    @Test(
        "a clip path is read with any separators, also with those that players reject",
        arguments: ["M4,0 L12,0 L12,16 L4,16 Z", " m4 0h8v16h-8z ", "M4 0L12 0\n\t12 16\r4 16zundefined", "M+4-0L1.2e1 0 12 16 4 16"])
    func clipSeparators(clip: String) throws {
        let sprite = WireSprite.one("v.vector", .visible(clip: clip, .rect(0, 0, 16, 16)))
        #expect(try WireMovie.tiny(sprites: [sprite]).rendered().inkBox == [4, 0, 8, 16])
    }

    @Test("a sprite without a key draws its shapes, and the image whose key is empty too")
    func emptyKey() throws {
        let shapes = WireSprite.one("", .visible(.rect(0, 0, 4, 4)))
        #expect(try WireMovie.tiny(sprites: [shapes]).rendered().inkBox == [0, 0, 4, 4])
        let movie = WireMovie.tiny(images: [try Self.image.payload("")], sprites: [shapes])
        #expect(try movie.rendered().pixel(15, 15) == .blue)
    }

    @Test(
        "only a sprite whose key ends in .matte masks: its name without that, or an ordinary sprite's, leaves all unmasked",
        arguments: ["m", "plain"])
    func notAMatte(key: String) throws {
        let movie = try WireMovie.tiny(sprites: [
            .one("m.matte", .visible(.rect(0, 0, 4, 4))), .one("plain", .hidden),
            .one("v.vector", matte: key, .visible(.rect(0, 0, 16, 16))),
        ]).read()
        #expect(movie.diagnostics.map(\.code).contains(.matteMissing))
        #expect(try render(movie).inkBox == [0, 0, 16, 16])
    }

    @Test("a matte masks with its bitmap and its shapes together")
    func matteOfBoth() throws {
        let left = WireFrame.visible(layout: WireLayout(width: 4, height: 16), .rect(12, 0, 4, 16))
        let movie = WireMovie.tiny(
            images: [try Self.image.payload("m")],
            sprites: [.one("m.matte", left), .one("v.vector", matte: "m.matte", .visible(.rect(0, 0, 16, 16)))])
        let result = try movie.rendered()
        #expect(result.pixel(3, 8) == .red && result.pixel(4, 8) == .clear && result.pixel(11, 8) == .clear && result.pixel(12, 8) == .red)
    }
}
