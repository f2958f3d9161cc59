import CZlib
package import SVGAModel
import SVGAPlatform
package import SVGASupport

/// Compresses with libdeflate or Zopfli, and large messages with zlib at its best level. Equal bytes give equal output with the same
/// library versions: the gzip header has neither time nor name.
package struct Deflated {
    package typealias Wrapping = LibdeflateCompressor.Wrapping

    private let usesZopfli: Bool
    private let level: Int32

    /// The level of libdeflate. Measured over the frames of public movies: 1 to 9 % smaller than zlib's best level in the same time.
    package static let usualLevel: Int32 = 10
    /// Up to 1 % smaller, in two to six times the time.
    package static let bestLevel: Int32 = 12
    /// For streams that are only read back: a tenth of the time, some 10 % larger.
    package static let draftLevel: Int32 = 1

    package init(usesZopfli: Bool = false, level: Int32 = usualLevel) {
        self.usesZopfli = usesZopfli
        self.level = level
    }

    /// - Throws: with Zopfli, ``SVGAError/Kind/cancelled`` soon after the task is canceled.
    package func stream(_ input: [UInt8], _ wrapping: Wrapping) throws(SVGAError) -> [UInt8] {
        guard input.count < Int(Int32.max) else { throw .unsupported(["more than 2 GiB"]) }
        guard let deflater = LibdeflateCompressor(level: level) else { throw .library(name: "libdeflate", reason: "out of memory") }
        let output = deflater.stream(input, wrapping)
        if !usesZopfli { return output }
        let smallest = try Zopfli.stream(input, wrapping)
        return smallest.count < output.count ? smallest : output
    }

    /// Larger messages are compressed in pieces, to save memory.
    package static let maximumBufferedBytes = 16 << 20

    func stream(messageOf movie: WireMovie, _ wrapping: Wrapping) throws(SVGAError) -> [UInt8] {
        if usesZopfli || ProtobufWriter.estimatedBytes(of: movie) <= Deflated.maximumBufferedBytes {
            return try stream(ProtobufWriter.message(movie), wrapping)
        }
        return try piecewise(movie, wrapping)
    }

    /// zlib's memory level sets the number of symbols per block. Both are tried, because each is up to 1 % smaller for half of the files.
    /// zlib's other strategies gain too little for their time.
    private static let memoryLevels: [Int32] = [8, 9]

    /// ``stream(messageOf:_:)`` with zlib, without the message in memory and with one output at a time. The message is encoded again for
    /// each level.
    func piecewise(_ movie: WireMovie, _ wrapping: Wrapping) throws(SVGAError) -> [UInt8] {
        let isDraft = level == Deflated.draftLevel
        let memoryLevels = isDraft ? Deflated.memoryLevels.suffix(1) : Deflated.memoryLevels[...]
        func deflate(_ memoryLevel: Int32, keepsOutput: Bool, maximum: Int) throws(SVGAError) -> (output: [UInt8], count: Int)? {
            let bytes = keepsOutput ? ProtobufWriter.estimatedBytes(of: movie) : nil
            let stream = try DeflateStream(
                wrapping, level: isDraft ? Z_BEST_SPEED : Z_BEST_COMPRESSION, memoryLevel: memoryLevel, keeping: bytes)
            var isTooLarge = false
            try ProtobufWriter.parts(of: movie) { (part) throws(SVGAError) in
                if !isTooLarge { try stream.add(part) }
                isTooLarge = stream.count >= maximum
            }
            try stream.finish()
            return stream.count < maximum ? (stream.output, stream.count) : nil
        }
        guard let first = memoryLevels.first else { return [] }
        var best = first
        guard var (output, count) = try deflate(best, keepsOutput: true, maximum: .max) else { return [] }
        for memoryLevel in memoryLevels.dropFirst() {
            guard let smaller = try deflate(memoryLevel, keepsOutput: false, maximum: count) else { continue }
            (best, count) = (memoryLevel, smaller.count)
        }
        if best != first {
            // This must come before the next output is allocated.
            output = []
            output = try deflate(best, keepsOutput: true, maximum: .max)?.output ?? []
        }
        return output
    }
}

extension Zopfli {
    /// - Parameter blockDone: called on another thread after each block, with the number of finished blocks.
    /// - Throws: ``SVGAError/Kind/cancelled``.
    static func stream(
        _ input: [UInt8], _ wrapping: Deflated.Wrapping, blockDone: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(SVGAError) -> [UInt8] {
        do throws(Failure) {
            switch wrapping {
            case .raw: return try deflated(input, blockDone: blockDone)
            case .zlib: return try zlib(input, blockDone: blockDone)
            case .gzip:
                let sum = input.withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, $0.count) }
                let end = [UInt8](little: sum, bytes: 4) + [UInt8](little: input.count, bytes: 4)
                // No flags, no time, slowest compression, Unix.
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
