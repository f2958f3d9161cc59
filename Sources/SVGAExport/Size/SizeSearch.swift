package import SVGAModel
import SVGAPlatform
import SVGASupport

/// Finds the settings with the highest similarity whose output is small enough.
///
/// Quality, size, frame rate and dithering can be reduced. ``SizeLosses`` measures the loss by size and frame rate before anything is encoded.
/// The search exports a sample of the frames, in order of that loss, each time with the highest quality that fits. Then it exports the entire
/// output a few times, to find its highest quality that fits.
package struct SizeSearch: Sendable {
    /// The settings of the first attempt. No attempt has a higher quality, scale or frame rate.
    package var best: EncodingAttempt
    /// The minimum quality; nil if the format has no quality.
    package var lowestQuality: Int?
    /// Whether the search also tries no dithering: the format has it, and the user did not set it.
    package var mayChangeDither = false
    /// False keeps the size in pixels.
    package var mayChangeScale = true
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

    /// Exports with these settings.
    package typealias Encode = (EncodingAttempt, Part) async throws(SVGAError) -> AttemptResult

    /// - Parameters:
    ///   - target: the maximum size of the output, in bytes.
    ///   - losses: measures the losses; called if the first attempt is too large.
    ///   - choose: called after each export of all frames that fits and is the best so far.
    package func run(
        target: Int, losses: () throws(SVGAError) -> SizeLosses, encode: @escaping Encode, choose: @escaping () -> Void
    ) async throws(SVGAError) -> Result {
        let first = try await encode(best, .whole)
        if first.bytes <= target {
            choose()
            return Result(settings: best, smallest: first.bytes)
        }
        var run = SizeSearchRun(self, target: target, losses: try losses(), encode: encode, choose: choose)
        try await run.search(first)
        return Result(settings: run.chosen?.settings, smallest: run.smallest)
    }

    /// The reduced frame rate; nil below ``lowestFramesPerSecond``.
    func rate(dividedBy divisor: Int) -> FrameRate? {
        let rate = FrameRate(frameRate.numerator, per: divisor * frameRate.denominator)
        return rate.flatMap { $0.framesPerSecond >= SizeSearch.lowestFramesPerSecond ? $0 : nil }
    }
}

/// One search.
struct SizeSearchRun {
    struct Found {
        let settings: EncodingAttempt
        let similarity: Double
    }

    /// A combination of size and frame rate.
    private struct Form {
        let settings: EncodingAttempt
        let divisor: Int
        let loss: Double
    }

    private struct Key: Hashable {
        let settings: EncodingAttempt
        let part: SizeSearch.Part
    }

    private let search: SizeSearch
    private let target: Double
    /// The target size of the sample, by divisor of the frame rate. It differs by divisor: the first frame of a run is larger than the others, and is
    /// a larger share of fewer frames.
    private var sampleTargets: [Int: Double] = [:]
    private let losses: SizeLosses
    private let encode: SizeSearch.Encode
    private let choose: () -> Void
    private var results: [Key: AttemptResult] = [:]

    /// The best entire output that fits.
    private(set) var chosen: Found?
    /// The size of the smallest entire output, in bytes.
    private(set) var smallest = Int.max

    /// The share of the target at which the search stops.
    private static let sufficientShare = 0.96
    /// The maximum number of exports to find the quality of one form: of the sample, and of all frames.
    private static let (sampleRounds, wholeRounds) = (6, 4)
    private static let maximumPasses = 3
    /// The assumed growth of the size per step of quality, as a natural logarithm.
    private static let usualSlope = 0.022
    /// The assumed loss of similarity at the lowest quality, for formats whose outputs cannot be decoded.
    private static let usualLoss = 0.08

    init(
        _ search: SizeSearch, target: Int, losses: SizeLosses, encode: @escaping SizeSearch.Encode, choose: @escaping () -> Void
    ) {
        self.search = search
        self.target = Double(target)
        self.losses = losses
        self.encode = encode
        self.choose = choose
    }

