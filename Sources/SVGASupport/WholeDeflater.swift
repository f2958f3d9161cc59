import CDeflate

/// Deflates bytes into a zlib stream in one go, by libdeflate.
package struct WholeDeflater: ~Copyable {
    private let handle: OpaquePointer

    /// nil: there is no memory.
    /// - Parameter level: 1 (fastest) to 12 (smallest).
    package init?(level: Int32) {
        guard let handle = libdeflate_alloc_compressor(level) else { return nil }
        self.handle = handle
    }

    deinit { libdeflate_free_compressor(handle) }

    package borrowing func zlib(_ bytes: [UInt8]) -> [UInt8] {
        let bound = libdeflate_zlib_compress_bound(handle, bytes.count)
        return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            // There is always room for as much as the bound.
            count = bytes.withUnsafeBytes { libdeflate_zlib_compress(handle, $0.baseAddress, $0.count, output.baseAddress, bound) }
        }
    }
}
