package import SVGAExport
package import SVGAImage
package import SVGAModel
package import SVGARender
package import SVGASupport
import SVGAVideo

/// The resolved settings of `svga render` before the first frame is drawn.
package struct RenderJob: Sendable {
    package let output: RenderOutput
    package let encoding: EncodingOptions
    package let overwrites: Bool
    package let threads: Int
    /// Called with the progress, from any thread.
    package let progress: @Sendable (TaskProgress) -> Void
    package var timing = ExportTiming()
    package var sound: (any SoundSource)?
    /// Whether the outcome of a lossless WebP has an estimate of its size with loss.
    package var estimatesLoss = false
    /// Whether the search for a file size keeps the size in pixels.
    package var keepsSize = false
    /// The background color; nil: transparent.
    package var background: SVGAColor?
    /// Encoded images that batch jobs share; nil for a single output, which is compressed more.
    package var encoded: EncodedPictures?
    /// Called with the result before the output gets its name. If it throws, no output is left.
    package var willCommit: @Sendable (ExportResult) throws(SVGAError) -> Void = { _ in }

    /// The result of a render job.
    package struct Outcome: Sendable {
        package let result: ExportResult
        package let widthPixels: Int
        package let heightPixels: Int
        /// The settings that met `--target-size`; nil without that option.
        package var attempt: EncodingAttempt?
        /// The estimated size with ``LossyEstimate/quality``, in bytes; nil: not estimated, or hardly smaller.
        package var lossyBytes: Int?
    }

    package var destination: OutputDestination {
        if let memory = output.memory { return OutputDestination(name: output.path, in: memory) }
        if let writer = output.writer { return OutputDestination(name: output.path, to: writer) }
        return OutputDestination(path: output.path, overwrite: overwrites)
    }

    /// - Parameters:
    ///   - animation: the caller creates it, so that errors in the movie occur before the export starts.
    ///   - makeResized: creates the animation at another size.
    package func run<Animation: PlayableAnimation>(
        _ animation: Animation, resized makeResized: @escaping @Sendable (RenderOptions.OutputSize) throws(SVGAError) -> Animation
    ) async throws(SVGAError) -> Outcome {
        guard let target = encoding.targetSize else {
            let result = try await export(animation, to: destination, EncodingAttempt(quality: encoding.quality?.value))
            var outcome = Outcome(result: result, widthPixels: animation.widthPixels, heightPixels: animation.heightPixels)
            if estimatesLoss, output.format == .webp, encoding.quality == nil {
                outcome.lossyBytes = try LossyEstimate.bytes(
                    of: animation, frames: timing.frames ?? Array(0..<animation.frameCount), losslessBytes: result.byteCount)
            }
            return outcome
        }
        @Sendable func resized(_ scale: Double) throws(SVGAError) -> Animation {
            if scale == 1 { return animation }
            func side(_ pixels: Int) -> Int { max(1, Int(saturating: (Double(pixels) * scale).rounded())) }
            return try makeResized(.pixels(width: side(animation.widthPixels), height: side(animation.heightPixels)))
        }
        let line = try timing.timeline(frameCount: animation.frameCount, frameRate: animation.frameRate, repetition: .stored(maximum: .max))
        let initial = EncodingAttempt(quality: encoding.quality?.value, frameRate: timing.frameRate)
        var search = SizeSearch(best: initial, lowestQuality: lowestQuality, frameRate: line.frameRate)
        search.mayChangeScale = !keepsSize
        search.mayChangeDither = output.format.options.contains(.dither) && encoding.dither == nil
        let sample = isSampled ? SizeSample(animation, line) : nil
        search.sampleShare = sample.map { Double($0.frameCount) / Double(line.frames.count) }
        let pixelCount = line.frames.count * animation.widthPixels * animation.heightPixels
        search.comparesAllFrames = pixelCount <= RenderJob.fewPixels
        var metrics: [SizeSearch.Part: QualityMetric] = [:]
        let steps = SearchProgress(frames: line.frames.count, notify: progress)
        let sized = SizedExport(path: output.path, targetBytes: target.value, overwrite: overwrites, search: search)
        let (best, result) = try await sized.export(
            losses: { () throws(SVGAError) in
                // The outputs that are decoded contain the losses by smaller sizes.
                let measured = OutputReader.reads(output.format, encoding) ? [] : SizeSearch.scales
                let whole = try QualityMetric(animation, timeline: line, threads: threads)
                metrics[.whole] = whole
                guard let sample else {
                    return try whole.losses(of: animation, scales: measured) { (scale) throws(SVGAError) in try resized(scale) }
                }
                let short = try ExportTiming().timeline(
                    frameCount: sample.frameCount, frameRate: sample.frameRate, repetition: .stored(maximum: .max))
                let metric = try QualityMetric(sample, timeline: short, threads: threads)
                metrics[.sample] = metric
                return try metric.losses(of: sample, scales: measured) { (scale) throws(SVGAError) in sample.with(try resized(scale)) }
            },
            similarity: { (attempt) throws(SVGAError) in
                guard let metric = metrics[attempt.part] else { return nil }
                return try similarity(metric, attempt.path)
            },
            attempt: { (attempt) throws(SVGAError) in
                let shrunk = try resized(attempt.settings.scale)
                let destination = OutputDestination(path: attempt.path)
                guard attempt.part == .sample, let sample else {
                    return try await export(shrunk, to: destination, attempt.settings, attempt: attempt, steps)
                }
                var job = self
                (job.timing, job.sound, job.willCommit) = (ExportTiming(loopCount: timing.loopCount), nil, { _ in })
                return try await job.export(sample.with(shrunk), to: destination, attempt.settings, attempt: attempt, steps)
            })
        steps.finish(byteCount: result.byteCount)
        let shrunk = try resized(best.scale)
        return Outcome(result: result, widthPixels: shrunk.widthPixels, heightPixels: shrunk.heightPixels, attempt: best)
    }

    /// Whether a sample of the frames can be exported alone; false for outputs that contain the movie's sprites.
    private var isSampled: Bool { output.format != .html && output.format != .js && encoding.vapx.isEmpty }

    /// The maximum number of pixels in all frames of an output that is exported fast.
    private static let fewPixels = 8_000_000

    /// - Returns: nil for formats that cannot be decoded.
    private func similarity(_ metric: QualityMetric, _ path: String) throws(SVGAError) -> Double? {
        guard let reader = try OutputReader.reader(output.format, encoding, path: path) else { return nil }
        do throws(SVGAError) {
            return try metric.similarity(of: reader)
        } catch .cancelled {
            throw .cancelled
        } catch {
            // The output exceeds the default read limits, so the search uses estimates.
            if error.limit != nil { return nil }
            throw .codec(output.format.rawValue, reason: error.message)
        }
    }

    private var lowestQuality: Int? {
        // qtrle is lossless at any quality.
        encoding.codec == .qtrle ? nil : output.format.lowestQuality
    }

    /// - Parameters:
    ///   - attempt: the attempt of a size search; nil without a search.
    ///   - steps: the progress of the search; nil without a search.
    private func export(
        _ animation: some PlayableAnimation, to destination: OutputDestination, _ settings: EncodingAttempt,
        attempt: SizedExport.Attempt? = nil, _ steps: SearchProgress? = nil
    ) async throws(SVGAError) -> ExportResult {
        var options = ExportOptions(threadCount: threads, timing: timing, maximumBytes: attempt?.maximumBytes)
        if let frameRate = settings.frameRate { options.timing.frameRate = frameRate }
        var encoding = encoding
        if let dither = settings.dither { encoding.dither = Fraction(value: dither) }
        let factory = SinkFactory(
            output: output, encoding: encoding, destination: destination, quality: settings.quality, sound: sound,
            background: background, encoded: encoded, willCommit: willCommit)
        let notify = self.progress
        let written = Locked((done: 0, total: 1))
        do throws(SVGAError) {
            return try await factory.export(animation, options) { progress in
                written.withLock { $0 = (progress.framesDone, progress.framesTotal) }
                let step = TaskProgress(
                    done: progress.framesDone, total: progress.framesTotal, byteCount: progress.byteCount, attempt: attempt?.number)
                if let steps { steps.update(step) } else { notify(step) }
            }
        } catch {
            guard case .tooLarge(let bytes, _)? = error.detail, attempt?.maximumBytes != nil else { throw error }
            // The frame that exceeds the size is not counted.
            let (done, total) = written.withLock { $0 }
            let frames = min(total, done + 1)
            return ExportResult(
                frames: total, frameRate: animation.frameRate, byteCount: Int(saturating: Double(bytes) * Double(total) / Double(frames)))
        }
    }
}

