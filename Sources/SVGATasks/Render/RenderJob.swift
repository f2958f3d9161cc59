package import SVGAExport
package import SVGAImage
package import SVGAModel
package import SVGARender
package import SVGASupport
import SVGAVideo

/// What `svga render` has decided before it draws the first frame: the output and how it is made.
package struct RenderJob: Sendable {
    package let output: RenderOutput
    package let encoding: EncodingOptions
    package let overwrites: Bool
    package let threads: Int
    /// Hears how far it is, from any thread.
    package let progress: @Sendable (TaskProgress) -> Void
    package var timing = ExportTiming()
    package var sound: (any SoundSource)?
    /// What the frames are painted on; nil: nothing.
    package var background: Color?
    /// What other jobs have encoded; nil: somebody waits for this output alone, so more is done to make it small.
    package var encoded: EncodedPictures?

    /// What was made.
    package struct Outcome: Sendable {
        package let result: ExportResult
        package let widthPixels: Int
        package let heightPixels: Int
        /// The quality, size and rate that met `--target-size`; nil without that option.
        package var effort: EncodingAttempt?
    }

    /// Where it goes.
    package var place: OutputPlace {
        output.memory.map { OutputPlace(name: output.path, in: $0) } ?? OutputPlace(path: output.path, overwrite: overwrites)
    }

    /// - Parameters:
    ///   - shown: the caller makes it, so that errors in the movie come before the export starts.
    ///   - remade: the same at another size.
    package func run<Shown: Animation>(
        _ shown: Shown, resized remade: @escaping @Sendable (RenderOptions.OutputSize) throws(RenderError) -> Shown
    ) async throws(ExportError) -> Outcome {
        guard let target = encoding.targetSize else {
            let result = try await export(shown, to: place, EncodingAttempt(quality: encoding.quality?.value))
            return Outcome(result: result, widthPixels: shown.widthPixels, heightPixels: shown.heightPixels)
        }
        @Sendable func resized(_ scale: Double) throws(ExportError) -> Shown {
            if scale == 1 { return shown }
            func side(_ pixels: Int) -> Int { max(1, Int(saturating: (Double(pixels) * scale).rounded())) }
            do throws(RenderError) {
                return try remade(.pixels(width: side(shown.widthPixels), height: side(shown.heightPixels)))
            } catch {
                throw .render(error)
            }
        }
        let line = try timing.timeline(frameCount: shown.frames, frameRate: shown.frameRate, repetition: .stored(most: .max))
        let best = EncodingAttempt(quality: encoding.quality?.value, frameRate: timing.frameRate)
        var search = SizeSearch(best: best, lowestQuality: lowestQuality, frameRate: line.frameRate)
        search.mayChangeDither = output.format.options.contains(.dither) && encoding.dither == nil
        let sample = isSampled ? SizeSample(shown, line) : nil
        var metrics: [SizeSearch.Part: QualityMetric] = [:]
        let sized = SizedExport(path: output.path, targetBytes: target.value, overwrite: overwrites, search: search)
        let (effort, result) = try await sized.export(
            losses: { () throws(ExportError) in
                let whole = try QualityMetric(shown, timeline: line)
                guard let sample else {
                    metrics = [.whole: whole, .sample: whole]
                    return try whole.losses { (scale) throws(ExportError) in try resized(scale) }
                }
                let short = try ExportTiming().timeline(
                    frameCount: sample.frames, frameRate: sample.frameRate, repetition: .stored(most: .max))
                let metric = try QualityMetric(sample, timeline: short)
                metrics = [.whole: whole, .sample: metric]
                return try metric.losses { (scale) throws(ExportError) in sample.with(try resized(scale)) }
            },
            similarity: { (attempt) throws(ExportError) in
                guard let metric = metrics[attempt.part] else { return nil }
                return try similarity(metric, attempt.path)
            },
            attempt: { (attempt) throws(ExportError) in
                let shrunk = try resized(attempt.effort.scale)
                let place = OutputPlace(path: attempt.path)
                guard attempt.part == .sample, let sample else {
                    return try await export(shrunk, to: place, attempt.effort, attempt: attempt.number)
                }
                var job = self
                (job.timing, job.sound) = (ExportTiming(loops: timing.loops), nil)
                return try await job.export(sample.with(shrunk), to: place, attempt.effort, attempt: attempt.number)
            })
        let shrunk = try resized(effort.scale)
        return Outcome(result: result, widthPixels: shrunk.widthPixels, heightPixels: shrunk.heightPixels, effort: effort)
    }

    /// Whether some of the frames can be exported alone: not where the output holds the movie's sprites.
    private var isSampled: Bool { output.format != .html && output.format != .js && encoding.vapx.isEmpty }

    /// - Returns: nil for formats that are not read again.
    private func similarity(_ metric: QualityMetric, _ path: String) throws(ExportError) -> Double? {
        guard let reader = try OutputReader.reader(output.format, encoding, path: path) else { return nil }
        do throws(ImageError) {
            return try metric.similarity(of: reader)
        } catch .cancelled {
            throw .cancelled
        } catch .limit {
            // Larger than what is read without being asked for: the search goes on by what is usual.
            return nil
        } catch {
            throw .codec(output.format.rawValue, reason: error.description)
        }
    }

    private var lowestQuality: Int? {
        // qtrle is lossless at any quality.
        encoding.codec == .qtrle ? nil : output.format.lowestQuality
    }

    /// - Parameter attempt: of a search, from 0 on; nil outside of one.
    private func export(
        _ shown: some Animation, to place: OutputPlace, _ effort: EncodingAttempt, attempt: Int? = nil
    ) async throws(ExportError) -> ExportResult {
        var options = ExportOptions(threads: threads, timing: timing)
        if let frameRate = effort.frameRate { options.timing.frameRate = frameRate }
        var encoding = encoding
        if let dither = effort.dither { encoding.dither = Fraction(value: dither) }
        let factory = SinkFactory(
            output: output, encoding: encoding, place: place, quality: effort.quality, sound: sound,
            background: background, encoded: encoded)
        let tell = self.progress
        return try await factory.export(shown, options) { progress in
            tell(
                TaskProgress(
                    done: progress.framesDone, total: progress.framesTotal, byteCount: progress.byteCount, attempt: attempt))
        }
    }
}

