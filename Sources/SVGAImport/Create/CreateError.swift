package import SVGAModel
package import SVGASupport

/// The reason why a description cannot become a movie.
package enum CreateError: Error, Hashable, CustomStringConvertible {
    case json(JSONError)
    /// `location` such as `sprites[2].keyframes.position[1].at`; `reason` begins with a verb: `needs a number`.
    case invalid(location: String, reason: Message, advice: Message = "")
    case limit(location: String, LimitExceeded)
    /// A file that the description references; `name` as written there.
    case file(location: String, name: String, reason: Message)
    /// A file outside the description's folder.
    case outside(location: String, name: String)
    case cancelled

    package var description: String { message.description }

    package var message: Message {
        switch self {
        case .json(let error): "this is not JSON: \(error.message)"
        case .invalid(let location, let reason, let advice): CreateError.line("\(location): \(reason)", advice)
        case .limit(let location, let limit): location.isEmpty ? limit.message : "\(location): \(limit.message)"
        case .file(let location, let name, let reason): "\(location): \(name.quoted) \(reason)"
        case .outside(let location, let name): "\(location): \(name.quoted) is not in the description's folder"
        case .cancelled: "cancelled"
        }
    }

    private static func line(_ text: Message, _ advice: Message) -> Message { advice.isEmpty ? text : "\(text); \(advice)" }
}
