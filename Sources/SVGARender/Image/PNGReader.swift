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
        _ bytes: UnsafeBufferPointer<UInt8>, into makeBuilder: ImageDecoder.MakeBuilder
    ) throws(ImageError) -> PreparedBitmap {
        let size = try size(bytes)
        var builder = try makeBuilder(size)
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

        let format = Int32(SPNG_FMT_RGBA8.rawValue)
        let flags = Int32(SPNG_DECODE_TRNS.rawValue)
        if header.interlace_method == UInt8(SPNG_INTERLACE_NONE.rawValue) {
            try check(spng_decode_image(context.handle, nil, 0, format, flags | Int32(SPNG_DECODE_PROGRESSIVE.rawValue)))
            for y in 0..<builder.height {
                let row = builder.row(y)
                let result = spng_decode_row(context.handle, row.baseAddress, row.count)
                let isLast = y == builder.height - 1 && result == SPNG_EOI.rawValue
                if !isLast { try check(result) }
                builder.finishRow(y)
            }
        } else {
            let pixels = builder.bytes
            try check(spng_decode_image(context.handle, pixels.baseAddress, pixels.count, format, flags))
            builder.finishAllRows()
        }
        return builder.finish()
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
