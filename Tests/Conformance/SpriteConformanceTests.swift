import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// Rules of rendering, section 4: sprites.
@Suite("Sprites") struct SpriteConformanceTests {
    /// 16 × 16, a red left half and a green right half.
    private static let halves = Pixmap(Array(repeating: Array(repeating: .red, count: 8) + Array(repeating: .green, count: 8), count: 16))

    private func bitmap(_ frames: WireFrame..., key: String = "a", image: Pixmap = halves, imageKey: String = "a") throws -> WireMovie {
        WireMovie.tiny(
            frames: Int32(frames.count), images: [try image.payload(imageKey)], sprites: [WireSprite(imageKey: key, frames: frames)])
    }

    @Test("a bitmap of the layout's size comes out pixel by pixel")
    func exact() throws {
        #expect(try bitmap(.visible()).rendered() == Self.halves)
    }

    @Test("a quarter turn whose a and d are left out of the file is drawn, in protobuf")
    func quarterTurn() throws {
        let movie = try bitmap(.visible(transform: WireTransform(a: 0, b: 1, c: -1, d: 0, tx: 16, ty: 0)))
        let result = try movie.rendered()
        #expect(result.pixel(8, 3) == .red)
        #expect(result.pixel(8, 12) == .green)
        #expect(result.pixel(0, 0) == .red)
    }

    @Test("a transform that is absent is the identity")
    func identity() throws {
        #expect(try bitmap(.visible(transform: nil)).rendered() == Self.halves)
    }

    @Test("layout.x and layout.y move the bitmap within the sprite's space")
    func layoutOffset() throws {
        let result = try bitmap(.visible(layout: WireLayout(x: 4, y: 2, width: 16, height: 16))).rendered()
        #expect(result.inkBox == [4, 2, 12, 14])
        #expect(result.pixel(4, 2) == .red)
        #expect(result.pixel(12, 2) == .green)
    }

    @Test("layout.x and layout.y are inside the transform")
    func layoutOffsetScaled() throws {
        let image = Pixmap(width: 2, height: 2, .blue)
        let result = try bitmap(
            .visible(layout: WireLayout(x: 2, y: 1, width: 2, height: 2), transform: WireTransform(a: 2, d: 3)), image: image
        ).rendered()
        #expect(result.inkBox == [4, 3, 4, 6])
    }

    @Test("layout.x and layout.y move shapes and the clip path too")
    func layoutOffsetShapes() throws {
        let frame = WireFrame.visible(
            layout: WireLayout(x: 5, y: 3, width: 4, height: 4), clip: "M0 0H6V2H0Z", .rect(0, 0, 4, 4))
        let result = try WireMovie.tiny(sprites: [.one("a.vector", frame)]).rendered()
        #expect(result.inkBox == [5, 3, 4, 2])
    }

    @Test("a bitmap smaller than its layout is stretched to fill it, to its edges")
    func stretched() throws {
        let result = try bitmap(.visible(), image: Pixmap(width: 2, height: 2, .blue)).rendered()
        #expect(result == Pixmap(width: 16, height: 16, .blue))
    }

    @Test("a bitmap larger than its layout is shrunk into it")
    func shrunk() throws {
        let result = try bitmap(.visible(layout: WireLayout(width: 8, height: 4)), image: Self.halves).rendered()
        #expect(result.inkBox == [0, 0, 8, 4])
        #expect(result.pixel(1, 1) == .red)
        #expect(result.pixel(6, 2) == .green)
    }

    @Test("stretching is bilinear")
    func bilinear() throws {
        let image = Pixmap([[Pixel(0, 0, 0), Pixel(200, 200, 200)]])
        let result = try bitmap(.visible(), image: image).rendered()
        // Pixel centers of the bitmap are at 4 and 12; between them the gray increases by 25 per pixel.
        #expect(result.pixel(2, 8) == Pixel(0, 0, 0))
        #expect(result.pixel(14, 8) == Pixel(200, 200, 200))
        for x in 4..<12 {
            let grey = Int(result.pixel(x, 8).red)
            let expected = Int((Double(x) + 0.5 - 4) * 25)
            #expect((grey - expected).magnitude <= 2)
        }
    }

    @Test("alpha 0.03 is still drawn")
    func faint() throws {
        let result = try bitmap(.visible(alpha: 0.03), image: Pixmap(width: 16, height: 16, .red)).rendered()
        #expect(result.pixel(8, 8).alpha == 8)
    }

    @Test("alpha 0 and below hides, above 1 is 1", arguments: [(0, 0), (-1, 0), (.nan, 0), (1.5, 255)] as [(Float, UInt8)])
    func alphaRange(alpha: Float, expected: UInt8) throws {
        #expect(try bitmap(.visible(alpha: alpha)).rendered().pixel(8, 8).alpha == expected)
    }

    @Test("alpha fades the sprite as a group: its shapes do not show its bitmap through")
    func groupAlpha() throws {
        let frame = WireFrame.visible(alpha: 0.5, .rect(0, 0, 8, 16, .fill(.green)))
        let result = try bitmap(frame, image: Pixmap(width: 16, height: 16, .red)).rendered()
        #expect(result.pixel(2, 8) == Pixel(0, 128, 0, 128))
        #expect(result.pixel(12, 8) == Pixel(128, 0, 0, 128))
    }

