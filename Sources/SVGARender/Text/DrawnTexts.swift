import SVGAImage
import SVGAModel
import SVGAPixels
import SVGASupport

/// The texts that the drawings of a scene draw.
final class DrawnTexts {
    private let scene: SVGAScene
    private let geometry: OutputGeometry
    /// The largest scale at which a layer is shown in any frame, in output pixels a point, by the layer's index.
    private var scales: [Int: Double] = [:]

    init(_ scene: SVGAScene, _ geometry: OutputGeometry) {
        self.scene = scene
        self.geometry = geometry
    }

    /// - Parameter own: the drawing's transform in the sprite's space.
    /// - Returns: nil where there is nothing to see or the text cannot be laid out.
    func text(_ content: TextContent, in size: SVGASize, ofLayer layer: Int, own: SVGATransform) -> RecentTexts.Text? {
        let axes = own.axisScales
        let ownScale = DrawnTexts.step(above: max(axes.x, axes.y))
        let request = RecentTexts.Request(
            content, size: size, pixelsPerPoint: scale(ofLayer: layer) * ownScale, maximumPixels: scene.options.limits.imagePixels)
        return scene.substitutions.fonts.text(request, limits: scene.options.limits)
    }

    /// The sprite's own scale does not depend on the frame, so that a text in a growing sprite is laid out once.
    private func scale(ofLayer layer: Int) -> Double {
        if let known = scales[layer] { return known }
        let scale = scene.prepared.shownForms(ofSprite: layer).reduce(0) { largest, form in
            let axes = form.transform.concatenating(geometry.transform).axisScales
            return max(largest, axes.x, axes.y)
        }
        scales[layer] = scale
        return scale
    }

    /// The power of two that is at least `scale`, so that a text that a drawing enlarges bit by bit is not laid out in each frame.
    private static func step(above scale: Double) -> Double {
        guard scale.isNormal, scale.significand > 1 else { return scale }
        return Double(sign: .plus, exponent: scale.exponent + 1, significand: 1)
    }
}

/// The texts last drawn by drawings, so that each is laid out once though it is drawn in many frames.
struct RecentTexts {
    /// A text laid out and drawn.
    struct Text: Sendable {
        let mipmaps: Mipmaps
        /// Where it lies in its rectangle, in points.
        let frame: SVGARect
    }

    /// All that decides about the pixels of a text, but for the fonts.
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

    /// A value is nil where there is nothing to see, or the text cannot be laid out.
    private var texts = RecencyTable<Request, Text?>(maximumCost: 16 << 20, maximumCount: 64)
    /// How many texts were laid out.
    private(set) var layouts = 0

    /// - Returns: nil where the text is not known; the inner optional is nil where nothing is to be drawn.
    mutating func find(_ request: Request) -> Text?? { texts.use(request) }

    /// Keeps a text; those not used for the longest time make room.
    mutating func add(_ text: Text?, for request: Request) {
        layouts += 1
        // With a number that is not one, a request is not even equal to itself: it would never be found, or make room.
        guard request == request, texts[request] == nil else { return }
        texts.insert(text, cost: text?.mipmaps.memoryBytes ?? 0, for: request)
    }
}

extension FontSet {
    /// Lays a text out, or finds it among the last ones.
    /// - Returns: nil where there is nothing to see or the text cannot be laid out.
    func text(_ request: RecentTexts.Request, limits: ReadLimits) -> RecentTexts.Text? {
        if let known = recentTexts.withLock({ $0.find(request) }) { return known }
        let prepared = try? TextRasterizer.prepare(
            request.content, layoutWidth: request.size.width, layoutHeight: request.size.height, pixelsPerPoint: request.pixelsPerPoint,
            fonts: self, limits: limits)
        let text = prepared.flatMap { RecentTexts.Text(mipmaps: Mipmaps($0.bitmap), frame: $0.frame) }
        recentTexts.withLock { $0.add(text, for: request) }
        return text
    }

    /// How many texts drawings have laid out with these fonts.
    package var drawnTextLayouts: Int { recentTexts.withLock { $0.layouts } }
}
