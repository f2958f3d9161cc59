import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender

extension FrameStatePainter.Shown {
    /// Whether the lowest layer replaces all pixels by an opaque color.
    func isCovered(width: Int, height: Int) -> Bool {
        guard clip == nil, let lowest = frameState.layers.first else { return false }
        return lowest.covers(SVGARect(x: 0, y: 0, width: Double(width), height: Double(height)), transform, depth: 8)
    }
}

extension LayerState {
    fileprivate func covers(_ frame: SVGARect, _ parentTransform: SVGATransform, depth: Int) -> Bool {
        guard opacity == 1, blendMode == .normal, masks.isEmpty, matte == nil, filter == nil, pathStroke == nil, depth > 0 else {
            return false
        }
        let transform = transform.concatenating(parentTransform)
        switch content {
        case .image: return false
        case .solid(let color, let width, let height):
            return color.alpha >= 1 && SVGARect(x: 0, y: 0, width: width, height: height).covers(frame, transform)
        case .composition(let frameState, let width, let height):
            guard let lowest = frameState.layers.first else { return false }
            return SVGARect(x: 0, y: 0, width: width, height: height).covers(frame, transform)
                && lowest.covers(frame, transform, depth: depth - 1)
        case .shapes(let paints):
            guard let lowest = paints.first, lowest.groups.isEmpty, lowest.blendMode == .normal, lowest.opacity == 1, !lowest.hasMaskRegion,
                lowest.letters == nil, case .fill = lowest.style, case .color(let color) = lowest.paint, color.alpha >= 1,
                let rect = lowest.path.rectangle
            else { return false }
            return rect.covers(frame, lowest.transform.concatenating(transform))
        }
    }
}

extension SVGARect {
    /// The distance in pixels that has no effect, because edges are rounded to 1/256 pixel.
    private static let rounding = 1.0 / 1024

    /// Whether a transformed rectangle has all pixels of another one.
    fileprivate func covers(_ frame: SVGARect, _ transform: SVGATransform) -> Bool {
        guard transform.keepsRectangles, transform.isInvertible, transform.determinant.magnitude > 1e-9 else { return false }
        let box = transform.boundingBox(of: self)
        let rounding = SVGARect.rounding
        return box.minX <= frame.minX + rounding && box.minY <= frame.minY + rounding && box.maxX >= frame.maxX - rounding
            && box.maxY >= frame.maxY - rounding
    }
}
