import SVGAFormat
import SVGAModel

/// Reads paths as the public players do, each with its own idea of the grammar. What none of them knows is dropped without a word.
struct EmulatedPathParser {
    private(set) var path = Path()
    private(set) var isOverLimit = false
    /// Why the player fails at the path; nil: it does not.
    private(set) var fault: String?

    private let grammar: Profile.PathGrammar
    private let maxSegments: Int
    /// Where the canvas has got to, and where its subpath began; nil: nowhere.
    private var place: (x: Double, y: Double)?
    private var start: (x: Double, y: Double)?
    private var isClosed = false
    /// What the player remembers of a path on its own: the current point, which Z does not change, and the control points of the last curve.
    private var at = (x: 0.0, y: 0.0)
    private var control = (x1: 0.0, y1: 0.0, x2: 0.0, y2: 0.0)
    private var (hasFirst, hasSecond) = (false, false)

    init(_ grammar: Profile.PathGrammar, maxSegments: Int) {
        self.grammar = grammar
        self.maxSegments = maxSegments
    }

    mutating func read(_ text: String) {
        let bytes = Array(text.utf8)
        switch grammar {
        case .svg: break
        case .web, .webLite, .flutter: readSplit(bytes)
        case .android: readTokens(bytes)
        case .ios: readItems(bytes)
        }
    }

    // MARK: The canvas

    // What a path of Skia, of a canvas or of UIKit makes of its calls. Numbers that are not finite leave it alone.

    private mutating func move(_ x: Double, _ y: Double) {
        guard isUsable(x, y), mayGrow() else { return }
        path.move(x: x, y: y)
        (place, start, isClosed) = ((x, y), (x, y), false)
    }

    /// Begins a subpath where none is open.
    private mutating func begin(_ x: Double, _ y: Double) {
        if place == nil { move(x, y) } else if isClosed, let start { move(start.x, start.y) }
    }

    private mutating func line(_ x: Double, _ y: Double) {
        guard isUsable(x, y), mayGrow() else { return }
        begin(x, y)
        path.line(x: x, y: y)
        place = (x, y)
    }

