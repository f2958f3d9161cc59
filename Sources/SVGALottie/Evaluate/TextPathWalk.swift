import SVGAModel
import SVGAPlatform

/// Walks along the path of a text, letter by letter. The rules are those of lottie-web, which replaces each curve by straight pieces.
struct TextPathWalk {
    /// A point of the path.
    private struct Point {
        let x: Double
        let y: Double
        /// The distance from the previous point of the segment.
        let distance: Double
    }

    /// The number of points of a curve.
    private static let points = 150
    /// The cost of a segment in path segments.
    static let cost = 20

    private let segments: [[Point]]
    private let isClosed: Bool
    private let totalLength: Double
    private let isPerpendicular: Bool
    private let isForced: Bool
    private let firstMargin: Double
    /// The point after the current position; nil after the end of an open path.
    private var segment = 0
    private var index = 1
    private var isPastEnd = false
    private var previous: Point
    private var current: Point
    /// The length of the path before ``previous``.
    private var passed = 0.0
    /// The distance of the current letter from the start of the path.
    private var distance = 0.0
    private var line = -1
    private var group = -1
    private let start: (distance: Double, segment: Int, index: Int)

    /// nil: the path has no segments.
    init?(_ path: LottieText.Path, _ written: Contour, at time: Double) {
        let contour = path.isReversed.number(at: time) != 0 ? written.reversed : written
        let segments = (0..<contour.segmentCount).map { TextPathWalk.points(of: contour.segment($0)) }
        let lengths = segments.map { $0.reduce(0) { $0 + $1.distance } }
        let totalLength = lengths.reduce(0, +)
        guard totalLength > 0, totalLength.isFinite else { return nil }
        isClosed = contour.isClosed
        isPerpendicular = path.isPerpendicular.number(at: time) != 0
        isForced = path.isForced.number(at: time) != 0
        firstMargin = path.firstMargin.number(at: time)
        var (distance, segment, index) = (firstMargin, 0, 1)
        if distance < 0, isClosed {
            // A negative margin begins before the end of a closed path.
            distance = distance.truncatingRemainder(dividingBy: totalLength)
            (segment, index) = (segments.count - 1, segments[segments.count - 1].count - 1)
            while distance < 0, segment > 0 || index > 0 {
                distance += segments[segment][index].distance
                index -= 1
                if index < 0, segment > 0 {
                    segment -= 1
                    index = segments[segment].count - 1
                }
            }
            index = max(index, 1)
        }
        start = (distance, segment, index)
        (previous, current) = (segments[segment][index - 1], segments[segment][index])
        self.segments = segments
        self.totalLength = totalLength
        restart()
    }

    private static func points(of segment: Contour.Segment) -> [Point] {
        let count = segment.isStraight ? 2 : points
        var last = (x: segment.x0, y: segment.y0)
        return (0..<count).map { index in
            let next = segment.point(Double(index) / Double(count - 1))
            let point = Point(x: next.x, y: next.y, distance: hypot(next.x - last.x, next.y - last.y))
            last = next
            return point
        }
    }

    /// Goes back to the start, for the next line.
    mutating func restart() {
        (distance, segment, index) = start
        (previous, current) = (segments[segment][index - 1], segments[segment][index])
        passed = 0
        isPastEnd = false
    }

    /// Goes to the middle of a letter's group.
    mutating func begin(_ letter: TextLetter, of lines: TextLines, _ alignment: LottieText.Document.Alignment, _ alignmentX: Double) {
        if line != letter.line {
            let room = totalLength - lines.widths[letter.line]
            switch alignment {
            case .left: break
            case .right: distance += room
            case .center: distance += room / 2
            }
            line = letter.line
        }
        if group != letter.group {
            if lines.letters.indices.contains(group) { distance += lines.letters[group].groupEnd }
            distance += letter.groupWidth / 2
            group = letter.group
        }
        distance += alignmentX * letter.groupWidth
    }

    mutating func advance(by length: Double) { distance += length }

    /// The position of a letter, and its rotation in radians if letters turn with the path.
    mutating func point(
        for letter: TextLetter, of lines: TextLines, offset: Double
    ) -> (x: Double, y: Double, angle: Double?) {
        if isForced, lines.letters.count > 1, let first = lines.letters.first, let last = lines.letters.last {
            let room = totalLength - firstMargin - first.groupWidth / 2 - last.groupWidth / 2
            distance = firstMargin + first.groupWidth / 2 + room * Double(letter.group) / Double(lines.letters.count - 1)
        }
        let wanted = distance + offset
        // A closed path can be walked around several times.
        var left = segments.reduce(0) { $0 + $1.count } * 4
        while !isPastEnd, passed + current.distance < wanted, left > 0 {
            step()
            left -= 1
        }
        let share = current.distance > 0 ? (wanted - passed) / current.distance : 0
        let (dx, dy) = (current.x - previous.x, current.y - previous.y)
        let angle = isPerpendicular && (dx != 0 || dy != 0) ? atan2(dy, dx) : nil
        return (previous.x + dx * share, previous.y + dy * share, angle)
    }

    private mutating func step() {
        passed += current.distance
        index += 1
        if index >= segments[segment].count {
            index = 0
            if segment + 1 < segments.count {
                segment += 1
            } else if isClosed {
                segment = 0
            } else {
                // Letters beyond the end stand on the straight continuation of the path.
                passed -= current.distance
                isPastEnd = true
                return
            }
        }
        (previous, current) = (current, segments[segment][index])
    }

    /// Leaves a letter.
    mutating func end(_ letter: TextLetter, at index: Int, of lines: TextLines, _ alignmentX: Double) {
        distance -= alignmentX * letter.groupWidth
        if index + 1 < lines.letters.count, lines.letters[index + 1].group != group {
            distance += letter.groupWidth / 2 + lines.tracking
        }
    }
}

extension Contour.Segment {
    /// Whether both handles lie on the line between the ends.
    fileprivate var isStraight: Bool {
        let (dx, dy) = (x3 - x0, y3 - y0)
        if dx == 0, dy == 0 { return false }
        return (dx * (y1 - y0) - dy * (x1 - x0)).magnitude < 1e-3 && (dx * (y2 - y3) - dy * (x2 - x3)).magnitude < 1e-3
    }
}
