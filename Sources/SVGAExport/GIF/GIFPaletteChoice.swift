import SVGAImage
import SVGAModel
import SVGAPixels

/// The palettes of an animation's frames.
struct GIFPalettes: Sendable {
    var shared: GIFPalette?
    /// Whether the shared palette also serves frames with colors outside it.
    var isForAll = false
    /// The share of visible pixels that are translucent in the sampled frames: 0 to 1.
    var softShare = 0.0
}

/// Decides whether the frames of an animation share a palette.
///
/// Samples frames spread over the animation. If together they have at most 255 colors, the shared palette contains those and more frames' colors.
/// Otherwise a palette is created for all of them, and both modes are tried on some frames.
/// The smaller mode wins if the shared palette's error is invisible, or below ``equalQuality`` times the error of separate palettes.
/// Otherwise each frame gets its own palette. A frame of at most 255 colors always keeps its exact colors.
struct GIFPaletteChoice {
    let width: Int
    let height: Int
    let visibility: GIFVisibility
    let quantizer: GIFQuantizer

    /// The number of frames that the shared palette is created from.
    private static let samples = 16
    /// The number of frames whose exact colors go into the shared palette. Animations with few colors draw quickly.
    private static let exactSamples = 256
    /// The number of frames to try both modes on.
    private static let trials = 4
    /// The maximum number of pixels per sample; larger samples are thinned out.
    private static let samplePixels = 1 << 16
    /// Separate palettes must halve the squared error (3 dB). A smaller gain does not justify colors that flicker between frames.
    private static let equalQuality = 2.0
    /// A mean squared error, summed over three channels: 41 dB.
    private static let unseenError = 15.0

    func palettes(_ plan: ExportPlan, _ preview: FramePreview, mode: GIFOptions.PaletteMode) throws(SVGAError) -> GIFPalettes {
        var exact: GIFPalette? = GIFPalette()
        var soft = GIFSoftPixels()
        var samples: [Sample] = []
        for position in GIFPaletteChoice.spread(GIFPaletteChoice.samples, over: plan.frames) {
            if Task.isCancelled { throw .cancelled }
            let pixels = try preview.pixels(at: position)
            samples.append(pixels.withUnsafeBytes { thinned($0.bindMemory(to: UInt32.self), &exact, &soft) })
        }
        if let sampled = exact { exact = try widened(sampled, plan, preview) }
        var palettes = mode == .perFrame ? GIFPalettes() : try palettes(of: samples, exact, mode)
        palettes.softShare = soft.share
        return palettes
    }

    /// Adds the colors of other frames to the palette. If there are too many, it stays, and frames with other colors need their own palettes.
    private func widened(_ exact: GIFPalette, _ plan: ExportPlan, _ preview: FramePreview) throws(SVGAError) -> GIFPalette {
        var wider: GIFPalette? = exact
        for position in GIFPaletteChoice.spread(GIFPaletteChoice.exactSamples, over: plan.frames) {
            if Task.isCancelled { throw .cancelled }
            let pixels = try preview.pixels(at: position)
            pixels.withUnsafeBytes { add($0.bindMemory(to: UInt32.self), to: &wider) }
            if wider == nil { return exact }
        }
        return wider ?? exact
    }

    private func palettes(of samples: [Sample], _ exact: GIFPalette?, _ mode: GIFOptions.PaletteMode) throws(SVGAError) -> GIFPalettes {
        // Frames outside the sample may have colors that are not in this palette.
        if let exact { return exact.colors.isEmpty ? GIFPalettes() : GIFPalettes(shared: exact, isForAll: false) }
        let found = try encoding(frame: 0) { () throws(SVGAError) in try quantizer.palette(of: samples.map(\.colors)) }
        guard let shared = found else { return GIFPalettes() }
        if mode == .shared { return GIFPalettes(shared: shared, isForAll: true) }
        var sums = (shared: Trial(), separate: Trial())
        let tried = GIFPaletteChoice.spread(GIFPaletteChoice.trials, over: Array(samples.indices))
        for index in tried {
            if Task.isCancelled { throw .cancelled }
            try encoding(frame: 0) { () throws(SVGAError) in
                try sums.shared.add(samples[index], palette: shared, quantizer)
                try sums.separate.add(samples[index], palette: nil, quantizer)
            }
        }
        let isEqual =
            sums.shared.error <= GIFPaletteChoice.equalQuality * sums.separate.error
            || sums.shared.error <= GIFPaletteChoice.unseenError * Double(sums.shared.pixels)
        return isEqual && sums.shared.bytes <= sums.separate.bytes ? GIFPalettes(shared: shared, isForAll: true) : GIFPalettes()
    }

    /// Positions at equal distances, without repeated frames.
    private static func spread(_ count: Int, over frames: [Int]) -> [Int] {
        var seen: Set<Int> = []
        return (0..<min(count, frames.count)).map { (2 * $0 + 1) * frames.count / (2 * min(count, frames.count)) }
            .filter { seen.insert(frames[$0]).inserted }
    }

    /// A part of a frame's pixels, as the GIF shows them.
    private struct Sample {
        let colors: [UInt32]
        let width: Int
        /// The number of pixels that each sampled pixel represents.
        let share: Int
    }

    /// Adds the colors of a frame to a palette; the palette becomes nil when it is full.
    private func add(_ pixels: UnsafeBufferPointer<UInt32>, to exact: inout GIFPalette?) {
        guard exact != nil else { return }
        var last: UInt32 = 0
        // This may count a color that dithering would remove. One extra color does no harm.
        for pixel in pixels where pixel != last {
            last = pixel
            let color = visibility.color(pixel)
            if color != 0, exact?.add(color) == false {
                exact = nil
                return
            }
        }
    }

    private func thinned(
        _ pixels: UnsafeBufferPointer<UInt32>, _ exact: inout GIFPalette?, _ soft: inout GIFSoftPixels
    ) -> Sample {
        add(pixels, to: &exact)
        var step = 1
        while (width / step) * (height / step) > GIFPaletteChoice.samplePixels { step += 1 }
        var colors: [UInt32] = []
        for y in stride(from: 0, to: height, by: step) {
            for x in stride(from: 0, to: width, by: step) {
                let pixel = pixels[y * width + x]
                soft.add(pixel)
                colors.append(visibility(pixel, x: x, y: y))
            }
        }
        return Sample(colors: colors, width: (width + step - 1) / step, share: step * step)
    }

    /// Frames encoded in one mode.
    private struct Trial {
        var error = 0.0
        var pixels = 0
        var bytes = 0

        mutating func add(_ sample: Sample, palette: GIFPalette?, _ quantizer: GIFQuantizer) throws(SVGAError) {
            guard sample.colors.contains(where: { $0 != 0 }) else { return }
            let drawing = try quantizer.draw(sample.colors, width: sample.width, with: palette)
            for (color, index) in zip(sample.colors, drawing.indices) where color != 0 {
                error += Double(GIFPalette.squaredDistance(color, drawing.palette.colors[Int(index)]))
                pixels += 1
            }
            let area = PixelRect(x: 0, y: 0, width: sample.width, height: sample.colors.count / sample.width)
            let writer = GIFWriter(width: area.width, height: area.height, loops: 1, shared: palette)
            let pixels = zip(sample.colors, drawing.indices).map { GIFPixel(color: $0, index: $1) }
            let image = GIFImage(area: area, pixels: pixels, palette: palette == nil ? drawing.palette : nil, delayHundredths: 0)
            let packed = try writer.pack(image)
            bytes += sample.share * packed.packedBytes + packed.paletteBytes
        }
    }
}
