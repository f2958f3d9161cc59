package import SVGAModel
import SVGASupport

/// Looks for the output that looks best among those that are small enough.
///
/// What can be given up is quality, size, frames and dithering. What a smaller size and fewer frames cost in looks is known before anything is
/// encoded (``SizeLosses``). So sizes and rates are tried from the least loss on, each with the highest quality that fits, until
/// the loss of the next one alone is more than all of the best so far. Each attempt is a whole export; its size is foretold from those
/// before, which mostly hits within two or three attempts.
package struct SizeSearch: Sendable {
    /// What the first attempt uses. No attempt has a higher quality, scale or frame rate.
    package var best: EncodingAttempt
    /// What quality may fall to; nil where the format has none.
    package var lowestQuality: Int?
    /// Whether the format dithers, and nobody said how much: then none is tried too.
    package var mayChangeDither = false
    /// Of the output as it would be.
    package var frameRate: FrameRate
    /// How many more attempts are cheap enough to try what seems not to fit, or not to look better, too.
    package var extraAttempts = 0

    package static let scales = [1, 0.85, 0.72, 0.6, 0.5, 0.42, 0.35, 0.3, 0.25]
    package static let lowestFramesPerSecond = 5.0
    /// Every second, third and fourth frame.
    package static let divisors = 1...4
    /// No search makes more attempts, without those of doubt.
    package static let maximumAttempts = 40
    /// A better output has to be found within what is left of the target: less than this share unused is good enough.
    private static let goodShare = 0.96
    /// For one size and rate.
    private static let maximumAttemptsEach = 7

    /// How many attempts of doubt a search may make.
    /// - Parameters:
    ///   - pixels: of all frames of the output as it would be.
    ///   - affordable: how many pixels may be written for them.
    package static func extraAttempts(pixels: Int, affordable: Int) -> Int { min(600, affordable / max(1, pixels)) }

    package init(best: EncodingAttempt, lowestQuality: Int?, frameRate: FrameRate) {
        self.best = best
        self.lowestQuality = lowestQuality
        self.frameRate = frameRate
    }

    /// What a search came to.
    package struct Result {
        /// nil: nothing fits.
        package var effort: EncodingAttempt?
        /// The smallest output of all attempts, in bytes.
        package var smallest: Int
    }

    /// - Parameters:
    ///   - target: the most bytes that the output may have.
    ///   - losses: what is lost by sizes and rates; asked for where the first attempt is too large.
    ///   - attempt: exports with an effort. Where `isLimited`, it may stop what gets far too large.
    ///   - choose: called after an attempt that is the best so far of those that fit.
    package func run(
        target: Int, losses: () throws(ExportError) -> SizeLosses,
        attempt: (EncodingAttempt, _ isLimited: Bool) async throws(ExportError) -> AttemptResult, choose: () -> Void
    ) async throws(ExportError) -> Result {
        let first = try await attempt(best, false)
        if first.bytes <= target {
            choose()
            return Result(effort: best, smallest: first.bytes)
        }
        let losses = try losses()
        var record = SizeRecord(target: target, losses: losses, rate: frameRate)
        record.add(best, first)
        func make(_ effort: EncodingAttempt, _ isLimited: Bool, _ record: inout SizeRecord) async throws(ExportError) -> AttemptResult {
            if let known = record[effort], known.isComplete || isLimited { return known }
            let made = try await attempt(effort, isLimited)
            record.add(effort, made)
            if made.bytes <= target, record.chosen?.effort == effort { choose() }
            return made
        }
        var ceiling = best
        if mayChangeDither {
            // Dots between colours cost more than they are worth where bytes are few.
            ceiling.dither = 0
        }
        for form in forms(losses) {
            guard !record.isFull, record.mayBeBetter(form.loss) else { break }
            var effort = ceiling
            effort.scale = form.scale
            effort.frameRate = form.rate ?? best.frameRate
            guard record.canImprove(effort, lowestQuality: lowestQuality) else { continue }
            if let lowestQuality, lowestQuality < best.quality ?? 101 {
                try await fillByQuality(effort, from: lowestQuality, &record, make)
            } else {
                try await fillByScale(effort, &record, make)
            }
        }
        if record.chosen == nil { try await least(ceiling, &record, make) }
        if let chosen = record.chosen { try await climb(chosen, &record, make) }
        try await tryRuledOut(ceiling, losses, &record, make)
        return record.result
    }

    private typealias Make = (EncodingAttempt, _ isLimited: Bool, inout SizeRecord) async throws(ExportError) -> AttemptResult

    /// A size and a rate, and what is lost by them.
    private struct Form {
        let scale: Double
        let rate: FrameRate?
        let loss: Double
    }

    /// From the least loss on.
    private func forms(_ losses: SizeLosses) -> [Form] {
        let scales = lowestQuality == nil ? [1] : SizeSearch.scales
        return SizeSearch.divisors.flatMap { divisor -> [Form] in
            let rate = divisor == 1 ? nil : slower(divisor)
            if divisor > 1, rate == nil { return [] }
            return scales.map { Form(scale: $0, rate: rate, loss: losses.loss(scale: $0, divisor: divisor)) }
        }.sorted { $0.loss < $1.loss }
    }

    private func slower(_ divisor: Int) -> FrameRate? {
        let rate = FrameRate(frameRate.numerator, per: divisor * frameRate.denominator)
        return rate.flatMap { $0.framesPerSecond >= SizeSearch.lowestFramesPerSecond ? $0 : nil }
    }

    /// The highest quality that fits.
    /// - Parameter isThorough: whether it is looked for even where it seems not to be worth it.
    private func fillByQuality(
        _ form: EncodingAttempt, from lowest: Int, isThorough: Bool = false, _ record: inout SizeRecord, _ make: Make
    ) async throws(ExportError) {
        // A format's own way, which may be lossless, is above every quality it can be given.
        var (low, high) = (lowest - 1, (best.quality ?? 101))
        for number in 0..<SizeSearch.maximumAttemptsEach where high - low > 1 && !record.isFull {
            var effort = form
            // Halved where foretelling misses: at some qualities sizes leap, such as where alpha becomes exact.
            let foretold = number < 2 || number % 2 == 1 ? record.quality(fitting: form, between: low, high) : (low + high) / 2
            effort.quality = min(high - 1, max(low + 1, foretold))
            let made = try await make(effort, true, &record)
            if made.bytes <= record.target { low = effort.quality ?? low } else { high = effort.quality ?? high }
            if isThorough { continue }
            if made.bytes <= record.target, Double(made.bytes) >= SizeSearch.goodShare * Double(record.target) { return }
            // Not worth more attempts: what is lost already is more than the best loses.
            if let similarity = made.similarity, !record.mayImprove(on: similarity, quality: effort.quality) { return }
        }
    }

    /// Tries what was not hoped for.
    private func tryRuledOut(
        _ ceiling: EncodingAttempt, _ losses: SizeLosses, _ record: inout SizeRecord, _ make: Make
    ) async throws(ExportError) {
        guard extraAttempts > 0, let lowestQuality, lowestQuality < best.quality ?? 101 else { return }
        record.maximumAttempts += extraAttempts
        for form in forms(losses) {
            guard !record.isFull, record.mayBeBetter(form.loss) else { return }
            var effort = ceiling
            effort.scale = form.scale
            effort.frameRate = form.rate ?? best.frameRate
            for dither in ceiling.dither == best.dither ? [best.dither] : [ceiling.dither, best.dither] {
                effort.dither = dither
                try await fillByQuality(effort, from: lowestQuality, isThorough: true, &record, make)
            }
        }
    }

    /// The largest size that fits, in whole hundredths of the full one.
    private func fillByScale(
        _ form: EncodingAttempt, above least: Double = 0, _ record: inout SizeRecord, _ make: Make
    ) async throws(ExportError) {
        var (low, high) = (
            max(Int(saturating: (least * 100).rounded()), Int(saturating: 100 * (SizeSearch.scales.last ?? 1)) - 1),
            Int(saturating: (form.scale * 100).rounded())
        )
        if record[form] == nil { high += 1 }
        for _ in 0..<SizeSearch.maximumAttemptsEach where high - low > 1 && !record.isFull {
            var effort = form
            let percent = min(high - 1, max(low + 1, record.percent(fitting: form, between: low, high)))
            effort.scale = Double(percent) / 100
            let made = try await make(effort, true, &record)
            if made.bytes <= record.target { low = percent } else { high = percent }
            if made.bytes <= record.target, Double(made.bytes) >= SizeSearch.goodShare * Double(record.target) { return }
        }
    }

    /// Tries the least of everything, which no form was hoped to need.
    private func least(_ ceiling: EncodingAttempt, _ record: inout SizeRecord, _ make: Make) async throws(ExportError) {
        var effort = ceiling
        if let lowestQuality { effort.quality = min(lowestQuality, best.quality ?? lowestQuality) }
        effort.scale = SizeSearch.scales.last ?? 1
        for divisor in SizeSearch.divisors {
            effort.frameRate = divisor == 1 ? best.frameRate : slower(divisor)
            if divisor > 1, effort.frameRate == nil { return }
            if try await make(effort, false, &record).bytes <= record.target { return }
        }
    }

    /// Tries what lies between the scales, in halving steps around the best so far, and uses up what the steps of quality leave of the
    /// target; then dithering again.
    private func climb(_ chosen: SizeRecord.Entry, _ record: inout SizeRecord, _ make: Make) async throws(ExportError) {
        let isFilled = Double(chosen.attempt.bytes) >= SizeSearch.goodShare * Double(record.target)
        if let lowestQuality {
            var step = 0.06
            while step > 0.02, let now = record.chosen, record.count < record.maximumAttempts - 2 {
                for scale in [now.effort.scale + step, now.effort.scale - step] where scale < 1 && scale > 0.2 {
                    var form = now.effort
                    form.scale = (100 * scale).rounded() / 100
                    try await fillByQuality(form, from: lowestQuality, &record, make)
                }
                step /= 2
            }
        } else if !isFilled, chosen.effort.scale < 1 {
            var form = chosen.effort
            form.scale = 1
            try await fillByScale(form, above: chosen.effort.scale, &record, make)
        }
        if mayChangeDither, let now = record.chosen {
            var form = now.effort
            form.dither = best.dither
            if let lowestQuality { try await fillByQuality(form, from: lowestQuality, &record, make) }
        }
    }
}
