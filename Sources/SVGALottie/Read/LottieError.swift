package import SVGAModel
package import SVGASupport

/// Why a Lottie file cannot be read.
extension SVGAError {
    /// The bytes are neither JSON nor a `.lottie` archive.
    package static func notLottie(reason: Message) -> SVGAError {
        SVGAError(.invalidFile, "not a Lottie animation: \(reason)", detail: .notLottie(reason: reason))
    }

    /// The file breaks the rules of Lottie where nothing can be drawn without them. `location` such as `layers[3]`, or empty.
    package static func broken(location: String, reason: Message) -> SVGAError {
        SVGAError(
            .invalidFile, location.isEmpty ? "invalid Lottie: \(reason)" : "invalid Lottie at \(location): \(reason)",
            detail: .brokenLottie(location: location, reason: reason))
    }

    /// A `.lottie` archive that cannot be read.
    package static func archive(reason: Message) -> SVGAError {
        SVGAError(.invalidFile, "invalid .lottie archive: \(reason)", detail: .archive(reason: reason))
    }
}

extension Diagnostic {
    /// Something in a Lottie file that is not drawn as After Effects would draw it.
    /// - Parameters:
    ///   - location: such as `layer "Wings"`; empty for the file as a whole.
    ///   - message: one clause without a full stop.
    package static func lottie(location: Message = "", _ message: Message) -> Diagnostic {
        Diagnostic(nil, "SVGA080", .warning, message, location: location)
    }

    /// The note in one line for a person: the location, a colon and the message.
    package var lottieText: Message { locationText.isEmpty ? text : "\(locationText): \(text)" }
}

/// A named moment or span of a Lottie animation.
package struct LottieMarker: Hashable, Sendable {
    /// What the designer called it.
    package let name: String
    /// Where it begins, in frames from the animation's first.
    package let startFrame: Double
    /// How long it is; 0: a moment.
    package let frameCount: Double
}
