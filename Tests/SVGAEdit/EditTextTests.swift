import Foundation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGAEdit

@Suite struct EditTextTests {
    private static let fonts = try? FontSet(
        files: [TestFiles.root.appendingPathComponent("Tests/Fonts/LatinArabicHebrew.ttf").path], usesSystemFonts: false)
    private static let style = TextStyle(size: 9, color: SVGAColor(red: 1, green: 1, blue: 0), outlineColor: .black, outlineWidth: 1)

    private func edit(_ key: String, _ text: String = "Wag", style: TextStyle = style) throws -> MovieEdit {
        .setText(key: key, TextContent(text, style: style), fonts: try #require(Self.fonts))
    }

    private func substitutions(_ key: String, _ text: String = "Wag", style: TextStyle = style) throws -> Substitutions {
        var substitutions = Substitutions()
        substitutions.fonts = try #require(Self.fonts)
        substitutions.setText(TextContent(text, style: style), forKey: key)
        return substitutions
    }

    /// The largest difference of a channel between the edited movie and the movie that is rendered with the text.
    private func difference(_ movie: WireMovie, _ key: String, frame: Int = 0, style: TextStyle = style) throws -> Int {
        let edited = try movie.changed(try edit(key, style: style))
        let expected = try movie.frames([frame], try substitutions(key, style: style))[0]
        #expect(expected != (try movie.rendered(frame: frame)), "the text must be visible")
        return try edited.rendered(frame: frame).largestDifference(from: expected)
    }

    private func movie(_ frames: WireFrame..., matte: String = "", image: Pixel? = nil) throws -> WireMovie {
        let images = try image.map { [try Pixmap(width: 10, height: 5, $0).payload("name")] } ?? []
        let sprites = [WireSprite(imageKey: "name", matteKey: matte, frames: frames), .one("top.vector", .visible(.rect(20, 4, 6, 6)))]
        return WireMovie.tiny(width: 60, height: 40, frames: Int32(frames.count), images: images, sprites: sprites)
    }

    private let layout = WireLayout(x: 2, y: 3, width: 40, height: 16)
    private let turned = WireTransform(a: 0.9, b: 0.3, c: -0.3, d: 0.9, tx: 12, ty: 4)

    @Test func `a text looks as it does when rendered`() throws {
        #expect(try difference(try movie(.visible(layout: layout)), "name") <= 1)
        #expect(try difference(try movie(.visible(layout: layout), image: .green), "name") <= 1)
    }

    @Test func `it follows the transform, the clip path and the alpha of the sprite`() throws {
        let clip = "M 0 0 L 30 0 L 30 20 L 0 20 Z"
        #expect(try difference(try movie(.visible(layout: layout, transform: turned)), "name") <= 2)
        #expect(try difference(try movie(.visible(layout: layout, transform: turned, clip: clip)), "name") <= 2)
        #expect(try difference(try movie(.visible(alpha: 0.4, layout: layout, transform: turned)), "name") <= 2)
        let larger = WireTransform(a: 1.5, b: 0, c: 0, d: 1.5, tx: -3, ty: 2)
        #expect(try difference(try movie(.visible(layout: layout, transform: larger)), "name") <= 2)
    }

    @Test func `it is above the shapes of the sprite and below the next sprite`() throws {
        #expect(try difference(try movie(.visible(layout: layout, .rect(0, 0, 20, 20))), "name") <= 1)
        let edited = try movie(.visible(layout: layout)).changed(try edit("name"))
        #expect(edited.keys == ["name", "name-2", "top.vector"])
    }

    @Test func `the layout of the text has the size of its image in pixels`() throws {
        let edited = try movie(.visible(layout: layout, transform: turned)).changed(try edit("name"))
        let image = try #require(try edited.read().images.first { $0.key == "name-2" })
        let size = try #require(ImageDecoder.size(of: image))
        let layout = try #require(edited.sprites[1].frames[0].layout)
        #expect(layout == WireLayout(width: Float(size.width), height: Float(size.height)))
    }

    @Test func `a fading image contains the text, so that they fade together`() throws {
        let movie = try movie(
            .visible(layout: layout), .visible(alpha: 0.5, layout: layout, transform: turned), .visible(alpha: 0.5, layout: layout),
            image: .green)
        let edited = try movie.changed(try edit("name"))
        #expect(edited.keys == ["name", "top.vector"] && edited.images.map(\.key) == ["name"])
        #expect(try difference(movie, "name", frame: 2) <= 40, "the image of 10 × 5 pixels is resampled")
        let note = try movie.note(try edit("name"))
        #expect(note == "set the text of \"name\"; drew it into the image of 1 sprite, because it fades", "\(note)")
    }

    @Test func `a fading sprite with shapes is named, because its text fades separately`() throws {
        let note = try movie(.visible(alpha: 0.5, layout: layout, .rect(0, 0, 20, 20))).note(try edit("name"))
        #expect(note.contains("1 sprite with content below the text fades separately"), "\(note)")
    }

    @Test func `each size of a layout gets its own image, sprites of one size share it`() throws {
        var movie = try movie(.visible(layout: layout), .visible(layout: WireLayout(width: 30, height: 12)))
        movie.sprites.append(WireSprite(imageKey: "name.vector", frames: [.visible(layout: layout), .hidden]))
        let edited = try movie.changed(try edit("name"))
        #expect(edited.keys == ["name", "name-2", "name-3", "top.vector", "name.vector", "name-2"])
        #expect(edited.images.map(\.key) == ["name-2", "name-3"])
        for frame in 0..<2 { #expect(try difference(movie, "name", frame: frame) <= 1) }
        #expect(try movie.note(try edit("name")).contains("laid out for each of the 2 sizes of its layouts"))
    }

    @Test(arguments: [(500, Float(20)), (60, 800)])
    func `a text for many or large layouts is too much work`(count: Int, side: Float) throws {
        let frames = (0..<count).map { WireFrame.visible(layout: WireLayout(width: side + Float($0) / 50, height: side)) }
        let movie = WireMovie.tiny(width: 60, height: 40, frames: Int32(count), sprites: [WireSprite(imageKey: "name", frames: frames)])
        let error = #expect(throws: SVGAError.self) { try movie.changed(try edit("name")) }
        #expect(error?.limit?.name == "work")
    }

    @Test func `the text of a masked sprite is masked`() throws {
        var movie = try movie(.visible(layout: layout), matte: "m.matte")
        movie.sprites.insert(.one("m.matte", .visible(.rect(10, 0, 12, 30))), at: 0)
        #expect(try difference(movie, "name") <= 1)
    }

    @Test func `a shadow outside of the layout is kept`() throws {
        var style = Self.style
        style.shadow = TextShadow(color: .black, offsetX: 4, offsetY: 6, blur: 3)
        style.size = 14
        #expect(try difference(try movie(.visible(layout: WireLayout(x: 4, y: 4, width: 40, height: 14))), "name", style: style) <= 1)
    }

    @Test func `the sample's name plate looks as it does when rendered`() throws {
        let movie = try SVGADocument(path: TestFiles.root.appendingPathComponent("samples/gift.svga").path).movie
        let edited = try movie.changed(try edit("name", style: TextStyle(size: 30)))
        let numbers = [30, 50, 66, 80]
        let expected = try movie.frames(numbers, try substitutions("name", style: TextStyle(size: 30)))
        for (actual, expected) in zip(try edited.frames(numbers), expected) {
            #expect(StructuralSimilarity.compare(actual, expected) > 0.999)
        }
    }

    @Test func `remarks on the text are returned`() throws {
        var document = SVGADocument(movie: try movie(.visible(layout: layout)))
        let text = try document.change(try edit("name", "林 a")).text
        #expect(text?.missing == ["林"])
    }

    @Test func `an empty text and an unseen key add nothing`() throws {
        let movie = try movie(.visible(layout: layout))
        #expect(try movie.changed(try edit("name", "")) == movie)
        var document = SVGADocument(movie: try self.movie(.hidden))
        let summary = try document.change(try edit("name"))
        #expect(summary.isUnseen && document.movie.sprites.count == 2)
    }

    @Test func `a matte and an unknown key are refused`() throws {
        let movie = WireMovie.tiny(sprites: [.one("m.matte", .visible(.rect(0, 0, 4, 4)))])
        #expect(movie.refusal(changing: try edit("m"))?.kind == .invalidRequest)
        #expect(movie.refusal(changing: try edit("other"))?.description.contains("no sprite has the key \"other\"") == true)
    }
}
