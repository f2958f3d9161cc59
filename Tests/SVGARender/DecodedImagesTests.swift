import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

@testable import SVGARender

@Suite("Decoded images that movies share") struct DecodedImagesTests {
    private static func movie(_ payload: [UInt8]) throws -> VideoEntity {
        try WireMovie.tiny(
            images: [WireImage(key: "a", bytes: payload)],
            sprites: [.one("a", .visible(layout: WireLayout(width: 16, height: 16)))]
        ).read()
    }

    /// The bitmap of a movie's only image.
    private static func bitmap(_ payload: [UInt8], _ images: DecodedImages) throws -> PreparedBitmap {
        let scene = try PreparedMovie(movie(payload), limits: .default, sharing: images).scene()
        return try #require(scene.bitmaps[0]).base
    }

    private static let picture = Pixmap(width: 16, height: 16, .red)

    @Test func `movies with equal payloads share one bitmap`() throws {
        let (images, payload) = (DecodedImages(), try Self.picture.pngData())
        let (first, second) = (try Self.bitmap(payload, images), try Self.bitmap(payload, images))
        #expect(first === second)
        let other = try Self.bitmap(Pixmap(width: 16, height: 16, .blue).pngData(), images)
        #expect(other.pixmap() == Pixmap(width: 16, height: 16, .blue))
    }

    @Test func `a bitmap that no movie uses is released`() throws {
        let (images, payload) = (DecodedImages(), try Self.picture.pngData())
        weak let bitmap = try Self.bitmap(payload, images)
        #expect(bitmap == nil)
    }

    @Test func `different payloads share a bitmap only if their pixels are equal, and only on request`() throws {
        let (small, large) = (try Self.picture.pngData(), try Self.picture.pngData(PNGEncoder(effort: 0)))
        var changed = Self.picture
        changed.pixels[4 * 17] = 0
        try #require(small != large)
        let images = DecodedImages(sharesEqualPixels: true)
        let first = try Self.bitmap(small, images)
        #expect(try Self.bitmap(large, images) === first)
        #expect(try Self.bitmap(changed.pngData(), images) !== first)
        let strict = DecodedImages()
        let second = try Self.bitmap(small, strict)
        #expect(try Self.bitmap(large, strict) !== second)
    }
}
