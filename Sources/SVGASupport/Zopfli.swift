import CDeflate
import CZopfli
import SVGAPlatform

/// Compresses with Zopfli, with the output of `ZopfliCompress`, and stops waiting soon after the task is canceled.
///
/// Zopfli takes seconds per megabyte and cannot be canceled: its thread ends after the current block.
package enum Zopfli {
    package enum Failure: Error, Hashable {
        case cancelled
        /// The reason of a failure, for messages.
        case library(reason: Message)
    }

    /// The block size of Zopfli's ZOPFLI_MASTER_BLOCK_SIZE, which affects the output.
    package static let blockBytes = 1_000_000
    /// Zopfli's default.
    package static let usualIterations = 15

    /// A raw deflate stream.
    /// - Parameters:
    ///   - iterations: the number of optimization passes per block.
    ///   - blockDone: called on another thread after each block, with the number of finished blocks.
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
        guard !output.isEmpty else { throw .library(reason: "out of memory") }
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

    /// - Parameter goesOn: called after each block with the number of finished blocks.
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
            // 2: dynamic Huffman blocks, where they are smallest.
            ZopfliDeflatePart(&options, 2, end == input.count ? 1 : 0, input, start, end, &bits, &output, &count)
            blocks += 1
        } while goesOn(blocks) && blocks * blockBytes < input.count
        return Array(UnsafeBufferPointer(start: output, count: count))
    }
}