/// Creates the sink for the command line's options, and exports to it.
package struct SinkFactory: Sendable {
    package let output: RenderOutput
    package let encoding: EncodingOptions
    /// The file of a size search's attempt, or the path of ``output``.
    package let destination: OutputDestination
    package let quality: Int?
    package let sound: (any SoundSource)?
    /// The background color; nil: transparent.
    package let background: SVGAColor?
    /// Encoded images that batch jobs share; nil for a single output.
    package let encoded: EncodedPictures?
    package let willCommit: @Sendable (ExportResult) throws(SVGAError) -> Void

    package typealias Progress = @Sendable (ExportProgress) -> Void

    package func export(
        _ animation: some PlayableAnimation, _ options: ExportOptions, progress: @escaping Progress
    ) async throws(SVGAError) -> ExportResult {
        func export<Sink: FrameSink>(to sink: sending Sink) async throws(SVGAError) -> ExportResult {
            try await Exporter.export(animation, to: sink, options: options, sound: sound, progress: progress, willCommit: willCommit)
        }
        switch output.format {
        case .png: return try await export(to: PNGSequenceSink(to: destination, encoder: stillEncoder(animation, options.timing)))
        case .jpg: return try await export(to: JPEGSequenceSink(to: destination, quality: quality ?? JPEGFrameEncoder.usualQuality))
        case .apng: return try await export(to: APNGSink(to: destination, encoder: pngEncoder))
        case .gif: return try await export(to: GIFSink(to: destination, options: gifOptions))
        case .webp: return try await export(to: WebPSink(to: destination, options: webPOptions, known: encoded))
        case .avif: return try await export(to: AVIFSink(to: destination, options: avifOptions(options.threadCount)))
        case .jxl:
            return try await export(to: JXLSink(to: destination, options: JXLOptions(quality: quality, effort: encoding.effort?.value)))
        case .rgba: return try await export(to: RawRGBASink(to: destination))
        case .y4m: return try await export(to: Y4MSink(to: destination))
        case .sheet:
            var sheet = encoding.maxSize.map { SheetOptions(maxSide: $0.value) } ?? SheetOptions()
            sheet.effort = encoding.effort?.value
            return try await export(to: SheetSink(to: destination, options: sheet))
        case .contact:
            let contact = ContactOptions(
                columns: encoding.columns?.value, frameRate: animation.frameRate, format: ContactChoice.format(ofPath: output.path))
            return try await export(to: ContactSink(to: destination, options: contact))
        case .html:
            return try await MoviePage(htmlOptions, compressSound: mp3).export(
                animation, to: destination, options: options, sound: sound, progress: progress, willCommit: willCommit)
        case .mp4, .webm, .mov:
            #if Video
                var video = VideoOptions(
                    quality: quality.map(Double.init), effort: encoding.effort?.value ?? 4, alpha: alphaLayout,
                    alphaScale: encoding.alphaScale?.value ?? 0.5,
                    background: background, usesHEVC: encoding.codec == .hevc)
                video.keepsSamples = encoding.audioCodec == .pcm
                video.threads = options.threadCount
                if encoding.vapx.isEmpty { return try await export(to: VideoSink(to: destination, format: videoFormat, options: video)) }
                let fusion = try FusionScene(scene(animation), keys: encoding.vapx)
                return try await Exporter.export(
                    fusion.scene, to: VideoSink(to: destination, format: videoFormat, options: video, fusion: fusion), options: options,
                    sound: sound, progress: progress, willCommit: willCommit)
            #else
                throw .unavailable(format: output.format.rawValue)
            #endif
        case .js:
            return try await MoviePage(htmlOptions, compressSound: nil).exportModule(
                scene(animation), to: destination, options: options, progress: progress, willCommit: willCommit)
        // A WAV file has no frames: SoundOutput writes it.
        case .wav: throw .noFrames
        }
    }

    /// The scene, for formats that store sprites.
    private func scene(_ animation: some PlayableAnimation) throws(SVGAError) -> SVGAScene {
        if let scene = animation as? SVGAScene { return scene }
        throw .impossible(reason: "only a movie can be written as \(output.format.rawValue)")
    }

    /// A single image is compressed more than images of a sequence.
    private func stillEncoder(_ animation: some PlayableAnimation, _ timing: ExportTiming) -> PNGEncoder {
        guard encoding.effort == nil, timing.frames?.count == 1, encoded == nil else { return pngEncoder }
        return PNGEncoder(effort: PNGEncoder.effortForOnePicture(pixels: animation.widthPixels * animation.heightPixels))
    }

    /// In a batch, lossless WebP uses less effort: a third of the time for 8 % larger files. Lossy WebP would save half of the time for 12 % larger
    /// files, so it keeps its effort.
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

    /// The title is the output's name, not the path of an attempt.
    private var htmlOptions: HTMLOptions {
        let name = output.path == "-" ? "SVGA" : FilePath(output.path).lastComponent?.string ?? output.path
        let title = name.lowercased().hasSuffix(".html") ? String(name.dropLast(5)) : name
        return HTMLOptions(title: title, webP: WebPOptions(quality: quality), bakesFrames: encoding.bakesFrames)
    }

    #if Video
        private var mp3: HTMLSink.SoundCompressor? {
            { track throws(SVGAError) in try CompressedSound.mp3(track) }
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

/// Creates the sound source for `--audio`.
package enum SoundChoice {
    /// - Parameter movie: nil if the animation has no sound.
    /// - Returns: nil for no sound.
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
                    file: name.path, message: "this svga was built without libav, so it cannot read sounds",
                    advice: "use \(option: "audio", "drop")")
            }
            return nil
        #endif
    }
}

/// Writes the sound without drawing frames.
package struct SoundOutput {
    package let destination: OutputDestination

    package func write(_ sound: (any SoundSource)?, _ timing: ExportTiming, _ file: InputFile) async throws(TaskError) {
        guard let sound else {
            throw .request(file: file.name, message: "there is no sound", advice: "add one with \(option: "audio", "FILE")")
        }
        _ = try await InputAnimation.movie(file).exporting(to: destination.path) { () async throws(SVGAError) in
            try await WAVExporter().export(
                sound, frameCount: file.movie.frameCount, frameRate: file.movie.frameRate, to: destination, timing: timing)
        }
    }
}
