package import SVGAModel
package import SVGAPixels
package import SVGARender
import SVGASupport

/// Draws frame states that may be parts of a file's, for example a single layer.
package struct FrameStatePictures: Sendable {
    private static let canvasPixel = 20 * WorkMeter.Cost.pixel
    /// The painter's meter counts what Cairo would cost: a unit takes at most 0.12 ns, and less than 0.08 ns in 47 of 51 public files. A budget for many
    /// frames has units of 0.2 ns. With this share the costliest files of `tools/attack` take at most 1.5 s.
    private static let shareOfBudget = 4

    private let pictures: LottiePictures
    private let limits: ReadLimits
    private let budget: WorkBudget?

    /// - Parameters:
    ///   - composition: the file that contains the images.
    ///   - budget: the work budget of all pictures together; nil: each has that of a frame.
    package init(_ composition: LottieComposition, limits: ReadLimits = .default, budget: WorkBudget? = nil) {
        self.budget = budget
        pictures = LottiePictures(composition, limits)
        self.limits = limits
    }

    /// - Parameter transform: the transform from the frame state's points to pixels.
    package func pixmap(
        of frameState: LottieFrameState, _ transform: SVGATransform, width: Int, height: Int
    ) throws(SVGAError) -> Pixmap {
        let pictures = pictures
        var limits = limits
        if let budget {
            // For clearing, copying and converting the byte order.
            try budget.spend(FrameStatePictures.canvasPixel * width * height)
            limits.work = min(limits.work, budget.left.multipliedSaturating(by: FrameStatePictures.shareOfBudget))
        }
        let painter = try FrameStatePainter(width: width, height: height, limits: limits) { (asset, _) throws(SVGAError) in
            try pictures.bitmap(asset).flatMap { CairoPicture($0, fit: pictures.fit(asset)) }
        }
        defer { budget?.add(painter.meter.spent / FrameStatePictures.shareOfBudget) }
        try painter.paint(frameState, transform, background: nil)
        return painter.canvas?.pixmap() ?? Pixmap(width: width, height: height)
    }
}
