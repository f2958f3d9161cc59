/// The octagon around the visible pixels of the stored part of a picture: the bounds of x, y, x + y and x - y. Drawing skips what is outside.
package struct OpacityHull: Sendable {
    /// false: hulls of the current task contain the whole picture. Only svga-bench sets it, to measure the gain.
    @TaskLocal package static var isEnabled = true

    package private(set) var x = Int.max...Int.max
    package private(set) var y = Int.max...Int.max
    package private(set) var sum = Int.max...Int.max
    package private(set) var difference = Int.max...Int.max
    /// Whether the octagon is much smaller than its bounding box.
    package private(set) var cutsCorners = false

    /// The hull of a transparent picture.
    init() {}

    /// - Parameters:
    ///   - rowStart: the first visible pixel of each row.
    ///   - rowEnd: one past the last visible pixel; equal to `rowStart` for a transparent row.
    init(_ rowStart: [Int32], _ rowEnd: [Int32], width: Int) {
        guard OpacityHull.isEnabled else {
            let height = rowStart.count
            (x, y) = (0...width - 1, 0...height - 1)
            (sum, difference) = (0...width + height - 2, 1 - height...width - 1)
            return
        }
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
        let area = cuts.reduce(box) { $0 - Double($1) * Double($1) / 2 }
        cutsCorners = area < 0.9 * box
    }
}
