import SVGAModel
import SVGAPlatform
import SVGASupport

/// One search.
struct SizeSearchRun {
    /// A combination of size, frame rate and dithering, with about the highest value that fits.
    struct Found: Equatable {
        let settings: EncodingAttempt
        let similarity: Double
        /// The size of the export that was measured, as a share of the limit.
        var share = 1.0
    }

    struct Key: Hashable {
        let settings: EncodingAttempt
        let part: SizeSearch.Part
    }

    let search: SizeSearch
    let target: Double
    /// The target size of the sample, by divisor of the frame rate. It differs by divisor: the first frame of a run is larger than the others, and is
    /// a larger share of fewer frames.
    private var sampleTargets: [Int: Double] = [:]
    var model: SizeModel
    let losses: SizeLosses
    private let encode: SizeSearch.Encode
    private let choose: () -> Void
    var results: [Key: AttemptResult] = [:]
    /// Whether forms are compared by the sample; if not, by all frames.
    private var usesSample: Bool
    /// The forms that have been evaluated with the current target sizes of the sample.
    var evaluated: [EncodingAttempt: Found?] = [:]

    /// The best entire output that fits.
    var chosen: Found?
    /// The size of the smallest entire output, in bytes.
    var smallest = Int.max

    /// The share of the target at which the search stops.
    static let sufficientShare = 0.96
    /// The shares of the target at which two forms can be compared.
    static let comparableShares = 0.9...1.1
    /// The maximum number of exports for one form: of the sample, and of all frames.
    static let (sampleRounds, wholeRounds) = (6, 4)
    private static let maximumPasses = 3
    /// The deviation of the sample's target size, as a logarithm, that only moves the best size a little.
    private static let smallDeviation = 0.4
    /// A similarity that is this much lower is not the start of a second maximum.
    private static let clearlyWorse = 0.01
    /// The assumed growth of the similarity with the logarithm of the size.
    static let usualGain = 0.03
    /// The assumed loss of similarity at the lowest quality, for formats whose outputs cannot be decoded.
    static let usualLoss = 0.08

    /// - Parameter first: the result of the best settings, which is too large.
    init(
        _ search: SizeSearch, first: AttemptResult, target: Int, losses: SizeLosses, encode: @escaping SizeSearch.Encode,
        choose: @escaping () -> Void
    ) {
        self.search = search
        usesSample = search.sampleShare != nil
        self.target = Double(target)
        self.losses = losses
        self.encode = encode
        self.choose = choose
        let hasQuality = search.lowestQuality.map { $0 < search.best.quality ?? 101 } ?? false
        model = SizeModel(
            hasQuality: hasQuality,
            first: SizeModel.Known(
                settings: search.best, divisor: 1, value: hasQuality ? search.best.quality ?? 101 : 100,
                share: Double(first.bytes) / Double(max(1, target))))
        guard first.isComplete else { return }
        results[Key(settings: search.best, part: .whole)] = first
        smallest = first.bytes
    }

    mutating func search() async throws(SVGAError) {
        try await startModel()
        var near: Found?
        for _ in 0..<SizeSearchRun.maximumPasses {
            evaluated = [:]
            let found = if let near { try await bestForm(near: near.settings) } else { try await bestForm() }
            guard let form = found else {
                if near == nil { return try await tryLowest() }
                near = nil
                continue
            }
            let expected = try await limit(form.settings)
            let last = try await fill(form.settings)
            let corrected = usesSample ? try await calibrate(last) : expected
            let deviation = abs(log(corrected / expected))
            // The sample has predicted the size correctly, so its choice of a form is right too.
            if deviation < 0.1, let chosen {
                // The frames of the sample may be more similar than the others, or less.
                let isGood =
                    usesSample ? chosen.share >= SizeSearchRun.comparableShares.lowerBound : chosen.similarity >= form.similarity - 0.01
                if isGood { break }
            }
            near = deviation < SizeSearchRun.smallDeviation ? form : nil
            guard usesSample else { continue }
            // The form may be slightly too large even with its lowest quality.
            sampleTargets[divisor(last)] = 0.97 * corrected
            if deviation >= SizeSearchRun.smallDeviation, search.comparesAllFrames { usesSample = false }
        }
        if chosen == nil { try await tryLowest() }
        if search.comparesAllFrames, search.sampleShare != nil { try await improveChosen() }
    }

    /// Exports a small sample. The first export may have ended after a few frames, from which its size is hard to predict.
    private mutating func startModel() async throws(SVGAError) {
        guard let share = search.sampleShare, model.hasQuality, search.mayChangeScale else { return }
        let settings = settings(form(0.42, search.best.frameRate), bounded(SizeModel.usualQuality))
        let limit = target * share
        let bytes = try await result(settings, .sample, limit: limit).bytes
        model.add(SizeModel.Known(settings: settings, divisor: 1, value: value(settings), share: Double(bytes) / max(1, limit)))
    }

