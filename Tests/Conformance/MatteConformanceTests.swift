import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// Rules of rendering, section 5: mattes.
@Suite("Mattes") struct MatteConformanceTests {
    /// Masks to the square from (4, 4) to (12, 12).
    private let matte = WireSprite.one("m.matte", .visible(.rect(4, 4, 8, 8, .fill(.green))))
    private let red = WireSprite.one("red.vector", matte: "m.matte", .visible(.rect(0, 0, 16, 16)))

    private func render(_ sprites: WireSprite...) throws -> Pixmap { try WireMovie.tiny(sprites: sprites).rendered() }

    @Test("a matte before its sprite masks it and is not drawn itself")
    func before() throws {
        let result = try render(matte, red)
        #expect(result.inkBox == [4, 4, 8, 8])
        #expect(result.pixel(8, 8) == .red)
    }

    @Test("a matte after its sprite masks it just the same")
    func after() throws {
        #expect(try render(red, matte) == (try render(matte, red)))
    }

    @Test("a matte that no sprite names draws nothing")
    func unused() throws {
        #expect(try render(matte).inkBox == nil)
    }

    @Test("a hidden matte hides its entire group")
    func hidden() throws {
        let other = WireSprite.one("x.vector", .visible(.rect(0, 0, 2, 2, .fill(.blue))))
        let result = try render(.one("m.matte", .hidden), red, other)
        #expect(result.inkBox == [0, 0, 2, 2])
    }

    @Test("a matte with a frame list that is too short hides its group from there on")
    func shortMatte() throws {
        var movie = WireMovie.tiny(frames: 2, sprites: [matte, red])
        movie.sprites[1].frames.append(movie.sprites[1].frames[0])
        #expect(try movie.rendered(frame: 0).inkBox == [4, 4, 8, 8])
        #expect(try movie.rendered(frame: 1).inkBox == nil)
    }

    @Test("a matteKey that names no sprite leaves it unmasked, with a diagnostic")
    func missing() throws {
        let movie = try WireMovie.tiny(sprites: [red]).read()
        #expect(movie.diagnostics.map(\.code) == [.matteMissing])
        #expect(try SVGAScene(movie).pixmap(frame: 0).inkBox == [0, 0, 16, 16])
    }

    @Test("a group is multiplied by the matte's alpha")
    func alpha() throws {
        let half = WireSprite.one("m.matte", .visible(alpha: 0.5, .rect(4, 4, 8, 8)))
        #expect(try render(half, red).pixel(8, 8) == Pixel(128, 0, 0, 128))
    }

    @Test("neighbours with one matteKey are one group: a faded matte does not let the lower one through the upper one")
    func group() throws {
        let half = WireSprite.one("m.matte", .visible(alpha: 0.5, .rect(0, 0, 16, 16)))
        let blue = WireSprite.one("blue.vector", matte: "m.matte", .visible(.rect(0, 0, 16, 16, .fill(.blue))))
        #expect(try render(half, red, blue).pixel(8, 8) == Pixel(0, 0, 128, 128))
    }

    @Test("sprites with one matteKey that are no neighbours are masked one by one")
    func separate() throws {
        let half = WireSprite.one("m.matte", .visible(alpha: 0.5, .rect(0, 0, 16, 16)))
        let blue = WireSprite.one("blue.vector", matte: "m.matte", .visible(.rect(0, 0, 16, 16, .fill(.blue))))
        let between = WireSprite.one("between.vector", .hidden)
        #expect(try render(half, red, between, blue).pixel(8, 8) == Pixel(64, 0, 128, 192))
    }

    @Test("a matte that stands between neighbours with one matteKey does not split their group")
    func matteBetween() throws {
        let half = WireSprite.one("m.matte", .visible(alpha: 0.5, .rect(0, 0, 16, 16)))
        let blue = WireSprite.one("blue.vector", matte: "m.matte", .visible(.rect(0, 0, 16, 16, .fill(.blue))))
        let other = WireSprite.one("other.matte", .visible(.rect(0, 0, 16, 16)))
        #expect(try render(red, half, blue).pixel(8, 8) == Pixel(0, 0, 128, 128))
        #expect(try render(half, red, other, other, blue).pixel(8, 8) == Pixel(0, 0, 128, 128))
    }

    @Test("two mattes side by side each mask their own")
    func two() throws {
        let left = WireSprite.one("l.matte", .visible(.rect(0, 0, 4, 16)))
        let right = WireSprite.one("r.matte", .visible(.rect(12, 0, 4, 16)))
        let a = WireSprite.one("a.vector", matte: "l.matte", .visible(.rect(0, 0, 16, 16, .fill(.red))))
        let b = WireSprite.one("b.vector", matte: "r.matte", .visible(.rect(0, 0, 16, 16, .fill(.blue))))
        let result = try render(left, a, b, right)
        #expect(result.pixel(2, 8) == .red)
        #expect(result.pixel(8, 8) == .clear)
        #expect(result.pixel(14, 8) == .blue)
    }

    @Test("a bitmap masks by its alpha, not by its color")
    func bitmap() throws {
        let mask = Pixmap(
            Array(repeating: Array(repeating: Pixel(0, 0, 0, 255), count: 8) + Array(repeating: Pixel.clear, count: 8), count: 16))
        let movie = WireMovie.tiny(images: [try mask.payload("m")], sprites: [.one("m.matte", .visible()), red])
        let result = try movie.rendered()
        #expect(result.inkBox == [0, 0, 8, 16])
        #expect(result.pixel(2, 2) == .red)
    }

    @Test("what is below a masked group stays as it is")
    func below() throws {
        let ground = WireSprite.one("g.vector", .visible(.rect(0, 0, 16, 16, .fill(.blue))))
        let result = try render(ground, matte, red)
        #expect(result.pixel(0, 0) == .blue)
        #expect(result.pixel(8, 8) == .red)
    }

    @Test("a matte's own matteKey is ignored, with a diagnostic")
    func matteOfMatte() throws {
        var nested = matte
        nested.matteKey = "other.matte"
        let movie = try WireMovie.tiny(sprites: [.one("other.matte", .hidden), nested, red]).read()
        #expect(movie.diagnostics.map(\.code) == [.matteOfMatte])
        #expect(try SVGAScene(movie).pixmap(frame: 0).inkBox == [4, 4, 8, 8])
    }
}
