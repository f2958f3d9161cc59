import SVGAImage
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

/// JPEG, WebP, GIF and BMP.
@Suite struct ImageFormatTests {
    private static let palette: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [10, 20, 30]]

    // MARK: JPEG

    @Test(arguments: [false, true])
    func `a JPEG of one color comes back within its loss`(isProgressive: Bool) throws {
        let samples = [[UInt8]](repeating: [200, 100, 50], count: 64).flatMap(\.self)
        let bytes = ImageFixtures.jpeg(width: 8, height: 8, samples: samples, isProgressive: isProgressive)
        for pixel in try pixels(ImageFixtures.entity(.jpeg, bytes)) { expect(pixel, near: [200, 100, 50, 255]) }
    }

    @Test func `the pixels of a JPEG are where they belong`() throws {
        let samples: [UInt8] = (0..<16 * 8).flatMap { $0 % 16 < 8 ? [255, 0, 0] : [0, 0, 255] }
        let result = try ImageDecoder.decode(ImageFixtures.entity(.jpeg, ImageFixtures.jpeg(width: 16, height: 8, samples: samples)))
        #expect(result.width == 16 && result.height == 8)
        #expect(result[2, 4].red > 250 && result[2, 4].blue < 5)
        #expect(result[13, 4].red < 5 && result[13, 4].blue > 250)
    }

    @Test func `a gray JPEG`() throws {
        let bytes = ImageFixtures.jpeg(width: 8, height: 8, color: .gray, samples: [UInt8](repeating: 77, count: 64))
        for pixel in try pixels(ImageFixtures.entity(.jpeg, bytes)) { expect(pixel, near: [77, 77, 77, 255]) }
    }

    @Test func `a CMYK JPEG holds inverted inks`() throws {
        let samples = [[UInt8]](repeating: [255, 128, 0, 200], count: 64).flatMap(\.self)
        let bytes = ImageFixtures.jpeg(width: 8, height: 8, color: .cmyk, samples: samples)
        for pixel in try pixels(ImageFixtures.entity(.jpeg, bytes)) { expect(pixel, near: [200, 100, 0, 255]) }
    }

    private func expect(_ pixel: [UInt8], near expected: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        let differences = zip(pixel, expected).map { abs(Int($0) - Int($1)) }
        #expect(differences.allSatisfy { $0 <= 3 }, "\(pixel) is not \(expected)", sourceLocation: sourceLocation)
    }

    // MARK: WebP

    @Test func `a lossless WebP with alpha`() throws {
        let bytes = ImageFixtures.webp(width: 2, height: 1, rgba: [255, 100, 1, 128, 9, 8, 7, 255])
        #expect(try pixels(ImageFixtures.entity(.webp, bytes)) == [[128, 50, 1, 128], [9, 8, 7, 255]])
    }

    @Test func `a lossy WebP comes back within its loss`() throws {
        let rgba = [[UInt8]](repeating: [200, 100, 50, 255], count: 256).flatMap(\.self)
        let bytes = ImageFixtures.webp(width: 16, height: 16, rgba: rgba, quality: 95)
        for pixel in try pixels(ImageFixtures.entity(.webp, bytes)) { expect(pixel, near: [200, 100, 50, 255]) }
    }

    @Test func `an animated WebP is its first frame at its position`() throws {
        let bytes = ImageFixtures.animatedWebP(
            width: 5, height: 4, frameX: 2, frameY: 2, frameWidth: 2, frameHeight: 1, rgba: [1, 2, 3, 255, 4, 5, 6, 255])
        let image = ImageFixtures.entity(.webp, bytes)
        let size = try #require(ImageDecoder.size(of: image))
        #expect(size == (5, 4))
        var expected = [[UInt8]](repeating: [0, 0, 0, 0], count: 20)
        expected[12] = [1, 2, 3, 255]
        expected[13] = [4, 5, 6, 255]
        #expect(try pixels(image) == expected)
    }

    // MARK: GIF

    @Test func `the frame of a GIF is at its position and has transparent pixels`() throws {
        let bytes = ImageFixtures.gif(
            width: 4, height: 3, left: 1, top: 1, frameWidth: 2, frameHeight: 2, indices: [0, 1, 2, 3], palette: Self.palette,
            transparentIndex: 1)
        let none: [UInt8] = [0, 0, 0, 0]
        #expect(
            try pixels(ImageFixtures.entity(.gif, bytes)) == [
                none, none, none, none,
                none, [255, 0, 0, 255], none, none,
                none, [0, 0, 255, 255], [10, 20, 30, 255], none,
            ])
    }

    @Test func `the rows of an interlaced GIF are put in order`() throws {
        let indices = (0..<19).map { UInt8($0 % 4) }
        func decode(_ isInterlaced: Bool) throws -> [[UInt8]] {
            let bytes = ImageFixtures.gif(
                width: 1, height: 19, frameWidth: 1, frameHeight: 19, indices: indices, palette: Self.palette, isInterlaced: isInterlaced)
            return try pixels(ImageFixtures.entity(.gif, bytes))
        }
        let expected = indices.map { Self.palette[Int($0)] + [255] }
        #expect(try decode(false) == expected)
        #expect(try decode(true) == expected)
    }

    @Test func `what of a GIF's frame lies outside of the canvas is cut off`() throws {
        let bytes = ImageFixtures.gif(
            width: 2, height: 2, left: 1, top: 1, frameWidth: 3, frameHeight: 3, indices: [2, 0, 0, 0, 0, 0, 0, 0, 0], palette: Self.palette
        )
        let none: [UInt8] = [0, 0, 0, 0]
        #expect(try pixels(ImageFixtures.entity(.gif, bytes)) == [none, none, none, [0, 0, 255, 255]])
    }

    // MARK: BMP

    @Test(arguments: [false, true])
    func `a BMP of 24 bits from the bottom and from the top`(isTopDown: Bool) throws {
        let rows: [[UInt8]] = [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]]
        let bytes = ImageFixtures.bmp(width: 2, height: 2, bitsPerPixel: 24, rows: rows, isTopDown: isTopDown)
        #expect(
            try pixels(ImageFixtures.entity(.bmp, bytes)) == [[3, 2, 1, 255], [6, 5, 4, 255], [9, 8, 7, 255], [12, 11, 10, 255]])
    }

    @Test func `a BMP of 32 bits without masks is opaque`() throws {
        let bytes = ImageFixtures.bmp(width: 2, height: 1, bitsPerPixel: 32, rows: [[1, 2, 3, 0, 4, 5, 6, 99]])
        #expect(try pixels(ImageFixtures.entity(.bmp, bytes)) == [[3, 2, 1, 255], [6, 5, 4, 255]])
    }

    @Test func `a BMP with a mask for alpha is translucent`() throws {
        let bytes = ImageFixtures.bmp(
            width: 1, height: 1, bitsPerPixel: 32, rows: [[255, 128, 0, 51]], masks: [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000])
        #expect(try pixels(ImageFixtures.entity(.bmp, bytes)) == [[51, 26, 0, 51]])
    }

    @Test func `a BMP with a palette`() throws {
        let bytes = ImageFixtures.bmp(width: 3, height: 1, bitsPerPixel: 8, rows: [[3, 0, 2]], palette: Self.palette)
        #expect(try pixels(ImageFixtures.entity(.bmp, bytes)) == [[10, 20, 30, 255], [255, 0, 0, 255], [0, 0, 255, 255]])
    }
}
