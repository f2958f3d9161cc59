import SVGAExport
import SVGAModel
import SVGARender

/// What the commands that draw do with a file first.
extension InputFile {
    /// The frames that are asked for, all of them for nil.
    func frameIndices(_ selection: FrameSelection?) throws(CommandError) -> [Int] {
        let count = movie.frames
        guard count > 0 else { throw .noFrames(file: name) }
        guard let selection else { return Array(0..<count) }
        switch selection.indices(frames: count) {
        case .success(let indices): return indices
        case .failure(let wrong): throw .render(file: name, .frameOutOfRange(frame: wrong.frame, frames: count))
        }
    }

    /// A renderer with everything in its place that the command line puts into the movie.
    func renderer(
        _ options: RenderOptions, _ substitution: SubstitutionOptions, context: CommandContext
    ) throws(CommandError) -> MovieRenderer {
        let substitutions = try substitution.load(for: self, limits: options.limits, context: context)
        return try drawing { () throws(RenderError) in
            try MovieRenderer(movie, options: options, substitutions: substitutions)
        }
    }

    /// Gives what exporting throws its file: the movie for what is wrong with it, else the output.
    func exporting<Result: Sendable>(
        to output: String, _ body: () async throws(ExportError) -> Result
    ) async throws(CommandError) -> Result {
        do throws(ExportError) {
            return try await body()
        } catch {
            switch error {
            case .cancelled: throw .interrupted
            case .render(let error): throw .render(file: name, error)
            default: throw .export(output: output, error)
            }
        }
    }

    /// Gives what rendering throws the name of this file.
    func drawing<Result>(_ body: () throws(RenderError) -> Result) throws(CommandError) -> Result {
        do throws(RenderError) {
            return try body()
        } catch {
            throw .render(file: name, error)
        }
    }
}
