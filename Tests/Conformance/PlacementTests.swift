import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@Suite("Placement") struct PlacementTests {
    private func scene(_ sprites: WireSprite..., options: RenderOptions = RenderOptions(), substitutions: Substitutions = Substitutions())
        throws
        -> SVGAScene
    {
        try SVGAScene(WireMovie.tiny(frames: 2, sprites: sprites).read(), options: options, substitutions: substitutions)
    }

    /// Rotated by 90°, scaled by 2, with a layout away from the origin.
    private let turned = WireSprite.one(
        "a.vector",
        .visible(
            alpha: 0.5, layout: WireLayout(x: 1, y: 2, width: 3, height: 2),
            transform: WireTransform(a: 0, b: 2, c: -2, d: 0, tx: 12, ty: 1),
            .rect(0, 0, 3, 2)))

    @Test("the corners of the layout are in points of the canvas")
    func corners() throws {
        let placement = try #require(try scene(turned).placement(ofKey: "a", frame: 0).first)
        let corners = placement.corners.map { [$0.x, $0.y] }
        #expect(corners == [[8, 3], [8, 9], [4, 9], [4, 3]])
        #expect(placement.size == SVGASize(width: 3, height: 2))
        #expect(placement.alpha == 0.5 && placement.isShown && placement.spriteIndex == 0)
    }

    @Test("the corners are where the pixels are, at any size of the output")
    func pixels() throws {
        var options = RenderOptions()
        options.size = .scale(3)
        let scene = try scene(turned, options: options)
        let placement = try #require(try scene.placement(ofKey: "a", frame: 0).first)
        let pixels = placement.transform.concatenating(scene.outputTransform)
        let box = pixels.boundingBox(of: SVGARect(x: 0, y: 0, width: placement.size.width, height: placement.size.height))
        #expect(box == SVGARect(x: 12, y: 9, width: 12, height: 18))
        #expect(try scene.pixmap(frame: 0).inkBox == [12, 9, 12, 18])
    }

    @Test("the inverse maps a touch to a point in the sprite")
    func inverse() throws {
        let placement = try #require(try scene(turned).placement(ofKey: "a", frame: 0).first)
        let inside = try #require(placement.inverse).apply(x: 6, y: 5)
        #expect(inside == (1, 1))
        let flat = WireSprite.one("flat.vector", .visible(transform: WireTransform(a: 0)))
        let flattened = try #require(try scene(flat).placement(ofKey: "flat", frame: 0).first)
        #expect(flattened.inverse == nil && !flattened.isShown && flattened.alpha == 0)
    }

    @Test("each sprite of a key has a placement, in the order of the file")
    func severalSprites() throws {
        let other = WireSprite.one("a", .visible(layout: WireLayout(x: 5, width: 4, height: 4)), .visible())
        let scene = try scene(turned, .one("b", .visible()), other)
        #expect(try scene.placement(ofKey: "a", frame: 0).map(\.spriteIndex) == [0, 2])
        #expect(try scene.placement(ofKey: "a.vector", frame: 0).map(\.spriteIndex) == [0])
        let ended = try scene.placement(ofKey: "a", frame: 1)
        #expect(ended.map(\.isShown) == [false, true])
        #expect(ended[0].size == SVGASize(width: 0, height: 0))
    }

    @Test("opacity and offset of the key count, a hidden key is not shown")
    func adjusted() throws {
        var substitutions = Substitutions()
        substitutions.setOpacity(0.5, forKey: "a")
        substitutions.setOffset(x: 10, y: -1, forKey: "a")
        let scene = try scene(turned, substitutions: substitutions)
        let placement = try #require(try scene.placement(ofKey: "a", frame: 0).first)
        #expect(placement.alpha == 0.25)
        #expect(placement.corners[0] == (18, 2))
        let hidden = try scene.with { $0.setHidden(true, forKey: "a") }.placement(ofKey: "a", frame: 0)
        #expect(hidden.map(\.isShown) == [false] && hidden[0].corners[0] == (18, 2))
    }

    @Test("what a hidden matte masks is not shown")
    func masked() throws {
        let matte = WireSprite.one("m.matte", .visible(.rect(0, 0, 4, 4)))
        let masked = WireSprite.one("x.vector", matte: "m.matte", .visible(.rect(0, 0, 4, 4)))
        let scene = try scene(matte, masked)
        #expect(try scene.placement(ofKey: "x", frame: 0).map(\.isShown) == [true])
        #expect(try scene.placement(ofKey: "m", frame: 0).map(\.isShown) == [true])
        #expect(try scene.with { $0.setOpacity(0, forKey: "m") }.placement(ofKey: "x", frame: 0).map(\.isShown) == [false])
    }

    @Test("what the options leave out is not shown; a key or a frame that is not there is an error")
    func leftOut() throws {
        var options = RenderOptions()
        options.only = "b"
        let scene = try scene(turned, .one("b", .visible()), options: options)
        #expect(try scene.placement(ofKey: "a", frame: 0).map(\.isShown) == [false])
        #expect(throws: SVGAError.unknownKey(key: "zebra", nearest: [])) { try scene.placement(ofKey: "zebra", frame: 0) }
        #expect(throws: SVGAError.frameOutOfRange(frame: 2, frameCount: 2)) { try scene.placement(ofKey: "a", frame: 2) }
    }
}
