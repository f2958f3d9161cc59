import CSpng
import SVGAModel
import SVGASupport

/// PNG of all color types and depths, with interlacing and tRNS. libspng decodes the files that ``FastPNGDecoder`` does not support.
enum PNGReader {
    static func size(_ bytes: UnsafeBufferPointer<UInt8>) throws(SVGAError) -> (width: Int, height: Int) {
        let reader = ByteReader(bytes)
        guard bytes.starts(with: PNGChunks.signature), reader.big(at: 12, bytes: 4) == 0x4948_4452 else {
            throw bytes.count < 24 ? .truncated(.png) : .broken(.png, reason: "its header is missing")
        }
        guard let width = reader.big(at: 16, bytes: 4), let height = reader.big(at: 20, bytes: 4) else { throw .truncated(.png) }
        guard width > 0, height > 0 else { throw .broken(.png, reason: "it has no pixels") }
        return (width, height)
    }

    static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ allowance: PixelAllowance
    ) throws(SVGAError) -> PreparedBitmap {
        let size = try size(bytes)
        var builder = try allowance.makeBuilder(size)
        if let plain = FastPNGDecoder(bytes, width: size.width, height: size.height) {
            plain.decode(into: &builder)
        } else {
            try decodeBySpng(bytes, into: &builder)
        }
        return builder.finish()
    }

    /// Decodes any PNG of the builder's size, or throws its error.
    static func decodeBySpng(_ bytes: UnsafeBufferPointer<UInt8>, into builder: inout BitmapBuilder) throws(SVGAError) {
        let context = try SpngContext.decoder(bytes, width: builder.width, height: builder.height)
        var header = spng_ihdr()
        try context.check(spng_get_ihdr(context.handle, &header))
        guard Int(header.width) == builder.width, Int(header.height) == builder.height else {
            throw .broken(.png, reason: "its header is damaged")
        }

        let isPlain = header.interlace_method == UInt8(SPNG_INTERLACE_NONE.rawValue)
        if isPlain, header.color_type == UInt8(SPNG_COLOR_TYPE_INDEXED.rawValue), header.bit_depth == 8 {
            try decodeIndices(context, into: &builder)
        } else if isPlain {
            try begin(context, SPNG_FMT_RGBA8, flags: SPNG_DECODE_TRNS.rawValue)
            for y in 0..<builder.height {
                try decodeRow(context, into: builder.row(y), isLast: y == builder.height - 1)
                builder.finishRow(y)
            }
        } else {
            let pixels = builder.bytes
            let format = Int32(SPNG_FMT_RGBA8.rawValue)
            try context.check(spng_decode_image(context.handle, pixels.baseAddress, pixels.count, format, Int32(SPNG_DECODE_TRNS.rawValue)))
            builder.finishAllRows()
        }
    }

    /// All pixels as RGBA words with straight alpha, in storage order.
    /// - Parameters:
    ///   - width: from the header, within the limits.
    ///   - height: from the header, within the limits.
    static func straightPixels(_ file: [UInt8], width: Int, height: Int) throws(SVGAError) -> [UInt32] {
        var pixels = [UInt32](repeating: 0, count: width * height)
        try file.withUnsafeBufferPointer { (bytes) throws(SVGAError) in
            let context = try SpngContext.decoder(bytes, width: width, height: height)
            let result = pixels.withUnsafeMutableBytes { target in
                let format = Int32(SPNG_FMT_RGBA8.rawValue)
                return spng_decode_image(context.handle, target.baseAddress, target.count, format, Int32(SPNG_DECODE_TRNS.rawValue))
            }
            try context.check(result)
        }
        return pixels
    }

    private static func decodeIndices(_ context: borrowing SpngContext, into builder: inout BitmapBuilder) throws(SVGAError) {
        let colors = try colors(context)
        let indices = UnsafeMutableRawBufferPointer.allocate(byteCount: builder.width, alignment: 16)
        defer { indices.deallocate() }
        try begin(context, SPNG_FMT_PNG, flags: 0)
        for y in 0..<builder.height {
            try decodeRow(context, into: indices, isLast: y == builder.height - 1)
            if let row = indices.baseAddress { colors.write(row, bits: 8, toRow: y, of: &builder) }
        }
    }

    private static func colors(_ context: borrowing SpngContext) throws(SVGAError) -> PNGColors {
        var colors = spng_plte()
        try context.check(spng_get_plte(context.handle, &colors))
        var transparency = spng_trns()
        // Missing, or corrupt and discarded: opaque.
        let hasTransparency = spng_get_trns(context.handle, &transparency) == SPNG_OK.rawValue
        let alphaCount = hasTransparency ? min(256, Int(transparency.n_type3_entries)) : 0
        var palette: [UInt8] = []
        withUnsafeBytes(of: &colors.entries) { entries in
            // An entry has four bytes; the last one is not used.
            for start in stride(from: 0, to: 4 * min(256, Int(colors.n_entries)), by: 4) { palette += entries[start..<start + 3] }
        }
        return palette.withUnsafeBytes { palette in
            withUnsafeBytes(of: &transparency.type3_alpha) { alphas in
                PNGColors(palette: palette, alphas: UnsafeRawBufferPointer(rebasing: alphas[..<alphaCount]))
            }
        }
    }

    private static func begin(_ context: borrowing SpngContext, _ format: spng_format, flags: UInt32) throws(SVGAError) {
        let progressive = Int32(flags | SPNG_DECODE_PROGRESSIVE.rawValue)
        try context.check(spng_decode_image(context.handle, nil, 0, Int32(format.rawValue), progressive))
    }

    private static func decodeRow(
        _ context: borrowing SpngContext, into row: UnsafeMutableRawBufferPointer, isLast: Bool
    ) throws(SVGAError) {
        let result = spng_decode_row(context.handle, row.baseAddress, row.count)
        if isLast, result == SPNG_EOI.rawValue { return }
        try context.check(result)
    }
}
