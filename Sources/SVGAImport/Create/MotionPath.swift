import SVGAModel
import SVGAPlatform

/// A motion path, parameterized by the share of its length.
struct MotionPath {
    /// The maximum number of segments.
    static let maximumSegments = 10_000
    /// The number of lines that approximate a curve.
    private static let linesPerCurve = 48
    /// The share of the length on either side that determines the direction, so that it turns smoothly.
    private static let reach = 0.004

    /// Corners with their distance from the start along the path. A jump between subpaths has no length.
    private var corners: [(x: Double, y: Double, distance: Double)] = []

    /// - Returns: nil if the path has no length.
    init?(_ path: SVGAPath) {
        var at = 0
        var start = (x: 0.0, y: 0.0)
        func point(_ index: Int) -> (x: Double, y: Double) {
            (Double(path.coordinates[at + 2 * index]), Double(path.coordinates[at + 2 * index + 1]))
        }
        for verb in path.verbs {
            switch verb {
            case .move:
                start = point(0)
                corners.append((start.x, start.y, corners.last?.distance ?? 0))
            case .line: add(point(0))
            case .curve:
                guard let last = corners.last else { return nil }
                let (one, two, end) = (point(0), point(1), point(2))
                for step in 1...MotionPath.linesPerCurve {
                    let s = Double(step) / Double(MotionPath.linesPerCurve)
                    let r = 1 - s
                    let (a, b, c, d) = (r * r * r, 3 * r * r * s, 3 * r * s * s, s * s * s)
                    add((a * last.x + b * one.x + c * two.x + d * end.x, a * last.y + b * one.y + c * two.y + d * end.y))
                }
            case .close: add(start)
            }
            at += verb.coordinateCount
        }
        guard let length = corners.last?.distance, length > 0, length.isFinite else { return nil }
    }

    private mutating func add(_ point: (x: Double, y: Double)) {
        guard let last = corners.last else { return }
        corners.append((point.x, point.y, last.distance + hypot(point.x - last.x, point.y - last.y)))
    }

    /// - Parameter progress: clamped to 0…1.
    func point(at progress: Double) -> (x: Double, y: Double) {
        let distance = min(max(progress, 0), 1) * (corners.last?.distance ?? 0)
        var (low, high) = (0, corners.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if corners[middle].distance <= distance { low = middle } else { high = middle }
        }
        let (from, to) = (corners[low], corners[high])
        let part = to.distance > from.distance ? min((distance - from.distance) / (to.distance - from.distance), 1) : 1
        return (from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
    }

    /// In radians, clockwise from the x axis.
    func direction(at progress: Double) -> Double {
        let middle = min(max(progress, 0), 1)
        let (from, to) = (point(at: middle - MotionPath.reach), point(at: middle + MotionPath.reach))
        return from == to ? 0 : atan2(to.y - from.y, to.x - from.x)
    }
}
