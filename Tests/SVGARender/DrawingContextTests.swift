import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// Drawing callbacks' context.
@Suite("Drawing") struct DrawingContextTests {
    private static let blue = SVGAColor(red: 0, green: 0, blue: 1)
    private static let plate = SVGARect(x: 0, y: 0, width: 60, height: 20)

    /// 64 × 32; a sprite with a layout of 60 × 20 in several frames, each twice as large as the previous one.
    private func scene(
        frame: WireFrame = .visible(layout: WireLayout(width: 60, height: 20)), scale: Double = 1,
        _ change: (inout Substitutions) throws -> Void
    ) throws -> SVGAScene {
        let movie = try WireMovie.tiny(width: 64, height: 32, sprites: [.one("a", frame)]).read()
        var substitutions = Substitutions()
        substitutions.fonts = try FontSet(files: TextInk.files, usesSystemFonts: false)
        try change(&substitutions)
        return try SVGAScene(movie, options: RenderOptions(size: .scale(scale)), substitutions: substitutions)
    }

    private func drawn(_ scale: Double = 1, frame: WireFrame? = nil, _ drawing: @escaping Substitutions.Drawing) throws -> Pixmap {
        try scene(frame: frame ?? .visible(layout: WireLayout(width: 60, height: 20)), scale: scale) { $0.setDrawing(drawing, forKey: "a") }
            .pixmap(frame: 0)
    }

    // MARK: Text

    @Test("a text drawn into the layout is the text that is set for the key", arguments: [0.5, 1, 1.7])
    func sameAsSubstitution(scale: Double) throws {
        let style = TextStyle(weight: 700, color: .black, shadow: TextShadow())
        let set = try scene(scale: scale) { $0.setText(TextContent("Ann", style: style), forKey: "a") }.pixmap(frame: 0)
        #expect(set.inkBox != nil)
        #expect(try drawn(scale) { context, _, _ in context.drawText("Ann", in: Self.plate, style: style) } == set)
    }

