import SVGAImage
public import SVGAModel
public import SVGAPixels

/// Draws in a sprite's space for a ``Substitutions/Drawing``: the origin is the layout rectangle's corner, lengths are in points.
///
/// Valid only during the callback; later calls draw nothing. Nothing here throws: invalid content, such as a text with broken markup, is
/// skipped.
public final class DrawingContext {
    private struct State {
        /// From the current space to output pixels.
        var transform: SVGATransform
        /// The transform of ``DrawingContext/concatenate(_:)`` relative to the sprite's space.
        var local = SVGATransform.identity
        /// The output pixels that may be changed.
        var part: PixelRect
        /// The number of clips.
        var clips = 0
    }

    /// An outline that clips the drawing.
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
    private var failure: SVGAError?
    /// Whether the callback has ended, so that the canvases must not be used.
    private var isOver = false

    /// - Parameters:
    ///   - transform: from the sprite's space to output pixels.
    ///   - part: the output pixels that may be changed.
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

    /// Ends the callback.
    /// - Throws: ``SVGAError/Kind/encoding`` if memory for the drawing could not be allocated.
    func finish() throws(SVGAError) {
        isOver = true
        if let failure { throw failure }
    }

    // MARK: Shapes

    /// Fills, then strokes a shape.
    package func draw(_ shape: ShapeEntity) {
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
    ///   - image: sampled like the bitmaps of sprites.
    ///   - rect: in points.
    ///   - fit: the image's fit in the rectangle, which clips it.
    ///   - opacity: 0…1.
    public func draw(_ image: ReplacementImage, in rect: SVGARect, fit: ImageFit = .fill, opacity: Double = 1) {
        guard opacity > 0, rect.width > 0, rect.height > 0 else { return }
        let placement = ImagePlacement(fit, width: image.width, height: image.height, SVGASize(width: rect.width, height: rect.height))
        draw(image.mipmaps, placement.frame.moved(by: rect), clip: placement.clip?.moved(by: rect), opacity: min(opacity, 1))
    }

    /// Draws a text in a rectangle, like ``Substitutions`` in a layout rectangle, with the fonts of the scene's substitutions.
    ///
    /// Text layout takes about a millisecond. Recent texts are cached, so a text that is drawn in every frame is laid out once.
    /// - Parameters:
    ///   - text: the text, or markup.
    ///   - rect: in points.
    ///   - style: the text's style.
    ///   - isMarkup: whether `text` is Pango markup, such as `<b>Ann</b>`. Invalid markup is not drawn.
    public func drawText(_ text: String, in rect: SVGARect, style: TextStyle = TextStyle(), isMarkup: Bool = false) {
        let content = TextContent(text, isMarkup: isMarkup, style: style)
        let size = SVGASize(width: rect.width, height: rect.height)
        guard let drawn = texts.text(content, in: size, ofLayer: layer, transform: state.local) else { return }
        draw(drawn.mipmaps, drawn.frame.moved(by: rect), clip: nil, opacity: 1)
    }

    private func draw(_ mipmaps: Mipmaps, _ frame: SVGARect, clip: SVGARect?, opacity: Double) {
        guard !mipmaps.base.isEmpty else { return }
        let positioned = PositionedBitmap(index: 0, frame: frame, clip: clip)
        draw(within: clip ?? frame) {
            mipmaps.draw(positioned, state.transform, alpha: alpha * opacity, to: canvases.top, bounds: $0, within: $0, scratch: scratch)
        }
    }

    /// Draws onto the canvas, or into a group that the clips mask.
    /// - Parameter box: the bounding box, in the current space.
    private func draw(within box: SVGARect, _ body: (PixelRect) -> Void) {
        let part = state.part.covered(by: state.transform.boundingBox(of: box))
        if part.isEmpty || failure != nil || isOver { return }
        if state.clips == 0 { return body(part) }
        do throws(SVGAError) {
            try canvases.beginGroup(part)
            body(part)
            for clip in clips.prefix(state.clips) { shapes.clip(clip.geometry, clip.transform, canvases.top, within: part) }
            canvases.endGroup(part)
        } catch {
            failure = error
        }
    }

    // MARK: Space

    /// Applies a transform to the following drawing. A transform that is not invertible is ignored.
    public func concatenate(_ inner: SVGATransform) {
        guard inner.isInvertible else { return }
        state.transform = inner.concatenating(state.transform)
        state.local = inner.concatenating(state.local)
    }

    /// Clips the following drawing to the inside of an outline (nonzero rule, antialiased), in addition to earlier clips. ``restore()``
    /// removes the clip.
    public func clip(to geometry: ShapeEntity.Geometry) {
        if isOver { return }
        let box = geometry.bounds.map { state.part.covered(by: state.transform.boundingBox(of: $0)) }
        state.part = box ?? .zero
        clips.removeSubrange(state.clips...)
        clips.append(Clip(geometry: geometry, transform: state.transform))
        state.clips += 1
    }

    /// Saves transform and clip for ``restore()``.
    public func save() {
        if isOver { return }
        saved.append(state)
    }

    /// Restores transform and clip of the last ``save()``; without one, it does nothing.
    public func restore() {
        guard let last = saved.popLast() else { return }
        state = last
    }
}

extension SVGARect {
    /// The rectangle, moved by the other's origin.
    fileprivate func moved(by other: SVGARect) -> SVGARect { SVGARect(x: x + other.x, y: y + other.y, width: width, height: height) }
}
