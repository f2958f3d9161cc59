import SVGAModel
import SVGAPlatform
import SVGASupport

/// What a smaller size and fewer frames cost in looks, before anything is encoded: 0 is nothing, 1 is all.
package struct SizeLosses: Sendable {
    /// By ``SizeSearch/scales``.
    private let scales: [Double]
    /// By ``SizeSearch/divisors``.
    private let divisors: [Double]

    /// - Precondition: as many as there are scales and divisors.
    package init(scales: [Double], divisors: [Double]) {
        precondition(scales.count == SizeSearch.scales.count && divisors.count == SizeSearch.divisors.count)
        self.scales = scales
        self.divisors = divisors
    }

    /// Between the scales that were measured the loss goes evenly.
    package func loss(scale: Double, divisor: Int) -> Double {
        let rate = divisors.indices.contains(divisor - 1) ? divisors[divisor - 1] : 1
        let known = SizeSearch.scales
        guard let below = known.firstIndex(where: { $0 <= scale }) else { return min(1, scales[scales.count - 1] + rate) }
        guard below > 0 else { return rate }
        let share = (known[below - 1] - scale) / (known[below - 1] - known[below])
        return min(1, scales[below - 1] + share * (scales[below] - scales[below - 1]) + rate)
    }
}

/// The attempts of a search, and what they foretell.
struct SizeRecord {
    struct Entry {
        let effort: EncodingAttempt
        let attempt: AttemptResult
    }

    let target: Int
    var maximumAttempts = SizeSearch.maximumAttempts
    private let losses: SizeLosses
    private let rate: FrameRate
    private var entries: [Entry] = []

    /// How bytes go with the scale and the number of frames, as powers: mostly a little less than the pixels.
    private var scalePower = SizeRecord.usualScalePower
    private var framePower = SizeRecord.usualFramePower
    private static let usualScalePower = 1.6
    private static let usualFramePower = 0.8
    /// How much more bytes one more of quality costs, as a logarithm, until it is known.
    private static let usualSlope = 0.022
    /// What the lowest quality costs in looks, until it is known.
    private static let usualLoss = 0.08

    init(target: Int, losses: SizeLosses, rate: FrameRate) {
        self.target = target
        self.losses = losses
        self.rate = rate
    }

    var count: Int { entries.count }
    /// Whether no more attempts may be made.
    var isFull: Bool { count >= maximumAttempts }

    subscript(_ effort: EncodingAttempt) -> AttemptResult? { entries.first { $0.effort == effort }?.attempt }

    mutating func add(_ effort: EncodingAttempt, _ attempt: AttemptResult) {
        entries.removeAll { $0.effort == effort }
        entries.append(Entry(effort: effort, attempt: attempt))
        learnPowers()
    }

    /// The best of those that fit.
    var chosen: Entry? {
        entries.filter { $0.attempt.bytes <= target }.reduce(nil) { (best: Entry?, entry) in
            guard let best else { return entry }
            return looks(entry) > looks(best) ? entry : best
        }
    }

    var result: SizeSearch.Result {
        SizeSearch.Result(effort: chosen?.effort, smallest: entries.filter(\.attempt.isComplete).map(\.attempt.bytes).min() ?? 0)
    }

    /// The similarity of an attempt, foretold where it is not known.
    private func looks(_ entry: Entry) -> Double {
        entry.attempt.similarity ?? 1 - loss(entry.effort) - loss(quality: entry.effort.quality)
    }

    private func divisor(_ effort: EncodingAttempt) -> Int {
        guard let slow = effort.frameRate else { return 1 }
        return max(1, Int(saturating: (rate.framesPerSecond / slow.framesPerSecond).rounded()))
    }

    private func loss(_ effort: EncodingAttempt) -> Double { losses.loss(scale: effort.scale, divisor: divisor(effort)) }

    /// Whether a form that loses this much by itself can still be better than the best so far.
    func mayBeBetter(_ loss: Double) -> Bool {
        guard let chosen else { return true }
        return 1 - loss > looks(chosen)
    }

