public import SVGAModel

/// Any code that checking can report, with what is known of it: the one table that messages and the documentation are made of.
public enum FindingCode: Hashable, Sendable, CaseIterable {
    /// Tolerated while reading or preparing.
    case diagnostic(Diagnostic.Code)
    /// Found by checking alone.
    case check(CheckCode)

    public static let allCases: [FindingCode] = Diagnostic.Code.allCases.map(diagnostic) + CheckCode.allCases.map(check)

    /// Such as `SVGA012`; never used for anything else.
    public var name: String {
        switch self {
        case .diagnostic(let code): code.rawValue
        case .check(let code): code.rawValue
        }
    }

    /// All severities it can have, the least first: some codes are worse on one player than on another.
    public var severities: [Diagnostic.Severity] {
        switch self {
        case .diagnostic(let code): [code.severity]
        case .check(let code): code.severities
        }
    }

    /// What it means, as one sentence.
    public var meaning: String {
        switch self {
        case .diagnostic(let code): code.meaning
        case .check(let code): code.meaning
        }
    }

    /// What to do about it, as one sentence without a full stop.
    public var remedy: String {
        switch self {
        case .diagnostic(let code): code.remedy
        case .check(let code): code.remedy
        }
    }
}
