import SVGAPlatform

/// A cubic curve from (0, 0) to (1, 1): the share of the time that is over goes in, the share of the way comes out.
struct Easing: Hashable, Sendable {
    private let x1: Double
    private let y1: Double
    private let x2: Double
    private let y2: Double

    /// By its two handles. Their x is kept within 0…1, so that time never runs backwards.
    init(x1: Double, y1: Double, x2: Double, y2: Double) {
        self.x1 = min(max(x1, 0), 1)
        self.x2 = min(max(x2, 0), 1)
        self.y1 = y1
        self.y2 = y2
    }

    func progress(_ share: Double) -> Double {
        if x1 == y1, x2 == y2 { return share }
        if share <= 0 { return 0 }
        if share >= 1 { return 1 }
        return Easing.cubic(y1, y2, parameter(share))
    }

    /// Where on the curve x is `share`: Newton's steps while they stay on the curve, halving otherwise.
    private func parameter(_ share: Double) -> Double {
        var (low, high) = (0.0, 1.0)
        var t = share
        for _ in 0..<40 {
            let error = Easing.cubic(x1, x2, t) - share
            if error.magnitude < 1e-7 { break }
            if error > 0 { high = t } else { low = t }
            let slope = Easing.slope(x1, x2, t)
            let next = slope > 1e-6 ? t - error / slope : -1
            t = next > low && next < high ? next : (low + high) / 2
        }
        return t
    }

    private static func cubic(_ p1: Double, _ p2: Double, _ t: Double) -> Double {
        let u = 1 - t
        return 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t
    }

    private static func slope(_ p1: Double, _ p2: Double, _ t: Double) -> Double {
        let u = 1 - t
        return 3 * u * u * p1 + 6 * u * t * (p2 - p1) + 3 * t * t * (1 - p2)
    }
}

/// The curved way of a layer from one keyframe to the next, gone at a speed that only the easing changes.
struct SpatialWay {
    /// As many points as lottie-web takes; between them the way is straight.
    private static let points = 150

    let fromX: Double
    let fromY: Double
    let toX: Double
    let toY: Double
    /// From the start, and from the end.
    let outX: Double
    let outY: Double
    let inX: Double
    let inY: Double

    /// - Parameter progress: the share of the way's length that has been gone.
    func point(_ progress: Double) -> (x: Double, y: Double) {
        if isStraight { return (fromX + (toX - fromX) * progress, fromY + (toY - fromY) * progress) }
        if progress <= 0 { return (fromX, fromY) }
        let count = SpatialWay.points
        let wanted = length * progress
        var gone = 0.0
        var last = (x: fromX, y: fromY)
        for index in 1..<count {
            let next = curve(Double(index) / Double(count - 1))
            let step = hypot(next.x - last.x, next.y - last.y)
            if gone + step >= wanted, step > 0 {
                let share = (wanted - gone) / step
                return (last.x + (next.x - last.x) * share, last.y + (next.y - last.y) * share)
            }
            gone += step
            last = next
        }
        return (toX, toY)
    }

    private var length: Double {
        let count = SpatialWay.points
        var sum = 0.0
        var last = (x: fromX, y: fromY)
        for index in 1..<count {
            let next = curve(Double(index) / Double(count - 1))
            sum += hypot(next.x - last.x, next.y - last.y)
            last = next
        }
        return sum
    }

    /// Whether both handles lie on the line between the ends.
    private var isStraight: Bool {
        let (dx, dy) = (toX - fromX, toY - fromY)
        if dx == 0, dy == 0 { return false }
        return (dx * outY - dy * outX).magnitude < 1e-3 && (dx * inY - dy * inX).magnitude < 1e-3
    }

    private func curve(_ t: Double) -> (x: Double, y: Double) {
        let u = 1 - t
        let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        return (
            a * fromX + b * (fromX + outX) + c * (toX + inX) + d * toX, a * fromY + b * (fromY + outY) + c * (toY + inY) + d * toY
        )
    }
}
