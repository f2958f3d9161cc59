import SVGAImage
import SVGAPixels
import TestSupport
import Testing

@testable import SVGAEmulation

@Suite("Copies of bitmaps as players sample them") struct HalvedBitmapTests {
    /// Colors that differ everywhere, with transparent rows and columns around them.
    private static func picture(width: Int, height: Int, margin: Int) -> Pixmap {
        var picture = Pixmap(width: width, height: height)
        for y in margin..<height - margin {
            for x in margin..<width - margin {
                let offset = 4 * (y * width + x)
                let alpha = 100 + (x * 7 + y * 3) % 156
                picture.pixels[offset + 3] = UInt8(alpha)
                for channel in 0..<3 { picture.pixels[offset + channel] = UInt8((x * 31 + y * 17 + channel * 71) % (alpha + 1)) }
            }
        }
        return picture
    }

    @Test(arguments: [0, 1, 5]) func `each pixel of a halved bitmap is the average of four`(margin: Int) throws {
        let source = Self.picture(width: 24, height: 18, margin: margin)
        let half = try PreparedBitmap.prepare(source).halved().pixmap()
        #expect(half.width == 12 && half.height == 9)
        for y in 0..<9 {
            for x in 0..<12 {
                for channel in 0..<4 {
                    func value(_ x: Int, _ y: Int) -> Int { Int(source.pixels[4 * (y * 24 + x) + channel]) }
                    let sum = value(2 * x, 2 * y) + value(2 * x + 1, 2 * y) + value(2 * x, 2 * y + 1) + value(2 * x + 1, 2 * y + 1)
                    #expect(Int(half.pixels[4 * (y * 12 + x) + channel]) == (sum + 2) / 4, "\(x), \(y), \(channel)")
                }
            }
        }
    }

    @Test func `an odd side is halved to the next larger number`() throws {
        let half = try PreparedBitmap.prepare(Self.picture(width: 5, height: 3, margin: 0)).halved()
        #expect(half.width == 3 && half.height == 2)
    }

    @Test func `reduced colors have 5, 6 and 5 bits`() throws {
        var source = Pixmap(width: 2, height: 1, .white)
        source.pixels = [0x87, 0x87, 0x87, 0xFF, 0x07, 0x03, 0x07, 0xFF]
        let reduced = try PreparedBitmap.prepare(source).reducedTo565()
        #expect(reduced.pixmap().pixels == [0x84, 0x86, 0x84, 0xFF, 0, 0, 0, 0xFF])
    }
}
