import SVGAExport
import SVGARender

/// Hands frames to the exporter, and its errors to the command.
struct FrameExport {
    let target: RenderOutput
    let overwrites: Bool
    let threads: Int
    let reporter: ProgressReporter

    /// - Parameter file: the movie's name, for errors of rendering.
    func run(_ renderer: MovieRenderer, frames: [Int], file: String) async throws(CommandError) {
        do throws(ExportError) {
            switch target {
            case .png(let path): try await export(renderer, frames, to: PNGSequenceSink(path: path, overwrite: overwrites))
            case .rgba(let path): try await export(renderer, frames, to: RawRGBASink(path: path, overwrite: overwrites))
            }
        } catch {
            switch error {
            case .cancelled: throw .interrupted
            case .render(let error): throw .render(file: file, error)
            default: throw .export(output: target.path, error)
            }
        }
    }

    private func export<Sink: FrameSink>(
        _ renderer: MovieRenderer, _ frames: [Int], to sink: sending Sink
    ) async throws(ExportError) {
        var options = ExportOptions()
        options.threads = threads
        let reporter = reporter
        options.timing.frames = frames
        try await Exporter().export(renderer, to: sink, options: options) { progress in
            reporter.update(done: progress.framesDone, total: progress.framesTotal)
        }
    }
}
