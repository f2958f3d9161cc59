import SVGAPixels
import TestSupport
import Testing

@testable import SVGAImage

/// GIFs written by our code, read by giflib.
@Suite struct GIFWriterTests {
    /// Pictures with runs of random lengths and colors.
    private struct Random {
        var generator: Words

        mutating func picture(colors: Int, limit: UInt16, staying: Bool) -> (image: GIFImage, palette: GIFPalette) {
            var palette = GIFPalette()
            for index in 0..<colors { palette.add(0xFF00_0000 | UInt32(index) &* 0x1_2F35 & 0xFF_FFFF) }
            let area = PixelRect(x: 0, y: 0, width: generator.next(1...150), height: generator.next(1...150))
            let longest = [1, 4, 60].randomElement(using: &generator) ?? 1
            var pixels: [GIFPixel] = []
            while pixels.count < area.pixels {
                let index = generator.next(0...palette.colors.count - 1)
                let pixel = GIFPixel(
                    color: palette.colors[index], index: UInt8(index), mayStay: staying && generator.next(0...3) == 0, limit: limit)
                pixels += Array(repeating: pixel, count: min(area.pixels - pixels.count, generator.next(1...longest)))
            }
            return (GIFImage(area: area, pixels: pixels, palette: palette, delayHundredths: 7), palette)
        }
    }

    /// A deterministic generator.
    private struct Words: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }

        mutating func next(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    }

    private func written(_ image: GIFImage, shared: GIFPalette?) throws -> (packed: PackedGIFImage, frame: TestSupport.GIFReader.Frame) {
        let writer = GIFWriter(width: image.area.width, height: image.area.height, loops: 0, shared: shared)
        let packed = try writer.pack(image)
        writer.put(packed)
        writer.close()
        return (packed, try #require(try TestSupport.GIFReader(writer.take()).frames.first))
    }

    @Test(arguments: [1, 2, 3, 5, 17, 128, 255]) func `what is written is read again`(colors: Int) throws {
        var random = Random(generator: Words(state: UInt64(colors)))
        for round in 0..<8 {
            var (image, palette) = random.picture(colors: colors, limit: round % 4 < 2 ? 0 : 900, staying: round % 2 == 1)
            if round >= 4 { image.palette = nil }
            let (packed, frame) = try written(image, shared: round >= 4 ? palette : nil)
            #expect(frame.delayHundredths == 7)
            let read = frame.pixels.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
            #expect(read == packed.colors)
        }
    }

    @Test(arguments: [UInt16(0), 50, 900]) func `each pixel is as it should be, or as close as it may be`(limit: UInt16) throws {
        var random = Random(generator: Words(state: 9))
        var changed = 0
        for _ in 0..<6 {
            let image = random.picture(colors: 200, limit: limit, staying: true).image
            for (color, pixel) in zip(try written(image, shared: nil).packed.colors, image.pixels) where color != pixel.color {
                #expect(color == 0 ? pixel.mayStay : GIFPixel.distance(color, pixel.color) <= Int32(limit))
                if color != 0 { changed += 1 }
            }
        }
        #expect((changed > 0) == (limit == 900))
    }

    @Test func `a close color is not used if the codes of the picture cannot name it`() throws {
        var random = Random(generator: Words(state: 6))
        var palette = GIFPalette()
        for index in 0..<60 { palette.add(0xFF00_0000 | UInt32(4 * (index / 4) + 64 * (index % 4))) }
        let area = PixelRect(x: 0, y: 0, width: 90, height: 90)
        let pixels = (0..<area.pixels).map { _ in
            let index = random.generator.next(0...3)
            return GIFPixel(color: palette.colors[index] + 2, index: UInt8(index), limit: 400)
        }
        let (packed, frame) = try written(GIFImage(area: area, pixels: pixels, palette: nil, delayHundredths: 1), shared: palette)
        #expect(frame.pixels.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) } == packed.colors)
    }

    @Test func `what fits no string of before is forgotten, and the rest is packed well`() throws {
        var random = Random(generator: Words(state: 4))
        var palette = GIFPalette()
        for index in 0..<255 { palette.add(0xFF00_0000 | UInt32(index)) }
        let area = PixelRect(x: 0, y: 0, width: 400, height: 400)
        let pixels = (0..<area.pixels).map { position in
            let index = position < area.pixels / 2 ? random.generator.next(0...254) : position % 400 / 3 % 5
            return GIFPixel(color: palette.colors[index], index: UInt8(index))
        }
        let image = GIFImage(area: area, pixels: pixels, palette: palette, delayHundredths: 1)
        let (packed, _) = try written(image, shared: nil)
        // Random bytes take 12 bits each, without dictionary resets; stripes take hardly anything.
        #expect(packed.packedBytes < area.pixels / 2 * 3 / 2 + 6_000)
    }
}
