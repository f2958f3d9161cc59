/// Parses keys and replies from a terminal's input.
struct TerminalInput {
    enum Key: Hashable {
        case space, left, right, pageUp, pageDown, home, end, escape
        case character(Character)
    }

    enum Event: Hashable {
        case key(Key)
        /// `ESC [` and the bytes up to the final letter.
        case control(String)
        /// The letter after ESC, and the text up to the terminator: `]` for colors, `_` for kitty's graphics, `P` for others.
        case string(Character, String)
    }

    /// Longer than any reply.
    private static let maximumReplyBytes = 4096

    private var pending: [UInt8] = []

    /// Whether a key or a reply is incomplete.
    var isIncomplete: Bool { !pending.isEmpty }

    mutating func read(_ bytes: [UInt8]) -> [Event] {
        pending += bytes
        var events: [Event] = []
        while let (event, count) = TerminalInput.first(of: pending) {
            pending.removeFirst(count)
            if let event { events.append(event) }
        }
        if pending.count > TerminalInput.maximumReplyBytes { pending = [] }
        return events
    }

    /// Called after a pause in the input: a single ESC is the Escape key.
    mutating func pause() -> [Event] {
        guard pending == [0x1B] else { return [] }
        pending = []
        return [.key(.escape)]
    }

    /// The first event and its number of bytes. The event is nil if the bytes have no meaning; the result is nil if they are incomplete.
    private static func first(of bytes: [UInt8]) -> (event: Event?, count: Int)? {
        guard let byte = bytes.first else { return nil }
        guard byte == 0x1B else {
            // Skips all bytes of non-ASCII characters.
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
            // Ends with ESC \ or, by convention, with BEL.
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