    /// Whether a higher quality than this one could make the form better than the best so far.
    func mayImprove(on similarity: Double, quality: Int?) -> Bool {
        guard let chosen, let quality else { return true }
        // A few steps more of quality are expected at most.
        let gain = loss(quality: quality) - loss(quality: min(100, quality + 15))
        return similarity + gain >= looks(chosen)
    }

    /// Whether this size and rate can fit and look better than the best so far, as far as can be foretold.
    func canImprove(_ form: EncodingAttempt, lowestQuality: Int?) -> Bool {
        guard let lowestQuality else { return true }
        // A foretold size may be wrong by a third.
        guard bytes(form, quality: lowestQuality) <= 1.35 * Double(target) else { return false }
        guard let chosen else { return true }
        let quality = self.quality(fitting: form, between: lowestQuality - 1, 101)
        return 1 - loss(form) - loss(quality: quality) > looks(chosen) - SizeRecord.estimateError
    }

    /// Foretold looks may be wrong by this.
    private static let estimateError = 0.004

    // MARK: - Foretelling looks

    /// What a quality costs in looks, by what attempts with measured looks have lost beyond their size and rate.
    private func loss(quality: Int?) -> Double {
        guard let quality else { return 0 }
        let known = entries.compactMap { entry -> (Double, Double)? in
            guard let quality = entry.effort.quality, let similarity = entry.attempt.similarity else { return nil }
            return (SizeRecord.coarseness(quality), max(0.0005, 1 - similarity - loss(entry.effort)))
        }
        let usual = SizeRecord.usualLoss
        guard !known.isEmpty else { return usual * SizeRecord.coarseness(quality) }
        // The nearest known quality counts most.
        let wanted = SizeRecord.coarseness(quality)
        let nearest = known.min { abs($0.0 - wanted) < abs($1.0 - wanted) } ?? known[0]
        return nearest.1 * wanted / max(0.001, nearest.0)
    }

    /// 0 at the best quality, 1 at the worst.
    private static func coarseness(_ quality: Int) -> Double {
        let share = 1 - Double(min(100, max(0, quality))) / 101
        return share * share.squareRoot()
    }

    // MARK: - Foretelling sizes

    /// An attempt's bytes as they would be at full size and rate.
    private func full(_ entry: Entry) -> Double { Double(entry.attempt.bytes) / share(entry.effort) }

    private func share(_ effort: EncodingAttempt) -> Double {
        pow(effort.scale, scalePower) * pow(1 / Double(divisor(effort)), framePower)
    }

    /// The attempts with a quality and the dithering of a form, from the lowest quality on, those of the same form only where there are some.
    private func curve(_ form: EncodingAttempt) -> [(quality: Double, logarithm: Double)] {
        let similar = entries.filter { $0.effort.quality != nil && $0.effort.dither == form.dither }
        let same = similar.filter { $0.effort.scale == form.scale && $0.effort.frameRate == form.frameRate }
        let nearest = same.isEmpty ? similar.min { distance($0.effort, form) < distance($1.effort, form) } : nil
        let used =
            same.isEmpty
            ? similar.filter { $0.effort.scale == nearest?.effort.scale && $0.effort.frameRate == nearest?.effort.frameRate } : same
        return used.map { (Double($0.effort.quality ?? 0), log(max(1, full($0)))) }.sorted { $0.quality < $1.quality }
    }

    /// Fits the powers to the attempts that differ in scale or rate alone.
    private mutating func learnPowers() {
        var (scale, frame) = (PowerFit(SizeRecord.usualScalePower), PowerFit(SizeRecord.usualFramePower))
        for (index, one) in entries.enumerated() {
            for other in entries[..<index] where isAlike(one, other) {
                let growth = log(Double(max(1, other.attempt.bytes)) / Double(max(1, one.attempt.bytes)))
                if one.effort.frameRate == other.effort.frameRate {
                    scale.add(log(other.effort.scale / one.effort.scale), growth)
                } else if one.effort.scale == other.effort.scale {
                    frame.add(log(Double(divisor(one.effort)) / Double(divisor(other.effort))), growth)
                }
            }
        }
        (scalePower, framePower) = (scale.power, frame.power)
    }

