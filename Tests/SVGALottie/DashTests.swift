import SVGAModel
import TestSupport
import Testing

@testable import SVGALottie

/// Where the dashes of strokes are.
struct DashTests {
    private func path(_ curves: [[Double]], from start: (Double, Double) = (0, 0), isClosed: Bool = false) -> SVGAPath {
        var path = SVGAPath()
        path.move(x: start.0, y: start.1)
        for numbers in curves {
            if numbers.count == 2 {
                path.line(x: numbers[0], y: numbers[1])
            } else {
                path.curve(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3], x: numbers[4], y: numbers[5])
            }
        }
        if isClosed { path.close() }
        return path
    }

    /// The x coordinates of all points.
    private func columns(_ path: SVGAPath) -> [Double] {
        stride(from: 0, to: path.coordinates.count, by: 2).map { Double(path.coordinates[$0]) }
    }

    private static let phases: [(phase: Double, columns: [Double])] = [
        (0, [0, 3, 5, 8, 10, 12]), (4, [1, 4, 6, 9, 11, 12]), (-1, [1, 4, 6, 9, 11, 12]), (2, [0, 1, 3, 6, 8, 11]),
        (5, [0, 3, 5, 8, 10, 12]),
    ]

    @Test(arguments: phases) func `the pattern starts at the phase`(phase: Double, expected: [Double]) {
        let dashes = DashCutter.dashes(of: path([[12, 0]]), [3, 2], phase: phase, scale: 1)
        #expect(columns(dashes) == expected)
    }

    @Test func `an odd pattern alternates between dashes and gaps, and a dash of length 0 is a point`() {
        #expect(columns(DashCutter.dashes(of: path([[12, 0]]), [3], phase: 0, scale: 1)) == [0, 3, 6, 9])
        #expect(columns(DashCutter.dashes(of: path([[12, 0]]), [0, 5], phase: 0, scale: 1)) == [0, 0, 5, 5, 10, 10])
    }

    @Test func `in a closed outline the dash at the start continues the one at the end`() {
        let square = path([[10, 0], [10, 10], [0, 10]], isClosed: true)
        let dashes = DashCutter.dashes(of: square, [5, 2], phase: 0, scale: 1)
        // Dashes at 7, 14, 21, 28 and 35; the last one ends at 40 and goes on to 5.
        #expect(dashes.verbs.count { $0 == .move } == 5)
        #expect(columns(dashes).suffix(3) == [0, 0, 5])
        // Here a gap ends at the start.
        let apart = DashCutter.dashes(of: square, [5, 5], phase: 0, scale: 1)
        #expect(apart.verbs.count { $0 == .move } == 4)
        #expect(columns(apart).suffix(2) == [0, 5])
    }

    @Test func `each contour starts the pattern again`() {
        var both = path([[4, 0]])
        both.move(x: 20, y: 0)
        both.line(x: 24, y: 0)
        #expect(columns(DashCutter.dashes(of: both, [3, 2], phase: 0, scale: 1)) == [0, 3, 20, 23])
    }

    @Test func `a curve with handles within half a pixel of a line has the length of that line`() {
        let bent = path([[1, 0.45, 2, 0.45, 3, 0], [12, 0]])
        #expect(columns(DashCutter.dashes(of: bent, [1, 4], phase: 0, scale: 1)).suffix(4) == [5, 6, 10, 11])
        // In larger pixels it is longer.
        let large = columns(DashCutter.dashes(of: bent, [1, 4], phase: 0, scale: 50))
        #expect(large[4] < 5 && large[4] > 4.7)
    }

    /// With gaps of length 0, the dashes are the path.
    @Test func `dashes follow the curves`() {
        var random = SeededGenerator(state: 11)
        for _ in 0..<100 {
            let curves = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                (0..<(Bool.random(using: &random) ? 2 : 6)).map { _ in Double.random(in: -50...50, using: &random) }
            }
            let whole = path(curves)
            let dashes = DashCutter.dashes(of: whole, [.random(in: 1...30, using: &random), 0], phase: 0, scale: 1)
            var (at, end) = (0, [Float]())
            for verb in dashes.verbs {
                let points = Array(dashes.coordinates[at..<at + verb.coordinateCount])
                if verb == .move, !end.isEmpty { #expect(zip(end, points).allSatisfy { ($0 - $1).magnitude < 1e-3 }) }
                end = Array(points.suffix(2))
                at += verb.coordinateCount
            }
            #expect(zip(end, whole.coordinates.suffix(2)).allSatisfy { ($0 - $1).magnitude < 1e-3 })
            let length = dashes.flattenedLength
            #expect((length - whole.flattenedLength).magnitude < 0.01 * length + 0.01)
        }
    }

    @Test func `a curve that ends where it starts is kept`() {
        let loop = path([[30, 30, -30, 30, 0, 0]])
        let dashes = DashCutter.dashes(of: loop, [1000, 1], phase: 0, scale: 1)
        #expect((dashes.flattenedLength - loop.flattenedLength).magnitude < 0.1)
    }

    @Test func `curves that are larger than any canvas are measured with limits`() {
        let curve = [1e9, 1e9, -1e9, 1e9, 1e9, -1e9]
        var one = DashCutter([1e8, 1e8], phase: 0, scale: 1000)
        one.cut(path([curve]))
        let divisions = 100_000 - one.divisionsLeft
        #expect(divisions == 1023)
        #expect(one.dashes.verbs.count < 200)
        var many = DashCutter([1e8, 1e8], phase: 0, scale: 1000)
        many.cut(path(Array(repeating: curve, count: 200)))
        #expect(many.divisionsLeft == 0)
        #expect(many.dashes.verbs.count > 200)
    }
}
