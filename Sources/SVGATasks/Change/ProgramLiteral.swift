import SVGASupport

/// String literals of programs in Python and Swift, which escape the same characters.
enum ProgramLiteral {
    static func python(_ text: String) -> String {
        literal(text) { scalar in
            let digits = String(scalar.value, radix: 16).zeroPadded(to: scalar.value > 0xFFFF ? 8 : 4)
            return (scalar.value > 0xFFFF ? "\\U" : "\\u") + digits
        }
    }

    static func swift(_ text: String) -> String {
        literal(text) { "\\u{" + String($0.value, radix: 16, uppercase: true) + "}" }
    }

    /// - Parameter number: how the language writes an invisible character.
    private static func literal(_ text: String, number: (Unicode.Scalar) -> String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\" + String(scalar)
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.isInvisible: literal += number(scalar)
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
