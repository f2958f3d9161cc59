public import SVGAExport
import SVGAModel
import SVGARender
import SVGASupport

/// Formats with sound. Without the package trait `Video`, those that need libav throw ``SVGAError/Kind/unsupported``.
extension ExportFormat {
    /// The format for a file name, by its extension; nil for an unknown extension.
    ///
    /// `png` is a picture per frame, `mov` is ProRes. Also `apng`, `webp`, `gif`, `html`, `htm`, `mp4`, `webm`, `wav`, `y4m`, `rgba`
    /// and `raw`, each with its default options.
    public init?(path: String) {
        let path = FilePath(path)
        switch path.endsWithSlash ? nil : path.ending?.lowercased() {
        case "png": self = .pngSequence
        case "apng": self = .apng
        case "webp": self = .webP()
        case "jpg", "jpeg": self = .jpegSequence()
        case "avif": self = .avif()
        case "jxl": self = .jxl()
        case "gif": self = .gif()
        case "html", "htm": self = .html()
        case "mp4": self = .mp4()
        case "webm": self = .webM()
        case "mov": self = .proRes()
        case "wav": self = .wav
        case "y4m": self = .y4m()
        case "rgba", "raw": self = .rgba
        default: return nil
        }
    }

    /// An HTML page that plays the animation in any current browser without other files: alpha, scrubber, keyboard, MP3 sound.
    /// Without libav it is silent.
    ///
    /// The browser draws the movie itself, unless the options bake its frames (``HTMLOptions``).
    ///
    /// Scripts use `window.svga`: `show(frame)`, a promise, `play()`, `pause()`, `frame`, `frames` and `canvas`. If the movie is not baked,
    /// also `player`, with `setImage(key, picture)`, `setText(key, text)` and `hide(key)`. The window's event `svgaready` announces the object.
    public static func html(_ options: HTMLOptions = HTMLOptions()) -> ExportFormat {
        ExportFormat(
            fileExtension: "html",
            writer: PageWriter(page: MoviePage(options, compressSound: compressSound), findSound: findSound))
    }

    private struct PageWriter: FormatWriter {
        let page: MoviePage
        let findSound: SoundFinder

        func export<Source: PlayableAnimation>(
            _ animation: Source, to destination: OutputDestination, options: ExportOptions,
            progress: @escaping @Sendable (ExportProgress) -> Void
        ) async throws(SVGAError) -> ExportResult {
            try await page.export(
                animation, to: destination, options: options, sound: findSound(options.sound, animation), progress: progress)
        }
    }

    /// Only the sound, as long as the frames: 16-bit PCM, stereo, 48 kHz. An animation without sound gives silence.
    /// Progress is reported once, at the end.
    public static let wav = ExportFormat(fileExtension: "wav", writer: wavWriter)

    /// MP4 with H.264 (or HEVC, by the options) and AAC: plays everywhere. It has no alpha: draw on a background
    /// (`background` of ``RenderOptions``), or choose an ``AlphaLayout`` for gift players.
    public static func mp4(_ options: VideoOptions = VideoOptions()) -> ExportFormat { video(.mp4, options) }

    /// WebM with VP9 and Opus, with alpha: for web pages.
    public static func webM(_ options: VideoOptions = VideoOptions()) -> ExportFormat { video(.webm, options) }

    /// MOV with ProRes 4444 and AAC (or PCM, by the options), with 16 bits of alpha, for editors.
    public static func proRes(_ options: VideoOptions = VideoOptions()) -> ExportFormat { video(.proRes, options) }

    /// MOV with QuickTime Animation and AAC (or PCM, by the options), with alpha: lossless, for editors.
    public static func quickTimeAnimation(_ options: VideoOptions = VideoOptions()) -> ExportFormat { video(.animation, options) }
}

