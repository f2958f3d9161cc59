/// Why a document cannot be written. The description is one line for a person.
public enum WriteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The format has no way to say these things, which the document holds.
    case unsupported([String])
    /// A library gave up.
    case library(name: String, reason: String)
    /// The task was cancelled while Zopfli worked.
    case cancelled

    /// More than this is counted, not listed.
    private static let listed = 5

    public var description: String {
        switch self {
        case .unsupported(let things):
            let shown = things.prefix(WriteError.listed).joined(separator: ", ")
            let more = things.count - WriteError.listed
            return "the format cannot hold \(shown)\(more > 0 ? " and \(more) more" : "")"
        case .library(let name, let reason): return "\(name) cannot write the movie: \(reason)"
        case .cancelled: return "cancelled"
        }
    }
}
