import SVGAPlatform

/// A curved motion path between two keyframes, with a speed that depends only on the easing.
struct SpatialPath {
    typealias Point = (x: Double, y: Double, z: Double)

    /// The number of sample points of lottie-web; between them the path is straight.
    private static let count = 150

    let from: Point
    let to: Point
    /// Tangents, relative to the start and to the end.
    let out: Point
    let into: Point

    /// - Parameter progress: the share of the path's length, 0…1.
    /// - Complexity: proportional to the number of sample points.
    func point(_ progress: Double) -> Point {
        if progress <= 0 { return from }
        let (marks, length) = lengths()
        let wanted = length * progress
        guard wanted <= length else { return to }
        // The last mark before the wanted length; the samples in front of it need not be computed again.
        var mark = 0
        while mark + 1 < SpatialPath.markCount, marks[mark + 1] < wanted { mark += 1 }
        var gone = marks[mark]
        var last = sample(mark * SpatialPath.markDistance)
        for index in mark * SpatialPath.markDistance + 1..<SpatialPath.count {
            let next = sample(index)
            let step = SpatialPath.distance(last, next)
            if gone + step >= wanted, step > 0 {
                let share = (wanted - gone) / step
                return (last.x + (next.x - last.x) * share, last.y + (next.y - last.y) * share, last.z + (next.z - last.z) * share)
            }
            gone += step
            last = next
        }
        return to
    }

    /// The samples from one mark to the next.
    private static let markDistance = 10
    private static let markCount = count / markDistance

    /// The length of the path up to each mark, and of all.
    private func lengths() -> (marks: SIMD16<Double>, all: Double) {
        var marks = SIMD16<Double>.zero
        var sum = 0.0
        var last = sample(0)
        for index in 1..<SpatialPath.count {
            let next = sample(index)
            sum += SpatialPath.distance(last, next)
            if index % SpatialPath.markDistance == 0 { marks[index / SpatialPath.markDistance] = sum }
            last = next
        }
        return (marks, sum)
    }

    private func sample(_ index: Int) -> Point { curve(Double(index) / Double(SpatialPath.count - 1)) }

    /// Whether both handles lie on the line through the ends, as lottie-web decides.
    var isStraight: Bool {
        let line = (to.x - from.x, to.y - from.y, to.z - from.z)
        if line == (0, 0, 0) { return false }
        let start = (from.x + out.x, from.y + out.y, from.z + out.z)
        let end = (to.x + into.x, to.y + into.y, to.z + into.z)
        return isOnLine(start) && isOnLine(end)
    }

    private func isOnLine(_ point: Point) -> Bool {
        if from.z == 0, to.z == 0, point.z == 0 {
            return ((to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)).magnitude < 1e-3
        }
        let lengths = [SpatialPath.distance(from, to), SpatialPath.distance(from, point), SpatialPath.distance(to, point)].sorted()
        return (lengths[2] - lengths[1] - lengths[0]).magnitude < 1e-4
    }

    private static func distance(_ from: Point, _ to: Point) -> Double {
        let (x, y, z) = (to.x - from.x, to.y - from.y, to.z - from.z)
        return (x * x + y * y + z * z).squareRoot()
    }

    private func curve(_ t: Double) -> Point {
        let u = 1 - t
        let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        return (
            a * from.x + b * (from.x + out.x) + c * (to.x + into.x) + d * to.x,
            a * from.y + b * (from.y + out.y) + c * (to.y + into.y) + d * to.y,
            a * from.z + b * (from.z + out.z) + c * (to.z + into.z) + d * to.z
        )
    }
}
