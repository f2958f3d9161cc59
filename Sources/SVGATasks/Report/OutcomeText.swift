import SVGAExport
import SVGAModel
package import SVGASupport

/// The line that describes the output: `gift.gif: 90 frames, 3 s, 750×750 px, 412.3 KB`.
package struct OutcomeText {
    private let outcome: RenderJob.Outcome
    private let path: String
    /// The requested quality.
    private let quality: Int?

    /// - Parameter path: the name of the output.
    package init(_ outcome: RenderJob.Outcome, _ path: String, quality: Int?) {
        (self.outcome, self.path, self.quality) = (outcome, path, quality)
    }

    package var line: Message {
        let result = outcome.result
        var parts: [Message] = [
            Units.count(result.frames, "frame"), "\(Units.seconds(result.durationSeconds))",
            "\(outcome.widthPixels)×\(outcome.heightPixels) px", Units.bytes(result.byteCount),
        ]
        if let attempt = outcome.attempt { parts.append(OutcomeText.reductions(attempt, from: quality)) }
        return "\(path): \(parts.joined(separator: ", "))"
    }

    /// The settings that were reduced to meet `--target-size`.
    private static func reductions(_ attempt: EncodingAttempt, from quality: Int?) -> Message {
        var parts: [Message] = []
        if attempt.quality != quality, let quality = attempt.quality { parts.append("quality \(quality)") }
        if attempt.scale != 1 { parts.append("\(Units.decimal(100 * attempt.scale, places: 0)) % of the width and height") }
        if attempt.dither == 0 { parts.append("dithering") }
        if let rate = attempt.frameRate { parts.append("\(Units.decimal(rate.framesPerSecond, places: 2)) fps") }
        return parts.isEmpty ? "nothing reduced" : "reduced to reach that size: \(parts.joined(separator: ", "))"
    }
}
