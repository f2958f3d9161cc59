package import SVGAModel
package import SVGAPixels
package import SVGARender

/// Draws moments that need not be those of a whole file, such as one of its layers alone.
package struct FrameStatePictures: Sendable {
    private static let canvasPixel = 20 * WorkMeter.Cost.pixel

    private let pictures: LottiePictures
    private let limits: ReadLimits
    private let budget: WorkBudget?

    /// - Parameters:
    ///   - composition: the file whose pictures are drawn.
    ///   - budget: what all pictures may cost together; nil: each may cost what a frame may.
    package init(_ composition: LottieComposition, limits: ReadLimits = .default, budget: WorkBudget? = nil) {
        self.budget = budget
        pictures = LottiePictures(composition, limits)
        self.limits = limits
    }

    /// - Parameter transform: from the moment's points to pixels.
    package func pixmap(
        of moment: LottieFrameState, _ transform: SVGATransform, width: Int, height: Int
    ) throws(RenderError) -> Pixmap {
        let pictures = pictures
        var limits = limits
        if let budget {
            // Cleared, copied and made to another order of bytes.
            try budget.spend(FrameStatePictures.canvasPixel * width * height)
            limits.work = min(limits.work, budget.left)
        }
        let painter = try FrameStatePainter(width: width, height: height, limits: limits) { (asset, _) throws(RenderError) in
            try pictures.bitmap(asset).flatMap { CairoPicture($0) }
        }
        defer { budget?.add(painter.meter.spent) }
        try painter.paint(moment, transform, background: nil)
        return painter.canvas.pixmap()
    }
}
