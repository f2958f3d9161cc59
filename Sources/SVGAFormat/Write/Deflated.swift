import CZlib
import CZopfli
import Dispatch
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

/// Packs bytes with Zopfli, into the same bytes as `ZopfliCompress`, and gives up soon after the task is cancelled.
///
/// Zopfli takes seconds for a megabyte and cannot be asked to stop. So it runs on a thread of its own: when the task is cancelled, the
/// caller returns at once, and that thread ends after the block it is working on.
enum Zopfli {
    /// How many bytes Zopfli packs at a time: its own ZOPFLI_MASTER_BLOCK_SIZE, on which the output depends.
    static let blockBytes = 1_000_000
    /// How long a cancelled task may wait, in milliseconds.
    private static let pollInterval = 20

    /// - Parameter blockDone: called on another thread after each block with how many are done.
    /// - Throws: ``WriteError/cancelled``.
    static func stream(
        _ input: [UInt8], _ wrapping: Deflated.Wrapping, blockDone: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(WriteError) -> [UInt8] {
        guard !Task.isCancelled else { throw .cancelled }
        if let problem = SystemLibrary.zopfli.problem() { throw .library(name: "Zopfli", reason: problem) }
        let work = Locked(Work())
        let end = DispatchSemaphore(value: 0)
        // A queue of its own has a thread of its own: the global ones may all be busy.
        DispatchQueue(label: "svga.zopfli").async {
            let output = deflate(input) { blocks in
                blockDone(blocks)
                return work.withLock { !$0.isAbandoned }
            }
            work.withLock { $0.output = output }
            end.signal()
        }
        while end.wait(timeout: .now() + .milliseconds(pollInterval)) == .timedOut {
            guard !Task.isCancelled else {
                work.withLock { $0.isAbandoned = true }
                throw .cancelled
            }
        }
        let output = work.withLock { $0.output }
        guard !output.isEmpty else { throw .library(name: "Zopfli", reason: "it has no memory") }
        return wrapped(output, input, wrapping)
    }

    private struct Work: Sendable {
        var output: [UInt8] = []
        var isAbandoned = false
    }

    /// - Parameter goesOn: asked after each block with how many are done.
    private static func deflate(_ input: [UInt8], _ goesOn: (Int) -> Bool) -> [UInt8] {
        var options = ZopfliOptions()
        ZopfliInitOptions(&options)
        var bits: UInt8 = 0
        var output: UnsafeMutablePointer<UInt8>?
        var count = 0
        defer { free(output) }
        var blocks = 0
        repeat {
            let start = blocks * blockBytes
            let end = min(start + blockBytes, input.count)
            // 2: blocks with trees of their own, where they are the smallest.
            ZopfliDeflatePart(&options, 2, end == input.count ? 1 : 0, input, start, end, &bits, &output, &count)
            blocks += 1
        } while goesOn(blocks) && blocks * blockBytes < input.count
        return Array(UnsafeBufferPointer(start: output, count: count))
    }

    /// With the header and the checksum that `ZopfliCompress` writes.
    private static func wrapped(_ stream: [UInt8], _ input: [UInt8], _ wrapping: Deflated.Wrapping) -> [UInt8] {
        func bytes(_ value: UInt) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        switch wrapping {
        case .raw: return stream
        case .zlib:
            let sum = input.withUnsafeBufferPointer { adler32_z(1, $0.baseAddress, $0.count) }
            return [0x78, 0xDA] + stream + bytes(sum).reversed()
        case .gzip:
            let sum = input.withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, $0.count) }
            // No flags, no time, the slowest compression, made on Unix.
            return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3] + stream + bytes(sum) + bytes(UInt(input.count))
        }
    }
}
