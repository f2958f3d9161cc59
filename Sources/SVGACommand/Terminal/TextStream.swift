/// A stream that a command writes to, and what is known of the screen behind it.
struct TextStream: Sendable {
    /// The stream takes no more: a closed pipe, a full disk.
    struct WriteFailure: Error, Hashable, Sendable {
        let reason: String
    }

    var isTerminal = false
    var columns = 80
    var rows = 24
    /// Whether reports may be coloured.
    var usesColor = false
    let write: @Sendable ([UInt8]) throws(WriteFailure) -> Void

    /// Colours a text where the stream takes colours.
    func styled(_ text: String, _ style: Style) -> String {
        usesColor && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    enum Style: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case yellow = "33"
        case cyan = "36"
    }
}
