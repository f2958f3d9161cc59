import SVGAModel
import SVGAPixels
import SVGASupport

/// Counts the pairs of a path's segments that share a cell of a grid. The count is an upper bound of the crossings.
enum NearLines {
    private static let maximumCells = 128

    /// - Parameters:
    ///   - reach: the stroke width; 0 for a fill. Cells are at least as large.
    ///   - most: the count at which counting stops.
    static func pairs(_ path: SVGAPath, reach: Double, most: Int) -> Int {
        guard let box = path.bounds, path.verbs.count > 2, box.width.isFinite, box.height.isFinite else { return 0 }
        let size = max(box.width, box.height, 1e-9)
        let fine = min(Double(path.verbs.count).squareRoot(), Double(maximumCells))
        let side = Int(saturating: max(min(fine, reach > 0 ? size / reach : fine), 1).rounded(.down))
        if side <= 1 { return min(path.verbs.count.multipliedSaturating(by: path.verbs.count) / 2, most) }
        let cell = size / Double(side)
        var counts = [Int32](repeating: 0, count: side * side)
        var pairs = 0
        func index(_ value: Double, _ start: Double) -> Int {
            min(max(Int(saturating: ((value - start) / cell).rounded(.down)), 0), side - 1)
        }
        var last = (x: 0.0, y: 0.0)
        var at = 0
        for verb in path.verbs {
            let count = verb.coordinateCount
            defer { at += count }
            guard count > 0 else { continue }
            let end = (x: Double(path.coordinates[at + count - 2]), y: Double(path.coordinates[at + count - 1]))
            defer { last = end }
            if verb == .move { continue }
            // Visits the cells along the segment. A curve is approximated by its chord.
            let steps = max(abs(index(end.x, box.x) - index(last.x, box.x)), abs(index(end.y, box.y) - index(last.y, box.y))) + 1
            for step in 0...steps {
                let share = Double(step) / Double(steps)
                let cellIndex = index(last.y + (end.y - last.y) * share, box.y) * side + index(last.x + (end.x - last.x) * share, box.x)
                pairs += Int(counts[cellIndex])
                counts[cellIndex] += 1
            }
            if pairs > most { return pairs }
        }
        return pairs
    }
}

extension SVGAPath {
    /// The length of the polyline through all points, including control points.
    var lengthOfPolygon: Double {
        var sum = 0.0
        for index in stride(from: 2, to: coordinates.count - 1, by: 2) {
            sum +=
                Point(Double(coordinates[index] - coordinates[index - 2]), Double(coordinates[index + 1] - coordinates[index - 1])).length
        }
        return sum
    }
}
