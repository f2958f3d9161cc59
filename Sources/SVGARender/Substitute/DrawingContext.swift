import CCairo
import SVGAImage
public import SVGAModel
public import SVGAPixels

/// What a ``Drawing`` draws with, in its sprite's space: the origin is the corner of the layout rectangle, lengths are points.
///
/// Only valid during the call it was handed to.
public final class DrawingContext {
    private let context: OpaquePointer
    private let canvas: CairoCanvas
    private let part: PixelRect
    private let alpha: Double
    private var transform: Transform
    private var saved: [Transform] = []

    init(_ canvas: CairoCanvas, part: PixelRect, _ transform: Transform, alpha: Double) {
        self.canvas = canvas
        context = canvas.context
        self.part = part
        self.transform = transform
        self.alpha = alpha
    }

    /// Draws a shape: filled, then stroked.
    public func draw(_ shape: ShapeEntity) { ShapePainter.draw(shape, transform, alpha, context) }

    /// Fills an outline with the nonzero rule.
    public func fill(_ geometry: ShapeEntity.Geometry, _ color: Color) { draw(ShapeEntity(geometry: geometry, fill: color)) }

    /// Strokes an outline.
    public func stroke(_ geometry: ShapeEntity.Geometry, _ stroke: ShapeEntity.Stroke) {
        draw(ShapeEntity(geometry: geometry, stroke: stroke))
    }

    /// Draws an image stretched to a rectangle.
    /// - Parameters:
    ///   - image: sampled as the bitmaps of sprites are.
    ///   - rect: in the sprite's space, in points.
    ///   - opacity: 0…1.
    public func draw(_ image: ReplacementImage, in rect: Rect, opacity: Double = 1) {
        guard opacity > 0, rect.width > 0, rect.height > 0, !image.bitmap.isEmpty else { return }
        let place = BitmapPlace(index: 0, frame: rect, clip: nil)
        canvas.withPixels { image.mipmaps.draw(place, transform, alpha: alpha * min(opacity, 1), to: $0, within: part) }
    }

    /// Applies a transform to what is drawn from now on. One that cannot be inverted is ignored.
    public func concatenate(_ inner: Transform) {
        if inner.isInvertible { transform = transform.appending(inner) }
    }

    /// Keeps the transform for ``restore()``.
    public func save() { saved.append(transform) }

    /// Goes back to the transform of the last ``save()``; without one, nothing happens.
    public func restore() { transform = saved.popLast() ?? transform }
}
