import CZlib

/// Packs bytes into one zlib or gzip stream, as small as zlib makes it. The gzip header carries no time and no name.
enum Deflated {
    static func stream(_ input: [UInt8], _ wrapping: Inflated.Wrapping) throws(WriteError) -> [UInt8] {
        guard input.count < Int(Int32.max) else { throw .unsupported("more than 2 GiB") }
        // zlib keeps a pointer back to its stream, so it must not move.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        guard svga_deflateInit2(stream, 9, wrapping.rawValue) == Z_OK else { throw .library(name: "zlib", reason: "it cannot start") }
        defer { deflateEnd(stream) }
        let bound = Int(deflateBound(stream, UInt(input.count)))
        var status = Z_OK
        let output = input.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(clamping: bound)
                status = deflate(stream, Z_FINISH)
                count = Int(stream.pointee.total_out)
            }
        }
        guard status == Z_STREAM_END else { throw .library(name: "zlib", reason: "error \(status)") }
        return output
    }
}
