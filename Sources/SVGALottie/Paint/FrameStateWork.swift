import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender
import SVGASupport

// The cost of drawing with Cairo, charged in advance.
extension FrameStatePainter {
    /// Measured with thousands of lines crossing each row, which Cairo keeps sorted.
    private static let crossing = 40 * WorkMeter.Cost.crossing
    /// A pair of lines in one row with many short lines: each is searched among the others.
    private static let neighbors = 25 * WorkMeter.Cost.pixel
    private static let group = 20_000
    private static let groupPixel = 16 * WorkMeter.Cost.pixel
    private static let blendedPixel = 60 * WorkMeter.Cost.pixel

    /// Charges a group.
    func spendOnGroup(_ pixels: Int, isBlended: Bool) throws(SVGAError) {
        meter.spend(FrameStatePainter.group + pixels * (isBlended ? FrameStatePainter.blendedPixel : FrameStatePainter.groupPixel))
        try meter.check()
    }

    /// Charges a rectangle of one color or of a picture.
    func spend(on rect: SVGARect, _ transform: SVGATransform, isPicture: Bool) throws(SVGAError) {
        let price = isPicture ? WorkMeter.Cost.turnedPixel : 2 * WorkMeter.Cost.pixel
        meter.spend(WorkMeter.Cost.piece + seenPixels(of: rect, transform) * price)
        try meter.check()
    }

    /// Charges a filled or stroked path.
    func spend(on path: SVGAPath, _ transform: SVGATransform, _ style: PaintState.Style = .fill(isEvenOdd: false)) throws(SVGAError) {
        guard var box = path.bounds else { return }
        // Cairo flattens curves to lines, and turns each line of a stroke into a polygon with joins.
        var (linesPerSegment, edges) = (10, 1.0)
        if case .stroke(let width, _, _, _, _, _) = style {
            box = SVGARect(x: box.x - width, y: box.y - width, width: box.width + 2 * width, height: box.height + 2 * width)
            (linesPerSegment, edges) = (40, 3)
        }
        var outline = path.outerLength
        if case .stroke(let width, _, _, _, _, _) = style {
            // If the stroke is wider than its lines are long, the joins' edges are as long as the stroke is wide.
            outline += 2 * max(0, width * Double(path.verbs.count) - 4 * outline)
        }
        let length = edges * outline * transform.maximumScale
        let lines = path.verbs.count * linesPerSegment
        // A segment rarely turns back, so it crosses a row or a column at most twice.
        let maximum = 2 * edges * Double(path.verbs.count) * Double(target.area.width + target.area.height)
        meter.spend(
            WorkMeter.Cost.piece + 2 * WorkMeter.Cost.pixel * seenPixels(of: box, transform) + lines * WorkMeter.Cost.line
                + Int(saturating: length < maximum ? length : maximum) * FrameStatePainter.crossing)
        let segments = Double(path.verbs.count) * edges
        let rows = min(Double(target.area.height), max(1, box.height * transform.maximumScale))
        meter.spend(Int(saturating: segments * segments / rows * Double(FrameStatePainter.neighbors)))
        try meter.check()
    }

    private func seenPixels(of rect: SVGARect, _ transform: SVGATransform) -> Int {
        target.area.covered(by: transform.boundingBox(of: rect)).pixels
    }
}

extension SVGAPath {
    /// The length of the polygon of all points and control points: an upper bound of the path's length.
    var outerLength: Double {
        var sum = 0.0
        for index in stride(from: 2, to: coordinates.count - 1, by: 2) {
            let (x, y) = (Double(coordinates[index] - coordinates[index - 2]), Double(coordinates[index + 1] - coordinates[index - 1]))
            sum += (x * x + y * y).squareRoot()
        }
        // A closing line is at most as long as the bounding box's width plus its height.
        let closing = (bounds?.width ?? 0) + (bounds?.height ?? 0)
        return sum + closing * Double(verbs.count { $0 == .close })
    }
}
