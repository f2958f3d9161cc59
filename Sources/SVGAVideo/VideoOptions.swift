public import SVGAModel
import SVGASupport

/// A container together with the codec for the pictures in it.
package enum VideoFormat: String, Hashable, Sendable, CaseIterable {
    /// MP4 with H.264 or HEVC, and AAC: plays everywhere, and has no alpha unless it is put beside the colours.
    case mp4
    /// WebM with VP9 and Opus, with alpha: for web pages.
    case webm
    /// MOV with ProRes 4444, with 16 bits of alpha: for editors.
    case proRes
    /// MOV with QuickTime Animation, with alpha: lossless, for editors.
    case animation

    /// Without the dot.
    package var fileExtension: String {
        switch self {
        case .mp4: "mp4"
        case .webm: "webm"
        case .proRes, .animation: "mov"
        }
    }
}

/// Where alpha goes in a video.
public enum AlphaLayout: Hashable, Sendable {
    /// As the format has it. MP4 has none, so every frame must be opaque.
    case native
    /// Two parts of one opaque picture: the frame over black at the left, its alpha as grey at the right.
    case sideBySide
    /// The same, with the frame at the top and its alpha at the bottom.
    case stacked
}

/// How a video is encoded. By default: the format's own quality and alpha.
///
/// Alpha in a part of the picture is what gift players such as VAP and AlphaPlayer expect. They pass the sampled color and alpha to the screen
/// as one premultiplied pixel, so the colors are stored multiplied by alpha, over black. A JSON file named after the video, `gift.json` beside
/// `gift.mp4`, and a `vapc` box in an MP4 hold the rectangles of both parts. The H.264 stream is of the baseline profile, without B-frames,
/// which phones decode best. VAP reads alpha of any size; AlphaPlayer needs an `alphaScale` of 1.
public struct VideoOptions: Hashable, Sendable {
    /// 0 (smallest) to 100 (best); values outside are taken as the nearest. nil: differences are hardly visible.
    ///
    /// - MP4: CRF 45 to 10 of x264; nil is 20, the same as 71. HEVC: CRF 45 to 10 of x265; nil is 21.
    /// - WebM: CRF 60 to 10 of libvpx; nil is 26, the same as 68.
    /// - ProRes: quantizer 20 to 2; nil is the usual bit rate of ProRes 4444.
    /// - QuickTime Animation is lossless and has no quality.
    public var quality: Double?
    /// 0 (fastest) to 6 (smallest), for H.264, HEVC and VP9; values outside are taken as the nearest.
    public var effort: Int
    /// Where alpha goes; other than native only in MP4 and WebM.
    public var alpha: AlphaLayout
    /// The size of an alpha that is not native, as a part of the colours' size: 0.5 to 1.
    public var alphaScale: Double
    /// The colour that the movie was rendered on. If it is opaque, so must every frame be, and no format stores alpha. Also what pads odd
    /// sides to even ones; nil: the last row and column again.
    public var background: SVGAColor?
    /// Whether an MP4 has HEVC (H.265) in place of H.264: a smaller file, which takes longer to make, for players that are known to read
    /// it.
    public var usesHEVC: Bool
    /// Whether the sound of a MOV is stored as 16-bit samples, which is exact, in place of AAC.
    package var keepsSamples = false
    /// Keys of sprites that a VAP player draws by itself, with pictures and texts that the app gives it under these names: the video leaves
    /// these out and holds their masks. A key with a text in the scene's substitutions shows texts. Only where alpha is not native, for a
    /// ``SVGAScene``, and for at most seven sprites. Players do not turn pictures: one that is turned fills its upright box.
    public var replaceable: [String]
    /// For the codec, at least 1. 0: as many as this process can run at once, at most 8, because each takes memory for pictures of its own.
    package var threads = 0

    /// By default: the format's own quality and alpha.
    public init(
        quality: Double? = nil, effort: Int = 4, alpha: AlphaLayout = .native, alphaScale: Double = 0.5, background: SVGAColor? = nil,
        usesHEVC: Bool = false, replaceable: [String] = []
    ) {
        self.quality = quality
        self.effort = min(6, max(0, effort))
        self.alpha = alpha
        self.alphaScale = min(1, max(0.5, alphaScale.isNaN ? 0.5 : alphaScale))
        self.background = background
        self.usesHEVC = usesHEVC
        self.replaceable = replaceable
    }

    /// ``quality`` on a codec's own scale.
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
