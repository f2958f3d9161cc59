package import SVGAModel
package import SVGAPixels

/// How the rendered part of the canvas fills an output of another aspect ratio.
///
/// CSS calls these `object-fit` and `object-position`. It matters only for an output with both sides given.
package struct CanvasFit: Hashable, Sendable {
    package enum Mode: String, Hashable, Sendable, CaseIterable {
        /// The whole part in the largest size that fits; the background fills the rest.
        case contain
        /// The smallest size that covers the output; what is outside is cropped.
        case cover
        /// Stretched to the output in both directions.
        case fill
    }

    /// The side or corner of the output to which the part is aligned.
    package enum Gravity: String, Hashable, Sendable, CaseIterable {
        case center, top, bottom, left, right
        case topLeft = "top-left"
        case topRight = "top-right"
        case bottomLeft = "bottom-left"
        case bottomRight = "bottom-right"

        /// The fraction of the free space to the left of and above the part.
        fileprivate var alignment: (x: Double, y: Double) {
            switch self {
            case .center: (0.5, 0.5)
            case .top: (0.5, 0)
            case .bottom: (0.5, 1)
            case .left: (0, 0.5)
            case .right: (1, 0.5)
            case .topLeft: (0, 0)
            case .topRight: (1, 0)
            case .bottomLeft: (0, 1)
            case .bottomRight: (1, 1)
            }
        }
    }

    package var mode: Mode
    package var gravity: Gravity

    package init(_ mode: Mode, gravity: Gravity = .center) {
        self.mode = mode
        self.gravity = gravity
    }

    package static let fill = CanvasFit(.fill)

    /// The part's rectangle in the output, in pixels.
    ///
    /// With ``Mode/contain`` its edges lie between pixels, so no edge is blurred. If the output's sides are the rounded sides of the part at one
    /// scale, the part fills the output.
    /// - Parameter part: the size of the part in points, above 0.
    package func rect(partWidth: Double, partHeight: Double, width: Int, height: Int) -> SVGARect {
        let (outputWidth, outputHeight) = (Double(width), Double(height))
        let whole = SVGARect(x: 0, y: 0, width: outputWidth, height: outputHeight)
        if CanvasFit.isRounded(partWidth, partHeight, width, height) { return whole }
        let (x, y) = (outputWidth / partWidth, outputHeight / partHeight)
        let scale: Double
        switch mode {
        case .fill: return whole
        case .contain: scale = min(x, y)
        case .cover: scale = max(x, y)
        }
        let alignment = gravity.alignment
        if mode == .contain {
            let innerWidth = min(outputWidth, max(1, (partWidth * scale).rounded()))
            let innerHeight = min(outputHeight, max(1, (partHeight * scale).rounded()))
            return SVGARect(
                x: ((outputWidth - innerWidth) * alignment.x).rounded(.down),
                y: ((outputHeight - innerHeight) * alignment.y).rounded(.down), width: innerWidth, height: innerHeight)
        }
        let (coverWidth, coverHeight) = (max(outputWidth, partWidth * scale), max(outputHeight, partHeight * scale))
        return SVGARect(
            x: (outputWidth - coverWidth) * alignment.x, y: (outputHeight - coverHeight) * alignment.y, width: coverWidth,
            height: coverHeight)
    }

    /// Whether one scale gives both sides, rounded to whole pixels and at least 1.
    private static func isRounded(_ partWidth: Double, _ partHeight: Double, _ width: Int, _ height: Int) -> Bool {
        func scales(_ part: Double, _ side: Int) -> (minimum: Double, maximum: Double) {
            (side == 1 ? 0 : (Double(side) - 0.5) / part, (Double(side) + 0.5) / part)
        }
        let (x, y) = (scales(partWidth, width), scales(partHeight, height))
        return max(x.minimum, y.minimum) <= min(x.maximum, y.maximum)
    }
}

extension CanvasFit {
    /// A part in an output of a size.
    package struct Placement: Sendable {
        /// From points to pixels.
        package let transform: SVGATransform
        /// The visible rectangle in pixels if the output extends beyond the part; nil: the part fills the output.
        package let letterbox: SVGARect?
    }

    package func placement(of part: SVGARect, width: Int, height: Int) -> Placement {
        let rect = rect(partWidth: part.width, partHeight: part.height, width: width, height: height)
        let transform = SVGATransform.scale(x: rect.width / part.width, y: rect.height / part.height)
            .translatedBy(x: -part.x, y: -part.y).concatenating(.translation(x: rect.x, y: rect.y))
        let isLetterboxed = mode == .contain && (rect.width < Double(width) || rect.height < Double(height))
        return Placement(transform: transform, letterbox: isLetterboxed ? rect : nil)
    }
}
