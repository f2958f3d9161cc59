import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// Rules of rendering, section 4: clip paths.
@Suite("Clip paths") struct ClipConformanceTests {
    private func clipped(_ clip: String, transform: WireTransform? = nil) throws -> Pixmap {
        try WireMovie.tiny(
            images: [try Pixmap(width: 16, height: 16, .red).payload("a")],
            sprites: [.one("a", .visible(transform: transform, clip: clip, .rect(8, 0, 8, 16, .fill(.blue))))]
        ).rendered()
    }

    @Test("a clip path cuts bitmap and shapes")
    func both() throws {
        let result = try clipped("M4 4H12V12H4Z")
        #expect(result.inkBox == [4, 4, 8, 8])
        #expect(result.pixel(4, 4) == .red)
        #expect(result.pixel(11, 4) == .blue)
    }

    @Test("a clip path lies in the sprite's space")
    func transformed() throws {
        #expect(try clipped("M0 0H4V4H0Z", transform: WireTransform(a: 2, d: 2, tx: 2, ty: 4)).inkBox == [2, 4, 8, 8])
    }

    @Test("an empty clip path is none")
    func empty() throws {
        #expect(try clipped("").inkBox == [0, 0, 16, 16])
    }

    @Test("a clip path with nothing drawable in it clips everything away", arguments: ["M4 4", "undefined", " ", "M0 0Z"])
    func nothing(clip: String) throws {
        #expect(try clipped(clip).inkBox == nil)
    }

    @Test("winding is nonzero: a hole needs the other direction")
    func nonzero() throws {
        let same = try clipped("M0 0H16V16H0Z M4 4H12V12H4Z")
        #expect(same.pixel(8, 8).alpha == 255)
        let opposite = try clipped("M0 0H16V16H0Z M4 4V12H12V4Z")
        #expect(opposite.pixel(8, 8) == .clear)
        #expect(opposite.pixel(2, 2) == .red)
    }

    @Test("a clip path's edge is antialiased")
    func antialiased() throws {
        let result = try clipped("M0 0H4.5V16H0Z")
        #expect(result.pixel(3, 8) == .red)
        #expect((120...136).contains(result.pixel(4, 8).alpha))
        #expect(result.pixel(5, 8) == .clear)
    }

    @Test("a clip path of one frame does not reach into the next sprite")
    func contained() throws {
        let movie = WireMovie.tiny(
            sprites: [
                .one("a.vector", .visible(clip: "M0 0H4V4H0Z", .rect(0, 0, 16, 16))),
                .one("b.vector", .visible(.rect(0, 8, 16, 8, .fill(.blue)))),
            ])
        let result = try movie.rendered()
        #expect(result.pixel(2, 2) == .red)
        #expect(result.pixel(8, 4) == .clear)
        #expect(result.pixel(15, 15) == .blue)
    }
}
