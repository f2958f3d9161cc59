import SVGAImage
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

@Suite struct ImagePreparedBitmapTests {
    /// A picture made from letters: `.` transparent, `#` opaque white, `+` white with alpha 128.
    private func prepare(_ rows: [String]) throws -> PreparedBitmap {
        let rgba = rows.joined().flatMap { letter -> [UInt8] in
            switch letter {
            case "#": [255, 255, 255, 255]
            case "+": [255, 255, 255, 128]
            default: [9, 9, 9, 0]
            }
        }
        let bytes = ImageFixtures.png(width: rows[0].count, height: rows.count, samples: rgba)
        return try ImageDecoder.prepare(ImageFixtures.entity(.png, bytes))
    }

    private func words(_ bitmap: PreparedBitmap) -> [UInt32] {
        Array(UnsafeBufferPointer(start: bitmap.pixels, count: bitmap.ink.width * bitmap.ink.height))
    }

    private func ink(_ bitmap: PreparedBitmap) -> [Int] {
        [bitmap.ink.x, bitmap.ink.y, bitmap.ink.width, bitmap.ink.height]
    }

    /// Left, top, right, bottom.
    private func edges(_ bitmap: PreparedBitmap) -> [Bool] {
        [bitmap.touches.left, bitmap.touches.top, bitmap.touches.right, bitmap.touches.bottom]
    }

