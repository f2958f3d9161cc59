import CZlib
package import SVGAModel
import SVGAPlatform
import SVGASupport

/// What the first bytes say of a file (Rules of rendering, section 1).
enum Signature {
    case zip, zlib, gzip

    /// nil: nothing with a signature.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 2 else { return nil }
        let (first, second) = (bytes[0], bytes[1])
        // A ZIP without entries has only its end record.
        if bytes.count >= 4, first == 0x50, second == 0x4B, (bytes[2], bytes[3]) == (3, 4) || (bytes[2], bytes[3]) == (5, 6) {
            self = .zip
        } else if first == 0x1F, second == 0x8B {
            self = .gzip
        } else if first & 0x0F == 8, first >> 4 <= 7, (Int(first) << 8 | Int(second)) % 31 == 0 {
            self = .zlib
        } else {
            return nil
        }
    }
}

/// A file without its compressed streams: what is left is a ZIP or a message.
package struct Unpacked {
    /// A compressed stream that was taken off.
    struct Stream {
        let wrapping: Inflated.Wrapping
        /// Bytes behind its end.
        let trailingBytes: Int
    }

    /// The innermost first: zlib, gzip, or zlib in gzip.
    let streams: [Stream]
    /// A ZIP, or else a movie's message; valid while the file's bytes are.
    package let content: UnsafeBufferPointer<UInt8>
    package let isZip: Bool
    /// How many bytes may still be inflated.
    package let bytesLeft: Int

    /// Takes off gzip, and zlib.
    ///
    /// - Parameter body: gets what is left, valid during the call.
    /// - Throws: ``ReadError/inflate(byteOffset:reason:)``, ``ReadError/limit(_:)``, and for gzip in gzip
    ///   ``ReadError/unknownContainer(firstBytes:)``.
    package static func open<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, limits: ReadLimits, body: (Unpacked) throws(ReadError) -> Result
    ) throws(ReadError) -> Result {
        guard Signature(bytes) == .gzip else {
            return try naming(bytes) { () throws(ReadError) in
                try openInner(bytes, allowed: limits.inflatedBytes, limits, [], body)
            }
        }
        let inflated = try Inflated.inflate(bytes, .gzip, allowed: limits.inflatedBytes, limits: limits)
        let stream = Stream(wrapping: .gzip, trailingBytes: bytes.count - inflated.consumed)
        return try inflated.withBytes { (inner) throws(ReadError) in
            if inner.isEmpty { throw .empty }
            return try naming(inner) { () throws(ReadError) in
                try openInner(inner, allowed: limits.inflatedBytes - inner.count, limits, [stream], body)
            }
        }
    }

    /// Runs a body. Where it fails because the bytes are a file of another kind, the error names the kind.
    private static func naming<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, body: () throws(ReadError) -> Result
    ) throws(ReadError) -> Result {
        do throws(ReadError) {
            return try body()
        } catch {
            switch error {
            case .unknownContainer, .inflate, .truncated, .zip:
                if let kind = FileSniffer.kind(of: bytes) { throw .otherFormat(kind) }
            default: break
            }
            throw error
        }
    }

    /// A file's bytes without the gzip around them, which is taken off once; other files are returned unchanged.
    static func withoutGzip(_ bytes: [UInt8], limits: ReadLimits) throws(ReadError) -> [UInt8] {
        try bytes.withUnsafeBufferPointer { (input) throws(ReadError) in
            guard Signature(input) == .gzip else { return bytes }
            let inflated = try Inflated.inflate(input, .gzip, allowed: limits.inflatedBytes, limits: limits)
            return inflated.withBytes { Array($0) }
        }
    }

    /// Everything but gzip.
    private static func openInner<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, allowed: Int, _ limits: ReadLimits, _ outer: [Stream],
        _ body: (Unpacked) throws(ReadError) -> Result
    ) throws(ReadError) -> Result {
        switch Signature(bytes) {
        case .zip: return try body(Unpacked(streams: outer, content: bytes, isZip: true, bytesLeft: allowed))
        case .zlib:
            let inflated = try Inflated.inflate(bytes, .zlib, allowed: allowed, limits: limits)
            let stream = Stream(wrapping: .zlib, trailingBytes: bytes.count - inflated.consumed)
            return try inflated.withBytes { (message) throws(ReadError) in
                try body(Unpacked(streams: [stream] + outer, content: message, isZip: false, bytesLeft: allowed - message.count))
            }
        case .gzip: throw .unknownContainer(firstBytes: Array(bytes.prefix(8)))
        case nil: return try body(Unpacked(streams: outer, content: bytes, isZip: false, bytesLeft: allowed))
        }
    }
}

/// What came out of a zlib or gzip stream. Owns memory of `malloc`, which grows without being copied where it is large.
struct Inflated: ~Copyable {
    enum Wrapping: Int32 {
        // The numbers are what inflateInit2 takes: the largest window, and 16 more for gzip.
        case zlib = 15
        case gzip = 31
    }

    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0
    /// How many bytes of the input the stream took.
    private(set) var consumed = 0

    deinit { free(base) }

