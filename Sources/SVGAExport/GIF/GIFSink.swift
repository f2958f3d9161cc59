import SVGAImage
public import SVGAModel
import SVGAPixels
package import SVGASupport

/// Writes an animated GIF: 255 colors per frame, one bit of alpha.
///
/// Only changes between frames are written. Frames of at most 255 colors are exact; ``GIFOptions`` describes the others and soft edges.
/// A frame equal to the previous one extends its delay. Delays are whole hundredths of a second; rounding errors are carried forward.
/// The minimum delay is one hundredth, so a file above 100 fps plays slower.
/// Browsers treat delays below two hundredths as ten: see ``highestFrameRate``.
package final class GIFSink: FrameSink {
    package static var repetition: Repetition { .stored(maximum: 65_535) }

    /// The maximum frame rate at which browsers play a GIF correctly. Reduce it with ``ExportTiming/frameRate``. The sink accepts any rate.
    package static let highestFrameRate: FrameRate? = FrameRate(50)

    private static let maximumSide = 65_535

    private let options: GIFOptions
    private var plan: ExportPlan?
    private var file: SinkFile
    private var writer: GIFWriter?
    private var canvas: GIFCanvas?
    /// The start of the next frame, in hundredths of a second.
    private var clock = 0
    package var byteCount: Int { file.byteCount }
    package func memory(width: Int, height: Int, frames: Int) -> SinkMemory {
        SinkMemory(pixels: width * height, shared: 12, encoding: 32, packet: 8)
    }
    package private(set) var lostAlphaShare = 0.0

    /// - Parameter options: colors, dithering and the matte color.
    package init(to destination: OutputDestination, options: GIFOptions = GIFOptions()) {
        file = SinkFile(destination)
        self.options = options
    }

    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(SVGAError) -> GIFFrameEncoder {
        let (width, height) = (plan.widthPixels, plan.heightPixels)
        guard max(width, height) <= GIFSink.maximumSide else {
            throw .encode(
                frame: plan.frames[0], reason: "a GIF allows at most \(GIFSink.maximumSide) pixels per side, not \(width) × \(height)")
        }
        guard plan.ticks(at: 1, ticksPerSecond: 100) <= GIFWriter.maximumDelay else {
            throw .timing(reason: "at \(plan.frameRate) fps, a frame lasts longer than the 655.35 s that GIF allows")
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

    package func write(_ packet: GIFPacket, at position: Int) throws(SVGAError) {
        guard let plan else { return }
        let delay = min(GIFWriter.maximumDelay, max(1, plan.ticks(at: position + 1, ticksPerSecond: 100) - clock))
        clock += delay
        try encoding(frame: plan.frames[position]) { () throws(SVGAError) in try canvas?.add(packet, delayHundredths: delay) }
        try flush()
    }

    package func finish() throws(SVGAError) {
        guard let plan else { return }
        try encoding(frame: plan.frames[plan.frames.count - 1]) { () throws(SVGAError) in try canvas?.finish() }
        writer?.close()
        try flush()
    }

    package func commit() throws(SVGAError) {
        try file.commit()
        abandon()
    }

    package func abandon() {
        file.abandon()
        writer = nil
        canvas = nil
    }

    private func flush() throws(SVGAError) {
        if let bytes = writer?.take() { try file.append(bytes) }
    }
}

/// Options for reducing frames to at most 255 colors and one bit of alpha.
///
/// A GIF pixel is either opaque or transparent. With a ``matte``, all but nearly invisible pixels are blended onto that color.
/// Soft edges, glows and shadows then look right on that color only. Without a matte, pixels of at least half opacity keep their color.
/// The other pixels are transparent, so edges are jagged. Strong dithering renders translucent pixels as dots.
public struct GIFOptions: Hashable, Sendable {
    /// The source of the palette for each frame.
    package enum PaletteMode: Hashable, Sendable {
        /// The smaller of the other two modes at equal quality, by samples of the animation.
        case automatic
        /// One palette for all frames. A frame of at most 255 colors gets its own palette if the shared one lacks some of them.
        /// Unchanged parts look the same in every frame.
        case shared
        /// One palette per frame: closer colors if they change much during the animation, for up to 768 bytes per frame.
        case perFrame
    }

    /// 0 (smallest) to 100 (the maximum of colors, each pixel in the closest one). Palettes have only as many colors as the quality requires.
    /// Below 100, pixels may get other colors that make the file smaller: close ones in flat areas, further ones in detailed areas.
    /// The quality bounds a pixel's error in every frame.
    public var quality: Int { didSet { quality = min(100, max(0, quality)) } }
    /// 0 (flat areas, visible steps in gradients, smallest) to 1 (full error diffusion, and translucent parts as dots).
    /// Values above the default give larger files and visible grain.
    public var dither: Double { didSet { dither = dither > 0 ? min(1, dither) : 0 } }
    /// The background color to blend with; its alpha is ignored. nil: none.
    public var matte: SVGAColor?
    package var paletteMode = PaletteMode.automatic

    /// Clamps values to their range.
    public init(quality: Int = 90, dither: Double = 0.3, matte: SVGAColor? = nil) {
        self.quality = min(100, max(0, quality))
        self.dither = dither > 0 ? min(1, dither) : 0
        self.matte = matte
    }

    /// The maximum color error in flat areas, in steps of a channel; 0: the palette's color.
    var tolerance: Double {
        // Invisible at the default quality, obvious at the lowest.
        let loss = Double(100 - quality)
        return 0.2 * loss + 0.003 * loss * loss
    }

    /// The share of ``dither`` that applies to alpha: above 0.5 the caller wants a dot pattern.
    var alphaDither: Double { max(0, 2 * dither - 1) }

    package init(quality: Int = 90, dither: Double = 0.3, paletteMode: PaletteMode) {
        self.init(quality: quality, dither: dither)
        self.paletteMode = paletteMode
    }
}

/// Finds the changes of each frame for a ``GIFSink``, and draws them with a palette.
package struct GIFFrameEncoder: FrameEncoder {
    package static var comparesFrames: Bool { true }

    let width: Int
    let height: Int
    let visibility: GIFVisibility
    let quantizer: GIFQuantizer
    let texture: GIFTexture
    let palettes: GIFPalettes

    package func encode(_ picture: FramePicture) throws(SVGAError) -> GIFPacket {
        let change = GIFFrameChange(picture, width: width, height: height, visibility: visibility)
        var packet = GIFPacket()
        packet.cleared = change.cleared
        packet.area = change.area
        guard !packet.area.isEmpty else { return packet }
        // If the frame clears pixels, unchanged pixels may have to be drawn again.
        if !packet.cleared.isEmpty { packet.area = packet.area.union(change.visibleArea) }
        let (colors, changes) = change.colors(in: packet.area)
        let drawing = try draw(colors, changes, packet, change, picture)
        packet.palette = drawing.isShared ? nil : drawing.palette
        let limits = texture.limits(in: packet.area, width: width, height: height) { change.color(x: $0, y: $1) }
        packet.pixels = [GIFPixel](unsafeUninitializedCapacity: colors.count) { buffer, count in
            for pixel in colors.indices {
                let isChanged = changes[pixel] != 0
                buffer.initializeElement(
                    at: pixel,
                    to: GIFPixel(
                        color: colors[pixel], index: drawing.indices[pixel], mayStay: !isChanged, limit: limits[pixel]))
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
    ///   - colors: the colors of all pixels.
    ///   - changes: the colors of the changed pixels; others are 0.
    private func draw(
        _ colors: [UInt32], _ changes: [UInt32], _ packet: GIFPacket, _ change: GIFFrameChange, _ picture: FramePicture
    ) throws(SVGAError) -> Drawing {
        if let shared = palettes.shared, let indices = shared.indices(of: changes) {
            return Drawing(palette: shared, indices: indices, isShared: true)
        }
        let drawn = packet.cleared.isEmpty ? changes : colors
        if let exact = change.exactPalette(), let indices = exact.indices(of: drawn) { return Drawing(palette: exact, indices: indices) }
        let shared = palettes.isForAll ? palettes.shared : nil
        let drawing = try encoding(frame: picture.frame) { () throws(SVGAError) in
            try quantizer.draw(shared == nil ? drawn : changes, width: packet.area.width, with: shared)
        }
        return Drawing(palette: drawing.palette, indices: drawing.indices, isShared: shared != nil)
    }
}

/// The changes of one frame, for a ``GIFSink`` to write.
package struct GIFPacket: Sendable {
    /// The area of possible changes.
    var area = PixelRect.zero
    /// The area to clear.
    var cleared = PixelRect.zero
    /// The palette of `pixels`; nil for the shared one.
    var palette: GIFPalette?
    /// The pixels of the area, row by row; ``GIFPixel/mayStay`` marks unchanged pixels. If the frame clears an area, unchanged pixels may have
    /// indices.
    var pixels: [GIFPixel] = []
}
