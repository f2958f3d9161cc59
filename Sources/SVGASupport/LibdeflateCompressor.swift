import CDeflate

/// Deflates bytes in one go, by libdeflate.
package struct LibdeflateCompressor: ~Copyable {
    /// What stands around the deflated bytes.
    package enum Wrapping: Sendable { case raw, zlib, gzip }

    private let handle: OpaquePointer

    /// nil: there is no memory.
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
        let most = bound(handle, bytes.count)
        return [UInt8](unsafeUninitializedCapacity: most) { output, count in
            // There is always room for as much as the bound.
            count = bytes.withUnsafeBytes { compress(handle, $0.baseAddress, $0.count, output.baseAddress, most) }
        }
    }
}
