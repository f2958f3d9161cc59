public import SVGAModel

/// Why a Lottie file cannot be read. The description is one line for a person.
public enum SVGAError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file cannot be opened or read.
    case file(reason: String)
    /// The bytes are neither JSON nor a `.lottie` archive.
    case notLottie(reason: String)
    /// The file breaks the rules of Lottie where nothing can be drawn without them. `location` such as `layers[3]`, or empty.
    case broken(location: String, reason: String)
    /// A `.lottie` archive that cannot be read.
    case archive(reason: String)
    /// More than a limit allows; nothing was allocated for it.
    case limit(LimitExceeded)

    /// One line for a person.
    public var description: String {
        switch self {
        case .file(let reason): reason
        case .notLottie(let reason): "no Lottie animation: \(reason)"
        case .broken(let location, let reason): "broken Lottie" + (location.isEmpty ? "" : " at \(location)") + ": \(reason)"
        case .archive(let reason): "broken .lottie archive: \(reason)"
        case .limit(let limit): limit.description
        }
    }
}

extension Diagnostic {
    /// Something in a Lottie file that is not drawn as After Effects would draw it.
    /// - Parameters:
    ///   - location: such as `layer "Wings"`; empty for the file as a whole.
    ///   - message: one clause without a full stop.
    package static func lottie(location: String = "", _ message: String) -> Diagnostic {
        Diagnostic(nil, "SVGA080", .warning, message, location: location)
    }

    /// The note in one line for a person: the location, a colon and the message.
    package var lottieText: String { location.isEmpty ? message : "\(location): \(message)" }
}

/// A named moment or span of a Lottie animation.
public struct LottieMarker: Hashable, Sendable {
    /// What the designer called it.
    public let name: String
    /// Where it begins, in frames from the animation's first.
    public let startFrame: Double
    /// How long it is; 0: a moment.
    public let frameCount: Double
}
