public import SVGAModel

/// Why a text cannot be drawn. The description is one line for a person.
public enum TextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A font file is missing or no font.
    case fontFile(path: String, reason: String)
    /// Neither font files nor fonts of the system.
    case noFonts
    /// The text is no valid markup. `line` and `column` are 1-based, counted from the first character that is
    /// not white space; nil where Pango does not tell.
    case markup(reason: String, line: Int?, column: Int?)
    /// Not even the smallest picture is allowed.
    case limit(LimitExceeded)
    /// Pango or Cairo refused.
    case drawing(reason: String)

    public var description: String {
        switch self {
        case .fontFile(let path, let reason): return "font \(path): \(reason)"
        case .noFonts: return "there is no font to draw text with"
        case .markup(let reason, let line?, let column?): return "markup, line \(line), column \(column): \(reason)"
        case .markup(let reason, let line?, _): return "markup, line \(line): \(reason)"
        case .markup(let reason, _, _): return "markup: \(reason)"
        case .limit(let limit): return limit.description
        case .drawing(let reason): return "text cannot be drawn: \(reason)"
        }
    }
}
