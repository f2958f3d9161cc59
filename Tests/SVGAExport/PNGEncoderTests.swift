import SVGAExport
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@Suite struct PNGEncoderTests {
    @Test(arguments: [0, 1, 6, 9])
    func `what is encoded at any level decodes to the same pixels`(level: Int) throws {
        let pixels = (0..<31 * 17 * 4).map { $0 % 4 == 3 ? UInt8(255) : UInt8(truncatingIfNeeded: $0 &* 31) }
        let png = try pixels.withUnsafeBytes { try PNGEncoder(level: level).encode($0, width: 31, height: 17) }
        #expect(try ImageDecoder.decode(ImageFixtures.entity(.png, png)).pixels == pixels)
    }

    @Test func `a pixmap survives PNG and back exactly, whatever its alpha`() throws {
        // Every valid premultiplied pixel: colour up to alpha.
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
                // Colours above alpha are no valid input, but must not crash.
                let exact = min(255, (Double(color) * 255 / Double(alpha)).rounded())
                if straight[4 * (256 * alpha + color)] != UInt8(exact) { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test func `what is wholly transparent has no colour`() {
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
