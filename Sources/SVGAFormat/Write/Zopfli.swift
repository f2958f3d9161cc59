import CZlib
import CZopfli
import Dispatch
import Glibc
import SVGASupport

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
