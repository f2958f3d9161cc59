import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// Rules of rendering, section 8: dynamic content, by key.
@Suite("Substitution") struct SubstitutionConformanceTests {
    /// The placeholder, 16 × 16: green where x < 8, else transparent.
    private static let placeholder = Pixmap(
        Array(repeating: Array(repeating: Pixel.green, count: 8) + Array(repeating: Pixel.clear, count: 8), count: 16))
    private static let red = Pixmap(width: 16, height: 16, .red)

    private func movie(_ frame: WireFrame = .visible(), key: String = "user1", more: [WireSprite] = []) throws -> VideoEntity {
        try WireMovie.tiny(images: [try Self.placeholder.payload("user1")], sprites: [.one(key, frame)] + more).read()
    }

    private func render(_ movie: VideoEntity, _ change: (inout Substitutions) throws -> Void) throws -> Pixmap {
        var substitutions = Substitutions()
        try change(&substitutions)
        return try SVGAScene(movie, substitutions: substitutions).pixmap(frame: 0)
    }

    private func render(_ image: Pixmap, fit: ImageFit = .fill, mask: ImageMask = .none, in frame: WireFrame = .visible()) throws -> Pixmap
    {
        try render(try movie(frame)) { $0.setImage(try ReplacementImage(image), fit: fit, mask: mask, forKey: "user1") }
    }

    // MARK: Fits

    @Test("fill stretches the image to the layout, whatever its aspect")
    func fill() throws {
        #expect(try render(Pixmap(width: 3, height: 7, .red)) == Self.red)
    }

    @Test("contain shows all of the image, centred")
    func contain() throws {
        #expect(try render(Pixmap(width: 8, height: 4, .red), fit: .contain).inkBox == [0, 4, 16, 8])
        #expect(try render(Pixmap(width: 2, height: 4, .red), fit: .contain).inkBox == [4, 0, 8, 16])
    }

    @Test("cover fills the layout and cuts off what sticks out, nothing beyond it")
    func cover() throws {
        // Three stripes of 8: only the middle one is visible in a square.
        let row = [Pixel.red, .green, .blue].flatMap { Array(repeating: $0, count: 8) }
        let result = try render(
            Pixmap(Array(repeating: row, count: 8)), fit: .cover, in: .visible(layout: WireLayout(x: 4, y: 4, width: 8, height: 8)))
        #expect(result.inkBox == [4, 4, 8, 8])
        #expect(result.pixel(5, 8) == .green)
        #expect(result.pixel(10, 8) == .green)
    }

    @Test("none is one pixel a point, centred and cut to the layout")
    func none() throws {
        #expect(try render(Pixmap(width: 4, height: 6, .red), fit: .none).inkBox == [6, 5, 4, 6])
        let cut = try render(
            Pixmap(width: 40, height: 40, .red), fit: .none, in: .visible(layout: WireLayout(x: 2, y: 2, width: 10, height: 6)))
        #expect(cut.inkBox == [2, 2, 10, 6])
    }

    // MARK: Masks

