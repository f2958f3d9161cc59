import SVGAModel
import SVGAPixels

/// Receives an outline segment by segment: to fill it, to clip by it, or to stroke it.
///
/// Every subpath begins with `move`. After `close`, the current point is the start of the closed subpath. All numbers are finite.
protocol PathSink {
    func move(_ x: Double, _ y: Double)
    func line(_ x: Double, _ y: Double)
    /// A cubic curve to (x, y) with the control points (x1, y1) and (x2, y2).
    func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double)
    func close()
    /// Measures the work. ``Outline`` counts a segment before it is passed on; the sink counts its own work.
    var meter: WorkMeter { get }
    /// Whether the frame's work is over its limit: further segments are ignored.
    var isSpent: Bool { get }
    /// Counts points that are buffered until their outline is complete.
    func count(waitingPoints: Int)
}

extension PathSink {
    var isSpent: Bool { meter.isOver }
    func count(waitingPoints: Int) { meter.spend(waitingPoints * WorkMeter.Cost.waitingPoint) }
}

/// Passes the outlines of shapes to a sink, transformed point by point.
///
/// Points are clamped to the range of the sinks' fixed-point numbers.
struct Outline<Sink: PathSink> {
    private let sink: Sink
    private let transform: SVGATransform

    init(_ sink: Sink, _ transform: SVGATransform) {
        self.sink = sink
        self.transform = transform
    }

    func add(_ geometry: ShapeEntity.Geometry) {
        switch geometry {
        case .path(let path): add(path)
        case .rect(let rect, let radius):
            radius > 0 ? addRounded(rect, radius) : addPlain(rect)
        case .ellipse(let centerX, let centerY, let radiusX, let radiusY):
            addEllipse(centerX, centerY, radiusX, radiusY)
        }
    }

    func add(_ path: SVGAPath) {
        guard sink.meter.spend(path.verbs.count * WorkMeter.Cost.segment) else { return }
        var at = 0
        path.coordinates.withUnsafeBufferPointer { numbers in
            for verb in path.verbs {
                if sink.isSpent { return }
                switch verb {
                case .move: move(Double(numbers[at]), Double(numbers[at + 1]))
                case .line: line(Double(numbers[at]), Double(numbers[at + 1]))
                case .curve:
                    curve(
                        Double(numbers[at]), Double(numbers[at + 1]), Double(numbers[at + 2]), Double(numbers[at + 3]),
                        Double(numbers[at + 4]), Double(numbers[at + 5]))
                case .close: close()
                }
                at += verb.coordinateCount
            }
        }
    }

    func addPlain(_ rect: SVGARect) {
        guard sink.meter.spend(5 * WorkMeter.Cost.segment) else { return }
        move(rect.x, rect.y)
        line(rect.maxX, rect.y)
        line(rect.maxX, rect.maxY)
        line(rect.x, rect.maxY)
        close()
    }

    private func addRounded(_ rect: SVGARect, _ radius: Double) {
        guard sink.meter.spend(10 * WorkMeter.Cost.segment) else { return }
        let inset = radius * (1 - OutlineNumbers.quarter)
        move(rect.x + radius, rect.y)
        line(rect.maxX - radius, rect.y)
        curve(rect.maxX - inset, rect.y, rect.maxX, rect.y + inset, rect.maxX, rect.y + radius)
        line(rect.maxX, rect.maxY - radius)
        curve(rect.maxX, rect.maxY - inset, rect.maxX - inset, rect.maxY, rect.maxX - radius, rect.maxY)
        line(rect.x + radius, rect.maxY)
        curve(rect.x + inset, rect.maxY, rect.x, rect.maxY - inset, rect.x, rect.maxY - radius)
        line(rect.x, rect.y + radius)
        curve(rect.x, rect.y + inset, rect.x + inset, rect.y, rect.x + radius, rect.y)
        close()
    }

    private func addEllipse(_ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double) {
        guard sink.meter.spend(6 * WorkMeter.Cost.segment) else { return }
        let (handleX, handleY) = (radiusX * OutlineNumbers.quarter, radiusY * OutlineNumbers.quarter)
        move(x + radiusX, y)
        curve(x + radiusX, y + handleY, x + handleX, y + radiusY, x, y + radiusY)
        curve(x - handleX, y + radiusY, x - radiusX, y + handleY, x - radiusX, y)
        curve(x - radiusX, y - handleY, x - handleX, y - radiusY, x, y - radiusY)
        curve(x + handleX, y - radiusY, x + radiusX, y - handleY, x + radiusX, y)
        close()
    }

    private func move(_ x: Double, _ y: Double) {
        let point = transformed(x, y)
        sink.move(point.x, point.y)
    }

    private func line(_ x: Double, _ y: Double) {
        let point = transformed(x, y)
        sink.line(point.x, point.y)
    }

    private func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double) {
        let (first, second, end) = (transformed(x1, y1), transformed(x2, y2), transformed(x, y))
        sink.curve(first.x, first.y, second.x, second.y, end.x, end.y)
    }

    private func close() { sink.close() }

    private func transformed(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let point = transform.apply(x: x, y: y)
        return (OutlineNumbers.clamped(point.x), OutlineNumbers.clamped(point.y))
    }
}

private enum OutlineNumbers {
    /// The maximum coordinate, in pixels: above 8 million, fixed-point numbers with 8 fraction bits would overflow.
    private static let reach = 4_000_000.0
    /// The distance of the control points of a quarter circle from its ends, for a radius of 1.
    static let quarter = 0.552_284_749_830_793_4

    static func clamped(_ value: Double) -> Double {
        // NaN becomes the lower bound.
        value > -reach ? min(value, reach) : -reach
    }
}
