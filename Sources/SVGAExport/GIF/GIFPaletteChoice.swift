import SVGAImage
import SVGAPixels

/// Which palettes the frames of a movie are drawn with.
struct GIFPalettes: Sendable {
    var shared: GIFPalette?
    /// Whether the shared palette is also for frames that have colours which are not in it.
    var isForAll = false
    /// How much of what is seen is half transparent, of the frames that were looked at: 0 to 1.
    var softShare = 0.0
}

/// Decides whether the frames of a movie share a palette.
///
/// Frames spread over the movie are looked at. If they have no more than 255 colours together, these and those of more frames are the shared
/// palette and nothing is lost. Else a palette is made for all of them, and both ways are tried on some: if the shared palette's error is worth less
/// than ``equalQuality`` of the own palettes', or cannot be seen, the smaller way is taken, else the frames get
/// palettes of their own. A frame of at most 255 colours is drawn with exactly these in either case.
struct GIFPaletteChoice {
    let width: Int
    let height: Int
    let visibility: GIFVisibility
    let quantizer: GIFQuantizer

    /// Frames that the shared palette is made of.
    private static let samples = 16
    /// Frames whose colours go into the shared palette where few are needed: such movies are drawn quickly.
    private static let exactSamples = 256
    /// Frames that both ways are tried on.
    private static let trials = 4
    /// More pixels of a sample are thinned out.
    private static let samplePixels = 1 << 16
    /// Own palettes have to halve the squared error, 3 dB: less is not worth what flickers when colours change from frame to frame.
    private static let equalQuality = 2.0
    /// A mean squared error, summed over the three colours, that is 41 dB.
    private static let unseenError = 15.0

    func palettes(_ plan: ExportPlan, _ preview: FramePreview, mode: GIFOptions.PaletteMode) throws(ExportError) -> GIFPalettes {
        var exact: GIFPalette? = GIFPalette()
        var soft = GIFSoftPixels()
        var samples: [Sample] = []
        for position in GIFPaletteChoice.spread(GIFPaletteChoice.samples, over: plan.frames) {
            let pixels = try preview.pixels(at: position)
            samples.append(pixels.withUnsafeBytes { thinned($0.bindMemory(to: UInt32.self), &exact, &soft) })
        }
        if let sampled = exact { exact = try widened(sampled, plan, preview) }
        var palettes = mode == .perFrame ? GIFPalettes() : try palettes(of: samples, exact, mode)
        palettes.softShare = soft.share
        return palettes
    }

    /// The palette with the colours of other frames too, unless these are too many: frames with other colours need palettes of their own.
    private func widened(_ exact: GIFPalette, _ plan: ExportPlan, _ preview: FramePreview) throws(ExportError) -> GIFPalette {
        var wider: GIFPalette? = exact
        for position in GIFPaletteChoice.spread(GIFPaletteChoice.exactSamples, over: plan.frames) {
            let pixels = try preview.pixels(at: position)
            pixels.withUnsafeBytes { add($0.bindMemory(to: UInt32.self), to: &wider) }
            if wider == nil { return exact }
        }
        return wider ?? exact
    }

    private func palettes(of samples: [Sample], _ exact: GIFPalette?, _ mode: GIFOptions.PaletteMode) throws(ExportError) -> GIFPalettes {
        // Frames that were not looked at may have more, for which these would not do.
        if let exact { return exact.colors.isEmpty ? GIFPalettes() : GIFPalettes(shared: exact, isForAll: false) }
        let found = try encoding(frame: 0) { () throws(ImageError) in try quantizer.palette(of: samples.map(\.colors)) }
        guard let shared = found else { return GIFPalettes() }
        if mode == .shared { return GIFPalettes(shared: shared, isForAll: true) }
        var sums = (shared: Trial(), own: Trial())
        let tried = GIFPaletteChoice.spread(GIFPaletteChoice.trials, over: Array(samples.indices))
        for index in tried {
            try encoding(frame: 0) { () throws(ImageError) in
                try sums.shared.add(samples[index], palette: shared, quantizer)
                try sums.own.add(samples[index], palette: nil, quantizer)
            }
        }
        let isEqual =
            sums.shared.error <= GIFPaletteChoice.equalQuality * sums.own.error
            || sums.shared.error <= GIFPaletteChoice.unseenError * Double(sums.shared.pixels)
        return isEqual && sums.shared.bytes <= sums.own.bytes ? GIFPalettes(shared: shared, isForAll: true) : GIFPalettes()
    }

    /// Positions at equal distances, without frames that come again.
    private static func spread(_ count: Int, over frames: [Int]) -> [Int] {
        var seen: Set<Int> = []
        return (0..<min(count, frames.count)).map { (2 * $0 + 1) * frames.count / (2 * min(count, frames.count)) }
            .filter { seen.insert(frames[$0]).inserted }
    }

    /// Part of a frame's pixels, as they are shown.
    private struct Sample {
        let colors: [UInt32]
        let width: Int
        /// One pixel stands for so many.
        let share: Int
    }

    /// Adds the colours of a frame to a palette, which becomes nil where there is no room.
    private func add(_ pixels: UnsafeBufferPointer<UInt32>, to exact: inout GIFPalette?) {
        guard exact != nil else { return }
        var last: UInt32 = 0
        // A pixel that is left out by its place alone is one colour too many, which does no harm.
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

    /// Frames that were drawn in one way.
    private struct Trial {
        var error = 0.0
        var pixels = 0
        var bytes = 0

        mutating func add(_ sample: Sample, palette: GIFPalette?, _ quantizer: GIFQuantizer) throws(ImageError) {
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
