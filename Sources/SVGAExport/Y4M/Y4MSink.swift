/// Frames as YUV4MPEG2, uncompressed video that explains itself, for pipes into other programs.
///
/// Colours are BT.601 in limited range (16–235, 16–240), which is what readers take this format to be; the format has no field for
/// anything else that they would look at.
public final class Y4MSink: FrameSink {
    /// How many samples of colour there are.
    public enum Chroma: String, Hashable, Sendable, CaseIterable {
        /// One for each pixel: edges keep their colours.
        case full = "444"
        /// One for each 2 × 2 pixels, in their middle: half the bytes, and all that some programs read.
        case quarter = "420"
    }

    private let path: String
    private let isOverwriting: Bool
    private let layout: Y4MLayout
    private var file: OutputFile?
    public private(set) var byteCount = 0

    /// - Parameters:
    ///   - path: a file, a pipe, a device, or `-` for the standard output.
    ///   - overwrite: replace a file that is there; otherwise it is ``ExportError/exists(path:)``.
    ///   - chroma: how many samples of colour there are.
    ///   - alpha: write `C444alpha`, whatever `chroma` says: straight alpha as a fourth plane, which ffmpeg reads and many others do not.
    ///     Without it a frame that is not opaque is ``ExportError/alphaNotHeld(format:frame:)``.
    public init(path: String, overwrite: Bool = false, chroma: Chroma = .full, alpha: Bool = false) {
        self.path = path
        isOverwriting = overwrite
        layout = alpha ? .fullWithAlpha : chroma == .full ? .full : .quarter
    }

    public func begin(_ plan: ExportPlan, preview: FramePreview) throws(ExportError) -> Y4MFrameEncoder {
        let file = try OutputFile(path: path, overwrite: isOverwriting)
        self.file = file
        let rate = plan.frameRate
        let header =
            "YUV4MPEG2 W\(plan.widthPixels) H\(plan.heightPixels) F\(rate.numerator):\(rate.denominator) Ip A1:1 "
            + "C\(layout.rawValue) XCOLORRANGE=LIMITED\n"
        try file.write([UInt8](header.utf8))
        byteCount = header.utf8.count
        return Y4MFrameEncoder(layout: layout, width: plan.widthPixels, height: plan.heightPixels)
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

/// The planes of a frame, by their name in the header.
enum Y4MLayout: String {
    case full = "444"
    case quarter = "420jpeg"
    case fullWithAlpha = "444alpha"
}
