import SVGAExport
import SVGAModel
import SVGASupport

/// The line that tells what was written: `gift.gif: 90 frames, 3 s, 750×750 px, 412.3 KB`.
package struct OutcomeText {
    private let outcome: RenderJob.Outcome
    private let path: String
    /// What was asked for.
    private let quality: Int?

    /// - Parameter path: what the output is called.
    package init(_ outcome: RenderJob.Outcome, _ path: String, quality: Int?) {
        (self.outcome, self.path, self.quality) = (outcome, path, quality)
    }

    package var line: String {
        let result = outcome.result
        var parts = [
            Units.count(result.frames, "frame"), Units.seconds(result.durationSeconds),
            "\(outcome.widthPixels)×\(outcome.heightPixels) px", Units.bytes(result.byteCount),
        ]
        if let effort = outcome.effort { parts.append(OutcomeText.given(up: effort, of: quality)) }
        return "\(path): " + parts.joined(separator: ", ")
    }

    /// Less of what is seen is thin edges of shapes, which nobody misses.
    private static let fewSoftPixels = 0.05

    /// Where a GIF lost more than a few half transparent pixels.
    package var lostAlpha: String? {
        let share = outcome.result.lostAlphaShare
        guard share > OutcomeText.fewSoftPixels else { return nil }
        let percent = Units.decimal(100 * share, places: 0)
        return "\(path): \(percent) % of what is seen is half transparent, which a GIF cannot show"
    }

    /// What was reduced to meet `--target-size`.
    private static func given(up effort: EncodingAttempt, of quality: Int?) -> String {
        var parts: [String] = []
        if effort.quality != quality, let quality = effort.quality { parts.append("quality \(quality)") }
        if effort.scale != 1 { parts.append("\(Units.decimal(100 * effort.scale, places: 0)) % of the size") }
        if effort.dither == 0 { parts.append("dithering") }
        if let rate = effort.frameRate { parts.append("\(Units.decimal(rate.framesPerSecond, places: 2)) frames a second") }
        return parts.isEmpty ? "nothing reduced" : "reduced to reach that size: " + parts.joined(separator: ", ")
    }
}
