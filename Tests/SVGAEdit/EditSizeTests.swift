import Foundation
import SVGACheck
import SVGAExport
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGAEdit

@Suite struct EditSizeTests {
    @Test func `another canvas moves the sprites`() throws {
        let movie = WireMovie.tiny(sprites: [.one("a.vector", .visible(.rect(2, 3, 4, 5))), .one("b.vector", .hidden)])
        let edited = try movie.edited(.setCanvas(width: 40, height: 30, x: 10, y: -2))
        let frame = try edited.rendered()
        #expect([frame.width, frame.height] == [40, 30] && frame.inkBox == [12, 1, 4, 5])
        #expect(edited.sprites[1] == movie.sprites[1], "a hidden frame needs no transform")
    }

    @Test func `the content moves on the canvas, however the sprite is turned`() throws {
        let turned = WireTransform(a: 0, b: 2, c: -2, d: 0, tx: 12, ty: 1)
        let movie = WireMovie.tiny(sprites: [.one("a.vector", .visible(transform: turned, .rect(0, 0, 3, 4)))])
        let box = try #require(movie.rendered().inkBox)
        let moved = try #require(try movie.edited(.setCanvas(width: 40, height: 40, x: 20, y: 10)).rendered().inkBox)
        #expect(moved == [box[0] + 20, box[1] + 10, box[2], box[3]])
    }

    @Test(arguments: [(0.0, 10.0), (-5, 10), (.infinity, 10), (.nan, 10)])
    func `a canvas of nothing is refused`(width: Double, height: Double) {
        guard case .invalid? = WireMovie.tiny().refusal(.setCanvas(width: width, height: height))?.detail else {
            Issue.record("not refused")
            return
        }
    }

    @Test func `a canvas or scale over the limit is refused`() {
        guard WireMovie.tiny().refusal(.setCanvas(width: 1e5, height: 1e5))?.limit != nil else {
            Issue.record("not refused")
            return
        }
        guard WireMovie.tiny().refusal(.scale(1000))?.limit != nil else {
            Issue.record("not refused")
            return
        }
        guard case .invalid? = WireMovie.tiny().refusal(.scale(0))?.detail else {
            Issue.record("not refused")
            return
        }
    }

    @Test func `images of more decoded bytes than the limit are not scaled`() throws {
        var limits = ReadLimits.default
        limits.decodedBytes = 100_000
        var document = try SVGADocument(path: TestFiles.sample("gift-mattes").path)
        let error = #expect(throws: SVGAError.self) { try document.apply(.scale(0.5), limits: limits) }
        #expect(error?.limit?.name == "decodedBytes")
    }

    @Test(arguments: EditFixtures.files.map(\.path))
    func `over real files, scale 1 and the same canvas change nothing`(path: String) throws {
        let original = try SVGADocument(path: path)
        var document = original
        try document.apply(.scale(1))
        try document.apply(.setCanvas(width: Double(original.movie.viewBoxWidth), height: Double(original.movie.viewBoxHeight)))
        try document.apply(.trim(first: 0, last: Int(original.movie.frames) - 1))
        #expect(document == original)
    }

    /// Everything that has a size, at once.
    private func everything() throws -> WireMovie {
        let picture = Pixmap((0..<8).map { y in (0..<8).map { x in Pixel(UInt8(x * 36), UInt8(y * 36), 90) } })
        let turn = WireTransform(a: 0.9, b: 0.3, c: -0.3, d: 0.9, tx: 12, ty: 4)
        return WireMovie.tiny(
            width: 80, height: 60, images: [try picture.payload("p")],
            sprites: [
                .one("p", .visible(layout: WireLayout(x: 3, y: 2, width: 30, height: 20), transform: turn, clip: "M4 4H30v14L8 20z")),
                .one(
                    "v.vector",
                    .visible(
                        .rect(5, 30, 20, 15, radius: 6, .fill(.green)),
                        .ellipse(60, 15, 14, 9, .stroke(.blue, width: 3, dash: (5, 3, 2))),
                        .path("M30 30 C35 25 45 25 50 30 s5-5 10 5 q4 4 8 0 t6 6A9 5 30 0 1 60 50 l-10,3 Z", .stroke(.red, width: 2)),
                        .rect(
                            30, 45, 20, 10, .stroke(.red, width: 1, dash: (0.2, 2, 0)),
                            transform: WireTransform(a: 1.2, d: 0.8, tx: 3, ty: 2))
                    )),
            ])
    }

