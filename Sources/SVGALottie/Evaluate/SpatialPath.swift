import SVGAPlatform

/// A curved motion path between two keyframes, with a speed that depends only on the easing.
struct SpatialPath {
    /// The number of sample points of lottie-web; between them the path is straight.
    private static let points = 150

    let fromX: Double
    let fromY: Double
    let toX: Double
    let toY: Double
    /// Tangents, relative to the start and to the end.
    let outX: Double
    let outY: Double
    let inX: Double
    let inY: Double

    /// - Parameter progress: the share of the path's length, 0…1.
    func point(_ progress: Double) -> (x: Double, y: Double) {
        if isStraight { return (fromX + (toX - fromX) * progress, fromY + (toY - fromY) * progress) }
        if progress <= 0 { return (fromX, fromY) }
        let count = SpatialPath.points
        let wanted = length * progress
        var gone = 0.0
        var last = (x: fromX, y: fromY)
        for index in 1..<count {
            let next = curve(Double(index) / Double(count - 1))
            let step = SpatialPath.distance(last, next)
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
        let count = SpatialPath.points
        var sum = 0.0
        var last = (x: fromX, y: fromY)
        for index in 1..<count {
            let next = curve(Double(index) / Double(count - 1))
            sum += SpatialPath.distance(last, next)
            last = next
        }
        return sum
    }

    private static func distance(_ from: (x: Double, y: Double), _ to: (x: Double, y: Double)) -> Double {
        let (x, y) = (to.x - from.x, to.y - from.y)
        return (x * x + y * y).squareRoot()
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
