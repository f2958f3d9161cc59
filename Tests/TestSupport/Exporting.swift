public import SVGAExport
public import SVGARender

extension Exporter {
    /// Exports just these frames, once.
    @discardableResult
    public func export<Sink: FrameSink>(
        _ scene: Scene, frames: [Int], to sink: sending Sink, options: ExportOptions = ExportOptions(),
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws(ExportError) -> ExportResult {
        var options = options
        options.timing.frames = frames
        return try await export(scene, to: sink, options: options, progress: progress)
    }
}
