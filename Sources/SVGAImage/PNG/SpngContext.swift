import CSpng
import SVGAModel
import SVGAPlatform

/// Owns one of libspng's decoders or encoders, and turns its return values into errors.
struct SpngContext: ~Copyable {
    let handle: OpaquePointer
    private let isEncoder: Bool

    /// Texts and profiles are parsed by libspng though nobody reads them; this bounds what each, and all of them, may inflate to.
    private static let chunkBytes = 8 << 20
    private static let allChunkBytes = 16 << 20

    /// A decoder of bytes that must live as long as the context. It accepts no picture larger than the given size.
    static func decoder(_ bytes: UnsafeBufferPointer<UInt8>, width: Int, height: Int) throws(ImageError) -> SpngContext {
        guard let handle = spng_ctx_new(0) else { throw .outOfMemory(bytes: 0) }
        let context = SpngContext(handle: handle, isEncoder: false)
        try context.check(spng_set_image_limits(handle, UInt32(clamping: width), UInt32(clamping: height)))
        try context.check(spng_set_chunk_limits(handle, chunkBytes, allChunkBytes))
        // A damaged ancillary chunk is as if it were not there, as in libpng and so in the players.
        try context.check(spng_set_crc_action(handle, Int32(SPNG_CRC_ERROR.rawValue), Int32(SPNG_CRC_DISCARD.rawValue)))
        try context.check(spng_set_png_buffer(handle, bytes.baseAddress, bytes.count))
        return context
    }

    /// An encoder into memory.
    /// - Parameters:
    ///   - colorType: the number that PNG has for it.
    ///   - bits: of one sample.
    ///   - options: libspng's, with their values.
    static func encoder(
        width: Int, height: Int, colorType: UInt8, bits: UInt8, options: [(option: spng_option, value: Int32)]
    ) throws(ImageError) -> SpngContext {
        guard let handle = spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)) else { throw .noMemory(encoding: .png) }
        let context = SpngContext(handle: handle, isEncoder: true)
        var header = spng_ihdr(
            width: UInt32(clamping: width), height: UInt32(clamping: height), bit_depth: bits, color_type: colorType,
            compression_method: 0, filter_method: 0, interlace_method: UInt8(SPNG_INTERLACE_NONE.rawValue))
        try context.check(spng_set_option(handle, SPNG_ENCODE_TO_BUFFER, 1))
        for (option, value) in options { try context.check(spng_set_option(handle, option, value)) }
        try context.check(spng_set_ihdr(handle, &header))
        return context
    }

    deinit { spng_ctx_free(handle) }

    /// - Parameter samples: all rows as the header says, without padding between them.
    /// - Returns: the whole file.
    func encode(_ samples: UnsafeRawBufferPointer) throws(ImageError) -> [UInt8] {
        let format = Int32(SPNG_FMT_PNG.rawValue)
        try check(spng_encode_image(handle, samples.baseAddress, samples.count, format, Int32(SPNG_ENCODE_FINALIZE.rawValue)))
        var count = 0
        var result: Int32 = 0
        let buffer = spng_get_png_buffer(handle, &count, &result)
        defer { free(buffer) }
        try check(result)
        guard let buffer else { throw .noMemory(encoding: .png) }
        return [UInt8](UnsafeRawBufferPointer(start: buffer, count: count))
    }

    func check(_ result: Int32) throws(ImageError) {
        if result == SPNG_OK.rawValue { return }
        let reason = String(cString: spng_strerror(result))
        if isEncoder { throw .encoding(.png, reason: reason) }
        switch result {
        case SPNG_IO_EOF.rawValue, SPNG_EOF.rawValue, SPNG_EIDAT_TOO_SHORT.rawValue: throw .truncated(.png)
        default: throw .broken(.png, reason: reason)
        }
    }
}