    /// The part whose exports compare forms.
    var part: SizeSearch.Part { usesSample ? .sample : .whole }

    /// The size that the compared part may have with the frame rate of a form. The first form of each frame rate is also exported entirely.
    mutating func limit(_ form: EncodingAttempt) async throws(SVGAError) -> Double {
        guard usesSample else { return target }
        if let known = sampleTargets[divisor(form)] { return known }
        return try await calibrate(settings(form, bounded(model.value(form, divisor: divisor(form)))))
    }

    /// Updates the target size of the sample from an export of all frames with the same frame rate.
    @discardableResult
    mutating func calibrate(_ settings: EncodingAttempt) async throws(SVGAError) -> Double {
        let whole = try await result(settings, .whole, limit: target).bytes
        let newTarget = target * Double(try await result(settings, .sample, limit: .infinity).bytes) / Double(max(1, whole))
        sampleTargets[divisor(settings)] = newTarget
        return newTarget
    }

    func divisor(_ settings: EncodingAttempt) -> Int {
        guard let slow = settings.frameRate else { return 1 }
        return max(1, Int(saturating: (search.frameRate.framesPerSecond / slow.framesPerSecond).rounded()))
    }

    mutating func result(_ settings: EncodingAttempt, _ part: SizeSearch.Part, limit: Double) async throws(SVGAError) -> AttemptResult {
        let key = Key(settings: settings, part: part)
        if let known = results[key] { return known }
        let made = try await encode(settings, part, Int(saturating: limit))
        results[key] = made
        if part == .whole {
            smallest = min(smallest, made.bytes)
            let similarity = similarity(settings, made)
            if Double(made.bytes) <= target, similarity > chosen?.similarity ?? -1 {
                chosen = Found(settings: settings, similarity: similarity, share: Double(made.bytes) / target)
                choose()
            }
        }
        return made
    }

    // MARK: - Forms

    /// The form with the highest similarity; nil if none fits.
    private mutating func bestForm() async throws(SVGAError) -> Found? {
        var best: Found?
        for divisor in SizeSearch.divisors {
            let rate = divisor == 1 ? search.best.frameRate : search.rate(dividedBy: divisor)
            if divisor > 1, rate == nil || isHopeless(scale: 1, divisor, best) { break }
            let found = try await bestScale(rate, divisor, than: best)
            // A lower frame rate that is worse makes the next one worse too.
            if let best, found?.similarity ?? 0 <= best.similarity { break }
            best = found
        }
        best = try await refined(best)
        if search.mayChangeDither, let now = best {
            var form = now.settings
            (form.dither, form.quality) = (search.best.dither, search.best.quality)
            best = better(now, try await evaluate(form))
        }
        return best
    }

    /// Whether a form without any loss of quality is not better than another one.
    private func isHopeless(scale: Double, _ divisor: Int, _ best: Found?) -> Bool {
        1 - losses.loss(scale: scale, divisor: divisor) <= best?.similarity ?? -1
    }

    /// The best size with a frame rate. There may be two: one with a high quality and one with a low one, which is larger.
    private mutating func bestScale(_ rate: FrameRate?, _ divisor: Int, than other: Found?) async throws(SVGAError) -> Found? {
        guard model.hasQuality, search.mayChangeScale else { return try await evaluate(form(1, rate)) }
        let scales = SizeSearch.scales
        let predicted = model.scale(divisor: divisor, quality: other.map { value($0.settings) } ?? SizeModel.usualQuality)
        var start = scales.indices.min { abs(log(scales[$0] / predicted)) < abs(log(scales[$1] / predicted)) } ?? 0
        while start > 0, isHopeless(scale: scales[start], divisor, other) { start -= 1 }
        while start < scales.count - 1, try await evaluate(form(scales[start], rate)) == nil { start += 1 }
        if let other, let first = try await evaluate(form(scales[start], rate)) {
            // The predicted size is close to the best one, whose similarity is hardly higher.
            if first.similarity < other.similarity - SizeSearchRun.clearlyWorse { return first }
        }
        let best = try await climbed(from: start, rate, divisor)
        let far = scales.firstIndex { model.value(form($0, rate), divisor: divisor) >= values.low + 10 } ?? start
        guard far < start, let found = try await evaluate(form(scales[far], rate)) else { return best }
        // Usually the similarity has one maximum.
        if let best, found.similarity < best.similarity - SizeSearchRun.clearlyWorse { return best }
        return better(best, try await climbed(from: far, rate, divisor))
    }

