import SVGAExport
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@Suite struct PNGEncoderTests {
    @Test(arguments: 0...6)
    func `what is encoded with any effort decodes to the same pixels`(effort: Int) throws {
        let pixels = (0..<31 * 17 * 4).map { $0 % 4 == 3 ? UInt8(255) : UInt8(truncatingIfNeeded: $0 &* 31) }
        let png = try pixels.withUnsafeBytes { try PNGEncoder(effort: effort).encode($0, width: 31, height: 17) }
        #expect(try ImageDecoder.decode(ImageFixtures.entity(.png, png)).pixels == pixels)
    }

    /// The color type and the bits of a sample that a picture is written with.
    private func layout(_ png: [UInt8]) -> [Int] { [Int(png[25]), Int(png[24])] }

    private func png(_ colors: [UInt32], width: Int = 64, effort: Int? = nil) throws -> (bytes: [UInt8], isExact: Bool) {
        let pixels = (0..<width * width).map { colors[($0 &* 7919 &+ $0 / 50) % colors.count] }
        let bytes = try pixels.withUnsafeBytes { try PNGEncoder(effort: effort).encode($0, width: width, height: width) }
        return (bytes, PNGPicture(png: bytes, limits: .default)?.pixels == pixels)
    }

    @Test(arguments: [
        (2, 3, 1), (4, 3, 2), (16, 3, 4), (17, 3, 8), (256, 3, 8), (257, 6, 8),
    ])
    func `colors that fit a palette are written with one, in the fewest bits`(count: Int, type: Int, bits: Int) throws {
        let colors = (0..<count).map { number -> UInt32 in 0x8000_0000 | UInt32(number) * 7777 }
        let (bytes, isExact) = try png(colors)
        #expect(layout(bytes) == [type, bits] && isExact)
    }

    @Test func `gray, gray with alpha, and opaque pictures are written as such`() throws {
        let shades = (0..<200).map { number -> UInt32 in UInt32(number) * 0x01_0101 | 0xFF00_0000 }
        let soft = (0..<2000).map { number -> UInt32 in UInt32(number % 200) * 0x01_0101 | UInt32(number / 10 + 1) << 24 }
        let opaque = (0..<2000).map { number -> UInt32 in UInt32(number) * 7777 | 0xFF00_0000 }
        for (colors, expected) in [(shades, [0, 8]), (soft, [4, 8]), (opaque, [2, 8])] {
            let (bytes, isExact) = try png(colors)
            #expect(layout(bytes) == expected && isExact)
        }
    }

    @Test func `random pictures of all kinds come back exactly with any effort`() throws {
        var generator = SeededGenerator(state: 13)
        for round in 0..<70 {
            let count = [1, 2, 3, 17, 200, 256, 257, 3000][round % 8]
            let mask: UInt32 = [0xFFFF_FFFF, 0xFF0F_0F0F, 0xF0F0_F0F0][round % 3]
            let isGray = round % 5 == 0
            let isOpaque = round % 4 == 0
            let colors = (0..<count).map { _ -> UInt32 in
                var color = UInt32(truncatingIfNeeded: generator.next()) & mask
                if isGray { color = color & 0xFF00_0000 | (color & 0xFF) * 0x01_0101 }
                if isOpaque { color |= 0xFF00_0000 }
                return color >> 24 == 0 ? 0 : color
            }
            let (_, isExact) = try png(colors, width: 1 + Int(generator.next() % 90), effort: round % 7)
            #expect(isExact, "round \(round)")
        }
    }

    @Test func `more effort makes a drawing smaller`() throws {
        // Soft discs on nothing: what movies are made of.
        let side = 160
        let pixels = (0..<side * side).map { index -> UInt32 in
            let (x, y) = (Double(index % side % 80) - 40, Double(index / side % 80) - 40)
            let alpha = UInt32(max(0, min(255, (35 - (x * x + y * y).squareRoot()) * 100)))
            return alpha == 0 ? 0 : alpha << 24 | UInt32(index / side) << 8 | 0x30
        }
        let sizes = try [0, 3, 6].map { effort in
            try pixels.withUnsafeBytes { try PNGEncoder(effort: effort).encode($0, width: side, height: side).count }
        }
        #expect(sizes[0] > sizes[1] && sizes[1] > sizes[2], "\(sizes)")
    }

    @Test func `a pixmap survives PNG and back exactly, whatever its alpha`() throws {
        // Every valid premultiplied pixel: color up to alpha.
        var pixmap = Pixmap(width: 256, height: 256)
        for alpha in 0..<256 {
            for color in 0...alpha {
                let i = 4 * (256 * alpha + color)
                pixmap.pixels.replaceSubrange(i..<i + 4, with: [UInt8(color), UInt8(alpha - color), UInt8(color / 2), UInt8(alpha)])
            }
        }
        let decoded = try ImageDecoder.decode(ImageFixtures.entity(.png, try pixmap.pngData()))
        #expect(decoded == pixmap)
    }

    @Test func `straight pixels are rounded to nearest and never overflow`() {
        var pixmap = Pixmap(width: 256, height: 256)
        for i in 0..<65_536 { pixmap.pixels.replaceSubrange(4 * i..<4 * i + 4, with: [UInt8(i % 256), 0, 0, UInt8(i / 256)]) }
        let straight = pixmap.straightPixels()
        var wrong = 0
        for alpha in 1..<256 {
            for color in 0..<256 {
                // Colors above alpha are no valid input, but must not crash.
                let exact = min(255, (Double(color) * 255 / Double(alpha)).rounded())
                if straight[4 * (256 * alpha + color)] != UInt8(exact) { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test func `fully transparent pixels have no color`() {
        let pixmap = Pixmap(width: 1, height: 1, pixels: [1, 2, 3, 0])
        #expect(pixmap.straightPixels() == [0, 0, 0, 0])
    }

    @Test func `a pixmap is written as a PNG file`() throws {
        let folder = TemporaryFolder()
        let pixmap = Pixmap(width: 2, height: 1, pixels: [10, 20, 30, 255, 5, 5, 5, 10])
        try pixmap.writePNG(to: "\(folder.path)/a.png")
        let bytes = try #require(folder.read("a.png"))
        #expect(try ImageDecoder.decode(ImageFixtures.entity(.png, bytes)) == pixmap)
        #expect(folder.contents() == ["a.png"])
    }
}
