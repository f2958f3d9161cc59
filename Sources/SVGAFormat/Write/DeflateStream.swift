import CZlib
import SVGAModel
import SVGAPlatform
import SVGASupport

/// Owns a zlib stream at its best level that takes its input in pieces.
///
/// zlib always receives blocks of the same size, so equal input gives equal output.
final class DeflateStream {
    // zlib keeps a pointer to its stream, so the stream must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private let keepsOutput: Bool
    private var waiting: [UInt8] = []
    private(set) var output: [UInt8] = []
    /// The number of output bytes.
    private(set) var count = 0
    private var inputCount = 0

    /// A multiple of twice zlib's window size, so that the ends of blocks do not affect the output.
    private static let inputBytes = 1 << 18
    private static let outputBytes = 1 << 16

    /// - Parameters:
    ///   - level: the level of zlib, 1…9.
    ///   - keeping: the approximate input size; nil: the output is only counted.
    init(_ wrapping: Deflated.Wrapping, level: Int32, memoryLevel: Int32, keeping: Int?) throws(SVGAError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        keepsOutput = keeping != nil
        guard svga_deflateInit2(stream, level, wrapping.windowBits, memoryLevel) == Z_OK else {
            throw .library(name: "zlib", reason: "it cannot start")
        }
        // Memory that is never written costs nothing.
        if let keeping { output.reserveCapacity(Int(deflateBound(stream, UInt(keeping)))) }
    }

    deinit {
        // Has no effect if the stream was not started.
        deflateEnd(stream)
        stream.deallocate()
    }

    func add(_ bytes: UnsafeBufferPointer<UInt8>) throws(SVGAError) {
        inputCount += bytes.count
        guard inputCount < Int(Int32.max) else { throw .unsupported(["more than 2 GiB"]) }
        var remaining = bytes[...]
        while !remaining.isEmpty {
            let piece = remaining.prefix(DeflateStream.inputBytes - waiting.count)
            remaining = remaining.dropFirst(piece.count)
            if waiting.isEmpty, piece.count == DeflateStream.inputBytes {
                try deflate(UnsafeBufferPointer(rebasing: piece), Z_NO_FLUSH)
                continue
            }
            waiting.append(contentsOf: piece)
            if waiting.count == DeflateStream.inputBytes { try empty(Z_NO_FLUSH) }
        }
    }

    /// Call it once, at the end.
    func finish() throws(SVGAError) { try empty(Z_FINISH) }

    private func empty(_ flush: Int32) throws(SVGAError) {
        var input: [UInt8] = []
        swap(&input, &waiting)
        try input.withUnsafeBufferPointer { (input) throws(SVGAError) in try deflate(input, flush) }
        input.removeAll(keepingCapacity: true)
        waiting = input
    }

    private func deflate(_ input: UnsafeBufferPointer<UInt8>, _ flush: Int32) throws(SVGAError) {
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        var status = Z_OK
        repeat {
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DeflateStream.outputBytes) { buffer in
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(buffer.count)
                status = CZlib.deflate(stream, flush)
                let made = buffer.prefix(buffer.count - Int(stream.pointee.avail_out))
                count += made.count
                if keepsOutput { output.append(contentsOf: made) }
            }
            // Z_BUF_ERROR means that there is nothing to do.
            guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
                throw .library(name: "zlib", reason: "error \(status)")
            }
        } while stream.pointee.avail_out == 0
        guard flush != Z_FINISH || status == Z_STREAM_END else { throw .library(name: "zlib", reason: "error \(status)") }
    }
}

extension LibdeflateCompressor.Wrapping {
    /// zlib's windowBits: the largest window, negative for raw deflate, and 16 more for gzip.
    var windowBits: Int32 {
        switch self {
        case .raw: -15
        case .zlib: 15
        case .gzip: 31
        }
    }
}
