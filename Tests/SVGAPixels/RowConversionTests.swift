import CSVGAKernels
import SVGAPixels
import TestSupport
import Testing

@Suite("Rows between the painter's words and the bytes of files") struct RowConversionTests {
    private typealias Conversion = (_ from: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) -> Void

    /// Compares a kernel with its plain implementation, for each instruction set and all kinds of rows, in place and to unaligned rows.
    private static func compare(sourceLocation: SourceLocation = #_sourceLocation, _ kernel: Conversion, _ twin: Conversion) {
        InstructionSets.each { name in
            RowSample.each { sample in
                let count = sample.count
                sample.expectSame(
                    sample.words(), "\(name), in place", sourceLocation: sourceLocation, { kernel($0, $0, count) }, { twin($0, $0, count) })
                let from = sample.words().withUnsafeBytes { Array($0) }
                from.withUnsafeBytes { from in
                    let start = from.baseAddress! + sample.start
                    let target = [UInt8](repeating: 0xA5, count: from.count + 7)
                    sample.expectSame(
                        target, "\(name), to another row", sourceLocation: sourceLocation, { kernel(start, $0, count) },
                        { twin(start, $0, count) })
                }
            }
        }
    }

    @Test("straight words are what plain Swift makes of them")
    func straighten() {
        Self.compare({ svga_straighten_row($0, $2, $1) }, { RowConversion.Scalar.straighten($0, to: $1, count: $2, swaps: false) })
    }

    @Test("straight words in the other order are what plain Swift makes of them")
    func straightenSwap() {
        Self.compare({ svga_straighten_swap_row($0, $2, $1) }, { RowConversion.Scalar.straighten($0, to: $1, count: $2, swaps: true) })
    }

    @Test("words in the other order are what plain Swift makes of them")
    func swap() { Self.compare({ svga_swap_row($0, $2, $1) }, { RowConversion.Scalar.swapRedAndBlue($0, to: $1, count: $2) }) }

    @Test("premultiplied words are what plain Swift makes of them")
    func premultiply() { Self.compare({ svga_premultiply_row($0, $2, $1) }, { RowConversion.Scalar.premultiply($0, to: $1, count: $2) }) }

    /// Words with every alpha and every value in each of their three colors.
    private static let allWords = (UInt32(0)...255).flatMap { alpha in
        (UInt32(0)...255).map { color in
            let (other, third) = (color &* 7 & 255, 255 - color)
            return alpha << 24 | color << 16 | other << 8 | third
        }
    }

    /// Applies a function of color and alpha to each color.
    private static func expected(_ red: Int, _ green: Int, _ blue: Int, _ color: (_ color: Double, _ alpha: Double) -> Double) -> [UInt32] {
        allWords.map { word in
            let alpha = Double(word >> 24)
            return [(16, red), (8, green), (0, blue)].reduce(word & 0xFF00_0000) { result, shifts in
                let value = color(Double(word >> UInt32(shifts.0) & 255), alpha)
                return result | UInt32(min(255, value.rounded(.toNearestOrAwayFromZero))) << UInt32(shifts.1)
            }
        }
    }

    @Test("each color is divided by each alpha, rounded to nearest, halves up, and at most 255")
    func division() {
        let quotient = { (color: Double, alpha: Double) in alpha == 0 ? 0 : color * 255 / alpha }
        InstructionSets.each(plain: true) { name in
            var same = Self.allWords
            var swapped = Self.allWords
            RowConversion.straighten(same, to: &same, count: same.count, swaps: false)
            RowConversion.straighten(swapped, to: &swapped, count: swapped.count, swaps: true)
            #expect(same == Self.expected(16, 8, 0, quotient), "\(name)")
            #expect(swapped == Self.expected(0, 8, 16, quotient), "\(name)")
        }
    }

    @Test("each color is multiplied by each alpha and rounded to nearest")
    func multiplication() {
        InstructionSets.each(plain: true) { name in
            var words = Self.allWords
            RowConversion.premultiply(words, to: &words, count: words.count)
            #expect(words == Self.expected(0, 8, 16) { $0 * $1 / 255 }, "\(name)")
        }
    }
}
