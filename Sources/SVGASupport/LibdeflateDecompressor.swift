import CDeflate

/// Decompresses complete zlib and gzip streams in memory with libdeflate, about twice as fast as zlib.
///
/// Gives no error position; decompress with zlib to find it.
package struct LibdeflateDecompressor: ~Copyable {
    package enum Wrapping: Sendable { case zlib, gzip }

    package struct Stream {
        /// The number of input bytes of the stream.
        package let consumed: Int
        /// The number of output bytes.
        package let count: Int
    }

    package enum Outcome {
        /// The stream is complete and valid, including its checksum.
        case complete(Stream)
        /// The output buffer is too small.
        case tooLong
        /// The stream is invalid or truncated.
        case refused
    }

    /// The maximum ratio of output to input of deflate.
    package static let maximumGrowth = 1032

    private let handle: OpaquePointer

    /// nil if memory cannot be allocated.
    package init?() {
        guard let handle = libdeflate_alloc_decompressor() else { return nil }
        self.handle = handle
    }

    deinit { libdeflate_free_decompressor(handle) }

    /// Unless the stream is complete, the content of `output` is undefined.
    package borrowing func inflate(
        _ input: UnsafeRawBufferPointer, _ wrapping: Wrapping, into output: UnsafeMutableRawBufferPointer
    ) -> Outcome {
        guard let from = input.baseAddress, let to = output.baseAddress else { return .refused }
        var consumed = 0
        var count = 0
        let result =
            switch wrapping {
            case .zlib: libdeflate_zlib_decompress_ex(handle, from, input.count, to, output.count, &consumed, &count)
            case .gzip: libdeflate_gzip_decompress_ex(handle, from, input.count, to, output.count, &consumed, &count)
            }
        switch result {
        case LIBDEFLATE_SUCCESS: return .complete(Stream(consumed: consumed, count: count))
        case LIBDEFLATE_INSUFFICIENT_SPACE: return .tooLong
        default: return .refused
        }
    }

    /// The CRC-32 of PNG and gzip.
    package static func crc32(_ bytes: UnsafeRawBufferPointer) -> UInt32 { libdeflate_crc32(0, bytes.baseAddress, bytes.count) }
}
