import SVGAModel
import SVGAPixels

/// How large the output is and how the canvas lies in it.
package struct OutputGeometry: Sendable {
    let width: Int
    let height: Int
    /// From the movie's points to output pixels.
    let transform: Transform

    /// The most pixels a side of a Cairo image can have.
    static let maxSide = 32767

    init(movie: VideoEntity, options: RenderOptions) throws(RenderError) {
        let canvas = movie.canvasPixels
        let whole = Rect(x: 0, y: 0, width: Double(canvas.width), height: Double(canvas.height))
        let part = options.crop ?? whole
        guard part.width > 0, part.height > 0, part.x >= 0, part.y >= 0, part.maxX <= whole.width, part.maxY <= whole.height else {
            throw .emptyOutput(
                reason: "the crop does not lie within the canvas, which is \(canvas.width) × \(canvas.height)")
        }
        let size = try OutputGeometry.size(of: part, options.size)
        // The sides are checked first: their product could overflow.
        guard size.width <= OutputGeometry.maxSide, size.height <= OutputGeometry.maxSide,
            size.width * size.height <= options.limits.canvasPixels
        else {
            let found = size.width.multipliedReportingOverflow(by: size.height)
            let subject = "an output of \(size.width) × \(size.height)"
            throw size.width > OutputGeometry.maxSide || size.height > OutputGeometry.maxSide
                ? .sideTooLong(pixels: max(size.width, size.height), allowed: OutputGeometry.maxSide)
                : .limit(LimitExceeded(\.canvasPixels, of: options.limits, found: found.partialValue, subject: subject))
        }
        (width, height) = size
        let scale = Transform.scale(x: Double(width) / part.width, y: Double(height) / part.height)
        // With a given scale, points have exactly that size even if the output was rounded to whole pixels.
        if case .scale(let factor) = options.size {
            transform = Transform.scale(x: factor, y: factor).appending(.translation(x: -part.x, y: -part.y))
        } else {
            transform = scale.appending(.translation(x: -part.x, y: -part.y))
        }
    }

    /// One pixel, the size of a point, around a point of the canvas.
    init(pixelAtX x: Double, y: Double) {
        (width, height) = (1, 1)
        transform = .translation(x: 0.5 - x, y: 0.5 - y)
    }

    /// The canvas with a pixel for each point.
    init(pointsOf movie: VideoEntity) {
        (width, height) = movie.canvasPixels
        transform = .identity
    }

    private static func size(of part: Rect, _ size: RenderOptions.OutputSize) throws(RenderError) -> (width: Int, height: Int) {
        func pixels(_ value: Double) -> Int { value < 1 ? 1 : Int(min(value, 1e9).rounded()) }
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

    var pixels: PixelRect { PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) }
}
