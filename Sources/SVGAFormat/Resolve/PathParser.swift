package import SVGAModel

/// Parses SVG path data with the full grammar (Rules of rendering, section 6): `M L H V C S Q T A Z` in both cases, repeated arguments,
/// numbers without separators. An invalid end is dropped; the part before it is kept.
package struct PathParser {
    package struct Result {
        package var path = SVGAPath()
        /// The position of the first error, as an offset into the UTF-8; nil if the text is valid.
        package var brokenAt: Int?
        /// Whether parsing stopped because the path has too many segments.
        package var isOverLimit = false
        /// The commands that players ignore, such as `A`, in upper case.
        package var unusualCommands: Set<Character> = []
        package var repeatsArguments = false
    }

    /// Larger coordinates could overflow in calculations.
    package static let largestCoordinate: Float = 1e30

    /// - Complexity: linear in the text's length.
    package static func parse(_ text: String, maxSegments: Int = .max) -> Result {
        var text = text
        return text.withUTF8 { bytes in
            var parser = PathParser(bytes, maxSegments: maxSegments)
            parser.run()
            return parser.result
        }
    }

    private struct Point {
        var x = 0.0
        var y = 0.0
    }

    private var scanner: NumberScanner
    private let maxSegments: Int
    private var result = Result()
    private var current = Point()
    private var subpathStart = Point()
    /// The control point that S (cubic) or T (quadratic) mirrors; nil after any other command.
    private var cubicControl: Point?
    private var quadControl: Point?
    /// Whether the next segment begins a new subpath at the start of the closed one.
    private var isClosed = false

    private init(_ bytes: UnsafeBufferPointer<UInt8>, maxSegments: Int) {
        scanner = NumberScanner(bytes)
        self.maxSegments = maxSegments
    }

    private mutating func run() {
        var hasStarted = false
        while true {
            scanner.skipSeparators()
            let commandOffset = scanner.offset
            guard let letter = scanner.next else { return }
            let command = letter & ~0x20
            let isRelative = letter & 0x20 != 0
            guard isCommand(letter), hasStarted || command == UInt8(ascii: "M") else {
                result.brokenAt = commandOffset
                return
            }
            hasStarted = true
            scanner.advance()
            note(command)
            if command == UInt8(ascii: "Z") {
                close()
                continue
            }
            var isRepeat = false
            repeat {
                guard result.path.verbs.count < maxSegments else {
                    result.isOverLimit = true
                    return
                }
                let effective = isRepeat && command == UInt8(ascii: "M") ? UInt8(ascii: "L") : command
                let argumentOffset = scanner.offset
                guard segment(effective, isRelative) else {
                    scanner.back(to: argumentOffset)
                    scanner.skipSeparators()
                    result.brokenAt = scanner.offset
                    return
                }
                if isRepeat { result.repeatsArguments = true }
                isRepeat = true
            } while scanner.isAtNumber()
        }
    }

    private func isCommand(_ letter: UInt8) -> Bool {
        switch letter | 0x20 {
        case UInt8(ascii: "m"), UInt8(ascii: "l"), UInt8(ascii: "h"), UInt8(ascii: "v"), UInt8(ascii: "c"), UInt8(ascii: "s"),
            UInt8(ascii: "q"), UInt8(ascii: "t"), UInt8(ascii: "a"), UInt8(ascii: "z"):
            letter >= 0x41
        default: false
        }
    }

    private mutating func note(_ command: UInt8) {
        switch command {
        case UInt8(ascii: "A"), UInt8(ascii: "S"), UInt8(ascii: "T"):
            result.unusualCommands.insert(Character(UnicodeScalar(command)))
        default: break
        }
    }

    /// Parses one set of arguments; false if they are incomplete, in which case nothing is drawn.
    private mutating func segment(_ command: UInt8, _ isRelative: Bool) -> Bool {
        let base = isRelative ? current : Point()
        var nextCubic: Point?
        var nextQuad: Point?
        switch command {
        case UInt8(ascii: "M"):
            guard let end = point(base) else { return false }
            result.path.move(x: end.x, y: end.y)
            current = end
            subpathStart = end
            isClosed = false
        case UInt8(ascii: "L"):
            guard let end = point(base) else { return false }
            line(to: end)
        case UInt8(ascii: "H"):
            guard let x = coordinate(base.x) else { return false }
            line(to: Point(x: x, y: current.y))
        case UInt8(ascii: "V"):
            guard let y = coordinate(base.y) else { return false }
            line(to: Point(x: current.x, y: y))
        case UInt8(ascii: "C"):
            guard let first = point(base), let second = point(base), let end = point(base) else { return false }
            curve(first, second, end)
            nextCubic = second
        case UInt8(ascii: "S"):
            guard let second = point(base), let end = point(base) else { return false }
            curve(mirrored(cubicControl), second, end)
            nextCubic = second
        case UInt8(ascii: "Q"):
            guard let control = point(base), let end = point(base) else { return false }
            quad(control, end)
            nextQuad = control
        case UInt8(ascii: "T"):
            guard let end = point(base) else { return false }
            let control = mirrored(quadControl)
            quad(control, end)
            nextQuad = control
        default:
            guard let radiusX = scanner.number(), let radiusY = scanner.number(), let rotation = scanner.number(),
                let isLarge = scanner.flag(), let isSweep = scanner.flag(), let end = point(base)
            else { return false }
            arc(radiusX.magnitude, radiusY.magnitude, rotation, isLarge, isSweep, end)
        }
        cubicControl = nextCubic
        quadControl = nextQuad
        return true
    }

    private mutating func point(_ base: Point) -> Point? {
        guard let x = coordinate(base.x), let y = coordinate(base.y) else { return nil }
        return Point(x: x, y: y)
    }

    /// A number in the range of coordinates, or nil.
    private mutating func coordinate(_ base: Double) -> Double? {
        guard let number = scanner.number(), (base + number).magnitude < Double(PathParser.largestCoordinate) else { return nil }
        return base + number
    }

    private func mirrored(_ control: Point?) -> Point {
        control.map { Point(x: 2 * current.x - $0.x, y: 2 * current.y - $0.y) } ?? current
    }

    private mutating func close() {
        // A repeated Z has no effect, and must not grow the path beyond its limit.
        if !isClosed { result.path.close() }
        current = subpathStart
        isClosed = true
        cubicControl = nil
        quadControl = nil
    }

    private mutating func reopen() {
        guard isClosed else { return }
        result.path.move(x: subpathStart.x, y: subpathStart.y)
        isClosed = false
    }

    private mutating func line(to end: Point) {
        reopen()
        result.path.line(x: end.x, y: end.y)
        current = end
    }

    private mutating func curve(_ first: Point, _ second: Point, _ end: Point) {
        reopen()
        result.path.curve(x1: first.x, y1: first.y, x2: second.x, y2: second.y, x: end.x, y: end.y)
        current = end
    }

    private mutating func quad(_ control: Point, _ end: Point) {
        let first = Point(x: current.x + (control.x - current.x) * 2 / 3, y: current.y + (control.y - current.y) * 2 / 3)
        let second = Point(x: end.x + (control.x - end.x) * 2 / 3, y: end.y + (control.y - end.y) * 2 / 3)
        curve(first, second, end)
    }

    private mutating func arc(_ radiusX: Double, _ radiusY: Double, _ rotation: Double, _ isLarge: Bool, _ isSweep: Bool, _ end: Point) {
        guard end.x != current.x || end.y != current.y else { return }
        let arc = EllipticalArc(
            from: (current.x, current.y), to: (end.x, end.y), radiusX: radiusX, radiusY: radiusY, rotationDegrees: rotation,
            isLarge: isLarge, isSweep: isSweep)
        guard let arc else {
            line(to: end)
            return
        }
        arc.eachCurve { curve(Point(x: $0, y: $1), Point(x: $2, y: $3), Point(x: $4, y: $5)) }
        current = end
    }
}
