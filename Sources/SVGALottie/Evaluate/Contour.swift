import SVGAModel
import SVGAPlatform

/// One outline in Lottie's form: vertices, each with an in handle and an out handle.
struct Contour: Hashable, Sendable {
    /// Six numbers per vertex: its position, the in handle and the out handle, all absolute.
    private(set) var numbers: [Double] = []
    var isClosed = false

    init() {}

    /// - Parameter numbers: six per vertex.
    init(numbers: [Double], isClosed: Bool) { (self.numbers, self.isClosed) = (numbers, isClosed) }

    /// A vertex with its handles.
    struct Vertex: Hashable {
        var x: Double
        var y: Double
        var inX: Double
        var inY: Double
        var outX: Double
        var outY: Double
    }

    /// A curve between two vertices.
    struct Segment {
        var x0: Double
        var y0: Double
        var x1: Double
        var y1: Double
        var x2: Double
        var y2: Double
        var x3: Double
        var y3: Double
    }

    var count: Int { numbers.count / 6 }
    var isEmpty: Bool { numbers.isEmpty }
    /// A closed outline has one more, back to its start.
    var segmentCount: Int { isClosed ? count : max(0, count - 1) }

    subscript(index: Int) -> Vertex {
        get {
            let at = 6 * index
            return Vertex(
                x: numbers[at], y: numbers[at + 1], inX: numbers[at + 2], inY: numbers[at + 3], outX: numbers[at + 4], outY: numbers[at + 5]
            )
        }
        set {
            let at = 6 * index
            numbers[at] = newValue.x
            numbers[at + 1] = newValue.y
            numbers[at + 2] = newValue.inX
            numbers[at + 3] = newValue.inY
            numbers[at + 4] = newValue.outX
            numbers[at + 5] = newValue.outY
        }
    }

    /// Whether the polygon through its vertices has the sign of a clockwise one, with y down.
    var turnsClockwise: Bool {
        guard count > 2 else { return false }
        var area = 0.0
        var last = self[count - 1]
        for index in 0..<count {
            let vertex = self[index]
            area += last.x * vertex.y - vertex.x * last.y
            last = vertex
        }
        return area > 0
    }

    mutating func append(_ vertex: Vertex) {
        numbers.append(vertex.x)
        numbers.append(vertex.y)
        numbers.append(vertex.inX)
        numbers.append(vertex.inY)
        numbers.append(vertex.outX)
        numbers.append(vertex.outY)
    }

    /// Appends a corner without handles.
    mutating func append(x: Double, y: Double) { append(Vertex(x: x, y: y, inX: x, inY: y, outX: x, outY: y)) }

    /// - Precondition: below ``segmentCount``.
    func segment(_ index: Int) -> Segment {
        let (from, to) = (6 * index, 6 * ((index + 1) % count))
        return Segment(
            x0: numbers[from], y0: numbers[from + 1], x1: numbers[from + 4], y1: numbers[from + 5], x2: numbers[to + 2],
            y2: numbers[to + 3], x3: numbers[to], y3: numbers[to + 1])
    }

    /// Interpolates between two outlines. Vertices that only one of them has are dropped.
    func mixed(with other: Contour, _ progress: Double) -> Contour {
        let count = min(numbers.count, other.numbers.count)
        var result = Contour()
        result.isClosed = isClosed
        result.numbers = [Double](unsafeUninitializedCapacity: count) { buffer, filled in
            for index in 0..<count { buffer[index] = numbers[index] + (other.numbers[index] - numbers[index]) * progress }
            filled = count
        }
        return result
    }

    func transformed(by transform: SVGATransform) -> Contour {
        if transform == .identity { return self }
        var result = self
        var index = 0
        while index < numbers.count {
            let point = transform.apply(x: numbers[index], y: numbers[index + 1])
            result.numbers[index] = point.x
            result.numbers[index + 1] = point.y
            index += 2
        }
        return result
    }

    var reversed: Contour {
        var result = Contour()
        result.isClosed = isClosed
        for index in 0..<count {
            // A closed outline keeps its start.
            let at = isClosed ? (count - index) % count : count - 1 - index
            var vertex = self[at]
            swap(&vertex.inX, &vertex.outX)
            swap(&vertex.inY, &vertex.outY)
            result.append(vertex)
        }
        return result
    }
}

