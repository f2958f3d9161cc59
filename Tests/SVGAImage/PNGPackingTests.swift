import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGAImage

@Suite struct PNGPackingTests {
    private static let side = 60

    /// RGBA words.
    private static func picture(_ color: (_ x: Int, _ y: Int) -> UInt32) -> PNGPicture {
        let pixels = (0..<side * side).map { color($0 % side, $0 / side) }
        return PNGPicture(width: side, height: side, pixels: pixels, carried: [])
    }

    private static func noise(_ number: Int) -> UInt32 {
        var value = UInt32(truncatingIfNeeded: number) &* 2_654_435_761
        value ^= value >> 15
        return value &* 2_246_822_519
    }

    private func layouts(_ picture: PNGPicture) -> [PNGLayout] {
        picture.pixels.withUnsafeBytes { pixels in
            var colors = PNGColorSurvey()
            colors.add(pixels, width: picture.width, area: PixelRect(x: 0, y: 0, width: picture.width, height: picture.height))
            return PNGLayout.allCandidates(colors, of: pixels, width: picture.width, allowsGray: true)
        }
    }

    @Test(arguments: PNGPaletteOrder.allCases, [1, 2, 3, 17, 200, 256])
    func `every order has every color once`(_ order: PNGPaletteOrder, _ colors: Int) {
        let picture = PNGPackingTests.picture { x, y in PNGPackingTests.noise((x * 7 + y * y) % colors) | 1 }
        var found = PNGPalette()
        for pixel in picture.pixels { found.add(pixel) }
        let ordered = picture.pixels.withUnsafeBytes {
            PNGColorNeighbors($0, width: picture.width, palette: found).ordered(order)
        }
        #expect(ordered.colors.count == found.colors.count)
        #expect(Set(ordered.colors) == Set(picture.pixels))
    }

    @Test
    func `neighboring colors get neighboring indices in every order`() {
        // A path through all colors, of which adjacent ones are not similar.
        let picture = PNGPackingTests.picture { x, y in PNGPackingTests.noise((x + y) / 2) | 0xFF00_0000 }
        var found = PNGPalette()
        for pixel in picture.pixels.reversed() { found.add(pixel) }
        let ordered = picture.pixels.withUnsafeBytes { PNGColorNeighbors($0, width: picture.width, palette: found).ordered(.chains) }
        let way = (0..<PNGPackingTests.side).map { PNGPackingTests.noise($0) | 0xFF00_0000 }
        #expect(ordered.colors == way || ordered.colors == way.reversed())
    }

    @Test
    func `a picture of steps of different colors is much smaller than with a palette by brightness`() throws {
        let picture = PNGPackingTests.picture { x, y in
            PNGPackingTests.noise((x * x + 3 * y * y) / 40 % 190) | 0xFF00_0000
        }
        let byBrightness = try picture.pixels.withUnsafeBytes {
            try PNGEncoder(effort: 5).encode($0, width: picture.width, height: picture.height)
        }
        let made = try #require(PNGCompression().file(picture))
        #expect(10 * made.count < 9 * byBrightness.count)
        #expect(PNGPicture(png: made, limits: .default) == picture)
    }

    @Test(arguments: [(255, 1), (85, 2), (17, 4)])
    func `shades of gray that need few bits get them`(_ step: Int, _ bits: Int) throws {
        let shades = 255 / step + 1
        let picture = PNGPackingTests.picture { x, y in
            UInt32(truncatingIfNeeded: Int(PNGPackingTests.noise(x + 100 * y) >> 8) % shades * step) * 0x01_0101 | 0xFF00_0000
        }
        #expect(layouts(picture).contains { $0.samples == .gray && $0.bits == bits })
        let made = try #require(PNGCompression().file(picture))
        #expect((made[24], made[25]) == (UInt8(bits), 0))
        #expect(PNGPicture(png: made, limits: .default) == picture)
        let prepared = try ImageDecoder.decode(ImageFixtures.entity(.png, made))
        #expect(prepared[7, 9].red == UInt8(truncatingIfNeeded: picture.pixels[9 * PNGPackingTests.side + 7]))
    }

