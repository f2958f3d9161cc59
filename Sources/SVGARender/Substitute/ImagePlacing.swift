import SVGAModel

/// Where a picture lies in a layout rectangle, as its fit says.
struct ImagePlacing {
    /// The rectangle that the whole picture fills, in the sprite's space.
    let frame: Rect
    /// The layout rectangle where the picture sticks out of it.
    let clip: Rect?

    init(_ fit: ImageFit, width: Int, height: Int, _ layout: Size) {
        let (width, height) = (Double(width), Double(height))
        let scale =
            switch fit {
            case .fill: 0.0
            case .contain: min(layout.width / width, layout.height / height)
            case .cover: max(layout.width / width, layout.height / height)
            case .none: 1.0
            }
        let size = fit == .fill ? layout : Size(width: width * scale, height: height * scale)
        frame = Rect(
            x: (layout.width - size.width) / 2, y: (layout.height - size.height) / 2, width: size.width, height: size.height)
        let sticksOut = size.width > layout.width || size.height > layout.height
        clip = sticksOut ? Rect(x: 0, y: 0, width: layout.width, height: layout.height) : nil
    }

    /// A large picture averaged down, once, by the whole factors by which every use shrinks it, so that bilinear sampling
    /// does not skip pixels.
    static func reduced(_ image: PreparedBitmap, _ uses: [(scaleX: Double, scaleY: Double, frame: Rect)]) throws(ImageError)
        -> PreparedBitmap
    {
        let scaleX = uses.map { $0.scaleX * $0.frame.width / Double(image.width) }.max() ?? 1
        let scaleY = uses.map { $0.scaleY * $0.frame.height / Double(image.height) }.max() ?? 1
        func factor(_ scale: Double, _ size: Int) -> Int { scale > 0 ? max(1, min(Int(min(1 / scale, 65536)), size)) : 1 }
        let (factorX, factorY) = (factor(scaleX, image.width), factor(scaleY, image.height))
        return factorX == 1 && factorY == 1 ? image : try image.reduced(by: factorX, factorY: factorY)
    }

    /// The frame of a reduced picture: its last column and row may stick out of the original's.
    func frame(of reduced: PreparedBitmap, insteadOf image: PreparedBitmap) -> Rect {
        guard reduced !== image else { return frame }
        let factorX = ImagePlacing.factor(reduced.width, image.width)
        let factorY = ImagePlacing.factor(reduced.height, image.height)
        return Rect(
            x: frame.x, y: frame.y, width: frame.width * Double(reduced.width * factorX) / Double(image.width),
            height: frame.height * Double(reduced.height * factorY) / Double(image.height))
    }

    /// The factor that made `reduced` of `whole`, each box but the last being full.
    private static func factor(_ reduced: Int, _ whole: Int) -> Int { (whole + reduced - 1) / reduced }
}
