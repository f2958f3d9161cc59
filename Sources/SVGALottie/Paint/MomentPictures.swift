package import SVGAModel
package import SVGAPixels
package import SVGARender

/// Draws moments that need not be those of a whole file, such as one of its layers alone.
package struct MomentPictures: Sendable {
    private let pictures: LottiePictures
    private let limits: ReadLimits

    /// - Parameter composition: the file whose pictures are drawn.
    package init(_ composition: LottieComposition, limits: ReadLimits = .default) {
        pictures = LottiePictures(composition, limits)
        self.limits = limits
    }

    /// - Parameter transform: from the moment's points to pixels.
    package func pixmap(
        of moment: LottieMoment, _ transform: Transform, width: Int, height: Int
    ) throws(RenderError) -> Pixmap {
        let pictures = pictures
        let painter = try MomentPainter(width: width, height: height, limits: limits) { (asset, _) throws(RenderError) in
            try pictures.bitmap(asset).flatMap { CairoPicture($0) }
        }
        try painter.paint(moment, transform, background: nil)
        return painter.canvas.pixmap()
    }
}
