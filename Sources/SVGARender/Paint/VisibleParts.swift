import SVGAPixels

/// The visible parts of a canvas, as few rectangles without overlaps. Many mattes are rings or rows of small shapes, which reveal little of
/// the masked sprites.
struct VisibleParts {
    /// The size of a block that is tested at once, in pixels.
    private static let blockWidth = 32
    private static let bandHeight = 16

    private(set) var parts: [PixelRect] = []
    /// The parts that end at the band above.
    private var open: Range<Int> = 0..<0

    /// Finds the parts that are not transparent.
    /// - Parameters:
    ///   - area: the part of the canvas to search.
    ///   - inOnePart: returns `area` as one part without a search.
    mutating func find(in rows: PixelRows, within area: PixelRect, inOnePart: Bool) {
        parts.removeAll(keepingCapacity: true)
        open = 0..<0
        if !inOnePart {
            for top in stride(from: area.minY, to: area.maxY, by: VisibleParts.bandHeight) {
                addBand(top..<min(top + VisibleParts.bandHeight, area.maxY), of: rows, within: area)
            }
            let visible = parts.reduce(0) { $0 + $1.pixels }
            // Drawing in many parts is slower, so they must be small in total.
            if 4 * visible < 3 * area.pixels { return }
            parts.removeAll(keepingCapacity: true)
        }
        parts.append(area)
    }

    private mutating func addBand(_ band: Range<Int>, of rows: PixelRows, within area: PixelRect) {
        func next(_ x: Int) -> Int { min(x + VisibleParts.blockWidth, area.maxX) }
        func isVisible(_ x: Int) -> Bool {
            rows.hasInk(PixelRect(minX: x, minY: band.lowerBound, maxX: next(x), maxY: band.upperBound))
        }
        let above = open
        let first = parts.count
        var x = area.minX
        while x < area.maxX {
            let start = x
            while x < area.maxX, isVisible(x) { x = next(x) }
            if x > start { parts.append(PixelRect(minX: start, minY: band.lowerBound, maxX: x, maxY: band.upperBound)) }
            x = next(x)
        }
        let isLikeAbove =
            parts.count - first == above.count
            && zip(parts[first...], parts[above]).allSatisfy { $0.minX == $1.minX && $0.maxX == $1.maxX && $1.maxY == band.lowerBound }
        guard isLikeAbove else {
            open = first..<parts.count
            return
        }
        parts.removeLast(above.count)
        for index in above {
            parts[index] = parts[index].union(
                PixelRect(minX: parts[index].minX, minY: band.lowerBound, maxX: parts[index].maxX, maxY: band.upperBound))
        }
    }
}
