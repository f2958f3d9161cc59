package import SVGAEdit
package import SVGASupport

/// Sprites on a command line: a key, or indices such as `3,5-9`. `key=NAME` is a key that looks like indices.
package struct SpriteArgument: ExpressibleByArgument, Hashable {
    package let selection: SpriteSelection

    package init?(argument: String) {
        if argument.hasPrefix("key=") {
            guard argument.utf8.count > 4 else { return nil }
            selection = .key(String(argument.dropFirst(4)))
        } else if let ranges = SpriteArgument.ranges(argument) {
            selection = .indices(ranges)
        } else {
            guard !argument.isEmpty else { return nil }
            selection = .key(argument)
        }
    }

    /// nil if the word is not a list of indices and ranges.
    private static func ranges(_ word: String) -> [ClosedRange<Int>]? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard word.utf8.allSatisfy({ digits.contains($0) || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "-") }) else { return nil }
        var ranges: [ClosedRange<Int>] = []
        for part in word.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], first <= last else { return nil }
            ranges.append(first...last)
        }
        return ranges
    }

    package static var expectation: TaskText { "a key, or indices such as 3,5-9" }
}

/// `SPRITES=front`, `back`, `above:SPRITES` or `below:SPRITES`.
package struct OrderArgument: ExpressibleByArgument, Hashable {
    package let sprites: SpriteSelection
    package let position: SpritePosition

    package init?(argument: String) {
        // A key may contain "=", so the last one that a position follows ends it.
        let signs = argument.indices.filter { argument[$0] == "=" }
        for sign in signs.reversed() {
            guard let position = OrderArgument.position(argument[argument.index(after: sign)...]),
                let sprites = SpriteArgument(argument: String(argument[..<sign]))
            else { continue }
            (self.sprites, self.position) = (sprites.selection, position)
            return
        }
        return nil
    }

    private static func position(_ word: Substring) -> SpritePosition? {
        if word == "front" { return .front }
        if word == "back" { return .back }
        guard word.hasPrefix("above:") || word.hasPrefix("below:"), let other = SpriteArgument(argument: String(word.dropFirst(6))) else {
            return nil
        }
        return word.hasPrefix("above:") ? .above(other.selection) : .below(other.selection)
    }

    package static var expectation: TaskText { "SPRITES=front, =back, =above:OTHERS or =below:OTHERS" }
}

/// `A-BxN`: frames A to B, N times in all.
package struct LoopArgument: ExpressibleByArgument, Hashable {
    package let frames: FrameRange
    package let count: Int

    package init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let frames = FrameRange(argument: parts[0]), let count = Int(parts[1]), count >= 2 else { return nil }
        (self.frames, self.count) = (frames, count)
    }

    package static var expectation: TaskText { "A-BxN with N of at least 2, such as 10-40x3" }
}

/// `SPRITES[,as=KEY]`.
package struct DuplicateArgument: ExpressibleByArgument, Hashable {
    package let sprites: SpriteSelection
    /// The key of the copies.
    package let key: String?

    package init?(argument: String) {
        var word = argument
        var key: String?
        if let mark = argument.firstRange(of: ",as=") {
            (word, key) = (String(argument[..<mark.lowerBound]), String(argument[mark.upperBound...]))
        }
        guard let sprites = SpriteArgument(argument: word), key?.isEmpty != true else { return nil }
        (self.sprites, self.key) = (sprites.selection, key)
    }

    package static var expectation: TaskText { "SPRITES, or SPRITES,as=KEY" }
}

/// `SPRITES=N`, N from 0 to 1.
package struct OpacityArgument: ExpressibleByArgument, Hashable {
    package let sprites: SpriteSelection
    package let opacity: Double

    package init?(argument: String) {
        guard let (sprites, value) = SpriteArgument.split(argument), let opacity = Double(argument: value), (0...1).contains(opacity) else {
            return nil
        }
        (self.sprites, self.opacity) = (sprites, opacity)
    }

    package static var expectation: TaskText { "SPRITES=N with N of 0 to 1, such as 3=0.5" }
}

/// `SPRITES=X,Y` in points.
package struct OffsetArgument: ExpressibleByArgument, Hashable {
    package let sprites: SpriteSelection
    package let x: Double
    package let y: Double

    package init?(argument: String) {
        guard let (sprites, value) = SpriteArgument.split(argument) else { return nil }
        let numbers = value.split(separator: ",", omittingEmptySubsequences: false).map { Double(argument: String($0)) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
        (self.sprites, self.x, self.y) = (sprites, x, y)
    }

    package static var expectation: TaskText { "SPRITES=X,Y such as crown=0,-12" }
}

extension SpriteArgument {
    /// Splits at the last equals sign, because a key may contain one.
    fileprivate static func split(_ argument: String) -> (SpriteSelection, value: String)? {
        guard let sign = argument.lastIndex(of: "="), let sprites = SpriteArgument(argument: String(argument[..<sign])) else { return nil }
        return (sprites.selection, String(argument[argument.index(after: sign)...]))
    }
}

/// `A-B=N[,EASING]`: frames A to B take N frames.
package struct RetimeArgument: ExpressibleByArgument, Hashable {
    package let frames: FrameRange
    /// The new number of frames.
    package let count: Int
    package let easing: CubicEasing

    package init?(argument: String) {
        let halves = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard halves.count == 2, let frames = FrameRange(argument: String(halves[0])) else { return nil }
        let parts = halves[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, let count = parts.first.flatMap({ Int($0) }), count >= 1 else { return nil }
        guard let easing = parts.count == 1 ? .linear : RetimeArgument.easing(parts[1]) else { return nil }
        (self.frames, self.count, self.easing) = (frames, count, easing)
    }

    /// A name of CSS, or the control points as `X1/Y1/X2/Y2`.
    private static func easing(_ word: String) -> CubicEasing? {
        switch word {
        case "linear": return .linear
        case "ease": return .ease
        case "ease-in": return .easeIn
        case "ease-out": return .easeOut
        case "ease-in-out": return .easeInOut
        default:
            let fields = word.fields(separatedBy: UInt8(ascii: "/"))
            let numbers = fields.compactMap { Double(argument: $0) }
            guard fields.count == 4, numbers.count == 4, numbers.allSatisfy((0...1).contains) else { return nil }
            return CubicEasing(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
        }
    }

    package static var expectation: TaskText { "A-B=N such as 10-40=60, or A-B=N,EASING with ease, ease-in, ease-out or ease-in-out" }
}

/// `KEY=FRAME`: the frame at which a sound starts.
package struct SoundStartArgument: ExpressibleByArgument, Hashable {
    package let key: String
    package let frame: Int

    package init?(argument: String) {
        guard let sign = argument.lastIndex(of: "="), sign > argument.startIndex,
            let frame = Int(argument[argument.index(after: sign)...]), frame >= 0
        else { return nil }
        (key, self.frame) = (String(argument[..<sign]), frame)
    }

    package static var expectation: TaskText { "KEY=FRAME such as chime=30" }
}

/// `KEY=N`: the factor of a sound's volume.
package struct VolumeArgument: ExpressibleByArgument, Hashable {
    package let key: String
    package let volume: Double

    package init?(argument: String) {
        guard let sign = argument.lastIndex(of: "="), sign > argument.startIndex,
            let volume = Double(argument: String(argument[argument.index(after: sign)...])), (0.01...4).contains(volume)
        else { return nil }
        (key, self.volume) = (String(argument[..<sign]), volume)
    }

    package static var expectation: TaskText { "KEY=N with N of 0.01 to 4, such as chime=0.5" }
}
