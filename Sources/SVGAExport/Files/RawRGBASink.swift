/// Frames as bare pixels one after the other, for other programs: 8-bit RGBA with straight alpha, rows from the top, nothing between.
public final class RawRGBASink: FrameSink {
    private let path: String
    private let isOverwriting: Bool
    private var file: OutputFile?
    public private(set) var byteCount = 0

    /// - Parameters:
    ///   - path: a file, a pipe, a device, or `-` for the standard output.
    ///   - overwrite: replace a file that is there; otherwise it is ``ExportError/exists(path:)``.
    public init(path: String, overwrite: Bool = false) {
        self.path = path
        isOverwriting = overwrite
    }

    public func begin(_ plan: ExportPlan, preview: FramePreview) throws(ExportError) -> RawFrameEncoder {
        file = try OutputFile(path: path, overwrite: isOverwriting)
        return RawFrameEncoder()
    }

    public func write(_ packet: [UInt8], at position: Int) throws(ExportError) {
        try file?.write(packet)
        byteCount += packet.count
    }

    public func finish() {}

    public func commit() throws(ExportError) {
        try file?.commit()
        file = nil
    }

    public func abandon() { file = nil }
}

/// Passes pixels on as they are.
public struct RawFrameEncoder: FrameEncoder {
    public func encode(_ picture: FramePicture) throws(ExportError) -> [UInt8] { [UInt8](picture.pixels) }
}
