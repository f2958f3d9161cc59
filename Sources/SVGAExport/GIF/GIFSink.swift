import SVGAImage

/// An animated GIF: 255 colours a frame, one bit of alpha, plays everywhere.
///
/// Only what changes from frame to frame is written. Frames of at most 255 colours come out exactly; ``GIFOptions`` says what becomes of
/// others and of soft edges. Each frame of the output is one of the file. Delays are whole hundredths of a second; the
/// rounding is carried on, so that the total is right. No delay is less than one hundredth: above 100 frames a second the file
/// plays slower. Browsers take delays of less than two hundredths for ten: see ``highestFrameRate``.
public final class GIFSink: FrameSink {
    public static var repetition: Repetition { .stored(most: 65_535) }

    /// Above this, browsers play a GIF much too slowly; leave frames out by ``ExportTiming/frameRate``. The sink itself takes any rate.
    public static let highestFrameRate: FrameRate? = FrameRate(50)

    private static let longestSide = 65_535
    private static let longestDelay = 65_535

    private let path: String
    private let isOverwriting: Bool
    private let options: GIFOptions
    private var plan: ExportPlan?
    private var file: OutputFile?
    private var writer: GIFWriter?
    private var canvas: GIFCanvas?
    /// When the next frame begins, in hundredths of a second.
    private var clock = 0
    public private(set) var byteCount = 0

    /// - Parameters:
    ///   - path: a file, a pipe, a device, or `-` for the standard output.
    ///   - overwrite: replace a file that is there; otherwise it is ``ExportError/exists(path:)``.
    ///   - options: colours, dithering and what lies behind.
    public init(path: String, overwrite: Bool = false, options: GIFOptions = GIFOptions()) {
        self.path = path
        isOverwriting = overwrite
        self.options = options
    }

    public func begin(_ plan: ExportPlan, preview: FramePreview) throws(ExportError) -> GIFFrameEncoder {
        let (width, height) = (plan.widthPixels, plan.heightPixels)
        guard max(width, height) <= GIFSink.longestSide else {
            throw .encode(
                frame: plan.frames[0], reason: "\(width) × \(height) pixels are more than the \(GIFSink.longestSide) a GIF can have")
        }
        guard plan.ticks(at: 1, ticksPerSecond: 100) <= GIFSink.longestDelay else {
            throw .timing(reason: "at \(plan.frameRate) frames a second a frame lasts longer than the 655.35 s a GIF can say")
        }
        let file = try OutputFile(path: path, overwrite: isOverwriting)
        let quantizer = GIFQuantizer(quality: options.quality, dither: options.dither)
        let visibility = GIFVisibility(matte: options.matte)
        let choice = GIFPaletteChoice(width: width, height: height, visibility: visibility, quantizer: quantizer)
        let palettes = try choice.palettes(plan, preview, mode: options.paletteMode)
        self.plan = plan
        self.file = file
        writer = try encoding(frame: plan.frames[0]) { () throws(ImageError) in
            try GIFWriter(width: width, height: height, loops: plan.loops, shared: palettes.shared)
        }
        canvas = GIFCanvas(width: width, height: height, shared: palettes.shared)
        return GIFFrameEncoder(width: width, height: height, visibility: visibility, quantizer: quantizer, palettes: palettes)
    }

    public func write(_ packet: GIFPacket, at position: Int) throws(ExportError) {
        guard let plan else { return }
        let delay = min(GIFSink.longestDelay, max(1, plan.ticks(at: position + 1, ticksPerSecond: 100) - clock))
        clock += delay
        if let image = canvas?.add(packet, delayHundredths: delay) { try put(image) }
    }

    public func finish() throws(ExportError) {
        if let image = canvas?.finish() { try put(image) }
        try encode { (writer) throws(ImageError) in try writer.close() }
        try flush()
    }

    public func commit() throws(ExportError) {
        try file?.commit()
        abandon()
    }

    public func abandon() {
        file = nil
        writer = nil
        canvas = nil
    }

    private func encode(_ body: (GIFWriter) throws(ImageError) -> Void) throws(ExportError) {
        guard let writer else { return }
        try encoding(frame: writer.imageCount) { () throws(ImageError) in try body(writer) }
    }

    private func put(_ image: GIFImage) throws(ExportError) {
        try encode { (writer) throws(ImageError) in try writer.put(image) }
        try flush()
    }

    private func flush() throws(ExportError) {
        guard let bytes = writer?.take() else { return }
        try file?.write(bytes)
        byteCount += bytes.count
    }
}
