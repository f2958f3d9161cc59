package import SVGAModel

/// Why a Lottie file cannot be read.
extension SVGAError {
    /// The bytes are neither JSON nor a `.lottie` archive.
    package static func notLottie(reason: String) -> SVGAError {
        SVGAError(.invalidFile, "no Lottie animation: \(reason)", detail: .notLottie(reason: reason))
    }

    /// The file breaks the rules of Lottie where nothing can be drawn without them. `location` such as `layers[3]`, or empty.
    package static func broken(location: String, reason: String) -> SVGAError {
        SVGAError(
            .invalidFile, "broken Lottie" + (location.isEmpty ? "" : " at \(location)") + ": \(reason)",
            detail: .brokenLottie(location: location, reason: reason))
    }

    /// A `.lottie` archive that cannot be read.
    package static func archive(reason: String) -> SVGAError {
        SVGAError(.invalidFile, "broken .lottie archive: \(reason)", detail: .archive(reason: reason))
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
package struct LottieMarker: Hashable, Sendable {
    /// What the designer called it.
    package let name: String
    /// Where it begins, in frames from the animation's first.
    package let startFrame: Double
    /// How long it is; 0: a moment.
    package let frameCount: Double
}
