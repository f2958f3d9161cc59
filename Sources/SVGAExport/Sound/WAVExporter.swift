public import SVGAModel

/// Writes the sound of an export alone, as a WAV file, without drawing a frame.
public struct WAVExporter: Sendable {
    public init() {}

    /// Exports the sound that a video of the same timing has: 16-bit linear samples, exactly as long as its frames.
    ///
    /// The memory this takes does not depend on the length. Cancelling the task ends it within moments.
    /// - Parameters:
    ///   - sound: the movie's own, or any other.
    ///   - movie: whose frames the sound goes by.
    ///   - path: a file, a pipe, a device, or `-` for the standard output.
    ///   - overwrite: replace a file that is there; otherwise it is ``ExportError/exists(path:)``.
    ///   - timing: which frames, in what order, how fast and how often; ``ExportTiming/frameRate`` matters for the length alone.
    ///   - maximumBytes: a larger file is not begun: ``ExportError/tooLarge(bytes:allowed:)``. Beyond 4 GB none is.
    ///   - progress: called now and then with how much is done, 0…1.
    /// - Returns: the size of the file in bytes.
    /// - Throws: what went wrong; ``ExportError/cancelled`` when the task was cancelled. Nothing is left behind then.
    @discardableResult
    public func export(
        _ sound: any SoundSource, of movie: VideoEntity, toPath path: String, overwrite: Bool = false,
        timing: ExportTiming = ExportTiming(), maximumBytes: Int? = nil, progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(ExportError) -> Int {
        let timeline = try timing.timeline(movieFrames: movie.frames, movieFPS: movie.fps, repetition: .written)
        // Before the work: the path may be of no use.
        let file = try OutputFile(path: path, overwrite: overwrite)
        let track = try sound.track(for: timeline, movieFPS: movie.fps)
        let byteCount = try WAVWriter.write(track, to: file, maximumBytes: maximumBytes) {
            progress(Double($0) / Double(max(1, track.sampleCount)))
        }
        try file.commit()
        return byteCount
    }
}
