import SVGAImage
public import SVGAModel
public import SVGAPixels

/// What of the movie is rendered, and how large. They hold for all frames of an ``SVGAScene``.
public struct RenderOptions: Hashable, Sendable {
    /// How large the output is.
    public enum OutputSize: Hashable, Sendable {
        /// Pixels per point, above 0.
        case scale(Double)
        /// Exact pixels; a 0 keeps the aspect. Both 0 means scale 1.
        case pixels(width: Int, height: Int)
    }

    /// How bitmaps are sampled when they are drawn smaller or larger.
    package enum Filter: Hashable, Sendable, CaseIterable {
        /// Bilinear without mipmaps, as the players do (Rules of rendering, section 4).
        case bilinear
        /// The same, but a bitmap that is shrunk to less than half is first reduced by averaging, so nothing flickers.
        case best
    }

    /// How large the output is; one pixel a point by default.
    public var size: OutputSize
    /// The part of the canvas that is rendered, in points; nil: all of it. `size` is the size of this part. It may reach beyond the canvas:
    /// see `clipsToCanvas`.
    public var crop: SVGARect?
    /// Where points of the canvas lie in the output, in pixels from its upper left corner; nil: the canvas, or `crop`, fills the output.
    /// `size` is then the size of the output alone, and there can be no `crop`.
    public var transform: SVGATransform?
    /// Whether nothing is drawn outside of the canvas, as in the players. False shows, where the output reaches beyond the canvas, what
    /// sprites have there.
    public var clipsToCanvas: Bool
    /// The background color, also outside of the canvas; nil: transparent.
    public var background: SVGAColor?
    /// How the canvas, or `crop`, fills a `size` of another aspect ratio. ``CanvasFit/fill`` stretches it.
    package var fit = CanvasFit.fill
    /// The `imageKey` of the only sprites that are drawn, with or without its suffix; mattes still apply. nil: all sprites.
    package var only: String?
    /// The sampling filter. nil: bilinear, as in the players, but `best` if the output shows the canvas at less than half of its size.
    package var filter: Filter?
    /// How large the output and substituted pictures may be: ``ReadLimits/canvasPixels``, ``ReadLimits/imagePixels``, and
    /// ``ReadLimits/decodedBytes`` for all bitmaps of the scene; and what drawing may cost: ``ReadLimits/work`` for a frame,
    /// ``ReadLimits/memory``. A ``PreparedMovie`` has limits of its own for decoding; a scene made from a movie alone uses these.
    public var limits: ReadLimits

    /// The whole canvas at a size, painted over a background.
    public init(
        size: OutputSize = .scale(1), crop: SVGARect? = nil, transform: SVGATransform? = nil, clipsToCanvas: Bool = true,
        background: SVGAColor? = nil, limits: ReadLimits = .default
    ) {
        self.size = size
        self.crop = crop
        self.transform = transform
        self.clipsToCanvas = clipsToCanvas
        self.background = background
        self.limits = limits
    }

    package init(
        size: OutputSize = .scale(1), crop: SVGARect? = nil, transform: SVGATransform? = nil, background: SVGAColor? = nil,
        filter: Filter?, limits: ReadLimits = .default
    ) {
        self.init(size: size, crop: crop, transform: transform, background: background, limits: limits)
        self.filter = filter
    }
}
