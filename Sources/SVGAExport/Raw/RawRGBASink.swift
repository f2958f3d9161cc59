import SVGASupport

/// The one file of a sink that writes it from the beginning to the end.
struct SinkFile {
    private let path: String
    private let isOverwriting: Bool
    private var file: OutputFile?
    /// What was written so far.
    private(set) var byteCount = 0

    init(path: String, overwrite: Bool) {
        self.path = path
        isOverwriting = overwrite
    }

    mutating func open() throws(ExportError) {
        file = try ExportError.mapping { () throws(FileError) in try OutputFile(path: path, overwrite: isOverwriting) }
    }

    mutating func append(_ bytes: [UInt8]) throws(ExportError) {
        do throws(FileError) {
            try file?.write(bytes)
        } catch {
            throw ExportError(error)
        }
        byteCount += bytes.count
    }

    mutating func append(_ text: String) throws(ExportError) { try append([UInt8](text.utf8)) }

    /// Puts the file at its place.
    mutating func commit() throws(ExportError) {
        do throws(FileError) {
            try file?.commit()
        } catch {
            throw ExportError(error)
        }
        file = nil
    }

    /// Removes what was written.
    mutating func abandon() { file = nil }
}

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
