import SVGAModel
import SVGASupport
import SVGATasks

/// The capabilities that a terminal reports in reply to escape codes.
struct TerminalProbe {
    /// All queries. Every terminal answers the last one, so its reply ends the probe.
    ///
    /// In this order: kitty's graphics protocol, the background, the sizes of cells and window in pixels, and the device attributes.
    static let query = "\u{1B}_Gi=\(kittyProbe),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}]11;?\u{1B}\\\u{1B}[16t\u{1B}[14t\u{1B}[c"
    /// The timeout for replies. A terminal on a slow line may take longer and then counts as one without graphics.
    static let timeout = Duration.milliseconds(200)

    private static let kittyProbe = 31

    private(set) var hasKitty = false
    private(set) var hasSixel = false
    private(set) var background: SVGAColor?
    /// The size of a character in pixels.
    private(set) var cell: (width: Int, height: Int)?
    private(set) var windowPixels: (width: Int, height: Int)?
    private(set) var isComplete = false

    /// Stores a reply; ignores other events.
    mutating func store(_ event: TerminalInput.Event) {
        switch event {
        case .key: break
        case .string("_", let text):
            let parts = text.split(separator: ";")
            hasKitty = hasKitty || parts.first == "Gi=\(TerminalProbe.kittyProbe)" && parts.last == "OK"
        case .string("]", let text): if text.hasPrefix("11;") { background = TerminalProbe.color(text.dropFirst(3)) ?? background }
        case .string: break
        case .control(let text): store(control: text)
        }
    }

    private mutating func store(control text: String) {
        let numbers = text.dropLast().split(separator: ";", omittingEmptySubsequences: false)
        if text.hasPrefix("?"), text.last == "c" {
            hasSixel = numbers.dropFirst().contains("4")
            isComplete = true
        } else if text.last == "t", numbers.count == 3, let height = Int(numbers[1]), let width = Int(numbers[2]) {
            guard (1...65535).contains(width), (1...65535).contains(height) else { return }
            if numbers[0] == "6" { cell = (width, height) }
            if numbers[0] == "4" { windowPixels = (width, height) }
        }
    }

    /// `rgb:ffff/8080/0000`, with one to four digits each.
    private static func color(_ text: Substring) -> SVGAColor? {
        guard text.hasPrefix("rgb:") else { return nil }
        let parts = text.dropFirst(4).fields(separatedBy: FilePath.slash).compactMap { digits -> Double? in
            guard (1...4).contains(digits.count), let value = Int(digits, radix: 16), value >= 0 else { return nil }
            return Double(value) / Double((1 << (4 * digits.count)) - 1)
        }
        return parts.count == 3 ? SVGAColor(red: parts[0], green: parts[1], blue: parts[2]) : nil
    }
}
