import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// Rules of rendering, section 8: tint, opacity and offset, by key.
@Suite("Adjustment") struct AdjustmentConformanceTests {
    private static let white = Pixmap(width: 16, height: 16, .white)

    private func movie(_ frame: WireFrame = .visible(), image: Pixmap = white, more: [WireSprite] = []) throws -> VideoEntity {
        try WireMovie.tiny(images: [try image.payload("a")], sprites: [.one("a", frame)] + more).read()
    }

    private func render(_ movie: VideoEntity, _ change: (inout Substitutions) throws -> Void) throws -> Pixmap {
        var substitutions = Substitutions()
        try change(&substitutions)
        return try SVGAScene(movie, substitutions: substitutions).pixmap(frame: 0)
    }

    // MARK: Tint

    @Test("a tint multiplies the colors and preserves the alpha")
    func tint() throws {
        let gray = Pixmap(width: 16, height: 16, Pixel(100, 60, 20, 200))
        let result = try render(try movie(image: gray)) { $0.setTint(SVGAColor(red: 1, green: 0.5, blue: 0), forKey: "a") }
        #expect(result.pixel(8, 8) == Pixel(100, 30, 0, 200))
    }

    @Test("a tint is for all that the sprite shows: replaced bitmap, shapes and drawing")
    func tintOfEverything() throws {
        let movie = try movie(.visible(.rect(8, 0, 8, 8, .fill(WireColor(1, 1, 1)))))
        let result = try render(movie) {
            $0.setImage(try ReplacementImage(Self.white), forKey: "a")
            $0.setDrawing(
                { context, _, _ in
                    context.fill(.rect(SVGARect(x: 8, y: 8, width: 8, height: 8), cornerRadius: 0), SVGAColor(red: 1, green: 1, blue: 1))
                }, forKey: "a")
            $0.setTint(SVGAColor(red: 1, green: 0, blue: 0), forKey: "a")
        }
        #expect(result == Pixmap(width: 16, height: 16, .red))
    }

    @Test("a white tint changes no pixel", arguments: [Float(1), 0.4])
    func whiteTint(alpha: Float) throws {
        let movie = try movie(.visible(alpha: alpha, transform: WireTransform(a: 0.7, b: 0.2, d: 0.7)))
        let white = SVGAColor(red: 1, green: 1, blue: 1)
        #expect(try render(movie) { $0.setTint(white, forKey: "a") } == render(movie) { _ in })
    }

    @Test("the alpha of a tint fades, in addition to opacity and the frame's alpha")
    func tintAlpha() throws {
        let result = try render(try movie(.visible(alpha: 0.5))) {
            $0.setTint(SVGAColor(red: 1, green: 1, blue: 1, alpha: 0.5), forKey: "a")
            $0.setOpacity(0.5, forKey: "a")
        }
        #expect((31...32).contains(result.pixel(8, 8).alpha))
    }

    @Test("a tint of nil takes the tint back")
    func noTint() throws {
        let movie = try movie()
        let result = try render(movie) {
            $0.setTint(SVGAColor(red: 1, green: 0, blue: 0), forKey: "a")
            $0.setTint(nil, forKey: "a")
        }
        #expect(result == Self.white)
        var substitutions = Substitutions()
        substitutions.setTint(nil, forKey: "a")
        #expect(substitutions.keys.isEmpty)
    }

    // MARK: Opacity

    @Test("an opacity multiplies the frame's alpha, over the sprite as a group")
    func opacity() throws {
        let movie = try movie(.visible(alpha: 0.5, .rect(0, 0, 16, 16, .fill(WireColor(1, 1, 1)))))
        #expect(try render(movie) { $0.setOpacity(0.5, forKey: "a") } == Pixmap(width: 16, height: 16, Pixel(64, 64, 64, 64)))
    }

    @Test("an opacity out of its range is brought into it", arguments: [(7.0, 255), (-1, 0), (0, 0), (.nan, 255)])
    func opacityRange(opacity: Double, alpha: Int) throws {
        let result = try render(try movie()) { $0.setOpacity(opacity, forKey: "a") }
        #expect(Int(result.pixel(8, 8).alpha) == alpha)
    }

    @Test("a faded matte fades what it masks, and one of opacity 0 hides it")
    func matteOpacity() throws {
        let wire = WireMovie.tiny(
            sprites: [.one("m.matte", .visible(.rect(0, 0, 16, 16))), .one("a.vector", matte: "m.matte", .visible(.rect(0, 0, 16, 16)))])
        let movie = try wire.read()
        #expect((127...128).contains(try render(movie) { $0.setOpacity(0.5, forKey: "m") }.pixel(8, 8).alpha))
        #expect(try render(movie) { $0.setOpacity(0, forKey: "m") }.inkBox == nil)
    }