    @Test("a text lies where its rectangle does")
    func position() throws {
        let style = TextStyle(size: 10, horizontalAlignment: .left)
        let first = try drawn { context, _, _ in context.drawText("H", in: SVGARect(x: 0, y: 0, width: 20, height: 12), style: style) }
        let moved = try drawn { context, _, _ in context.drawText("H", in: SVGARect(x: 30, y: 6, width: 20, height: 12), style: style) }
        let (one, other) = (try #require(first.inkBox), try #require(moved.inkBox))
        #expect(other == [one[0] + 30, one[1] + 6, one[2], one[3]])
    }

    @Test("a text that every frame draws is laid out once, however the drawing's space changes a little")
    func laidOutOnce() throws {
        let scene = try scene { substitutions in
            substitutions.setDrawing(
                { context, _, frame in
                    context.concatenate(.scale(x: 1.1 + 0.01 * Double(frame), y: 1.1))
                    context.drawText("Ann", in: Self.plate)
                    context.drawText("<b>", in: Self.plate, isMarkup: true)
                }, forKey: "a")
        }
        let painter = try scene.makePainter()
        for _ in 0..<5 { try painter.paint(frame: 0) }
        #expect(try scene.pixmap(frame: 0).inkBox != nil)
        // Invalid markup is not parsed again either.
        #expect(scene.substitutions.fonts.drawnTextLayouts == 2)
    }

    @Test("texts drawn long ago make room for new ones")
    func bounded() throws {
        let scene = try scene { substitutions in
            substitutions.setDrawing(
                { context, _, _ in
                    for number in 0..<100 { context.drawText("\(number)", in: Self.plate) }
                    context.drawText("99", in: Self.plate)
                }, forKey: "a")
        }
        _ = try scene.pixmap(frame: 0)
        #expect(scene.substitutions.fonts.drawnTextLayouts == 100)
        _ = try scene.pixmap(frame: 0)
        #expect(scene.substitutions.fonts.drawnTextLayouts == 200)
    }

    @Test("any number of texts with a property that is not a number are drawn, as with its default")
    func notANumber() throws {
        let result = try drawn { context, _, _ in
            for _ in 0..<70 { context.drawText("Ann", in: Self.plate, style: TextStyle(offsetX: .nan)) }
        }
        let expected = try drawn { context, _, _ in for _ in 0..<70 { context.drawText("Ann", in: Self.plate) } }
        #expect(result == expected)
    }

    @Test("invalid drawings are left out, and the rest is drawn")
    func leftOut() throws {
        let result = try drawn { context, _, _ in
            context.drawText("<b>broken", in: Self.plate, isMarkup: true)
            context.drawText("Ann", in: SVGARect(x: 0, y: 0, width: 0, height: 20))
            context.drawText("Ann", in: SVGARect(x: 0, y: 0, width: .nan, height: 20))
            context.fill(.rect(SVGARect(x: 1, y: 2, width: 3, height: 4), cornerRadius: 0), Self.blue)
        }
        #expect(result.inkBox == [1, 2, 3, 4])
    }

    // MARK: Pictures

    @Test("a picture lies in its rectangle by its fit")
    func fit() throws {
        let image = try ReplacementImage(Pixmap(width: 8, height: 4, .red))
        func box(_ fit: ImageFit) throws -> [Int]? {
            try drawn { context, _, _ in context.draw(image, in: SVGARect(x: 10, y: 2, width: 16, height: 16), fit: fit) }.inkBox
        }
        #expect(try box(.fill) == [10, 2, 16, 16])
        #expect(try box(.contain) == [10, 6, 16, 8])
        #expect(try box(.cover) == [10, 2, 16, 16])
        #expect(try box(.none) == [14, 8, 8, 4])
    }

    // MARK: Clips

    @Test("a clip limits shapes, pictures and texts until it is restored")
    func clip() throws {
        let image = try ReplacementImage(Pixmap(width: 60, height: 20, .red))
        let clip = ShapeEntity.Geometry.rect(SVGARect(x: 5, y: 6, width: 7, height: 8), cornerRadius: 0)
        let contents: [@Sendable (DrawingContext) -> Void] = [
            { $0.fill(.rect(Self.plate, cornerRadius: 0), Self.blue) }, { $0.draw(image, in: Self.plate) },
            { $0.drawText("HHHHH", in: Self.plate, style: TextStyle(size: 20, outlineColor: .black, outlineWidth: 20)) },
        ]
        for content in contents {
            let result = try drawn { context, _, _ in
                context.save()
                context.clip(to: clip)
                content(context)
                context.restore()
                context.fill(.rect(SVGARect(x: 50, y: 1, width: 2, height: 1), cornerRadius: 0), Self.blue)
            }
            let (inside, last) = (try #require(result.inkBox), result.pixel(50, 1))
            #expect(inside[0] >= 5 && inside[0] + inside[2] <= 52 && last == .blue)
            #expect(result.pixel(8, 10).alpha == 255 && result.pixel(4, 10).alpha == 0 && result.pixel(12, 10).alpha == 0)
            #expect(result.pixel(8, 5).alpha == 0 && result.pixel(8, 14).alpha == 0)
        }
    }

    @Test("a picture in a round clip has a soft round edge and is opaque inside")
    func roundClip() throws {
        let image = try ReplacementImage(Pixmap(width: 20, height: 20, .red))
        let result = try drawn { context, _, _ in
            context.clip(to: .ellipse(centerX: 10, centerY: 10, radiusX: 10, radiusY: 10))
            context.draw(image, in: SVGARect(x: 0, y: 0, width: 20, height: 20))
        }
        #expect(result.inkBox == [0, 0, 20, 20])
        #expect(result.pixel(10, 10) == .red && result.pixel(0, 0) == .clear)
        #expect((1...254).contains(result.pixel(2, 3).alpha))
        let area = stride(from: 3, to: result.pixels.count, by: 4).reduce(0) { $0 + Double(result.pixels[$1]) / 255 }
        #expect((area - 314.16).magnitude < 2)
    }

    @Test("a clip inside of another leaves what both have in common, and an empty one nothing")
    func nestedClips() throws {
        let result = try drawn { context, _, _ in
            context.clip(to: .rect(SVGARect(x: 0, y: 0, width: 10, height: 10), cornerRadius: 0))
            context.clip(to: .rect(SVGARect(x: 6, y: 4, width: 10, height: 10), cornerRadius: 0))
            context.fill(.rect(Self.plate, cornerRadius: 0), Self.blue)
        }
        #expect(result.inkBox == [6, 4, 4, 6])
        let image = try ReplacementImage(Pixmap(width: 8, height: 4, .red))
        let nothing = try drawn { context, _, _ in
            context.clip(to: .path(SVGAPath()))
            context.fill(.rect(Self.plate, cornerRadius: 0), Self.blue)
            context.draw(image, in: Self.plate)
        }
        #expect(nothing.inkBox == nil)
    }

    @Test("the state of a drawing does not reach the next frame or sprite")
    func leftovers() throws {
        let movie = try WireMovie.tiny(
            width: 64, height: 32,
            sprites: [
                .one("a", .visible(layout: WireLayout(width: 60, height: 20))),
                .one("b.vector", .visible(.rect(20, 20, 10, 10, .fill(.green)))),
            ]
        ).read()
        var substitutions = Substitutions()
        substitutions.setDrawing(
            { context, _, _ in
                context.save()
                context.concatenate(.scale(x: 2, y: 2))
                context.clip(to: .rect(SVGARect(x: 0, y: 0, width: 1, height: 1), cornerRadius: 0))
                context.save()
            }, forKey: "a")
        let painter = try SVGAScene(movie, substitutions: substitutions).makePainter()
        for _ in 0..<3 {
            try painter.paint(frame: 0)
            #expect(painter.pixmap().inkBox == [20, 20, 10, 10])
        }
    }

    @Test("clip, text and picture fade with their sprite as a group")
    func fades() throws {
        let image = try ReplacementImage(Pixmap(width: 60, height: 20, .red))
        let result = try drawn(frame: .visible(alpha: 0.5, layout: WireLayout(width: 60, height: 20))) { context, _, _ in
            context.clip(to: .rect(SVGARect(x: 0, y: 0, width: 30, height: 20), cornerRadius: 0))
            context.fill(.rect(Self.plate, cornerRadius: 0), Self.blue)
            context.draw(image, in: Self.plate)
        }
        #expect(result.inkBox == [0, 0, 30, 20])
        #expect(result.pixel(10, 10) == Pixel(128, 0, 0, 128))
    }
}
