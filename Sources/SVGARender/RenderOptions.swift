import SVGAImage
public import SVGAModel
public import SVGAPixels

/// The rendered part of the movie, its size and its limits. They apply to all frames of an ``SVGAScene``.
public struct RenderOptions: Hashable, Sendable {
    /// The size of the output.
    public enum OutputSize: Hashable, Sendable {
        /// Pixels per point, above 0.
        case scale(Double)
        /// The size in pixels. A side of 0 follows from the other side and the aspect ratio. If both are 0, the scale is 1.
        case pixels(width: Int, height: Int)
    }

    /// The sampling of scaled bitmaps.
    package enum Filter: Hashable, Sendable, CaseIterable {
        /// Bilinear without mipmaps, as the players do (Rules of rendering, section 4).
        case bilinear
        /// Bilinear with mipmaps: a bitmap at less than half of its size is first reduced by averaging, which prevents flickering.
        case best
    }

    /// The size of the output. Default: one pixel per point.
    public var size: OutputSize
    /// The part of the canvas that is rendered, in points; nil: all of it. `size` is the size of this part. It may exceed the canvas: see
    /// `clipsToCanvas`.
    public var crop: SVGARect?
    /// The transform from points of the canvas to pixels of the output. With a transform, `size` is only the size of the output, and `crop` must
    /// be nil. nil: the canvas, or `crop`, fills the output.
    public var transform: SVGATransform?
    /// Whether sprites are clipped to the canvas, as in the players. If false, an output that exceeds the canvas also shows sprites outside it.
    public var clipsToCanvas: Bool
    /// The background color, also outside of the canvas; nil: transparent.
    public var background: SVGAColor?
    /// How the canvas, or `crop`, fills a `size` of another aspect ratio. ``CanvasFit/fill`` stretches it.
    package var fit = CanvasFit.fill
    /// The `imageKey` of the only sprites that are drawn, with or without its suffix; mattes still apply. nil: all sprites.
    package var only: String?
    /// The sampling filter. nil: bilinear, as in the players, but `best` if the output shows the canvas at less than half of its size.
    package var filter: Filter?
    /// The limits for the output (``ReadLimits/canvasPixels``), for substituted images (``ReadLimits/imagePixels``), for all bitmaps of the scene
    /// (``ReadLimits/decodedBytes``), and for drawing a frame (``ReadLimits/work``, ``ReadLimits/memory``). A ``PreparedMovie`` has separate limits
    /// for decoding. A scene that is created from a movie also decodes with these.
    public var limits: ReadLimits

    /// By default: the entire canvas, one pixel per point, without a background.
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
