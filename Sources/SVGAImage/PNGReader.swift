import CSpng
import SVGAModel

/// PNG by libspng: all colour types and depths, interlaced or not, tRNS applied.
enum PNGReader {
    /// Ancillary chunks (texts, profiles) are parsed by libspng though nobody reads them; this bounds what they inflate to.
    private static let chunkBytes = 8 << 20
    private static let allChunkBytes = 16 << 20

    static func size(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImageError) -> (width: Int, height: Int) {
        let reader = ByteReader(bytes)
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        guard bytes.starts(with: signature), reader.big32(at: 12) == 0x4948_4452 else {
            throw bytes.count < 24 ? .truncated(.png) : .broken(.png, reason: "it does not start with a header")
        }
        guard let width = reader.big32(at: 16), let height = reader.big32(at: 20) else { throw .truncated(.png) }
        guard width > 0, height > 0 else { throw .broken(.png, reason: "it has no pixels") }
        return (Int(width), Int(height))
    }

    static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ allowance: PixelAllowance
    ) throws(ImageError) -> PreparedBitmap {
        let size = try size(bytes)
        var builder = try allowance.makeBuilder(size)
        let context = try Context()
        try check(spng_set_image_limits(context.handle, UInt32(size.width), UInt32(size.height)))
        try check(spng_set_chunk_limits(context.handle, chunkBytes, allChunkBytes))
        // A damaged ancillary chunk is as if it were not there, as in libpng and so in the players.
        try check(spng_set_crc_action(context.handle, Int32(SPNG_CRC_ERROR.rawValue), Int32(SPNG_CRC_DISCARD.rawValue)))
        try check(spng_set_png_buffer(context.handle, bytes.baseAddress, bytes.count))
        var header = spng_ihdr()
        try check(spng_get_ihdr(context.handle, &header))
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
            try check(spng_decode_image(context.handle, pixels.baseAddress, pixels.count, format, Int32(SPNG_DECODE_TRNS.rawValue)))
            builder.finishAllRows()
        }
        return builder.finish()
    }

    /// Nearly all images of real movies have one byte a pixel: premultiplying the palette instead of the pixels saves a third.
    private static func decodeIndices(_ context: borrowing Context, into builder: inout BitmapBuilder) throws(ImageError) {
        var colors = spng_plte()
        try check(spng_get_plte(context.handle, &colors))
        var transparency = spng_trns()
        // Not there, or damaged and discarded: opaque.
        let hasTransparency = spng_get_trns(context.handle, &transparency) == SPNG_OK.rawValue
        // An index without a colour is black.
        var rgba = [UInt8](repeating: 255, count: 4 * 256)
        withUnsafeBytes(of: &colors.entries) { entries in
            for i in 0..<4 * 256 where i % 4 < 3 { rgba[i] = i / 4 < colors.n_entries ? entries[i] : 0 }
        }
        if hasTransparency {
            withUnsafeBytes(of: &transparency.type3_alpha) { alphas in
                for i in 0..<min(256, Int(transparency.n_type3_entries)) { rgba[4 * i + 3] = alphas[i] }
            }
        }
        let palette = BitmapBuilder.premultiplied(rgba)
        let indices = UnsafeMutableRawBufferPointer.allocate(byteCount: builder.width, alignment: 16)
        defer { indices.deallocate() }
        try begin(context, SPNG_FMT_PNG, flags: 0)
        for y in 0..<builder.height {
            try decodeRow(context, into: indices, isLast: y == builder.height - 1)
            let row = builder.rowWords(y)
            palette.withUnsafeBufferPointer { palette in
                for x in 0..<builder.width { row[x] = palette[Int(indices[x])] }
            }
            builder.finishPremultipliedRow(y)
        }
    }

    private static func begin(_ context: borrowing Context, _ format: spng_format, flags: UInt32) throws(ImageError) {
        let progressive = Int32(flags | SPNG_DECODE_PROGRESSIVE.rawValue)
        try check(spng_decode_image(context.handle, nil, 0, Int32(format.rawValue), progressive))
    }

    private static func decodeRow(
        _ context: borrowing Context, into row: UnsafeMutableRawBufferPointer, isLast: Bool
    ) throws(ImageError) {
        let result = spng_decode_row(context.handle, row.baseAddress, row.count)
        if isLast, result == SPNG_EOI.rawValue { return }
        try check(result)
    }

    private static func check(_ result: Int32) throws(ImageError) {
        switch result {
        case SPNG_OK.rawValue: return
        case SPNG_IO_EOF.rawValue, SPNG_EOF.rawValue, SPNG_EIDAT_TOO_SHORT.rawValue: throw .truncated(.png)
        default: throw .broken(.png, reason: String(cString: spng_strerror(result)))
        }
    }

    /// Owns the decoder.
    private struct Context: ~Copyable {
        let handle: OpaquePointer

        init() throws(ImageError) {
            guard let handle = spng_ctx_new(0) else { throw .outOfMemory(bytes: 0) }
            self.handle = handle
        }

        deinit { spng_ctx_free(handle) }
    }
}