    /// Whether two attempts cost about the same but for scale and rate.
    private func isAlike(_ one: Entry, _ other: Entry) -> Bool {
        guard let quality = one.effort.quality, let second = other.effort.quality else { return false }
        return one.effort.dither == other.effort.dither && abs(quality - second) <= 5
    }

    private func distance(_ one: EncodingAttempt, _ other: EncodingAttempt) -> Double {
        abs(one.scale - other.scale) + 0.2 * Double(abs(divisor(one) - divisor(other)))
    }

    private func slope(_ points: [(quality: Double, logarithm: Double)], at quality: Double) -> Double {
        let pairs = zip(points, points.dropFirst()).filter { $1.quality > $0.quality }
        guard let pair = pairs.first(where: { $0.1.quality >= quality }) ?? pairs.last else { return SizeRecord.usualSlope }
        return max(0.002, (pair.1.logarithm - pair.0.logarithm) / (pair.1.quality - pair.0.quality))
    }

    private func bytes(_ form: EncodingAttempt, quality: Int) -> Double {
        let points = curve(form)
        guard let nearest = points.min(by: { abs($0.quality - Double(quality)) < abs($1.quality - Double(quality)) }) else { return 0 }
        let logarithm = nearest.logarithm + slope(points, at: Double(quality)) * (Double(quality) - nearest.quality)
        return exp(logarithm) * share(form)
    }

    /// The quality with which a form nearly fills the target.
    /// - Parameters:
    ///   - low: known to fit, or below the lowest.
    ///   - high: known to be too large, or above the highest.
    func quality(fitting form: EncodingAttempt, between low: Int, _ high: Int) -> Int {
        let points = curve(form)
        guard !points.isEmpty else { return (low + high) / 2 }
        let wanted = log(0.98 * Double(target) / share(form))
        let inside = points.filter { $0.quality >= Double(low) && $0.quality <= Double(high) }
        guard let nearest = (inside.isEmpty ? points : inside).min(by: { abs($0.logarithm - wanted) < abs($1.logarithm - wanted) }) else {
            return (low + high) / 2
        }
        let place = nearest.quality + (wanted - nearest.logarithm) / slope(points, at: nearest.quality)
        return Int(saturating: min(101, max(-1, place.rounded(.down))))
    }

    /// The scale, in hundredths, with which a form nearly fills the target.
    func percent(fitting form: EncodingAttempt, between low: Int, _ high: Int) -> Int {
        let similar = entries.filter {
            $0.effort.quality == form.quality && $0.effort.frameRate == form.frameRate && $0.effort.dither == form.dither
        }
        let others = similar.isEmpty ? entries.filter { $0.effort.quality == form.quality && $0.effort.dither == form.dither } : similar
        let wanted = 0.98 * Double(target)
        guard
            let nearest = others.min(by: {
                abs(log(Double($0.attempt.bytes) / wanted)) < abs(log(Double($1.attempt.bytes) / wanted))
            })
        else { return (low + high) / 2 }
        var form = form
        form.scale = nearest.effort.scale
        let now = Double(nearest.attempt.bytes) * share(form) / share(nearest.effort)
        return Int(saturating: min(100 * nearest.effort.scale * pow(wanted / now, 1 / scalePower), 1e6))
    }
}

/// A power by least squares, held near what is usual while little is known.
private struct PowerFit {
    private var product: Double
    private var square: Double

    init(_ usual: Double) {
        square = 0.3
        product = usual * square
    }

    /// - Parameters: logarithms of what grows, and of the bytes that grow with it.
    mutating func add(_ cause: Double, _ effect: Double) {
        product += cause * effect
        square += cause * cause
    }

    var power: Double { min(3, max(0.3, product / square)) }
}
