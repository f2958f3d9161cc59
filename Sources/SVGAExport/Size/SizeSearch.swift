package import SVGAModel
import SVGAPlatform
import SVGASupport

/// Finds the settings with the highest similarity whose output is small enough.
///
/// Quality, size, frame rate and dithering can be reduced. What a smaller size and fewer frames cost in similarity is known before anything is
/// encoded (``SizeLosses``). The search tries them on a sample of the frames, from the least loss on, each with the highest quality that
/// fits. Then it looks for the quality with which the whole output fits, in a few exports.
package struct SizeSearch: Sendable {
    /// What the first attempt uses. No attempt has a higher quality, scale or frame rate.
    package var best: EncodingAttempt
    /// The minimum quality; nil where the format has none.
    package var lowestQuality: Int?
    /// Whether the format dithers, and the user did not set how much: then none is tried too.
    package var mayChangeDither = false
    /// False keeps the size in pixels.
    package var mayChangeScale = true
    /// Of the output as it would be.
    package var frameRate: FrameRate

    package static let scales = [1, 0.85, 0.72, 0.6, 0.5, 0.42, 0.35, 0.3, 0.25]
    package static let lowestFramesPerSecond = 5.0
    /// Every second, third and fourth frame.
    package static let divisors = 1...4

    package init(best: EncodingAttempt, lowestQuality: Int?, frameRate: FrameRate) {
        self.best = best
        self.lowestQuality = lowestQuality
        self.frameRate = frameRate
    }

    /// What an attempt exports.
    package enum Part: Hashable, Sendable { case sample, whole }

    package struct Result {
        /// nil: nothing fits.
        package var effort: EncodingAttempt?
        /// The smallest whole output of all attempts, in bytes.
        package var smallest: Int
    }

    /// Exports with some settings.
    package typealias Encode = (EncodingAttempt, Part) async throws(SVGAError) -> AttemptResult

    /// - Parameters:
    ///   - target: the maximum size of the output, in bytes.
    ///   - losses: what is lost by sizes and rates; called if the first attempt is too large.
    ///   - choose: called after a whole export that is the best so far of those that fit.
    package func run(
        target: Int, losses: () throws(SVGAError) -> SizeLosses, encode: @escaping Encode, choose: @escaping () -> Void
    ) async throws(SVGAError) -> Result {
        let first = try await encode(best, .whole)
        if first.bytes <= target {
            choose()
            return Result(effort: best, smallest: first.bytes)
        }
        var run = SizeSearchRun(self, target: target, losses: try losses(), encode: encode, choose: choose)
        try await run.search(first)
        return Result(effort: run.chosen?.effort, smallest: run.smallest)
    }

    /// nil if the output would be shown at less than ``lowestFramesPerSecond``.
    func rate(dividedBy divisor: Int) -> FrameRate? {
        let rate = FrameRate(frameRate.numerator, per: divisor * frameRate.denominator)
        return rate.flatMap { $0.framesPerSecond >= SizeSearch.lowestFramesPerSecond ? $0 : nil }
    }
}

/// One search.
struct SizeSearchRun {
    struct Found {
        let effort: EncodingAttempt
        let similarity: Double
    }

    /// A size and a frame rate.
    private struct Form {
        let effort: EncodingAttempt
        let divisor: Int
        let loss: Double
    }

    private struct Key: Hashable {
        let effort: EncodingAttempt
        let part: SizeSearch.Part
    }

    private let search: SizeSearch
    private let target: Double
    /// What the sample may have, so that the whole has ``target``. By divisor of the frame rate: of fewer frames, the first of a run is a
    /// larger share.
    private var sampleTargets: [Int: Double] = [:]
    private let losses: SizeLosses
    private let encode: SizeSearch.Encode
    private let choose: () -> Void
    private var results: [Key: AttemptResult] = [:]

    /// The best whole output that fits.
    private(set) var chosen: Found?
    /// In bytes.
    private(set) var smallest = Int.max

    /// An output with this share of the target is good enough.
    private static let goodShare = 0.96
    /// Exports to find the quality of one form: of the sample, and of the whole.
    private static let (sampleRounds, wholeRounds) = (6, 4)
    private static let maximumPasses = 3
    /// How many more bytes one step of quality takes, as a logarithm.
    private static let usualSlope = 0.022
    /// What the lowest quality costs in similarity, where outputs are not read again.
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

