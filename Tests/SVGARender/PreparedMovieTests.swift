import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@Suite struct PreparedMovieTests {
    private static let colors: [Pixel] = [.red, .green, .blue]

    /// Sprites `i0`, `i1`, `i2`, one above the other, with different bitmaps and sizes, and one for a text.
    private func movie(_ pictures: [Pixmap]? = nil, broken: Int? = nil) throws -> VideoEntity {
        let pictures = pictures ?? Self.colors.map { Pixmap(width: 20, height: 20, $0) }
        var images = try pictures.enumerated().map { try $1.payload("i\($0)") }
        if let broken { images[broken].bytes.removeLast(30) }
        var sprites = pictures.indices.map { index in
            WireSprite.one(
                "i\(index)",
                .visible(
                    alpha: 0.8, layout: WireLayout(width: 20, height: 20),
                    transform: WireTransform(a: 0.3 + 0.4 * Float(index), b: 0.1, d: 0.7, tx: 3 * Float(index), ty: 2)))
        }
        sprites.append(.one("text.vector", .visible(layout: WireLayout(width: 30, height: 12))))
        return try WireMovie.tiny(
            width: 40, height: 40, images: images, sprites: sprites
        ).read()
    }

    private func replacing(_ keys: String...) throws -> Substitutions {
        var substitutions = Substitutions()
        for key in keys { substitutions.setImage(try ReplacementImage(Pixmap(width: 60, height: 60, .white)), forKey: key) }
        return substitutions
    }

    @Test("another size, another picture, another text and hit tests decode nothing again")
    func decodesOnce() throws {
        let prepared = PreparedMovie(try movie())
        #expect(prepared.decodedImages == 0)
        _ = try prepared.scene()
        #expect(prepared.decodedImages == 3)
        var options = RenderOptions()
        options.size = .scale(0.5)
        options.filter = .best
        var person = try replacing("i0")
        person.setText("Ann", forKey: "text")
        let scene = try prepared.scene(options: options, substitutions: person)
        _ = try scene.pixmap(frame: 0)
        _ = try scene.hit(x: 5, y: 5, frame: 0)
        _ = try scene.bounds(ofKey: "i1", frame: 0)
        #expect(prepared.decodedImages == 3)
    }

    @Test("images of different sizes, a broken one among them, are the same decoded by one thread or by several", arguments: [2, 3, 16])
    func threads(count: Int) throws {
        let pictures = [3, 40, 1, 20, 12, 33].enumerated().map { Pixmap(width: $1, height: 30, Self.colors[$0 % 3]) }
        let movie = try movie(pictures, broken: 2)
        let one = try PreparedMovie(movie, limits: .default, threads: 1).scene()
        let several = try PreparedMovie(movie, limits: .default, threads: count).scene()
        #expect(one.bitmaps.map { $0?.base.pixmap() } == several.bitmaps.map { $0?.base.pixmap() })
        #expect(one.bitmaps.map { $0?.base.width } == [3, 40, nil, 20, 12, 33])
        #expect(one.diagnostics == several.diagnostics && one.diagnostics.contains { $0.code == .imageBroken })
        #expect(try one.pixmap(frame: 0) == several.pixmap(frame: 0))
    }

    @Test("a prepared movie is freed with its last scene")
    func isFreed() throws {
        weak var prepared: PreparedMovie?
        do {
            let made = PreparedMovie(try movie())
            prepared = made
            let scene = try made.scene(substitutions: try replacing("i0")).with { $0.setOpacity(0.5, forKey: "i1") }
            for _ in 0..<3 { _ = try scene.pixmap(frame: 0) }
            _ = try made.scene(options: RenderOptions(filter: .best)).pixmap(frame: 0)
        }
        #expect(prepared == nil)
    }

    @Test("bitmaps that are replaced, hidden or left out are not decoded until a scene shows them")
    func decodesNoMore() throws {
        let prepared = PreparedMovie(try movie())
        var person = try replacing("i0")
        person.setHidden(true, forKey: "i1")
        _ = try prepared.scene(substitutions: person)
        #expect(prepared.decodedImages == 1)
        var options = RenderOptions()
        options.only = "i1"
        _ = try prepared.scene(options: options)
        #expect(prepared.decodedImages == 2)
        _ = try prepared.scene()
        #expect(prepared.decodedImages == 3)
    }

    @Test("a bitmap that one of its sprites still shows is decoded")
    func sharedBitmap() throws {
        let frame = WireFrame.visible(layout: WireLayout(width: 16, height: 16))
        let movie = try WireMovie.tiny(
            images: [try Pixmap(width: 16, height: 16, .red).payload("a")], sprites: [.one("a", frame), .one("a.matte", frame)]
        ).read()
        let prepared = PreparedMovie(movie)
        var hidden = Substitutions()
        hidden.setHidden(true, forKey: "a")
        _ = try prepared.scene(substitutions: hidden)
        #expect(prepared.decodedImages == 0)
        var options = RenderOptions()
        options.only = "a"
        _ = try prepared.scene(options: options)
        #expect(prepared.decodedImages == 1)
    }

    @Test("a mask in the shape of the bitmap that is replaced decodes that bitmap")
    func originalMask() throws {
        let prepared = PreparedMovie(try movie())
        var person = Substitutions()
        person.setImage(try ReplacementImage(Pixmap(width: 60, height: 60, .white)), mask: .original, forKey: "i0")
        person.setHidden(true, forKey: "i1")
        person.setHidden(true, forKey: "i2")
        _ = try prepared.scene(substitutions: person)
        #expect(prepared.decodedImages == 1)
    }

    @Test("a picture is averaged down as if there were nothing to replace where what it replaces is transparent")
    func transparentPlaceholder() throws {
        var checks = Pixmap(width: 30, height: 30)
        for i in 0..<900 where (i + i / 30) % 2 == 0 { checks.pixels.replaceSubrange(4 * i..<4 * i + 4, with: [255, 0, 0, 255]) }
        var person = Substitutions()
        person.setImage(try ReplacementImage(checks), forKey: "user")
        var options = RenderOptions()
        options.size = .scale(0.25)
        func picture(_ placeholder: Pixmap?) throws -> Pixmap {
            let images = try placeholder.map { [try $0.payload("user")] } ?? []
            let sprite = WireSprite.one("user", .visible(layout: WireLayout(width: 20, height: 20)))
            let movie = try WireMovie.tiny(width: 20, height: 20, images: images, sprites: [sprite]).read()
            return try SVGAScene(movie, options: options, substitutions: person).pixmap(frame: 0)
        }
        let averaged = try picture(nil)
        #expect(try picture(Pixmap(width: 20, height: 20)) == averaged)
        #expect(try picture(Pixmap(width: 20, height: 20, .blue)) != averaged)
    }

    @Test("a text is drawn over a sprite for which nothing else is set")
    func textAlone() throws {
        let prepared = PreparedMovie(try movie())
        var person = Substitutions()
        person.setText("Ann", forKey: "text")
        #expect(try prepared.scene(substitutions: person).pixmap(frame: 0) != prepared.scene().pixmap(frame: 0))
    }

    @Test("scenes of one prepared movie draw what scenes made alone draw", arguments: RenderOptions.Filter.allCases)
    func samePixels(filter: RenderOptions.Filter) throws {
        // Large enough for mipmaps of several factors.
        var dice = UInt32(1)
        let pictures = (0..<3).map { _ in
            var picture = Pixmap(width: 90, height: 70)
            for i in 0..<90 * 70 {
                dice = dice &* 1_664_525 &+ 1_013_904_223
                picture.pixels.replaceSubrange(4 * i..<4 * i + 4, with: [UInt8(dice >> 24), UInt8(dice >> 16 & 0xFF), 0, 255])
            }
            return picture
        }
        let movie = try movie(pictures)
        let prepared = PreparedMovie(movie)
        for scale in [1, 0.3, 2.5, 1] {
            var options = RenderOptions()
            options.size = .scale(scale)
            for used in [filter, .best, .bilinear] {
                options.filter = used
                let person = scale == 0.3 ? try replacing("i1") : Substitutions()
                let shared = try prepared.scene(options: options, substitutions: person)
                let alone = try SVGAScene(movie, options: options, substitutions: person)
                #expect(try shared.pixmap(frame: 0) == alone.pixmap(frame: 0), "scale \(scale), \(used)")
            }
        }
    }

    @Test("tasks that make scenes at once decode each bitmap once")
    func manyTasks() async throws {
        let prepared = PreparedMovie(try movie())
        let expected = try SVGAScene(prepared.movie).pixmap(frame: 0)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { try prepared.scene().pixmap(frame: 0) == expected } }
            for try await isSame in group { #expect(isSame) }
        }
        #expect(prepared.decodedImages == 3)
    }

    @Test("a broken bitmap is reported by each scene that would show it, and by no other")
    func broken() throws {
        var wire = WireMovie.tiny(
            images: [try Pixmap(width: 16, height: 16, .red).payload("a")], sprites: [.one("a", .visible()), .one("b.vector", .visible())])
        wire.images[0] = WireImage(key: "a", bytes: Array(wire.images[0].bytes.prefix(60)))
        let prepared = PreparedMovie(try wire.read())
        #expect(try prepared.scene().diagnostics.map(\.code) == [.imageBroken])
        #expect(try prepared.scene().diagnostics.map(\.code) == [.imageBroken])
        #expect(try prepared.scene(substitutions: replacing("a")).diagnostics.isEmpty)
    }

    @Test("bitmaps of all scenes are counted together, and a scene that asks for too much leaves the others")
    func limit() throws {
        var limits = ReadLimits.default
        // A bitmap and its padded copy.
        limits.decodedBytes = 20 * 20 * 4 + 20 * 8 + 22 * 22 * 4 + 22 * 8
        let prepared = PreparedMovie(try movie(), limits: limits)
        var options = RenderOptions()
        options.only = "i0"
        #expect(throws: Never.self) { try prepared.scene(options: options) }
        options.only = "i1"
        #expect(throws: SVGAError.self) { try prepared.scene(options: options) }
        #expect(prepared.decodedImages == 1)
        options.only = "i0"
        #expect(throws: Never.self) { try prepared.scene(options: options) }
    }

    @Test("a scene that is over the limit leaves nothing counted")
    func limitLeavesNothing() throws {
        var limits = ReadLimits.default
        // The bitmap, which is too large for a padded copy, and its mipmap of a quarter of the size.
        limits.decodedBytes = 400 * 400 * 4 + 400 * 8 + 100 * 100 * 4 + 100 * 8
        let sides: [Float] = [100, 50]
        let sprites = sides.map { WireSprite.one("i0", .visible(layout: WireLayout(width: $0, height: $0))) }
        let movie = try WireMovie.tiny(images: [try Pixmap(width: 400, height: 400, .red).payload("i0")], sprites: sprites).read()
        let prepared = PreparedMovie(movie, limits: limits)
        var options = RenderOptions()
        options.filter = .best
        #expect(throws: SVGAError.self) { try prepared.scene(options: options) }
        // Its mipmaps are an eighth and a sixteenth of the size.
        options.size = .scale(0.5)
        #expect(throws: Never.self) { try prepared.scene(options: options) }
    }
}
