package import SVGAPixels
import SVGAPlatform
import SVGASupport

/// A path of lines and cubic curves with absolute coordinates. Quadratic curves and arcs of the file are converted to cubics, relative
/// commands to absolute ones (Rules of rendering, section 6).
///
/// x grows to the right and y downwards. A path begins with ``move(x:y:)``.
public struct SVGAPath: Hashable, Sendable {
    /// One step of a path.
    package enum Verb: Sendable {
        /// Starts a subpath at one point.
        case move
        /// A straight line to one point.
        case line
        /// A cubic curve: two control points, then the end.
        case curve
        /// Closes the subpath; takes no point.
        case close

        /// The number of values of ``SVGAPath/coordinates`` that the verb uses.
        package var coordinateCount: Int {
            switch self {
            case .move, .line: 2
            case .curve: 6
            case .close: 0
            }
        }

        /// The command of SVG path data.
        fileprivate var letter: String {
            switch self {
            case .move: "M"
            case .line: "L"
            case .curve: "C"
            case .close: "Z"
            }
        }
    }

    /// The steps, in order.
    package private(set) var verbs: [Verb] = []
    /// The points as x, y, x, y … in the order of the verbs: one for a move or a line, three for a curve, none for closing.
    package private(set) var coordinates: [Float] = []
    /// The bounding box of all points and control points; nil if the path draws nothing.
    package private(set) var bounds: SVGARect?

    /// An empty path.
    public init() {}

    /// Whether it has no segment, so that there is nothing to fill, stroke or clip to.
    package var isEmpty: Bool { bounds == nil }

    /// The path as SVG path data with absolute commands, such as `M 0.0 0.0 L 10.0 0.5 Z`.
    public var svgPathData: String {
        var index = 0
        return verbs.map { verb in
            let values = coordinates[index..<index + verb.coordinateCount]
            index += verb.coordinateCount
            return ([verb.letter] + values.map(String.init(describing:))).joined(separator: " ")
        }.joined(separator: " ")
    }

    /// Starts a subpath.
    public mutating func move(x: Double, y: Double) {
        verbs.append(.move)
        append(x, y)
    }

    /// Adds a straight line.
    public mutating func line(x: Double, y: Double) {
        verbs.append(.line)
        includeLast()
        add(x, y)
    }

    /// Adds a cubic curve to (x, y) with the control points (x1, y1) and (x2, y2).
    public mutating func curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double) {
        verbs.append(.curve)
        includeLast()
        add(x1, y1)
        add(x2, y2)
        add(x, y)
    }

    /// Adds a quadratic curve to (x, y) with the control point (x1, y1), as the cubic curve of the same shape.
    public mutating func quadCurve(x1: Double, y1: Double, x: Double, y: Double) {
        let start = currentPoint ?? (x1, y1)
        curve(
            x1: start.x + (x1 - start.x) * 2 / 3, y1: start.y + (y1 - start.y) * 2 / 3, x2: x + (x1 - x) * 2 / 3, y2: y + (y1 - y) * 2 / 3,
            x: x, y: y)
    }

    /// Adds a circular arc, as cubic curves of at most 90°. A line connects the current point to its start; in an empty path it starts a
    /// subpath.
    /// - Parameters:
    ///   - centerX: of the circle.
    ///   - centerY: of the circle.
    ///   - radius: at least 0.
    ///   - startAngle: in radians, clockwise from the x axis.
    ///   - endAngle: a difference of 360° or more in the given direction makes the full circle.
    ///   - clockwise: the direction on the canvas, where y grows downwards.
    ///
    /// Nothing is added if a number is not finite or the radius is negative.
    public mutating func arc(
        centerX: Double, centerY: Double, radius: Double, startAngle: Double, endAngle: Double, clockwise: Bool = true
    ) {
        guard radius >= 0, (centerX + centerY + radius).isFinite, (startAngle - endAngle).isFinite else { return }
        let turn = 2 * Double.pi
        var sweep = clockwise ? endAngle - startAngle : startAngle - endAngle
        if sweep >= turn {
            sweep = turn
        } else {
            sweep = fmod(sweep, turn)
            if sweep < 0 { sweep += turn }
        }
        let arc = EllipticalArc(
            centerX: centerX, centerY: centerY, radiusX: radius, radiusY: radius, startAngle: startAngle, sweep: clockwise ? sweep : -sweep)
        let start = arc.start
        verbs.isEmpty ? move(x: start.x, y: start.y) : line(x: start.x, y: start.y)
        arc.eachCurve { curve(x1: $0, y1: $1, x2: $2, y2: $3, x: $4, y: $5) }
    }

    /// Closes the subpath with a line to its start. Does nothing for an empty path. A closed subpath of one point is a dot with round caps.
    public mutating func close() {
        guard coordinates.count >= 2 else { return }
        verbs.append(.close)
        include(x: Double(coordinates[coordinates.count - 2]), y: Double(coordinates[coordinates.count - 1]))
    }

    /// The start of the next segment; nil in an empty path.
    private var currentPoint: (x: Double, y: Double)? {
        var end = coordinates.count
        if verbs.last == .close, let move = verbs.lastIndex(of: .move) {
            end -= verbs[(move + 1)...].reduce(0) { $0 + $1.coordinateCount }
        }
        return end < 2 ? nil : (Double(coordinates[end - 2]), Double(coordinates[end - 1]))
    }

    private mutating func append(_ x: Double, _ y: Double) {
        coordinates.append(Float(x))
        coordinates.append(Float(y))
    }

    /// Adds a point and extends the bounds by it.
    private mutating func add(_ x: Double, _ y: Double) {
        append(x, y)
        include(x: x, y: y)
    }

    /// Extends the bounds by a segment's start.
    private mutating func includeLast() {
        let start = coordinates.count - 2
        if start >= 0 { include(x: Double(coordinates[start]), y: Double(coordinates[start + 1])) }
    }

    private mutating func include(x: Double, y: Double) {
        let point = SVGARect(x: x, y: y, width: 0, height: 0)
        bounds = bounds.map { $0.union(point) } ?? point
    }
}

