package import SVGAImage
package import SVGAModel
import SVGAPixels
import SVGASupport

/// A replacement image cut to shape, as a bitmap that fills the layout.
package enum MaskedImage {
    /// The longest side of a masked bitmap. Screens do not have more pixels.
    private static let maximumSide = 4096.0

    /// - Parameters:
    ///   - size: of the result in pixels; nil: as many as are shown.
    ///   - original: the bitmap that is replaced, for ``ImageMask/original``; nil: nothing is cut off.
    ///   - willTake: called before memory is taken, with the most bytes that the result can need.
    package static func make(
        _ substitution: Substitutions.Image, _ use: LayoutUse, size: (width: Int, height: Int)? = nil, original: PreparedBitmap?,
        limits: ReadLimits,
        willTake: (_ bytes: Int) throws(ImageError) -> Void = { _ in }
    ) throws(ImageError) -> PreparedBitmap {
        let image = substitution.image.bitmap
        let placing = ImagePlacing(substitution.fit, width: image.width, height: image.height, use.layout)
        let scaleX = resolution(use.scaleX, use.layout.width, Double(image.width) / placing.frame.width)
        let scaleY = resolution(use.scaleY, use.layout.height, Double(image.height) / placing.frame.height)
        let width = size?.width ?? max(1, Int(saturating: (use.layout.width * scaleX).rounded(.up)))
        let height = size?.height ?? max(1, Int(saturating: (use.layout.height * scaleY).rounded(.up)))
        let pixels = width.multipliedSaturating(by: height)
        guard pixels <= limits.imagePixels else {
            throw .limit(LimitExceeded(\.imagePixels, of: limits, found: pixels, subject: "a masked image"))
        }
        try willTake(PreparedBitmap.maximumBytes(width: width, height: height))
        let transform = SVGATransform.scale(x: Double(width) / use.layout.width, y: Double(height) / use.layout.height)
        let reduced = try ReducedImage(image, ReducedImage.factors(image, for: [(transform.a, transform.d, placing.frame)]))
        let place = BitmapPlace(
            index: 0, frame: placing.frame(of: reduced),
            clip: SVGARect(x: 0, y: 0, width: use.layout.width, height: use.layout.height))
        do throws(RenderError) {
            let part = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
            let canvas = try Canvas(width: width, height: height)
            Mipmaps(reduced.bitmap).draw(place, transform, alpha: 1, to: canvas.rows, bounds: part, within: part)
            try mask(canvas, substitution.mask, use.layout, transform, part, original)
            return try bitmap(canvas)
        } catch {
            throw .outOfMemory(bytes: 4 * width * height)
        }
    }

    /// Pixels per point: twice the resolution that is shown, if the image has so many, because the result is sampled again when it is drawn.
    private static func resolution(_ scale: Double, _ length: Double, _ density: Double) -> Double {
        min(max(scale, min(2 * scale, density)), maximumSide / length)
    }

    private static func mask(
        _ canvas: Canvas, _ mask: ImageMask, _ layout: SVGASize, _ transform: SVGATransform, _ part: PixelRect, _ original: PreparedBitmap?
    ) throws(RenderError) {
        let outline: ShapeEntity.Geometry
        switch mask {
        case .none: return
        case .circle:
            let radius = min(layout.width, layout.height) / 2
            outline = .ellipse(centerX: layout.width / 2, centerY: layout.height / 2, radiusX: radius, radiusY: radius)
        case .roundedCorners(let radius):
            outline = .rect(
                SVGARect(x: 0, y: 0, width: layout.width, height: layout.height),
                cornerRadius: min(max(0, radius), layout.width / 2, layout.height / 2))
        case .original:
            guard let original else { return }
            let shape = try Canvas(width: canvas.width, height: canvas.height)
            let place = BitmapPlace(index: 0, frame: SVGARect(x: 0, y: 0, width: layout.width, height: layout.height), clip: nil)
            Mipmaps(original).draw(place, transform, alpha: 1, to: shape.rows, bounds: part, within: part)
            canvas.rows.mask(by: shape.rows, part)
            return
        }
        ShapePainter().clip(outline, transform, canvas.rows, within: part)
    }

    private static func bitmap(_ canvas: Canvas) throws(RenderError) -> PreparedBitmap {
        do throws(ImageError) {
            var builder = try BitmapBuilder(width: canvas.width, height: canvas.height)
            for y in 0..<canvas.height {
                builder.rowWords(y).update(from: canvas.rows.row(y), count: canvas.width)
                builder.finishPremultipliedRow(y)
            }
            return builder.finish()
        } catch {
            throw .drawing(reason: error.description)
        }
    }
}

/// Where a picture lies in a layout rectangle, by its ``ImageFit``.
struct ImagePlacing {
    /// The rectangle that the whole picture fills, in the sprite's space.
    let frame: SVGARect
    /// The layout rectangle if the picture sticks out of it, else nil.
    let clip: SVGARect?

    init(_ fit: ImageFit, width: Int, height: Int, _ layout: SVGASize) {
        let (width, height) = (Double(width), Double(height))
        let scale =
            switch fit {
            case .fill: 0.0
            case .contain: min(layout.width / width, layout.height / height)
            case .cover: max(layout.width / width, layout.height / height)
            case .none: 1.0
            }
        let size = fit == .fill ? layout : SVGASize(width: width * scale, height: height * scale)
        frame = SVGARect(
            x: (layout.width - size.width) / 2, y: (layout.height - size.height) / 2, width: size.width, height: size.height)
        let sticksOut = size.width > layout.width || size.height > layout.height
        clip = sticksOut ? SVGARect(x: 0, y: 0, width: layout.width, height: layout.height) : nil
    }

    /// The same place for an averaged picture, whose last column and row may stick out of the original.
    func frame(of reduced: ReducedImage) -> SVGARect {
        let (whole, bitmap) = (reduced.whole, reduced.bitmap)
        return SVGARect(
            x: frame.x, y: frame.y, width: frame.width * Double(bitmap.width * reduced.factorX) / Double(whole.width),
            height: frame.height * Double(bitmap.height * reduced.factorY) / Double(whole.height))
    }
}

/// A large picture, averaged down by whole factors so that bilinear sampling does not skip pixels.
struct ReducedImage {
    let whole: PreparedBitmap
    let bitmap: PreparedBitmap
    let factorX: Int
    let factorY: Int

    /// The picture itself.
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

    /// The factors by which a picture can be averaged down without losing detail in any of its uses.
    /// - Parameter uses: for each use the rectangle that the picture fills, and the most output pixels that one of its points covers.
    static func factors(_ whole: PreparedBitmap, for uses: [(scaleX: Double, scaleY: Double, frame: SVGARect)]) -> (x: Int, y: Int) {
        func factor(_ scales: [Double], _ size: Int) -> Int {
            let scale = scales.max() ?? 1
            return scale > 0 ? max(1, min(Int(saturating: min(1 / scale, 65536)), size)) : 1
        }
        return (
            factor(uses.map { $0.scaleX * $0.frame.width / Double(whole.width) }, whole.width),
            factor(uses.map { $0.scaleY * $0.frame.height / Double(whole.height) }, whole.height)
        )
    }

    /// The most bytes that the averaged picture can need.
    static func maximumBytes(_ whole: PreparedBitmap, _ factors: (x: Int, y: Int)) -> Int {
        PreparedBitmap.maximumBytes(width: (whole.width - 1) / factors.x + 1, height: (whole.height - 1) / factors.y + 1)
    }
}
