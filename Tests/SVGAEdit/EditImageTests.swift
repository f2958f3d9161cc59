import SVGACheck
import SVGAEdit
import SVGAExport
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@Suite struct EditImageTests {
    private let red = Pixmap(width: 4, height: 4, .red)
    private let green = Pixmap(width: 4, height: 4, .green)

    @Test func `a PNG of the layout's size replaces the bitmap, byte for byte`() throws {
        let movie = WireMovie.tiny(images: [try red.payload("a")], sprites: [.one("a", .visible())])
        let bytes = try Pixmap(width: 16, height: 16, .green).pngData()
        let edited = try movie.edited(.setImage(key: "a", bytes: bytes))
        #expect(edited.images == [WireImage(key: "a", bytes: bytes)])
        #expect(try edited.rendered().pixel(8, 8) == .green)
    }

    @Test func `sprites of other keys that share the bitmap keep it`() throws {
        let sprites: [WireSprite] = [
            .one("a.png", .visible(layout: WireLayout(width: 8, height: 16))),
            .one("a", .visible(layout: WireLayout(x: 8, width: 8, height: 16))),
        ]
        let movie = WireMovie.tiny(images: [try red.payload("a")], sprites: sprites)
        let frame = try movie.edited(.setImage(key: "a", bytes: try green.pngData())).rendered()
        #expect(frame.pixel(4, 8) == .red && frame.pixel(12, 8) == .green)
        let other = try movie.edited(.setImage(key: "a.png", bytes: try green.pngData())).rendered()
        #expect(other.pixel(4, 8) == .green && other.pixel(12, 8) == .red)
    }

    @Test func `a sprite without a bitmap gets one`() throws {
        let movie = WireMovie.tiny(sprites: [.one("a.vector", .visible())])
        #expect(try movie.edited(.setImage(key: "a", bytes: try green.pngData())).rendered().pixel(8, 8) == .green)
    }

    @Test func `a key that is not there is refused with the nearest`() throws {
        let movie = WireMovie.tiny(images: [try red.payload("user1")], sprites: [.one("user1", .visible())])
        let refusal = try movie.refusal(.setImage(key: "usr1", bytes: green.pngData()))
        #expect(refusal == .unknownKey(key: "usr1", nearest: ["user1"], isOfAny: true))
    }

    @Test func `a file that is not a picture is refused`() throws {
        let movie = WireMovie.tiny(images: [try red.payload("a")], sprites: [.one("a", .visible())])
        guard movie.refusal(.setImage(key: "a", bytes: [1, 2, 3]))?.kind == .invalidFile else {
            Issue.record("not refused")
            return
        }
        let broken = Array(try green.pngData().prefix(40))
        guard movie.refusal(.setImage(key: "a", bytes: broken))?.kind == .invalidFile else {
            Issue.record("not refused")
            return
        }
    }

    @Test func `the key of a sound is refused`() throws {
        let movie = WireMovie.tiny(images: [WireImage(key: "s", bytes: EditFixtures.sound)], sprites: [.one("s", .visible())])
        guard case .keyTaken? = movie.refusal(.setImage(key: "s", bytes: try green.pngData()))?.detail else {
            Issue.record("not refused")
            return
        }
    }

    /// The file holds the picture at its layout's size, so it is sampled twice.
    @Test(arguments: [
        (ImageFit.fill, ImageMask.none), (.cover, .circle), (.contain, .roundedCorners(radius: 30)), (.fill, .original),
        (.cover, .none), (.none, .none), (.contain, .none),
    ])
    func `the edited file renders as the original does with the substitution`(fit: ImageFit, mask: ImageMask) throws {
        let movie = try EditFixtures.gift()
        let photo = try EditFixtures.photo()
        let edited = try movie.edited(.setImage(key: "user1", bytes: photo, fit: fit, mask: mask)).read()
        var substitutions = Substitutions()
        substitutions.setImage(try ReplacementImage(bytes: photo), fit: fit, mask: mask, forKey: "user1")
        let expected = try SVGAScene(try movie.read(), substitutions: substitutions)
        let actual = try SVGAScene(edited)
        let plain = try SVGAScene(try movie.read())
        for frame in [40, 60] {
            let (left, right) = (try expected.pixmap(frame: frame), try actual.pixmap(frame: frame))
            #expect(StructuralSimilarity.compare(left, right) > 0.998)
            #expect(try plain.pixmap(frame: frame).largestDifference(from: right) > 50, "the picture is to be seen")
        }
    }

    @Test(arguments: [(1.0, 16, 12), (2, 32, 24), (0.5, 8, 6)])
    func `a picture is stored at the size of the largest layout, or a multiple of it, and the layouts are as large`(
        density: Double, width: Int, height: Int
    ) throws {
        let frames: [WireFrame] = [
            .visible(layout: WireLayout(width: 16, height: 12), clip: "M 2 2 L 16 2 L 16 10 L 2 10 Z"),
            .visible(layout: WireLayout(width: 8, height: 8)),
        ]
        let movie = WireMovie.tiny(frames: 2, images: [try red.payload("a")], sprites: [.one("a", frames[0], frames[1])])
        let large = Pixmap(width: 640, height: 320, .green)
        let edited = try movie.edited(.setImage(key: "a", bytes: try large.pngData(), density: density))
        let size = try #require(ImageDecoder.size(of: try edited.read().images[0]))
        #expect(size.width == width && size.height == height)
        for frame in edited.sprites[0].frames { #expect(frame.layout == WireLayout(width: Float(width), height: Float(height))) }
        for frame in 0..<2 { #expect(try edited.rendered(frame: frame).inkBox == movie.rendered(frame: frame).inkBox) }
    }

    @Test func `a layout with shapes in it stays`() throws {
        let frame = WireFrame.visible(layout: WireLayout(width: 8, height: 8), .rect(0, 0, 4, 4))
        let movie = WireMovie.tiny(images: [try red.payload("a")], sprites: [.one("a", frame)])
        let edited = try movie.edited(.setImage(key: "a", bytes: try green.pngData(), density: 2))
        #expect(edited.sprites == movie.sprites)
    }
}
