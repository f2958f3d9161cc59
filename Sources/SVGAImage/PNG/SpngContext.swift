import CSpng
import SVGAModel
import SVGAPlatform

/// Owns one of libspng's decoders, and turns its return values into errors.
struct SpngContext: ~Copyable {
    let handle: OpaquePointer

    /// Texts and profiles are parsed by libspng though nobody reads them; this bounds what each, and all of them, may inflate to.
    private static let chunkBytes = 8 << 20
    private static let allChunkBytes = 16 << 20

    /// A decoder of bytes that must live as long as the context. It accepts no picture larger than the given size.
    static func decoder(_ bytes: UnsafeBufferPointer<UInt8>, width: Int, height: Int) throws(ImageError) -> SpngContext {
        guard let handle = spng_ctx_new(0) else { throw .outOfMemory(bytes: 0) }
        let context = SpngContext(handle: handle)
        try context.check(spng_set_image_limits(handle, UInt32(clamping: width), UInt32(clamping: height)))
        try context.check(spng_set_chunk_limits(handle, chunkBytes, allChunkBytes))
        // A damaged ancillary chunk is as if it were not there, as in libpng and so in the players.
        try context.check(spng_set_crc_action(handle, Int32(SPNG_CRC_ERROR.rawValue), Int32(SPNG_CRC_DISCARD.rawValue)))
        try context.check(spng_set_png_buffer(handle, bytes.baseAddress, bytes.count))
        return context
    }

    deinit { spng_ctx_free(handle) }

    func check(_ result: Int32) throws(ImageError) {
        if result == SPNG_OK.rawValue { return }
        let reason = String(cString: spng_strerror(result))
        switch result {
        case SPNG_IO_EOF.rawValue, SPNG_EOF.rawValue, SPNG_EIDAT_TOO_SHORT.rawValue: throw .truncated(.png)
        default: throw .broken(.png, reason: reason)
        }
    }
}
