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
        try append(header(plan))
        return APNGFrameEncoder(encoder: encoder, width: plan.widthPixels, height: plan.heightPixels, delay: delay)
    }

    public func write(_ packet: [UInt8], at position: Int) throws(ExportError) { try append(packet) }

    public func finish() throws(ExportError) {
        var end: [UInt8] = []
        PNGChunks.append("IEND", to: &end) { _ in }
        try append(end)
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

    private func header(_ plan: ExportPlan) -> [UInt8] {
        var bytes = PNGChunks.signature
        PNGChunks.append("IHDR", to: &bytes) {
            PNGChunks.append(plan.widthPixels, bytes: 4, to: &$0)
            PNGChunks.append(plan.heightPixels, bytes: 4, to: &$0)
            // 8 bits each of red, green, blue and alpha; the only compression and filtering there is; not interlaced.
            $0 += [8, 6, 0, 0, 0]
        }
        PNGChunks.append("acTL", to: &bytes) {
            PNGChunks.append(plan.frames.count, bytes: 4, to: &$0)
            PNGChunks.append(plan.loops, bytes: 4, to: &$0)
        }
        return bytes
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
        let png = try patch.pixels.withUnsafeBufferPointer { (pixels) throws(ExportError) in
            try encoder.encode(
                UnsafeRawBufferPointer(pixels), width: patch.area.width, height: patch.area.height, frame: picture.frame)
        }
        // The first frame has one numbered chunk, all others two.
        let number = isFirst ? 0 : 2 * picture.position - 1
        var bytes: [UInt8] = []
        bytes.reserveCapacity(png.count + 64)
        PNGChunks.append("fcTL", to: &bytes) { appendControl(patch, number: number, position: picture.position, to: &$0) }
        if isFirst {
            PNGChunks.append("IDAT", to: &bytes) { PNGChunks.appendPicture(of: png, to: &$0) }
        } else {
            PNGChunks.append("fdAT", to: &bytes) {
                PNGChunks.append(number + 1, bytes: 4, to: &$0)
                PNGChunks.appendPicture(of: png, to: &$0)
            }
        }
        return bytes
    }

    private func appendControl(_ patch: FramePatch, number: Int, position: Int, to bytes: inout [UInt8]) {
        PNGChunks.append(number, bytes: 4, to: &bytes)
        for value in [patch.area.width, patch.area.height, patch.area.x, patch.area.y] { PNGChunks.append(value, bytes: 4, to: &bytes) }
        let delay = delay.fraction(at: position)
        PNGChunks.append(delay.numerator, bytes: 2, to: &bytes)
        PNGChunks.append(delay.denominator, bytes: 2, to: &bytes)
        // The frame stays until the next; it replaces, or is laid over, what is there.
        bytes += [0, patch.isLaidOver ? 1 : 0]
    }
}
