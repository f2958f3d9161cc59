import SVGAImage
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

/// The pixels of a picture.
func pixels(_ image: ImageEntity) throws -> [[UInt8]] {
    let bytes = try ImageDecoder.decode(image).pixels
    return stride(from: 0, to: bytes.count, by: 4).map { Array(bytes[$0..<$0 + 4]) }
}

@Suite struct ImagePNGTests {
    private func pixels(
        width: Int, height: Int, color: ImageFixtures.PNGColor, depth: UInt8 = 8, samples: [UInt8], palette: [[UInt8]] = [],
        paletteAlpha: [UInt8] = [], transparentColor: [UInt16]? = nil
    ) throws -> [[UInt8]] {
        let bytes = ImageFixtures.png(
            width: width, height: height, color: color, depth: depth, samples: samples, palette: palette, paletteAlpha: paletteAlpha,
            transparentColor: transparentColor)
        return try SVGAImageTests.pixels(ImageFixtures.entity(.png, bytes))
    }

    @Test func `RGBA is premultiplied and rounded to nearest`() throws {
        let samples: [UInt8] = [255, 100, 1, 128, 200, 100, 50, 255, 255, 255, 255, 0, 10, 20, 30, 127]
        #expect(
            try pixels(width: 2, height: 2, color: .rgba, samples: samples)
                == [[128, 50, 1, 128], [200, 100, 50, 255], [0, 0, 0, 0], [5, 10, 15, 127]])
    }

    @Test func `every color with every alpha is premultiplied exactly`() throws {
        let samples: [UInt8] = (UInt8.min...255).flatMap { alpha in (UInt8.min...255).flatMap { [$0, 255 - $0, 255, alpha] as [UInt8] } }
        let result = try pixels(width: 256, height: 256, color: .rgba, samples: samples)
        func product(_ color: Int, _ alpha: Int) -> UInt8 { UInt8((color * alpha + 127) / 255) }
        let wrong = (0..<65_536).filter { i in
            let (color, alpha) = (i % 256, i / 256)
            let expected = [product(color, alpha), product(255 - color, alpha), UInt8(alpha), UInt8(alpha)]
            return result[i] != expected
        }
        #expect(wrong == [])
    }

    @Test(arguments: [1: 0b0110_0000, 2: 0b0011_1100] as [UInt8: UInt8])
    func `gray of few bits is scaled to 0 to 255`(depth: UInt8, packed: UInt8) throws {
        let expected: [UInt8] = [0, 255, 255, 0]
        let result = try pixels(width: 4, height: 1, color: .gray, depth: depth, samples: [packed])
        #expect(result == expected.map { [$0, $0, $0, 255] })
    }

    @Test func `gray of 4, 8 and 16 bits`() throws {
        #expect(try pixels(width: 2, height: 1, color: .gray, depth: 4, samples: [0x3F]) == [[51, 51, 51, 255], [255, 255, 255, 255]])
        #expect(try pixels(width: 1, height: 2, color: .gray, samples: [7, 200]) == [[7, 7, 7, 255], [200, 200, 200, 255]])
        #expect(try pixels(width: 1, height: 1, color: .gray, depth: 16, samples: native([0x1234])) == [[0x12, 0x12, 0x12, 255]])
    }

    @Test func `gray with alpha of 8 and 16 bits`() throws {
        #expect(
            try pixels(width: 2, height: 1, color: .grayAlpha, samples: [100, 255, 100, 51]) == [[100, 100, 100, 255], [20, 20, 20, 51]])
        #expect(
            try pixels(width: 1, height: 1, color: .grayAlpha, depth: 16, samples: native([0xC8FF, 0x8001])) == [[100, 100, 100, 128]])
    }

    @Test func `RGB of 8 and 16 bits`() throws {
        #expect(try pixels(width: 1, height: 1, color: .rgb, samples: [1, 2, 3]) == [[1, 2, 3, 255]])
        #expect(
            try pixels(width: 1, height: 1, color: .rgb, depth: 16, samples: native([0x0102, 0x7FFF, 0xFF00])) == [[1, 127, 255, 255]])
    }

    @Test func `RGBA of 16 bits`() throws {
        let samples = native([0xFFFF, 0x8000, 0, 0x80FF])
        #expect(try pixels(width: 1, height: 1, color: .rgba, depth: 16, samples: samples) == [[128, 64, 0, 128]])
    }

    @Test func `a color named by tRNS is transparent in gray and RGB`() throws {
        #expect(
            try pixels(width: 2, height: 1, color: .gray, samples: [9, 10], transparentColor: [9]) == [[0, 0, 0, 0], [10, 10, 10, 255]])
        let rgb = try pixels(width: 2, height: 1, color: .rgb, samples: [1, 2, 3, 1, 2, 4], transparentColor: [1, 2, 3])
        #expect(rgb == [[0, 0, 0, 0], [1, 2, 4, 255]])
        let deep = try pixels(width: 2, height: 1, color: .gray, depth: 16, samples: native([0x1234, 0x1235]), transparentColor: [0x1234])
        #expect(deep == [[0, 0, 0, 0], [0x12, 0x12, 0x12, 255]])
    }

    @Test(arguments: [1: 0b0100_0000, 2: 0b0001_0000, 4: 0x01] as [UInt8: UInt8])
    func `a palette of few bits`(depth: UInt8, packed: UInt8) throws {
        let result = try pixels(
            width: 2, height: 1, color: .palette, depth: depth, samples: [packed], palette: [[10, 20, 30], [40, 50, 60]])
        #expect(result == [[10, 20, 30, 255], [40, 50, 60, 255]])
    }

    @Test func `a palette with alpha for its first colors`() throws {
        let result = try pixels(
            width: 3, height: 1, color: .palette, samples: [2, 1, 0], palette: [[255, 0, 0], [0, 255, 0], [0, 0, 255]],
            paletteAlpha: [0, 51])
        #expect(result == [[0, 0, 255, 255], [0, 51, 0, 51], [0, 0, 0, 0]])
    }

    @Test func `an index without a color is black`() throws {
        let result = try pixels(
            width: 2, height: 1, color: .palette, samples: [1, 2], palette: [[1, 2, 3], [4, 5, 6]], paletteAlpha: [0])
        #expect(result == [[4, 5, 6, 255], [0, 0, 0, 255]])
    }

    @Test func `an interlaced palette`() throws {
        let bytes = ImageFixtures.png(
            width: 3, height: 1, color: .palette, samples: [1, 0, 1], palette: [[255, 0, 0], [0, 255, 0]], paletteAlpha: [51],
            isInterlaced: true)
        #expect(try SVGAImageTests.pixels(ImageFixtures.entity(.png, bytes)) == [[0, 255, 0, 255], [51, 0, 0, 51], [0, 255, 0, 255]])
    }

    @Test func `an interlaced picture is the same as one that is not`() throws {
        let samples = (0..<13 * 11 * 4).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        func decode(_ isInterlaced: Bool) throws -> Pixmap {
            let bytes = ImageFixtures.png(width: 13, height: 11, samples: samples, isInterlaced: isInterlaced)
            return try ImageDecoder.decode(ImageFixtures.entity(.png, bytes))
        }
        #expect(try decode(true) == decode(false))
    }

    private func native(_ samples: [UInt16]) -> [UInt8] {
        samples.withUnsafeBytes { [UInt8]($0) }
    }
}
