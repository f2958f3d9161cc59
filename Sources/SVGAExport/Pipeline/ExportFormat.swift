public import SVGAImage
import SVGAModel
package import SVGARender
package import SVGASupport

/// What an ``Exporter`` makes: a format and its options, such as `.webP(WebPOptions(quality: 80))`.
public struct ExportFormat: Sendable {
    /// Without the dot.
    package let fileExtension: String
    /// Whether each frame gets a file of its own.
    let isSequence: Bool
    package let writer: any FormatWriter

    package init(fileExtension: String, isSequence: Bool = false, writer: any FormatWriter) {
        self.fileExtension = fileExtension
        self.isSequence = isSequence
        self.writer = writer
    }

    /// - Parameter sink: makes the sink for a place.
    init<Sink: FrameSink>(
        fileExtension: String, isSequence: Bool = false,
        sink: @escaping @Sendable (OutputPlace) throws(ExportError) -> sending Sink
    ) {
        self.init(
            fileExtension: fileExtension, isSequence: isSequence, writer: SinkWriter { (place, _) throws(ExportError) in try sink(place) })
    }

    /// Animated PNG: exact pixels, full alpha, exact times. Programs that do not know it show the first frame.
    public static let apng = ExportFormat(fileExtension: "apng") { (place) throws(ExportError) in APNGSink(to: place) }

    /// Animated WebP: exact with alpha, or smaller with a quality. Times are whole milliseconds.
    public static func webP(_ options: WebPOptions = WebPOptions()) -> ExportFormat {
        ExportFormat(fileExtension: "webp") { (place) throws(ExportError) in WebPSink(to: place, options: options) }
    }

    /// AVIF, still or animated: small, with alpha, and slow to make.
    /// - Parameters:
    ///   - quality: 0 (smallest) to 100 (lossless, larger than other lossless formats); colours keep their full resolution.
    ///   - effort: 0 (fastest) to 6 (smallest).
    public static func avif(quality: Int = 70, effort: Int = 2) -> ExportFormat {
        ExportFormat(
            fileExtension: "avif",
            writer: SinkWriter { (place, export) throws(ExportError) in
                var options = AVIFOptions(quality: quality, effort: effort)
                options.threads = export.threadCount
                return AVIFSink(to: place, options: options)
            })
    }

    /// JPEG XL, still or animated: exact with alpha, or smaller with a quality.
    /// - Parameters:
    ///   - quality: nil or 100: lossless. 0 (smallest) to 99 (best): lossy, with colours in full resolution; on libjxl's own scale, on which 90
    ///     is visually lossless. An animation that is smaller without loss is lossless at any quality.
    ///   - effort: 0 (fastest) to 6 (smallest).
    public static func jxl(quality: Int? = nil, effort: Int = 2) -> ExportFormat {
        let options = JXLOptions(quality: quality, effort: effort)
        return ExportFormat(fileExtension: "jxl") { (place) throws(ExportError) in JXLSink(to: place, options: options) }
    }

    /// GIF: at most 255 colours a frame, alpha all or nothing. More than 50 frames a second are shown at 50, because browsers slow down
    /// faster ones, unless the ``ExportTiming`` has a frame rate.
    public static func gif(_ options: GIFOptions = GIFOptions()) -> ExportFormat {
        ExportFormat(fileExtension: "gif") { (place) throws(ExportError) in GIFSink(to: place, options: options) }
    }

    /// A PNG for each frame: exact. The path needs a place for the 0-based index, such as `out/%05d.png`, unless there is one frame
    /// only. Missing folders are made.
    public static let pngSequence = ExportFormat(fileExtension: "png", isSequence: true) { (place) throws(ExportError) in
        try PNGSequenceSink(to: place)
    }

    /// A JPEG for each frame, with the path as for ``pngSequence``. JPEG has no alpha: a frame that is not opaque is
    /// ``ExportError/alphaNotHeld(format:frame:)``.
    /// - Parameter quality: 1 (smallest) to 100 (best). Below 90 colours have half the resolution.
    package static func jpegSequence(quality: Int = 90) -> ExportFormat {
        ExportFormat(fileExtension: "jpg", isSequence: true) { (place) throws(ExportError) in
            try JPEGSequenceSink(to: place, quality: quality)
        }
    }

    /// A sprite sheet for game engines: all frames, trimmed and packed, in one PNG, and beside it the JSON of where they are.
    public static func sheet(_ options: SheetOptions = SheetOptions()) -> ExportFormat {
        ExportFormat(fileExtension: "png") { (place) throws(ExportError) in SheetSink(to: place, options: options) }
    }

    /// Bare pixels for other programs: 8-bit RGBA with straight alpha, frame after frame, without padding.
    public static let rgba = ExportFormat(fileExtension: "rgba") { (place) throws(ExportError) in RawRGBASink(to: place) }

    /// YUV4MPEG2, uncompressed video for other programs, in BT.601 of limited range.
    /// - Parameter alpha: straight alpha as a fourth plane, which ffmpeg reads and many other programs do not. Without it a frame that
    ///   is not opaque is ``ExportError/alphaNotHeld(format:frame:)``.
    public static func y4m(alpha: Bool = false) -> ExportFormat {
        ExportFormat(fileExtension: "y4m") { (place) throws(ExportError) in Y4MSink(to: place, alpha: alpha) }
    }
}

/// Writes an animation in one format.
package protocol FormatWriter: Sendable {
    func export<Source: PlayableAnimation>(
        _ animation: Source, to place: OutputPlace, options: ExportOptions, progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws(ExportError) -> ExportResult
}

/// Writes by a sink.
package struct SinkWriter<Sink: FrameSink>: FormatWriter {
    private let sink: @Sendable (OutputPlace, ExportOptions) throws(ExportError) -> sending Sink
    private let sound: SoundFinder?

    /// - Parameters:
    ///   - sound: finds what is heard; nil for formats without sound.
    ///   - sink: makes the sink for a place.
    package init(
        sound: SoundFinder? = nil, sink: @escaping @Sendable (OutputPlace, ExportOptions) throws(ExportError) -> sending Sink
    ) {
        self.sink = sink
        self.sound = sound
    }

    package func export<Source: PlayableAnimation>(
        _ animation: Source, to place: OutputPlace, options: ExportOptions, progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws(ExportError) -> ExportResult {
        var options = options
        if options.timing.frameRate == nil, let highest = Sink.highestFrameRate,
            let rate = options.timing.shownRate(animation.frameRate), rate.framesPerSecond > highest.framesPerSecond
        {
            options.timing.frameRate = highest
        }
        return try await Exporter.export(
            animation, to: try sink(place, options), options: options, sound: try sound?(options.sound, animation), progress: progress)
    }
}

/// Finds what is to be heard of an animation; nil is nothing.
package typealias SoundFinder = @Sendable (ExportSound, any PlayableAnimation) throws(ExportError) -> (any SoundSource)?
