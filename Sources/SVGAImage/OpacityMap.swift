import SVGAPixels

/// A coarse map of the ink in the stored part of a picture, so that drawing skips transparent areas.
package struct OpacityMap: Sendable {
    /// The binary logarithm of a cell's side, in pixels.
    private static let cellBits = 3
    private static let cellSide = 1 << cellBits
    /// In smaller pictures there is little to skip.
    private static let fewestPixels = 48 * 48
    /// The number of output pixels tested together.
    private static let blockPixels = 32

    /// false: maps made in the current task skip nothing. Only svga-bench and tests set it, to measure the gain.
    @TaskLocal package static var isEnabled = true

    /// The octagon around the ink: the bounds of x, y, x + y and x - y of all ink pixels.
    package struct Hull: Sendable {
        package fileprivate(set) var x = Int.max...Int.max
        package fileprivate(set) var y = Int.max...Int.max
        package fileprivate(set) var sum = Int.max...Int.max
        package fileprivate(set) var difference = Int.max...Int.max
        /// Whether the octagon is much smaller than its bounding box.
        package fileprivate(set) var cutsCorners = false
        fileprivate var area = 0.0
    }

    package let hull: Hull
    private let cellsPerRow: Int
    private let cellRows: Int
    /// A summed-area table: for each cell the number of ink cells above and to the left, with one more column and row than cells. Empty if
    /// so many cells have ink that lookups take longer than drawing.
    private let counts: [UInt32]

    /// A map without ink.
    init() {
        hull = Hull()
        cellsPerRow = 0
        cellRows = 0
        counts = []
    }

    /// - Parameters:
    ///   - rowStart: the first ink pixel of each row.
    ///   - rowEnd: one past the last ink pixel; equal to `rowStart` for a row without ink. At least one row has ink.
    init(_ pixels: PixelRows, width: Int, height: Int, rowStart: [Int32], rowEnd: [Int32]) {
        hull = OpacityMap.isEnabled ? Hull(rowStart, rowEnd) : Hull(around: width, height)
        let (across, down) = ((width - 1) >> OpacityMap.cellBits + 1, (height - 1) >> OpacityMap.cellBits + 1)
        (cellsPerRow, cellRows) = (across, down)
        guard width * height >= OpacityMap.fewestPixels, OpacityMap.isEnabled else {
            counts = []
            return
        }
        var counts = [UInt32](repeating: 0, count: (across + 1) * (down + 1))
        counts.withUnsafeMutableBufferPointer { counts in
            for row in 0..<down {
                let (top, bottom) = (row * OpacityMap.cellSide, min((row + 1) * OpacityMap.cellSide, height))
                var count: UInt32 = 0
                for cell in 0..<across {
                    let part = PixelRect(
                        minX: cell * OpacityMap.cellSide, minY: top, maxX: min((cell + 1) * OpacityMap.cellSide, width), maxY: bottom)
                    if pixels.hasInk(part) { count += 1 }
                    counts[(row + 1) * (across + 1) + cell + 1] = counts[row * (across + 1) + cell + 1] + count
                }
            }
        }
        let inkedPixels = Double(counts[counts.count - 1]) * Double(OpacityMap.cellSide * OpacityMap.cellSide)
        let isWorthIt = inkedPixels < 0.6 * hull.area
        self.counts = isWorthIt ? counts : []
    }

    package var memoryBytes: Int { MemoryLayout<UInt32>.stride * counts.count }

    /// The maximum size of the map for a picture of this size, in bytes.
    static func maximumBytes(width: Int, height: Int) -> Int {
        width * height < fewestPixels ? 0 : MemoryLayout<UInt32>.stride * (width / cellSide + 2) * (height / cellSide + 2)
    }

    /// Whether drawing may skip areas inside of the octagon.
    package var hasHoles: Bool { !counts.isEmpty }

    /// Calls `body` with runs of an output row that may touch ink: all other pixels have four neighbors without ink.
    /// - Parameters:
    ///   - count: the number of output pixels.
    ///   - column: the first sample position, in 32.32 fixed point; each position is inside of the picture.
    ///   - columnStep: the distance of two output pixels.
    package func forEachRun(
        count: Int, column: Int, row: Int, columnStep: Int, rowStep: Int, _ body: (Range<Int>) -> Void
    ) {
        guard !counts.isEmpty else { return body(0..<count) }
        counts.withUnsafeBufferPointer { counts in
            var begin: Int?
            for x in stride(from: 0, to: count, by: OpacityMap.blockPixels) {
                let last = min(x + OpacityMap.blockPixels, count) - 1
                let columns = OpacityMap.cells(column &+ x &* columnStep, column &+ last &* columnStep, of: cellsPerRow)
                let rows = OpacityMap.cells(row &+ x &* rowStep, row &+ last &* rowStep, of: cellRows)
                let (above, below) = (rows.first * (cellsPerRow + 1), (rows.last + 1) * (cellsPerRow + 1))
                let inked =
                    counts[below + columns.last + 1] &- counts[below + columns.first]
                    &- counts[above + columns.last + 1] &+ counts[above + columns.first]
                if inked != 0 {
                    begin = begin ?? x
                } else if let start = begin {
                    body(start..<x)
                    begin = nil
                }
            }
            if let begin { body(begin..<count) }
        }
    }

    /// The cells of all pixels between two positions, and of their right or lower neighbors.
    @inline(__always)
    private static func cells(_ one: Int, _ other: Int, of count: Int) -> (first: Int, last: Int) {
        (
            first: min(max(min(one, other) >> (32 + cellBits), 0), count - 1),
            last: min(max((max(one, other) >> 32 + 1) >> cellBits, 0), count - 1)
        )
    }
}

extension OpacityMap.Hull {
    /// The whole picture.
    init(around width: Int, _ height: Int) {
        self.init()
        (x, y) = (0...width - 1, 0...height - 1)
        (sum, difference) = (0...width + height - 2, 1 - height...width - 1)
        area = Double(width * height)
    }

    init(_ rowStart: [Int32], _ rowEnd: [Int32]) {
        self.init()
        for y in 0..<rowStart.count where rowStart[y] < rowEnd[y] {
            let (first, last) = (Int(rowStart[y]), Int(rowEnd[y]) - 1)
            if x.lowerBound == Int.max {
                (x, self.y, sum, difference) = (first...last, y...y, first + y...last + y, first - y...last - y)
            } else {
                x = min(x.lowerBound, first)...max(x.upperBound, last)
                self.y = self.y.lowerBound...y
                sum = min(sum.lowerBound, first + y)...max(sum.upperBound, last + y)
                difference = min(difference.lowerBound, first - y)...max(difference.upperBound, last - y)
            }
        }
        let box = Double(x.count) * Double(self.y.count)
        // The area that the octagon removes at a corner is half a square.
        let cuts = [
            sum.lowerBound - x.lowerBound - self.y.lowerBound, x.upperBound + self.y.upperBound - sum.upperBound,
            difference.lowerBound - x.lowerBound + self.y.upperBound, x.upperBound - self.y.lowerBound - difference.upperBound,
        ]
        area = cuts.reduce(box) { $0 - Double($1) * Double($1) / 2 }
        cutsCorners = area < 0.9 * box
    }
}