extension SVGAPath {
    /// A path from its parts, which takes less time than adding one segment after the other.
    /// - Precondition: the verbs have all coordinates, and begin with a move unless there are none.
    package init(verbs: [Verb], coordinates: [Float]) {
        (self.verbs, self.coordinates) = (verbs, coordinates)
        bounds = SVGAPath.bounds(verbs, coordinates)
    }

    /// The bounding box of all segments.
    private static func bounds(_ verbs: [Verb], _ coordinates: [Float]) -> SVGARect? {
        var (minX, minY, maxX, maxY) = (Float.infinity, Float.infinity, -Float.infinity, -Float.infinity)
        coordinates.withUnsafeBufferPointer { points in
            func include(_ x: Float, _ y: Float) {
                minX = Swift.min(minX, x)
                minY = Swift.min(minY, y)
                maxX = Swift.max(maxX, x)
                maxY = Swift.max(maxY, y)
            }
            var at = 0
            var isAfterMove = false
            for verb in verbs {
                let count = verb.coordinateCount
                // The start of a subpath counts if it has a segment.
                if isAfterMove, verb != .move { include(points[at - 2], points[at - 1]) }
                isAfterMove = verb == .move
                if !isAfterMove { for index in stride(from: at, to: at + count, by: 2) { include(points[index], points[index + 1]) } }
                at += count
            }
        }
        guard minX <= maxX else { return nil }
        return SVGARect(minX: Double(minX), minY: Double(minY), maxX: Double(maxX), maxY: Double(maxY))
    }

    /// Appends the segments of another path.
    package mutating func append(contentsOf other: SVGAPath) {
        verbs += other.verbs
        coordinates += other.coordinates
        if let added = other.bounds { bounds = bounds.map { $0.union(added) } ?? added }
    }

    package func transformed(_ transform: SVGATransform) -> SVGAPath {
        transform == .identity ? self : movingPoints { transform.apply(x: $0, y: $1) }
    }

    /// The path with `map` applied to each point.
    package func movingPoints(_ map: (_ x: Double, _ y: Double) -> (x: Double, y: Double)) -> SVGAPath {
        var path = SVGAPath()
        var at = 0
        func point(_ offset: Int) -> (x: Double, y: Double) {
            map(Double(coordinates[at + offset]), Double(coordinates[at + offset + 1]))
        }
        for verb in verbs {
            switch verb {
            case .move:
                let end = point(0)
                path.move(x: end.x, y: end.y)
            case .line:
                let end = point(0)
                path.line(x: end.x, y: end.y)
            case .curve:
                let (first, second, end) = (point(0), point(2), point(4))
                path.curve(x1: first.x, y1: first.y, x2: second.x, y2: second.y, x: end.x, y: end.y)
            case .close: path.close()
            }
            at += verb.coordinateCount
        }
        return path
    }
}

