package import SVGAModel
package import SVGASupport

/// Why no movie can be made of a description.
package enum CreateError: Error, Hashable, CustomStringConvertible {
    case json(JSONError)
    /// `place` such as `sprites[2].keyframes.position[1].at`; `reason` begins with a verb: `needs a number`.
    case invalid(place: String, reason: String, advice: String = "")
    case limit(place: String, LimitExceeded)
    /// A file that the description names; `name` as it is written there.
    case file(place: String, name: String, reason: String)
    /// A file that is not in the description's folder.
    case outside(place: String, name: String)
    case cancelled

    package var description: String {
        switch self {
        case .json(let error): "this is no JSON: \(error)"
        case .invalid(let place, let reason, let advice): CreateError.line("\(place): \(reason)", advice)
        case .limit(let place, let limit): place.isEmpty ? limit.description : "\(place): \(limit.description)"
        case .file(let place, let name, let reason): "\(place): \(name.quoted) \(reason)"
        case .outside(let place, let name): "\(place): \(name.quoted) is not in the description's folder"
        case .cancelled: "cancelled"
        }
    }

    private static func line(_ text: String, _ advice: String) -> String { advice.isEmpty ? text : "\(text); \(advice)" }
}
