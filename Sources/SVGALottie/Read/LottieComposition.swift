package import SVGAFormat
package import SVGAModel
import SVGASupport

/// A parsed Lottie file, independent of time. Immutable.
package struct LottieComposition: Sendable {
    /// In points.
    package let width: Double
    package let height: Double
    package let framesPerSecond: Double
    /// The first frame and the frame after the last, in the file's frames.
    package let inPoint: Double
    package let outPoint: Double
    package let markers: [LottieMarker]
    let layers: LayerList
    let precompositions: [LayerList]
    private let images: [String: LottieImage]
    let fonts: LottieFonts
    let glyphs: [GlyphKey: LottieGlyph]
    /// Features that are drawn differently than in After Effects, in the file's order.
    package let notes: [Diagnostic]
    /// The images that layers show and the file lacks, in the file's order.
    package let missingImages: [LottieMissingImage]
    /// The work of the file's expressions; nil: it has none.
    let expressionWork: ExpressionWork?

    init(
        width: Double, height: Double, framesPerSecond: Double, inPoint: Double, outPoint: Double, markers: [LottieMarker],
        layers: LayerList, precompositions: [LayerList], images: [String: LottieImage], fonts: LottieFonts,
        glyphs: [GlyphKey: LottieGlyph], notes: [Diagnostic], missingImages: [LottieMissingImage],
        expressionWork: ExpressionWork? = nil
    ) {
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
        self.inPoint = inPoint
        self.outPoint = outPoint
        self.markers = markers
        self.layers = layers
        self.precompositions = precompositions
        self.images = images
        self.fonts = fonts
        self.glyphs = glyphs
        self.notes = notes
        self.missingImages = missingImages
        self.expressionWork = expressionWork
    }

    /// Reads JSON, or the first animation of a `.lottie` archive. Decompresses gzip, as in Telegram stickers.
    /// - Parameter folder: the folder of the images that are not embedded in the JSON; nil: none.
    package init(bytes: [UInt8], folder: FolderFiles? = nil, limits: ReadLimits = .default) throws(SVGAError) {
        if bytes.count > limits.inputBytes { throw .limit(LimitExceeded(\.inputBytes, of: limits, found: bytes.count)) }
        let content: [UInt8]
        do throws(SVGAError) {
            content = try FileBytes.withoutGzip(bytes, limits: limits)
        } catch {
            if error.limit != nil { throw error }
            throw .notLottie(reason: error.message)
        }
        let source = try LottieSource(content, folder: folder, limits: limits)
        let replaced = ExpressionBaker.replaced(in: source.tape, limits: limits)
        let reader = try CompositionReader(source.tape, replaced: replaced, file: source.file, limits: limits)
        self = try reader.composition(limits: limits)
    }

    /// Whether the bytes look like a Lottie file: a JSON object, or a ZIP that contains animations.
    package static func looksLikeLottie(_ bytes: [UInt8]) -> Bool { LottieSource.looksLikeLottie(bytes) }

    package var frameRate: FrameRate {
        get throws(SVGAError) {
            guard let rate = FrameRate(framesPerSecond) else {
                throw .broken(location: "fr", reason: "a frame rate of \(framesPerSecond) fps is not supported")
            }
            return rate
        }
    }

    /// The frame count, at least 1; the last frame may have a shorter duration.
    package var frames: Int { max(1, Int(saturating: (outPoint - inPoint - 1e-3).rounded(.up))) }

    /// An image asset by its id; nil if there is none.
    package func image(asset id: String) -> LottieImage? { images[id] }

    /// The ids of all images, sorted.
    package var imageAssets: [String] { images.keys.sorted() }
}