    @Test
    func `every layout with every way to filter holds the picture`() {
        let pictures = [
            PNGPackingTests.picture { x, y in UInt32((x + y) % 4 * 85) * 0x01_0101 | 0xFF00_0000 },
            PNGPackingTests.picture { x, y in (x * y) % 3 == 0 ? 0 : PNGPackingTests.noise(x % 5) | 0x8000_0000 },
            PNGPackingTests.picture { x, y in x > 40 || y < 9 ? 0 : UInt32(x * 4) | UInt32(y * 4) << 8 | 0xC000_0000 },
            PNGPackingTests.picture { x, y in x < y ? 0 : UInt32(x * 4) * 0x01_0101 | UInt32(y + 1) << 24 },
        ]
        let filters = PNGFilter.allCases.map { PNGFilterChoice.always($0) } + [.best(.pairs), .best(.entropy), .best(.sum)]
        for picture in pictures {
            for layout in layouts(picture) {
                let samples = picture.pixels.withUnsafeBytes { layout.pack($0, width: picture.width, height: picture.height) }
                for filter in filters {
                    let rows = samples.filtered(PNGFiltering(choice: filter, fillsClear: samples.alphaOffset != nil))
                    var file = PNGChunks.header(width: picture.width, height: picture.height, layout: layout)
                    layout.appendColors(to: &file)
                    PNGChunks.append("IDAT", to: &file) { $0 += LibdeflateCompressor(level: 1)?.zlib(rows) ?? [] }
                    PNGChunks.append("IEND", to: &file)
                    #expect(PNGPicture(png: file, limits: .default) == picture, "\(layout.colorType) \(layout.bits) \(filter)")
                }
            }
        }
    }

    @Test
    func `each row has the first filter with the fewest different pairs of bytes`() {
        let picture = PNGPackingTests.picture { x, y in
            PNGPackingTests.noise((x * y) % (y + 2)) & 0x3F3F_3F3F | UInt32(x * y % 251) | 0xFF00_0000
        }
        let samples = picture.pixels.withUnsafeBytes { PNGLayout(.rgba).pack($0, width: picture.width, height: picture.height) }
        let rows = samples.filtered(PNGFiltering(choice: .best(.pairs)))
        var above = [UInt8](repeating: 0, count: samples.rowBytes)
        var filters: Set<PNGFilter> = []
        for y in 0..<samples.height {
            let row = Array(samples.bytes[y * samples.rowBytes..<(y + 1) * samples.rowBytes])
            let counts = PNGFilter.allCases.map { filter in
                var filtered = row
                filter.apply(row, above: above, count: row.count, bytesPerPixel: samples.bytesPerPixel, to: &filtered)
                // As many bits as the packing counts.
                return Set(zip([0] + filtered, filtered).map { (Int($0) << 6 ^ Int($1)) & 0x3FFF }).count
            }
            let chosen = PNGFilter(rawValue: rows[y * (samples.rowBytes + 1)])
            let best = counts.min().flatMap(counts.firstIndex).map { PNGFilter.allCases[$0] }
            #expect(chosen == best, "row \(y)")
            if let chosen { filters.insert(chosen) }
            above = row
        }
        #expect(filters.count > 2)
    }

    @Test(arguments: PNGFilter.allCases)
    func `the filter zeroes the colors of transparent pixels`(_ filter: PNGFilter) {
        let picture = PNGPackingTests.picture { x, y in x > 20 && y > 20 ? 0 : UInt32(x * 4) | UInt32(y * 4) << 8 | 0xFF00_0000 }
        let samples = picture.pixels.withUnsafeBytes { PNGLayout(.rgba).pack($0, width: picture.width, height: picture.height) }
        let rows = samples.filtered(PNGFiltering(choice: .always(filter), fillsClear: true))
        for y in 21..<PNGPackingTests.side {
            for x in 21..<PNGPackingTests.side {
                let pixel = y * (1 + 4 * PNGPackingTests.side) + 1 + 4 * x
                #expect(rows[pixel..<pixel + 3].allSatisfy { $0 == 0 })
            }
        }
    }
}
