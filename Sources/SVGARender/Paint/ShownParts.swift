import SVGAPixels

/// The parts of a canvas in which something can be seen, as few rectangles, none of which overlap. Many mattes are rings or rows of small
/// shapes, which show little of what they mask.
struct ShownParts {
    /// What is looked at together, in pixels.
    private static let blockWidth = 32
    private static let bandHeight = 16

    private(set) var parts: [PixelRect] = []
    /// Those that end at the band above.
    private var open: Range<Int> = 0..<0

    /// Looks for what is not transparent.
    /// - Parameters:
    ///   - whole: the part of the canvas to look at.
    ///   - inOnePart: does not look; all of it is one part.
    mutating func find(in rows: PixelRows, within whole: PixelRect, inOnePart: Bool) {
        parts.removeAll(keepingCapacity: true)
        open = 0..<0
        if !inOnePart {
            for top in stride(from: whole.minY, to: whole.maxY, by: ShownParts.bandHeight) {
                addBand(top..<min(top + ShownParts.bandHeight, whole.maxY), of: rows, within: whole)
            }
            let shown = parts.reduce(0) { $0 + $1.pixels }
            // To draw in many parts takes longer, so little must be seen.
            if 4 * shown < 3 * whole.pixels { return }
            parts.removeAll(keepingCapacity: true)
        }
        parts.append(whole)
    }

    private mutating func addBand(_ band: Range<Int>, of rows: PixelRows, within whole: PixelRect) {
        func next(_ x: Int) -> Int { min(x + ShownParts.blockWidth, whole.maxX) }
        func isShown(_ x: Int) -> Bool {
            rows.hasInk(PixelRect(minX: x, minY: band.lowerBound, maxX: next(x), maxY: band.upperBound))
        }
        let above = open
        let first = parts.count
        var x = whole.minX
        while x < whole.maxX {
            let start = x
            while x < whole.maxX, isShown(x) { x = next(x) }
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
        for place in above {
            parts[place] = parts[place].union(
                PixelRect(minX: parts[place].minX, minY: band.lowerBound, maxX: parts[place].maxX, maxY: band.upperBound))
        }
    }
}
