import CImageQuant
import Glibc

/// Makes palettes of many colours and draws with them, by libimagequant. May be used by several tasks at once.
struct GIFQuantizer: Sendable {
    let quality: Int
    let dither: Double

    /// Of libimagequant, 1 (best) to 10. A palette of a quarter of a million pixels takes 7 ms at 10 and 26 ms at 7.
    private static let frameSpeed: Int32 = 10
    private static let sharedSpeed: Int32 = 5

    /// A raster drawn with a palette.
    struct Drawing {
        let palette: GIFPalette
        let indices: [UInt8]
    }

    /// The palette that fits all of the rasters best; nil if nothing is visible in them.
    func palette(of rasters: [[UInt32]], frame: Int) throws(ExportError) -> GIFPalette? {
        let attributes = try Attributes(quality: quality, speed: GIFQuantizer.sharedSpeed, frame: frame)
        let histogram = try Histogram(attributes, frame: frame)
        var isEmpty = true
        for raster in rasters { isEmpty = try !histogram.add(raster, attributes) && isEmpty }
        guard !isEmpty else { return nil }
        let result = try histogram.quantize(attributes)
        var made = try result.palette().palette
        for raster in rasters { made.addAny(of: raster) }
        return made
    }

    /// - Parameters:
    ///   - raster: colours as ``GIFVisibility`` shows them, 0 for none.
    ///   - palette: nil makes one of the raster's own colours.
    func draw(_ raster: [UInt32], width: Int, with palette: GIFPalette?, frame: Int) throws(ExportError) -> Drawing {
        let attributes = try Attributes(quality: quality, speed: GIFQuantizer.frameSpeed, frame: frame)
        let histogram = try Histogram(attributes, frame: frame)
        if let palette {
            try histogram.add(palette, attributes)
        } else {
            _ = try histogram.add(raster, attributes)
        }
        let result = try histogram.quantize(attributes)
        let drawn = try result.remap(raster, width: width, dither: dither, attributes)
        // Only now, because remapping still improves a palette.
        var (made, places) = try result.palette()
        made.addAny(of: raster)
        // A given one keeps its order.
        let used = palette ?? made
        let translation = try places.map { (place) throws(ExportError) -> UInt8 in
            guard let place else { return used.transparent }
            return used.index(of: place) ?? used.nearest(to: place)
        }
        var indices = drawn
        for offset in indices.indices {
            let color = raster[offset]
            let place = Int(indices[offset])
            guard color != 0, place < translation.count else {
                indices[offset] = used.transparent
                continue
            }
            // Diffused error must neither make holes nor fill them.
            indices[offset] = translation[place] == used.transparent ? used.nearest(to: color) : translation[place]
        }
        return Drawing(palette: used, indices: indices)
    }
}

private func check(_ code: liq_error, frame: Int) throws(ExportError) {
    guard code == LIQ_OK else { throw error(code, frame: frame) }
}

extension GIFPalette {
    /// A palette of poor quality may be nothing but transparent, which is not enough for what is visible.
    fileprivate mutating func addAny(of raster: [UInt32]) {
        if colors.isEmpty, let color = raster.first(where: { $0 != 0 }) { add(color) }
    }
}

/// What went wrong; libimagequant has no texts for it.
private func error(_ code: liq_error, frame: Int) -> ExportError {
    .encode(frame: frame, reason: code == LIQ_OUT_OF_MEMORY ? errorText(ENOMEM) : "libimagequant reports error \(code.rawValue)")
}

private struct Attributes: ~Copyable {
    let handle: OpaquePointer

    /// Below this on libimagequant's scale of 100 there are too few colours to know a picture by.
    private static let poorest = 20

    init(quality: Int, speed: Int32, frame: Int) throws(ExportError) {
        guard let handle = liq_attr_create() else { throw .encode(frame: frame, reason: errorText(ENOMEM)) }
        // One of the colours is for transparent.
        let codes = [
            liq_set_max_colors(handle, Int32(GIFPalette.mostColors + 1)),
            liq_set_quality(handle, 0, Int32(Attributes.poorest + (100 - Attributes.poorest) * quality / 100)),
            liq_set_speed(handle, speed),
        ]
        if let code = codes.first(where: { $0 != LIQ_OK }) {
            liq_attr_destroy(handle)
            throw error(code, frame: frame)
        }
        self.handle = handle
    }

    deinit { liq_attr_destroy(handle) }
}