/// A path that outlines are added to.
struct ContourPath {
    private var verbs: [SVGAPath.Verb] = []
    private var coordinates: [Float] = []

    var path: SVGAPath { SVGAPath(verbs: verbs, coordinates: coordinates) }

    init() {}

    init(_ contour: Contour) { add(contour, .identity) }

    /// Adds a transformed outline.
    mutating func add(_ contour: Contour, _ transform: SVGATransform) {
        let count = contour.count
        guard count > 0 else { return }
        verbs.reserveCapacity(verbs.count + count + 2)
        coordinates.reserveCapacity(coordinates.count + 6 * count + 2)
        let isMoved = transform != .identity
        contour.numbers.withUnsafeBufferPointer { numbers in
            func point(_ index: Int) -> (x: Double, y: Double) {
                isMoved ? transform.apply(x: numbers[index], y: numbers[index + 1]) : (numbers[index], numbers[index + 1])
            }
            func append(_ point: (x: Double, y: Double)) {
                coordinates.append(Float(point.x))
                coordinates.append(Float(point.y))
            }
            let start = point(0)
            var from = start
            verbs.append(.move)
            append(from)
            for index in 0..<contour.segmentCount {
                let isLast = index == count - 1
                let at = 6 * index
                let next = isLast ? 0 : at + 6
                let (out, into, end) = (point(at + 4), point(next + 2), isLast ? start : point(next))
                if out == from, into == end {
                    // Closing draws the last line of a closed outline.
                    if !isLast {
                        verbs.append(.line)
                        append(end)
                    }
                } else {
                    verbs.append(.curve)
                    append(out)
                    append(into)
                    append(end)
                }
                from = end
            }
            if contour.isClosed { verbs.append(.close) }
        }
    }
}

extension Contour.Segment {
    var isLine: Bool { x1 == x0 && y1 == y0 && x2 == x3 && y2 == y3 }

    func point(_ t: Double) -> (x: Double, y: Double) {
        let u = 1 - t
        let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        return (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)
    }

    /// The tangent at a parameter, as a vector of any length.
    func direction(_ t: Double) -> (x: Double, y: Double) {
        let u = 1 - t
        let (a, b, c) = (3 * u * u, 6 * u * t, 3 * t * t)
        let x = a * (x1 - x0) + b * (x2 - x1) + c * (x3 - x2)
        let y = a * (y1 - y0) + b * (y2 - y1) + c * (y3 - y2)
        return x == 0 && y == 0 ? (x3 - x0, y3 - y0) : (x, y)
    }

    /// The part of the curve between two parameters.
    func part(from start: Double, to end: Double) -> Contour.Segment {
        let second = split(end).first
        return end <= 0 ? second : second.split(start / end).second
    }

    /// The part of a line between two shares of its length.
    func linePart(_ start: Double, _ end: Double) -> Contour.Segment {
        let (dx, dy) = (x3 - x0, y3 - y0)
        let (fromX, fromY, toX, toY) = (x0 + dx * start, y0 + dy * start, x0 + dx * end, y0 + dy * end)
        return Contour.Segment(x0: fromX, y0: fromY, x1: fromX, y1: fromY, x2: toX, y2: toY, x3: toX, y3: toY)
    }

    /// The parameter of a curve where ``ContourLengths`` has this one, which for a line is the share of its length: the inverse of 3t² − 2t³.
    fileprivate func parameter(_ share: Double) -> Double { isLine ? 0.5 - sin(asin(min(max(1 - 2 * share, -1), 1)) / 3) : share }

    /// The same curve with points in thousandths.
    fileprivate var inThousandths: Contour.Segment {
        func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
        return Contour.Segment(
            x0: rounded(x0), y0: rounded(y0), x1: rounded(x1), y1: rounded(y1), x2: rounded(x2), y2: rounded(y2), x3: rounded(x3),
            y3: rounded(y3))
    }

