import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@Suite("Replaceable keys") struct ReplaceableKeyTests {
    private func keys(frames: Int32 = 1, images: [WireImage] = [], _ sprites: WireSprite...) throws -> [ReplaceableKey] {
        let prepared = PreparedMovie(try WireMovie.tiny(frames: frames, images: images, sprites: sprites).read())
        let keys = prepared.keys
        #expect(prepared.decodedImages == 0)
        return keys
    }

    @Test("a key holds all sprites that it replaces, in the order of their first ones; sprites without a key are none")
    func order() throws {
        let keys = try keys(.one("b.vector", .visible()), .one("", .visible()), .one("a", .visible()), .one("b", .visible()))
        #expect(keys.map(\.key) == ["b", "a"])
        #expect(keys.map(\.sprites) == [[0, 3], [2]])
    }

    @Test("what a key takes is what its sprites show")
    func kinds() throws {
        let keys = try keys(
            images: [try Pixmap(width: 4, height: 3, .red).payload("i"), try Pixmap(width: 2, height: 2, .red).payload("m")],
            .one("m.matte", .visible()), .one("i", .visible()), .one("v.vector", .visible()), .one("nothing", .visible()))
        #expect(keys.map(\.kind) == [.matte, .bitmap, .vector, .vector])
        #expect(keys.map(\.imageSize) == [SVGASize(width: 2, height: 2), SVGASize(width: 4, height: 3), nil, nil])
        #expect(keys.map(\.imageIndex).compactMap(\.self).count == 2)
    }

    @Test("a key is measured by the largest layout that is visible")
    func layout() throws {
        let small = WireFrame.visible(layout: WireLayout(width: 2, height: 3))
        let large = WireFrame.visible(layout: WireLayout(x: 1, y: 1, width: 5, height: 4))
        let hidden = WireFrame.visible(alpha: 0, layout: WireLayout(width: 50, height: 50))
        let keys = try keys(frames: 3, .one("a", small, large, hidden), .one("a", small), .one("b", hidden))
        #expect(keys.map(\.layoutSize) == [SVGASize(width: 5, height: 4), nil])
    }

    @Test("the visible frames of all sprites are listed in order and separately, none past the movie's end")
    func visibleFrames() throws {
        let (on, off) = (WireFrame.visible(), WireFrame.hidden)
        let keys = try keys(
            frames: 8, images: [try Pixmap(width: 4, height: 4, .red).payload("a")], .one("a", off, off, off, off, off, on, on, on, on),
            .one("a", on, on, off, on), .one("a", off, off, off, on, on),
            .one("never", off))
        #expect(keys.map(\.visibleFrames) == [[0..<2, 3..<8], []])
    }
}
