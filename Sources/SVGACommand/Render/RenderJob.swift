import SVGAExport
import SVGAModel
import SVGARender
import SVGAVideo

/// A movie, what is made of it, and how: all that `svga render` has settled before the first frame is drawn.
struct RenderJob: Sendable {
    let movie: VideoEntity
    let substitutions: Substitutions
    let renderOptions: RenderOptions
    let output: RenderOutput
    let encoding: EncodingOptions
    let timing: ExportTiming
    let sound: (any SoundSource)?
    let overwrites: Bool
    let threads: Int
    let reporter: ProgressReporter

    /// What was made.
    struct Outcome: Sendable {
        let result: ExportResult
        let widthPixels: Int
        let heightPixels: Int
        /// Less than was asked for, to be small enough; nil where nothing was to be given up.
        var effort: ExportEffort?
    }

    /// - Parameter renderer: with ``renderOptions``; made before, so that its faults are told first.
    func run(_ renderer: MovieRenderer) async throws(ExportError) -> Outcome {
        guard let target = encoding.targetSize else {
            let result = try await export(renderer, to: output.path, quality: encoding.quality?.value, overwrite: overwrites)
            return Outcome(result: result, widthPixels: renderer.widthPixels, heightPixels: renderer.heightPixels)
        }
        let line = try timing.timeline(movieFrames: movie.frames, movieFPS: movie.fps, repetition: .stored(most: .max))
        let best = ExportEffort(quality: encoding.quality?.value, scale: 1, frameRate: timing.frameRate)
        let sized = SizedExport(
            path: output.path, targetBytes: target.value, overwrite: overwrites,
            search: SizeSearch(best: best, lowestQuality: lowestQuality, frameRate: line.frameRate))
        let (effort, result) = try await sized.export { effort, path throws(ExportError) in
            let shrunk = try resized(renderer, effort.scale)
            return try await export(
                shrunk, to: path, quality: effort.quality, frameRate: effort.frameRate, maximumBytes: target.value, overwrite: false)
        }
        let shrunk = try resized(renderer, effort.scale)
        return Outcome(result: result, widthPixels: shrunk.widthPixels, heightPixels: shrunk.heightPixels, effort: effort)
    }

    private var lowestQuality: Int? {
        // qtrle is lossless at any quality.
        encoding.codec == .qtrle ? nil : output.format.lowestQuality
    }

    private func resized(_ renderer: MovieRenderer, _ scale: Double) throws(ExportError) -> MovieRenderer {
        if scale == 1 { return renderer }
        var options = renderOptions
        func side(_ pixels: Int) -> Int { max(1, Int((Double(pixels) * scale).rounded())) }
        options.size = .pixels(width: side(renderer.widthPixels), height: side(renderer.heightPixels))
        do {
            return try MovieRenderer(movie, options: options, substitutions: substitutions)
        } catch {
            throw .render(error)
        }
    }

    private func export(
        _ renderer: MovieRenderer, to path: String, quality: Int?, frameRate: FrameRate? = nil, maximumBytes: Int? = nil, overwrite: Bool
    ) async throws(ExportError) -> ExportResult {
        var options = ExportOptions()
        options.threads = threads
        options.timing = timing
        if let frameRate { options.timing.frameRate = frameRate }
        options.sound = sound
        options.maximumBytes = maximumBytes
        let factory = SinkFactory(output: output, encoding: encoding, path: path, quality: quality, overwrite: overwrite)
        let reporter = reporter
        return try await factory.export(renderer, options) { progress in
            reporter.update(done: progress.framesDone, total: progress.framesTotal, byteCount: progress.byteCount)
        }
    }
}
