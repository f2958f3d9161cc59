import CDeflate

/// Compresses bytes at once with libdeflate.
package struct LibdeflateCompressor: ~Copyable {
    /// The container of the compressed bytes.
    package enum Wrapping: Sendable { case raw, zlib, gzip }

    private let handle: OpaquePointer

    /// nil if memory cannot be allocated.
    /// - Parameter level: 1 (fastest) to 12 (smallest).
    package init?(level: Int32) {
        guard let handle = libdeflate_alloc_compressor(level) else { return nil }
        self.handle = handle
    }

    deinit { libdeflate_free_compressor(handle) }

    package borrowing func zlib(_ bytes: [UInt8]) -> [UInt8] { stream(bytes, .zlib) }

    package borrowing func stream(_ bytes: [UInt8], _ wrapping: Wrapping) -> [UInt8] {
        let (compress, bound) =
            switch wrapping {
            case .raw: (libdeflate_deflate_compress, libdeflate_deflate_compress_bound)
            case .zlib: (libdeflate_zlib_compress, libdeflate_zlib_compress_bound)
            case .gzip: (libdeflate_gzip_compress, libdeflate_gzip_compress_bound)
            }
        let maximum = bound(handle, bytes.count)
        return [UInt8](unsafeUninitializedCapacity: maximum) { output, count in
            // The output buffer has the size of the bound, so it is always large enough.
            count = bytes.withUnsafeBytes { compress(handle, $0.baseAddress, $0.count, output.baseAddress, maximum) }
        }
    }
}
