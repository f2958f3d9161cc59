import CZlib
package import SVGAModel
import SVGAPlatform
import SVGASupport

/// The container of a file by its first bytes (Rules of rendering, section 1).
enum Signature {
    case zip, zlib, gzip

    /// nil without a known signature.
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

/// A file after decompression: a ZIP or a message.
package struct Unpacked {
    /// A compressed stream that was decompressed.
    struct Stream {
        let wrapping: Inflated.Wrapping
        /// The number of bytes after its end.
        let trailingBytes: Int
    }

    /// The streams, innermost first: zlib, gzip, or zlib in gzip.
    let streams: [Stream]
    /// A ZIP, or else a movie's message; valid while the file's bytes are.
    package let content: UnsafeBufferPointer<UInt8>
    package let isZip: Bool
    /// The number of bytes that may still be decompressed.
    package let bytesLeft: Int

    /// Decompresses gzip or zlib.
    ///
    /// - Parameter body: receives the content, which is valid during the call.
    /// - Throws: ``SVGAError/Kind/invalidFile``, ``SVGAError/Kind/limit``, and for gzip in gzip
    ///   ``SVGAError/Kind/invalidFile``.
    package static func open<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, limits: ReadLimits, body: (Unpacked) throws(SVGAError) -> Result
    ) throws(SVGAError) -> Result {
        guard Signature(bytes) == .gzip else {
            return try naming(bytes) { () throws(SVGAError) in
                try openInner(bytes, allowed: limits.inflatedBytes, limits, [], body)
            }
        }
        let inflated = try Inflated.inflate(bytes, .gzip, allowed: limits.inflatedBytes, limits: limits)
        let stream = Stream(wrapping: .gzip, trailingBytes: bytes.count - inflated.consumed)
        return try inflated.withBytes { (inner) throws(SVGAError) in
            if inner.isEmpty { throw .empty }
            return try naming(inner) { () throws(SVGAError) in
                try openInner(inner, allowed: limits.inflatedBytes - inner.count, limits, [stream], body)
            }
        }
    }

    /// Calls a body. If it fails because the file has another format, the error names that format.
    private static func naming<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, body: () throws(SVGAError) -> Result
    ) throws(SVGAError) -> Result {
        do throws(SVGAError) {
            return try body()
        } catch {
            switch error.detail {
            case .unknownContainer, .inflate, .truncated, .zip:
                if let kind = FileSniffer.kind(of: bytes) { throw .otherFormat(kind) }
            default: break
            }
            throw error
        }
    }

    /// Decompresses a gzip file once; other files are returned unchanged.
    static func withoutGzip(_ bytes: [UInt8], limits: ReadLimits) throws(SVGAError) -> [UInt8] {
        try bytes.withUnsafeBufferPointer { (input) throws(SVGAError) in
            guard Signature(input) == .gzip else { return bytes }
            let inflated = try Inflated.inflate(input, .gzip, allowed: limits.inflatedBytes, limits: limits)
            return inflated.withBytes { Array($0) }
        }
    }

    /// All containers except gzip.
    private static func openInner<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, allowed: Int, _ limits: ReadLimits, _ outer: [Stream],
        _ body: (Unpacked) throws(SVGAError) -> Result
    ) throws(SVGAError) -> Result {
        switch Signature(bytes) {
        case .zip: return try body(Unpacked(streams: outer, content: bytes, isZip: true, bytesLeft: allowed))
        case .zlib:
            let inflated = try Inflated.inflate(bytes, .zlib, allowed: allowed, limits: limits)
            let stream = Stream(wrapping: .zlib, trailingBytes: bytes.count - inflated.consumed)
            return try inflated.withBytes { (message) throws(SVGAError) in
                try body(Unpacked(streams: [stream] + outer, content: message, isZip: false, bytesLeft: allowed - message.count))
            }
        case .gzip: throw .unknownContainer(firstBytes: Array(bytes.prefix(8)))
        case nil: return try body(Unpacked(streams: outer, content: bytes, isZip: false, bytesLeft: allowed))
        }
    }
}

