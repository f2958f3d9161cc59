import CSpng
import CZlib
import Glibc

/// Encodes pictures as PNG, 8-bit RGBA, by libspng. May be used by several tasks at once.
public struct PNGEncoder: Hashable, Sendable {
    /// 0 (not compressed) to 9 (smallest).
    ///
    /// Measured over frames of real movies, in milliseconds a million pixels and bytes a pixel: level 1 takes 15 and makes 0.45,
    /// level 4 takes 36 and makes 0.40, level 6 takes 70 and makes 0.39, level 9 takes 490 and makes 0.37.
    public var level: Int

    /// Level 1 is the default.
    public init(level: Int = 1) {
        self.level = min(9, max(0, level))
    }

    /// - Parameters:
    ///   - pixels: 8-bit RGBA with straight alpha, rows from the top without padding.
    ///   - width: in pixels.
    ///   - height: in pixels.
    ///   - frame: what an error calls this picture.
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
        // Runs of equal bytes after the cheapest filter are as fast as zlib's own level 1 and smaller; trying several filters for each
        // row costs more than it saves.
        let isFast = level <= 1
        let filter = isFast ? SPNG_FILTER_CHOICE_UP : SPNG_FILTER_CHOICE_PAETH
        try check(spng_set_option(context.handle, SPNG_IMG_COMPRESSION_STRATEGY, isFast ? Z_RLE : Z_FILTERED))
        try check(spng_set_option(context.handle, SPNG_FILTER_CHOICE, Int32(filter.rawValue)))
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
