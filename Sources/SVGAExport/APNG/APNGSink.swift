package import SVGAImage
import SVGAModel
import SVGAPixels
package import SVGASupport

/// Frames as one animated PNG file: full alpha, exact pixels, exact times. Programs that do not know APNG show the first frame.
///
/// Each frame of the output is one of the file. Only what changed since the frame before is stored.
package final class APNGSink: FrameSink {
    package static let repetition = Repetition.stored(most: Int(Int32.max))

    private let encoder: PNGEncoder
    private var file: SinkFile

    /// - Parameter encoder: how hard to compress.
    package init(to place: OutputPlace, encoder: PNGEncoder = PNGEncoder(level: 4)) {
        file = SinkFile(place)
        self.encoder = encoder
    }

    package var byteCount: Int { file.byteCount }

    /// - Throws: ``ExportError/timing(reason:)`` for frames that last longer than 65535 seconds, and what making the file throws.
    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(ExportError) -> APNGFrameEncoder {
        guard let delay = APNGDelay(plan.frameRate) else { throw .timing(reason: "in APNG a frame lasts at most \(UInt16.max) seconds") }
        try file.open()
        try file.append(APNG.header(width: plan.widthPixels, height: plan.heightPixels, frames: plan.frames.count, loops: plan.loops))
        return APNGFrameEncoder(encoder: encoder, width: plan.widthPixels, height: plan.heightPixels, delay: delay)
    }

    package func write(_ packet: [UInt8], at position: Int) throws(ExportError) { try file.append(packet) }

    package func finish() throws(ExportError) {
        try file.append(APNG.end)
    }

    package func commit() throws(ExportError) { try file.commit() }
    package func abandon() { file.abandon() }
}

/// Makes the chunks of one frame of an APNG file.
package struct APNGFrameEncoder: FrameEncoder {
    package static let comparesFrames = true

    let encoder: PNGEncoder
    let width: Int
    let height: Int
    let delay: APNGDelay

    package func encode(_ picture: FramePicture) throws(ExportError) -> [UInt8] {
        // The first frame holds the whole picture, for programs that do not know APNG.
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

/// How long frames of an APNG file are shown: a fraction of a second of two 16-bit numbers.
struct APNGDelay: Hashable, Sendable {
    private let rate: FrameRate
    /// The unit of delays, where they are not exact.
    private let ticksPerSecond: Int
    private let isExact: Bool

    /// - Returns: nil if a frame lasts longer than the format can say.
    init?(_ rate: FrameRate) {
        self.rate = rate
        isExact = rate.numerator <= Int(UInt16.max) && rate.denominator <= Int(UInt16.max)
        // One less than the largest number, because rounding may add one.
        ticksPerSecond = min(Int(UInt16.max), (Int(UInt16.max) - 1) * rate.numerator / rate.denominator)
        guard isExact || ticksPerSecond > 0 else { return nil }
    }

    /// Exact where the frame rate fits, else the nearest, with the rounding carried forward.
    func fraction(at position: Int) -> (numerator: Int, denominator: Int) {
        if isExact { return (rate.denominator, rate.numerator) }
        let begin = rate.ticks(at: position, ticksPerSecond: ticksPerSecond)
        return (rate.ticks(at: position + 1, ticksPerSecond: ticksPerSecond) - begin, ticksPerSecond)
    }
}
