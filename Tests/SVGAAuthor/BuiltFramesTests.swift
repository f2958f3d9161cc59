import SVGAAuthor
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// What built sprites show, and how their frames are written.
@Suite("Built frames") struct BuiltFramesTests {
    private func builder(frameCount: Int = 1) throws -> MovieBuilder {
        try MovieBuilder(width: 16, height: 16, fps: 20, frameCount: frameCount)
    }

    /// The frame as a reader of the file draws it.
    private func picture(_ builder: MovieBuilder, frame: Int = 0) throws -> Pixmap {
        try SVGAScene(VideoEntity(bytes: builder.build().write(as: .v2))).pixmap(frame: frame)
    }

    private func kinds(_ builder: MovieBuilder) -> [[WireShape.Kind?]] {
        builder.build().movie.sprites[0].frames.map { $0.shapes.map(\.kind) }
    }

    // MARK: Forms of giving frames

    @Test("an array gives frames from the first one on; nil and what is missing at its end are hidden")
    func array() throws {
        var builder = try builder(frameCount: 4)
        try builder.addSprite("box", frames: [.box, nil, .box])
        let movie = try builder.build().videoEntity()
        #expect(movie.sprites[0].frames.map(\.isVisible) == [true, false, true, false])
        #expect(movie.diagnostics.isEmpty)
    }

    @Test("a closure is called once for each frame, in order")
    func closure() throws {
        var builder = try builder(frameCount: 4)
        var calls: [Int] = []
        try builder.addSprite("box") { frame in
            calls.append(frame)
            return .box
        }
        #expect(calls == [0, 1, 2, 3])
    }

    @Test("mattes are given in the same two ways")
    func matteForms() throws {
        var builder = try builder(frameCount: 2)
        let half = MovieBuilder.Frame(shapes: [.box(width: 8)])
        let mattes = [try builder.addMatte("one") { $0 == 0 ? half : nil }, try builder.addMatte("two", frames: [half])]
        for matte in mattes { try builder.addSprite("box", matte: matte) { _ in .box } }
        let sprites = builder.build().movie.sprites
        #expect(sprites[0].frames == sprites[1].frames)
        #expect(sprites.map(\.matteKey) == ["", "", "one.matte", "two.matte"])
    }

    // MARK: What is drawn

    @Test("an image fills its own size where a frame has no layout")
    func imageLayout() throws {
        var builder = try builder()
        try builder.addImage(Pixmap(width: 6, height: 4, .red), key: "a")
        try builder.addSprite("a") { _ in MovieBuilder.Frame(transform: .translation(x: 2, y: 3)) }
        #expect(try picture(builder).inkBox == [2, 3, 6, 4])
    }

    @Test("a layout stretches the image and moves it")
    func layout() throws {
        var builder = try builder()
        try builder.addImage(Pixmap(width: 2, height: 2, .red), key: "a")
        try builder.addSprite("a") { _ in MovieBuilder.Frame(layout: SVGARect(x: 4, y: 6, width: 8, height: 2)) }
        #expect(try picture(builder).inkBox == [4, 6, 8, 2])
    }

    @Test("a picture file is written as it is, and a picture in memory as PNG")
    func payloads() throws {
        var builder = try builder()
        let jpeg = ImageFixtures.jpeg(width: 2, height: 2, samples: [UInt8](repeating: 200, count: 12))
        try builder.addImage(jpeg, key: "file")
        try builder.addImage(Pixmap(width: 3, height: 2, .blue), key: "memory")
        let images = try builder.build().videoEntity().images
        #expect(images.map(\.format) == [.jpeg, .png])
        #expect(images[0].bytes == jpeg)
    }

    @Test("later sprites lie above earlier ones")
    func order() throws {
        var builder = try builder()
        try builder.addImage(Pixmap(width: 16, height: 16, .blue), key: "blue")
        try builder.addSprite("blue") { _ in MovieBuilder.Frame() }
        try builder.addSprite("box") { _ in MovieBuilder.Frame(shapes: [.box(width: 8)]) }
        let result = try picture(builder)
        #expect(result.pixel(4, 8) == .red && result.pixel(12, 8) == .blue)
    }

    @Test("a clip path cuts the sprite, its image and its shapes")
    func clip() throws {
        var builder = try builder()
        try builder.addImage(Pixmap(width: 16, height: 16, .blue), key: "blue")
        let clip = PathParser.parse("M4 4H12V12H4Z").path
        try builder.addSprite("blue") { _ in MovieBuilder.Frame(clipPath: clip, shapes: [.box(width: 6)]) }
        let result = try picture(builder)
        #expect(result.inkBox == [4, 4, 8, 8])
        #expect(result.pixel(5, 8) == .red && result.pixel(8, 8) == .blue)
    }

