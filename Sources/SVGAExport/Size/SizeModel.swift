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

    /// The exponents of the scale and of the divisor of the frame rate.
    private static let (scaleExponent, divisorExponent) = (1.6, 0.7)
    /// The quality at which a smaller scale usually begins to be better than a lower quality.
    static let usualQuality = 60
    private static let slopes = 0.008...0.08
    /// The share of the limit that a prediction aims at.
    private static let wantedShare = 0.98

    init(hasQuality: Bool, first: Known) {
        self.hasQuality = hasQuality
        known = first
    }

    /// Adds an output. An earlier one with the same size and frame rate also corrects the slope.
    mutating func add(_ new: Known) {
        let step = new.value - known.value
        let isSameForm =
            new.settings.scale == known.settings.scale && new.divisor == known.divisor && new.settings.dither == known.settings.dither
        if hasQuality, isSameForm, abs(step) >= 3, new.share > 0, known.share > 0 {
            let measured = log(new.share / known.share) / Double(step)
            slope = min(SizeModel.slopes.upperBound, max(SizeModel.slopes.lowerBound, measured))
        }
        known = new
    }

    /// The value at which a form has the wanted size, unbounded.
    func value(_ form: EncodingAttempt, divisor: Int) -> Int {
        var change = log(SizeModel.wantedShare / max(1e-9, known.share))
        change += SizeModel.divisorExponent * log(Double(divisor) / Double(known.divisor))
        if hasQuality { change += SizeModel.scaleExponent * log(known.settings.scale / form.scale) }
        return moved(known.value, by: change)
    }

    /// The value that changes the logarithm of the size by an amount.
    private func moved(_ value: Int, by change: Double) -> Int {
        guard hasQuality else { return Int(saturating: (Double(value) * exp(change / SizeModel.scaleExponent)).rounded(.down)) }
        return value + Int(saturating: (change / slope).rounded(.down))
    }

    /// The scale at which a quality has the wanted size, unbounded.
    func scale(divisor: Int, quality: Int) -> Double {
        var change = log(SizeModel.wantedShare / max(1e-9, known.share))
        change += SizeModel.divisorExponent * log(Double(divisor) / Double(known.divisor))
        change += slope * Double(known.value - quality)
        return known.settings.scale * exp(change / SizeModel.scaleExponent)
    }
}