    /// The best of neighboring sizes: from one on, while the similarity rises. nil if that one does not fit.
    private mutating func climbed(from start: Int, _ rate: FrameRate?, _ divisor: Int) async throws(SVGAError) -> Found? {
        let scales = SizeSearch.scales
        guard var best = try await evaluate(form(scales[start], rate)) else { return nil }
        for step in [-1, 1] {
            let first = best
            var index = start + step
            while scales.indices.contains(index) {
                let next = form(scales[index], rate)
                // Where a larger size does not fit, its lowest quality is exported once.
                if step > 0, isHopeless(scale: scales[index], divisor, best) { break }
                guard let found = try await evaluate(next), found.similarity > best.similarity else { break }
                best = found
                index += step
            }
            if best.settings != first.settings { break }
        }
        return best
    }

    /// The best of a form and sizes near it. Three sizes predict the best one by a parabola.
    private mutating func refined(_ best: Found?) async throws(SVGAError) -> Found? {
        guard let best else { return nil }
        let scale = best.settings.scale
        let known = evaluated.filter { $0.key.frameRate == best.settings.frameRate && $0.key.dither == best.settings.dither }
            .compactMap { form, found in found.map { (scale: form.scale, similarity: $0.similarity) } }
        let larger = known.filter { $0.scale > scale }.min { $0.scale < $1.scale }
        let smaller = known.filter { $0.scale < scale }.max { $0.scale < $1.scale }
        var candidates = [larger, smaller].compactMap { $0 }.map { (scale + $0.scale) / 2 }
        if let larger, let smaller {
            let left = (scale - smaller.scale) * (best.similarity - larger.similarity)
            let right = (scale - larger.scale) * (best.similarity - smaller.similarity)
            let vertex = scale - ((scale - smaller.scale) * left - (scale - larger.scale) * right) / (2 * (left - right))
            if vertex.isFinite { candidates = [vertex] }
        }
        // Where the quality hardly changes the size, the scale fills the rest of the limit.
        if best.share < SizeSearchRun.sufficientShare, scale < 1 {
            candidates.append(scale / max(0.7, best.share).squareRoot())
        }
        var found = best
        for candidate in candidates {
            var form = best.settings
            form.scale = (100 * min(1, max(0.2, candidate))).rounded() / 100
            form.quality = search.best.quality
            if abs(form.scale - scale) >= 0.015 { found = better(found, try await evaluate(form)) ?? found }
        }
        return found
    }

    // MARK: - Near a form

    /// The best of a form and sizes near it; nil if the form does not fit.
    private mutating func bestForm(near settings: EncodingAttempt) async throws(SVGAError) -> Found? {
        var form = settings
        form.quality = search.best.quality
        guard var best = try await evaluate(form) else { return nil }
        for factor in [1.12, 1 / 1.12] {
            guard let next = scaled(settings, by: factor), let found = try await evaluate(next), found.similarity > best.similarity else {
                continue
            }
            best = found
            break
        }
        return best
    }

    /// Compares the chosen form, and sizes near it, by all frames.
    private mutating func improveChosen() async throws(SVGAError) {
        guard let first = chosen, model.hasQuality, search.mayChangeScale else { return }
        (usesSample, evaluated) = (false, [:])
        model.add(
            SizeModel.Known(
                settings: first.settings, divisor: divisor(first.settings), value: value(first.settings), share: first.share))
        for factor in [1.1, 1 / 1.1, 1.05, 1 / 1.05] {
            if let chosen, let next = scaled(chosen.settings, by: factor) { try await improve(with: next) }
        }
        guard search.mayChangeDither, let settings = chosen?.settings, var next = scaled(settings, by: 1) else { return }
        next.dither = settings.dither == 0 ? search.best.dither : 0
        try await improve(with: next)
    }

    private mutating func improve(with form: EncodingAttempt) async throws(SVGAError) {
        guard let found = try await evaluate(form), found.similarity > chosen?.similarity ?? 0 else { return }
        _ = try await fill(found.settings)
    }

    /// A form of another size, with any quality; nil if the size is too small or too large.
    private func scaled(_ settings: EncodingAttempt, by factor: Double) -> EncodingAttempt? {
        var form = settings
        form.quality = search.best.quality
        form.scale = (100 * settings.scale * factor).rounded() / 100
        return (0.2...1).contains(form.scale) ? form : nil
    }

    /// The form without dithering if possible: at small sizes, dithering takes more bytes than it gains similarity.
    func form(_ scale: Double, _ rate: FrameRate?) -> EncodingAttempt {
        var settings = search.best
        if search.mayChangeDither { settings.dither = 0 }
        (settings.scale, settings.frameRate) = (scale, rate)
        return settings
    }

    private func better(_ one: Found?, _ other: Found?) -> Found? {
        guard let one, let other else { return one ?? other }
        return other.similarity > one.similarity ? other : one
    }
}
