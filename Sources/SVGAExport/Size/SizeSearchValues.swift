import SVGAModel
import SVGAPlatform
import SVGASupport

/// The search for the value of a form: the quality, or the scale in percent if the format has no quality.
extension SizeSearchRun {
    /// Exports of one form.
    private struct Trials {
        var below: (value: Int, share: Double)?
        var above: (value: Int, share: Double)?

        mutating func add(_ value: Int, _ share: Double) {
            if share <= 1 { below = (value, share) } else { above = (value, share) }
        }

        /// The value between both sides at which the size is expected to fit.
        var expected: Int? {
            guard let below, let above, below.share > 0 else { return nil }
            let part = log(0.98 / below.share) / log(above.share / below.share)
            return below.value + Int(saturating: (part * Double(above.value - below.value)).rounded(.down))
        }
    }

    /// Whether a form has a single value.
    private var isFixed: Bool { !model.hasQuality && !search.mayChangeScale }

    /// The values that fit or exceed the limit, both outside of the search.
    var values: (low: Int, high: Int) {
        // A format's default may be lossless, which counts as the quality 101.
        model.hasQuality ? ((search.lowestQuality ?? 0) - 1, search.best.quality ?? 101) : (24, 101)
    }

    func bounded(_ value: Int) -> Int { min(values.high - 1, max(values.low + 1, value)) }

    func value(_ settings: EncodingAttempt) -> Int {
        model.hasQuality ? settings.quality ?? 100 : Int(saturating: (100 * settings.scale).rounded())
    }

    func settings(_ form: EncodingAttempt, _ value: Int) -> EncodingAttempt {
        if isFixed { return form }
        var settings = form
        if model.hasQuality { settings.quality = value } else { settings.scale = Double(value) / 100 }
        return settings
    }

    /// The size of an export as a share of a limit. The model is corrected by it.
    private mutating func share(_ settings: EncodingAttempt, _ part: SizeSearch.Part, _ limit: Double) async throws(SVGAError) -> Double {
        let bytes = try await result(settings, part, limit: SizeSearchRun.comparableShares.upperBound * limit).bytes
        let share = Double(bytes) / max(1, limit)
        model.add(SizeModel.Known(settings: settings, divisor: divisor(settings), value: value(settings), share: share))
        return share
    }

    /// A form with about the highest value that fits; nil if no value fits. Its similarity is an estimate for the value that fills the limit.
    mutating func evaluate(_ form: EncodingAttempt) async throws(SVGAError) -> Found? {
        if let known = evaluated[form] { return known }
        let found = try await fillSample(form)
        evaluated[form] = .some(found)
        return found
    }

    private mutating func fillSample(_ form: EncodingAttempt) async throws(SVGAError) -> Found? {
        let limit = try await limit(form)
        var (low, high) = values
        var guess = model.value(form, divisor: divisor(form))
        var trials = Trials()
        var best: Found?
        for _ in 0..<SizeSearchRun.sampleRounds where high - low > 1 {
            let value = min(high - 1, max(low + 1, guess))
            let tried = settings(form, value)
            let share = try await share(tried, part, limit)
            // An output of the lowest quality must fit.
            let isComparable = SizeSearchRun.comparableShares.contains(share) && (share <= 1 || isFixed || value > values.low + 1)
            guess = model.value(form, divisor: divisor(form))
            if share <= 1 || isComparable, let made = results[Key(settings: tried, part: part)] {
                // The best settings may take less than the limit.
                let gain = isFixed || guess >= values.high ? 0 : SizeSearchRun.usualGain * log(1 / share)
                let isFilled = isFixed || SizeSearchRun.sufficientShare...1 ~= share
                best = Found(
                    settings: isFilled ? tried : settings(form, bounded(guess)), similarity: similarity(tried, made) + gain, share: share)
            }
            if isComparable || isFixed { break }
            trials.add(value, share)
            if share <= 1 { low = value } else { high = value }
            guess = trials.expected ?? guess
        }
        return best
    }

    /// Exports all frames to find the highest value that fits.
    /// - Parameter found: settings that are expected to fit.
    /// - Returns: the settings tried last.
    mutating func fill(_ found: EncodingAttempt) async throws(SVGAError) -> EncodingAttempt {
        var (low, high) = values
        var (guess, last) = (value(found), found)
        var trials = Trials()
        for round in 0..<SizeSearchRun.wholeRounds where high - low > 1 {
            let isBracketed = trials.below != nil && trials.above != nil
            let value = min(high - 1, max(low + 1, isBracketed && round > 2 ? (low + high) / 2 : guess))
            last = settings(found, value)
            let share = try await share(last, .whole, target)
            trials.add(value, share)
            if share <= 1 { low = value } else { high = value }
            if isFixed || SizeSearchRun.sufficientShare...1 ~= share { break }
            guess = trials.expected ?? model.value(found, divisor: divisor(found))
        }
        return last
    }

    /// Exports all frames with the lowest settings, at each frame rate until one fits.
    mutating func tryLowest() async throws(SVGAError) {
        var settings = search.best
        if search.mayChangeDither { settings.dither = 0 }
        if let lowest = search.lowestQuality { settings.quality = min(lowest, search.best.quality ?? lowest) }
        if search.mayChangeScale { settings.scale = SizeSearch.scales.last ?? 1 }
        for divisor in SizeSearch.divisors where chosen == nil {
            settings.frameRate = divisor == 1 ? search.best.frameRate : search.rate(dividedBy: divisor)
            if divisor > 1, settings.frameRate == nil { return }
            _ = try await result(settings, .whole, limit: target)
        }
        // Then raises the settings, to use the rest of the target.
        if let chosen { _ = try await fill(chosen.settings) }
    }

    /// The measured similarity, or an estimate if the output was not decoded.
    func similarity(_ settings: EncodingAttempt, _ result: AttemptResult) -> Double {
        if let similarity = result.similarity { return similarity }
        let coarseness = settings.quality.map { 1 - Double(min(100, max(0, $0))) / 101 } ?? 0
        return 1 - losses.loss(scale: settings.scale, divisor: divisor(settings))
            - SizeSearchRun.usualLoss * coarseness * coarseness.squareRoot()
    }
}
