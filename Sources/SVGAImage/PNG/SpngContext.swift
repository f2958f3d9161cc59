import CSpng
import SVGAModel
import SVGAPlatform
import SVGASupport

/// Owns a libspng decoder, and converts its return values to errors.
struct SpngContext: ~Copyable {
    let handle: OpaquePointer

    /// libspng parses texts and profiles even if they are not used; this limits the decompressed size of each and of all.
    private static let chunkBytes = 8 << 20
    private static let allChunkBytes = 16 << 20

    /// A decoder of bytes that must outlive the context. It accepts no picture larger than the given size.
    static func decoder(_ bytes: UnsafeBufferPointer<UInt8>, width: Int, height: Int) throws(SVGAError) -> SpngContext {
        guard let handle = spng_ctx_new(0) else { throw .outOfMemory(bytes: 0) }
        let context = SpngContext(handle: handle)
        try context.check(spng_set_image_limits(handle, UInt32(clamping: width), UInt32(clamping: height)))
        try context.check(spng_set_chunk_limits(handle, chunkBytes, allChunkBytes))
        // A corrupt ancillary chunk is ignored, as in libpng and in the players.
        try context.check(spng_set_crc_action(handle, Int32(SPNG_CRC_ERROR.rawValue), Int32(SPNG_CRC_DISCARD.rawValue)))
        try context.check(spng_set_png_buffer(handle, bytes.baseAddress, bytes.count))
        return context
    }

    deinit { spng_ctx_free(handle) }

    func check(_ result: Int32) throws(SVGAError) {
        if result == SPNG_OK.rawValue { return }
        let reason = Message(cString: spng_strerror(result))
        switch result {
        case SPNG_IO_EOF.rawValue, SPNG_EOF.rawValue, SPNG_EIDAT_TOO_SHORT.rawValue: throw .truncated(.png)
        default: throw .broken(.png, reason: reason)
        }
    }
}