#if Video
    extension ExportFormat {
        private static let findSound: SoundFinder = { (sound, animation) throws(SVGAError) in
            switch sound {
            case .movie: MovieSound(animation)
            case .none: nil
            case .file(let path): SoundFile(path: path)
            }
        }

        private static let compressSound: HTMLSink.SoundCompressor? = { (track) throws(SVGAError) in try CompressedSound.mp3(track) }

        private static let wavWriter: any FormatWriter = WAVFormat(findSound: findSound)

        private static func video(_ format: VideoFormat, _ options: VideoOptions) -> ExportFormat {
            ExportFormat(fileExtension: format.fileExtension, writer: VideoWriter(format: format, options: options, findSound: findSound))
        }
    }

    /// Writes a video in which players may draw some sprites.
    private struct VideoWriter: FormatWriter {
        let format: VideoFormat
        let options: VideoOptions
        let findSound: SoundFinder

        func export<Source: PlayableAnimation>(
            _ animation: Source, to destination: OutputDestination, options export: ExportOptions,
            progress: @escaping @Sendable (ExportProgress) -> Void
        ) async throws(SVGAError) -> ExportResult {
            guard !options.replaceable.isEmpty else {
                return try await writer(nil).export(animation, to: destination, options: export, progress: progress)
            }
            guard let scene = animation as? SVGAScene else {
                throw .impossible(reason: "only keys of a movie can be left to players")
            }
            let fusion = try FusionScene(scene, keys: options.replaceable)
            return try await writer(fusion).export(fusion.scene, to: destination, options: export, progress: progress)
        }

        private func writer(_ fusion: FusionScene?) -> SinkWriter<VideoSink> {
            SinkWriter(sound: findSound) { (destination, export) throws(SVGAError) in
                var options = options
                options.threads = export.threadCount
                return VideoSink(to: destination, format: format, options: options, fusion: fusion)
            }
        }
    }

    /// Writes only the sound.
    private struct WAVFormat: FormatWriter {
        let findSound: SoundFinder

        func export<Source: PlayableAnimation>(
            _ animation: Source, to destination: OutputDestination, options: ExportOptions,
            progress: @escaping @Sendable (ExportProgress) -> Void
        ) async throws(SVGAError) -> ExportResult {
            let sound = try findSound(options.sound, animation) ?? Silence()
            let result = try await WAVExporter().export(
                sound, frameCount: animation.frameCount, frameRate: animation.frameRate, to: destination, timing: options.timing,
                maximumBytes: options.maximumBytes)
            progress(ExportProgress(framesDone: result.frames, framesTotal: result.frames, byteCount: result.byteCount))
            return result
        }
    }

    /// The sound of an animation without sound.
    private struct Silence: SoundSource, SoundTrack {
        let followsFrames = true
        let sampleRate = SoundForm.mixed.sampleRate
        let channels = SoundForm.mixed.channels
        let sampleCount = 0

        func makeTrack(speed: Double, seconds: Double) -> any SoundTrack { self }
        func read(at position: Int, into samples: UnsafeMutableBufferPointer<Float>) { samples.update(repeating: 0) }
    }
#else
    extension ExportFormat {
        private static let findSound: SoundFinder = { (sound, _) throws(SVGAError) in
            if case .file = sound { throw .unavailable(format: "the sound of a file") }
            return nil
        }

        private static let compressSound: HTMLSink.SoundCompressor? = nil

        private static let wavWriter: any FormatWriter = UnavailableFormat(name: "WAV")

        private static func video(_ format: VideoFormat, _ options: VideoOptions) -> ExportFormat {
            ExportFormat(fileExtension: format.fileExtension, writer: UnavailableFormat(name: format.rawValue))
        }
    }

    private struct UnavailableFormat: FormatWriter {
        let name: String

        func export<Source: PlayableAnimation>(
            _ animation: Source, to destination: OutputDestination, options: ExportOptions,
            progress: @escaping @Sendable (ExportProgress) -> Void
        ) async throws(SVGAError) -> ExportResult {
            throw .unavailable(format: name)
        }
    }
#endif
