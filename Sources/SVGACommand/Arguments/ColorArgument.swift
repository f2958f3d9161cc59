import SVGAModel

/// A colour on the command line: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` or one of CSS's basic names.
struct ColorArgument: ExpressibleByArgument, Hashable {
    let color: Color

    init?(argument: String) {
        let word = argument.lowercased()
        if let bytes = ColorArgument.named[word] {
            self.init(bytes: bytes)
        } else if word.hasPrefix("#") {
            self.init(hexDigits: word.dropFirst())
        } else {
            return nil
        }
    }

    static var expectation: String { "a colour such as #fff, #ff8800, #ff880080, red or transparent" }
    static var allValueStrings: [String] { named.keys.sorted() }

    private init?(hexDigits: Substring) {
        let digits = hexDigits.compactMap(\.hexDigitValue)
        guard digits.count == hexDigits.count, hexDigits.allSatisfy(\.isASCII) else { return nil }
        switch digits.count {
        case 3, 4: self.init(bytes: digits.map { UInt8($0 * 17) })
        case 6, 8: self.init(bytes: stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) })
        default: return nil
        }
    }

    private init(bytes: [UInt8]) {
        let parts = (bytes + [255]).map { Double($0) / 255 }
        color = Color(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
    }

    private static let named: [String: [UInt8]] = [
        "transparent": [0, 0, 0, 0], "black": [0, 0, 0], "silver": [192, 192, 192], "gray": [128, 128, 128],
        "grey": [128, 128, 128], "white": [255, 255, 255], "maroon": [128, 0, 0], "red": [255, 0, 0], "purple": [128, 0, 128],
        "fuchsia": [255, 0, 255], "magenta": [255, 0, 255], "green": [0, 128, 0], "lime": [0, 255, 0], "olive": [128, 128, 0],
        "yellow": [255, 255, 0], "orange": [255, 165, 0], "navy": [0, 0, 128], "blue": [0, 0, 255], "teal": [0, 128, 128],
        "aqua": [0, 255, 255], "cyan": [0, 255, 255],
    ]
}
