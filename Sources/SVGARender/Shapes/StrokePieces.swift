import SVGAModel
import SVGAPlatform
import SVGASupport

/// Splits subpaths into dashes, or keeps them, and makes an outline of each piece.
struct StrokePieces<Target: PathSink> {
    private(set) var outline: StrokeOutline<Target>
    /// nil: subpaths are not dashed.
    private var pattern: DashPattern?
    /// The pattern with dash and gap in each other's place, for ``ShapeEntity/Dash/alternates``; nil for other strokes.
    private var other: DashPattern?
    /// The length of the subpath so far, in shape space.
    private var length = 0.0
    /// The last pattern edge that was passed. Dashes begin at even edges and end at odd ones.
    private var edge = 0
    /// The first dash of the subpath. It is buffered until the end, because a closed subpath joins the first and the last dash.
    private var firstDash: [StrokeSegment] = []
    private var isInFirstDash = false
    /// Whether the subpath has no segment.
    private(set) var isEmpty = true

    /// Estimates the points that are buffered until their outline is complete.
    var waitingPoints: Int { outline.waitingPoints + pointsOfSegment * firstDash.count }

    init(_ target: Target, _ pen: StrokePen) { outline = StrokeOutline(target, pen) }

    mutating func begin(_ dash: ShapeEntity.Dash?, _ pen: StrokePen) {
        outline.begin(pen)
        pattern = dash.flatMap { DashPattern($0, pen) }
        other = dash.flatMap { $0.alternates ? DashPattern($0.swapped, pen) : nil }
        beginSubpath()
    }

    @inline(__always)
    mutating func add(_ segment: StrokeSegment) {
        isEmpty = false
        if let pattern { cut(segment, pattern) } else { outline.add(segment) }
    }

    mutating func endSubpath(isClosed: Bool) {
        if let pattern, let other {
            outline.end(isClosed: false)
            if !isEmpty, pattern.count(in: length) % 2 == 1 { (self.pattern, self.other) = (other, pattern) }
            return beginSubpath()
        }
        let isSinglePiece = pattern == nil || isInFirstDash
        // A dash at the end of a closed subpath continues with the first dash.
        if !isSinglePiece, !isClosed || edge % 2 == 1 { outline.end(isClosed: false) }
        for segment in firstDash { outline.add(segment) }
        firstDash.removeAll(keepingCapacity: firstDash.capacity <= maximumKeptSegments)
        outline.end(isClosed: isClosed && isSinglePiece)
        beginSubpath()
    }

    /// Adds a subpath without length.
    func addDot(_ point: Point) {
        if edge % 2 == 0 { outline.addDot(point) }
    }

    private mutating func beginSubpath() {
        isEmpty = true
        length = 0
        edge = pattern?.firstEdge ?? 0
        isInFirstDash = pattern != nil && other == nil && edge % 2 == 0
    }

    private mutating func cut(_ segment: StrokeSegment, _ pattern: DashPattern) {
        let from = length
        length += segment.length
        // Files cannot have so many dashes, see `ReadLimits.dashes`.
        guard length < 1e6 * pattern.period else { return }
        var done = 0.0
        // A dash that ends at a corner, within rounding, has no join.
        let rounding = 1e-9 * segment.length
        while pattern.position(edge + 1) <= length + rounding {
            let position = pattern.position(edge + 1) - from
            let fraction = position < segment.length - rounding ? max(done, position / segment.length) : 1
            if edge % 2 == 0 {
                extend(segment.part(done, fraction, outline.pen))
                if isInFirstDash { isInFirstDash = false } else { outline.end(isClosed: false) }
            }
            edge += 1
            done = fraction
        }
        if edge % 2 == 0, done < 1 { extend(segment.part(done, 1, outline.pen)) }
    }

    private mutating func extend(_ segment: StrokeSegment) {
        if isInFirstDash { firstDash.append(segment) } else { outline.add(segment) }
    }
}

/// The memory of a segment, in points.
private let pointsOfSegment = MemoryLayout<StrokeSegment>.stride / MemoryLayout<Point>.stride

/// The maximum number of segments of a dash whose memory is reused; larger buffers are freed.
private let maximumKeptSegments = 1 << 14

/// The positions of dashes, in shape space.
private struct DashPattern {
    private let dash: Double
    let period: Double
    private let phase: Double
    private let lead: Double
    /// The positions of edges in the period after those of the first dash; usually empty.
    private let further: [Double]

    /// nil: the stroke is not dashed.
    init?(_ dash: ShapeEntity.Dash, _ pen: StrokePen) {
        let period = dash.rest.reduce(dash.dash + dash.gap, +)
        guard dash.dash >= 0, dash.gap > 0, period.isFinite, dash.phase.isFinite else { return nil }
        var end = dash.dash + dash.gap
        further = dash.rest.map { length in
            defer { end += length }
            return end
        }
        // A pattern too fine to be visible is replaced by one with the same coverage and a longer period.
        let finest = StrokePen.tolerance / pen.maximumScale
        if period < finest, !further.isEmpty { return nil }
        let caps = pen.cap == .butt ? 0 : 2 * pen.radius
        self.period = max(period, finest)
        self.dash = period >= finest ? dash.dash : max(0, finest * min(1, (dash.dash + caps) / period) - caps)
        let phase = fmod(dash.phase, period)
        lead = dash.lead
        self.phase = lead > 0 ? -lead : (phase < 0 ? phase + period : phase) * (self.period / period)
    }

    /// The number of dashes and gaps that begin in a subpath of this length.
    func count(in length: Double) -> Int {
        let rest = (length + phase) / period
        guard rest > 1e-9, rest < 1e9 else { return 0 }
        let periods = (rest - 1e-9).rounded(.down)
        return 2 * Int(saturating: periods) + (rest - periods > dash / period + 1e-9 ? 2 : 1)
    }

    /// The last edge at or before the start of a subpath.
    var firstEdge: Int { lead > 0 ? -1 : phase < dash ? 0 : 1 + (further.lastIndex { $0 <= phase } ?? -1) + 1 }

    /// The distance of an edge from the start of a subpath. It is computed directly, so rounding errors do not accumulate.
    func position(_ edge: Int) -> Double {
        if further.isEmpty { return Double(edge >> 1) * period + (edge & 1 == 0 ? 0 : dash) - phase }
        let (round, index) = edge.quotientAndRemainder(dividingBy: 2 + further.count)
        return Double(round) * period + (index == 0 ? 0 : index == 1 ? dash : further[index - 2]) - phase
    }
}

extension ShapeEntity.Dash {
    /// Dash and gap in each other's place.
    fileprivate var swapped: ShapeEntity.Dash {
        var dash = self
        (dash.dash, dash.gap) = (gap, self.dash)
        return dash
    }
}
