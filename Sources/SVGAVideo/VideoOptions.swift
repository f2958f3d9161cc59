public import SVGAModel

/// A container together with the codec for the pictures in it.
package enum VideoFormat: String, Hashable, Sendable, CaseIterable {
    /// MP4 with H.264 and AAC: plays everywhere, and has no alpha unless it is put beside the colours.
    case mp4
    /// WebM with VP9 and Opus, with alpha: for web pages.
    case webm
    /// MOV with ProRes 4444 and AAC, with 16 bits of alpha: for editors.
    case proRes
    /// MOV with QuickTime Animation and AAC, with alpha: lossless, for editors.
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
    /// Two halves of one opaque picture: the frame over black at the left, its alpha as grey at the right.
    case sideBySide
    /// The same, with the frame at the top and its alpha at the bottom.
    case stacked
}

/// How a video is encoded.
public struct VideoOptions: Hashable, Sendable {
    package var quality: Double?
    package var alpha: AlphaLayout
    package var background: Color?
    /// For the codec, at least 1. 0: as many as this process can run at once, at most 8, because each takes memory for pictures of its own.
    package var threads = 0

    /// Without parameters: the format's own quality and alpha.
    ///
    /// What the quality is in each format:
    /// - MP4: CRF 45 to 10 of x264; nil is 18, the same as 77.
    /// - WebM: CRF 60 to 10 of libvpx; nil is 24, the same as 72.
    /// - ProRes: quantiser 20 to 2; nil is the usual bit rate of ProRes 4444.
    /// - Animation is lossless and has no quality.
    ///
    /// Alpha in a half of the picture is what gift players such as VAP and AlphaPlayer expect: they hand the sampled colours and
    /// alpha to the screen as a premultiplied pixel, so the colours are already multiplied by alpha, that is, painted over black. Where the
    /// halves are is written in a JSON of the name of the video, `gift.json` beside `gift.mp4`, and in a `vapc` box in an MP4.
    /// - Parameters:
    ///   - quality: 0 (smallest) to 100 (best); values outside are taken as the nearest. nil: differences are hardly visible.
    ///   - alpha: where alpha goes; other than native only in MP4 and WebM.
    ///   - background: the colour that the movie was rendered on. If it is opaque, so must every frame be, and no format stores alpha. Also
    ///     what pads odd sides to even ones; nil: the last row and column again.
    public init(quality: Double? = nil, alpha: AlphaLayout = .native, background: Color? = nil) {
        self.quality = quality
        self.alpha = alpha
        self.background = background
    }

    /// ``quality`` on a codec's own scale.
    func quantizer(worst: Double, best: Double) -> Double? {
        quality.map { worst + (best - worst) * min(100, max(0, $0.isNaN ? 0 : $0)) / 100 }
    }

    var isOpaque: Bool { background.map { $0.alpha >= 1 } ?? false }

    /// ``background`` as a pixel of ``ConverterInput``.
    var padding: UInt32? {
        guard let background else { return nil }
        func byte(_ value: Double) -> UInt32 { UInt32((min(1, max(0, value.isNaN ? 0 : value)) * 255).rounded()) }
        return byte(background.red) | byte(background.green) << 8 | byte(background.blue) << 16 | byte(background.alpha) << 24
    }
}
