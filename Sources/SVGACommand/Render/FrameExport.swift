import SVGAExport
import SVGARender

/// Hands frames to the exporter, and its errors to the command.
struct FrameExport {
    let target: RenderOutput
    let overwrites: Bool
    let threads: Int
    let reporter: ProgressReporter

    func run(_ renderer: MovieRenderer, frames: [Int], file: String) async throws(CommandError) {
        do throws(ExportError) {
            let sink: any FrameSink
            switch target {
            case .png(let pattern): sink = try PNGSequenceSink(pattern: pattern, overwrites: overwrites)
            case .rgba(let path): sink = try RawRGBASink(path: path, overwrites: overwrites)
            }
            let reporter = reporter
            try await Exporter.export(renderer, frames: frames, to: sink, options: ExportOptions(threads: threads)) { done, total in
                reporter.update(done: done, total: total)
            }
        } catch {
            throw FrameExport.commandError(error, file: file, output: target.path)
        }
    }

    private static func commandError(_ error: ExportError, file: String, output: String) -> CommandError {
        if Task.isCancelled { return .interrupted }
        switch error {
        case .cancelled: return .interrupted
        case .render(let error): return .render(file: file, error)
        default: return .export(output: output, error)
        }
    }
}
