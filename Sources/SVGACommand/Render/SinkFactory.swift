import SVGAExport
import SVGARender
import SVGAVideo

/// Makes the sink that a command line asks for, and exports to it.
struct SinkFactory: Sendable {
    let output: RenderOutput
    let encoding: EncodingOptions
    /// Instead of the output's own path.
    let path: String
    let quality: Int?
    let overwrite: Bool

    typealias Progress = @Sendable (ExportProgress) -> Void

    func export(
        _ renderer: MovieRenderer, _ options: ExportOptions, progress: @escaping Progress
    ) async throws(ExportError) -> ExportResult {
        func export<Sink: FrameSink>(to sink: sending Sink) async throws(ExportError) -> ExportResult {
            try await Exporter().export(renderer, to: sink, options: options, progress: progress)
        }
        switch output.format {
        case .png: return try await export(to: PNGSequenceSink(path: path, overwrite: overwrite))
        case .apng: return try await export(to: APNGSink(path: path, overwrite: overwrite))
        case .gif: return try await export(to: GIFSink(path: path, overwrite: overwrite, options: gifOptions))
        case .webp: return try await export(to: WebPSink(path: path, overwrite: overwrite, options: WebPOptions(quality: quality)))
        case .rgba: return try await export(to: RawRGBASink(path: path, overwrite: overwrite))
        case .y4m: return try await export(to: Y4MSink(path: path, overwrite: overwrite))
        case .sheet: return try await export(to: SheetSink(path: path, overwrite: overwrite))
        case .html: return try await export(to: HTMLSink(path: path, overwrite: overwrite, options: htmlOptions, compressSound: mp3))
        case .mp4, .webm, .mov:
            #if Video
                var video = VideoOptions()
                video.quality = quality.map(Double.init)
                video.alpha = alphaLayout
                video.background = renderer.options.background
                video.threads = options.threads
                return try await export(to: VideoSink(path: path, format: videoFormat, overwrite: overwrite, options: video))
            #else
                throw .unavailable(format: output.format.rawValue)
            #endif
        // A sound is no frames: see SoundOutput.
        case .wav: throw .noFrames
        }
    }

    private var gifOptions: GIFOptions {
        var options = GIFOptions()
        if let quality { options.quality = quality }
        if let dither = encoding.dither { options.dither = dither.value }
        options.matte = encoding.matte?.color
        return options
    }

    /// Titled after the file, whatever the path of an attempt at it.
    private var htmlOptions: HTMLOptions {
        let name = output.path == "-" ? "SVGA" : output.path.split(separator: "/").last.map(String.init) ?? output.path
        var options = HTMLOptions(title: name.lowercased().hasSuffix(".html") ? String(name.dropLast(5)) : name)
        options.webP = WebPOptions(quality: quality)
        return options
    }

    #if Video
        private var mp3: HTMLSink.SoundCompressor? {
            { track throws(ExportError) in try CompressedSound.mp3(track) }
        }

        private var videoFormat: VideoFormat {
            switch output.format {
            case .webm: .webm
            case .mov: encoding.codec == .qtrle ? .animation : .proRes
            default: .mp4
            }
        }

        private var alphaLayout: AlphaLayout {
            switch encoding.alpha {
            case nil: .native
            case .sideBySide: .sideBySide
            case .stacked: .stacked
            }
        }
    #else
        private var mp3: HTMLSink.SoundCompressor? { nil }
    #endif
}