    // MARK: Offset

    @Test("an offset is in points of the canvas, whatever the sprite's transform is")
    func offset() throws {
        let turned = WireFrame.visible(
            layout: WireLayout(width: 8, height: 8), transform: WireTransform(a: 0, b: 0.5, c: -0.5, d: 0, tx: 8))
        let movie = try movie(turned)
        #expect(try render(movie) { _ in }.inkBox == [4, 0, 4, 4])
        #expect(try render(movie) { $0.setOffset(x: 3, y: 5, forKey: "a") }.inkBox == [7, 5, 4, 4])
        var options = RenderOptions()
        options.size = .scale(2)
        var moved = Substitutions()
        moved.setOffset(x: 3, y: 5, forKey: "a")
        #expect(try SVGAScene(movie, options: options, substitutions: moved).pixmap(frame: 0).inkBox == [14, 10, 8, 8])
    }

    @Test("an offset moves the clip path too, and content out of the canvas is not drawn")
    func offsetClip() throws {
        let movie = try movie(.visible(clip: "M0 0H4V4H0Z"))
        #expect(try render(movie) { $0.setOffset(x: 6, y: 0, forKey: "a") }.inkBox == [6, 0, 4, 4])
        #expect(try render(movie) { $0.setOffset(x: 16, y: 0, forKey: "a") }.inkBox == nil)
    }

    @Test("an offset of a matte moves its mask, not what it masks")
    func matteOffset() throws {
        let wire = WireMovie.tiny(
            sprites: [.one("m.matte", .visible(.rect(0, 0, 4, 16))), .one("a.vector", matte: "m.matte", .visible(.rect(0, 0, 10, 16)))])
        let movie = try wire.read()
        #expect(try render(movie) { $0.setOffset(x: 8, y: 0, forKey: "m") }.inkBox == [8, 0, 2, 16])
        #expect(try render(movie) { $0.setOffset(x: 8, y: 0, forKey: "a") }.inkBox == nil)
    }

    @Test("an offset that is no number moves nothing", arguments: [Double.nan, .infinity])
    func offsetNumbers(offset: Double) throws {
        #expect(try render(try movie()) { $0.setOffset(x: offset, y: 0, forKey: "a") } == Self.white)
    }

    // MARK: Keys

    @Test("what is set for a sprite's full key overrides what is set for the key without its suffix, each by itself")
    func wholeKey() throws {
        let movie = try WireMovie.tiny(
            sprites: [.one("a.vector", .visible(.rect(0, 0, 8, 8, .fill(WireColor(1, 1, 1)))))]
        ).read()
        let result = try render(movie) {
            $0.setOpacity(0.5, forKey: "a")
            $0.setOffset(x: 4, y: 4, forKey: "a")
            $0.setOpacity(1, forKey: "a.vector")
        }
        #expect(result.inkBox == [4, 4, 8, 8])
        #expect(result.pixel(6, 6) == .white)
    }

    @Test("what is set is taken back for a key or for all")
    func removed() throws {
        let movie = try movie()
        func change(_ substitutions: inout Substitutions) throws {
            substitutions.setImage(try ReplacementImage(Pixmap(width: 4, height: 4, .red)), forKey: "a")
            substitutions.setText("Ann", forKey: "a")
            substitutions.setHidden(true, forKey: "a")
            substitutions.setDrawing({ _, _, _ in }, forKey: "a")
            substitutions.setTint(SVGAColor(red: 0, green: 0, blue: 0), forKey: "a")
        }
        var other = Substitutions()
        try change(&other)
        other.setHidden(true, forKey: "b")
        other.remove(forKey: "a")
        #expect(other.keys == ["b"])
        #expect(try SVGAScene(movie, substitutions: other).pixmap(frame: 0) == Self.white)
        try change(&other)
        other.removeAll()
        #expect(other.keys.isEmpty)
        #expect(try SVGAScene(movie, substitutions: other).pixmap(frame: 0) == Self.white)
    }

    @Test("a key that is only adjusted and matches no sprite is noted")
    func unknownKey() throws {
        var substitutions = Substitutions()
        substitutions.setOffset(x: 1, y: 1, forKey: "nobody")
        #expect(try SVGAScene(try movie(), substitutions: substitutions).diagnostics.map(\.code) == [.substitutionUnused])
    }
}