    /// - Parameter first: the result of the best settings, which is too large.
    mutating func search(_ first: AttemptResult) async throws(SVGAError) {
        results[Key(settings: search.best, part: .whole)] = first
        smallest = first.bytes
        for _ in 0..<SizeSearchRun.maximumPasses {
            guard let form = try await bestOfSample() else { return try await tryLowest() }
            let expected = try await sampleTarget(form.settings)
            let last = try await fill(form.settings, .whole, from: value(form.settings), rounds: SizeSearchRun.wholeRounds).last
            // The sample has predicted the size correctly, so its choice of a form is right too.
            if abs(log(try await calibrate(last) / expected)) < 0.1, chosen != nil { return }
        }
        if chosen == nil { try await tryLowest() }
    }

    /// Updates the target size of the sample from an export of all frames with the same frame rate.
    @discardableResult
    private mutating func calibrate(_ settings: EncodingAttempt) async throws(SVGAError) -> Double {
        let whole = try await result(settings, .whole).bytes
        let newTarget = target * Double(try await result(settings, .sample).bytes) / Double(max(1, whole))
        sampleTargets[divisor(settings)] = newTarget
        return newTarget
    }

    private mutating func sampleTarget(_ form: EncodingAttempt) async throws(SVGAError) -> Double {
        if let known = sampleTargets[divisor(form)] { return known }
        var settings = search.best
        settings.frameRate = form.frameRate
        return try await calibrate(settings)
    }

    private func divisor(_ settings: EncodingAttempt) -> Int {
        guard let slow = settings.frameRate else { return 1 }
        return max(1, Int(saturating: (search.frameRate.framesPerSecond / slow.framesPerSecond).rounded()))
    }

    private mutating func result(_ settings: EncodingAttempt, _ part: SizeSearch.Part) async throws(SVGAError) -> AttemptResult {
        let key = Key(settings: settings, part: part)
        if let known = results[key] { return known }
        let made = try await encode(settings, part)
        results[key] = made
        if part == .whole {
            smallest = min(smallest, made.bytes)
            let similarity = similarity(settings, made)
            if Double(made.bytes) <= target, similarity > chosen?.similarity ?? -1 {
                chosen = Found(settings: settings, similarity: similarity)
                choose()
            }
        }
        return made
    }

    // MARK: - Forms

    /// The best settings for the sample; nil if none fit.
    private mutating func bestOfSample() async throws(SVGAError) -> Found? {
        var best: Found?
        var failures: [Int: Int] = [:]
        var guess = search.lowestQuality == nil ? 60 : 50
        for form in forms where 1 - form.loss > best?.similarity ?? -1 {
            // Forms are tried from large to small. After two that are worse than the best, smaller ones are worse too.
            if failures[form.divisor, default: 0] >= 2 { continue }
            guard let found = try await fillSample(form.settings, from: guess) else { continue }
            guess = value(found.settings)
            let isBetter = found.similarity > best?.similarity ?? -1
            failures[form.divisor, default: 0] += isBetter ? 0 : 1
            if isBetter { best = found }
        }
        var step = 0.06
        while step > 0.02, hasQuality, search.mayChangeScale, let now = best {
            for scale in [now.settings.scale + step, now.settings.scale - step] where scale < 1 && scale > 0.2 {
                var form = now.settings
                form.scale = (100 * scale).rounded() / 100
                best = better(best, try await fillSample(form, from: value(now.settings)))
            }
            step /= 2
        }
        if search.mayChangeDither, let now = best {
            var form = now.settings
            form.dither = search.best.dither
            best = better(best, try await fillSample(form, from: value(now.settings)))
        }
        return best
    }

    /// All forms, in order of their loss.
    private var forms: [Form] {
        SizeSearch.divisors.flatMap { divisor -> [Form] in
            let rate = divisor == 1 ? search.best.frameRate : search.rate(dividedBy: divisor)
            if divisor > 1, rate == nil { return [] }
            return (hasQuality && search.mayChangeScale ? SizeSearch.scales : [1]).map { scale in
                var settings = undithered
                (settings.scale, settings.frameRate) = (scale, rate)
                return Form(settings: settings, divisor: divisor, loss: losses.loss(scale: scale, divisor: divisor))
            }
        }.sorted { $0.loss < $1.loss }
    }

    /// The best settings, without dithering if possible: at small sizes, dithering takes more bytes than it gains similarity.
    private var undithered: EncodingAttempt {
        var settings = search.best
        if search.mayChangeDither { settings.dither = 0 }
        return settings
    }

