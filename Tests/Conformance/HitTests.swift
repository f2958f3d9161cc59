import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@Suite("Hit testing") struct HitTests {
    private let ground = WireSprite.one("ground.vector", .visible(.rect(0, 0, 16, 16)))

    private func scene(_ sprites: WireSprite..., substitutions: Substitutions = Substitutions()) throws -> SVGAScene {
        try SVGAScene(WireMovie.tiny(sprites: sprites).read(), substitutions: substitutions)
    }

    @Test("the topmost sprite at a point is hit")
    func topmost() throws {
        let scene = try scene(ground, .one("top.vector", .visible(.ellipse(8, 8, 4, 4, .fill(.blue)))))
        #expect(try scene.hit(x: 8, y: 8, frame: 0)?.key == "top")
        #expect(try scene.hit(x: 1, y: 1, frame: 0)?.imageKey == "ground.vector")
        // Inside of the box of the circle, outside of the circle.
        #expect(try scene.hit(x: 4.2, y: 4.2, frame: 0)?.key == "ground")
    }

    @Test("what is fainter than the threshold is looked through")
    func threshold() throws {
        let scene = try scene(ground, .one("veil.vector", .visible(alpha: 0.25, .rect(0, 0, 16, 16, .fill(.blue)))))
        #expect(try scene.hit(x: 8, y: 8, frame: 0)?.key == "ground")
        #expect(try scene.hit(x: 8, y: 8, frame: 0, alphaThreshold: 0.2)?.key == "veil")
        let alpha = try #require(try scene.hit(x: 8, y: 8, frame: 0, alphaThreshold: 0.2)?.alpha)
        #expect((alpha - 0.25).magnitude < 0.01)
    }

    @Test("clip paths, mattes and transforms are respected")
    func shaped() throws {
        let clipped = WireSprite.one("clipped.vector", .visible(transform: WireTransform(tx: 8), clip: "M0 0H4V16H0Z", .rect(0, 0, 16, 16)))
        let matte = WireSprite.one("m.matte", .visible(.rect(0, 0, 4, 16)))
        let masked = WireSprite.one("masked.vector", matte: "m.matte", .visible(.rect(0, 0, 16, 16)))
        let scene = try scene(clipped, matte, masked)
        #expect(try scene.hit(x: 2, y: 8, frame: 0)?.key == "masked")
        #expect(try scene.hit(x: 10, y: 8, frame: 0)?.key == "clipped")
        #expect(try scene.hit(x: 14, y: 8, frame: 0) == nil)
        #expect(try scene.hit(x: 6, y: 8, frame: 0) == nil)
    }

    @Test("hidden keys are not hit, replaced images are hit by their own alpha")
    func substituted() throws {
        var substitutions = Substitutions()
        substitutions.setHidden(true, forKey: "ground")
        let half = Pixmap(Array(repeating: Array(repeating: Pixel.red, count: 8) + Array(repeating: Pixel.clear, count: 8), count: 16))
        substitutions.setImage(try ReplacementImage(half), forKey: "user1")
        let scene = try scene(ground, .one("user1", .visible()), substitutions: substitutions)
        #expect(try scene.hit(x: 3, y: 3, frame: 0)?.key == "user1")
        #expect(try scene.hit(x: 12, y: 3, frame: 0) == nil)
    }

    @Test("off the canvas nothing is hit; a frame that is not there is an error")
    func outside() throws {
        let scene = try scene(ground)
        #expect(try scene.hit(x: 16, y: 3, frame: 0) == nil)
        #expect(try scene.hit(x: -0.1, y: 3, frame: 0) == nil)
        #expect(try scene.hit(x: .nan, y: 3, frame: 0) == nil)
        #expect(throws: SVGAError.frameOutOfRange(frame: 1, frameCount: 1)) { try scene.hit(x: 3, y: 3, frame: 1) }
    }

    @Test("a background is nothing that can be hit")
    func background() throws {
        var options = RenderOptions()
        options.background = SVGAColor(red: 1, green: 1, blue: 1)
        let movie = try WireMovie.tiny(sprites: [.one("a.vector", .visible(.rect(0, 0, 4, 4)))]).read()
        #expect(try SVGAScene(movie, options: options).hit(x: 10, y: 10, frame: 0) == nil)
    }

    @Test("all keys at a point are listed from the top, each by its own opacity")
    func all() throws {
        let veil = WireSprite.one("veil.vector", .visible(alpha: 0.25, .rect(0, 0, 16, 16, .fill(.blue))))
        let scene = try scene(ground, .one("side.vector", .visible(.rect(0, 0, 4, 16))), veil)
        #expect(try scene.hits(x: 2, y: 8, frame: 0).map(\.key) == ["side", "ground"])
        #expect(try scene.hits(x: 2, y: 8, frame: 0, alphaThreshold: 0.2).map(\.key) == ["veil", "side", "ground"])
        #expect(try scene.hits(x: 8, y: 8, frame: 0, alphaThreshold: 0.2).map(\.spriteIndex) == [2, 0])
        #expect(try scene.hits(x: -1, y: 8, frame: 0).isEmpty)
    }

    @Test("among chosen keys, others block nothing")
    func among() throws {
        let matte = WireSprite.one("m.matte", .visible(.rect(0, 0, 4, 16)))
        let button = WireSprite.one("button.vector", matte: "m.matte", .visible(.rect(0, 0, 16, 16)))
        let scene = try scene(ground, matte, button, .one("confetti.vector", .visible(.rect(0, 0, 16, 16, .fill(.blue)))))
        #expect(try scene.hit(x: 2, y: 8, frame: 0)?.key == "confetti")
        #expect(try scene.hit(x: 2, y: 8, frame: 0, among: ["button"])?.key == "button")
        #expect(try scene.hit(x: 2, y: 8, frame: 0, among: ["button.vector", "nobody"])?.key == "button")
        // The matte masks the button there, whether it is chosen or not.
        #expect(try scene.hit(x: 8, y: 8, frame: 0, among: ["button"]) == nil)
        #expect(try scene.hits(x: 2, y: 8, frame: 0, among: ["ground", "button"]).map(\.key) == ["button", "ground"])
        #expect(try scene.hits(x: 2, y: 8, frame: 0, among: []).isEmpty)
    }

    @Test("an offset moves what is hit, an opacity below the threshold is looked through")
    func adjusted() throws {
        var substitutions = Substitutions()
        substitutions.setOffset(x: 8, y: 0, forKey: "top")
        substitutions.setTint(SVGAColor(red: 0, green: 0, blue: 0), forKey: "top")
        let scene = try scene(ground, .one("top.vector", .visible(.rect(0, 0, 4, 16))), substitutions: substitutions)
        #expect(try scene.hit(x: 2, y: 8, frame: 0)?.key == "ground")
        #expect(try scene.hit(x: 10, y: 8, frame: 0)?.key == "top")
        #expect(try scene.with { $0.setOpacity(0.4, forKey: "top") }.hit(x: 10, y: 8, frame: 0)?.key == "ground")
    }

    @Test("a drawing is hit where it draws in that frame")
    func drawing() throws {
        var substitutions = Substitutions()
        substitutions.setDrawing(
            { context, _, frame in
                if frame == 1 { context.fill(.rect(SVGARect(x: 0, y: 0, width: 16, height: 16), cornerRadius: 0), .black) }
            }, forKey: "a")
        let scene = try SVGAScene(
            WireMovie.tiny(frames: 2, sprites: [.one("a", .visible(), .visible())]).read(), substitutions: substitutions)
        #expect(try scene.hit(x: 8, y: 8, frame: 0) == nil)
        #expect(try scene.hit(x: 8, y: 8, frame: 1)?.key == "a")
    }

    @Test("the bounds of a key hold all its sprites, cut to clip path and canvas")
    func bounds() throws {
        let moved = WireSprite.one("a.vector", .visible(transform: WireTransform(tx: 10, ty: 2), .rect(0, 0, 10, 4)))
        let clipped = WireSprite.one("a.vector", .visible(clip: "M0 0H3V3H0Z", .rect(1, 1, 10, 10)))
        let scene = try scene(moved, clipped, .one("b.vector", .hidden))
        #expect(try scene.bounds(ofKey: "a", frame: 0) == SVGARect(x: 1, y: 1, width: 15, height: 5))
        #expect(try scene.bounds(ofKey: "b", frame: 0) == nil)
        #expect(throws: SVGAError.unknownKey(key: "zebra", nearest: [])) { try scene.bounds(ofKey: "zebra", frame: 0) }
    }
}