    @Test("alpha fades fill and stroke of one shape as a group")
    func groupAlphaStroke() throws {
        var style = WireStyle.stroke(.green, width: 4)
        style.fill = .red
        let result = try WireMovie.tiny(sprites: [.one("a.vector", .visible(alpha: 0.5, .rect(4, 4, 8, 8, style)))]).rendered()
        #expect(result.pixel(8, 8) == Pixel(128, 0, 0, 128))
        #expect(result.pixel(5, 8) == Pixel(0, 128, 0, 128))
        #expect(result.pixel(3, 8) == Pixel(0, 128, 0, 128))
    }

    @Test("sprites are drawn in file order, the later above")
    func order() throws {
        let movie = WireMovie.tiny(
            sprites: [
                .one("a.vector", .visible(.rect(0, 0, 16, 16, .fill(.red)))),
                .one("b.vector", .visible(.rect(0, 0, 8, 16, .fill(.blue)))),
            ])
        let result = try movie.rendered()
        #expect(result.pixel(4, 8) == .blue)
        #expect(result.pixel(12, 8) == .red)
    }

    @Test("sprites are clipped to the canvas")
    func canvasClip() throws {
        let frame = WireFrame.visible(transform: WireTransform(tx: -8, ty: 12))
        #expect(try bitmap(frame).rendered().inkBox == [0, 12, 8, 4])
    }

    @Test("the bitmap is below the shapes of its sprite")
    func bitmapBelowShapes() throws {
        let result = try bitmap(.visible(.rect(0, 0, 16, 16, .fill(.blue)))).rendered()
        #expect(result == Pixmap(width: 16, height: 16, .blue))
    }

    @Test(
        "a bitmap is found by its key, without the kind's suffix, or without an extension on either side",
        arguments: [("a", "a"), ("a.vector", "a"), ("a.png", "a"), ("a", "a.png"), ("a.jpg", "a.png"), ("头像", "头像")])
    func lookup(key: String, imageKey: String) throws {
        #expect(try bitmap(.visible(), key: key, imageKey: imageKey).rendered() == Self.halves)
    }

    @Test("a bitmap of exactly the sprite's key goes before one found by dropping something")
    func lookupExactFirst() throws {
        let movie = WireMovie.tiny(
            images: [try Pixmap(width: 16, height: 16, .blue).payload("a"), try Self.halves.payload("a.png")],
            sprites: [.one("a.png", .visible())])
        #expect(try movie.rendered() == Self.halves)
    }

    @Test("a sprite without a bitmap of its key draws nothing, with a diagnostic")
    func lookupMissing() throws {
        let movie = try bitmap(.visible(), key: "other").read()
        #expect(movie.diagnostics.map(\.code) == [.imageMissing])
        #expect(try SVGAScene(movie).pixmap(frame: 0).inkBox == nil)
    }

    @Test("past the end of its own frame list a sprite is hidden")
    func shortList() throws {
        var movie = try bitmap(.visible())
        movie.frames = 3
        #expect(try movie.rendered(frame: 0) == Self.halves)
        #expect(try movie.rendered(frame: 1).inkBox == nil)
        #expect(try movie.read().diagnostics.map(\.code) == [.framesTooFew])
    }

    @Test(
        "a singular transform hides the sprite",
        arguments: [
            WireTransform(a: 0, d: 0), WireTransform(a: 0, d: 1), WireTransform(a: 1, b: 2, c: 2, d: 4), WireTransform(a: 1e-30, d: 1e-30),
        ])
    func singular(transform: WireTransform) throws {
        #expect(try bitmap(.visible(transform: transform)).rendered().inkBox == nil)
    }

    @Test("a transform that is not finite hides the sprite, with a diagnostic", arguments: [Float.nan, .infinity, -.infinity])
    func notFinite(value: Float) throws {
        let movie = try bitmap(.visible(transform: WireTransform(tx: value))).read()
        #expect(movie.diagnostics.map(\.code) == [.transformNotFinite])
        #expect(try SVGAScene(movie).pixmap(frame: 0).inkBox == nil)
    }

    @Test("a mirrored sprite is drawn mirrored")
    func mirrored() throws {
        let result = try bitmap(.visible(transform: WireTransform(a: -1, tx: 16))).rendered()
        #expect(result.pixel(0, 0) == .green)
        #expect(result.pixel(15, 0) == .red)
    }

    @Test("a missing layout gives a bitmap nothing to fill")
    func layoutMissing() throws {
        #expect(try bitmap(.visible(layout: nil)).rendered().inkBox == nil)
    }

    @Test("no frame is interpolated")
    func noInterpolation() throws {
        let movie = try bitmap(.visible(), .visible(transform: WireTransform(tx: 8)))
        #expect(try movie.rendered(frame: 0).inkBox == [0, 0, 16, 16])
        #expect(try movie.rendered(frame: 1).inkBox == [8, 0, 8, 16])
    }
}