    private func better(_ one: Found?, _ other: Found?) -> Found? {
        guard let one, let other else { return one ?? other }
        return other.similarity > one.similarity ? other : one
    }

    /// Exports all frames with the lowest settings, at each frame rate until one fits.
    private mutating func tryLowest() async throws(SVGAError) {
        var settings = undithered
        if let lowest = search.lowestQuality { settings.quality = min(lowest, search.best.quality ?? lowest) }
        if search.mayChangeScale { settings.scale = SizeSearch.scales.last ?? 1 }
        for divisor in SizeSearch.divisors where chosen == nil {
            settings.frameRate = divisor == 1 ? search.best.frameRate : search.rate(dividedBy: divisor)
            if divisor > 1, settings.frameRate == nil { return }
            _ = try await result(settings, .whole)
        }
        // Then raises the settings, to use the rest of the target.
        if let chosen { _ = try await fill(chosen.settings, .whole, from: value(chosen.settings), rounds: SizeSearchRun.wholeRounds) }
    }

    // MARK: - The value that is searched: the quality, or the scale in percent if the format has no quality

    private var hasQuality: Bool { search.lowestQuality.map { $0 < search.best.quality ?? 101 } ?? false }

    private func value(_ settings: EncodingAttempt) -> Int {
        hasQuality ? settings.quality ?? 100 : Int(saturating: (100 * settings.scale).rounded())
    }

    private func settings(_ form: EncodingAttempt, _ value: Int) -> EncodingAttempt {
        var settings = form
        if hasQuality { settings.quality = value } else { settings.scale = Double(value) / 100 }
        return settings
    }

    private mutating func fillSample(_ form: EncodingAttempt, from guess: Int) async throws(SVGAError) -> Found? {
        guard let settings = try await fill(form, .sample, from: guess, rounds: SizeSearchRun.sampleRounds).fitting else { return nil }
        return Found(settings: settings, similarity: similarity(settings, try await result(settings, .sample)))
    }

    /// Finds the highest value that fits.
    /// - Returns: the settings with that value, nil if none fits; and the settings tried last.
    private mutating func fill(
        _ form: EncodingAttempt, _ part: SizeSearch.Part, from guess: Int, rounds: Int
    ) async throws(SVGAError) -> (fitting: EncodingAttempt?, last: EncodingAttempt) {
        let limit = part == .whole ? target : try await sampleTarget(form)
        if !hasQuality, !search.mayChangeScale {
            // Only the frame rate can change, and the form has one.
            return (Double(try await result(form, part).bytes) <= limit ? form : nil, form)
        }
        // A format's default may be lossless, which counts as the quality 101.
        var (low, high) = hasQuality ? ((search.lowestQuality ?? 0) - 1, search.best.quality ?? 101) : (24, 101)
        var (guess, isHighKnown, last) = (guess, false, form)
        var fitting: EncodingAttempt?
        for round in 0..<rounds where high - low > 1 {
            let isBracketed = fitting != nil && isHighKnown
            let value = min(high - 1, max(low + 1, isBracketed && round > 2 ? (low + high) / 2 : guess))
            last = settings(form, value)
            let share = Double(try await result(last, part).bytes) / limit
            if share <= 1 {
                (low, fitting) = (value, last)
                if share >= SizeSearchRun.sufficientShare { break }
            } else {
                (high, isHighKnown) = (value, true)
            }
            let slope = hasQuality ? SizeSearchRun.usualSlope : 1.6 / Double(value)
            guess = value + Int(saturating: (log(0.98 / share) / slope).rounded(.down))
        }
        return (fitting, last)
    }

    // MARK: - Similarity

    /// The measured similarity, or an estimate if the output was not decoded.
    private func similarity(_ settings: EncodingAttempt, _ result: AttemptResult) -> Double {
        if let similarity = result.similarity { return similarity }
        let coarseness = settings.quality.map { 1 - Double(min(100, max(0, $0))) / 101 } ?? 0
        return 1 - losses.loss(scale: settings.scale, divisor: divisor(settings))
            - SizeSearchRun.usualLoss * coarseness * coarseness.squareRoot()
    }
}