    @Test func `visible pixels inside of the picture are stored with a margin of one pixel`() throws {
        let bitmap = try prepare([
            ".......",
            ".......",
            "...#+..",
            ".......",
            "..+....",
            ".......",
            ".......",
        ])
        #expect((bitmap.width, bitmap.height) == (7, 7))
        #expect(ink(bitmap) == [1, 1, 5, 5])
        #expect(edges(bitmap) == [false, false, false, false])
        #expect(bitmap.rowStart == [0, 2, 0, 1, 0])
        #expect(bitmap.rowEnd == [0, 4, 0, 2, 0])
        #expect(!bitmap.isOpaque && !bitmap.isEmpty)
        #expect(bitmap.strideBytes == 20)
        let (white, half): (UInt32, UInt32) = (0xFFFF_FFFF, 0x8080_8080)
        #expect(
            words(bitmap) == [
                0, 0, 0, 0, 0,
                0, 0, white, half, 0,
                0, 0, 0, 0, 0,
                0, half, 0, 0, 0,
                0, 0, 0, 0, 0,
            ])
    }

    @Test func `visible pixels at an edge have no margin`() throws {
        let bitmap = try prepare(["....", "#...", "+#.."])
        #expect(ink(bitmap) == [0, 0, 3, 3])
        #expect(edges(bitmap) == [true, false, false, true])
        let other = try prepare(["..##", "....", "...."])
        #expect(ink(other) == [1, 0, 3, 2])
        #expect(edges(other) == [false, true, true, false])
    }

    @Test func `a transparent picture stores nothing`() throws {
        let bitmap = try prepare(["...", "..."])
        #expect(bitmap.isEmpty && bitmap.pixels == nil && bitmap.memoryBytes == 0)
        #expect((bitmap.width, bitmap.height) == (3, 2))
        #expect(bitmap.pixmap() == Pixmap(width: 3, height: 2))
    }

    @Test func `opaque means every pixel of the entire picture`() throws {
        #expect(try prepare(["##", "##"]).isOpaque)
        #expect(try !prepare(["##", "#+"]).isOpaque)
        #expect(try !prepare(["##", ".."]).isOpaque)
        #expect(try !prepare(["..", "##"]).isOpaque)
    }

    @Test func `the words are 0xAARRGGBB`() throws {
        let bytes = ImageFixtures.png(width: 1, height: 1, samples: [0x11, 0x22, 0x33, 0xFF])
        #expect(try words(ImageDecoder.prepare(ImageFixtures.entity(.png, bytes))) == [0xFF11_2233])
    }

    @Test func `a pixmap goes in and comes out unchanged`() throws {
        var pixmap = Pixmap(width: 5, height: 4)
        for (i, value) in [10, 20, 30, 40].enumerated() { pixmap.pixels[4 * (5 * 2 + 3) + i] = UInt8(value) }
        let bitmap = try PreparedBitmap.prepare(pixmap)
        #expect(ink(bitmap) == [2, 1, 3, 3])
        #expect(bitmap.pixmap() == pixmap)
    }

    // MARK: Reduction

    @Test func `a reduced pixel is the average of its box`() throws {
        // Boxes of 2 × 2: (1 of 4), (2 half of 4), ...
        let reduced = try prepare(["#.++", "....", "####", "####"]).reduced(by: 2, factorY: 2)
        #expect((reduced.width, reduced.height) == (2, 2))
        #expect(words(reduced) == [0x4040_4040, 0x4040_4040, 0xFFFF_FFFF, 0xFFFF_FFFF])
    }

    @Test func `colors are averaged by their weight`() throws {
        let bytes = ImageFixtures.png(width: 2, height: 1, samples: [255, 0, 0, 255, 0, 255, 0, 51])
        let reduced = try ImageDecoder.prepare(ImageFixtures.entity(.png, bytes)).reduced(by: 2, factorY: 1)
        #expect(words(reduced) == [0x9980_1A00])
    }

    @Test func `pixels beyond the last column and row count as transparent`() throws {
        let reduced = try prepare(["###", "###", "###"]).reduced(by: 2, factorY: 2)
        #expect((reduced.width, reduced.height) == (2, 2))
        #expect(words(reduced) == [0xFFFF_FFFF, 0x8080_8080, 0x8080_8080, 0x4040_4040])
        #expect(!reduced.isOpaque)
    }

    @Test func `boxes start at the full picture's corner, not at the stored one's`() throws {
        // The ink is at (5, 4), stored from (4, 3); with factor 3 it is in box (1, 1).
        let rows = (0..<9).map { y in String((0..<9).map { x in x == 5 && y == 4 ? "#" : "." }) }
        let reduced = try prepare(rows).reduced(by: 3, factorY: 3).pixmap()
        #expect((0..<9).map { Int(reduced[$0 % 3, $0 / 3].alpha) } == [0, 0, 0, 0, 28, 0, 0, 0, 0])
    }

    @Test(arguments: [1, 2, 3, 5, 7, 40])
    func `reduction is the plain average for any factor`(factor: Int) throws {
        let rgba = (0..<23 * 17 * 4).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 11) }
        let bytes = ImageFixtures.png(width: 23, height: 17, samples: rgba)
        let bitmap = try ImageDecoder.prepare(ImageFixtures.entity(.png, bytes))
        let full = bitmap.pixmap()
        let reduced = try bitmap.reduced(by: factor, factorY: 2).pixmap()
        #expect(reduced.width == (23 + factor - 1) / factor && reduced.height == 9)
        var wrong = 0
        for y in 0..<reduced.height {
            for x in 0..<reduced.width {
                var sums = [0, 0, 0, 0]
                for fullY in 2 * y..<min(17, 2 * y + 2) {
                    for fullX in factor * x..<min(23, factor * x + factor) {
                        for channel in 0..<4 { sums[channel] += Int(full.pixels[4 * (fullY * 23 + fullX) + channel]) }
                    }
                }
                let expected = sums.map { UInt8(($0 + factor) / (2 * factor)) }
                let i = 4 * (y * reduced.width + x)
                if Array(reduced.pixels[i..<i + 4]) != expected { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test func `a transparent picture reduces to a transparent one`() throws {
        let reduced = try prepare(["...", "..."]).reduced(by: 2, factorY: 2)
        #expect(reduced.isEmpty && reduced.width == 2 && reduced.height == 1)
    }
}
