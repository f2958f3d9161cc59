package import SVGAEdit
import SVGASupport

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
