/// Texts that come from a file, made fit for one line of a terminal.
extension String {
    /// No name is longer; a file may claim one of a hundred megabytes.
    private static let longestShown = 4096

    /// Control characters and marks that turn the writing direction are spelt out, so a file cannot steer the terminal.
    /// What is too long for any line is cut, with an ellipsis.
    var printable: String {
        var text = ""
        var shown = 0
        for scalar in unicodeScalars {
            shown += 1
            if shown > String.longestShown { return text + "…" }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
                text += scalar == "\u{200D}" ? "\u{200D}" : "\\u{\(String(scalar.value, radix: 16))}"
            default:
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// How many columns a terminal needs for it.
    var terminalColumns: Int { reduce(0) { $0 + $1.terminalColumns } }

    /// Cut to so many columns, with an ellipsis where something is lost.
    func fitted(columns: Int) -> String {
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

    /// Followed (or with `right`, preceded) by spaces up to so many columns.
    func padded(columns: Int, right: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, columns - terminalColumns))
        return right ? space + self : self + space
    }
}

extension Character {
    /// 2 for the wide characters of East Asia and emoji, 0 for a lone mark, else 1.
    fileprivate var terminalColumns: Int {
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
