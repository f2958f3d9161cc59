import SVGAImage
public import SVGAModel
import SVGAPixels
package import SVGASupport

/// An animated GIF: 255 colours a frame, one bit of alpha, plays everywhere.
///
/// Only what changes from frame to frame is written. Frames of at most 255 colours come out exactly; ``GIFOptions`` says what becomes of
/// others and of soft edges. Each frame of the output is one of the file. Delays are whole hundredths of a second; the
/// rounding is carried on, so that the total is right. No delay is less than one hundredth: above 100 frames a second the file
/// plays slower. Browsers take delays of less than two hundredths for ten: see ``highestFrameRate``.
package final class GIFSink: FrameSink {
    package static var repetition: Repetition { .stored(most: 65_535) }

    /// Above this, browsers play a GIF much too slowly; leave frames out by ``ExportTiming/frameRate``. The sink itself takes any rate.
    package static let highestFrameRate: FrameRate? = FrameRate(50)

    private static let longestSide = 65_535
    private static let longestDelay = 65_535

    private let options: GIFOptions
    private var plan: ExportPlan?
    private var file: SinkFile
    private var writer: GIFWriter?
    private var canvas: GIFCanvas?
    /// When the next frame begins, in hundredths of a second.
    private var clock = 0
    package var byteCount: Int { file.byteCount }

    /// - Parameter options: colours, dithering and what lies behind.
    package init(to place: OutputPlace, options: GIFOptions = GIFOptions()) {
        file = SinkFile(place)
        self.options = options
    }

    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(ExportError) -> GIFFrameEncoder {
        let (width, height) = (plan.widthPixels, plan.heightPixels)
        guard max(width, height) <= GIFSink.longestSide else {
            throw .encode(
                frame: plan.frames[0], reason: "\(width) × \(height) pixels are more than the \(GIFSink.longestSide) a GIF can have")
        }
        guard plan.ticks(at: 1, ticksPerSecond: 100) <= GIFSink.longestDelay else {
            throw .timing(reason: "at \(plan.frameRate) frames a second a frame lasts longer than the 655.35 s a GIF can say")
        }
        try file.open()
        let quantizer = GIFQuantizer(quality: options.quality, dither: options.dither)
        let visibility = GIFVisibility(matte: options.matte)
        let choice = GIFPaletteChoice(width: width, height: height, visibility: visibility, quantizer: quantizer)
        let palettes = try choice.palettes(plan, preview, mode: options.paletteMode)
        self.plan = plan
        writer = try encoding(frame: plan.frames[0]) { () throws(ImageError) in
            try GIFWriter(width: width, height: height, loops: plan.loops, shared: palettes.shared)
        }
        canvas = GIFCanvas(width: width, height: height, shared: palettes.shared)
        return GIFFrameEncoder(width: width, height: height, visibility: visibility, quantizer: quantizer, palettes: palettes)
    }

    package func write(_ packet: GIFPacket, at position: Int) throws(ExportError) {
        guard let plan else { return }
        let delay = min(GIFSink.longestDelay, max(1, plan.ticks(at: position + 1, ticksPerSecond: 100) - clock))
        clock += delay
        if let image = canvas?.add(packet, delayHundredths: delay) { try put(image) }
    }

    package func finish() throws(ExportError) {
        if let image = canvas?.finish() { try put(image) }
        try encode { (writer) throws(ImageError) in try writer.close() }
        try flush()
    }

    package func commit() throws(ExportError) {
        try file.commit()
        abandon()
    }

    package func abandon() {
        file.abandon()
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
        if let bytes = writer?.take() { try file.append(bytes) }
    }
}

/// How a GIF gets pictures of at most 255 colours and one bit of alpha.
public struct GIFOptions: Hashable, Sendable {
    /// Where the colours come from that a frame is drawn with.
    package enum PaletteMode: Hashable, Sendable {
        /// Whichever of the other two is smaller at equal quality, by samples of the movie.
        case automatic
        /// One palette for all frames, except frames of at most 255 colours that are not all in it; those get their own. What does not
        /// change looks the same in every frame.
        case shared
        /// Each frame has its own: closer colours where they change a lot in the course of the movie, for up to 768 bytes a frame.
        case perFrame
    }

