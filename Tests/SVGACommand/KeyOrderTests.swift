import SVGAFormat
import SVGAModel
import SVGARender
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("The order of keys") struct KeyOrderTests {
    private func sorted(images: [String], sprites: [String]) throws -> [String] {
        let movie = WireMovie.tiny(
            images: images.map { WireImage(key: $0, bytes: CommandFixtures.png) }, sprites: sprites.map { .one($0, .visible()) })
        return KeyOrder(CommandFixtures.report(try movie.read())).sorted.map(\.key)
    }

    @Test("bitmaps come before drawings, drawings before masks")
    func kinds() throws {
        #expect(try sorted(images: ["a"], sprites: ["m.matte", "v.vector", "a"]) == ["a", "v", "m"])
    }

    @Test("names a designer gave come before hashes, numbered images and numbered series")
    func madeUp() throws {
        let names = ["img_12", "6d8c5a8dc55f8395942", "fx_0001", "fx_0002", "fx_0003", "user1", "user2", "avatar", "007"]
        #expect(
            try sorted(images: names, sprites: names) == [
                "user1", "user2", "avatar", "img_12", "6d8c5a8dc55f8395942", "fx_0001", "fx_0002", "fx_0003", "007",
            ])
    }

    @Test("keys follow the order of the images")
    func images() throws {
        #expect(try sorted(images: ["b", "a"], sprites: ["a", "b"]) == ["b", "a"])
    }
}
