import SVGASupport

/// Formats text from files for one line of a terminal.
extension String {
    /// In Unicode scalars. A file may contain a name of 100 MB.
    private static let maximumShownLength = 4096

    /// The text with invisible characters (``Unicode/Scalar/isInvisible``), for example control characters, escaped as `\u{1b}`. So a file cannot
    /// control the terminal, and names cannot be spoofed. Longer texts are truncated with an ellipsis.
    package var printable: String {
        var text = ""
        var shown = 0
        for scalar in unicodeScalars {
            shown += 1
            if shown > String.maximumShownLength { return text + "…" }
            if scalar.isInvisible {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The number of terminal columns that the text takes.
    package var terminalColumns: Int {
        // Each ASCII byte is one column, except a carriage return before a line feed, which cannot be in a line.
        if utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return utf8.count }
        return reduce(0) { $0 + $1.terminalColumns }
    }

    /// The text, truncated with an ellipsis to this many columns.
    package func fitted(columns: Int) -> String {
        guard terminalColumns > columns else { return self }
        var text = ""
        var used = 0
        for character in self {
            used += character.terminalColumns
            if used > columns - 1 { break }
            text.append(character)
        }
        return text + "…"
    }

    /// The text, padded with spaces to this many columns; `right` aligns it to the right.
    package func padded(columns: Int, right: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, columns - terminalColumns))
        return right ? space + self : self + space
    }
}

extension Character {
    /// 2 for wide East Asian characters and emoji, 0 for a combining mark without a base character, else 1.
    package var terminalColumns: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0x300...0x36F, 0x200B...0x200F: return 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
