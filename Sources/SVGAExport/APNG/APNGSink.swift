public import SVGAImage
import SVGAPixels

/// Frames as one animated PNG file: full alpha, exact pixels, exact times. What knows no animations shows the first frame.
///
/// Each frame of the output is one of the file. Only what changed since the frame before is stored.
public final class APNGSink: FrameSink {
    public static let repetition = Repetition.stored(most: Int(Int32.max))

    private let path: String
    private let isOverwriting: Bool
    private let encoder: PNGEncoder
    private var file: OutputFile?
    public private(set) var byteCount = 0

    /// - Parameters:
    ///   - path: a file, a pipe, a device, or `-` for the standard output.
    ///   - overwrite: replace a file that is there; otherwise it is ``ExportError/exists(path:)``.
    ///   - encoder: how hard to compress.
    public init(path: String, overwrite: Bool = false, encoder: PNGEncoder = PNGEncoder(level: 4)) {
        self.path = path
        isOverwriting = overwrite
        self.encoder = encoder
    }

    /// - Throws: ``ExportError/timing(reason:)`` for frames that last longer than 65535 seconds, and what making the file throws.
    public func begin(_ plan: ExportPlan, preview: FramePreview) throws(ExportError) -> APNGFrameEncoder {
        guard let delay = APNGDelay(plan.frameRate) else { throw .timing(reason: "in APNG a frame lasts at most \(UInt16.max) seconds") }
        file = try OutputFile(path: path, overwrite: isOverwriting)
        try append(APNG.header(width: plan.widthPixels, height: plan.heightPixels, frames: plan.frames.count, loops: plan.loops))
        return APNGFrameEncoder(encoder: encoder, width: plan.widthPixels, height: plan.heightPixels, delay: delay)
    }

    public func write(_ packet: [UInt8], at position: Int) throws(ExportError) { try append(packet) }

    public func finish() throws(ExportError) {
        try append(APNG.end)
    }

    public func commit() throws(ExportError) {
        try file?.commit()
        file = nil
    }

    public func abandon() { file = nil }

    private func append(_ bytes: [UInt8]) throws(ExportError) {
        try file?.write(bytes)
        byteCount += bytes.count
    }
}

/// Makes the chunks of one frame of an APNG file.
public struct APNGFrameEncoder: FrameEncoder {
    public static let comparesFrames = true

    let encoder: PNGEncoder
    let width: Int
    let height: Int
    let delay: APNGDelay

    public func encode(_ picture: FramePicture) throws(ExportError) -> [UInt8] {
        // The first frame is the whole picture for those who know no animations.
        let isFirst = picture.position == 0
        let patch = FramePatch(picture, width: width, height: height, isWhole: isFirst)
        let png = try encoding(frame: picture.frame) { () throws(ImageError) in
            try patch.pixels.withUnsafeBufferPointer { (pixels) throws(ImageError) in
                try encoder.encode(UnsafeRawBufferPointer(pixels), width: patch.area.width, height: patch.area.height)
            }
        }
        return APNG.frame(
            APNG.Control(
                position: picture.position, area: patch.area, delay: delay.fraction(at: picture.position), isLaidOver: patch.isLaidOver),
            png: png)
    }
}
