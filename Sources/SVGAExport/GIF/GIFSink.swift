import SVGAImage
public import SVGAModel
import SVGAPixels
package import SVGASupport

/// An animated GIF: 255 colours a frame, one bit of alpha, plays everywhere.
///
/// Only what changes from frame to frame is written. Frames of at most 255 colours come out exactly; ``GIFOptions`` says what becomes of
/// others and of soft edges. A frame that looks like the one before makes that one last longer. Delays are whole hundredths of a second; the
/// rounding is carried on, so that the total is right. No delay is less than one hundredth: above 100 frames a second the file
/// plays slower. Browsers take delays of less than two hundredths for ten: see ``highestFrameRate``.
package final class GIFSink: FrameSink {
    package static var repetition: Repetition { .stored(maximum: 65_535) }

    /// Above this, browsers play a GIF much too slowly; leave frames out by ``ExportTiming/frameRate``. The sink itself takes any rate.
    package static let highestFrameRate: FrameRate? = FrameRate(50)

    private static let maximumSide = 65_535

    private let options: GIFOptions
    private var plan: ExportPlan?
    private var file: SinkFile
    private var writer: GIFWriter?
    private var canvas: GIFCanvas?
    /// When the next frame begins, in hundredths of a second.
    private var clock = 0
    package var byteCount: Int { file.byteCount }
    package func memory(width: Int, height: Int, frames: Int) -> SinkMemory {
        SinkMemory(pixels: width * height, own: 12, encoding: 32, packet: 8)
    }
    package private(set) var lostAlphaShare = 0.0

    /// - Parameter options: colours, dithering and what lies behind.
    package init(to place: OutputPlace, options: GIFOptions = GIFOptions()) {
        file = SinkFile(place)
        self.options = options
    }

    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(ExportError) -> GIFFrameEncoder {
        let (width, height) = (plan.widthPixels, plan.heightPixels)
        guard max(width, height) <= GIFSink.maximumSide else {
            throw .encode(
                frame: plan.frames[0], reason: "\(width) × \(height) pixels are more than the \(GIFSink.maximumSide) a GIF can have")
        }
        guard plan.ticks(at: 1, ticksPerSecond: 100) <= GIFWriter.maximumDelay else {
            throw .timing(reason: "at \(plan.frameRate) frames a second a frame lasts longer than the 655.35 s a GIF can say")
        }
        try file.open()
        let quantizer = GIFQuantizer(quality: options.quality, dither: options.dither)
        let visibility = GIFVisibility(matte: options.matte, dither: options.alphaDither)
        let choice = GIFPaletteChoice(width: width, height: height, visibility: visibility, quantizer: quantizer)
        let palettes = try choice.palettes(plan, preview, mode: options.paletteMode)
        lostAlphaShare = options.matte == nil ? palettes.softShare : 0
        self.plan = plan
        let writer = GIFWriter(width: width, height: height, loops: plan.loops, shared: palettes.shared)
        canvas = GIFCanvas(width: width, height: height, shared: palettes.shared, writer: writer)
        self.writer = writer
        return GIFFrameEncoder(
            width: width, height: height, visibility: visibility, quantizer: quantizer, texture: GIFTexture(tolerance: options.tolerance),
            palettes: palettes)
    }

    package func write(_ packet: GIFPacket, at position: Int) throws(ExportError) {
        guard let plan else { return }
        let delay = min(GIFWriter.maximumDelay, max(1, plan.ticks(at: position + 1, ticksPerSecond: 100) - clock))
        clock += delay
        try encoding(frame: plan.frames[position]) { () throws(ImageError) in try canvas?.add(packet, delayHundredths: delay) }
        try flush()
    }

    package func finish() throws(ExportError) {
        guard let plan else { return }
        try encoding(frame: plan.frames[plan.frames.count - 1]) { () throws(ImageError) in try canvas?.finish() }
        writer?.close()
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

    private func flush() throws(ExportError) {
        if let bytes = writer?.take() { try file.append(bytes) }
    }
}

/// How a GIF gets pictures of at most 255 colors and one bit of alpha.
///
/// A GIF's pixel is either opaque or transparent. With a ``matte``, everything but what is nearly invisible is blended onto that color:
/// soft edges, glows and shadows look right on it, and only there. Without a matte, pixels of at least half opacity are drawn in their own
/// color and the others are left out, so edges are jagged. Strong dithering turns half-transparent pixels into dots.
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

    /// 0 (smallest) to 100 (as many colours as fit, and each pixel in the closest of them). Palettes have as many colours as it takes to
    /// reach this, and below 100 pixels get other colours that make the file smaller: of those that are close where the picture is flat,
    /// further ones where its detail hides that. A pixel is never further off than that in any frame.
    public var quality: Int { didSet { quality = min(100, max(0, quality)) } }
    /// 0 (flat areas, visible steps in gradients, smallest) to 1 (full error diffusion, and half transparent parts as dots). More than the
    /// default is larger and looks grainy.
    public var dither: Double { didSet { dither = dither > 0 ? min(1, dither) : 0 } }
    /// The colour of what the animation is going to lie on; its alpha is ignored. nil: none.
    public var matte: SVGAColor?
    package var paletteMode = PaletteMode.automatic

    /// Values out of range are brought into it.
    public init(quality: Int = 90, dither: Double = 0.3, matte: SVGAColor? = nil) {
        self.quality = min(100, max(0, quality))
        self.dither = dither > 0 ? min(1, dither) : 0
        self.matte = matte
    }

    /// How far colours may be from the exact ones where a picture is flat, in steps of a channel; 0: as drawn with the palette.
    var tolerance: Double {
        // Not seen at the default quality, and plain to see at the lowest.
        let loss = Double(100 - quality)
        return 0.2 * loss + 0.003 * loss * loss
    }

    /// How much of ``dither`` is for alpha: above one half, where a pattern of dots is what the caller wants.
    var alphaDither: Double { max(0, 2 * dither - 1) }

    package init(quality: Int = 90, dither: Double = 0.3, paletteMode: PaletteMode) {
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
    let texture: GIFTexture
    let palettes: GIFPalettes

    package func encode(_ picture: FramePicture) throws(ExportError) -> GIFPacket {
        let change = GIFFrameChange(picture, width: width, height: height, visibility: visibility)
        var packet = GIFPacket()
        packet.cleared = change.cleared
        packet.area = change.area
        guard !packet.area.isEmpty else { return packet }
        // If the frame clears something, pixels that did not change may have to be drawn again.
        if !packet.cleared.isEmpty { packet.area = packet.area.union(change.visibleArea) }
        let (colors, changes) = change.colors(in: packet.area)
        let drawing = try draw(colors, changes, packet, change, picture)
        packet.palette = drawing.isShared ? nil : drawing.palette
        let limits = texture.limits(in: packet.area, width: width, height: height) { change.color(x: $0, y: $1) }
        packet.pixels = [GIFPixel](unsafeUninitializedCapacity: colors.count) { buffer, count in
            for place in colors.indices {
                let isChanged = changes[place] != 0
                buffer.initializeElement(
                    at: place,
                    to: GIFPixel(
                        color: colors[place], index: drawing.indices[place], mayStay: !isChanged, limit: limits[place]))
            }
            count = colors.count
        }
        return packet
    }

    private struct Drawing {
        let palette: GIFPalette
        let indices: [UInt8]
        var isShared = false
    }

    /// - Parameters:
    ///   - colors: of all pixels.
    ///   - changes: of those that have changed, 0 elsewhere.
    private func draw(
        _ colors: [UInt32], _ changes: [UInt32], _ packet: GIFPacket, _ change: GIFFrameChange, _ picture: FramePicture
    ) throws(ExportError) -> Drawing {
        if let shared = palettes.shared, let indices = shared.indices(of: changes) {
            return Drawing(palette: shared, indices: indices, isShared: true)
        }
        let drawn = packet.cleared.isEmpty ? changes : colors
        if let exact = change.exactPalette(), let indices = exact.indices(of: drawn) { return Drawing(palette: exact, indices: indices) }
        let shared = palettes.isForAll ? palettes.shared : nil
        let drawing = try encoding(frame: picture.frame) { () throws(ImageError) in
            try quantizer.draw(shared == nil ? drawn : changes, width: packet.area.width, with: shared)
        }
        return Drawing(palette: drawing.palette, indices: drawing.indices, isShared: shared != nil)
    }
}

/// What a frame changes; for a ``GIFSink`` to write.
package struct GIFPacket: Sendable {
    /// Where there may be changes.
    var area = PixelRect.zero
    /// Where something has to be cleared.
    var cleared = PixelRect.zero
    /// What the indices of `pixels` mean; nil: the shared one.
    var palette: GIFPalette?
    /// Of the area, row by row: ``GIFPixel/mayStay`` tells that a pixel has not changed. Where something is cleared, pixels may have indices that have not
    /// changed.
    var pixels: [GIFPixel] = []
}
