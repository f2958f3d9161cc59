import CCairo
import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender
import SVGASupport

/// A surface on which layers are drawn: by Cairo, or directly on its pixels.
struct PaintTarget {
    let context: OpaquePointer
    /// The pixels of the surface, in the space of the context.
    let area: PixelRect
    /// The words of the surface, whose first row and column are 0; nil: only Cairo may draw.
    let pixels: PixelRows?
    /// The clip of the context.
    var clip: PaintClip

    init(context: OpaquePointer, area: PixelRect) {
        (self.context, self.area) = (context, area)
        clip = PaintClip(area)
        guard let surface = cairo_get_target(context), let data = cairo_image_surface_get_data(surface) else {
            pixels = nil
            return
        }
        let words = UnsafeMutableRawPointer(data).assumingMemoryBound(to: UInt32.self)
        pixels = PixelRows(base: words, wordsPerRow: Int(cairo_image_surface_get_stride(surface)) / 4)
    }

    /// From the space of the context to ``pixels``.
    var toPixels: SVGATransform { .translation(x: -Double(area.minX), y: -Double(area.minY)) }

    /// The part of ``pixels`` that something may change; nil if the edge of the clip cuts it, which only Cairo can draw.
    /// - Parameter bounds: what is drawn, in the space of the context.
    func directPart(of bounds: SVGARect) -> PixelRect? { directPart(of: area.covered(by: bounds)) }

    func directPart(of drawn: PixelRect) -> PixelRect? {
        guard pixels != nil, let part = clip.part(of: drawn.intersection(area)) else { return nil }
        return PixelRect(x: part.x - area.x, y: part.y - area.y, width: part.width, height: part.height)
    }
}

/// The pixels that a clip lets through.
struct PaintClip {
    /// The distance by which Cairo rounds the edges of a clip.
    private static let rounding = 1.0 / 512

    /// The pixels that are completely inside of the clip.
    private(set) var inner: PixelRect
    /// All pixels that the clip touches.
    private(set) var outer: PixelRect
    /// Turned or skewed rectangles, with the transforms from pixels to them.
    private var turned: [(rect: SVGARect, fromPixels: SVGATransform)] = []

    init(_ area: PixelRect) { (inner, outer) = (area, area) }

    /// A clip without turned rectangles.
    struct Straight: Equatable {
        let inner: PixelRect
        let outer: PixelRect
    }

    /// nil: it has turned rectangles.
    var straight: Straight? { turned.isEmpty ? Straight(inner: inner, outer: outer) : nil }

    /// The pixels of a rectangle that are visible; nil if the edge of the clip covers some of them partly.
    func part(of area: PixelRect) -> PixelRect? {
        let part = area.intersection(outer)
        if part.isEmpty { return part }
        return part.intersection(inner) == part && turned.allSatisfy { $0.rect.contains(part, $0.fromPixels) } ? part : nil
    }

    /// Clips to a rectangle whose sides are horizontal and vertical.
    mutating func clip(to rect: SVGARect) {
        func pixels(_ outwards: Double) -> PixelRect {
            func edge(_ value: Double, _ distance: Double, _ rule: FloatingPointRoundingRule) -> Int {
                Int(saturating: min(max((value + distance).rounded(rule), -1e9), 1e9))
            }
            let (low, high): (FloatingPointRoundingRule, FloatingPointRoundingRule) = outwards > 0 ? (.down, .up) : (.up, .down)
            let distance = PaintClip.rounding * (outwards > 0 ? 1 : -1)
            return PixelRect(
                minX: edge(rect.minX, distance, low), minY: edge(rect.minY, distance, low), maxX: edge(rect.maxX, -distance, high),
                maxY: edge(rect.maxY, -distance, high))
        }
        inner = inner.intersection(pixels(-1))
        outer = outer.intersection(pixels(1))
    }

    /// Clips to a rectangle with other sides.
    mutating func clip(to rect: SVGARect, _ transform: SVGATransform) {
        let seen = inner
        clip(to: transform.boundingBox(of: rect))
        inner = .zero
        guard let inverse = transform.inverted, inverse.isFinite else { return }
        inner = seen
        turned.append((rect, inverse))
    }
}

extension SVGARect {
    /// The distance in pixels by which a turned rectangle is larger than the pixels in it.
    private static let margin = 1.0 / 64

    /// Whether all of these pixels are inside.
    /// - Parameter transform: from pixels.
    func contains(_ pixels: PixelRect, _ transform: SVGATransform) -> Bool {
        let margin = SVGARect.margin
        let (lowX, lowY) = (Double(pixels.minX) - margin, Double(pixels.minY) - margin)
        let (highX, highY) = (Double(pixels.maxX) + margin, Double(pixels.maxY) + margin)
        return [(lowX, lowY), (highX, lowY), (highX, highY), (lowX, highY)].allSatisfy { corner in
            let point = transform.apply(x: corner.0, y: corner.1)
            return point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
        }
    }
}

extension FrameStatePainter {
    /// Clips to a transformed rectangle, until the context is restored. The caller restores ``PaintTarget/clip``.
    func clip(to rect: SVGARect, _ transform: SVGATransform) {
        rectangle(rect.width, rect.height, transform.translatedBy(x: rect.x, y: rect.y))
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
        cairo_clip(context)
        if transform.keepsRectangles {
            target.clip.clip(to: transform.boundingBox(of: rect))
        } else {
            target.clip.clip(to: rect, transform)
        }
    }
}
