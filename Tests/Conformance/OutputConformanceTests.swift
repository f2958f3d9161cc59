import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

/// The rendered part of the movie, and its size.
@Suite("Output options") struct OutputConformanceTests {
    /// 16 × 8: red on the left, blue on the right.
    private let movie = WireMovie.tiny(
        width: 16, height: 8,
        sprites: [
            .one("left.vector", .visible(.rect(0, 0, 8, 8, .fill(.red)))), .one("right.vector", .visible(.rect(8, 0, 8, 8, .fill(.blue)))),
        ])

    private func render(_ change: (inout RenderOptions) -> Void) throws -> Pixmap {
        var options = RenderOptions()
        change(&options)
        return try movie.rendered(options: options)
    }

    @Test("a scale multiplies the size")
    func scale() throws {
        let result = try render { $0.size = .scale(2.5) }
        #expect([result.width, result.height] == [40, 20])
        #expect(result.pixel(19, 10) == .red)
        #expect(result.pixel(20, 10) == .blue)
    }

    @Test(
        "a size with a 0 keeps the aspect; with both it stretches",
        arguments: [(8, 0, 8, 4), (0, 16, 32, 16), (10, 10, 10, 10), (0, 0, 16, 8)])
    func size(width: Int, height: Int, expectedWidth: Int, expectedHeight: Int) throws {
        let result = try render { $0.size = .pixels(width: width, height: height) }
        #expect([result.width, result.height] == [expectedWidth, expectedHeight])
        #expect(result.pixel(0, 0) == .red)
        #expect(result.pixel(expectedWidth - 1, expectedHeight - 1) == .blue)
    }

    @Test("a crop is a part of the canvas in points, and the size speaks of it")
    func crop() throws {
        let result = try render {
            $0.crop = SVGARect(x: 6, y: 2, width: 4, height: 2)
            $0.size = .scale(3)
        }
        #expect([result.width, result.height] == [12, 6])
        #expect(result.pixel(5, 3) == .red)
        #expect(result.pixel(6, 3) == .blue)
    }

    @Test(
        "a crop without an area is refused",
        arguments: [
            SVGARect(x: 0, y: 0, width: 0, height: 4), SVGARect(x: 0, y: 0, width: 4, height: -1),
            SVGARect(x: 0, y: .nan, width: 4, height: 4),
        ])
    func emptyCrop(crop: SVGARect) {
        #expect(throws: SVGAError.emptyOutput(reason: "the crop is empty")) { try render { $0.crop = crop } }
    }

    @Test("a crop beyond the canvas is transparent there")
    func cropOutside() throws {
        #expect(try render { $0.crop = SVGARect(x: 10, y: -2, width: 10, height: 6) }.inkBox == [0, 2, 6, 4])
    }

    @Test("a background lies under everything")
    func background() throws {
        let result = try render {
            $0.background = SVGAColor(red: 0, green: 1, blue: 0)
            $0.only = "left"
        }
        #expect(result.pixel(0, 0) == .red)
        #expect(result.pixel(15, 0) == .green)
    }

    @Test("only one key is drawn, named with or without its suffix", arguments: ["left", "left.vector"])
    func only(key: String) throws {
        #expect(try render { $0.only = key }.inkBox == [0, 0, 8, 8])
    }

    @Test("an unknown key is refused and the nearest are named")
    func unknownKey() {
        #expect(throws: SVGAError.unknownKey(key: "lift", nearest: ["left"])) { try render { $0.only = "lift" } }
    }

    @Test("sizes of nothing and sizes over the limits are refused")
    func impossible() {
        #expect(throws: SVGAError.self) { try render { $0.size = .scale(0) } }
        #expect(throws: SVGAError.self) { try render { $0.size = .scale(.nan) } }
        #expect(throws: SVGAError.self) { try render { $0.size = .pixels(width: -1, height: 5) } }
        #expect(throws: SVGAError.sideTooLong(pixels: 40000, allowed: 32767)) {
            try render { $0.size = .pixels(width: 40000, height: 1) }
        }
        #expect(throws: SVGAError.self) { try render { $0.size = .scale(1e300) } }
    }

    @Test("best shrinks fine detail to its mean instead of picking pixels")
    func best() throws {
        // Black and white columns: any correct reduction to 1/16 is gray.
        let columns = Pixmap(Array(repeating: (0..<64).map { $0 % 8 == 0 ? Pixel.white : Pixel(0, 0, 0) }, count: 64))
        let movie = WireMovie.tiny(
            width: 64, height: 64, images: [try columns.payload("a")],
            sprites: [.one("a", .visible(layout: WireLayout(width: 64, height: 64)))])
        var options = RenderOptions()
        options.size = .scale(1.0 / 16)
        options.filter = .best
        let result = try movie.rendered(options: options)
        for x in 0..<4 { #expect((28...36).contains(result.pixel(x, 2).red)) }
    }

    @Test("best and bilinear agree where nothing is shrunk")
    func bestAtFullSize() throws {
        #expect(try render { $0.filter = .best } == (try render { _ in }))
    }

    @Test("a painter renders the same whatever it rendered before")
    func painterReuse() throws {
        let sprites: [WireSprite] = [
            .one("m.matte", .visible(.ellipse(8, 8, 6, 6)), .hidden, .visible(.rect(0, 0, 4, 4))),
            .one(
                "a.vector", matte: "m.matte", .visible(alpha: 0.5, .rect(0, 0, 16, 16), .ellipse(8, 8, 3, 3, .fill(.blue))),
                .visible(.rect(0, 0, 16, 16)), .visible(.rect(2, 2, 9, 9))),
            .one(
                "b.vector", .hidden, .visible(clip: "M0 0H3V3Z", .rect(0, 0, 16, 16, .stroke(.green, width: 3, dash: (2, 2, 0)))), .hidden),
        ]
        let scene = try SVGAScene(WireMovie.tiny(frames: 3, sprites: sprites).read())
        let painter = try scene.makePainter()
        for frame in [0, 1, 2, 1, 0, 2, 0] {
            try painter.paint(frame: frame)
            #expect(painter.pixmap() == (try scene.pixmap(frame: frame)))
        }
    }
}
