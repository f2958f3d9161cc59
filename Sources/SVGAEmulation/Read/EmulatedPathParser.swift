import SVGAFormat
import SVGAModel
import SVGASupport

/// Parses paths as the public players do, each with its own grammar. Unknown commands are ignored without a warning.
struct EmulatedPathParser {
    private(set) var path = SVGAPath()
    private(set) var isOverLimit = false
    /// The reason why the player fails on the path; nil if it does not fail.
    private(set) var fault: Message?

    private let grammar: Profile.PathGrammar
    private let maxSegments: Int
    /// The current point of ``path`` and the start of its last subpath; nil before the first move.
    private var current: (x: Double, y: Double)?
    private var start: (x: Double, y: Double)?
    private var isClosed = false
    /// The current point that the web players and Flutter store themselves. Z does not change it.
    private var stored = (x: 0.0, y: 0.0)
    /// The control points that these players store. Other commands than C, S and Q do not change them.
    private var control = (x1: 0.0, y1: 0.0, x2: 0.0, y2: 0.0)
    /// Whether the first and the second of them were set.
    private var (hasFirst, hasSecond) = (false, false)

    init(_ grammar: Profile.PathGrammar, maxSegments: Int) {
        self.grammar = grammar
        self.maxSegments = maxSegments
    }

