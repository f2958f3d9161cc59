import SVGAImage
public import SVGAModel
public import SVGAPixels

/// What a ``Substitutions/Drawing`` draws with, in its sprite's space: the origin is the corner of the layout rectangle, lengths are points.
///
/// Only valid during the call it was handed to; later it draws nothing. Nothing here throws: what cannot be drawn, such as a text with broken markup, is left out.
public final class DrawingContext {
    private struct State {
        /// From the space that is drawn in to output pixels.
        var transform: SVGATransform
        /// What ``DrawingContext/concatenate(_:)`` has made of the sprite's space.
        var own = SVGATransform.identity
        /// The output pixels that may be drawn on.
        var part: PixelRect
        /// How many of the clips there are.
        var clips = 0
    }

    /// An outline that limits what is drawn.
    private struct Clip {
        let geometry: ShapeEntity.Geometry
        let transform: SVGATransform
    }

    private let canvases: CanvasStack
    private let shapes: ShapePainter
    private let scratch: RowScratch
    private let texts: DrawnTexts
    private let layer: Int
    private let alpha: Double
    private var state: State
    private var saved: [State] = []
    private var clips: [Clip] = []
    private var failure: RenderError?
    /// Whether the call is over, and the canvases belong to others.
    private var isOver = false

    /// - Parameters:
    ///   - transform: from the sprite's space to output pixels.
    ///   - part: the output pixels that may be drawn on.
    init(
        _ canvases: CanvasStack, _ shapes: ShapePainter, _ scratch: RowScratch, _ texts: DrawnTexts, layer: Int, _ transform: SVGATransform,
        part: PixelRect, alpha: Double
    ) {
        self.canvases = canvases
        self.shapes = shapes
        self.scratch = scratch
        self.texts = texts
        self.alpha = alpha
        self.layer = layer
        state = State(transform: transform, part: part)
    }

    /// Ends the call.
    /// - Throws: ``RenderError/drawing(reason:)`` if there was no memory for what it drew.
    func finish() throws(RenderError) {
        isOver = true
        if let failure { throw failure }
    }

    // MARK: Shapes

    /// Draws a shape: filled, then stroked.
    public func draw(_ shape: ShapeEntity) {
        guard let bounds = shape.bounds else { return }
        draw(within: bounds) { shapes.draw(shape, state.transform, alpha, to: canvases.top, within: $0) }
    }

    /// Fills an outline with the nonzero rule.
    public func fill(_ geometry: ShapeEntity.Geometry, _ color: SVGAColor) { draw(ShapeEntity(geometry: geometry, fill: color)) }

    /// Strokes an outline.
    public func stroke(_ geometry: ShapeEntity.Geometry, _ stroke: ShapeEntity.Stroke) {
        draw(ShapeEntity(geometry: geometry, stroke: stroke))
    }

    // MARK: Pictures and texts

    /// Draws an image in a rectangle.
    /// - Parameters:
    ///   - image: sampled as the bitmaps of sprites are.
    ///   - rect: in points.
    ///   - fit: how the image lies in the rectangle; it never sticks out.
    ///   - opacity: 0…1.
    public func draw(_ image: ReplacementImage, in rect: SVGARect, fit: ImageFit = .fill, opacity: Double = 1) {
        guard opacity > 0, rect.width > 0, rect.height > 0 else { return }
        let placing = ImagePlacing(fit, width: image.width, height: image.height, SVGASize(width: rect.width, height: rect.height))
        draw(image.mipmaps, placing.frame.moved(by: rect), clip: placing.clip?.moved(by: rect), opacity: min(opacity, 1))
    }

    /// Draws a text in a rectangle, as ``Substitutions`` do in a layout rectangle, with the fonts of the scene's substitutions.
    ///
    /// Laying out a text takes about a millisecond. The texts drawn last are kept, so that one that is drawn in every frame is laid out once.
    /// - Parameters:
    ///   - text: the text, or markup.
    ///   - rect: in points.
    ///   - style: how it looks.
    ///   - isMarkup: whether `text` is Pango markup, such as `<b>Ann</b>`. Markup that cannot be read is not drawn.
    public func drawText(_ text: String, in rect: SVGARect, style: TextStyle = TextStyle(), isMarkup: Bool = false) {
        let content = TextContent(text, isMarkup: isMarkup, style: style)
        let size = SVGASize(width: rect.width, height: rect.height)
        guard let drawn = texts.text(content, in: size, ofLayer: layer, own: state.own) else { return }
        draw(drawn.mipmaps, drawn.frame.moved(by: rect), clip: nil, opacity: 1)
    }

    private func draw(_ mipmaps: Mipmaps, _ frame: SVGARect, clip: SVGARect?, opacity: Double) {
        guard !mipmaps.base.isEmpty else { return }
        let place = BitmapPlace(index: 0, frame: frame, clip: clip)
        draw(within: clip ?? frame) {
            mipmaps.draw(place, state.transform, alpha: alpha * opacity, to: canvases.top, bounds: $0, within: $0, scratch: scratch)
        }
    }

    /// Draws something onto the canvas, or into a group that is cut off by the clips.
    /// - Parameter box: around it, in the space that is drawn in.
    private func draw(within box: SVGARect, _ body: (PixelRect) -> Void) {
        let part = state.part.covered(by: state.transform.boundingBox(of: box))
        if part.isEmpty || failure != nil || isOver { return }
        if state.clips == 0 { return body(part) }
        do throws(RenderError) {
            try canvases.beginGroup(part)
            body(part)
            for clip in clips.prefix(state.clips) { shapes.clip(clip.geometry, clip.transform, canvases.top, within: part) }
            canvases.endGroup(part)
        } catch {
            failure = error
        }
    }

    // MARK: Space

    /// Applies a transform to what is drawn from now on. One that cannot be inverted is ignored.
    public func concatenate(_ inner: SVGATransform) {
        guard inner.isInvertible else { return }
        state.transform = inner.concatenating(state.transform)
        state.own = inner.concatenating(state.own)
    }

    /// Limits what is drawn from now on to the inside of an outline (nonzero rule, antialiased), and to that of earlier clips. Only
    /// ``restore()`` makes it larger again.
    public func clip(to geometry: ShapeEntity.Geometry) {
        if isOver { return }
        let box = geometry.bounds.map { state.part.covered(by: state.transform.boundingBox(of: $0)) }
        state.part = box ?? .zero
        clips.removeSubrange(state.clips...)
        clips.append(Clip(geometry: geometry, transform: state.transform))
        state.clips += 1
    }

    /// Keeps transform and clip for ``restore()``.
    public func save() {
        if isOver { return }
        saved.append(state)
    }

    /// Goes back to transform and clip of the last ``save()``; without one, nothing happens.
    public func restore() {
        guard let last = saved.popLast() else { return }
        state = last
    }
}

extension SVGARect {
    /// The same rectangle, with the other's corner as its origin.
    fileprivate func moved(by other: SVGARect) -> SVGARect { SVGARect(x: x + other.x, y: y + other.y, width: width, height: height) }
}