    @Test("a circle mask is the largest circle in the layout")
    func circle() throws {
        let result = try render(Self.red, mask: .circle)
        #expect(result.inkBox == [0, 0, 16, 16])
        for y in 0..<16 {
            for x in 0..<16 {
                let distance = ((Double(x) - 7.5) * (Double(x) - 7.5) + (Double(y) - 7.5) * (Double(y) - 7.5)).squareRoot()
                if distance < 7 { #expect(result.pixel(x, y) == .red) }
                if distance > 9 { #expect(result.pixel(x, y) == .clear) }
            }
        }
    }

    @Test("in a wide layout the circle stays a circle, in the middle")
    func circleWide() throws {
        let result = try render(Self.red, mask: .circle, in: .visible(layout: WireLayout(x: 0, y: 4, width: 16, height: 8)))
        #expect(result.inkBox == [4, 4, 8, 8])
    }

    @Test("round corners are cut by their radius in points")
    func round() throws {
        let result = try render(Self.red, mask: .roundedCorners(radius: 5))
        #expect(result.pixel(0, 0) == .clear)
        #expect(result.pixel(5, 0).alpha > 250)
        #expect(result.pixel(8, 8) == .red)
        #expect(try render(Self.red, mask: .roundedCorners(radius: 0)) == Self.red)
        #expect(try render(Self.red, mask: .roundedCorners(radius: 100)) == (try render(Self.red, mask: .circle)))
    }

    @Test("the mask of the original gives the image the placeholder's shape")
    func original() throws {
        let result = try render(Self.red, mask: .original)
        #expect(result.inkBox == [0, 0, 8, 16])
        #expect(result.pixel(3, 3) == .red)
    }

    // MARK: Following the sprite

    @Test("what is substituted follows transform, alpha, clip path and matte")
    func follows() throws {
        let frame = WireFrame.visible(alpha: 0.5, transform: WireTransform(a: 0.5, d: 0.5, tx: 4, ty: 4), clip: "M0 0H8V16H0Z")
        let matte = WireSprite.one("m.matte", .visible(.rect(0, 6, 16, 10)))
        var wire = WireMovie.tiny(
            images: [try Self.placeholder.payload("user1")], sprites: [matte, .one("user1", matte: "m.matte", frame)])
        wire.frames = 1
        let result = try render(try wire.read()) { $0.setImage(try ReplacementImage(Self.red), forKey: "user1") }
        #expect(result.inkBox == [4, 6, 4, 6])
        #expect(result.pixel(5, 8) == Pixel(128, 0, 0, 128))
    }

    @Test("one key serves every sprite that has it, with or without a suffix", arguments: ["user1", "user1.vector"])
    func everySprite(key: String) throws {
        let right = WireSprite.one("user1", .visible(layout: WireLayout(x: 8, y: 0, width: 8, height: 8)))
        let movie = try movie(.visible(layout: WireLayout(width: 8, height: 8)), key: key, more: [right])
        let result = try render(movie) { $0.setImage(try ReplacementImage(Self.red), forKey: "user1") }
        #expect(result.inkBox == [0, 0, 16, 8])
        #expect(result.pixel(2, 2) == .red)
        #expect(result.pixel(12, 2) == .red)
    }

    @Test("a replaced matte masks by the new image")
    func matte() throws {
        let wire = WireMovie.tiny(
            images: [try Self.placeholder.payload("m")],
            sprites: [.one("m.matte", .visible()), .one("a.vector", matte: "m.matte", .visible(.rect(0, 0, 16, 16)))])
        let result = try render(try wire.read()) { $0.setImage(try ReplacementImage(Pixmap(width: 4, height: 4, .blue)), forKey: "m") }
        #expect(result == Self.red)
    }

    @Test("shapes stay above a replaced bitmap")
    func shapesAbove() throws {
        let result = try render(Self.red, in: .visible(.rect(0, 0, 4, 4, .fill(.blue))))
        #expect(result.pixel(1, 1) == .blue)
        #expect(result.pixel(10, 10) == .red)
    }

    @Test("a large photo is averaged once, not sampled: fine stripes come out gray")
    func largePhoto() throws {
        let stripes = Pixmap(Array(repeating: (0..<160).map { $0 % 10 == 0 ? Pixel.white : Pixel(0, 0, 0) }, count: 160))
        let result = try render(stripes)
        for x in 2..<14 { #expect((20...32).contains(result.pixel(x, 8).red)) }
    }

    @Test("a photo whose size is no multiple of the reduction stays at its position", arguments: [40, 41, 45, 47, 63, 100, 101])
    func oddPhoto(side: Int) throws {
        // A red frame around green, which must be visible at all four edges.
        let photo = Pixmap(
            (0..<side).map { y in
                (0..<side).map { x in min(x, y, side - 1 - x, side - 1 - y) * 4 < side ? Pixel.red : .green }
            })
        let result = try render(photo)
        for step in 1..<15 where (step - 7).magnitude < 3 {
            for (x, y) in [(1, step), (14, step), (step, 1), (step, 14)] { #expect(result.pixel(x, y).red > 200) }
        }
        for x in 6...9 { #expect(result.pixel(x, 8).green > 200) }
        #expect(result.inkBox == [0, 0, 16, 16])
    }

    // MARK: Hidden, drawings, texts

    @Test("a hidden key draws nothing; a hidden matte hides its group")
    func hidden() throws {
        #expect(try render(try movie()) { $0.setHidden(true, forKey: "user1") }.inkBox == nil)
        let wire = WireMovie.tiny(
            sprites: [.one("m.matte", .visible(.rect(0, 0, 16, 16))), .one("a.vector", matte: "m.matte", .visible(.rect(0, 0, 8, 8)))])
        #expect(try render(try wire.read()) { $0.setHidden(true, forKey: "m") }.inkBox == nil)
        #expect(
            try render(try movie()) {
                $0.setHidden(true, forKey: "user1")
                $0.setHidden(false, forKey: "user1")
            } == Self.placeholder)
    }

    @Test("a drawing is called in the sprite's space with the layout's size and the frame")
    func drawing() throws {
        let movie = try movie(.visible(layout: WireLayout(x: 2, y: 2, width: 10, height: 6), transform: WireTransform(tx: 1)))
        let result = try render(movie) {
            $0.setHidden(false, forKey: "user1")
            $0.setDrawing(
                { context, layout, frame in
                    #expect(frame == 0)
                    #expect(layout == SVGASize(width: 10, height: 6))
                    context.fill(.rect(SVGARect(x: 0, y: 0, width: 2, height: 3), cornerRadius: 0), SVGAColor(red: 0, green: 0, blue: 1))
                }, forKey: "user1")
        }
        #expect(result.pixel(3, 2) == .blue)
        #expect(result.pixel(4, 4) == .blue)
        #expect(result.pixel(5, 2) == .green)
    }

    @Test("a drawing fades with its sprite as a group")
    func drawingAlpha() throws {
        let result = try render(try movie(.visible(alpha: 0.5))) {
            $0.setDrawing(
                { context, layout, _ in
                    let all = ShapeEntity.Geometry.rect(SVGARect(x: 0, y: 0, width: layout.width, height: layout.height), cornerRadius: 0)
                    context.fill(all, SVGAColor(red: 1, green: 0, blue: 0))
                    context.fill(all, SVGAColor(red: 0, green: 0, blue: 1))
                }, forKey: "user1")
        }
        #expect(result.pixel(12, 8) == Pixel(0, 0, 128, 128))
        #expect(result.pixel(3, 8) == Pixel(0, 0, 128, 128))
    }

    @Test("a text lies over the sprite's content and fades with it")
    func text() throws {
        let font = TestFiles.root.appendingPathComponent("Tests/Fonts/LatinArabicHebrew.ttf").path
        let fonts = try FontSet(files: [font], usesSystemFonts: false)
        var content = TextContent("H")
        content.style.color = SVGAColor(red: 1, green: 0, blue: 0)
        func picture(alpha: Float) throws -> Pixmap {
            let wire = WireMovie.tiny(
                images: [try Pixmap(width: 16, height: 16, .green).payload("user1")], sprites: [.one("user1", .visible(alpha: alpha))])
            return try render(try wire.read()) {
                $0.fonts = fonts
                $0.setText(content, forKey: "user1")
            }
        }
        let whole = try picture(alpha: 1)
        #expect(whole.pixel(0, 0) == .green)
        #expect(whole.pixels.count { $0 > 200 } > 16 * 16)
        #expect((0..<256).contains { whole.pixel($0 % 16, $0 / 16).red > 200 })
        let faded = try picture(alpha: 0.5)
        #expect((0..<256).allSatisfy { (127...128).contains(faded.pixel($0 % 16, $0 / 16).alpha) })
    }

    // MARK: Keys

    @Test("a key that matches nothing is noted, and named with the nearest")
    func unknownKey() throws {
        var substitutions = Substitutions()
        substitutions.setImage(try ReplacementImage(Self.red), forKey: "usr1")
        let movie = try movie()
        let unknown = substitutions.unknownKeys(in: movie)
        #expect(unknown.map(\.key) == ["usr1"])
        #expect(unknown.map(\.nearest) == [["user1"]])
        let scene = try SVGAScene(movie, substitutions: substitutions)
        #expect(scene.diagnostics.map(\.code) == [.substitutionUnused])
        #expect(try scene.pixmap(frame: 0) == Self.placeholder)
    }

    @Test("more pixels than allowed are refused")
    func limit() throws {
        var options = RenderOptions()
        options.limits.decodedBytes = 1500
        var substitutions = Substitutions()
        substitutions.setImage(try ReplacementImage(Pixmap(width: 30, height: 30, .red)), forKey: "user1")
        let movie = try movie()
        #expect(throws: SVGAError.self) { try SVGAScene(movie, options: options, substitutions: substitutions) }
    }

    @Test("replacing every bitmap by itself changes no pixel of a public file", .needsCorpus, arguments: TestFiles.corpusFiles)
    func bySelf(file: URL) throws {
        let movie = try VideoEntity(path: file.path)
        var substitutions = Substitutions()
        for sprite in movie.sprites {
            guard let image = sprite.imageIndex, movie.images[image].format != .unknown else { continue }
            substitutions.setImage(try ReplacementImage(bytes: movie.images[image].bytes), forKey: sprite.imageKey)
        }
        let (plain, replaced) = (
            try SVGAScene(movie).makePainter(), try SVGAScene(movie, substitutions: substitutions).makePainter()
        )
        for frame in stride(from: 0, to: movie.frameCount, by: max(1, movie.frameCount / 8)) {
            try plain.paint(frame: frame)
            try replaced.paint(frame: frame)
            #expect(plain.pixmap() == replaced.pixmap(), "frame \(frame)")
        }
    }

    // MARK: Keys

    /// The same letter for a reader, two keys for a file: one scalar, and a letter followed by an accent.
    private static let forms = ["é", "e\u{301}"]

    /// Green on the left for the first key, blue on the right for the second.
    private func movieOfTwoForms() throws -> VideoEntity {
        let images = try [
            Pixmap(width: 8, height: 16, .green).payload(Self.forms[0]), Pixmap(width: 8, height: 16, .blue).payload(Self.forms[1]),
        ]
        let sprites = Self.forms.enumerated().map { index, key in
            WireSprite.one(key, .visible(layout: WireLayout(x: Float(8 * index), width: 8, height: 16)))
        }
        return try WireMovie.tiny(images: images, sprites: sprites).read()
    }

    @Test("two keys that differ only in Unicode normalisation show their own images")
    func ownImagesOfForms() throws {
        let result = try render(try movieOfTwoForms()) { _ in }
        #expect(result.pixel(4, 8) == .green && result.pixel(12, 8) == .blue)
    }

    @Test("what is set for one of two such keys does not touch the other", arguments: [0, 1])
    func substitutedForms(index: Int) throws {
        let movie = try movieOfTwoForms()
        let replaced = try render(movie) {
            $0.setImage(try ReplacementImage(Pixmap(width: 8, height: 16, .red)), forKey: Self.forms[index])
        }
        #expect(replaced.pixel(4, 8) == (index == 0 ? .red : .green) && replaced.pixel(12, 8) == (index == 1 ? .red : .blue))
        let hidden = try render(movie) { $0.setHidden(true, forKey: Self.forms[index]) }
        #expect(hidden.inkBox == [index == 0 ? 8 : 0, 0, 8, 16])
        var options = RenderOptions()
        options.only = Self.forms[index]
        #expect(try SVGAScene(movie, options: options).pixmap(frame: 0).inkBox == [8 * index, 0, 8, 16])
    }

    @Test("such keys are two keys of one set of substitutions, and one that no sprite has gets a diagnostic")
    func keysOfForms() throws {
        var both = Substitutions()
        for key in Self.forms { both.setHidden(true, forKey: key) }
        #expect(both.keys.count == 2)
        let movie = try WireMovie.tiny(sprites: [.one(Self.forms[0], .visible())]).read()
        #expect(both.unknownKeys(in: movie).map { Array($0.key.utf8) } == [Array(Self.forms[1].utf8)])
    }
}
