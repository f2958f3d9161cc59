public import SVGAModel
import SVGASupport

/// A video container with its codec.
package enum VideoFormat: String, Hashable, Sendable, CaseIterable {
    /// MP4 with H.264 or HEVC, and AAC. It plays everywhere. Alpha is only possible beside the colors.
    case mp4
    /// WebM with VP9 and Opus, with alpha: for web pages.
    case webm
    /// MOV with ProRes 4444, with 16 bits of alpha: for editors.
    case proRes
    /// MOV with QuickTime Animation, with alpha: lossless, for editors.
    case animation

    /// The file extension, without the dot.
    package var fileExtension: String {
        switch self {
        case .mp4: "mp4"
        case .webm: "webm"
        case .proRes, .animation: "mov"
        }
    }
}

/// The position of alpha in a video.
public enum AlphaLayout: Hashable, Sendable {
    /// The alpha of the format. MP4 has none, so every frame must be opaque.
    case native
    /// Two parts of one opaque picture: the frame over black at the left, its alpha as gray at the right.
    case sideBySide
    /// Like ``sideBySide``, with the frame at the top and its alpha at the bottom.
    case stacked
}

/// Options for encoding a video. By default: the format's own quality and alpha.
///
/// Gift players such as VAP and AlphaPlayer expect alpha in a part of the picture. They combine the sampled color and alpha to a premultiplied
/// pixel, so the colors are stored premultiplied, over black. A JSON file (`gift.json` beside `gift.mp4`) and a `vapc` box in an MP4 have the
/// rectangles of both parts. The H.264 stream has the baseline profile without B-frames, which phones decode best. VAP supports any
/// `alphaScale`; AlphaPlayer needs 1.
public struct VideoOptions: Hashable, Sendable {
    /// The quality, 0 (smallest) to 100 (best), clamped. nil: differences are hardly visible.
    ///
    /// - MP4: CRF 45 to 10 of x264; nil is 20, the same as 71. HEVC: CRF 45 to 10 of x265; nil is 21.
    /// - WebM: CRF 60 to 10 of libvpx, and 2 less with alpha; nil is 26, the same as 68.
    /// - ProRes: quantizer 20 to 2; nil is the usual bit rate of ProRes 4444.
    /// - QuickTime Animation is lossless and has no quality.
    public var quality: Double?
    /// The encoding effort, 0 (fastest) to 6 (smallest), clamped. For H.264, HEVC and VP9.
    public var effort: Int { didSet { effort = VideoOptions.clamped(effort) } }
    /// The position of alpha. Only MP4 and WebM support others than native.
    public var alpha: AlphaLayout
    /// The size of the alpha part relative to the color part, 0.5 to 1, clamped. Ignored for native alpha.
    public var alphaScale: Double { didSet { alphaScale = VideoOptions.clamped(alphaScale) } }
    /// The background color of the rendered movie. If it is opaque, every frame must be opaque, and no format stores alpha. It also fills the row or
    /// column that is added to odd sides; nil: the last row or column is repeated.
    public var background: SVGAColor?
    /// Whether an MP4 has HEVC (H.265) instead of H.264. The file is smaller and takes longer to encode. Not all players support it.
    public var usesHEVC: Bool
    /// Whether the sound of a MOV is stored as uncompressed 16-bit samples instead of AAC.
    package var keepsSamples = false
    /// Keys of sprites that a VAP player draws itself, with images and texts that the app sets for these keys. The video has masks instead of these
    /// sprites. A key with a text in the scene's substitutions is for texts. Needs an alpha that is not native, an ``SVGAScene``, and at most seven
    /// sprites. Players do not rotate images: a rotated image fills its bounding box.
    public var replaceable: [String]
    /// The number of the codec's threads. 0: the number of processors, at most 8, because each thread needs memory for pictures.
    package var threads = 0

    /// By default: the format's own quality and alpha.
    public init(
        quality: Double? = nil, effort: Int = 4, alpha: AlphaLayout = .native, alphaScale: Double = 0.5, background: SVGAColor? = nil,
        usesHEVC: Bool = false, replaceable: [String] = []
    ) {
        self.quality = quality
        self.effort = VideoOptions.clamped(effort)
        self.alpha = alpha
        self.alphaScale = VideoOptions.clamped(alphaScale)
        self.background = background
        self.usesHEVC = usesHEVC
        self.replaceable = replaceable
    }

    private static func clamped(_ effort: Int) -> Int { min(6, max(0, effort)) }
    private static func clamped(_ scale: Double) -> Double { scale.isNaN ? 0.5 : min(1, max(0.5, scale)) }

    /// ``quality``, converted to a codec's scale.
    func quantizer(worst: Double, best: Double) -> Double? {
        quality.map { worst + (best - worst) * min(100, max(0, $0.isNaN ? 0 : $0)) / 100 }
    }

    var isOpaque: Bool { background.map { $0.alpha >= 1 } ?? false }

    /// ``background`` as a pixel of ``ConverterInput``.
    var padding: UInt32? {
        guard let background else { return nil }
        func byte(_ value: Double) -> UInt32 { UInt32(saturating: (min(1, max(0, value.isNaN ? 0 : value)) * 255).rounded()) }
        return byte(background.red) | byte(background.green) << 8 | byte(background.blue) << 16 | byte(background.alpha) << 24
    }
}
