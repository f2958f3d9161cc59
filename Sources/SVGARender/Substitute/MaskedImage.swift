package import SVGAImage
package import SVGAModel
import SVGAPixels
import SVGASupport

/// A replacement image with its mask, as a bitmap that fills the layout.
package enum MaskedImage {
    /// The maximum side of a masked bitmap, in pixels. Screens do not have more pixels.
    private static let maximumSide = 4096.0

    /// - Parameters:
    ///   - size: of the result in pixels; nil: the visible resolution.
    ///   - original: the replaced bitmap, for ``ImageMask/original``; nil: no mask.
    ///   - willTake: called before memory is allocated, with the maximum bytes of the result.
    package static func make(
        _ substitution: Substitutions.Image, _ use: LayoutUse, size: (width: Int, height: Int)? = nil, original: PreparedBitmap?,
        limits: ReadLimits,
        willTake: (_ bytes: Int) throws(SVGAError) -> Void = { _ in }
    ) throws(SVGAError) -> PreparedBitmap {
        let image = substitution.image.bitmap
        let placement = ImagePlacement(substitution.fit, width: image.width, height: image.height, use.layout)
        let scaleX = resolution(use.scaleX, use.layout.width, Double(image.width) / placement.frame.width)
        let scaleY = resolution(use.scaleY, use.layout.height, Double(image.height) / placement.frame.height)
        let width = size?.width ?? max(1, Int(saturating: (use.layout.width * scaleX).rounded(.up)))
        let height = size?.height ?? max(1, Int(saturating: (use.layout.height * scaleY).rounded(.up)))
        let pixels = width.multipliedSaturating(by: height)
        guard pixels <= limits.imagePixels else {
            throw .limit(LimitExceeded(\.imagePixels, of: limits, found: pixels, subject: "a masked image"))
        }
        try willTake(PreparedBitmap.maximumBytes(width: width, height: height))
        let transform = SVGATransform.scale(x: Double(width) / use.layout.width, y: Double(height) / use.layout.height)
        let reduced = try ReducedImage(image, ReducedImage.factors(image, for: [(transform.a, transform.d, placement.frame)]))
        let positioned = PositionedBitmap(
            index: 0, frame: placement.frame(of: reduced),
            clip: SVGARect(x: 0, y: 0, width: use.layout.width, height: use.layout.height))
        do throws(SVGAError) {
            let part = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
            let canvas = try Canvas(width: width, height: height)
            Mipmaps(reduced.bitmap).draw(positioned, transform, alpha: 1, to: canvas.rows, bounds: part, within: part)
            try mask(canvas, substitution.mask, use.layout, transform, part, original)
            return try bitmap(canvas)
        } catch {
            throw .outOfMemory(bytes: 4 * width * height)
        }
    }

    /// Pixels per point: twice the visible resolution, at most the image's, because the result is resampled when it is drawn.
    private static func resolution(_ scale: Double, _ length: Double, _ density: Double) -> Double {
        min(max(scale, min(2 * scale, density)), maximumSide / length)
    }

    private static func mask(
        _ canvas: Canvas, _ mask: ImageMask, _ layout: SVGASize, _ transform: SVGATransform, _ part: PixelRect, _ original: PreparedBitmap?
    ) throws(SVGAError) {
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
            let positioned = PositionedBitmap(index: 0, frame: SVGARect(x: 0, y: 0, width: layout.width, height: layout.height), clip: nil)
            Mipmaps(original).draw(positioned, transform, alpha: 1, to: shape.rows, bounds: part, within: part)
            canvas.rows.mask(by: shape.rows, part)
            return
        }
        ShapePainter().clip(outline, transform, canvas.rows, within: part)
    }

    private static func bitmap(_ canvas: Canvas) throws(SVGAError) -> PreparedBitmap {
        do throws(SVGAError) {
            var builder = try BitmapBuilder(width: canvas.width, height: canvas.height)
            for y in 0..<canvas.height {
                builder.rowWords(y).update(from: canvas.rows.row(y), count: canvas.width)
                builder.finishPremultipliedRow(y)
            }
            return builder.finish()
        } catch {
            throw .drawing(reason: error.message)
        }
    }
}

/// The position of a picture in a layout rectangle, by its ``ImageFit``.
struct ImagePlacement {
    /// The rectangle that the entire picture fills, in the sprite's space.
    let frame: SVGARect
    /// The layout rectangle if the picture is larger than it, else nil.
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

    /// The frame for a reduced picture, whose last column and row may extend beyond the original.
    func frame(of reduced: ReducedImage) -> SVGARect {
        let (source, bitmap) = (reduced.source, reduced.bitmap)
        return SVGARect(
            x: frame.x, y: frame.y, width: frame.width * Double(bitmap.width * reduced.factorX) / Double(source.width),
            height: frame.height * Double(bitmap.height * reduced.factorY) / Double(source.height))
    }
}

/// A large picture, averaged by integer factors so that bilinear sampling skips no pixels.
struct ReducedImage {
    let source: PreparedBitmap
    let bitmap: PreparedBitmap
    let factorX: Int
    let factorY: Int

    /// The picture without reduction.
    init(_ source: PreparedBitmap) {
        self.source = source
        bitmap = source
        (factorX, factorY) = (1, 1)
    }

    /// - Precondition: both factors are at least 1.
    init(_ source: PreparedBitmap, _ factors: (x: Int, y: Int)) throws(SVGAError) {
        self.source = source
        (factorX, factorY) = factors
        bitmap = factors == (1, 1) ? source : try source.reduced(by: factorX, factorY: factorY)
    }

    /// The factors by which a picture can be averaged without losing detail in any of its uses.
    /// - Parameter uses: for each use, the rectangle that the picture fills and the maximum number of output pixels per point.
    static func factors(_ source: PreparedBitmap, for uses: [(scaleX: Double, scaleY: Double, frame: SVGARect)]) -> (x: Int, y: Int) {
        func factor(_ scales: [Double], _ size: Int) -> Int {
            let scale = scales.max() ?? 1
            return scale > 0 ? max(1, min(Int(saturating: min(1 / scale, 65536)), size)) : 1
        }
        return (
            factor(uses.map { $0.scaleX * $0.frame.width / Double(source.width) }, source.width),
            factor(uses.map { $0.scaleY * $0.frame.height / Double(source.height) }, source.height)
        )
    }

    /// The maximum bytes of the reduced picture.
    static func maximumBytes(_ source: PreparedBitmap, _ factors: (x: Int, y: Int)) -> Int {
        PreparedBitmap.maximumBytes(width: (source.width - 1) / factors.x + 1, height: (source.height - 1) / factors.y + 1)
    }
}