    private mutating func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double) {
        guard isUsable(x1, y1), isUsable(x2, y2), isUsable(x, y), mayGrow() else { return }
        begin(x1, y1)
        path.curve(x1: x1, y1: y1, x2: x2, y2: y2, x: x, y: y)
        place = (x, y)
    }

    private mutating func quad(_ x1: Double, _ y1: Double, _ x: Double, _ y: Double) {
        guard isUsable(x1, y1), isUsable(x, y), mayGrow() else { return }
        begin(x1, y1)
        path.quadCurve(x1: x1, y1: y1, x: x, y: y)
        place = (x, y)
    }

    private mutating func close() {
        guard place != nil, !isClosed else { return }
        path.close()
        (place, isClosed) = (start, true)
    }

    private func isUsable(_ x: Double, _ y: Double) -> Bool {
        let most = Double(PathParser.largestCoordinate)
        return x.magnitude < most && y.magnitude < most
    }

    private mutating func mayGrow() -> Bool {
        // A step may begin a subpath too.
        if path.verbs.count + 2 > maxSegments { isOverLimit = true }
        return !isOverLimit
    }

    // MARK: Web, Web-Lite and Flutter

    /// The text is cut before each letter, and what follows a letter at each single space.
    private mutating func readSplit(_ bytes: [UInt8]) {
        var index = bytes.firstIndex(where: isCut) ?? bytes.endIndex
        while index < bytes.endIndex, fault == nil, !isOverLimit {
            let end = bytes[(index + 1)...].firstIndex(where: isCut) ?? bytes.endIndex
            let words = bytes[(index + 1)..<end].map { $0 == UInt8(ascii: ",") ? UInt8(ascii: " ") : $0 }.trimmed
            let arguments = words.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            operate(bytes[index], Arguments(arguments.map { number($0) }))
            index = end
        }
    }

    private func isCut(_ byte: UInt8) -> Bool { byte.isLetter && !(grammar == .flutter && byte == UInt8(ascii: "e")) }

    /// Nothing is 0 to a web player; to Flutter it is a mistake.
    private func number(_ word: ArraySlice<UInt8>) -> Double? {
        let trimmed = Array(word).trimmed
        if trimmed.isEmpty { return grammar == .flutter ? nil : 0 }
        return trimmed.decimal
    }

    /// The arguments of a command, of which those that are missing or no numbers are not a number.
    private struct Arguments {
        private let numbers: [Double?]
        /// Whether one that was asked for is no number.
        var isBroken = false

        init(_ numbers: [Double?]) { self.numbers = numbers }

        subscript(index: Int) -> Double {
            mutating get {
                if index < numbers.count, let number = numbers[index] { return number }
                isBroken = true
                return .nan
            }
        }
    }

    private mutating func operate(_ letter: UInt8, _ arguments: Arguments) {
        var arguments = arguments
        let command = letter & ~0x20
        let isRelative = letter & 0x20 != 0
        let base = isRelative ? at : (x: 0, y: 0)
        switch command {
        case UInt8(ascii: "M"), UInt8(ascii: "L"):
            at = (base.x + arguments[0], base.y + arguments[1])
            if fails(arguments) { return }
            command == UInt8(ascii: "M") ? move(at.x, at.y) : line(at.x, at.y)
        case UInt8(ascii: "H"), UInt8(ascii: "V"):
            if command == UInt8(ascii: "H") { at.x = base.x + arguments[0] } else { at.y = base.y + arguments[0] }
            if fails(arguments) { return }
            line(at.x, at.y)
        case UInt8(ascii: "C"):
            control = (base.x + arguments[0], base.y + arguments[1], base.x + arguments[2], base.y + arguments[3])
            at = (base.x + arguments[4], base.y + arguments[5])
            (hasFirst, hasSecond) = (true, true)
            if fails(arguments) { return }
            curve(control.x1, control.y1, control.x2, control.y2, at.x, at.y)
        case UInt8(ascii: "S"):
            smooth(base, &arguments)
        case UInt8(ascii: "Q"):
            (control.x1, control.y1) = (base.x + arguments[0], base.y + arguments[1])
            at = (base.x + arguments[2], base.y + arguments[3])
            hasFirst = true
            if fails(arguments) { return }
            quad(control.x1, control.y1, at.x, at.y)
        case UInt8(ascii: "Z"): close()
        default: break
        }
    }

    /// S mirrors the second control point of the last C, however old, or is a quadratic curve where there was none.
    private mutating func smooth(_ base: (x: Double, y: Double), _ arguments: inout Arguments) {
        let mirrors =
            switch grammar {
            case .webLite: true
            case .flutter: hasFirst && hasSecond
            // To JavaScript, 0 and what is not a number are false.
            default: [control.x1, control.y1, control.x2, control.y2].allSatisfy { $0 != 0 && !$0.isNaN }
            }
        let from = at
        if mirrors {
            control = (2 * from.x - control.x2, 2 * from.y - control.y2, base.x + arguments[0], base.y + arguments[1])
        } else {
            (control.x1, control.y1) = (base.x + arguments[0], base.y + arguments[1])
            hasFirst = true
        }
        at = (base.x + arguments[2], base.y + arguments[3])
        if fails(arguments) { return }
        if mirrors {
            curve(control.x1, control.y1, control.x2, control.y2, at.x, at.y)
        } else {
            quad(control.x1, control.y1, at.x, at.y)
        }
    }

    /// Whether the player gives up on a bad number.
    private mutating func fails(_ arguments: Arguments) -> Bool {
        if grammar == .flutter, arguments.isBroken { fault = "throws on a path with a number that it cannot read" }
        return fault != nil
    }

    // MARK: Android

    /// Letters of commands cut the text; e and T are none. Each piece between them is one command, of whose numbers the first bad one ends
    /// the list; what is missing is 0.
    private mutating func readTokens(_ bytes: [UInt8]) {
        let letters = Set("MLHVCSQRAZmlhvcsqraz".utf8)
        var method: UInt8 = 0
        var index = 0
        while index < bytes.count, !isOverLimit {
            if letters.contains(bytes[index]) {
                method = bytes[index]
                index += 1
                if method & ~0x20 == UInt8(ascii: "Z") { close() }
                continue
            }
            let end = bytes[index...].firstIndex(where: letters.contains) ?? bytes.endIndex
            var numbers: [Double] = []
            for word in bytes[index..<end].split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }) {
                guard let number = Array(word).trimmed.decimal else { break }
                numbers.append(number)
            }
            numbers += [Double](repeating: 0, count: max(0, 6 - numbers.count))
            operateAndroid(method, numbers)
            index = end
        }
    }

    private mutating func operateAndroid(_ letter: UInt8, _ n: [Double]) {
        let isRelative = letter & 0x20 != 0
        let command = letter & ~0x20
        // A path without a subpath begins at the origin.
        if place == nil, command != UInt8(ascii: "M"), command != UInt8(ascii: "Z"), "LCQHV".utf8.contains(command) { move(0, 0) }
        let base = isRelative ? place ?? (x: 0, y: 0) : (x: 0, y: 0)
        switch command {
        case UInt8(ascii: "M"): move(base.x + n[0], base.y + n[1])
        case UInt8(ascii: "L"): line(base.x + n[0], base.y + n[1])
        case UInt8(ascii: "C"): curve(base.x + n[0], base.y + n[1], base.x + n[2], base.y + n[3], base.x + n[4], base.y + n[5])
        case UInt8(ascii: "Q"): quad(base.x + n[0], base.y + n[1], base.x + n[2], base.y + n[3])
        // An absolute one has forgotten the other coordinate.
        case UInt8(ascii: "H"): line(base.x + n[0], base.y)
        case UInt8(ascii: "V"): line(base.x, base.y + n[0])
        case UInt8(ascii: "Z"): close()
        default: break
        }
    }

    // MARK: iOS

    /// The text is cut at spaces and commas; a word that begins with a command's letter begins a command. Numbers are taken in pairs, and a
    /// command with any other count of them than its own is dropped. What the last command has not paired is lost.
    private mutating func readItems(_ bytes: [UInt8]) {
        let letters = Set("MLHVCSQRAZmlhvcsqraz".utf8)
        var method: UInt8 = 0
        var pairs: [[ArraySlice<UInt8>]] = []
        var waiting: ArraySlice<UInt8>?
        for word in bytes.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }) {
            if let letter = word.first, letters.contains(letter) {
                if let waiting { pairs.append([waiting]) }
                operateIOS(method, pairs)
                (method, pairs, waiting) = (letter, [], word.dropFirst())
            } else if let first = waiting, !Array(first).trimmed.isEmpty {
                pairs.append([first, word])
                waiting = nil
            } else {
                waiting = word
            }
            if isOverLimit { return }
        }
        operateIOS(method, pairs)
    }

    private mutating func operateIOS(_ letter: UInt8, _ arguments: [[ArraySlice<UInt8>]]) {
        let isRelative = letter & 0x20 != 0
        let base = isRelative ? place ?? (x: 0, y: 0) : (x: 0, y: 0)
        func single() -> Double? {
            guard arguments.count == 1, arguments[0].count == 1 else { return nil }
            return Array(arguments[0][0]).decimal
        }
        func points(_ count: Int) -> [(x: Double, y: Double)]? {
            guard arguments.count == count else { return nil }
            var points: [(x: Double, y: Double)] = []
            for pair in arguments {
                guard pair.count == 2, let x = Array(pair[0]).decimal, let y = Array(pair[1]).decimal else { return nil }
                points.append((base.x + x, base.y + y))
            }
            return points
        }
        let command = letter & ~0x20
        // Without a subpath, UIKit draws nothing.
        if place == nil, command != UInt8(ascii: "M") { return }
        switch command {
        case UInt8(ascii: "M"): if let p = points(1) { move(p[0].x, p[0].y) }
        case UInt8(ascii: "L"): if let p = points(1) { line(p[0].x, p[0].y) }
        case UInt8(ascii: "C"): if let p = points(3) { curve(p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y) }
        case UInt8(ascii: "Q"): if let p = points(2) { quad(p[0].x, p[0].y, p[1].x, p[1].y) }
        case UInt8(ascii: "H"): if let x = single(), let place { line(base.x + x, place.y) }
        case UInt8(ascii: "V"): if let y = single(), let place { line(place.x, base.y + y) }
        case UInt8(ascii: "Z"): if arguments.count == 1 { close() }
        default: break
        }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) && self >= 0x41 }

    fileprivate var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension [UInt8] {
    /// Without white space at both ends.
    fileprivate var trimmed: [UInt8] {
        guard let first = firstIndex(where: { !$0.isWhiteSpace }), let last = lastIndex(where: { !$0.isWhiteSpace }) else { return [] }
        return Array(self[first...last])
    }

    /// The number that all of it is, as most languages write numbers: a sign, digits with a point, an exponent.
    fileprivate var decimal: Double? {
        guard !isEmpty, allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }) else { return nil }
        return Double(String(decoding: self, as: UTF8.self))
    }
}
