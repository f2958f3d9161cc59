import CZlib
import SVGAPlatform
import SVGASupport

/// Compresses with zlib at its best level, or with Zopfli. Equal bytes give equal output: the gzip header has no time and no name.
package struct Deflated {
    package enum Wrapping: Int32 {
        // The numbers are what deflateInit2 takes: the largest window, negative without a wrapping, and 16 more for gzip.
        case raw = -15
        case zlib = 15
        case gzip = 31
    }

    private let usesZopfli: Bool

    package init(usesZopfli: Bool = false) {
        self.usesZopfli = usesZopfli
    }

    /// zlib's memory level decides how many symbols go into a block. Both are tried, since each is smaller for half of the files, by up to
    /// 1 %. zlib's other strategies gain too little for their time.
    private static let memoryLevels: [Int32] = [8, 9]

    /// - Throws: with Zopfli ``WriteError/cancelled`` soon after the task is.
    package func stream(_ input: [UInt8], _ wrapping: Wrapping) throws(WriteError) -> [UInt8] {
        guard input.count < Int(Int32.max) else { throw .unsupported(["more than 2 GiB"]) }
        var smallest: [UInt8]?
        for memoryLevel in Deflated.memoryLevels {
            let output = try Deflated.stream(input, wrapping, memoryLevel)
            if output.count < smallest?.count ?? Int.max { smallest = output }
        }
        if usesZopfli {
            let output = try Zopfli.stream(input, wrapping)
            if output.count < smallest?.count ?? Int.max { smallest = output }
        }
        return smallest ?? []
    }

    private static func stream(_ input: [UInt8], _ wrapping: Wrapping, _ memoryLevel: Int32) throws(WriteError) -> [UInt8] {
        // zlib keeps a pointer back to its stream, so it must not move.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        guard svga_deflateInit2(stream, Z_BEST_COMPRESSION, wrapping.rawValue, memoryLevel) == Z_OK else {
            throw .library(name: "zlib", reason: "it cannot start")
        }
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

extension Zopfli {
    /// - Parameter blockDone: called on another thread after each block with how many are done.
    /// - Throws: ``WriteError/cancelled``.
    static func stream(
        _ input: [UInt8], _ wrapping: Deflated.Wrapping, blockDone: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(WriteError) -> [UInt8] {
        do throws(Failure) {
            switch wrapping {
            case .raw: return try deflated(input, blockDone: blockDone)
            case .zlib: return try zlib(input, blockDone: blockDone)
            case .gzip:
                let sum = input.withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, $0.count) }
                let end = [sum, UInt(input.count)].flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
                // No flags, no time, the slowest compression, made on Unix.
                return try [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3] + deflated(input, blockDone: blockDone) + end
            }
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            case .library(let reason): throw .library(name: "Zopfli", reason: reason)
            }
        }
    }
}
