import SVGASupport

/// The loss of similarity by smaller sizes and lower frame rates, without the loss by encoding: 0 is none, 1 is the maximum.
package struct SizeLosses: Sendable {
    /// The loss at each of ``SizeSearch/scales``.
    private let scales: [Double]
    /// The loss at each of ``SizeSearch/divisors``.
    private let divisors: [Double]

    /// - Precondition: the counts equal those of ``SizeSearch/scales`` and ``SizeSearch/divisors``.
    package init(scales: [Double], divisors: [Double]) {
        precondition(scales.count == SizeSearch.scales.count && divisors.count == SizeSearch.divisors.count)
        self.scales = scales
        self.divisors = divisors
    }

    /// The loss at a scale and a divisor, interpolated linearly between the measured scales.
    package func loss(scale: Double, divisor: Int) -> Double {
        let rate = divisors.indices.contains(divisor - 1) ? divisors[divisor - 1] : 1
        let known = SizeSearch.scales
        guard let below = known.firstIndex(where: { $0 <= scale }) else { return min(1, scales[scales.count - 1] + rate) }
        guard below > 0 else { return min(1, rate) }
        let share = (known[below - 1] - scale) / (known[below - 1] - known[below])
        return min(1, scales[below - 1] + share * (scales[below] - scales[below - 1]) + rate)
    }
}
