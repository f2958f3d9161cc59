import CImageQuant
package import SVGAModel
import SVGASupport

/// Reduces pictures to palettes with libimagequant. Thread-safe.
package enum PaletteQuantizer {
    /// The picture with at most 256 colors, including alpha; nil if they are not enough for the quality, or libimagequant fails.
    /// - Parameters:
    ///   - quality: 1 (worst) to 100.
    ///   - speed: of libimagequant, 1 (best) to 10.
    package static func reduced(_ picture: PNGPicture, quality: Int, speed: Int32 = 3) -> PNGPicture? {
        let quality = Int32(min(100, max(1, quality)))
        do throws(SVGAError) {
            let settings = try QuantizerSettings.make(.png, quality: max(0, quality - pngSlack)...quality, speed: speed)
            let (indices, palette) = try settings.withImage(picture.pixels, width: picture.width) { (image) throws(SVGAError) in
                let result = try settings.quantize(image)
                let indices = try result.remap(image, count: picture.pixels.count, dither: 1)
                return (indices, try result.colors().map { $0.a == 0 ? 0 : UInt32($0) })
            }
            guard !palette.isEmpty else { return nil }
            return PNGPicture(
                width: picture.width, height: picture.height, pixels: indices.map { palette[min(Int($0), palette.count - 1)] },
                carried: picture.carried)
        } catch {
            return nil
        }
    }

    /// The tolerance below the requested quality; if a PNG's palette is worse, the picture keeps its colors.
    private static let pngSlack: Int32 = 20
}

/// Makes the palettes of GIFs and maps pixels to them. Thread-safe.
package struct GIFQuantizer: Sendable {
    private let quality: Int
    private let dither: Double

    /// - Parameters:
    ///   - quality: 0 (fewest colors) to 100 (as many as fit).
    ///   - dither: 0 (none) to 1 (full error diffusion).
    package init(quality: Int, dither: Double) {
        self.quality = quality
        self.dither = dither
    }

    /// The speed of libimagequant, 1 (best) to 10. A palette of 250,000 pixels takes 7 ms at 10 and 26 ms at 7.
    private static let frameSpeed: Int32 = 10
    private static let sharedSpeed: Int32 = 5
    /// The minimum quality, on libimagequant's scale of 0 to 100. Below this value a picture is not recognizable.
    private static let minimumQuality = 20

    /// A raster mapped to a palette.
    package struct Drawing {
        package let palette: GIFPalette
        package let indices: [UInt8]
    }

    /// The best palette for all of the rasters; nil if all pixels are transparent.
    package func palette(of rasters: [[UInt32]]) throws(SVGAError) -> GIFPalette? {
        let settings = try settings(speed: GIFQuantizer.sharedSpeed)
        let histogram = try Histogram.make(settings)
        var isEmpty = true
        for raster in rasters {
            if Task.isCancelled { throw .cancelled }
            isEmpty = try !histogram.add(raster, settings) && isEmpty
        }
        guard !isEmpty else { return nil }
        let result = try histogram.quantize(settings)
        var made = try result.gifPalette().palette
        for raster in rasters { made.addAny(of: raster) }
        return made
    }

    /// - Parameters:
    ///   - raster: opaque RGBA words, 0 for pixels that are not drawn.
    ///   - palette: nil: a palette of the raster's colors is made.
    package func draw(_ raster: [UInt32], width: Int, with palette: GIFPalette?) throws(SVGAError) -> Drawing {
        let settings = try settings(speed: GIFQuantizer.frameSpeed)
        let histogram = try Histogram.make(settings)
        if let palette {
            try histogram.add(palette, settings)
        } else {
            _ = try histogram.add(raster, settings)
        }
        let result = try histogram.quantize(settings)
        var indices = try settings.withImage(raster, width: width) { (image) throws(SVGAError) in
            try result.remap(image, count: raster.count, dither: Float(dither))
        }
        // This must come after remapping, which still improves the palette.
        var (made, libraryColors) = try result.gifPalette()
        made.addAny(of: raster)
        // A given palette keeps its order.
        let used = palette ?? made
        let translation = libraryColors.map { color -> UInt8 in
            guard let color else { return used.transparent }
            return used.index(of: color) ?? used.nearest(to: color)
        }
        for offset in indices.indices {
            let color = raster[offset]
            let index = Int(indices[offset])
            guard color != 0, index < translation.count else {
                indices[offset] = used.transparent
                continue
            }
            // Error diffusion must not change which pixels are transparent.
            indices[offset] = translation[index] == used.transparent ? used.nearest(to: color) : translation[index]
        }
        return Drawing(palette: used, indices: indices)
    }

    private func settings(speed: Int32) throws(SVGAError) -> QuantizerSettings {
        try SVGAError.check(.imagequant, toWrite: .gif)
        let best = Int32(GIFQuantizer.minimumQuality + (100 - GIFQuantizer.minimumQuality) * quality / 100)
        // One color is reserved for transparent.
        return try QuantizerSettings.make(.gif, quality: 0...best, speed: speed, colors: GIFPalette.maximumColors + 1)
    }
}

