import SVGAExport

/// What is told when an animation is made: `gift.gif: 90 frames, 3 s, 750×750 px, 412.3 KB`.
enum OutcomeText {
    static func line(_ outcome: RenderJob.Outcome, _ job: RenderJob) -> String {
        let result = outcome.result
        var parts = [
            Units.count(result.frames, "frame"), Units.seconds(result.durationSeconds),
            "\(outcome.widthPixels)×\(outcome.heightPixels) px", Units.bytes(result.byteCount),
        ]
        if let effort = outcome.effort { parts.append(given(up: effort, of: job.encoding.quality?.value)) }
        return "svga: \(job.output.path): " + parts.joined(separator: ", ")
    }

    /// What it took to be small enough.
    private static func given(up effort: ExportEffort, of quality: Int?) -> String {
        var parts: [String] = []
        if effort.quality != quality, let quality = effort.quality { parts.append("quality \(quality)") }
        if effort.scale != 1 { parts.append("\(Units.decimal(100 * effort.scale, places: 0)) % of the size") }
        if let rate = effort.frameRate { parts.append("\(Units.decimal(rate.framesPerSecond, places: 2)) frames a second") }
        return parts.isEmpty ? "nothing given up" : "given up for that: " + parts.joined(separator: ", ")
    }
}