    @Test("a matte of shapes masks all sprites it is given to, and no other")
    func shapeMatte() throws {
        var builder = try builder()
        let matte = try builder.addMatte("mask") { _ in MovieBuilder.Frame(shapes: [.box(x: 4, y: 4, width: 8, height: 8)]) }
        try builder.addSprite("box", matte: matte) { _ in .box }
        #expect(try picture(builder).inkBox == [4, 4, 8, 8])
        try builder.addSprite("free") { _ in MovieBuilder.Frame(shapes: [.box(width: 2)]) }
        #expect(try picture(builder).inkBox == [0, 0, 12, 16])
    }

    @Test("a matte of an image masks by the image's alpha")
    func imageMatte() throws {
        var builder = try builder()
        let row = [Pixel](repeating: .clear, count: 8) + [Pixel](repeating: Pixel(100, 100, 100, 100), count: 8)
        try builder.addImage(Pixmap([[Pixel]](repeating: row, count: 16)), key: "right half")
        let matte = try builder.addMatte("right half") { _ in MovieBuilder.Frame() }
        try builder.addSprite("box", matte: matte) { _ in .box }
        let result = try picture(builder)
        #expect(result.pixel(4, 8) == .clear && result.pixel(12, 8) == Pixel(100, 0, 0, 100))
    }

    @Test("a hidden matte hides what it masks")
    func hiddenMatte() throws {
        var builder = try builder(frameCount: 2)
        let matte = try builder.addMatte("mask", frames: [.box])
        try builder.addSprite("box", matte: matte) { _ in .box }
        #expect(try picture(builder, frame: 0).inkBox != nil)
        #expect(try picture(builder, frame: 1).inkBox == nil)
    }

    // MARK: How it is written

    @Test("shapes that repeat those of the frame before are written as KEEP")
    func keep() throws {
        var builder = try builder(frameCount: 5)
        let (narrow, wide) = (MovieBuilder.Frame(shapes: [.box(width: 4)]), MovieBuilder.Frame(shapes: [.box(width: 8)]))
        try builder.addSprite("box", frames: [narrow, narrow, wide, wide, narrow])
        #expect(kinds(builder) == [[.rect], [.keep], [.rect], [.keep], [.rect]])
        #expect(try (0..<5).map { try picture(builder, frame: $0).inkBox?[2] } == [4, 4, 8, 8, 4])
    }

    @Test("KEEP refers to shapes and not to what moves or fades them")
    func keepWhileMoving() throws {
        var builder = try builder(frameCount: 3)
        try builder.addSprite("box") { frame in
            MovieBuilder.Frame(alpha: 1 - 0.25 * Double(frame), transform: .translation(x: Double(frame), y: 0), shapes: [.box(width: 4)])
        }
        #expect(kinds(builder) == [[.rect], [.keep], [.keep]])
        #expect(try picture(builder, frame: 2).inkBox == [2, 0, 4, 16])
    }

    @Test("shapes are written again after a frame without any")
    func keepEnds() throws {
        var builder = try builder(frameCount: 4)
        try builder.addSprite("box", frames: [.box, nil, .box, MovieBuilder.Frame()])
        #expect(kinds(builder) == [[.rect], [], [.rect], []])
    }

    @Test("computed alphas and colors that are out of range by a rounding error are accepted")
    func rounding() throws {
        var builder = try builder()
        var box = ShapeEntity.box(width: 4)
        box.fill?.green = -1e-12
        try builder.addSprite("box") { _ in MovieBuilder.Frame(alpha: 1.0000001, shapes: [box]) }
        let frame = try builder.build().videoEntity().sprites[0].frames[0]
        #expect(frame.alpha == 1 && frame.shapes[0].fill?.green == 0)
    }

    @Test("several sprites may have one key, and keys are compared byte for byte")
    func keys() throws {
        var builder = try builder()
        for key in ["caf\u{E9}", "cafe\u{301}"] { try builder.addImage(Pixmap(width: 2, height: 2, .red), key: key) }
        for key in ["caf\u{E9}", "cafe\u{301}", "cafe\u{301}", "box", "box"] { try builder.addSprite(key) { _ in .box } }
        let movie = try builder.build().videoEntity()
        #expect(movie.sprites.map(\.imageIndex) == [0, 1, 1, nil, nil])
    }
}
