import SVGALottie
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGASupport

/// A gradient as a small picture, which sprites stretch over a clip path.
struct GradientRamp {
    /// The appearance of a gradient, independent of its position and length.
    struct Look: Hashable {
        var isRadial: Bool
        /// The highlight of a radial gradient, relative to a radius of 1.
        var highlightX: Double
        var highlightY: Double
        var stops: [PaintState.Stop]
    }

    private static let steps = 256.0
    private static let maximumSteps = 1024.0

    let look: Look
    /// The transform from the gradient's space to the piece's. Linear: x is 0 at the first stop and 1 at the last.
    /// Radial: the circle has the radius 1.
    let space: SVGATransform

    /// - Returns: nil for a gradient without length.
    init?(_ paint: PaintState.Paint) {
        switch paint {
        case .color: return nil
        case .linear(let startX, let startY, let endX, let endY, let stops):
            let (x, y) = (endX - startX, endY - startY)
            space = SVGATransform(a: x, b: y, c: -y, d: x, tx: startX, ty: startY)
            look = Look(isRadial: false, highlightX: 0, highlightY: 0, stops: stops)
        case .radial(let centerX, let centerY, let radius, let highlightX, let highlightY, let stops):
            space = SVGATransform(a: radius, b: 0, c: 0, d: radius, tx: centerX, ty: centerY)
            guard radius > 1e-9 else { return nil }
            func rounded(_ value: Double) -> Double { (min(max(value / radius, -1), 1) * 1000).rounded() / 1000 }
            look = Look(isRadial: true, highlightX: rounded(highlightX - centerX), highlightY: rounded(highlightY - centerY), stops: stops)
        }
        guard space.isInvertible, !look.stops.isEmpty else { return nil }
    }

    /// The picture, and its transform to the gradient's space.
    /// - Parameters:
    ///   - box: the box to cover, in the gradient's space.
    ///   - scale: canvas points per unit of that space.
    /// - Returns: nil if the work limit is exceeded.
    static func picture(_ look: Look, box: SVGARect, scale: Double, _ work: ImportWork) -> (pixels: Pixmap, toSpace: SVGATransform)? {
        let margin = 2 / max(scale, 1e-6)
        var area = box.outset(by: margin)
        let width: Double
        let height: Double
        if look.isRadial {
            let density = min(max(scale, 8), 128)
            area = area.outset(by: 1 / density)
            width = min(max((area.width * density).rounded(.up), 4), 512)
            height = min(max((area.height * density).rounded(.up), 4), 512)
        } else {
            width = min(max((area.width * steps).rounded(.up), 16), maximumSteps)
            // The same resolution in both dimensions, so that a clip path has equally short numbers. Equal rows compress to almost nothing.
            height = min(max((area.height / area.width * width).rounded(.up), 2), 256)
        }
        // An infinite box has no picture.
        guard width.isFinite, height.isFinite, work.spend(ImportWork.Cost.gradientPixel, times: Int(saturating: width * height)) else {
            return nil
        }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(Int(saturating: 4 * width * height))
        for row in 0..<Int(saturating: height) {
            for column in 0..<Int(saturating: width) {
                let x = area.x + (Double(column) + 0.5) / width * area.width
                let y = area.y + (Double(row) + 0.5) / height * area.height
                pixels += look.color(at: look.isRadial ? look.distance(Point(x, y)) : x)
            }
        }
        let toSpace = SVGATransform(a: area.width / width, b: 0, c: 0, d: area.height / height, tx: area.x, ty: area.y)
        return (Pixmap(width: Int(saturating: width), height: Int(saturating: height), pixels: pixels), toSpace)
    }
}

extension GradientRamp.Look {
    /// The share of the distance from the highlight to the circle at a point.
    fileprivate func distance(_ point: Point) -> Double {
        var highlight = Point(highlightX, highlightY)
        if highlight.length > 0.99 { highlight *= 0.99 / highlight.length }
        let delta = point - highlight
        let square = delta.x * delta.x + delta.y * delta.y
        guard square > 1e-12 else { return 0 }
        let along = highlight.x * delta.x + highlight.y * delta.y
        let factor = 1 - highlight.x * highlight.x - highlight.y * highlight.y
        return square / ((along * along + square * factor).squareRoot() - along)
    }

    /// Premultiplied.
    fileprivate func color(at offset: Double) -> [UInt8] {
        var color = stops.last?.color ?? .black
        // The first stop after the offset. Stops are sorted.
        var (next, end) = (0, stops.count)
        while next < end {
            let middle = (next + end) / 2
            if stops[middle].offset > offset { end = middle } else { next = middle + 1 }
        }
        if next < stops.count {
            color = stops[next].color
            if next > 0 {
                let (before, after) = (stops[next - 1], stops[next])
                let part = (offset - before.offset) / max(after.offset - before.offset, 1e-9)
                func mix(_ channel: KeyPath<SVGAColor, Double>) -> Double {
                    before.color[keyPath: channel] * (1 - part) + after.color[keyPath: channel] * part
                }
                color = SVGAColor(red: mix(\.red), green: mix(\.green), blue: mix(\.blue), alpha: mix(\.alpha))
            }
        }
        let alpha = min(max(color.alpha, 0), 1)
        func byte(_ value: Double) -> UInt8 { UInt8(saturating: (min(max(value, 0), 1) * alpha * 255).rounded()) }
        return [byte(color.red), byte(color.green), byte(color.blue), UInt8(saturating: (alpha * 255).rounded())]
    }
}
