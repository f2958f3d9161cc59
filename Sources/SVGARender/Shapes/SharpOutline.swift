import SVGAModel
import SVGAPixels
import SVGASupport

/// An outline without antialiasing: a pixel is inside if its center is (nonzero rule).
///
/// The memory depends on the size of the masked band, not on the outline.
final class SharpOutline: PathSink {
    /// The maximum number of cells in a band of rows; larger outlines are masked in bands.
    private static let maximumCells = 1 << 21

    let meter: WorkMeter
    /// The current band.
    private var part = PixelRect.zero
    /// For each pixel of the band: the lines that cross its row between the center of the pixel to its left and its own. Lines down count
    /// 1, lines up -1.
    private var crossings: [Int32] = []
    private var start = Point.zero
    private var current = Point.zero

    init(_ meter: WorkMeter) { self.meter = meter }

    /// Clears the pixels outside of an outline.
    /// - Parameter box: pixels of `rows`; pixels outside of it are not changed. Over the work limit, the box is not complete.
    func mask(_ rows: PixelRows, within box: PixelRect, _ geometry: ShapeEntity.Geometry, _ transform: SVGATransform) {
        if box.isEmpty { return }
        let height = max(1, SharpOutline.maximumCells / box.width)
        for y in stride(from: box.minY, to: box.maxY, by: height) {
            part = PixelRect(x: box.minX, y: y, width: box.width, height: min(height, box.maxY - y))
            // The cells are reset to 0 and summed.
            guard meter.spend(WorkMeter.Cost.piece + 3 * part.pixels * WorkMeter.Cost.pixel) else { return }
            crossings = Array(repeating: 0, count: part.pixels)
            (start, current) = (.zero, .zero)
            Outline(self, transform).add(geometry)
            closeSubpath()
            if isSpent { return }
            clear(rows)
        }
    }

    private func clear(_ rows: PixelRows) {
        crossings.withUnsafeBufferPointer { crossings in
            var cell = 0
            for y in part.minY..<part.maxY {
                let row = rows.row(y)
                var winding: Int32 = 0
                for x in part.minX..<part.maxX {
                    winding &+= crossings[cell]
                    if winding == 0 { row[x] = 0 }
                    cell += 1
                }
            }
        }
    }

    // MARK: Outline

    func move(_ x: Double, _ y: Double) {
        closeSubpath()
        current = Point(clampedX: x, y)
        start = current
    }

    func line(_ x: Double, _ y: Double) { line(to: Point(clampedX: x, y)) }

    func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double) {
        let end = Point(clampedX: x, y)
        let curve = FlattenedCurve(current, Point(clampedX: x1, y1), Point(clampedX: x2, y2), end)
        for index in 1..<max(1, curve.lines) { line(to: curve.point(index)) }
        line(to: end)
    }

    func close() { closeSubpath() }

    private func closeSubpath() { line(to: start) }

    private func line(to end: Point) {
        let from = current
        current = end
        let (low, high) = (min(from.y, end.y), max(from.y, end.y))
        guard low < high else { return }
        let first = max(part.minY, Int(saturating: (low - 0.5).rounded(.up)))
        let last = min(part.maxY, Int(saturating: (high - 0.5).rounded(.up)))
        let rows = max(0, last - first)
        guard meter.spend(WorkMeter.Cost.line + rows * WorkMeter.Cost.crossing), rows > 0 else { return }
        let slope = (end.x - from.x) / (end.y - from.y)
        let direction: Int32 = end.y > from.y ? 1 : -1
        for y in first..<last {
            let x = from.x + (Double(y) + 0.5 - from.y) * slope
            let column = max(part.minX, Int(saturating: (x - 0.5).rounded(.up)))
            if column < part.maxX { crossings[(y - part.minY) * part.width + column - part.minX] &+= direction }
        }
    }
}
