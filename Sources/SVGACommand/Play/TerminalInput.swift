/// Tells keys and answers apart in what a terminal sends.
struct TerminalInput {
    enum Key: Hashable {
        case space, left, right, pageUp, pageDown, home, end, escape
        case character(Character)
    }

    enum Event: Hashable {
        case key(Key)
        /// `ESC [` and all up to the letter at its end.
        case control(String)
        /// The letter after ESC, and what is between it and the terminator: `]` for colours, `_` for kitty's graphics, `P` for others.
        case string(Character, String)
    }

    /// More than any answer has.
    private static let longest = 4096

    private var waiting: [UInt8] = []

    /// Whether a key or an answer has begun and not ended.
    var isWaiting: Bool { !waiting.isEmpty }

    mutating func read(_ bytes: [UInt8]) -> [Event] {
        waiting += bytes
        var events: [Event] = []
        while let (event, count) = TerminalInput.first(of: waiting) {
            waiting.removeFirst(count)
            if let event { events.append(event) }
        }
        if waiting.count > TerminalInput.longest { waiting = [] }
        return events
    }

    /// To be called when nothing has come for a while: an ESC that nothing follows is the key.
    mutating func pause() -> [Event] {
        guard waiting == [0x1B] else { return [] }
        waiting = []
        return [.key(.escape)]
    }

    /// The first event, nil for one that means nothing, and how many bytes it has; nil if it is not complete.
    private static func first(of bytes: [UInt8]) -> (event: Event?, count: Int)? {
        guard let byte = bytes.first else { return nil }
        guard byte == 0x1B else {
            // Of a character that is not ASCII, every byte is passed over.
            return byte == 0x20
                ? (.key(.space), 1) : (byte > 0x20 && byte < 0x7F ? .key(.character(Character(Unicode.Scalar(byte)))) : nil, 1)
        }
        guard bytes.count > 1 else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "["):
            guard let end = bytes[2...].firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
            let text = String(decoding: bytes[2...end], as: UTF8.self)
            return (keys[text].map(Event.key) ?? .control(text), end + 1)
        case UInt8(ascii: "O"):
            guard bytes.count > 2 else { return nil }
            return (keys[String(decoding: [bytes[2]], as: UTF8.self)].map(Event.key), 3)
        case UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            // Ends with ESC \ or, by custom, with BEL.
            for index in bytes.indices.dropFirst(2) {
                let isBell = bytes[index] == 0x07
                guard isBell || bytes[index - 1] == 0x1B && bytes[index] == UInt8(ascii: "\\") && index > 2 else { continue }
                let text = String(decoding: bytes[2..<(isBell ? index : index - 1)], as: UTF8.self)
                return (.string(Character(Unicode.Scalar(bytes[1])), text), index + 1)
            }
            return nil
        // Escape was pressed twice.
        case 0x1B: return (.key(.escape), 1)
        // A key with Alt.
        default: return (nil, 2)
        }
    }

    private static let keys: [String: Key] = [
        "A": .pageUp, "B": .pageDown, "C": .right, "D": .left, "H": .home, "F": .end,
        "1~": .home, "7~": .home, "4~": .end, "8~": .end, "5~": .pageUp, "6~": .pageDown,
        "1;2C": .pageDown, "1;2D": .pageUp,
    ]
}
