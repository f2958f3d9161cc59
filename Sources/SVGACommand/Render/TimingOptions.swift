import SVGAExport

/// When frames are shown; understood by every command that exports.
struct TimingOptions: Sendable {
    var frameRate: FrameRateArgument?
    var speed: Scale?
    var isReversed = false
    var loops: LoopCount?

    static let group = ParameterGroup<TimingOptions>(
        "Timing", summary: "--fps --speed --reverse --loop (svga help timing)",
        note: """
            In this order: the frames of --frames are played at the movie's own rate, and
            faster by --speed; they are shown --fps times a second, which repeats or leaves
            out frames and never blends them. Sound goes with its frames: it is cut, turned
            around and repeated as they are, and its pitch follows --speed.
            GIF shows at most 50 frames a second, so faster movies are shown at 50.

            """,
        [
            .option(\.frameRate, "--fps", placeholder: "F", help: "frames a second: 25, 29.97, 30000/1001 (default: the movie's)"),
            .option(\.speed, "--speed", placeholder: "X", help: "2 plays twice as fast"),
            .flag(\.isReversed, "--reverse", help: "the last frame first"),
            .option(
                \.loops, "--loop", placeholder: "N",
                help: "play N times, 0 for ever (default: 0 where the format repeats, else 1)"),
        ])

    /// - Parameter frames: the movie's, nil for all.
    func timing(frames: [Int]?) -> ExportTiming {
        var timing = ExportTiming()
        timing.frames = frames
        timing.isReversed = isReversed
        timing.speed = speed?.factor ?? 1
        timing.frameRate = frameRate?.rate
        timing.loops = loops?.value
        return timing
    }
}

/// Frames a second: a number or a fraction.
struct FrameRateArgument: ExpressibleByArgument, Hashable {
    let rate: FrameRate

    init?(argument: String) {
        let halves = argument.split(separator: "/", omittingEmptySubsequences: false)
        let rate: FrameRate?
        if halves.count == 2 {
            guard let numerator = Int(halves[0]), let denominator = Int(halves[1]) else { return nil }
            rate = FrameRate(numerator, per: denominator)
        } else {
            rate = Double(argument: argument).flatMap { FrameRate($0) }
        }
        guard let rate else { return nil }
        self.rate = rate
    }
    static var expectation: String { "frames a second up to \(FrameRate.highest), such as 25, 29.97 or 30000/1001" }
}

/// How often something plays; 0 is for ever.
struct LoopCount: ExpressibleByArgument, Hashable {
    let value: Int

    init?(argument: String) {
        guard let value = Int(argument), value >= 0 else { return nil }
        self.value = value
    }
    static var expectation: String { "a whole number, 0 for ever" }
}
