import CSVGAKernels
import TestSupport
import Testing

@testable import SVGAPixels

@Suite("Edges of bitmaps") struct BitmapEdgeTests {
    @Test("kernels draw the pixels of the plain implementation", arguments: [BitmapEdge.Rounding.axisAligned, .affine])
    func plain(_ rounding: BitmapEdge.Rounding) {
        var random = SeededGenerator(state: 11)
        InstructionSets.each { name in
            for round in 0..<600 {
                let (width, height) = (Int.random(in: 1...30, using: &random), Int.random(in: 1...30, using: &random))
                let words = random.words(
                    RowKind.allCases.filter { $0 != .any && $0 != .extreme }.randomElement(using: &random)!, count: width * height)
                let target = random.words(.premultiplied, count: 48)
                func number(_ range: ClosedRange<Double>) -> Double {
                    let number = Double.random(in: range, using: &random)
                    // Exact halves lie on the ends of pixels.
                    return round % 4 == 0 ? (number * 2).rounded() / 2 : number
                }
                let (u, v) = (
                    SampleLine(slope: number(-2...2), start: number(-5...40)), SampleLine(slope: number(-2...2), start: number(-5...40))
                )
                let inset = number(0...3)
                let edges = SVGARect(x: inset, y: 0, width: Double(width) - inset, height: Double(height) - number(0...2))
                let columns = 3..<3 + round % 42
                let (ours, theirs) = words.withUnsafeBufferPointer { words in
                    let edge = BitmapEdge(
                        words.baseAddress!, width: width, height: height, edges: edges, spanX: max(0.1, number(0.1...3)),
                        spanY: max(0.1, number(0.1...3)), alpha: round % 3 == 0 ? 1 : Double.random(in: 0.01...1, using: &random), rounding)
                    var (ours, theirs) = (target, target)
                    ours.withUnsafeMutableBufferPointer { edge.draw(columns, u, v, $0.baseAddress!) }
                    theirs.withUnsafeMutableBufferPointer { edge.drawPlain(columns, u, v, $0.baseAddress!) }
                    return (ours, theirs)
                }
                #expect(ours == theirs, "\(name), round \(round)")
            }
        }
    }
}
