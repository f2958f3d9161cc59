public import SVGAImage
package import SVGAModel
package import SVGARender
package import SVGASupport

/// An output format of an ``Exporter`` with its options, such as `.webP(WebPOptions(quality: 80))`.
public struct ExportFormat: Sendable {
    /// The file extension without the dot.
    package let fileExtension: String
    /// Whether each frame becomes a separate file.
    let isSequence: Bool
    package let writer: any FormatWriter

    package init(fileExtension: String, isSequence: Bool = false, writer: any FormatWriter) {
        self.fileExtension = fileExtension
        self.isSequence = isSequence
        self.writer = writer
    }

    /// - Parameter sink: makes the sink for a destination.
    init<Sink: FrameSink>(
        fileExtension: String, isSequence: Bool = false,
        sink: @escaping @Sendable (OutputDestination) throws(SVGAError) -> sending Sink
    ) {
        self.init(
            fileExtension: fileExtension, isSequence: isSequence,
            writer: SinkWriter { (destination, _) throws(SVGAError) in try sink(destination) })
    }

    /// Animated PNG: exact pixels, full alpha, exact times. Programs without APNG support show the first frame.
    public static let apng = ExportFormat(fileExtension: "apng") { (destination) throws(SVGAError) in APNGSink(to: destination) }

    /// Animated WebP: lossless with alpha, or smaller with a quality. Times are whole milliseconds.
    public static func webP(_ options: WebPOptions = WebPOptions()) -> ExportFormat {
        ExportFormat(fileExtension: "webp") { (destination) throws(SVGAError) in WebPSink(to: destination, options: options) }
    }

    /// AVIF, still or animated: small, with alpha, slow to encode.
    /// - Parameters:
    ///   - quality: 0 (smallest) to 100 (lossless, larger than other lossless formats). Color is not subsampled.
    ///   - effort: 0 (fastest) to 6 (smallest).
    public static func avif(quality: Int = 70, effort: Int = 2) -> ExportFormat {
        ExportFormat(
            fileExtension: "avif",
            writer: SinkWriter { (destination, export) throws(SVGAError) in
                var options = AVIFOptions(quality: quality, effort: effort)
                options.threads = export.threadCount
                return AVIFSink(to: destination, options: options)
            })
    }

    /// JPEG XL, still or animated: lossless with alpha, or smaller with a quality.
    /// - Parameters:
    ///   - quality: nil or 100: lossless. 0 (smallest) to 99 (best): lossy without chroma subsampling, on libjxl's scale; 90 is visually lossless.
    /// An animation that is smaller without loss is lossless at any quality.
    ///   - effort: 0 (fastest) to 6 (smallest).
    public static func jxl(quality: Int? = nil, effort: Int = 2) -> ExportFormat {
        let options = JXLOptions(quality: quality, effort: effort)
        return ExportFormat(fileExtension: "jxl") { (destination) throws(SVGAError) in JXLSink(to: destination, options: options) }
    }

    /// GIF: at most 255 colors per frame, pixels fully transparent or opaque. Above 50 fps, frames are dropped to 50 fps, unless
    /// ``ExportTiming`` has a frame rate: browsers slow down faster GIFs.
    public static func gif(_ options: GIFOptions = GIFOptions()) -> ExportFormat {
        ExportFormat(fileExtension: "gif") { (destination) throws(SVGAError) in GIFSink(to: destination, options: options) }
    }

    /// A PNG file per frame, lossless. The path needs a pattern for the 0-based index, such as `out/%05d.png`, unless there is only one frame.
    /// Missing folders are created.
    public static let pngSequence = ExportFormat(fileExtension: "png", isSequence: true) { (destination) throws(SVGAError) in
        try PNGSequenceSink(to: destination)
    }

    /// A JPEG file per frame, with the path as for ``pngSequence``. JPEG has no alpha:
    /// a frame that is not opaque throws ``SVGAError/Kind/unsupported``.
    /// - Parameter quality: 1 (smallest) to 100 (best). Below 90, chroma has half the resolution.
    package static func jpegSequence(quality: Int = 90) -> ExportFormat {
        ExportFormat(fileExtension: "jpg", isSequence: true) { (destination) throws(SVGAError) in
            try JPEGSequenceSink(to: destination, quality: quality)
        }
    }

    /// A sprite sheet for game engines: all frames, trimmed and packed, in one PNG, with a JSON file of their positions.
    public static func sheet(_ options: SheetOptions = SheetOptions()) -> ExportFormat {
        ExportFormat(fileExtension: "png") { (destination) throws(SVGAError) in SheetSink(to: destination, options: options) }
    }

    /// Raw pixels for other programs: 8-bit RGBA with straight alpha, frame after frame, without padding.
    public static let rgba = ExportFormat(fileExtension: "rgba") { (destination) throws(SVGAError) in RawRGBASink(to: destination) }

    /// YUV4MPEG2, uncompressed video for other programs, in BT.601 of limited range.
    /// - Parameter alpha: whether to write straight alpha as a fourth plane, which ffmpeg reads and many other programs do not.
    /// Without it, a frame that is not opaque throws ``SVGAError/Kind/unsupported``.
    public static func y4m(alpha: Bool = false) -> ExportFormat {
        ExportFormat(fileExtension: "y4m") { (destination) throws(SVGAError) in Y4MSink(to: destination, alpha: alpha) }
    }
}

/// Writes an animation in one format.
package protocol FormatWriter: Sendable {
    func export<Source: PlayableAnimation>(
        _ animation: Source, to destination: OutputDestination, options: ExportOptions,
        progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws(SVGAError) -> ExportResult
}

/// Writes an animation through a sink.
package struct SinkWriter<Sink: FrameSink>: FormatWriter {
    private let sink: @Sendable (OutputDestination, ExportOptions) throws(SVGAError) -> sending Sink
    private let sound: SoundFinder?

    /// - Parameters:
    ///   - sound: finds the sound source; nil for formats without sound.
    ///   - sink: makes the sink for a destination.
    package init(
        sound: SoundFinder? = nil, sink: @escaping @Sendable (OutputDestination, ExportOptions) throws(SVGAError) -> sending Sink
    ) {
        self.sink = sink
        self.sound = sound
    }

    package func export<Source: PlayableAnimation>(
        _ animation: Source, to destination: OutputDestination, options: ExportOptions,
        progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws(SVGAError) -> ExportResult {
        var options = options
        if options.timing.frameRate == nil, let highest = Sink.highestFrameRate,
            let rate = options.timing.shownRate(animation.frameRate), rate.framesPerSecond > highest.framesPerSecond
        {
            options.timing.frameRate = highest
        }
        return try await Exporter.export(
            animation, to: try sink(destination, options), options: options, sound: try sound?(options.sound, animation), progress: progress
        )
    }
}

/// Finds the sound of an animation; nil for silence.
package typealias SoundFinder = @Sendable (ExportSound, any PlayableAnimation) throws(SVGAError) -> (any SoundSource)?
