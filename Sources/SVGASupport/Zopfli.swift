import CDeflate
import CZopfli
import SVGAPlatform

/// Packs bytes with Zopfli, into the same bytes as `ZopfliCompress`, and gives up soon after the task is canceled.
///
/// Zopfli takes seconds for a megabyte and cannot be asked to stop: after a cancellation its thread ends with the block it is working on.
package enum Zopfli {
    package enum Failure: Error, Hashable {
        case cancelled
        /// Why it does not work, for a person.
        case library(reason: String)
    }

    /// How many bytes Zopfli packs at a time: its own ZOPFLI_MASTER_BLOCK_SIZE, on which the output depends.
    package static let blockBytes = 1_000_000
    /// Zopfli's own number.
    package static let usualIterations = 15

    /// A stream without a wrapping.
    /// - Parameters:
    ///   - iterations: how often each block is packed anew to find a better way.
    ///   - blockDone: called on another thread after each block with how many are done.
    package static func deflated(
        _ input: [UInt8], iterations: Int = usualIterations, blockDone: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(Failure) -> [UInt8] {
        guard !Task.isCancelled else { throw .cancelled }
        if let problem = SystemLibrary.zopfli.problem() { throw .library(reason: problem) }
        let output = DetachedWork.run { isWanted in
            deflate(input, iterations: iterations) { blocks in
                blockDone(blocks)
                return isWanted()
            }
        }
        guard let output else { throw .cancelled }
        guard !output.isEmpty else { throw .library(reason: "it has no memory") }
        return output
    }

    /// With zlib's header and checksum. The parameters are those of ``deflated(_:iterations:blockDone:)``.
    package static func zlib(
        _ input: [UInt8], iterations: Int = usualIterations, blockDone: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(Failure) -> [UInt8] {
        let stream = try deflated(input, iterations: iterations, blockDone: blockDone)
        let sum = input.withUnsafeBufferPointer { libdeflate_adler32(1, $0.baseAddress, $0.count) }
        return [0x78, 0xDA] + stream + [UInt8](big: sum, bytes: 4)
    }

    /// - Parameter goesOn: asked after each block with how many are done.
    private static func deflate(_ input: [UInt8], iterations: Int, _ goesOn: (Int) -> Bool) -> [UInt8] {
        var options = ZopfliOptions()
        ZopfliInitOptions(&options)
        options.numiterations = Int32(clamping: iterations)
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
}
