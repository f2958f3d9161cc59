import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender
import SVGASupport

// What drawing by Cairo costs, counted before it is drawn.
extension FrameStatePainter {
    /// Measured where thousands of lines cross each row: Cairo keeps them sorted.
    private static let crossing = 40 * WorkMeter.Cost.crossing
    /// A pair of lines in one row, where many short lines lie: each is looked for among those that lie there.
    private static let neighbors = 25 * WorkMeter.Cost.pixel
    private static let group = 20_000
    private static let groupPixel = 16 * WorkMeter.Cost.pixel
    private static let blendedPixel = 60 * WorkMeter.Cost.pixel

    /// Counts a group of the canvas's size.
    func spendOnGroup(isBlended: Bool) throws(RenderError) {
        meter.spend(
            FrameStatePainter.group + canvas.width * canvas.height
                * (isBlended ? FrameStatePainter.blendedPixel : FrameStatePainter.groupPixel))
        try meter.check()
    }

    /// Counts a rectangle of one color or of a picture.
    func spend(on rect: SVGARect, _ transform: SVGATransform, isPicture: Bool) throws(RenderError) {
        let price = isPicture ? WorkMeter.Cost.turnedPixel : 2 * WorkMeter.Cost.pixel
        meter.spend(WorkMeter.Cost.piece + seenPixels(of: rect, transform) * price)
        try meter.check()
    }

    /// Counts a path that is filled, or stroked.
    func spend(on path: SVGAPath, _ transform: SVGATransform, _ style: PaintState.Style = .fill(isEvenOdd: false)) throws(RenderError) {
        guard var box = path.bounds else { return }
        // Cairo makes lines of curves, and of each line of a stroke the edges of a polygon with its joins.
        var (linesPerSegment, edges) = (10, 1.0)
        if case .stroke(let width, _, _, _, _, _) = style {
            box = SVGARect(x: box.x - width, y: box.y - width, width: box.width + 2 * width, height: box.height + 2 * width)
            (linesPerSegment, edges) = (40, 3)
        }
        var outline = path.outerLength
        if case .stroke(let width, _, _, _, _, _) = style {
            // The edges at joins are as long as a stroke is wide where that is wider than its lines are long.
            outline += 2 * max(0, width * Double(path.verbs.count) - 4 * outline)
        }
        let length = edges * outline * transform.maximumScale
        let lines = path.verbs.count * linesPerSegment
        // A segment seldom turns back, so it crosses a row or a column at most twice.
        let most = 2 * edges * Double(path.verbs.count) * Double(canvas.width + canvas.height)
        meter.spend(
            WorkMeter.Cost.piece + 2 * WorkMeter.Cost.pixel * seenPixels(of: box, transform) + lines * WorkMeter.Cost.line
                + Int(saturating: length < most ? length : most) * FrameStatePainter.crossing)
        let segments = Double(path.verbs.count) * edges
        let rows = min(Double(canvas.height), max(1, box.height * transform.maximumScale))
        meter.spend(Int(saturating: segments * segments / rows * Double(FrameStatePainter.neighbors)))
        try meter.check()
    }

    private func seenPixels(of rect: SVGARect, _ transform: SVGATransform) -> Int {
        PixelRect(minX: 0, minY: 0, maxX: canvas.width, maxY: canvas.height).covered(by: transform.boundingBox(of: rect)).pixels
    }
}

extension SVGAPath {
    /// The length of the polygon through all points and control points, which no path is longer than.
    var outerLength: Double {
        var sum = 0.0
        for index in stride(from: 2, to: coordinates.count - 1, by: 2) {
            sum += hypot(Double(coordinates[index] - coordinates[index - 2]), Double(coordinates[index + 1] - coordinates[index - 1]))
        }
        // Closing lines are at most as long as the box around is wide and high.
        let closing = (bounds?.width ?? 0) + (bounds?.height ?? 0)
        return sum + closing * Double(verbs.count { $0 == .close })
    }
}
