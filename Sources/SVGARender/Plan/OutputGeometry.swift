package import SVGAModel
package import SVGAPixels
import SVGASupport

/// The output's size and the canvas' position in it.
package struct OutputGeometry: Sendable {
    let width: Int
    let height: Int
    /// From points of the canvas to output pixels.
    package let transform: SVGATransform
    /// The canvas, or the crop with bars beside it, in points, if the output extends beyond it and must be empty there; nil: no clipping.
    package let clip: SVGARect?

    /// The maximum side in pixels, as most file formats allow no more.
    static let maxSide = 32767

    package init(movie: VideoEntity, options: RenderOptions) throws(SVGAError) {
        let canvas = SVGARect(x: 0, y: 0, width: Double(movie.canvasPixels.width), height: Double(movie.canvasPixels.height))
        let part = try OutputGeometry.part(of: canvas, options)
        (width, height) = try OutputGeometry.size(of: part, options.size)
        try OutputGeometry.check(width, height, options.limits)
        var shown = canvas
        if let given = options.transform {
            guard given.isDrawable else { throw .emptyOutput(reason: "the transform cannot be inverted") }
            transform = given
        } else {
            (transform, shown) = OutputGeometry.placement(of: part, canvas, width, height, options)
        }
        clip = options.clipsToCanvas && OutputGeometry.reachesBeyond(shown, width, height, transform) ? shown : nil
    }

    /// The default filter.
    var usualFilter: RenderOptions.Filter {
        let scales = transform.axisScales
        return max(scales.x, scales.y) < 0.5 ? .best : .bilinear
    }

    /// One pixel, as large as a point, around a point of the canvas.
    init(pixelAtX x: Double, y: Double) {
        (width, height) = (1, 1)
        transform = .translation(x: 0.5 - x, y: 0.5 - y)
        clip = nil
    }

    /// The canvas with one pixel per point.
    init(pointsOf movie: VideoEntity) {
        (width, height) = movie.canvasPixels
        transform = .identity
        clip = nil
    }

    /// - Returns: the transform, and the part of the canvas that is visible: beside a letterboxed crop, nothing of the rest.
    private static func placement(
        of part: SVGARect, _ canvas: SVGARect, _ width: Int, _ height: Int, _ options: RenderOptions
    ) -> (SVGATransform, SVGARect) {
        // With a given scale, points have exactly that size, even if the output was rounded to integer pixels.
        if case .scale(let factor) = options.size {
            return (SVGATransform.scale(x: factor, y: factor).translatedBy(x: -part.x, y: -part.y), canvas)
        }
        let placement = options.fit.placement(of: part, width: width, height: height)
        return (placement.transform, placement.letterbox == nil ? canvas : canvas.intersection(part))
    }

    /// The part of the movie that determines the output's size.
    private static func part(of canvas: SVGARect, _ options: RenderOptions) throws(SVGAError) -> SVGARect {
        guard let crop = options.crop else { return canvas }
        guard options.transform == nil else { throw .emptyOutput(reason: "crop and transform cannot be combined") }
        guard crop.width > 0, crop.height > 0, (crop.x + crop.width).isFinite, (crop.y + crop.height).isFinite else {
            throw .emptyOutput(reason: "the crop is empty")
        }
        return crop
    }

    /// The output's size in pixels for a part of something, within the limits.
    package static func pixels(
        of part: SVGARect, _ size: RenderOptions.OutputSize, _ limits: ReadLimits
    ) throws(SVGAError) -> (width: Int, height: Int) {
        let pixels = try self.size(of: part, size)
        try check(pixels.width, pixels.height, limits)
        return pixels
    }

    private static func size(of part: SVGARect, _ size: RenderOptions.OutputSize) throws(SVGAError) -> (width: Int, height: Int) {
        func pixels(_ value: Double) -> Int { value < 1 ? 1 : Int(saturating: min(value, 1e9).rounded()) }
        switch size {
        case .scale(let factor):
            guard factor > 0, factor.isFinite else { throw .emptyOutput(reason: "the scale must be above 0") }
            return (pixels(part.width * factor), pixels(part.height * factor))
        case .pixels(let width, let height):
            guard width >= 0, height >= 0 else { throw .emptyOutput(reason: "a size cannot be negative") }
            switch (width, height) {
            case (0, 0): return (pixels(part.width), pixels(part.height))
            case (0, _): return (pixels(part.width * Double(height) / part.height), height)
            case (_, 0): return (width, pixels(part.height * Double(width) / part.width))
            default: return (width, height)
            }
        }
    }

    private static func check(_ width: Int, _ height: Int, _ limits: ReadLimits) throws(SVGAError) {
        // The sides are checked first: their product could overflow.
        guard max(width, height) <= maxSide else { throw .sideTooLong(pixels: max(width, height), allowed: maxSide) }
        guard width * height <= limits.canvasPixels else {
            throw .limit(LimitExceeded(\.canvasPixels, of: limits, found: width * height, subject: "an output of \(width) × \(height)"))
        }
    }

    /// Whether the output extends beyond the canvas by more than the rounding of its sides.
    private static func reachesBeyond(_ canvas: SVGARect, _ width: Int, _ height: Int, _ transform: SVGATransform) -> Bool {
        guard let inverse = transform.inverted else { return true }
        let rounding = 0.5 + 1e-6
        func inner(_ side: Int) -> [Double] { side == 1 ? [0.5] : [rounding, Double(side) - rounding] }
        let slack = 1e-6
        for y in inner(height) {
            for x in inner(width) {
                let point = inverse.apply(x: x, y: y)
                let isInside =
                    point.x >= canvas.minX - slack && point.x <= canvas.maxX + slack && point.y >= canvas.minY - slack
                    && point.y <= canvas.maxY + slack
                if !isInside { return true }
            }
        }
        return false
    }

    package var pixels: PixelRect { PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) }
}
