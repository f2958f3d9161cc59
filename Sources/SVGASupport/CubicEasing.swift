/// A cubic easing curve from (0, 0) to (1, 1), as in CSS and After Effects: maps the fraction of time to the fraction of progress.
package struct CubicEasing: Hashable, Sendable {
    package let x1: Double
    package let y1: Double
    package let x2: Double
    package let y2: Double

    /// CSS's `ease`, `ease-in`, `ease-out` and `ease-in-out`.
    package static let ease = CubicEasing(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
    package static let easeIn = CubicEasing(x1: 0.42, y1: 0, x2: 1, y2: 1)
    package static let easeOut = CubicEasing(x1: 0, y1: 0, x2: 0.58, y2: 1)
    package static let easeInOut = CubicEasing(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

    /// By its two control points. Their x is clamped to 0…1, so that time never runs backwards.
    package init(x1: Double, y1: Double, x2: Double, y2: Double) {
        self.x1 = min(max(x1, 0), 1)
        self.x2 = min(max(x2, 0), 1)
        self.y1 = y1
        self.y2 = y2
    }

    package static let linear = CubicEasing(x1: 0, y1: 0, x2: 1, y2: 1)

    /// Whether progress equals time.
    package var isLinear: Bool { x1 == y1 && x2 == y2 }

    /// Whether progress stays in 0…1. Then it never decreases.
    package var isMonotonic: Bool { (0...1).contains(y1) && (0...1).contains(y2) }

    /// - Returns: 0 at 0 and 1 at 1; between them it may be outside of 0…1.
    package func progress(_ share: Double) -> Double {
        if isLinear { return share }
        if share <= 0 { return 0 }
        if share >= 1 { return 1 }
        return CubicEasing.cubic(y1, y2, parameter(share))
    }

    /// Like ``progress(_:)`` with ten times the steps: the error is at most 10⁻¹⁵, and the result never decreases on a rising curve.
    package func monotoneProgress(_ share: Double) -> Double {
        // Without this, rounding could stop a movement just before its end.
        if share <= 0 || share >= 1 { return share }
        let y = CubicEasing.nested(y1, y2, bisected(share))
        // A curve that does not exceed 1 reaches it only at the end; rounding could reach it earlier.
        return max(y1, y2) <= 1 ? min(y, 1.0.nextDown) : y
    }

    /// Bisection, which is monotonic: a larger fraction never gives a smaller parameter.
    private func bisected(_ share: Double) -> Double {
        var low = 0.0
        var width = 0.5
        // 2⁻⁵² is the precision of a Double just below 1.
        for _ in 0..<52 {
            if CubicEasing.nested(x1, x2, low + width) <= share { low += width }
            width /= 2
        }
        return low
    }

    /// The curve parameter at which x equals `share`: Newton's method while it stays on the curve, otherwise bisection.
    private func parameter(_ share: Double) -> Double {
        var (low, high) = (0.0, 1.0)
        var t = share
        for _ in 0..<40 {
            let error = CubicEasing.cubic(x1, x2, t) - share
            if error.magnitude < 1e-9 { break }
            if error > 0 { high = t } else { low = t }
            let slope = CubicEasing.slope(x1, x2, t)
            let next = slope > 1e-6 ? t - error / slope : -1
            t = next > low && next < high ? next : (low + high) / 2
        }
        return t
    }

    private static func cubic(_ p1: Double, _ p2: Double, _ t: Double) -> Double {
        let u = 1 - t
        return 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t
    }

    /// ``cubic(_:_:_:)`` with fewer operations and different rounding.
    private static func nested(_ p1: Double, _ p2: Double, _ t: Double) -> Double {
        let u = 1 - t
        return t * (3 * u * (u * p1 + t * p2) + t * t)
    }

    private static func slope(_ p1: Double, _ p2: Double, _ t: Double) -> Double {
        let u = 1 - t
        return 3 * u * u * p1 + 6 * u * t * (p2 - p1) + 3 * t * t * (1 - p2)
    }
}