/// Makes the sink that a command line asks for, and exports to it.
package struct SinkFactory: Sendable {
    package let output: RenderOutput
    package let encoding: EncodingOptions
    /// Used instead of the path of ``output``: an attempt at a size is written elsewhere.
    package let place: OutputPlace
    package let quality: Int?
    package let sound: (any SoundSource)?
    /// What the frames are painted on; nil: nothing.
    package let background: Color?
    /// What other jobs have encoded; nil: this is the only one.
    package let encoded: EncodedPictures?

    package typealias Progress = @Sendable (ExportProgress) -> Void

    package func export(
        _ shown: some Animation, _ options: ExportOptions, progress: @escaping Progress
    ) async throws(ExportError) -> ExportResult {
        func export<Sink: FrameSink>(to sink: sending Sink) async throws(ExportError) -> ExportResult {
            try await Exporter().export(shown, to: sink, options: options, sound: sound, progress: progress)
        }
        switch output.format {
        case .png: return try await export(to: PNGSequenceSink(to: place, encoder: stillEncoder(shown, options.timing)))
        case .jpg: return try await export(to: JPEGSequenceSink(to: place, quality: quality ?? JPEGFrameEncoder.usualQuality))
        case .apng: return try await export(to: APNGSink(to: place, encoder: pngEncoder))
        case .gif: return try await export(to: GIFSink(to: place, options: gifOptions))
        case .webp: return try await export(to: WebPSink(to: place, options: webPOptions, known: encoded))
        case .avif: return try await export(to: AVIFSink(to: place, options: avifOptions(options.threads)))
        case .jxl: return try await export(to: JXLSink(to: place, options: JXLOptions(quality: quality, effort: encoding.effort?.value)))
        case .rgba: return try await export(to: RawRGBASink(to: place))
        case .y4m: return try await export(to: Y4MSink(to: place))
        case .sheet:
            var sheet = encoding.maxSize.map { SheetOptions(maxSide: $0.value) } ?? SheetOptions()
            sheet.effort = encoding.effort?.value
            return try await export(to: SheetSink(to: place, options: sheet))
        case .contact:
            let contact = ContactOptions(
                columns: encoding.columns?.value, frameRate: shown.frameRate, format: ContactChoice.format(ofPath: output.path))
            return try await export(to: ContactSink(to: place, options: contact))
        case .html:
            return try await MoviePage(htmlOptions, compressSound: mp3).export(
                shown, to: place, options: options, sound: sound, progress: progress)
        case .mp4, .webm, .mov:
            #if Video
                var video = VideoOptions(
                    quality: quality.map(Double.init), effort: encoding.effort?.value ?? 4, alpha: alphaLayout,
                    alphaScale: encoding.alphaScale?.value ?? 0.5,
                    background: background, usesHEVC: encoding.codec == .hevc, keepsSamples: encoding.audioCodec == .pcm)
                video.threads = options.threads
                if encoding.vapx.isEmpty { return try await export(to: VideoSink(to: place, format: videoFormat, options: video)) }
                let fusion = try FusionScene(scene(shown), keys: encoding.vapx)
                return try await Exporter().export(
                    fusion.scene, to: VideoSink(to: place, format: videoFormat, options: video, fusion: fusion), options: options,
                    sound: sound, progress: progress)
            #else
                throw .unavailable(format: output.format.rawValue)
            #endif
        case .js:
            return try await MoviePage(htmlOptions, compressSound: nil).exportModule(
                scene(shown), to: place, options: options, progress: progress)
        // A WAV file has no frames: SoundOutput writes it.
        case .wav: throw .noFrames
        }
    }

    /// The movie, for formats that hold its sprites.
    private func scene(_ shown: some Animation) throws(ExportError) -> Scene {
        if let scene = shown as? Scene { return scene }
        throw .impossible(reason: "only a movie can be written as \(output.format.rawValue)")
    }

    /// One picture is made smaller than each of many.
    private func stillEncoder(_ shown: some Animation, _ timing: ExportTiming) -> PNGEncoder {
        guard encoding.effort == nil, timing.frames?.count == 1, encoded == nil else { return pngEncoder }
        return PNGEncoder(effort: PNGEncoder.singleEffort(pixels: shown.widthPixels * shown.heightPixels))
    }

    /// Without loss one of many is encoded in a third of the time, and is 8 % larger, about as stills are. With a quality it would be 12 %
    /// larger for half of the time, so it is not.
    private var webPOptions: WebPOptions {
        WebPOptions(quality: quality, effort: encoding.effort?.value ?? (encoded != nil && quality == nil ? 2 : nil))
    }

    private var pngEncoder: PNGEncoder { PNGEncoder(effort: encoding.effort?.value) }

    private var gifOptions: GIFOptions {
        var options = GIFOptions()
        if let quality { options.quality = quality }
        if let dither = encoding.dither { options.dither = dither.value }
        options.matte = encoding.matte?.color
        return options
    }

    private func avifOptions(_ threads: Int) -> AVIFOptions {
        var options = AVIFOptions()
        options.threads = threads
        if let quality { options.quality = quality }
        if let effort = encoding.effort { options.effort = effort.value }
        return options
    }

    /// The title comes from the output's name, not from the path of an attempt.
    private var htmlOptions: HTMLOptions {
        let name = output.path == "-" ? "SVGA" : FilePath(output.path).lastComponent?.string ?? output.path
        let title = name.lowercased().hasSuffix(".html") ? String(name.dropLast(5)) : name
        return HTMLOptions(title: title, webP: WebPOptions(quality: quality), bakesFrames: encoding.bakesFrames)
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

/// Finds the sound that `--audio` asks for.
package enum SoundChoice {
    /// - Parameter movie: nil: what is shown has no sound of its own.
    /// - Returns: nil where no sound is to be heard.
    package static func source(_ choice: AudioChoice, _ movie: VideoEntity?) throws(TaskError) -> (any SoundSource)? {
        #if Video
            switch choice {
            case .drop: return nil
            case .keep: return movie.flatMap { MovieSound($0) }
            case .file(let name): return SoundFile(path: name.path)
            }
        #else
            if case .file(let name) = choice {
                throw .request(
                    file: name.path, message: "this svga was built without libav and reads no sound",
                    advice: "use \(option: "audio", "drop")")
            }
            return nil
        #endif
    }
}

/// The sound alone, without drawing a frame.
package struct SoundOutput {
    package let place: OutputPlace

    package func write(_ sound: (any SoundSource)?, _ timing: ExportTiming, _ file: InputFile) async throws(TaskError) {
        guard let sound else {
            throw .request(file: file.name, message: "nothing is to be heard", advice: "\(option: "audio", "FILE") gives it a sound")
        }
        _ = try await InputAnimation.movie(file).exporting(to: place.path) { () async throws(ExportError) in
            try await WAVExporter().export(
                sound, frameCount: file.movie.frames, frameRate: file.movie.frameRate, to: place, timing: timing)
        }
    }
}
