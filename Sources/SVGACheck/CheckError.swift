public import SVGAFormat
public import SVGAModel
public import SVGARender

/// Why a movie could not be checked. The description is one line for a person.
public enum SVGAError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes are not a movie, or one that asks for more than the limits allow.
    case read(SVGAError)
    /// The movie cannot be drawn, usually because its images or its canvas are over a limit.
    case render(SVGAError)

    /// Whether the file may be right, but asks for more than a limit allows.
    var isLimit: Bool {
        switch self {
        case .read(.limit), .render(.limit): true
        default: false
        }
    }

    /// One line for a person, without a file's name.
    public var description: String {
        switch self {
        case .read(let error): error.description
        case .render(let error): error.description
        }
    }
}