    package var quality: Int
    package var dither: Double
    package var matte: Color?
    package var paletteMode = PaletteMode.automatic

    /// A GIF's pixel is either opaque or transparent. With a matte, everything but what is nearly invisible is blended onto that colour,
    /// so that soft edges, glows and shadows look right there, and only there. Without one, what is at least half opaque is
    /// drawn in its own colour and the rest is left out, so that edges are jagged.
    ///
    /// Values out of range are brought into it.
    /// - Parameters:
    ///   - quality: 0 (fewest colours, smallest) to 100 (as many as fit). Palettes have as many colours as it takes to reach this.
    ///   - dither: 0 (flat areas, visible steps in gradients, smallest) to 1 (full error diffusion).
    ///   - matte: the colour of what the animation is going to lie on; its alpha is ignored. nil: none.
    public init(quality: Int = 90, dither: Double = 0.5, matte: Color? = nil) {
        self.quality = min(100, max(0, quality))
        self.dither = dither > 0 ? min(1, dither) : 0
        self.matte = matte
    }

    package init(quality: Int = 90, dither: Double = 0.5, paletteMode: PaletteMode) {
        self.init(quality: quality, dither: dither)
        self.paletteMode = paletteMode
    }
}

/// Finds out what each frame of a ``GIFSink`` changes, and draws that with a palette.
package struct GIFFrameEncoder: FrameEncoder {
    package static var comparesFrames: Bool { true }

    let width: Int
    let height: Int
    let visibility: GIFVisibility
    let quantizer: GIFQuantizer
    let palettes: GIFPalettes

    package func encode(_ picture: FramePicture) throws(ExportError) -> GIFPacket {
        let change = GIFFrameChange(picture, width: width, height: height, visibility: visibility)
        var packet = GIFPacket()
        packet.cleared = change.cleared
        packet.area = change.area
        guard !packet.area.isEmpty else { return packet }
        let changes = change.changedColors(in: packet.area)
        if let indices = palettes.shared?.indices(of: changes) {
            packet.indices = indices
        } else if let exact = change.exactPalette() {
            let colors = widen(&packet, change) ?? changes
            packet.palette = exact
            packet.indices = exact.indices(of: colors) ?? []
        } else if palettes.isForAll, let shared = palettes.shared {
            packet.indices = try draw(changes, packet, with: shared, picture).indices
        } else {
            let colors = widen(&packet, change) ?? changes
            let drawing = try draw(colors, packet, with: nil, picture)
            packet.palette = drawing.palette
            packet.indices = drawing.indices
        }
        if !packet.cleared.isEmpty { packet.states = change.states(in: packet.area) }
        return packet
    }

    private func draw(
        _ raster: [UInt32], _ packet: GIFPacket, with palette: GIFPalette?, _ picture: FramePicture
    ) throws(ExportError) -> GIFQuantizer.Drawing {
        try encoding(frame: picture.frame) { () throws(ImageError) in
            try quantizer.draw(raster, width: packet.area.width, with: palette)
        }
    }

    /// If the frame clears something, pixels that did not change may have to be drawn again: the packet grows to all that is visible.
    /// - Returns: the colours of the larger area; nil if nothing is cleared.
    private func widen(_ packet: inout GIFPacket, _ change: GIFFrameChange) -> [UInt32]? {
        guard !packet.cleared.isEmpty else { return nil }
        packet.area = packet.area.union(change.visibleArea)
        return change.colors(in: packet.area)
    }
}

/// What a frame changes; for a ``GIFSink`` to write.
package struct GIFPacket: Sendable {
    /// Where there may be changes.
    var area = PixelRect.zero
    /// Where something has to be cleared.
    var cleared = PixelRect.zero
    /// What `indices` mean; nil: the shared one.
    var palette: GIFPalette?
    /// Of the area, row by row: the palette's transparent index where nothing is drawn. Where something is cleared, there may be
    /// indices for pixels too that have not changed.
    var indices: [UInt8] = []
    /// Of the area, ``GIFFrameChange/State``; empty where nothing is cleared: then all indices are changes.
    var states: [UInt8] = []
}