/// A part of an ellipse as cubic curves of at most 90° each.
package struct EllipticalArc {
    private let centerX: Double
    private let centerY: Double
    private let radiusX: Double
    private let radiusY: Double
    /// Of the ellipse's rotation angle.
    private let cosine: Double
    private let sine: Double
    private let startAngle: Double
    private let sweep: Double
    /// The exact end point; nil: at the angle.
    private let end: (x: Double, y: Double)?

    /// - Parameters:
    ///   - startAngle: in radians, clockwise from the x axis.
    ///   - sweep: the angle from there; below 0: counterclockwise.
    /// - Precondition: all are finite.
    package init(centerX: Double, centerY: Double, radiusX: Double, radiusY: Double, startAngle: Double, sweep: Double) {
        (self.centerX, self.centerY, self.radiusX, self.radiusY) = (centerX, centerY, radiusX, radiusY)
        (cosine, sine) = (1, 0)
        (self.startAngle, self.sweep) = (startAngle, sweep)
        end = nil
    }

    /// An arc by its end points, as in SVG.
    /// - Returns: nil if it is a straight line: a radius of 0, or numbers out of the range of calculations.
    package init?(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), radiusX: Double, radiusY: Double, rotationDegrees: Double,
        isLarge: Bool, isSweep: Bool
    ) {
        guard radiusX > 0, radiusY > 0 else { return nil }
        let angle = fmod(rotationDegrees, 360) * .pi / 180
        (sine, cosine) = (sin(angle), cos(angle))

        // Half the chord, in the ellipse's coordinate system.
        let halfX = (start.x - end.x) / 2
        let halfY = (start.y - end.y) / 2
        let px = cosine * halfX + sine * halfY
        let py = -sine * halfX + cosine * halfY

        // Radii that are too small for the chord are enlarged.
        let stretch = (px * px) / (radiusX * radiusX) + (py * py) / (radiusY * radiusY)
        let growth = stretch > 1 ? stretch.squareRoot() : 1
        let rx = radiusX * growth
        let ry = radiusY * growth

        let offset = stretch >= 1 ? 0 : (1 / stretch - 1).squareRoot()
        let sign: Double = isLarge == isSweep ? -1 : 1
        let cx = sign * offset * rx * py / ry
        let cy = -sign * offset * ry * px / rx
        centerX = cosine * cx - sine * cy + (start.x + end.x) / 2
        centerY = sine * cx + cosine * cy + (start.y + end.y) / 2

        startAngle = atan2((py - cy) / ry, (px - cx) / rx)
        var sweep = atan2((-py - cy) / ry, (-px - cx) / rx) - startAngle
        if isSweep, sweep < 0 { sweep += 2 * .pi }
        if !isSweep, sweep > 0 { sweep -= 2 * .pi }
        guard sweep.isFinite, centerX.isFinite, centerY.isFinite else { return nil }
        self.sweep = sweep
        (self.radiusX, self.radiusY) = (rx, ry)
        self.end = end
    }

    package var start: (x: Double, y: Double) { point(cos(startAngle), sin(startAngle)) }

    /// Calls `body` with x1, y1, x2, y2, x, y of each curve.
    package func eachCurve(_ body: (Double, Double, Double, Double, Double, Double) -> Void) {
        let count = max(1, Int(saturating: (sweep.magnitude / (.pi / 2) - 1e-9).rounded(.up)))
        let step = sweep / Double(count)
        let handle = 4 / 3 * tan(step / 4)
        var from = (cosine: cos(startAngle), sine: sin(startAngle))
        for index in 0..<count {
            let endAngle = startAngle + step * Double(index + 1)
            let to = (cosine: cos(endAngle), sine: sin(endAngle))
            let one = point(from.cosine - handle * from.sine, from.sine + handle * from.cosine)
            let two = point(to.cosine + handle * to.sine, to.sine - handle * to.cosine)
            let last = index == count - 1 ? end ?? point(to.cosine, to.sine) : point(to.cosine, to.sine)
            body(one.x, one.y, two.x, two.y, last.x, last.y)
            from = to
        }
    }

    /// Maps a point of the unit circle to the ellipse.
    private func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        (cosine * radiusX * x - sine * radiusY * y + centerX, sine * radiusX * x + cosine * radiusY * y + centerY)
    }
}
