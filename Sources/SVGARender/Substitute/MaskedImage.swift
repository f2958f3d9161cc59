import CCairo
import SVGAImage
import SVGAModel
import SVGAPixels

/// A replacement image cut to shape, as a bitmap that fills the layout.
enum MaskedImage {
    /// A side of a masked bitmap is not longer: at that size its pixels are smaller than any screen's.
    private static let longestSide = 4096.0

    /// - Parameters:
    ///   - original: the bitmap that is replaced, for ``ImageMask/original``; without one nothing is cut.
    ///   - willTake: told the bytes that the result takes at most, before they are taken.
    static func make(
        _ substitution: Substitutions.Image, _ use: LayoutUse, original: PreparedBitmap?, limits: ReadLimits,
        willTake: (_ bytes: Int) throws(ImageError) -> Void = { _ in }
    ) throws(ImageError) -> PreparedBitmap {
        let image = substitution.image.bitmap
        let placing = ImagePlacing(substitution.fit, width: image.width, height: image.height, use.layout)
        let scaleX = resolution(use.scaleX, use.layout.width, Double(image.width) / placing.frame.width)
        let scaleY = resolution(use.scaleY, use.layout.height, Double(image.height) / placing.frame.height)
        let width = max(1, Int((use.layout.width * scaleX).rounded(.up)))
        let height = max(1, Int((use.layout.height * scaleY).rounded(.up)))
        guard width * height <= limits.imagePixels else {
            throw .limit(LimitExceeded(\.imagePixels, of: limits, found: width * height, subject: "a masked image"))
        }
        try willTake(PreparedBitmap.mostBytes(width: width, height: height))
        let transform = Transform.scale(x: Double(width) / use.layout.width, y: Double(height) / use.layout.height)
        let reduced = try ReducedImage(image, ReducedImage.factors(image, for: [(transform.a, transform.d, placing.frame)]))
        let place = BitmapPlace(
            index: 0, frame: placing.frame(of: reduced),
            clip: Rect(x: 0, y: 0, width: use.layout.width, height: use.layout.height))
        do throws(RenderError) {
            let part = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
            let canvas = try Canvas(width: width, height: height)
            canvas.withPixels { BitmapLevels(reduced.bitmap).draw(place, transform, alpha: 1, to: $0, within: part) }
            try mask(canvas, substitution.mask, use.layout, transform, part, original)
            try canvas.check()
            return try bitmap(canvas)
        } catch {
            throw .outOfMemory(bytes: 4 * width * height)
        }
    }

    /// Twice as sharp as it is shown, if the image has it to give: it is sampled once more when it is drawn.
    private static func resolution(_ scale: Double, _ length: Double, _ density: Double) -> Double {
        min(max(scale, min(2 * scale, density)), longestSide / length)
    }

    private static func mask(
        _ canvas: Canvas, _ mask: ImageMask, _ layout: Size, _ transform: Transform, _ part: PixelRect, _ original: PreparedBitmap?
    ) throws(RenderError) {
        let outline: ShapeEntity.Geometry
        switch mask {
        case .none: return
        case .circle:
            let radius = min(layout.width, layout.height) / 2
            outline = .ellipse(centerX: layout.width / 2, centerY: layout.height / 2, radiusX: radius, radiusY: radius)
        case .roundedCorners(let radius):
            outline = .rect(
                Rect(x: 0, y: 0, width: layout.width, height: layout.height),
                cornerRadius: min(max(0, radius), layout.width / 2, layout.height / 2))
        case .original:
            guard let original else { return }
            let shape = try Canvas(width: canvas.width, height: canvas.height)
            let place = BitmapPlace(index: 0, frame: Rect(x: 0, y: 0, width: layout.width, height: layout.height), clip: nil)
            shape.withPixels { BitmapLevels(original).draw(place, transform, alpha: 1, to: $0, within: part) }
            canvas.composite(shape, part: part, alpha: 1, CAIRO_OPERATOR_DEST_IN)
            return
        }
        let shape = try Canvas(width: canvas.width, height: canvas.height)
        ShapePainter.draw(ShapeEntity(geometry: outline, fill: Color(red: 0, green: 0, blue: 0)), transform, 1, shape.context)
        try shape.check()
        canvas.composite(shape, part: part, alpha: 1, CAIRO_OPERATOR_DEST_IN)
    }

    private static func bitmap(_ canvas: Canvas) throws(RenderError) -> PreparedBitmap {
        var result: Result<PreparedBitmap, ImageError> = .failure(.outOfMemory(bytes: 0))
        canvas.withPixels { rows in
            do throws(ImageError) {
                var builder = try BitmapBuilder(width: canvas.width, height: canvas.height)
                for y in 0..<canvas.height {
                    builder.rowWords(y).update(from: rows.row(y), count: canvas.width)
                    builder.finishPremultipliedRow(y)
                }
                result = .success(builder.finish())
            } catch {
                result = .failure(error)
            }
        }
        switch result {
        case .success(let bitmap): return bitmap
        case .failure(let error): throw .drawing(reason: error.description)
        }
    }
}
