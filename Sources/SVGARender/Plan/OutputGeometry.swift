package import SVGAModel
package import SVGAPixels
import SVGASupport

/// How large the output is and how the canvas lies in it.
package struct OutputGeometry: Sendable {
    let width: Int
    let height: Int
    /// From the movie's points to output pixels.
    package let transform: SVGATransform
    /// The canvas in points, where the output reaches beyond it and nothing is to be seen there; nil: nothing has to be cut off.
    package let clip: SVGARect?

    /// The most pixels a side can have: what most formats of files can still hold.
    static let maxSide = 32767

    package init(movie: VideoEntity, options: RenderOptions) throws(RenderError) {
        let canvas = SVGARect(x: 0, y: 0, width: Double(movie.canvasPixels.width), height: Double(movie.canvasPixels.height))
        let part = try OutputGeometry.part(of: canvas, options)
        (width, height) = try OutputGeometry.size(of: part, options.size)
        try OutputGeometry.check(width, height, options.limits)
        if let given = options.transform {
            guard given.isDrawable else { throw .emptyOutput(reason: "the transform cannot be inverted") }
            transform = given
        } else {
            // With a given scale, points have exactly that size even if the output was rounded to whole pixels.
            let scale =
                if case .scale(let factor) = options.size {
                    SVGATransform.scale(x: factor, y: factor)
                } else {
                    SVGATransform.scale(x: Double(width) / part.width, y: Double(height) / part.height)
                }
            transform = scale.translatedBy(x: -part.x, y: -part.y)
        }
        clip = options.clipsToCanvas && OutputGeometry.reachesBeyond(canvas, width, height, transform) ? canvas : nil
    }

    /// The filter where none was asked for.
    var usualFilter: RenderOptions.Filter {
        let scales = transform.axisScales
        return max(scales.x, scales.y) < 0.5 ? .best : .bilinear
    }

    /// One pixel, the size of a point, around a point of the canvas.
    init(pixelAtX x: Double, y: Double) {
        (width, height) = (1, 1)
        transform = .translation(x: 0.5 - x, y: 0.5 - y)
        clip = nil
    }

    /// The canvas with a pixel for each point.
    init(pointsOf movie: VideoEntity) {
        (width, height) = movie.canvasPixels
        transform = .identity
        clip = nil
    }

    /// The part of the movie that decides about the size of the output.
    private static func part(of canvas: SVGARect, _ options: RenderOptions) throws(RenderError) -> SVGARect {
        guard let crop = options.crop else { return canvas }
        guard options.transform == nil else { throw .emptyOutput(reason: "a crop and a transform cannot go together") }
        guard crop.width > 0, crop.height > 0, (crop.x + crop.width).isFinite, (crop.y + crop.height).isFinite else {
            throw .emptyOutput(reason: "the crop has no area")
        }
        return crop
    }

    /// The pixels of an output that shows a part of something, within what the limits allow.
    package static func pixels(
        of part: SVGARect, _ size: RenderOptions.OutputSize, _ limits: ReadLimits
    ) throws(RenderError) -> (width: Int, height: Int) {
        let pixels = try self.size(of: part, size)
        try check(pixels.width, pixels.height, limits)
        return pixels
    }

    private static func size(of part: SVGARect, _ size: RenderOptions.OutputSize) throws(RenderError) -> (width: Int, height: Int) {
        func pixels(_ value: Double) -> Int { value < 1 ? 1 : Int(saturating: min(value, 1e9).rounded()) }
        switch size {
        case .scale(let factor):
            guard factor > 0, factor.isFinite else { throw .emptyOutput(reason: "the scale has to be above 0") }
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

    private static func check(_ width: Int, _ height: Int, _ limits: ReadLimits) throws(RenderError) {
        // The sides are checked first: their product could overflow.
        guard max(width, height) <= maxSide else { throw .sideTooLong(pixels: max(width, height), allowed: maxSide) }
        guard width * height <= limits.canvasPixels else {
            throw .limit(LimitExceeded(\.canvasPixels, of: limits, found: width * height, subject: "an output of \(width) × \(height)"))
        }
    }

    /// Whether some of the output lies outside of the canvas, by more than the rounding of its sides to whole pixels makes.
    private static func reachesBeyond(_ canvas: SVGARect, _ width: Int, _ height: Int, _ transform: SVGATransform) -> Bool {
        guard let inverse = transform.inverted else { return true }
        let rounding = 0.5 + 1e-6
        func inner(_ side: Int) -> [Double] { side == 1 ? [0.5] : [rounding, Double(side) - rounding] }
        let slack = 1e-6
        for y in inner(height) {
            for x in inner(width) {
                let point = inverse.apply(x: x, y: y)
                let isInside =
                    point.x >= -slack && point.x <= canvas.width + slack && point.y >= -slack && point.y <= canvas.height + slack
                if !isInside { return true }
            }
        }
        return false
    }

    package var pixels: PixelRect { PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) }
}