    mutating func read(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            switch grammar {
            case .svg: break
            case .web, .webLite, .flutter: readSplit(bytes)
            case .android: readTokens(bytes)
            case .ios: readItems(bytes)
            }
        }
    }

    // MARK: The canvas

    // These methods do what the methods of a Skia path, an HTML canvas or UIKit do. Numbers that are not finite or too large have no effect.

    private mutating func move(_ x: Double, _ y: Double) {
        guard isUsable(x, y), mayGrow() else { return }
        path.move(x: x, y: y)
        (current, start, isClosed) = ((x, y), (x, y), false)
    }

    /// Begins a subpath before a line or curve that has no current point. In an empty path, a canvas begins at the given point, and Skia
    /// (Flutter) at the origin. After Z, the subpath begins at the start of the closed one.
    private mutating func begin(_ x: Double, _ y: Double) {
        if current == nil {
            grammar == .flutter ? move(0, 0) : move(x, y)
        } else if isClosed, let start {
            move(start.x, start.y)
        }
    }

    private mutating func line(_ x: Double, _ y: Double) {
        guard isUsable(x, y), mayGrow() else { return }
        begin(x, y)
        path.line(x: x, y: y)
        current = (x, y)
    }

    private mutating func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double) {
        guard isUsable(x1, y1), isUsable(x2, y2), isUsable(x, y), mayGrow() else { return }
        begin(x1, y1)
        path.curve(x1: x1, y1: y1, x2: x2, y2: y2, x: x, y: y)
        current = (x, y)
    }

    private mutating func quad(_ x1: Double, _ y1: Double, _ x: Double, _ y: Double) {
        guard isUsable(x1, y1), isUsable(x, y), mayGrow() else { return }
        begin(x1, y1)
        path.quadCurve(x1: x1, y1: y1, x: x, y: y)
        current = (x, y)
    }

    private mutating func close() {
        guard current != nil, !isClosed else { return }
        path.close()
        (current, isClosed) = (start, true)
    }

    private func isUsable(_ x: Double, _ y: Double) -> Bool {
        let maximum = Double(PathParser.largestCoordinate)
        return x.magnitude < maximum && y.magnitude < maximum
    }

    private mutating func mayGrow() -> Bool {
        // A segment can add two verbs, because it may begin a subpath.
        if path.verbs.count + 2 > maxSegments { isOverLimit = true }
        return !isOverLimit
    }

    // MARK: Web, Web-Lite and Flutter

    private typealias Text = Slice<UnsafeBufferPointer<UInt8>>

    /// Parses the text as commands: a letter begins a command, and each space or comma separates two arguments.
    private mutating func readSplit(_ bytes: UnsafeBufferPointer<UInt8>) {
        var index = bytes.firstIndex(where: beginsCommand) ?? bytes.endIndex
        while index < bytes.endIndex, fault == nil, !isOverLimit {
            let end = bytes[(index + 1)...].firstIndex(where: beginsCommand) ?? bytes.endIndex
            var arguments = Arguments()
            var remaining = bytes[(index + 1)..<end].trimmed { $0.isWhiteSpace || $0 == UInt8(ascii: ",") }
            while arguments.count < Arguments.maximumCount {
                let word = remaining.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ",") }
                arguments.append(number(word))
                if word.endIndex == remaining.endIndex { break }
                remaining = remaining[(word.endIndex + 1)...]
            }
            operate(bytes[index], arguments)
            index = end
        }
    }

    /// Whether a byte begins a command. In Flutter, "e" belongs to a number.
    private func beginsCommand(_ byte: UInt8) -> Bool { byte.isLetter && !(grammar == .flutter && byte == UInt8(ascii: "e")) }

    /// Parses an argument. An empty argument is 0 on the web and invalid in Flutter.
    private func number(_ word: Text) -> Double? {
        let trimmed = word.trimmed(\.isWhiteSpace)
        if trimmed.isEmpty { return grammar == .flutter ? nil : 0 }
        return trimmed.decimal
    }

    /// The first six arguments of a command. A missing or invalid argument is NaN.
    private struct Arguments {
        static let maximumCount = 6
        private var numbers = (Double.nan, Double.nan, Double.nan, Double.nan, Double.nan, Double.nan)
        private(set) var count = 0
        /// Whether the command has used an argument that is missing or invalid.
        private(set) var isBroken = false

        mutating func append(_ number: Double?) {
            let number = number ?? .nan
            switch count {
            case 0: numbers.0 = number
            case 1: numbers.1 = number
            case 2: numbers.2 = number
            case 3: numbers.3 = number
            case 4: numbers.4 = number
            default: numbers.5 = number
            }
            count += 1
        }

        subscript(index: Int) -> Double {
            mutating get {
                let number =
                    switch index {
                    case 0: numbers.0
                    case 1: numbers.1
                    case 2: numbers.2
                    case 3: numbers.3
                    case 4: numbers.4
                    default: numbers.5
                    }
                if number.isNaN { isBroken = true }
                return number
            }
        }
    }

    private mutating func operate(_ letter: UInt8, _ arguments: Arguments) {
        var arguments = arguments
        let command = letter & ~0x20
        let isRelative = letter & 0x20 != 0
        let base = isRelative ? stored : (x: 0, y: 0)
        switch command {
        case UInt8(ascii: "M"), UInt8(ascii: "L"):
            stored = (base.x + arguments[0], base.y + arguments[1])
            if fails(arguments) { return }
            command == UInt8(ascii: "M") ? move(stored.x, stored.y) : line(stored.x, stored.y)
        case UInt8(ascii: "H"), UInt8(ascii: "V"):
            if command == UInt8(ascii: "H") { stored.x = base.x + arguments[0] } else { stored.y = base.y + arguments[0] }
            if fails(arguments) { return }
            line(stored.x, stored.y)
        case UInt8(ascii: "C"):
            control = (base.x + arguments[0], base.y + arguments[1], base.x + arguments[2], base.y + arguments[3])
            stored = (base.x + arguments[4], base.y + arguments[5])
            (hasFirst, hasSecond) = (true, true)
            if fails(arguments) { return }
            curve(control.x1, control.y1, control.x2, control.y2, stored.x, stored.y)
        case UInt8(ascii: "S"):
            smooth(base, &arguments)
        case UInt8(ascii: "Q"):
            (control.x1, control.y1) = (base.x + arguments[0], base.y + arguments[1])
            stored = (base.x + arguments[2], base.y + arguments[3])
            hasFirst = true
            if fails(arguments) { return }
            quad(control.x1, control.y1, stored.x, stored.y)
        case UInt8(ascii: "Z"): close()
        default: break
        }
    }

    /// S reflects the second control point of the last C or S, even after other commands. Without one, Web-Lite reflects the origin, and the other
    /// players draw a quadratic curve.
    private mutating func smooth(_ base: (x: Double, y: Double), _ arguments: inout Arguments) {
        let mirrors =
            switch grammar {
            case .webLite: true
            case .flutter: hasFirst && hasSecond
            // The web player tests the coordinates as booleans, so it also draws a quadratic curve if one is 0 or NaN.
            default: [control.x1, control.y1, control.x2, control.y2].allSatisfy { $0 != 0 && !$0.isNaN }
            }
        let from = stored
        if mirrors {
            control = (2 * from.x - control.x2, 2 * from.y - control.y2, base.x + arguments[0], base.y + arguments[1])
        } else {
            (control.x1, control.y1) = (base.x + arguments[0], base.y + arguments[1])
            hasFirst = true
        }
        stored = (base.x + arguments[2], base.y + arguments[3])
        if fails(arguments) { return }
        if mirrors {
            curve(control.x1, control.y1, control.x2, control.y2, stored.x, stored.y)
        } else {
            quad(control.x1, control.y1, stored.x, stored.y)
        }
    }

    /// Whether the player rejects the path because of an invalid number.
    private mutating func fails(_ arguments: Arguments) -> Bool {
        if grammar == .flutter, arguments.isBroken { fault = "throws on a path with an invalid number" }
        return fault != nil
    }

    // MARK: Android

    /// The letters m, l, h, v, c, s, q, r, a and z of either case split the text. Each part is one command. Its first invalid number ends the list
    /// of numbers. Missing numbers are 0.
    private mutating func readTokens(_ bytes: UnsafeBufferPointer<UInt8>) {
        var method: UInt8 = 0
        var index = 0
        var numbers: [Double] = []
        while index < bytes.count, !isOverLimit {
            if bytes[index].isCommand {
                method = bytes[index]
                index += 1
                if method & ~0x20 == UInt8(ascii: "Z") { close() }
                continue
            }
            let end = bytes[index...].firstIndex(where: \.isCommand) ?? bytes.endIndex
            numbers.removeAll(keepingCapacity: true)
            var words = Words(bytes[index..<end])
            while numbers.count < 6, let number = words.next()?.trimmed(\.isWhiteSpace).withoutJavaSuffix.decimal { numbers.append(number) }
            while numbers.count < 6 { numbers.append(0) }
            operateAndroid(method, numbers)
            index = end
        }
    }

    private mutating func operateAndroid(_ letter: UInt8, _ n: [Double]) {
        let isRelative = letter & 0x20 != 0
        let command = letter & ~0x20
        // Skia begins a path without a move at the origin.
        if current == nil, command != UInt8(ascii: "M"), command != UInt8(ascii: "Z"), "LCQHV".utf8.contains(command) { move(0, 0) }
        let base = isRelative ? current ?? (x: 0, y: 0) : (x: 0, y: 0)
        switch command {
        case UInt8(ascii: "M"): move(base.x + n[0], base.y + n[1])
        case UInt8(ascii: "L"): line(base.x + n[0], base.y + n[1])
        case UInt8(ascii: "C"): curve(base.x + n[0], base.y + n[1], base.x + n[2], base.y + n[3], base.x + n[4], base.y + n[5])
        case UInt8(ascii: "Q"): quad(base.x + n[0], base.y + n[1], base.x + n[2], base.y + n[3])
        // An absolute H or V sets the other coordinate to 0.
        case UInt8(ascii: "H"): line(base.x + n[0], base.y)
        case UInt8(ascii: "V"): line(base.x, base.y + n[0])
        case UInt8(ascii: "Z"): close()
        default: break
        }
    }

    // MARK: iOS

    /// An argument in the iOS grammar: a pair of words, or a word without a second one before the next command.
    private struct Item {
        let first: Text
        var second: Text?
    }

    /// Splits the text at spaces and commas. A word that begins with a command letter starts a command. Numbers are read in pairs. A command with
    /// a wrong number of pairs is ignored, and so are unpaired trailing numbers.
    private mutating func readItems(_ bytes: UnsafeBufferPointer<UInt8>) {
        var method: UInt8 = 0
        var items: [Item] = []
        var waiting: Text?
        var words = Words(bytes[...])
        while let word = words.next() {
            if let letter = word.first, letter.isCommand {
                if let waiting { items.append(Item(first: waiting)) }
                operateIOS(method, items)
                items.removeAll(keepingCapacity: true)
                (method, waiting) = (letter, word.dropFirst())
            } else if let first = waiting, !first.allSatisfy(\.isWhiteSpace) {
                items.append(Item(first: first, second: word))
                waiting = nil
            } else {
                waiting = word
            }
            if isOverLimit { return }
        }
        operateIOS(method, items)
    }

    private mutating func operateIOS(_ letter: UInt8, _ items: [Item]) {
        let isRelative = letter & 0x20 != 0
        let base = isRelative ? current ?? (x: 0, y: 0) : (x: 0, y: 0)
        func single() -> Double? { items.count == 1 && items[0].second == nil ? items[0].first.decimal : nil }
        func point(_ index: Int, of count: Int) -> (x: Double, y: Double)? {
            guard items.count == count, let x = items[index].first.decimal, let y = items[index].second?.decimal else { return nil }
            return (base.x + x, base.y + y)
        }
        let command = letter & ~0x20
        // Without a current point, UIKit draws nothing.
        if current == nil, command != UInt8(ascii: "M") { return }
        switch command {
        case UInt8(ascii: "M"): if let end = point(0, of: 1) { move(end.x, end.y) }
        case UInt8(ascii: "L"): if let end = point(0, of: 1) { line(end.x, end.y) }
        case UInt8(ascii: "C"):
            if let first = point(0, of: 3), let second = point(1, of: 3), let end = point(2, of: 3) {
                curve(first.x, first.y, second.x, second.y, end.x, end.y)
            }
        case UInt8(ascii: "Q"): if let control = point(0, of: 2), let end = point(1, of: 2) { quad(control.x, control.y, end.x, end.y) }
        case UInt8(ascii: "H"): if let x = single(), let current { line(base.x + x, current.y) }
        case UInt8(ascii: "V"): if let y = single(), let current { line(current.x, base.y + y) }
        case UInt8(ascii: "Z"): if items.count == 1 { close() }
        default: break
        }
    }

    /// The words of a text, split at spaces and commas.
    private struct Words {
        private var remaining: Text

        init(_ text: Text) { remaining = text }

        mutating func next() -> Text? {
            remaining = remaining.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }
            if remaining.isEmpty { return nil }
            let word = remaining.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ",") }
            remaining = remaining[word.endIndex...]
            return word
        }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) && self >= 0x41 }

    fileprivate var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    /// Whether the byte is a command letter in the Android and iOS grammars.
    fileprivate var isCommand: Bool {
        switch self | 0x20 {
        case UInt8(ascii: "m"), UInt8(ascii: "l"), UInt8(ascii: "h"), UInt8(ascii: "v"), UInt8(ascii: "c"), UInt8(ascii: "s"),
            UInt8(ascii: "q"), UInt8(ascii: "r"), UInt8(ascii: "a"), UInt8(ascii: "z"):
            isLetter
        default: false
        }
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// The text without matching bytes at its start and end.
    fileprivate func trimmed(_ isTrimmed: (UInt8) -> Bool) -> Self {
        let remaining = drop(while: isTrimmed)
        guard let last = remaining.lastIndex(where: { !isTrimmed($0) }) else { return remaining }
        return remaining[...last]
    }

    /// Without the `f` or `d` with which Java may end a number.
    fileprivate var withoutJavaSuffix: Self {
        if let last, "fFdD".utf8.contains(last) { dropLast() } else { self }
    }

    /// The number, if the entire text is a decimal number: sign, digits with a decimal point, exponent.
    fileprivate var decimal: Double? {
        let bytes = UnsafeBufferPointer(rebasing: self)
        let number = JSONNumber(bytes, from: 0)
        return number.isValid && number.end == bytes.count ? number.double : nil
    }
}
