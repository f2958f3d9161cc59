import SVGAPixels
import Testing

@Suite("Pixels in other formats") struct AlphaConversionTests {
    private static let allFormats: [PixelFormat] = [.rgba, .bgra, .premultipliedRGBA, .premultipliedBGRA]

    /// Every alpha with several colors, and runs of transparent and of opaque pixels, in rows with an odd width.
    private static let words: [UInt32] = {
        var words: [UInt32] = []
        for alpha in UInt32(0)...255 {
            for share in [0.0, 0.3, 0.7, 1] {
                let color = UInt32(Double(alpha) * share)
                words.append(alpha << 24 | color << 16 | (alpha - color) << 8 | color / 2)
            }
        }
        return words + [UInt32](repeating: 0, count: 40) + [UInt32](repeating: 0xFF12_3456, count: 40) + [0xFF65_4321]
    }()

    /// The bytes of a premultiplied ARGB word, by the definition of the format.
    private static func bytes(_ word: UInt32, _ format: PixelFormat) -> [UInt8] {
        let alpha = Double(word >> 24)
        func channel(_ shift: UInt32, _ isStraight: Bool) -> UInt8 {
            let value = Double(word >> shift & 255)
            if !isStraight { return UInt8(value) }
            return alpha == 0 ? 0 : UInt8((value * 255 / alpha).rounded(.toNearestOrAwayFromZero))
        }
        let isStraight = format == .rgba || format == .bgra
        let (red, green, blue) = (channel(16, isStraight), channel(8, isStraight), channel(0, isStraight))
        switch format {
        case .rgba, .premultipliedRGBA: return [red, green, blue, UInt8(alpha)]
        case .bgra, .premultipliedBGRA: return [blue, green, red, UInt8(alpha)]
        }
    }

    @Test("each format has the bytes of its definition, and nothing between rows is touched", arguments: allFormats, [0, 1, 4, 13])
    func formats(format: PixelFormat, padding: Int) {
        var words = Self.words
        let width = 15
        let height = words.count / width
        let bytesPerRow = 4 * width + padding
        // One more byte at the end than necessary.
        let count = (height - 1) * bytesPerRow + 4 * width
        var result = [UInt8](repeating: 0xA5, count: count + 1)
        words.withUnsafeMutableBufferPointer { words in
            let rows = PixelRows(base: words.baseAddress!, wordsPerRow: width)
            result.withUnsafeMutableBytes {
                AlphaConversion.copy(rows, width: width, height: height, as: format, bytesPerRow: bytesPerRow, into: $0)
            }
        }
        var expected = [UInt8](repeating: 0xA5, count: count + 1)
        for y in 0..<height {
            for x in 0..<width {
                let at = y * bytesPerRow + 4 * x
                expected.replaceSubrange(at..<at + 4, with: Self.bytes(words[y * width + x], format))
            }
        }
        #expect(result == expected)
    }

    @Test("memory that is too small, or rows that are too short, stop the program")
    func tooSmall() async {
        await #expect(processExitsWith: .failure) { AlphaConversionTests.copy(bytesPerRow: 16, count: 4 * 16 - 1) }
        await #expect(processExitsWith: .failure) { AlphaConversionTests.copy(bytesPerRow: 15, count: 100) }
        await #expect(processExitsWith: .success) { AlphaConversionTests.copy(bytesPerRow: 16, count: 4 * 16) }
    }

    /// Copies four rows of four pixels to `count` bytes.
    private static func copy(bytesPerRow: Int, count: Int) {
        var words = [UInt32](repeating: 0, count: 16)
        var target = [UInt8](repeating: 0, count: count)
        words.withUnsafeMutableBufferPointer { words in
            let rows = PixelRows(base: words.baseAddress!, wordsPerRow: 4)
            target.withUnsafeMutableBytes {
                AlphaConversion.copy(rows, width: 4, height: 4, as: .rgba, bytesPerRow: bytesPerRow, into: $0)
            }
        }
    }
}