    /// How many bytes are made room for, for one of the input: enough for movies of images, enough for movies of shapes, and as many as there
    /// can be. libdeflate starts anew with more room, which is still faster than zlib. The system gives memory page by page, when it is
    /// written to, so a short file that promises much takes no more than it gives.
    private static let growths = [4, 64, LibdeflateDecompressor.maximumGrowth]

    private init(capacity: Int) throws(ReadError) {
        guard let memory = malloc(capacity) else { throw .inflate(byteOffset: 0, reason: "out of memory") }
        self.capacity = capacity
        base = memory.assumingMemoryBound(to: UInt8.self)
    }

    /// Inflates a whole stream, at most `allowed` bytes of it; `limits` are what the error tells.
    static func inflate(
        _ input: UnsafeBufferPointer<UInt8>, _ wrapping: Wrapping, allowed: Int, limits: ReadLimits
    ) throws(ReadError) -> Inflated {
        if let result = inflateAtOnce(input, wrapping, allowed: allowed) { return result }
        return try inflateInPieces(input, wrapping, allowed: allowed, limits: limits)
    }

    /// By libdeflate. nil if anything is wrong with the stream, it is longer than allowed, or there is no memory.
    static func inflateAtOnce(_ input: UnsafeBufferPointer<UInt8>, _ wrapping: Wrapping, allowed: Int) -> Inflated? {
        // libdeflate does not check a gzip header's own checksum, which a flag announces.
        let hasHeaderChecksum = wrapping == .gzip && input.count > 3 && input[3] & 2 != 0
        guard allowed > 0, !hasHeaderChecksum, let inflater = LibdeflateDecompressor() else { return nil }
        for growth in Inflated.growths {
            let (most, overflow) = input.count.multipliedReportingOverflow(by: growth)
            guard var result = try? Inflated(capacity: min(allowed, overflow ? allowed : max(1 << 16, most))) else { return nil }
            let output = UnsafeMutableRawBufferPointer(start: result.base, count: result.capacity)
            switch inflater.inflate(UnsafeRawBufferPointer(input), wrapping == .gzip ? .gzip : .zlib, into: output) {
            case .whole(let stream):
                (result.count, result.consumed) = (stream.count, stream.consumed)
                return result
            case .tooLong where result.capacity < allowed: continue
            case .tooLong, .refused: return nil
            }
        }
        return nil
    }

    /// By zlib, which says what is wrong and where. Memory grows as the stream delivers.
    static func inflateInPieces(
        _ input: UnsafeBufferPointer<UInt8>, _ wrapping: Wrapping, allowed: Int, limits: ReadLimits
    ) throws(ReadError) -> Inflated {
        var result = try Inflated(capacity: min(max(1, allowed), max(1 << 16, input.count)))
        // zlib keeps a pointer back to its stream, so it must not move.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        guard svga_inflateInit2(stream, wrapping.rawValue) == Z_OK else { throw .inflate(byteOffset: 0, reason: "zlib cannot start") }
        defer { inflateEnd(stream) }
        try result.run(stream, input, allowed: max(0, allowed), limits: limits)
        return result
    }

    private mutating func run(
        _ stream: UnsafeMutablePointer<z_stream>, _ input: UnsafeBufferPointer<UInt8>, allowed: Int, limits: ReadLimits
    ) throws(ReadError) {
        // zlib counts in 32 bits; larger buffers are handed over in pieces.
        let piece = 1 << 30
        while true {
            if count == capacity, capacity < allowed { try grow(to: min(allowed, capacity * 2)) }
            let given = min(piece, input.count - consumed)
            let room = min(piece, min(capacity, allowed) - count)
            stream.pointee.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0 + consumed) }
            stream.pointee.avail_in = UInt32(given)
            stream.pointee.next_out = base + count
            stream.pointee.avail_out = UInt32(room)
            let status = CZlib.inflate(stream, Z_NO_FLUSH)
            let taken = given - Int(stream.pointee.avail_in)
            let made = room - Int(stream.pointee.avail_out)
            consumed += taken
            count += made
            switch status {
            case Z_STREAM_END: return
            case Z_OK, Z_BUF_ERROR:
                if taken > 0 || made > 0 || (count == capacity && capacity < allowed) { continue }
                if consumed == input.count { throw .truncated(byteOffset: consumed) }
                throw .limit(LimitExceeded(\.inflatedBytes, of: limits, found: limits.inflatedBytes + 1))
            case Z_NEED_DICT: throw .inflate(byteOffset: consumed, reason: "it needs a dictionary that is not in the file")
            default:
                let reason = stream.pointee.msg.map { String(cString: $0) } ?? "zlib error \(status)"
                throw .inflate(byteOffset: consumed, reason: reason)
            }
        }
    }

    private mutating func grow(to size: Int) throws(ReadError) {
        guard let memory = realloc(base, size) else { throw .inflate(byteOffset: consumed, reason: "out of memory") }
        base = memory.assumingMemoryBound(to: UInt8.self)
        capacity = size
    }

    /// The bytes, valid during the call.
    borrowing func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeBufferPointer(start: base, count: count))
    }
}