extension GIFPalette {
    /// A palette of poor quality may be entirely transparent, which is not enough for visible pixels.
    fileprivate mutating func addAny(of raster: [UInt32]) {
        if colors.isEmpty, let color = raster.first(where: { $0 != 0 }) { add(color) }
    }
}

// MARK: - Owners of libimagequant's handles

/// Owns libimagequant's settings.
private struct QuantizerSettings: ~Copyable {
    let handle: OpaquePointer
    /// The format of the result, for errors.
    let format: ImageEntity.Format

    /// - Parameters:
    ///   - quality: the minimum and the target, on the library's scale of 0 to 100.
    ///   - speed: 1 (best) to 10.
    ///   - colors: the maximum; nil: 256.
    static func make(
        _ format: ImageEntity.Format, quality: ClosedRange<Int32>, speed: Int32, colors: Int? = nil
    ) throws(SVGAError) -> QuantizerSettings {
        guard let handle = liq_attr_create() else { throw .noMemory(encoding: format) }
        let settings = QuantizerSettings(handle: handle, format: format)
        liq_attr_set_progress_callback(handle, { _, _ in Task.isCancelled ? 0 : 1 }, nil)
        if let colors { try settings.check(liq_set_max_colors(handle, Int32(colors))) }
        try settings.check(liq_set_quality(handle, quality.lowerBound, quality.upperBound))
        try settings.check(liq_set_speed(handle, speed))
        return settings
    }

    deinit { liq_attr_destroy(handle) }

    /// libimagequant has no error messages.
    func check(_ code: liq_error) throws(SVGAError) {
        switch code {
        case LIQ_OK: return
        case LIQ_OUT_OF_MEMORY: throw .noMemory(encoding: format)
        case LIQ_ABORTED: throw .cancelled
        default: throw .encoding(format, reason: "libimagequant reports error \(code.rawValue)")
        }
    }

    /// Calls `body` with the library's view of pixels, which is valid during the call.
    /// - Parameter pixels: RGBA words with straight alpha, rows of `width` words.
    func withImage<Result>(
        _ pixels: [UInt32], width: Int, _ body: (OpaquePointer) throws(SVGAError) -> Result
    ) throws(SVGAError) -> Result {
        try pixels.withUnsafeBufferPointer { (pixels) throws(SVGAError) in
            guard let base = pixels.baseAddress, width > 0,
                let image = liq_image_create_rgba(handle, base, Int32(width), Int32(pixels.count / width), 0)
            else { throw .noMemory(encoding: format) }
            defer { liq_image_destroy(image) }
            return try body(image)
        }
    }

    func quantize(_ image: OpaquePointer) throws(SVGAError) -> QuantizerResult {
        var result: OpaquePointer?
        try check(liq_image_quantize(image, handle, &result))
        guard let result else { throw .noMemory(encoding: format) }
        return QuantizerResult(handle: result, format: format)
    }
}

/// Owns libimagequant's color histogram. It always includes the transparent color.
private struct Histogram: ~Copyable {
    let handle: OpaquePointer

    static func make(_ settings: borrowing QuantizerSettings) throws(SVGAError) -> Histogram {
        guard let handle = liq_histogram_create(settings.handle) else { throw .noMemory(encoding: settings.format) }
        let histogram = Histogram(handle: handle)
        try settings.check(liq_histogram_add_fixed_color(handle, liq_color(r: 0, g: 0, b: 0, a: 0), 0))
        return histogram
    }

