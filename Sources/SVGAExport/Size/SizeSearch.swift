package import SVGAModel
import SVGAPlatform
import SVGASupport

/// Finds the settings with the highest similarity whose output is small enough.
///
/// Quality, size, frame rate and dithering can be reduced. The search exports a sample of the frames with several sizes and frame rates, each time
/// with about the highest quality that fits. It starts from the size that ``SizeModel`` predicts, and continues while the similarity rises.
/// Then it exports the entire output a few times, to find its highest quality that fits.
package struct SizeSearch: Sendable {
    /// The settings of the first attempt. No attempt has a higher quality, scale or frame rate.
    package var best: EncodingAttempt
    /// The minimum quality; nil if the format has no quality.
    package var lowestQuality: Int?
    /// Whether the search also tries no dithering: the format has it, and the user did not set it.
    package var mayChangeDither = false
    /// False keeps the size in pixels.
    package var mayChangeScale = true
    /// The share of the frames that a sample has; nil: every export has all frames.
    package var sampleShare: Double?
    /// Whether an export of all frames is fast. The search then also compares sizes by all frames, because a sample predicts them only roughly.
    package var comparesAllFrames = false
    /// The frame rate of the output before reductions.
    package var frameRate: FrameRate

    package static let scales = [1, 0.85, 0.72, 0.6, 0.5, 0.42, 0.35, 0.3, 0.25]
    package static let lowestFramesPerSecond = 5.0
    /// The divisors of the frame rate.
    package static let divisors = 1...4

    package init(best: EncodingAttempt, lowestQuality: Int?, frameRate: FrameRate) {
        self.best = best
        self.lowestQuality = lowestQuality
        self.frameRate = frameRate
    }

    /// The frames that an attempt exports.
    package enum Part: Hashable, Sendable { case sample, whole }

    package struct Result {
        /// The settings with which the output fits; nil if none do.
        package var settings: EncodingAttempt?
        /// The smallest entire output of all attempts, in bytes.
        package var smallest: Int
    }

    /// Exports with these settings. An output above `limit` bytes needs no similarity. The first export may end at that size.
    package typealias Encode = (EncodingAttempt, Part, _ limit: Int) async throws(SVGAError) -> AttemptResult

    /// - Parameters:
    ///   - target: the maximum size of the output, in bytes.
    ///   - losses: measures the losses; called if the first attempt is too large.
    ///   - choose: called after each export of all frames that fits and is the best so far.
    package func run(
        target: Int, losses: () throws(SVGAError) -> SizeLosses, encode: @escaping Encode, choose: @escaping () -> Void
    ) async throws(SVGAError) -> Result {
        let first = try await encode(best, .whole, target)
        if first.bytes <= target {
            choose()
            return Result(settings: best, smallest: first.bytes)
        }
        var run = SizeSearchRun(self, first: first, target: target, losses: try losses(), encode: encode, choose: choose)
        try await run.search()
        return Result(settings: run.chosen?.settings, smallest: run.smallest)
    }

    /// The reduced frame rate; nil below ``lowestFramesPerSecond``.
    func rate(dividedBy divisor: Int) -> FrameRate? {
        let rate = FrameRate(frameRate.numerator, per: divisor * frameRate.denominator)
        return rate.flatMap { $0.framesPerSecond >= SizeSearch.lowestFramesPerSecond ? $0 : nil }
    }
}
