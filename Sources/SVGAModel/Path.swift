public import SVGAPixels

/// A path in the movie's own terms: lines and cubic curves, all absolute. Quadratic curves and arcs of the file have
/// been turned into cubics, relative commands into absolute ones (Rules of rendering, section 6).
public struct Path: Hashable, Sendable {
    public enum Verb: UInt8, Sendable {
        /// Starts a subpath at one point.
        case move
        /// A straight line to one point.
        case line
        /// A cubic curve: two control points, then the end.
        case curve
        /// Closes the subpath; takes no point.
        case close

        /// How many numbers of ``Path/coordinates`` the verb takes.
        public var coordinateCount: Int {
            switch self {
            case .move, .line: 2
            case .curve: 6
            case .close: 0
            }
        }
    }

    public private(set) var verbs: [Verb] = []
    /// x, y, x, y … in the order of the verbs.
    public private(set) var coordinates: [Float] = []
    /// The box around all points and control points; nil where the path draws nothing.
    public private(set) var bounds: Rect?

    public init() {}

    /// Whether there is nothing to fill, stroke or clip to: no segment at all.
    public var isEmpty: Bool { bounds == nil }

    public mutating func move(x: Double, y: Double) {
        verbs.append(.move)
        append(x, y)
    }

    public mutating func line(x: Double, y: Double) {
        verbs.append(.line)
        segment(from: coordinates.count - 2, [x, y])
    }

    public mutating func curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double) {
        verbs.append(.curve)
        segment(from: coordinates.count - 2, [x1, y1, x2, y2, x, y])
    }

    /// Does nothing on an empty path. Closing a subpath of one point makes a dot that round and square caps show.
    public mutating func close() {
        guard coordinates.count >= 2 else { return }
        verbs.append(.close)
        include(x: Double(coordinates[coordinates.count - 2]), y: Double(coordinates[coordinates.count - 1]))
    }

    private mutating func append(_ x: Double, _ y: Double) {
        coordinates.append(Float(x))
        coordinates.append(Float(y))
    }

    /// Adds points and grows the bounds by them and by the point they start from.
    private mutating func segment(from start: Int, _ points: [Double]) {
        if start >= 0 { include(x: Double(coordinates[start]), y: Double(coordinates[start + 1])) }
        for index in stride(from: 0, to: points.count, by: 2) {
            append(points[index], points[index + 1])
            include(x: points[index], y: points[index + 1])
        }
    }

    private mutating func include(x: Double, y: Double) {
        let point = Rect(x: x, y: y, width: 0, height: 0)
        bounds = bounds.map { $0.union(point) } ?? point
    }
}
