/// A cubic curve from (0, 0) to (1, 1), as CSS and After Effects ease with it: the share of the time that is over goes in, the share of the way
/// comes out.
package struct CubicEasing: Hashable, Sendable {
    private let x1: Double
    private let y1: Double
    private let x2: Double
    private let y2: Double

    /// CSS's `ease`, `ease-in`, `ease-out` and `ease-in-out`.
    package static let ease = CubicEasing(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
    package static let easeIn = CubicEasing(x1: 0.42, y1: 0, x2: 1, y2: 1)
    package static let easeOut = CubicEasing(x1: 0, y1: 0, x2: 0.58, y2: 1)
    package static let easeInOut = CubicEasing(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

    /// By its two handles. Their x is kept within 0…1, so that time never runs backwards.
    package init(x1: Double, y1: Double, x2: Double, y2: Double) {
        self.x1 = min(max(x1, 0), 1)
        self.x2 = min(max(x2, 0), 1)
        self.y1 = y1
        self.y2 = y2
    }

    /// - Returns: 0 at 0 and 1 at 1; between them it may lie outside of 0…1.
    package func progress(_ share: Double) -> Double {
        if x1 == y1, x2 == y2 { return share }
        if share <= 0 { return 0 }
        if share >= 1 { return 1 }
        return CubicEasing.cubic(y1, y2, parameter(share))
    }

    /// As ``progress(_:)``, with ten times the steps: within 10⁻¹⁵, and where the curve only rises, a later share never gets less.
    package func monotoneProgress(_ share: Double) -> Double {
        // Without this, rounding could keep a movement just before its end.
        if share <= 0 || share >= 1 { return share }
        let y = CubicEasing.nested(y1, y2, bisected(share))
        // A curve that does not go beyond 1 gets there with the last moment only; rounding could bring it there before.
        return max(y1, y2) <= 1 ? min(y, 1.0.nextDown) : y
    }

    /// Two shares choose the same halves up to the one that separates them, so the later one never gets the smaller parameter.
    private func bisected(_ share: Double) -> Double {
        var low = 0.0
        var width = 0.5
        // 2⁻⁵² is as fine as a Double just below 1.
        for _ in 0..<52 {
            if CubicEasing.nested(x1, x2, low + width) <= share { low += width }
            width /= 2
        }
        return low
    }

    /// Where on the curve x is `share`: Newton's steps while they stay on the curve, halving otherwise.
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

    /// ``cubic(_:_:_:)`` in fewer operations, which round in another way.
    private static func nested(_ p1: Double, _ p2: Double, _ t: Double) -> Double {
        let u = 1 - t
        return t * (3 * u * (u * p1 + t * p2) + t * t)
    }

    private static func slope(_ p1: Double, _ p2: Double, _ t: Double) -> Double {
        let u = 1 - t
        return 3 * u * u * p1 + 6 * u * t * (p2 - p1) + 3 * t * t * (1 - p2)
    }
}