    /// - Parameter first: the whole output with the best settings, which is too large.
    mutating func search(_ first: AttemptResult) async throws(SVGAError) {
        results[Key(effort: search.best, part: .whole)] = first
        smallest = first.bytes
        for _ in 0..<SizeSearchRun.maximumPasses {
            guard let form = try await bestOfSample() else { return try await least() }
            let expected = try await sampleTarget(form.effort)
            let last = try await fill(form.effort, .whole, from: value(form.effort), rounds: SizeSearchRun.wholeRounds).last
            // The sample was right, so no other form is better.
            if abs(log(try await calibrate(last) / expected)) < 0.1, chosen != nil { return }
        }
        if chosen == nil { try await least() }
    }

    /// Learns from a whole output how large a sample of its frame rate may be.
    @discardableResult
    private mutating func calibrate(_ effort: EncodingAttempt) async throws(SVGAError) -> Double {
        let whole = try await result(effort, .whole).bytes
        let learned = target * Double(try await result(effort, .sample).bytes) / Double(max(1, whole))
        sampleTargets[divisor(effort)] = learned
        return learned
    }

    private mutating func sampleTarget(_ form: EncodingAttempt) async throws(SVGAError) -> Double {
        if let known = sampleTargets[divisor(form)] { return known }
        var effort = search.best
        effort.frameRate = form.frameRate
        return try await calibrate(effort)
    }

    private func divisor(_ effort: EncodingAttempt) -> Int {
        guard let slow = effort.frameRate else { return 1 }
        return max(1, Int(saturating: (search.frameRate.framesPerSecond / slow.framesPerSecond).rounded()))
    }

    private mutating func result(_ effort: EncodingAttempt, _ part: SizeSearch.Part) async throws(SVGAError) -> AttemptResult {
        let key = Key(effort: effort, part: part)
        if let known = results[key] { return known }
        let made = try await encode(effort, part)
        results[key] = made
        if part == .whole {
            smallest = min(smallest, made.bytes)
            let similarity = similarity(effort, made)
            if Double(made.bytes) <= target, similarity > chosen?.similarity ?? -1 {
                chosen = Found(effort: effort, similarity: similarity)
                choose()
            }
        }
        return made
    }

    // MARK: - Forms

    /// The sample's best settings; nil if nothing fits.
    private mutating func bestOfSample() async throws(SVGAError) -> Found? {
        var best: Found?
        var failures: [Int: Int] = [:]
        var guess = search.lowestQuality == nil ? 60 : 50
        for form in forms where 1 - form.loss > best?.similarity ?? -1 {
            // Similarity falls with the size once it has begun to fall.
            if failures[form.divisor, default: 0] >= 2 { continue }
            guard let found = try await fillSample(form.effort, from: guess) else { continue }
            guess = value(found.effort)
            let isBetter = found.similarity > best?.similarity ?? -1
            failures[form.divisor, default: 0] += isBetter ? 0 : 1
            if isBetter { best = found }
        }
        var step = 0.06
        while step > 0.02, hasQuality, search.mayChangeScale, let now = best {
            for scale in [now.effort.scale + step, now.effort.scale - step] where scale < 1 && scale > 0.2 {
                var form = now.effort
                form.scale = (100 * scale).rounded() / 100
                best = better(best, try await fillSample(form, from: value(now.effort)))
            }
            step /= 2
        }
        if search.mayChangeDither, let now = best {
            var form = now.effort
            form.dither = search.best.dither
            best = better(best, try await fillSample(form, from: value(now.effort)))
        }
        return best
    }

    /// From the least loss on.
    private var forms: [Form] {
        SizeSearch.divisors.flatMap { divisor -> [Form] in
            let rate = divisor == 1 ? search.best.frameRate : search.rate(dividedBy: divisor)
            if divisor > 1, rate == nil { return [] }
            return (hasQuality && search.mayChangeScale ? SizeSearch.scales : [1]).map { scale in
                var effort = plainest
                (effort.scale, effort.frameRate) = (scale, rate)
                return Form(effort: effort, divisor: divisor, loss: losses.loss(scale: scale, divisor: divisor))
            }
        }.sorted { $0.loss < $1.loss }
    }

