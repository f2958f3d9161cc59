import CSpng
import Glibc

/// Encodes pictures as PNG, 8-bit RGBA, by libspng. May be used by several tasks at once.
public struct PNGEncoder: Hashable, Sendable {
    /// zlib's compression level, 0 (none) to 9 (smallest).
    public var level: Int

    /// Level 1 is the default.
    public init(level: Int = 1) {
        self.level = min(9, max(0, level))
    }

    /// - Parameter pixels: 8-bit RGBA with straight alpha, rows from the top without padding.
    /// - Precondition: `pixels.count == 4 * width * height`.
    /// - Throws: ``ExportError/encode(frame:reason:)`` with the given frame.
    public func encode(_ pixels: UnsafeRawBufferPointer, width: Int, height: Int, frame: Int = 0) throws(ExportError) -> [UInt8] {
        precondition(pixels.count == 4 * width * height)
        func check(_ result: Int32) throws(ExportError) {
            guard result == SPNG_OK.rawValue else { throw .encode(frame: frame, reason: String(cString: spng_strerror(result))) }
        }
        guard let context = Context() else { throw .encode(frame: frame, reason: errorText(ENOMEM)) }
        var header = spng_ihdr(
            width: UInt32(clamping: width), height: UInt32(clamping: height), bit_depth: 8,
            color_type: UInt8(SPNG_COLOR_TYPE_TRUECOLOR_ALPHA.rawValue), compression_method: 0, filter_method: 0,
            interlace_method: UInt8(SPNG_INTERLACE_NONE.rawValue))
        try check(spng_set_option(context.handle, SPNG_ENCODE_TO_BUFFER, 1))
        try check(spng_set_option(context.handle, SPNG_IMG_COMPRESSION_LEVEL, Int32(level)))
        try check(spng_set_option(context.handle, SPNG_FILTER_CHOICE, Int32(SPNG_FILTER_CHOICE_SUB.rawValue)))
        try check(spng_set_ihdr(context.handle, &header))
        let format = Int32(SPNG_FMT_PNG.rawValue)
        try check(spng_encode_image(context.handle, pixels.baseAddress, pixels.count, format, Int32(SPNG_ENCODE_FINALIZE.rawValue)))
        var count = 0
        var result: Int32 = 0
        let buffer = spng_get_png_buffer(context.handle, &count, &result)
        defer { free(buffer) }
        try check(result)
        return [UInt8](UnsafeRawBufferPointer(start: buffer, count: count))
    }

    /// Owns the encoder.
    private struct Context: ~Copyable {
        let handle: OpaquePointer

        init?() {
            guard let handle = spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)) else { return nil }
            self.handle = handle
        }

        deinit { spng_ctx_free(handle) }
    }
}
