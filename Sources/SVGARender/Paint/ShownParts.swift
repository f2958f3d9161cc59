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
        let above = open
        let first = parts.count
        var x = whole.minX
        while x < whole.maxX {
            let start = x
            while x < whole.maxX, ShownParts.isShown(x, band, rows, whole) { x = min(x + ShownParts.blockWidth, whole.maxX) }
            if x > start { parts.append(PixelRect(minX: start, minY: band.lowerBound, maxX: x, maxY: band.upperBound)) }
            x = min(x + ShownParts.blockWidth, whole.maxX)
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

    /// Whether a block of a band has a pixel that is not transparent.
    private static func isShown(_ x: Int, _ band: Range<Int>, _ rows: PixelRows, _ whole: PixelRect) -> Bool {
        let end = min(x + blockWidth, whole.maxX)
        for y in band {
            let row = rows.row(y)
            var any: UInt32 = 0
            for x in x..<end { any |= row[x] }
            if any != 0 { return true }
        }
        return false
    }
}