    deinit { liq_histogram_destroy(handle) }

    /// - Returns: false if all pixels of the raster are transparent.
    func add(_ raster: [UInt32], _ settings: borrowing QuantizerSettings) throws(SVGAError) -> Bool {
        // Transparent pixels must not affect the colors.
        let visible = raster.filter { $0 != 0 }
        guard !visible.isEmpty else { return false }
        let (histogram, attributes) = (handle, settings.handle)
        let code = try settings.withImage(visible, width: visible.count) { (image) throws(SVGAError) in
            liq_histogram_add_image(histogram, attributes, image)
        }
        try settings.check(code)
        return true
    }

    func add(_ palette: GIFPalette, _ settings: borrowing QuantizerSettings) throws(SVGAError) {
        for color in palette.colors { try settings.check(liq_histogram_add_fixed_color(handle, liq_color(opaque: color), 0)) }
        // libimagequant rejects a histogram of only fixed colors.
        var first = liq_histogram_entry(color: liq_color(opaque: palette.colors.first ?? 0xFF00_0000), count: 1)
        try settings.check(liq_histogram_add_colors(handle, settings.handle, &first, 1, 0))
    }

    func quantize(_ settings: borrowing QuantizerSettings) throws(SVGAError) -> QuantizerResult {
        var result: OpaquePointer?
        try settings.check(liq_histogram_quantize(handle, settings.handle, &result))
        guard let result else { throw .noMemory(encoding: settings.format) }
        return QuantizerResult(handle: result, format: settings.format)
    }
}

/// Owns a palette made by libimagequant.
private struct QuantizerResult: ~Copyable {
    let handle: OpaquePointer
    let format: ImageEntity.Format

    deinit { liq_result_destroy(handle) }

    /// The colors, in the order of the library's indices.
    func colors() throws(SVGAError) -> [liq_color] {
        guard let found = liq_get_palette(handle) else { throw .noMemory(encoding: format) }
        let count = min(256, Int(found.pointee.count))
        return withUnsafeBytes(of: found.pointee.entries) { Array($0.bindMemory(to: liq_color.self).prefix(count)) }
    }

    /// The visible colors, and the palette index of each of the library's indices, nil for transparent.
    func gifPalette() throws(SVGAError) -> (palette: GIFPalette, colors: [UInt32?]) {
        let colors = try self.colors().map { $0.a < 128 ? nil : UInt32($0) | 0xFF00_0000 }
        var palette = GIFPalette()
        for case let color? in colors { palette.add(color) }
        return (palette, colors)
    }

    /// - Returns: the library's index of each pixel.
    func remap(_ image: OpaquePointer, count: Int, dither: Float) throws(SVGAError) -> [UInt8] {
        liq_result_set_progress_callback(handle, { _, _ in Task.isCancelled ? 0 : 1 }, nil)
        var code = liq_set_dithering_level(handle, dither)
        var indices = [UInt8](repeating: 0, count: count)
        if code == LIQ_OK {
            code = indices.withUnsafeMutableBytes { indices in
                guard let target = indices.baseAddress else { return LIQ_OUT_OF_MEMORY }
                return liq_write_remapped_image(handle, image, target, indices.count)
            }
        }
        switch code {
        case LIQ_OK: return indices
        case LIQ_OUT_OF_MEMORY: throw .noMemory(encoding: format)
        case LIQ_ABORTED: throw .cancelled
        default: throw .encoding(format, reason: "libimagequant reports error \(code.rawValue)")
        }
    }
}

extension liq_color {
    /// From an RGBA word, as an opaque color.
    fileprivate init(opaque color: UInt32) {
        self.init(
            r: UInt8(truncatingIfNeeded: color), g: UInt8(truncatingIfNeeded: color >> 8), b: UInt8(truncatingIfNeeded: color >> 16),
            a: 255)
    }
}

extension UInt32 {
    /// Converts to an RGBA word.
    fileprivate init(_ color: liq_color) {
        self = UInt32(color.r) | UInt32(color.g) << 8 | UInt32(color.b) << 16 | UInt32(color.a) << 24
    }
}