    func split(_ t: Double) -> (first: Contour.Segment, second: Contour.Segment) {
        func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * t }
        let (ax, ay, bx, by, cx, cy) = (mix(x0, x1), mix(y0, y1), mix(x1, x2), mix(y1, y2), mix(x2, x3), mix(y2, y3))
        let (dx, dy, ex, ey) = (mix(ax, bx), mix(ay, by), mix(bx, cx), mix(by, cy))
        let (fx, fy) = (mix(dx, ex), mix(dy, ey))
        return (
            Contour.Segment(x0: x0, y0: y0, x1: ax, y1: ay, x2: dx, y2: dy, x3: fx, y3: fy),
            Contour.Segment(x0: fx, y0: fy, x1: ex, y1: ey, x2: cx, y2: cy, x3: x3, y3: y3)
        )
    }
}

/// The lengths of an outline's curves, and the parameters at given lengths.
struct ContourLengths {
    /// The number of straight pieces that approximate a curve.
    private static let pieces = 48

    private let contour: Contour
    /// The length from the start to the end of each segment.
    private var sums: [Double] = []

    var total: Double { sums.last ?? 0 }

    init(_ contour: Contour) {
        self.contour = contour
        var sum = 0.0
        sums.reserveCapacity(contour.segmentCount)
        for index in 0..<contour.segmentCount {
            let segment = contour.segment(index)
            if segment.isLine {
                sum += hypot(segment.x3 - segment.x0, segment.y3 - segment.y0)
            } else {
                ContourLengths.eachPiece(segment) { length, _ in
                    sum += length
                    return true
                }
            }
            sums.append(sum)
        }
    }

    private static func eachPiece(_ segment: Contour.Segment, _ body: (_ length: Double, _ end: Double) -> Bool) {
        var last = (x: segment.x0, y: segment.y0)
        for index in 1...pieces {
            let end = Double(index) / Double(pieces)
            let next = segment.point(end)
            let (x, y) = (next.x - last.x, next.y - last.y)
            if !body((x * x + y * y).squareRoot(), end) { return }
            last = next
        }
    }

    /// The parameter of a segment at this length from its start.
    private static func parameter(_ length: Double, of segment: Contour.Segment, _ segmentLength: Double) -> Double {
        if length <= 0 { return 0 }
        if length >= segmentLength { return 1 }
        if segment.isLine { return length / segmentLength }
        var gone = 0.0
        var result = 1.0
        eachPiece(segment) { piece, end in
            if gone + piece >= length {
                let share = piece > 0 ? (length - gone) / piece : 0
                result = end - (1 - share) / Double(pieces)
                return false
            }
            gone += piece
            return true
        }
        return result
    }

    /// The open outline between two lengths.
    /// - Parameter keepsVertices: whether the parts have the points of lottie-web: lines are cut as curves without handles, and points are rounded.
    func part(from start: Double, to end: Double, keepsVertices: Bool = false) -> Contour {
        var result = Contour()
        guard end > start else { return result }
        var index = 0
        // Searches for the first segment that ends after the start.
        var high = sums.count
        while index < high {
            let middle = (index + high) / 2
            if sums[middle] <= start { index = middle + 1 } else { high = middle }
        }
        while index < sums.count {
            let before = index == 0 ? 0 : sums[index - 1]
            if before >= end { break }
            let segmentLength = sums[index] - before
            if segmentLength > 0 {
                let segment = contour.segment(index)
                let from = ContourLengths.parameter(start - before, of: segment, segmentLength)
                let to = ContourLengths.parameter(end - before, of: segment, segmentLength)
                let piece =
                    if from == 0, to == 1 {
                        segment
                    } else if keepsVertices {
                        segment.part(from: segment.parameter(from), to: segment.parameter(to)).inThousandths
                    } else {
                        segment.isLine ? segment.linePart(from, to) : segment.part(from: from, to: to)
                    }
                if result.isEmpty {
                    result.append(
                        Contour.Vertex(x: piece.x0, y: piece.y0, inX: piece.x0, inY: piece.y0, outX: piece.x1, outY: piece.y1))
                } else {
                    result[result.count - 1].outX = piece.x1
                    result[result.count - 1].outY = piece.y1
                }
                result.append(Contour.Vertex(x: piece.x3, y: piece.y3, inX: piece.x2, inY: piece.y2, outX: piece.x3, outY: piece.y3))
            }
            index += 1
        }
        return result
    }
}
