package import SVGAModel
package import SVGASupport

/// The errors of reading a Lottie file.
extension SVGAError {
    /// The bytes are neither JSON nor a `.lottie` archive.
    package static func notLottie(reason: Message) -> SVGAError {
        SVGAError(.invalidFile, "not a Lottie animation: \(reason)", detail: .notLottie(reason: reason))
    }

    /// The file is invalid, so nothing can be drawn. `location` is for example `layers[3]`, or empty.
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
    /// A difference from After Effects.
    /// - Parameters:
    ///   - location: for example `layer "Wings"`; empty for the entire file.
    ///   - message: one clause without a full stop.
    package static func lottie(location: Message = "", _ message: Message) -> Diagnostic {
        Diagnostic(nil, "SVGA080", .warning, message, location: location)
    }

    /// The note in one line for a person: the location, a colon and the message.
    package var lottieText: Message { locationText.isEmpty ? text : "\(locationText): \(text)" }
}

/// A named position or range of a Lottie animation.
package struct LottieMarker: Hashable, Sendable {
    /// The name, chosen by the designer.
    package let name: String
    /// The start, in frames from the first frame of the animation.
    package let startFrame: Double
    /// The duration in frames; 0 for a single position.
    package let frameCount: Double
}
