package import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender

/// Cuts a path into its dashes, which are where Chromium has them.
///
/// Skia, which draws for Chromium, measures curves by few lines: a curve whose handles are within half a pixel of the line between its ends has the
/// length of that line. With exact lengths, dashes behind tight bends and small loops would be elsewhere.
package struct DashCutter {
    private typealias Point = SIMD2<Double>

    /// A line, or a cubic curve. The control points of a line are its ends.
    private struct Piece {
        var points: (Point, Point, Point, Point)
        let isCurve: Bool

        /// The part between two parameters in 0…1.
        func part(_ start: Double, _ end: Double) -> Piece {
            let (a, b, c, d) = points
            guard isCurve else { return Piece(line: a + (d - a) * start, a + (d - a) * end) }
            // The control points of a part are values of the curve's polar form.
            func polar(_ r: Double, _ s: Double, _ t: Double) -> Point {
                let (ab, bc, cd) = (a + (b - a) * r, b + (c - b) * r, c + (d - c) * r)
                let (first, second) = (ab + (bc - ab) * s, bc + (cd - bc) * s)
                return first + (second - first) * t
            }
            return Piece(curve: polar(start, start, start), polar(start, start, end), polar(start, end, end), polar(end, end, end))
        }

        init(line start: Point, _ end: Point) { (points, isCurve) = ((start, start, end, end), false) }

        init(curve a: Point, _ b: Point, _ c: Point, _ d: Point) { (points, isCurve) = ((a, b, c, d), true) }
    }

    /// A part of a piece that is measured by the line between its ends.
    private struct Span {
        let piece: Int
        /// The parameter of its end.
        let end: Double
        /// The distance of its end from the start of the contour.
        let distance: Double
    }

    /// The smallest part of a curve's parameter that is divided. Curves that need more are not on any canvas.
    private static let smallestPart = 1.0 / 1024
    /// How often the curves of a path are divided. What is left of them is measured by lines between their ends.
    private static let maximumDivisions = 100_000

    /// Dashes and gaps in turn.
    private let pattern: [Double]
    /// The entry of the pattern at the start of each contour, and its length there.
    private let first: (index: Int, length: Double)
    /// Half a pixel.
    private let tolerance: Double
    private var pieces: [Piece] = []
    private var spans: [Span] = []
    private(set) var divisionsLeft = maximumDivisions
    private(set) var dashes = SVGAPath()

    /// - Parameters:
    ///   - pattern: with a sum above 0. An odd number of lengths is repeated, so that dashes and gaps alternate from one round to the next.
    ///   - scale: of the path's points, in pixels.
    init(_ pattern: [Double], phase: Double, scale: Double) {
        self.pattern = pattern.count % 2 == 0 ? pattern : pattern + pattern
        let period = self.pattern.reduce(0, +)
        var left = phase.isFinite ? phase.truncatingRemainder(dividingBy: period) : 0
        if left < 0 { left += period }
        var index = 0
        while index < self.pattern.count - 1, left > 0, left >= self.pattern[index] {
            left -= self.pattern[index]
            index += 1
        }
        first = (index, max(0, self.pattern[index] - left))
        tolerance = scale > 0 ? 0.5 / scale : 0.5
    }

    /// The dashes of a path as subpaths.
    /// - Parameters:
    ///   - pattern: the lengths of dashes and gaps, at least 0, with a sum above 0.
    ///   - phase: where in the pattern each contour starts.
    ///   - scale: the largest scale from the path to pixels along an axis.
    /// - Complexity: proportional to the number of dashes and of the lines by which curves are measured.
    package static func dashes(of path: SVGAPath, _ pattern: [Double], phase: Double, scale: Double) -> SVGAPath {
        var cutter = DashCutter(pattern, phase: phase, scale: scale)
        cutter.cut(path)
        return cutter.dashes
    }

    /// An upper bound of the dashes and gaps of a path; 0 if the pattern is empty.
    package static func maximumCount(of path: SVGAPath, _ pattern: [Double]) -> Double {
        let period = pattern.reduce(0, +)
        return period > 0 ? path.outerLength / period * Double(pattern.count) : 0
    }

    // MARK: - Measuring

    private mutating func add(_ piece: Piece) {
        let before = spans.count
        if piece.isCurve {
            measure(piece, 0, 1)
        } else {
            addSpan(piece, end: 1)
        }
        if spans.count > before { pieces.append(piece) }
    }

    /// Measures a part of a curve.
    private mutating func measure(_ part: Piece, _ start: Double, _ end: Double) {
        let (a, b, c, d) = part.points
        let (first, second) = (b - (a + (d - a) / 3), c - (a + (d - a) * 2 / 3))
        let distance = max(first.x.magnitude, first.y.magnitude, second.x.magnitude, second.y.magnitude)
        guard distance > tolerance, end - start > DashCutter.smallestPart, divisionsLeft > 0 else { return addSpan(part, end: end) }
        divisionsLeft -= 1
        let middle = (start + end) / 2
        measure(part.part(0, 0.5), start, middle)
        measure(part.part(0.5, 1), middle, end)
    }

    private mutating func addSpan(_ part: Piece, end: Double) {
        let line = part.points.3 - part.points.0
        let length = (line * line).sum().squareRoot()
        guard length > 0 else { return }
        spans.append(Span(piece: pieces.count, end: end, distance: (spans.last?.distance ?? 0) + length))
    }

    // MARK: - Cutting

    mutating func cut(_ path: SVGAPath) {
        var (at, start, current) = (0, Point.zero, Point.zero)
        func point(_ index: Int) -> Point { Point(Double(path.coordinates[at + 2 * index]), Double(path.coordinates[at + 2 * index + 1])) }
        for verb in path.verbs {
            switch verb {
            case .move:
                cut(isClosed: false)
                start = point(0)
                current = start
            case .line:
                add(Piece(line: current, point(0)))
                current = point(0)
            case .curve:
                add(Piece(curve: current, point(0), point(1), point(2)))
                current = point(2)
            case .close:
                add(Piece(line: current, start))
                cut(isClosed: true)
                current = start
            }
            at += verb.coordinateCount
        }
        cut(isClosed: false)
    }

    /// Cuts the contour, and starts the next one.
    private mutating func cut(isClosed: Bool) {
        defer {
            pieces.removeAll(keepingCapacity: true)
            spans.removeAll(keepingCapacity: true)
        }
        guard let length = spans.last?.distance else { return }
        var (index, at, span, isDrawing) = (first.index, 0.0, 0, false)
        var step = first.length
        func next() {
            at += step
            index = (index + 1) % pattern.count
            step = pattern[index]
        }
        // In a closed contour, the dash at the start continues the one at the end.
        let isJoined = isClosed && index % 2 == 0
        if isJoined { next() }
        while at < length {
            isDrawing = index % 2 == 0
            if isDrawing { span = draw(at, min(at + step, length), from: span, isNew: true) }
            next()
        }
        if isJoined { _ = draw(0, min(first.length, length), from: 0, isNew: !isDrawing) }
    }

    /// Adds the path between two distances.
    /// - Parameters:
    ///   - first: a span that does not end after the start, or 0.
    ///   - isNew: whether it starts a subpath.
    /// - Returns: the span in which it ends.
    private mutating func draw(_ start: Double, _ end: Double, from first: Int, isNew: Bool) -> Int {
        var place = place(of: start, from: first)
        let last = self.place(of: end, from: place.span)
        if isNew {
            let from = pieces[spans[place.span].piece].part(place.parameter, place.parameter).points.0
            dashes.move(x: from.x, y: from.y)
        }
        let lastPiece = spans[last.span].piece
        while spans[place.span].piece < lastPiece {
            let piece = spans[place.span].piece
            if place.parameter < 1 { append(pieces[piece].part(place.parameter, 1)) }
            while spans[place.span].piece == piece { place.span += 1 }
            place.parameter = 0
        }
        append(pieces[lastPiece].part(place.parameter, max(place.parameter, last.parameter)))
        return last.span
    }

    private mutating func append(_ part: Piece) {
        let (_, b, c, d) = part.points
        // A curve may end where it starts. A dash of length 0 is a point.
        if part.isCurve, part.points != (d, d, d, d) {
            dashes.curve(x1: b.x, y1: b.y, x2: c.x, y2: c.y, x: d.x, y: d.y)
        } else {
            dashes.line(x: d.x, y: d.y)
        }
    }

    /// The span and the parameter at a distance.
    private func place(of distance: Double, from first: Int) -> (span: Int, parameter: Double) {
        var index = first
        while index < spans.count - 1, spans[index].distance < distance { index += 1 }
        let span = spans[index]
        let before = index > 0 ? spans[index - 1] : Span(piece: -1, end: 0, distance: 0)
        let start = before.piece == span.piece ? before.end : 0
        let share = (distance - before.distance) / (span.distance - before.distance)
        return (index, start + (span.end - start) * min(max(share, 0), 1))
    }
}

extension SVGATransform {
    /// The scale from which Skia takes the precision of strokes.
    package var largestAxisScale: Double { max(axisScales.x, axisScales.y) }
}
