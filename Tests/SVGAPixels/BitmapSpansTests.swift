import CSVGAKernels
import TestSupport
import Testing

@testable import SVGAPixels

@Suite("Columns of bitmaps") struct BitmapSpansTests {
    private static let columns = 0..<70

    /// A rotated, mirrored or skewed bitmap; also one with a slope of 0, or with numbers that no bitmap has.
    private func line(_ random: inout SeededGenerator, round: Int) -> BitmapLine {
        if round % 50 == 0 {
            let special = [Double.nan, .infinity, -.infinity, 1e300, 1e-13, 0]
            return BitmapLine(
                across: special.randomElement(using: &random)!, down: special.randomElement(using: &random)!,
                offset: special.randomElement(using: &random)!)
        }
        // Multiples of a quarter put coordinates exactly on the ends of ranges.
        func number(_ range: ClosedRange<Double>) -> Double {
            let number = Double.random(in: range, using: &random)
            return round % 3 == 0 ? (number * 4).rounded() / 4 : number
        }
        return BitmapLine(across: round % 7 == 0 ? 0 : number(-3...3), down: number(-3...3), offset: number(-60...120))
    }

    private func range(_ random: inout SeededGenerator) -> ClosedRange<Double> {
        let low = Double(Int.random(in: -40...40, using: &random)) / 2
        return low...low + Double.random(in: 0...60, using: &random)
    }

    @Test("kernels find the columns of the plain implementation, for rows in any order")
    func plain() {
        var random = SeededGenerator(state: 7)
        InstructionSets.each { name in
            for round in 0..<400 {
                let (u, v) = (line(&random, round: round), line(&random, round: round + round / 50))
                let limits = BitmapSpans.Limits(
                    outer: (u: range(&random), v: range(&random)),
                    inner: round % 5 == 0 ? nil : (u: range(&random), v: range(&random)),
                    hull: round % 4 == 0 ? nil : (sum: range(&random), difference: range(&random)))
                let first = Int.random(in: 0...40, using: &random)
                BitmapSpans.with(u, v, limits, columns: Self.columns) { spans in
                    for y in [first, first + 1, first + 31, first + 32, first, first + 90] {
                        let (row, plain) = (spans.row(y), spans.plainRow(y))
                        expectSame(row.outer, plain.outer, "\(name), outer columns, round \(round)")
                        expectSame(row.inner, plain.inner, "\(name), inner columns, round \(round)")
                        expectSame(row.hull, plain.hull, "\(name), columns of the hull, round \(round)")
                    }
                }
            }
        }
    }

    /// Empty ranges need not be at the same position, but all must be within the output.
    private func expectSame(_ range: Range<Int>, _ plain: Range<Int>, _ name: String) {
        #expect(range == plain || range.isEmpty && plain.isEmpty, "\(name)")
        #expect(range.isEmpty || range.clamped(to: Self.columns) == range, "\(name)")
    }
}