    /// Dithering takes more bytes than it is worth where bytes are few.
    private var plainest: EncodingAttempt {
        var effort = search.best
        if search.mayChangeDither { effort.dither = 0 }
        return effort
    }

    private func better(_ one: Found?, _ other: Found?) -> Found? {
        guard let one, let other else { return one ?? other }
        return other.similarity > one.similarity ? other : one
    }

    /// Tries the lowest settings of the whole, at each frame rate.
    private mutating func least() async throws(SVGAError) {
        var effort = plainest
        if let lowest = search.lowestQuality { effort.quality = min(lowest, search.best.quality ?? lowest) }
        if search.mayChangeScale { effort.scale = SizeSearch.scales.last ?? 1 }
        for divisor in SizeSearch.divisors where chosen == nil {
            effort.frameRate = divisor == 1 ? search.best.frameRate : search.rate(dividedBy: divisor)
            if divisor > 1, effort.frameRate == nil { return }
            _ = try await result(effort, .whole)
        }
        // What is left of the target.
        if let chosen { _ = try await fill(chosen.effort, .whole, from: value(chosen.effort), rounds: SizeSearchRun.wholeRounds) }
    }

    // MARK: - Quality of a form, or its size in hundredths where the format has no quality

    private var hasQuality: Bool { search.lowestQuality.map { $0 < search.best.quality ?? 101 } ?? false }

    private func value(_ effort: EncodingAttempt) -> Int {
        hasQuality ? effort.quality ?? 100 : Int(saturating: (100 * effort.scale).rounded())
    }

    private func effort(_ form: EncodingAttempt, _ value: Int) -> EncodingAttempt {
        var effort = form
        if hasQuality { effort.quality = value } else { effort.scale = Double(value) / 100 }
        return effort
    }

    private mutating func fillSample(_ form: EncodingAttempt, from guess: Int) async throws(SVGAError) -> Found? {
        guard let effort = try await fill(form, .sample, from: guess, rounds: SizeSearchRun.sampleRounds).fitting else { return nil }
        return Found(effort: effort, similarity: similarity(effort, try await result(effort, .sample)))
    }

    /// Looks for the highest value that fits.
    /// - Returns: the settings with that value, nil if none was found; and those tried last.
    private mutating func fill(
        _ form: EncodingAttempt, _ part: SizeSearch.Part, from guess: Int, rounds: Int
    ) async throws(SVGAError) -> (fitting: EncodingAttempt?, last: EncodingAttempt) {
        let limit = part == .whole ? target : try await sampleTarget(form)
        if !hasQuality, !search.mayChangeScale {
            // Only the frame rate can change, and the form has one.
            return (Double(try await result(form, part).bytes) <= limit ? form : nil, form)
        }
        // A format's default may be lossless, which is above every quality.
        var (low, high) = hasQuality ? ((search.lowestQuality ?? 0) - 1, search.best.quality ?? 101) : (24, 101)
        var (guess, isHighKnown, last) = (guess, false, form)
        var fitting: EncodingAttempt?
        for round in 0..<rounds where high - low > 1 {
            let isBracketed = fitting != nil && isHighKnown
            let value = min(high - 1, max(low + 1, isBracketed && round > 2 ? (low + high) / 2 : guess))
            last = effort(form, value)
            let share = Double(try await result(last, part).bytes) / limit
            if share <= 1 {
                (low, fitting) = (value, last)
                if share >= SizeSearchRun.goodShare { break }
            } else {
                (high, isHighKnown) = (value, true)
            }
            let slope = hasQuality ? SizeSearchRun.usualSlope : 1.6 / Double(value)
            guess = value + Int(saturating: (log(0.98 / share) / slope).rounded(.down))
        }
        return (fitting, last)
    }

    // MARK: - Similarity

    /// Estimated where the output was not read again.
    private func similarity(_ effort: EncodingAttempt, _ result: AttemptResult) -> Double {
        if let similarity = result.similarity { return similarity }
        let coarseness = effort.quality.map { 1 - Double(min(100, max(0, $0))) / 101 } ?? 0
        return 1 - losses.loss(scale: effort.scale, divisor: divisor(effort))
            - SizeSearchRun.usualLoss * coarseness * coarseness.squareRoot()
    }
}
