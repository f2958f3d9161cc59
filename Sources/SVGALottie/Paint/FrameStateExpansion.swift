import CCairo
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender
import SVGASupport

// Masks with an expansion, as lottie-web draws them.
extension FrameStatePainter {
    /// Measured with windows of any size: two passes over bytes, and the conversion from words and back.
    private static let erodedPixel = 30 * WorkMeter.Cost.pixel

    /// Paints a mask that is larger or smaller than its path.
    /// - Parameter mode: combines it with the masks before.
    func paint(_ mask: MaskState, _ expansion: MaskState.Expansion, _ transform: SVGATransform, _ mode: cairo_operator_t) throws(SVGAError)
    {
        try beginGroup(nil)
        if mask.isInverted {
            cairo_set_source_rgba(context, 1, 1, 1, mask.opacity)
            cairo_paint(context)
            try beginGroup(nil)
            try paintEroded(expansion, transform, opacity: 1)
            try endGroup(CAIRO_OPERATOR_DEST_OUT)
        } else {
            try paintEroded(expansion, transform, opacity: mask.opacity)
        }
        try endGroup(mode)
    }

    /// Paints the fill with the opacity of the mask, and the stroke without it.
    private func paintOutline(_ expansion: MaskState.Expansion, _ transform: SVGATransform, opacity: Double) throws(SVGAError) {
        let fill = PaintState(
            name: "", path: expansion.path, transform: .identity, style: .fill(isEvenOdd: false), paint: .color(.white), opacity: opacity)
        try paint(fill, transform, opacity: 1)
        guard expansion.strokeWidth > 0 else { return }
        var stroke = fill
        stroke.style = .stroke(
            width: expansion.strokeWidth, cap: .butt, join: .miter, miterLimit: MaskState.Expansion.miterLimit, dashes: [], phase: 0)
        stroke.opacity = 1
        try paint(stroke, transform, opacity: 1)
    }

    private func paintEroded(_ expansion: MaskState.Expansion, _ transform: SVGATransform, opacity: Double) throws(SVGAError) {
        // A rotated mask is eroded before its rotation.
        var space = transform
        if !transform.isAxisAligned {
            let scale = transform.axisScales
            space = .scale(x: scale.x, y: scale.y)
        }
        func pixels(_ length: Double) -> Int { Int(saturating: min(length.rounded(), Double(FrameStatePainter.maximumSide))) }
        let scale = space.axisScales
        let reach = (x: pixels(expansion.erosion * scale.x), y: pixels(expansion.erosion * scale.y))
        guard reach.x > 0 || reach.y > 0 else { return try paintOutline(expansion, transform, opacity: opacity) }
        guard let inverse = space.inverted, let bounds = expansion.bounds else { return }
        let placement = inverse.concatenating(transform)
        guard let area = self.pixels(of: space.boundingBox(of: bounds), placement, reach), area.width > 2 * reach.x,
            area.height > 2 * reach.y
        else { return }
        // Words, and three bytes for the erosion.
        try drawOnOwnPixels(of: area, bytesPerPixel: 7, costPerPixel: FrameStatePainter.erodedPixel) { () throws(SVGAError) in
            try paintOutline(expansion, space, opacity: opacity)
        } change: { words in
            var erosion = AlphaErosion()
            erosion.erode(words, width: area.width, height: area.height, radiusX: reach.x, radiusY: reach.y)
        } show: { surface in
            show(surface, bounds, transform, placement, opacity: 1)
        }
    }
}

extension MaskState.Expansion {
    /// The default of SVG.
    fileprivate static let miterLimit = 4.0

    /// The bounds before the erosion, in the layer's space.
    var bounds: SVGARect? { path.bounds?.outset(by: max(1, strokeWidth / 2 * MaskState.Expansion.miterLimit)) }
}
