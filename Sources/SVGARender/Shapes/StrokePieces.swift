import SVGAModel
import SVGAPlatform

/// Cuts subpaths into dashes, or leaves them whole, and makes an outline of each piece.
struct StrokePieces<Target: PathSink> {
    private(set) var outline: StrokeOutline<Target>
    /// nil: subpaths stay whole.
    private var pattern: DashPattern?
    /// How far the subpath has got, in shape space.
    private var length = 0.0
    /// Which edge of the pattern was passed last. Dashes begin at even edges and end at odd ones.
    private var edge = 0
    /// The dash that the subpath begins with. It waits for the last one, because a closed subpath joins the two.
    private var firstDash: [StrokeSegment] = []
    private var isInFirstDash = false
    /// Whether the subpath has no segment.
    private(set) var isEmpty = true

    /// About how many points are kept until the outline that they belong to is complete.
    var waitingPoints: Int { outline.waitingPoints + pointsOfSegment * firstDash.count }

    init(_ target: Target, _ pen: StrokePen) { outline = StrokeOutline(target, pen) }

    mutating func begin(_ dash: ShapeEntity.Dash?, _ pen: StrokePen) {
        outline.begin(pen)
        pattern = dash.flatMap { DashPattern($0, pen) }
        beginSubpath()
    }

    @inline(__always)
    mutating func add(_ segment: StrokeSegment) {
        isEmpty = false
        if let pattern { cut(segment, pattern) } else { outline.add(segment) }
    }

    mutating func endSubpath(isClosed: Bool) {
        let isWhole = pattern == nil || isInFirstDash
        // A dash that reaches the end of a closed subpath leads on into the first one.
        if !isWhole, !isClosed || edge % 2 == 1 { outline.end(isClosed: false) }
        for segment in firstDash { outline.add(segment) }
        firstDash.removeAll(keepingCapacity: firstDash.capacity <= maximumKeptSegments)
        outline.end(isClosed: isClosed && isWhole)
        beginSubpath()
    }

    /// A subpath without length.
    func addDot(_ place: Place) {
        if edge % 2 == 0 { outline.addDot(place) }
    }

    private mutating func beginSubpath() {
        isEmpty = true
        length = 0
        edge = pattern?.firstEdge ?? 0
        isInFirstDash = pattern != nil && edge % 2 == 0
    }

    private mutating func cut(_ segment: StrokeSegment, _ pattern: DashPattern) {
        let from = length
        length += segment.length
        // No file may have so many, see `ReadLimits.dashes`.
        guard length < 1e6 * pattern.period else { return }
        var done = 0.0
        // What ends within rounding of a corner ends there, and has no join.
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

/// A segment takes the memory of so many points.
private let pointsOfSegment = MemoryLayout<StrokeSegment>.stride / MemoryLayout<Place>.stride

/// Memory for so many segments of a dash stays for the next one; more is given back.
private let maximumKeptSegments = 1 << 14

/// Where dashes begin and end, in shape space.
private struct DashPattern {
    private let dash: Double
    let period: Double
    private let phase: Double
    /// Where the edges of further dashes are in the period, after those of the first; mostly none.
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
        // A pattern too fine to be seen becomes one that covers as much, with a longer period.
        let finest = StrokePen.tolerance / pen.maximumScale
        if period < finest, !further.isEmpty { return nil }
        let caps = pen.cap == .butt ? 0 : 2 * pen.radius
        self.period = max(period, finest)
        self.dash = period >= finest ? dash.dash : max(0, finest * min(1, (dash.dash + caps) / period) - caps)
        let phase = fmod(dash.phase, period)
        self.phase = (phase < 0 ? phase + period : phase) * (self.period / period)
    }

    /// The last edge that is not after the start of a subpath.
    var firstEdge: Int { phase < dash ? 0 : 1 + (further.lastIndex { $0 <= phase } ?? -1) + 1 }

    /// How far an edge is from the start of a subpath. It depends on nothing else, so rounding does not add up along the path.
    func position(_ edge: Int) -> Double {
        if further.isEmpty { return Double(edge >> 1) * period + (edge & 1 == 0 ? 0 : dash) - phase }
        let (round, place) = edge.quotientAndRemainder(dividingBy: 2 + further.count)
        return Double(round) * period + (place == 0 ? 0 : place == 1 ? dash : further[place - 2]) - phase
    }
}
