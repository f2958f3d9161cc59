/// Frames as raw pixels for other programs: 8-bit RGBA with straight alpha, rows from the top, frame after frame, without padding.
public final class RawRGBASink: FrameSink {
    private var file: SinkFile

    /// - Parameters:
    ///   - path: a file, a pipe, a device, or `-` for the standard output.
    ///   - overwrite: replace a file that is there; otherwise it is ``ExportError/exists(path:)``.
    public init(path: String, overwrite: Bool = false) { file = SinkFile(path: path, overwrite: overwrite) }

    public var byteCount: Int { file.byteCount }

    public func begin(_ plan: ExportPlan, preview: FramePreview) throws(ExportError) -> RawFrameEncoder {
        try file.open()
        return RawFrameEncoder()
    }

    public func write(_ packet: [UInt8], at position: Int) throws(ExportError) { try file.append(packet) }
    public func finish() {}
    public func commit() throws(ExportError) { try file.commit() }
    public func abandon() { file.abandon() }
}

/// Passes pixels on as they are.
public struct RawFrameEncoder: FrameEncoder {
    public func encode(_ picture: FramePicture) throws(ExportError) -> [UInt8] { [UInt8](picture.pixels) }
}
