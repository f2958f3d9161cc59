import SVGASupport

/// What a smaller size and fewer frames cost in similarity, before anything is encoded: 0 is nothing, 1 is all.
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

    /// Interpolates linearly between the scales that were measured.
    package func loss(scale: Double, divisor: Int) -> Double {
        let rate = divisors.indices.contains(divisor - 1) ? divisors[divisor - 1] : 1
        let known = SizeSearch.scales
        guard let below = known.firstIndex(where: { $0 <= scale }) else { return min(1, scales[scales.count - 1] + rate) }
        guard below > 0 else { return min(1, rate) }
        let share = (known[below - 1] - scale) / (known[below - 1] - known[below])
        return min(1, scales[below - 1] + share * (scales[below] - scales[below - 1]) + rate)
    }
}
