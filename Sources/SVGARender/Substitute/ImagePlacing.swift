import SVGAImage
import SVGAModel
import SVGAPixels

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

    /// The same place for a picture averaged down, of which the last column and row may stick out of the original's.
    func frame(of reduced: ReducedImage) -> Rect {
        let (whole, bitmap) = (reduced.whole, reduced.bitmap)
        return Rect(
            x: frame.x, y: frame.y, width: frame.width * Double(bitmap.width * reduced.factorX) / Double(whole.width),
            height: frame.height * Double(bitmap.height * reduced.factorY) / Double(whole.height))
    }
}

/// A large picture averaged down, once, by the whole factors by which every use shrinks it, so that bilinear sampling does
/// not skip pixels.
struct ReducedImage {
    let whole: PreparedBitmap
    let bitmap: PreparedBitmap
    let factorX: Int
    let factorY: Int

    /// As it is.
    init(_ whole: PreparedBitmap) {
        self.whole = whole
        bitmap = whole
        (factorX, factorY) = (1, 1)
    }

    /// - Precondition: both factors at least 1.
    init(_ whole: PreparedBitmap, _ factors: (x: Int, y: Int)) throws(ImageError) {
        self.whole = whole
        (factorX, factorY) = factors
        bitmap = factors == (1, 1) ? whole : try whole.reduced(by: factorX, factorY: factorY)
    }

    /// By how much a picture can be averaged down without losing detail in any of its uses.
    /// - Parameter uses: the rectangles the whole picture fills, and how many output pixels a point of them is at most.
    static func factors(_ whole: PreparedBitmap, for uses: [(scaleX: Double, scaleY: Double, frame: Rect)]) -> (x: Int, y: Int) {
        func factor(_ scales: [Double], _ size: Int) -> Int {
            let scale = scales.max() ?? 1
            return scale > 0 ? max(1, min(Int(min(1 / scale, 65536)), size)) : 1
        }
        return (
            factor(uses.map { $0.scaleX * $0.frame.width / Double(whole.width) }, whole.width),
            factor(uses.map { $0.scaleY * $0.frame.height / Double(whole.height) }, whole.height)
        )
    }

    /// The bytes that averaging a picture down takes at most.
    static func mostBytes(_ whole: PreparedBitmap, _ factors: (x: Int, y: Int)) -> Int {
        PreparedBitmap.mostBytes(width: (whole.width - 1) / factors.x + 1, height: (whole.height - 1) / factors.y + 1)
    }
}
