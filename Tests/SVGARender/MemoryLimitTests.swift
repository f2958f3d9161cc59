import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// ``ReadLimits/decodedBytes`` counts every picture in memory, including copies.
@Suite struct MemoryLimitTests {
    /// A bitmap of 10 × 10 pixels takes 480 bytes: 400 for pixels, and 8 for each row's ends.
    private static let bitmapBytes = 480

    private func movie(images: Int = 1, of picture: Pixmap, width: Float, height: Float) throws -> VideoEntity {
        let sprites = (0..<images).map { WireSprite.one("i\($0)", .visible(layout: WireLayout(width: width, height: height))) }
        return try WireMovie.tiny(images: (0..<images).map { try picture.payload("i\($0)") }, sprites: sprites).read()
    }

    /// The minimum ``ReadLimits/decodedBytes`` for preparing a movie.
    private func minimumBytes(
        _ movie: VideoEntity, filter: RenderOptions.Filter = .bilinear, _ substitutions: Substitutions = Substitutions()
    ) -> Int {
        var range = 0..<1 << 20
        while range.count > 1 {
            let middle = (range.lowerBound + range.upperBound) / 2
            var options = RenderOptions()
            options.filter = filter
            options.limits.decodedBytes = middle
            let isEnough = (try? SVGAScene(movie, options: options, substitutions: substitutions)) != nil
            range = isEnough ? range.lowerBound..<middle : middle..<range.upperBound
        }
        return range.upperBound
    }

    /// Ink only in the middle, so that no padded copy is made.
    private func framed(_ size: Int) -> Pixmap {
        var picture = Pixmap(width: size, height: size)
        picture.pixels[4 * (size / 2 * size + size / 2) + 3] = 255
        return picture
    }

    @Test("bitmaps with opaque edges are counted by their headers, before they are decoded")
    func plain() throws {
        #expect(minimumBytes(try movie(images: 3, of: framed(10), width: 10, height: 10)) == 3 * 4 * 10 * 10)
    }

    @Test("the padded copy of a bitmap with ink at its edges is counted")
    func padding() throws {
        let copy = 12 * 12 * 4 + 12 * 8
        #expect(minimumBytes(try movie(of: Pixmap(width: 10, height: 10, .red), width: 20, height: 20)) == Self.bitmapBytes + copy)
    }

    @Test("mipmaps are counted")
    func mipmaps() throws {
        // Too large for a padded copy; shown at a quarter of its size.
        let movie = try movie(of: Pixmap(width: 400, height: 400, .red), width: 100, height: 100)
        let plain = minimumBytes(movie)
        #expect(plain == 400 * 400 * 4 + 400 * 8)
        #expect(minimumBytes(movie, filter: .best) == plain + PreparedBitmap.maximumBytes(width: 100, height: 100))
    }

    @Test("an image that is substituted is counted with its padded copy, on top of the movie's own bitmaps")
    func image() throws {
        let layout = WireLayout(width: 16, height: 16)
        let movie = try WireMovie.tiny(
            images: [try framed(10).payload("own")],
            sprites: [.one("own", .visible(layout: layout)), .one("user", .visible(layout: layout))]
        ).read()
        var substitutions = Substitutions()
        substitutions.setImage(try ReplacementImage(Pixmap(width: 20, height: 10, .red)), forKey: "user")
        // Of the movie's own bitmap 3 × 3 pixels are stored.
        let own = 3 * 3 * 4 + 3 * 8
        let (picture, copy) = (20 * 10 * 4 + 10 * 8, 22 * 12 * 4 + 12 * 8)
        #expect(minimumBytes(movie, substitutions) == own + picture + copy)
    }

    @Test("a masked image and a text are counted before they are drawn", arguments: [false, true])
    func drawn(isText: Bool) throws {
        var substitutions = Substitutions()
        if isText {
            substitutions.setText("Ann", forKey: "i0")
        } else {
            substitutions.setImage(try ReplacementImage(Pixmap(width: 40, height: 40, .red)), mask: .circle, forKey: "i0")
        }
        let movie = try movie(of: framed(10), width: 1000, height: 1000)
        var options = RenderOptions()
        options.limits.decodedBytes = 4 * 100 * 100
        #expect(throws: SVGAError.self) { try SVGAScene(movie, options: options, substitutions: substitutions) }
        options.limits.decodedBytes = 8 << 20
        #expect(throws: Never.self) { try SVGAScene(movie, options: options, substitutions: substitutions) }
    }
}
