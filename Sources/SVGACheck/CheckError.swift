public import SVGAFormat
public import SVGARender

/// Why movies could not be checked or compared. The description is one line for a person.
public enum CheckError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes are not a movie, or one that asks for more than the limits allow.
    case read(ReadError)
    /// A movie cannot be drawn, usually because its images or its canvas are over a limit. `isSecond`: of two movies that are compared it
    /// is the second.
    case render(RenderError, isSecond: Bool = false)
    /// The task was cancelled.
    case cancelled

    /// One line for a person, without a file's name.
    public var description: String {
        switch self {
        case .read(let error): error.description
        case .render(let error, _): error.description
        case .cancelled: "cancelled"
        }
    }
}
