import CSVGAKernels
import TestSupport
import Testing

@testable import SVGAPixels

/// Compares every kernel with its plain implementation.
@Suite("Rows of bitmaps") struct BitmapRowsTests {
    private static let untouched: UInt32 = 0x8040_2010
    private static let width = 211
    private static let height = 60

    /// Premultiplied words in runs: transparent, opaque, faint, random.
    private func words(_ count: Int, _ random: inout SeededGenerator) -> [UInt32] {
        var words: [UInt32] = []
        while words.count < count {
            let kind = Int.random(in: 0..<4, using: &random)
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                let alpha = [0, 255, UInt32.random(in: 0...3, using: &random), UInt32.random(in: 0...255, using: &random)][kind]
                var word = alpha << 24
                for shift in [0, 8, 16] as [UInt32] { word |= UInt32.random(in: 0...alpha, using: &random) << shift }
                words.append(word)
            }
        }
        return Array(words.prefix(count))
    }

    /// Calls both with the same rows, which have an extra word on each side that must not change.
    private func expectSame(
        _ rows: [UInt32], _ name: String, kernel: (UnsafeMutablePointer<UInt32>) -> Void, twin: (UnsafeMutablePointer<UInt32>) -> Void
    ) {
        var (ours, theirs) = ([Self.untouched] + rows + [Self.untouched], [Self.untouched] + rows + [Self.untouched])
        ours.withUnsafeMutableBufferPointer { kernel($0.baseAddress! + 1) }
        theirs.withUnsafeMutableBufferPointer { twin($0.baseAddress! + 1) }
        #expect(ours == theirs, "\(name), \(rows.count) words")
    }

    @Test("two rows are resampled like each alone")
    func twoRows() {
        var random = SeededGenerator(state: 3)
        InstructionSets.each { name in
            let bitmap = words(2 * Self.width, &random)
            for round in 0..<400 {
                let count = round % 67
                let step = round % 5 == 0 ? 1 << 32 : Int.random(in: 1...3 << 32, using: &random)
                let reach = (Self.width - 1) << 32 - step * max(0, count - 1)
                guard reach > 0 else { continue }
                let start = Int.random(in: 0..<reach, using: &random)
                var (above, below) = ([Int16](repeating: 7, count: 4 * count + 1), [Int16](repeating: 7, count: 4 * count + 1))
                var plain = (above: above, below: below)
                bitmap.withUnsafeBufferPointer { words in
                    let words = words.baseAddress!
                    BitmapRows.stretchTwo(
                        &above, &below, words, wordsPerRow: Self.width, start: start, step: step, count: count)
                    BitmapRows.Scalar.stretch(&plain.above, words, start: start, step: step, count: count)
                    BitmapRows.Scalar.stretch(&plain.below, words + Self.width, start: start, step: step, count: count)
                }
                #expect(above == plain.above && below == plain.below, "\(name), \(count) pixels")
            }
        }
    }

    @Test("a rotated bitmap is sampled like by the scalar twin, at any position, step and alpha")
    func affine() {
        var random = SeededGenerator(state: 1)
        InstructionSets.each { name in
            var bitmap: [UInt32] = []
            for round in 0..<1200 {
                if round % 60 == 0 { bitmap = words(Self.width * Self.height, &random) }
                let count = round % 71
                // Random start and end positions with right and lower neighbors.
                func position(_ side: Int) -> Int { Int.random(in: 0..<(side - 1) << 32, using: &random) }
                let (from, to) = ((position(Self.width), position(Self.height)), (position(Self.width), position(Self.height)))
                let steps = max(count - 1, 1)
                let offsets = BitmapRows.Positions(
                    column: from.0, row: from.1, columnStep: (to.0 - from.0) / steps,
                    rowStep: round % 3 == 0 ? 0 : (to.1 - from.1) / steps)
                let alpha = round % 2 == 0 ? 255 : UInt32.random(in: 0...255, using: &random)
                bitmap.withUnsafeBufferPointer { bitmap in
                    let start = bitmap.baseAddress!
                    expectSame(words(count, &random), name) {
                        BitmapRows.affineOver($0, start, wordsPerRow: Self.width, offsets, alpha: alpha, count: count)
                    } twin: {
                        BitmapRows.Scalar.affineOver($0, start, wordsPerRow: Self.width, offsets, alpha: alpha, count: count)
                    }
                }
            }
        }
    }

    /// Each number 0…255, four times in a word: every alpha with every channel value below it.
    private let gray = (0..<256).map { UInt32($0) * 0x0101_0101 }

    @Test("a rotated bitmap is composited with the same rounding for every pair of numbers")
    func affinePairs() {
        // Two rows and an extra column: neighbors, which have weight 0 at integer positions.
        let bitmap = (gray + [0]) + (gray + [0])
        InstructionSets.each { name in
            for value in gray {
                for alpha in [255, value & 255] {
                    bitmap.withUnsafeBufferPointer { bitmap in
                        let offsets = BitmapRows.Positions(column: 0, row: 0, columnStep: 1 << 32, rowStep: 0)
                        let start = bitmap.baseAddress!
                        expectSame([UInt32](repeating: value, count: 256), name) {
                            BitmapRows.affineOver($0, start, wordsPerRow: 257, offsets, alpha: alpha, count: 256)
                        } twin: {
                            BitmapRows.Scalar.affineOver($0, start, wordsPerRow: 257, offsets, alpha: alpha, count: 256)
                        }
                    }
                }
            }
        }
    }

    @Test("a row is scaled like by the scalar twin, enlarged, shrunk, mirrored or only moved")
    func stretch() {
        var random = SeededGenerator(state: 2)
        InstructionSets.each { name in
            for round in 0..<2000 {
                let row = words(Self.width, &random)
                let count = round % 71
                let last = (Self.width - 1) << 32 - 1
                let start = Int.random(in: 0...last / 2, using: &random)
                let step = round % 3 == 0 ? 1 << 32 : (Int.random(in: 0...last, using: &random) - start) / max(count - 1, 1)
                var (ours, theirs) = ([Int16](repeating: 7, count: 4 * count + 8), [Int16](repeating: 7, count: 4 * count + 8))
                ours.withUnsafeMutableBufferPointer { BitmapRows.stretch($0.baseAddress! + 4, row, start: start, step: step, count: count) }
                theirs.withUnsafeMutableBufferPointer {
                    BitmapRows.Scalar.stretch($0.baseAddress! + 4, row, start: start, step: step, count: count)
                }
                #expect(ours == theirs, "\(name), \(count) pixels, step \(step)")
            }
        }
    }

    @Test("pixels between two scaled rows equal the scalar twin's, faded or not")
    func between() {
        var random = SeededGenerator(state: 3)
        InstructionSets.each { name in
            for round in 0..<2000 {
                let count = round % 71
                func samples() -> [Int16] {
                    words(count, &random).flatMap { word in [0, 8, 16, 24].map { Int16(word >> UInt32($0) & 255) << 6 } }
                }
                let (above, below) = (samples(), round % 7 == 0 ? [Int16](repeating: 0, count: 4 * count) : samples())
                let down: Int16 = [0, 32767, Int16.random(in: 0...32767, using: &random)][round % 3]
                let factor = round % 2 == 0 ? 256 : UInt32.random(in: 1...256, using: &random)
                expectSame(words(count, &random), name) {
                    BitmapRows.betweenOver($0, above, below, down: down, factor: factor, count: count)
                } twin: {
                    BitmapRows.Scalar.betweenOver($0, above, below, down: down, factor: factor, count: count)
                }
            }
        }
    }

    @Test("a row is copied like by the scalar twin, faded or not")
    func copy() {
        var random = SeededGenerator(state: 4)
        InstructionSets.each { name in
            for round in 0..<2000 {
                let count = round % 71
                let row = words(count, &random)
                let factor = round % 2 == 0 ? 256 : UInt32.random(in: 1...256, using: &random)
                expectSame(words(count, &random), name) {
                    BitmapRows.copyOver($0, row, factor: factor, count: count)
                } twin: {
                    BitmapRows.Scalar.copyOver($0, row, factor: factor, count: count)
                }
            }
        }
    }

    @Test("integers round by the rules of axis-aligned bitmaps, for every pair of numbers")
    func axisAlignedPairs() {
        for value in gray {
            let alpha = max(Double(value & 255) / 255, 1e-9)
            for factor in [256, UInt32(AxisAlignedBlend.factor(alpha) * 256)] {
                var row = [UInt32](repeating: value, count: 256)
                row.withUnsafeMutableBufferPointer { BitmapRows.Scalar.copyOver($0.baseAddress!, gray, factor: factor, count: 256) }
                let expected = gray.map { word in
                    let source = AxisAlignedBlend.source(Pixel.channels(word), Float(factor) / 256)
                    return AxisAlignedBlend.over(source, value)
                }
                #expect(row == expected)
            }
        }
    }
}