    @Test(arguments: [2, 1.75])
    func `a scaled movie shows what rendering at that scale shows`(factor: Double) throws {
        var options = RenderOptions()
        options.size = .scale(factor)
        let expected = try everything().rendered(options: options)
        let actual = try everything().edited(.scale(factor)).rendered()
        #expect(expected.largestDifference(from: actual) <= 2)
    }

    @Test(arguments: ["gift-mattes", "badge", "clips", "keep", "mattes"])
    func `scaled samples look as they do when rendered at that scale`(name: String) throws {
        let path = TestFiles.sample(name).path
        var document = try SVGADocument(path: path)
        var options = RenderOptions()
        options.size = .scale(0.5)
        let expected = try SVGAScene(try VideoEntity(path: path), options: options)
        try document.apply(.scale(0.5))
        let actual = try SVGAScene(try document.videoEntity())
        for frame in stride(from: 0, to: actual.movie.frameCount, by: 20) {
            // Bitmaps lose half of their pixels before they are drawn.
            #expect(StructuralSimilarity.compare(try expected.pixmap(frame: frame), try actual.pixmap(frame: frame)) > 0.98)
        }
    }

    @Test(arguments: [
        ("M10-20.5.5.5L1e1,2", "M20 -41 1 1 L20 4"), ("m1 2a3 4 45 0 1 5 6z", "m2 4 a6 8 45 0 1 10 12 z"),
        ("M0 0A1 1 0 01 2 2", "M0 0 A2 2 0 0 1 4 4"), ("M1 1 H5V6", "M2 2 H10 V12"), ("", ""), ("M1 1 nonsense 3", "M2 2 nonsense 3"),
        ("M0.000001 100000000", "M0.000002 200000000"),
    ])
    func `numbers of a path grow, flags and turns of arcs and broken tails stay`(path: String, expected: String) {
        #expect(PathScaler.scale(path, by: 2) == expected)
    }

    @Test func `a smaller movie has smaller pictures in layouts of their size, a larger one neither`() throws {
        let picture = try Pixmap(width: 9, height: 6, .red).payload("a")
        let layout = WireLayout(x: 1, width: 18, height: 6)
        let movie = WireMovie.tiny(
            width: 40, height: 40, images: [picture],
            sprites: [.one("a", .visible(layout: layout, clip: "M 2 1 H 16 V 5 H 2 Z")), .one("v.vector", .visible(.rect(0, 20, 8, 8)))])
        let half = try movie.edited(.scale(0.5))
        let size = try #require(ImageDecoder.size(of: try half.read().images[0]))
        #expect(size.width == 5 && size.height == 3)
        #expect(half.sprites[0].frames[0].layout?.width == 5 && half.sprites[0].frames[0].layout?.height == 3)
        let twice = try movie.edited(.scale(2))
        #expect(twice.images == movie.images && twice.sprites[0].frames[0].layout == layout)
        for (scaled, factor) in [(half, 0.5), (twice, 2)] {
            var options = RenderOptions()
            options.size = .scale(factor)
            #expect(try movie.rendered(options: options).largestDifference(from: try scaled.rendered()) <= 2)
        }
    }

    @Test func `any path breaks off where it did`() {
        for path in ["M1 1L", "M1 1L5", "M 1 1 C 1 2 3 4 5", "M1 1 A 1 1 0 2 1 5 5", "L1 1", "M1 1 e5", "M1 1 L 1e400 2"] {
            let before = PathParser.parse(path)
            let after = PathParser.parse(PathScaler.scale(path, by: 2))
            #expect(before.path.verbs == after.path.verbs && (before.brokenAt == nil) == (after.brokenAt == nil), "\(path)")
            #expect(after.path.coordinates == before.path.coordinates.map { $0 * 2 }, "\(path)")
        }
    }
}
