import SVGACheck
public import SVGAFormat
public import SVGARender

/// Why a movie could not be optimized. The description is one line for a person.
public enum OptimizeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The input cannot be read.
    case read(ReadError)
    /// A frame cannot be drawn, so nothing can be proven about the output.
    case render(RenderError)
    /// The output cannot be written in its format.
    case write(WriteError)
    /// `keptKeys` names a key that no sprite has.
    case unknownKey(key: String, nearest: [String])
    /// The task was cancelled.
    case cancelled

    public var description: String {
        switch self {
        case .read(let error): error.description
        case .render(let error): error.description
        case .write(let error): error.description
        case .unknownKey(let key, _): "no sprite has the key \"\(key)\""
        case .cancelled: "cancelled"
        }
    }
}
