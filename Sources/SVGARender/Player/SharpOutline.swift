import SVGAModel
import SVGAPixels
import SVGASupport

/// An outline without antialiasing: a pixel is inside if its centre is (nonzero rule).
final class SharpOutline: PathSink {
    private let part: PixelRect
    /// For each row of the part, where lines cross the height of its pixels' centres, and which way they lead.
    private var crossings: [[(x: Double, direction: Int)]]
    private var start = Place.zero
    private var at = Place.zero

    init(_ geometry: ShapeEntity.Geometry, _ transform: Transform, within part: PixelRect) {
        self.part = part
        crossings = Array(repeating: [], count: max(0, part.height))
        Outline(self, transform).add(geometry)
        closeSubpath()
    }

    /// Clears what lies outside.
    func mask(_ rows: PixelRows) {
        for y in part.minY..<part.maxY {
            let row = rows.row(y)
            var winding = 0
            var column = part.minX
            for crossing in crossings[y - part.minY].sorted(by: { $0.x < $1.x }) {
                let first = min(max(part.minX, Int(saturating: (crossing.x - 0.5).rounded(.up))), part.maxX)
                if winding == 0, first > column { (row + column).update(repeating: 0, count: first - column) }
                column = max(column, first)
                winding += crossing.direction
            }
            if column < part.maxX { (row + column).update(repeating: 0, count: part.maxX - column) }
        }
    }

    // MARK: Outline

    var isSpent: Bool { false }
    func count(waitingPoints: Int) {}

    func move(_ x: Double, _ y: Double) {
        closeSubpath()
        at = Place(heldX: x, y)
        start = at
    }

    func line(_ x: Double, _ y: Double) { line(to: Place(heldX: x, y)) }

    func curve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double) {
        let end = Place(heldX: x, y)
        let curve = FlattenedCurve(at, Place(heldX: x1, y1), Place(heldX: x2, y2), end)
        for index in 1..<max(1, curve.lines) { line(to: curve.point(index)) }
        line(to: end)
    }

    func close() { closeSubpath() }

    private func closeSubpath() { line(to: start) }

    private func line(to end: Place) {
        let from = at
        at = end
        let (low, high) = (min(from.y, end.y), max(from.y, end.y))
        guard low < high else { return }
        let first = max(part.minY, Int(saturating: (low - 0.5).rounded(.up)))
        let last = min(part.maxY, Int(saturating: (high - 0.5).rounded(.up)))
        guard first < last else { return }
        let slope = (end.x - from.x) / (end.y - from.y)
        for y in first..<last {
            let x = from.x + (Double(y) + 0.5 - from.y) * slope
            crossings[y - part.minY].append((x, end.y > from.y ? 1 : -1))
        }
    }
}
