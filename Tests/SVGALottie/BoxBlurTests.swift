import TestSupport
import Testing

@testable import SVGALottie

@Suite("Blurs of pictures") struct BoxBlurTests {
    /// Blurs one line as the definition says.
    private static func blurred(_ line: [UInt8], _ blur: BoxBlur) -> [UInt8] {
        let widths = [blur.width, blur.width, blur.width % 2 == 1 ? blur.width : blur.width + 1]
        let values = sums(of: line.map(Int.init) + [Int](repeating: 0, count: blur.reach), boxes: widths)
        let area = widths.reduce(1, *)
        return line.indices.map { at in
            let sum = values[at + blur.reach]
            // Narrow boxes are computed in single precision.
            return blur.width <= 200 ? UInt8(Float(sum) * (1 / Float(area)) + 0.5) : UInt8(Double(sum) * (1 / Double(area)) + 0.5)
        }
    }

    @Test("rows and columns of words and bytes are blurred alike, at any size", arguments: [0.6, 1.5, 4, 30, 130])
    func pictures(deviation: Double) {
        let blur = BoxBlur(deviation: deviation)
        var generator = SeededGenerator(state: 3)
        var scratch = BlurScratch()
        for (width, height) in [(1, 1), (3, 50), (8, 9), (33, 40), (70, 5)] {
            // Some lines are empty.
            let words = (0..<width * height).map {
                $0 / width % 3 == 0 || $0 % width > 20 ? 0 : UInt32.random(in: 0...UInt32.max, using: &generator)
            }
            var (rows, columns) = (words, words)
            blur.blurRows(&rows, width: width, height: height, &scratch)
            blur.blurColumns(&columns, width: width, height: height, &scratch)
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                let bytes = words.map { UInt8(truncatingIfNeeded: $0 >> shift) }
                var (byteRows, byteColumns) = (bytes, bytes)
                blur.blurRows(&byteRows, width: width, height: height, &scratch)
                blur.blurColumns(&byteColumns, width: width, height: height, &scratch)
                #expect(byteRows == rows.map { UInt8(truncatingIfNeeded: $0 >> shift) })
                #expect(byteColumns == columns.map { UInt8(truncatingIfNeeded: $0 >> shift) })
                for y in 0..<height {
                    #expect(Array(byteRows[y * width..<(y + 1) * width]) == Self.blurred(Array(bytes[y * width..<(y + 1) * width]), blur))
                }
                for x in 0..<width {
                    let column = (0..<height).map { bytes[$0 * width + x] }
                    #expect((0..<height).map { byteColumns[$0 * width + x] } == Self.blurred(column, blur))
                }
            }
        }
    }
}
