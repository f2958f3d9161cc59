import SVGAPlatform
import SVGASupport

/// Predicts the size of an output from the size of another one.
///
/// The value of an attempt is its quality, or its scale in percent if the format has no quality. The logarithm of the size grows in proportion to
/// the quality, and to the logarithms of the scale and the frame rate.
struct SizeModel {
    let hasQuality: Bool
    /// The growth of the logarithm of the size per step of quality.
    private(set) var slope = 0.022
    /// The exponent of the scale.
    private var scaleExponent = 1.6
    /// The latest output.
    private(set) var known: Known

    /// An output.
    struct Known {
        let settings: EncodingAttempt
        let divisor: Int
        let value: Int
        /// The size as a share of the limit.
        let share: Double
    }

    /// The exponent of the divisor of the frame rate.
    private static let divisorExponent = 0.7
    /// The quality at which a smaller scale usually begins to be better than a lower quality.
    static let usualQuality = 60
    private static let slopes = 0.008...0.08
    /// The share of the limit that a prediction aims at.
    private static let wantedShare = 0.98

    init(hasQuality: Bool, first: Known) {
        self.hasQuality = hasQuality
        known = first
    }

    /// Adds an output. An earlier one with the same frame rate also corrects the slope or the exponent of the scale.
    mutating func add(_ new: Known) {
        let (last, step) = (known, new.value - known.value)
        known = new
        guard hasQuality, new.divisor == last.divisor, new.settings.dither == last.settings.dither else { return }
        guard new.share > 0, last.share > 0 else { return }
        let (growth, scales) = (log(new.share / last.share), log(new.settings.scale / last.settings.scale))
        if scales == 0, abs(step) >= 3 {
            slope = min(SizeModel.slopes.upperBound, max(SizeModel.slopes.lowerBound, growth / Double(step)))
        } else if abs(scales) > 0.1 {
            let measured = (growth - slope * Double(step)) / scales
            // Half of the correction, because the slope is not exact.
            scaleExponent = min(2, max(0.5, (scaleExponent + measured) / 2))
        }
    }

    /// The value at which a form has the wanted size, unbounded.
    func value(_ form: EncodingAttempt, divisor: Int) -> Int {
        var change = log(SizeModel.wantedShare / max(1e-9, known.share))
        change += SizeModel.divisorExponent * log(Double(divisor) / Double(known.divisor))
        if hasQuality { change += scaleExponent * log(known.settings.scale / form.scale) }
        return moved(known.value, by: change)
    }

    /// The value that changes the logarithm of the size by an amount.
    private func moved(_ value: Int, by change: Double) -> Int {
        guard hasQuality else { return Int(saturating: (Double(value) * exp(change / scaleExponent)).rounded(.down)) }
        return value + Int(saturating: (change / slope).rounded(.down))
    }

    /// The scale at which a quality has the wanted size, unbounded.
    func scale(divisor: Int, quality: Int) -> Double {
        var change = log(SizeModel.wantedShare / max(1e-9, known.share))
        change += SizeModel.divisorExponent * log(Double(divisor) / Double(known.divisor))
        change += slope * Double(known.value - quality)
        return known.settings.scale * exp(change / scaleExponent)
    }
}
