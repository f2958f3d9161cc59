import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport

/// The texts that a scene's drawing callbacks draw.
final class DrawnTexts {
    private let scene: SVGAScene
    private let geometry: OutputGeometry
    /// The largest scale of a layer in any frame, in output pixels per point, by the layer's index.
    private var scales: [Int: Double] = [:]

    init(_ scene: SVGAScene, _ geometry: OutputGeometry) {
        self.scene = scene
        self.geometry = geometry
    }

    /// - Parameter transform: the callback's transform in the sprite's space.
    /// - Returns: nil if the text is empty or cannot be laid out.
    func text(_ content: TextContent, in size: SVGASize, ofLayer layer: Int, transform: SVGATransform) -> RecentTexts.Text? {
        let axes = transform.axisScales
        let localScale = DrawnTexts.step(above: max(axes.x, axes.y))
        let request = RecentTexts.Request(
            content, size: size, pixelsPerPoint: scale(ofLayer: layer) * localScale, maximumPixels: scene.options.limits.imagePixels)
        return scene.substitutions.fonts.text(request, limits: scene.options.limits)
    }

    /// The largest scale of the sprite in any frame, so that a text in a growing sprite is laid out once.
    private func scale(ofLayer layer: Int) -> Double {
        if let cached = scales[layer] { return cached }
        let scale = scene.prepared.variants(ofSprite: layer).reduce(0) { largest, form in
            let axes = form.transform.concatenating(geometry.transform).axisScales
            return max(largest, axes.x, axes.y)
        }
        scales[layer] = scale
        return scale
    }

    /// The smallest power of two that is at least `scale`, so that a text that a callback enlarges gradually is not laid out in each frame.
    private static func step(above scale: Double) -> Double {
        guard scale.isNormal, scale.significand > 1 else { return scale }
        return Double(sign: .plus, exponent: scale.exponent + 1, significand: 1)
    }
}

/// The recent texts of drawing callbacks, so that a text that is drawn in many frames is laid out once.
struct RecentTexts {
    /// A rasterized text.
    struct Text: Sendable {
        let mipmaps: Mipmaps
        /// Its position in the rectangle, in points.
        let frame: SVGARect
    }

    /// Everything that determines the pixels of a text, except the fonts.
    struct Request: Hashable {
        private let text: ByteKey
        private let isMarkup: Bool
        private let style: TextStyle
        let size: SVGASize
        let pixelsPerPoint: Double
        private let maximumPixels: Int

        init(_ content: TextContent, size: SVGASize, pixelsPerPoint: Double, maximumPixels: Int) {
            (text, isMarkup, style) = (ByteKey(content.text), content.isMarkup, content.style)
            (self.size, self.pixelsPerPoint, self.maximumPixels) = (size, pixelsPerPoint, maximumPixels)
        }

        var content: TextContent { TextContent(text.text, isMarkup: isMarkup, style: style) }
    }

    /// A value is nil if the text is empty or cannot be laid out.
    private var texts = RecencyTable<Request, Text?>(maximumCost: 16 << 20, maximumCount: 64)
    /// The number of layouts made.
    private(set) var layouts = 0

    /// - Returns: nil if the text is not cached; the inner optional is nil if there is nothing to draw.
    mutating func find(_ request: Request) -> Text?? { texts.use(request) }

    /// Adds a text; evicts the least recently used ones.
    mutating func add(_ text: Text?, for request: Request) {
        layouts += 1
        // A request with NaN does not equal itself: it would never be found or evicted.
        guard request == request, texts[request] == nil else { return }
        texts.insert(text, cost: text?.mipmaps.memoryBytes ?? 0, for: request)
    }
}

extension FontSet {
    /// Returns a cached text, or lays it out.
    /// - Returns: nil if the text is empty or cannot be laid out.
    func text(_ request: RecentTexts.Request, limits: ReadLimits) -> RecentTexts.Text? {
        if let cached = recentTexts.withLock({ $0.find(request) }) { return cached }
        let prepared = try? TextRasterizer.prepare(
            request.content, layoutWidth: request.size.width, layoutHeight: request.size.height, pixelsPerPoint: request.pixelsPerPoint,
            fonts: self, limits: limits)
        let text = prepared.flatMap { RecentTexts.Text(mipmaps: Mipmaps($0.bitmap), frame: $0.frame) }
        recentTexts.withLock { $0.add(text, for: request) }
        return text
    }

    /// The number of texts that drawing callbacks have laid out with these fonts.
    package var drawnTextLayouts: Int { recentTexts.withLock { $0.layouts } }
}
