package import SVGAModel
import SVGASupport

/// The outline of a stroke, for clipping by it.
package enum StrokedPath {
    /// The outline of a stroke after a transform: straight lines at most 0.05 points from the curves, all with the same winding, for the
    /// nonzero rule.
    package static func outline(of path: SVGAPath, _ stroke: ShapeEntity.Stroke, _ transform: SVGATransform) -> SVGAPath {
        let sink = PathCollector(.unlimited)
        Stroker(sink).stroke(.path(path), stroke, transform)
        return sink.path
    }

    /// The same within a work budget.
    /// - Returns: nil if it takes more work.
    package static func outline(
        of path: SVGAPath, _ stroke: ShapeEntity.Stroke, _ transform: SVGATransform, _ budget: WorkBudget
    ) -> SVGAPath? {
        var limits = ReadLimits.default
        limits.work = min(budget.left.multipliedSaturating(by: 8), maximumWork)
        let meter = WorkMeter(limits)
        let sink = PathCollector(meter)
        Stroker(sink).stroke(.path(path), stroke, transform)
        // Its points are not buffered, so only their time counts.
        budget.add(meter.spent / 8)
        return meter.isOver ? nil : sink.path
    }

    /// The limit for one outline: about 100,000 points.
    private static let maximumWork = 100_000_000

    /// An outline after a transform.
    /// - Parameter meter: counts each of its points; points over the limit are skipped.
    package static func path(of geometry: ShapeEntity.Geometry, _ transform: SVGATransform, _ meter: WorkMeter) -> SVGAPath {
        let sink = PathCollector(meter)
        Outline(sink, transform).add(geometry)
        return sink.path
    }
}

private final class PathCollector: PathSink {
    private(set) var path = SVGAPath()

    let meter: WorkMeter

    init(_ meter: WorkMeter) { self.meter = meter }

    /// Counts the memory of buffered points.
    private func keep(_ points: Int) -> Bool { meter.spend(points * WorkMeter.Cost.waitingPoint) }

    func move(_ x: Double, _ y: Double) { if keep(1) { path.move(x: x, y: y) } }

    func line(_ x: Double, _ y: Double) { if keep(1) { path.line(x: x, y: y) } }

    func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double) {
        if keep(3) { path.curve(x1: x1, y1: y1, x2: x2, y2: y2, x: x, y: y) }
    }

    func close() { if keep(1) { path.close() } }
}
