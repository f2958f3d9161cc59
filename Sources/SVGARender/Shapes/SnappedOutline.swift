import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGASupport

/// Preprocesses an outline like Skia's software rasterizer: ends of lines are rounded to quarters of rows, and curves become few lines,
/// computed with integers. Chromium's canvases use it; the edges of small shapes differ visibly from exact ones.
final class SnappedOutline<Target: PathSink>: PathSink {
    private let target: Target
    private var start = Point.zero
    private var current = Point.zero
    private var isOpen = false

    init(_ target: Target) { self.target = target }

    var meter: WorkMeter { target.meter }
    var isSpent: Bool { target.isSpent }
    func count(waitingPoints: Int) { target.count(waitingPoints: waitingPoints) }

    func move(_ x: Double, _ y: Double) {
        finish()
        current = Point(clampedX: x, y)
        start = current
        target.move(current.x, Self.snapped(current.y))
    }

    func line(_ x: Double, _ y: Double) {
        current = Point(clampedX: x, y)
        isOpen = true
        target.line(current.x, Self.snapped(current.y))
    }

    func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double) {
        let cubic = Cubic(current, Point(clampedX: x1, y1), Point(clampedX: x2, y2), Point(clampedX: x, y))
        isOpen = true
        // Edges must be monotonic in y.
        cubic.eachPieceOfOneDirection { piece in
            for point in piece.lineEnds { target.line(point.x, point.y) }
        }
        current = cubic.end
        target.line(current.x, Self.snapped(current.y))
    }

    func close() {
        finish()
        current = start
    }

    /// Closes the last subpath: every filled subpath is closed.
    func finish() {
        if isOpen { target.line(start.x, Self.snapped(start.y)) }
        isOpen = false
    }

    private static func snapped(_ y: Double) -> Double { (y * 4 + 0.5).rounded(.down) / 4 }
}

/// A cubic curve in output pixels.
private struct Cubic {
    let start: Point
    let first: Point
    let second: Point
    let end: Point

    init(_ start: Point, _ first: Point, _ second: Point, _ end: Point) {
        (self.start, self.first, self.second, self.end) = (start, first, second, end)
    }

    /// Splits the curve at its vertical extrema.
    func eachPieceOfOneDirection(_ body: (Cubic) -> Void) {
        let a = end.y - start.y + 3 * (first.y - second.y)
        let b = 2 * (start.y - 2 * first.y + second.y)
        let c = first.y - start.y
        var remainder = self
        var done = 0.0
        for time in Cubic.roots(a, b, c) where time > done + 1e-6 && time < 1 - 1e-6 {
            let (piece, left) = remainder.split(current: (time - done) / (1 - done))
            body(piece)
            (remainder, done) = (left, time)
        }
        body(remainder)
    }

    /// The roots of `a t² + b t + c`, ascending.
    private static func roots(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
        if a.magnitude < 1e-12 { return b.magnitude < 1e-12 ? [] : [-c / b] }
        let square = b * b - 4 * a * c
        guard square >= 0 else { return [] }
        let root = square.squareRoot()
        return [(-b - root) / (2 * a), (-b + root) / (2 * a)].sorted()
    }

    private func split(current time: Double) -> (Cubic, Cubic) {
        func between(_ one: Point, _ two: Point) -> Point { one + (two - one) * time }
        let (a, b, c) = (between(start, first), between(first, second), between(second, end))
        let (d, e) = (between(a, b), between(b, c))
        let middle = between(d, e)
        return (Cubic(start, a, d, middle), Cubic(middle, e, c, end))
    }

    /// The end points of its lines, without the last one. As in Skia, lines run from top to bottom in 1/256 pixel.
    var lineEnds: [Point] {
        let isDown = start.y <= end.y
        let points = (isDown ? [start, first, second, end] : [end, second, first, start])
        let x = points.map { Int(saturating: $0.x * 256) }
        let y = points.map { Int(saturating: $0.y * 256) }
        let shift = Cubic.shift(Cubic.bend(x), Cubic.bend(y))
        var across = Stepper(x, shift: shift)
        var down = Stepper(y, shift: shift)
        let last = Stepper.quarter(y[3] << 8)
        var before = Stepper.quarter(y[0] << 8)
        down.position = before
        var ends: [Point] = [Point(Double(x[0]) / 256, Double(before) / 65536)]
        for _ in 0..<(1 << shift) - 1 {
            across.step()
            down.step()
            before = max(down.position, before)
            down.position = before
            let snapped = min(Stepper.quarter(before), last)
            ends.append(Point(Double(across.position) / 65536, Double(snapped) / 65536))
        }
        ends.append(Point(Double(x[3]) / 256, Double(last) / 65536))
        return isDown ? ends : ends.reversed()
    }

    /// Estimates the distance of the curve from its chord, along one axis.
    private static func bend(_ p: [Int]) -> Int {
        let oneThird = ((p[0] * 8 - p[1] * 15 + 6 * p[2] + p[3]) * 19) >> 9
        let twoThirds = ((p[0] + 6 * p[1] - p[2] * 15 + p[3] * 8) * 19) >> 9
        return max(abs(oneThird), abs(twoThirds))
    }

    /// The binary logarithm of the number of lines.
    private static func shift(_ x: Int, _ y: Int) -> Int {
        let distance = x > y ? x + y >> 1 : y + x >> 1
        let steps = (distance + 16) >> 5
        return min(6, (Int.bitWidth - steps.leadingZeroBitCount) / 2 + 1)
    }
}

/// Evaluates a cubic polynomial by forward differences, in 1/65536 pixel.
private struct Stepper {
    var position: Int
    private var first: Int
    private var second: Int
    private let third: Int
    private let shift: Int
    private let down: Int

    /// - Parameter p: in 1/256 pixel.
    init(_ p: [Int], shift: Int) {
        let (up, down) = shift >= 4 ? (6, shift - 4) : (10 - shift, 0)
        let b = 3 * (p[1] - p[0]) << up
        let c = 3 * (p[0] - 2 * p[1] + p[2]) << up
        let d = (p[3] + 3 * (p[1] - p[2]) - p[0]) << up
        third = ((3 * d) >> (shift - 1)) >> 2
        first = (b + (c >> shift) + (d >> (2 * shift))) >> 2
        second = (2 * c + ((3 * d) >> (shift - 1))) >> 2
        position = p[0] << 8
        self.shift = shift
        self.down = down
    }

    mutating func step() {
        position += first >> down
        first += second >> shift
        second += third
    }

    /// Rounds to a quarter of a pixel.
    static func quarter(_ position: Int) -> Int { ((position + 1 << 13) >> 14) << 14 }
}