/// A decompressed zlib or gzip stream. Owns memory of `malloc`, which the system can enlarge without a copy.
struct Inflated: ~Copyable {
    enum Wrapping: Int32 {
        // The numbers are window bits of inflateInit2: the largest window, and 16 more for gzip.
        case zlib = 15
        case gzip = 31
    }

    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0
    /// The number of input bytes of the stream.
    private(set) var consumed = 0

    deinit { free(base) }

    /// The output capacity per input byte of each try: enough for movies of images, for movies of shapes, and the maximum. libdeflate
    /// restarts with a larger buffer, which is still faster than zlib. The system assigns memory pages when they are written, so unused
    /// capacity costs nothing.
    private static let growths = [4, 64, LibdeflateDecompressor.maximumGrowth]

    private init(capacity: Int) throws(SVGAError) {
        guard let memory = malloc(capacity) else { throw .inflate(byteOffset: 0, reason: "out of memory") }
        self.capacity = capacity
        base = memory.assumingMemoryBound(to: UInt8.self)
    }

    /// Decompresses an entire stream of at most `allowed` bytes; `limits` are for the error.
    static func inflate(
        _ input: UnsafeBufferPointer<UInt8>, _ wrapping: Wrapping, allowed: Int, limits: ReadLimits
    ) throws(SVGAError) -> Inflated {
        if let result = inflateAtOnce(input, wrapping, allowed: allowed) { return result }
        return try inflateInPieces(input, wrapping, allowed: allowed, limits: limits)
    }

    /// Decompresses with libdeflate. nil if the stream is invalid or too long, or memory cannot be allocated.
    static func inflateAtOnce(_ input: UnsafeBufferPointer<UInt8>, _ wrapping: Wrapping, allowed: Int) -> Inflated? {
        // libdeflate does not check the optional checksum of a gzip header.
        let hasHeaderChecksum = wrapping == .gzip && input.count > 3 && input[3] & 2 != 0
        guard allowed > 0, !hasHeaderChecksum, let inflater = LibdeflateDecompressor() else { return nil }
        for growth in Inflated.growths {
            let (capacity, overflow) = input.count.multipliedReportingOverflow(by: growth)
            guard var result = try? Inflated(capacity: min(allowed, overflow ? allowed : max(1 << 16, capacity))) else { return nil }
            let output = UnsafeMutableRawBufferPointer(start: result.base, count: result.capacity)
            switch inflater.inflate(UnsafeRawBufferPointer(input), wrapping == .gzip ? .gzip : .zlib, into: output) {
            case .complete(let stream):
                (result.count, result.consumed) = (stream.count, stream.consumed)
                return result
            case .tooLong where result.capacity < allowed: continue
            case .tooLong, .refused: return nil
            }
        }
        return nil
    }

    /// Decompresses with zlib, which reports the error and its position. The buffer grows with the output.
    static func inflateInPieces(
        _ input: UnsafeBufferPointer<UInt8>, _ wrapping: Wrapping, allowed: Int, limits: ReadLimits
    ) throws(SVGAError) -> Inflated {
        var result = try Inflated(capacity: min(max(1, allowed), max(1 << 16, input.count)))
        // zlib keeps a pointer to its stream, so the stream must not move.
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
    ) throws(SVGAError) {
        // zlib counts in 32 bits, so larger buffers are passed in pieces.
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
            case Z_NEED_DICT: throw .inflate(byteOffset: consumed, reason: "it needs a dictionary, which the file does not have")
            default:
                let reason = stream.pointee.msg.map { Message(cString: $0) } ?? "zlib error \(status)"
                throw .inflate(byteOffset: consumed, reason: reason)
            }
        }
    }

    private mutating func grow(to size: Int) throws(SVGAError) {
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
