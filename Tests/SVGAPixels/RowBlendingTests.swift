import CSVGAKernels
import SVGAPixels
import TestSupport
import Testing

@Suite("Rows laid over others, masked and multiplied") struct RowBlendingTests {
    /// Compares a kernel with its plain implementation, for each instruction set and all kinds of rows below.
    private static func compare(
        sourceLocation: SourceLocation = #_sourceLocation,
        _ kernel: (_ out: UnsafeMutablePointer<UInt32>, _ row: Row) -> Void,
        _ twin: (_ out: UnsafeMutablePointer<UInt32>, _ row: Row) -> Void
    ) {
        InstructionSets.each { name in
            RowSample.each { sample in
                for below in [RowKind.premultiplied, .clear, .opaque] {
                    let out = sample.words(below)
                    let words = sample.words()
                    let alpha = UInt32([0, 1, 128, 254, 255].randomElement(using: &sample.generator)!)
                    words.withUnsafeBufferPointer { words in
                        let row = Row(words: words.baseAddress! + sample.start, count: sample.count, alpha: alpha)
                        sample.expectSame(out, name, sourceLocation: sourceLocation, { kernel($0, row) }, { twin($0, row) })
                    }
                }
            }
        }
    }

    /// The inputs of a kernel other than the row that it changes.
    private struct Row {
        let words: UnsafePointer<UInt32>
        let count: Int
        let alpha: UInt32
        /// Any word of the row's kind.
        var color: UInt32 { words[0] }
    }

    @Test("a faded row over another is what plain Swift makes of it")
    func over() {
        Self.compare(
            { svga_over_row($0, $1.words, $1.count, $1.alpha) },
            { RowBlending.Scalar.over($0, $1.words, count: $1.count, alpha: $1.alpha) })
    }

    @Test("a color over a row equals the result of plain Swift")
    func overSolid() {
        Self.compare({ svga_over_solid_row($0, $1.color, $1.count) }, { RowBlending.Scalar.over($0, color: $1.color, count: $1.count) })
    }

    @Test("a row times the alpha of another is what plain Swift makes of it")
    func mask() {
        Self.compare({ svga_mask_row($0, $1.words, $1.count) }, { RowBlending.Scalar.mask($0, by: $1.words, count: $1.count) })
    }

    @Test("a row times the bytes of a word is what plain Swift makes of it")
    func multiply() {
        Self.compare({ svga_multiply_row($0, $1.count, $1.color) }, { RowBlending.Scalar.multiply($0, by: $1.color, count: $1.count) })
    }

    /// Every byte with every alpha.
    @Test("plain Swift rounds each product to nearest")
    func rounding() {
        for factor in UInt32(0)...255 {
            var words = (UInt32(0)...255).map { $0 &* 0x0101_0101 }
            let expected = words.map { UInt32((Double($0 & 0xFF) * Double(factor) / 255).rounded()) &* 0x0101_0101 }
            let mask = [UInt32](repeating: factor << 24, count: words.count)
            RowBlending.Scalar.mask(&words, by: mask, count: words.count)
            #expect(words == expected)
        }
    }

    @Test("sums stop at 255")
    func saturation() {
        for out in [0xFFFF_FFFF, 0xFF00_FF00] as [UInt32] {
            var words = [UInt32](repeating: out, count: 20)
            let source = [UInt32](repeating: 0x80FF_80FF, count: 20)
            RowBlending.over(&words, source, count: 20)
            #expect(words == [UInt32](repeating: 0xFFFF_FFFF, count: 20))
        }
    }
}
