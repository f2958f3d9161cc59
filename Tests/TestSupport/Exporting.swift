package import SVGAExport
package import SVGAImage
package import SVGAModel
package import SVGARender
import SVGASupport

extension Exporter {
    /// Exports only these frames, once.
    @discardableResult
    package static func export<Sink: FrameSink>(
        _ scene: SVGAScene, frames: [Int], to sink: sending Sink, options: ExportOptions = ExportOptions(),
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws(SVGAError) -> ExportResult {
        var options = options
        options.timing.frames = frames
        return try await export(scene, to: sink, options: options, progress: progress)
    }
}

// Sinks that write to a path.

extension PNGSequenceSink {
    package convenience init(path: String, overwrite: Bool = false) throws(SVGAError) {
        try self.init(to: OutputDestination(path: path, overwrite: overwrite))
    }
}

extension APNGSink {
    package convenience init(path: String, overwrite: Bool = false, encoder: PNGEncoder = PNGEncoder()) {
        self.init(to: OutputDestination(path: path, overwrite: overwrite), encoder: encoder)
    }
}

extension GIFSink {
    package convenience init(path: String, overwrite: Bool = false, options: GIFOptions = GIFOptions()) {
        self.init(to: OutputDestination(path: path, overwrite: overwrite), options: options)
    }
}

extension WebPSink {
    package convenience init(path: String, overwrite: Bool = false, options: WebPOptions = WebPOptions()) {
        self.init(to: OutputDestination(path: path, overwrite: overwrite), options: options)
    }
}

extension RawRGBASink {
    package convenience init(path: String, overwrite: Bool = false) { self.init(to: OutputDestination(path: path, overwrite: overwrite)) }
}

extension Y4MSink {
    package convenience init(path: String, overwrite: Bool = false, chroma: Chroma = .full, alpha: Bool = false) {
        self.init(to: OutputDestination(path: path, overwrite: overwrite), chroma: chroma, alpha: alpha)
    }
}

extension HTMLSink {
    package convenience init(path: String, overwrite: Bool = false, options: HTMLOptions, compressSound: SoundCompressor? = nil) {
        self.init(to: OutputDestination(path: path, overwrite: overwrite), options: options, compressSound: compressSound)
    }
}

extension SheetSink {
    package convenience init(path: String, overwrite: Bool = false, options: SheetOptions = SheetOptions()) {
        self.init(to: OutputDestination(path: path, overwrite: overwrite), options: options)
    }
}