private struct Histogram: ~Copyable {
    let handle: OpaquePointer
    private let frame: Int

    /// With the transparent colour in it.
    init(_ attributes: borrowing Attributes, frame: Int) throws(ExportError) {
        guard let handle = liq_histogram_create(attributes.handle) else { throw .encode(frame: frame, reason: errorText(ENOMEM)) }
        let code = liq_histogram_add_fixed_color(handle, liq_color(r: 0, g: 0, b: 0, a: 0), 0)
        if code != LIQ_OK {
            liq_histogram_destroy(handle)
            throw error(code, frame: frame)
        }
        self.handle = handle
        self.frame = frame
    }

    deinit { liq_histogram_destroy(handle) }

    /// - Returns: false if nothing is visible in the raster.
    func add(_ raster: [UInt32], _ attributes: borrowing Attributes) throws(ExportError) -> Bool {
        // What is transparent must not be mixed into the colours.
        let visible = raster.filter { $0 != 0 }
        guard !visible.isEmpty else { return false }
        let code = visible.withUnsafeBytes { bytes -> liq_error in
            guard let base = bytes.baseAddress,
                let image = liq_image_create_rgba(attributes.handle, base, Int32(visible.count), 1, 0)
            else { return LIQ_OUT_OF_MEMORY }
            defer { liq_image_destroy(image) }
            return liq_histogram_add_image(handle, attributes.handle, image)
        }
        try check(code, frame: frame)
        return true
    }

    func add(_ palette: GIFPalette, _ attributes: borrowing Attributes) throws(ExportError) {
        for color in palette.colors { try check(liq_histogram_add_fixed_color(handle, liq_color(color), 0), frame: frame) }
        // A histogram of nothing but fixed colours is an error.
        var first = liq_histogram_entry(color: liq_color(palette.colors.first ?? 0xFF00_0000), count: 1)
        try check(liq_histogram_add_colors(handle, attributes.handle, &first, 1, 0), frame: frame)
    }

    func quantize(_ attributes: borrowing Attributes) throws(ExportError) -> Quantized {
        var result: OpaquePointer?
        try check(liq_histogram_quantize(handle, attributes.handle, &result), frame: frame)
        guard let result else { throw .encode(frame: frame, reason: errorText(ENOMEM)) }
        return Quantized(handle: result, frame: frame)
    }
}

private struct Quantized: ~Copyable {
    let handle: OpaquePointer
    let frame: Int

    deinit { liq_result_destroy(handle) }

    /// The colours, and which of them each of the library's own indices means, nil being transparent.
    func palette() throws(ExportError) -> (palette: GIFPalette, places: [UInt32?]) {
        guard let found = liq_get_palette(handle) else { throw .encode(frame: frame, reason: errorText(ENOMEM)) }
        let count = min(256, Int(found.pointee.count))
        let places = withUnsafeBytes(of: found.pointee.entries) { bytes in
            bytes.bindMemory(to: liq_color.self).prefix(count).map { entry -> UInt32? in
                entry.a < 128 ? nil : UInt32(entry.r) | UInt32(entry.g) << 8 | UInt32(entry.b) << 16 | 0xFF00_0000
            }
        }
        var palette = GIFPalette()
        for case let place? in places { palette.add(place) }
        return (palette, places)
    }

    func remap(_ raster: [UInt32], width: Int, dither: Double, _ attributes: borrowing Attributes) throws(ExportError) -> [UInt8] {
        try check(liq_set_dithering_level(handle, Float(dither)), frame: frame)
        var indices = [UInt8](repeating: 0, count: raster.count)
        let code = raster.withUnsafeBytes { bytes -> liq_error in
            guard let base = bytes.baseAddress,
                let image = liq_image_create_rgba(attributes.handle, base, Int32(width), Int32(raster.count / width), 0)
            else { return LIQ_OUT_OF_MEMORY }
            defer { liq_image_destroy(image) }
            return indices.withUnsafeMutableBytes { indices in
                guard let target = indices.baseAddress else { return LIQ_OUT_OF_MEMORY }
                return liq_write_remapped_image(handle, image, target, indices.count)
            }
        }
        try check(code, frame: frame)
        return indices
    }
}

extension liq_color {
    fileprivate init(_ color: UInt32) {
        self.init(
            r: UInt8(truncatingIfNeeded: color), g: UInt8(truncatingIfNeeded: color >> 8), b: UInt8(truncatingIfNeeded: color >> 16),
            a: 255)
    }
}
