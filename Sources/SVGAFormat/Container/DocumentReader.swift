package import SVGAModel

/// Takes a movie out of whatever it is packed in, decided by its first bytes (Rules of rendering, section 1).
package enum DocumentReader {
    /// - Parameter keepsOtherEntries: whether entries of a ZIP that no image names are read too.
    package static func read(_ bytes: [UInt8], limits: ReadLimits, keepsOtherEntries: Bool = false) throws(ReadError) -> SVGADocument {
        if bytes.isEmpty { throw .empty }
        if bytes.count > limits.inputBytes { throw .limit(LimitExceeded(\.inputBytes, of: limits, found: bytes.count)) }
        return try bytes.withUnsafeBufferPointer { (bytes) throws(ReadError) in
            guard Signature(bytes) == .gzip else {
                return try read(bytes, allowed: limits.inflatedBytes, limits: limits, keepsOtherEntries: keepsOtherEntries)
            }
            let inflated = try Inflated.inflate(bytes, .gzip, allowed: limits.inflatedBytes, limits: limits)
            let left = limits.inflatedBytes - inflated.count
            let inner = try inflated.withBytes { (inner) throws(ReadError) in
                if inner.isEmpty { throw .empty }
                return try read(inner, allowed: left, limits: limits, keepsOtherEntries: keepsOtherEntries)
            }
            var document = SVGADocument(movie: inner.movie, container: .gzip, otherEntries: inner.otherEntries, notes: inner.notes)
            document.notes.add(.gzipContainer, "the movie is packed with gzip, which no player opens")
            noteTrailingBytes(bytes.count - inflated.consumed, in: &document)
            return document
        }
    }

    /// Everything but gzip.
    private static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, allowed: Int, limits: ReadLimits, keepsOtherEntries: Bool
    ) throws(ReadError) -> SVGADocument {
        switch Signature(bytes) {
        case .zip:
            var reader = try ZipReader(bytes, allowed: allowed, limits: limits)
            return try reader.read(keepsOtherEntries: keepsOtherEntries)
        case .zlib:
            let inflated = try Inflated.inflate(bytes, .zlib, allowed: allowed, limits: limits)
            var document = try inflated.withBytes { (message) throws(ReadError) in
                var diagnostics = DiagnosticList()
                var reader = try ProtobufReader(message, limits: limits)
                let movie = try reader.read(diagnostics: &diagnostics)
                return SVGADocument(movie: movie, container: .zlib, notes: diagnostics)
            }
            noteTrailingBytes(bytes.count - inflated.consumed, in: &document)
            return document
        case .gzip: throw .unknownContainer(firstBytes: Array(bytes.prefix(8)))
        case nil: return try readBare(bytes, limits: limits)
        }
    }

    private static func readBare(_ bytes: UnsafeBufferPointer<UInt8>, limits: ReadLimits) throws(ReadError) -> SVGADocument {
        do throws(ReadError) {
            var diagnostics = DiagnosticList()
            var reader = try ProtobufReader(bytes, limits: limits)
            // Some short texts parse as fields that no movie has.
            guard reader.hasKnownFields else { throw ReadError.protobuf(byteOffset: 0, reason: "no field of a movie") }
            diagnostics.add(.bareProtobuf, "the movie is bare protobuf, without a zlib stream around it")
            let movie = try reader.read(diagnostics: &diagnostics)
            return SVGADocument(movie: movie, container: .protobuf, notes: diagnostics)
        } catch {
            guard case .protobuf = error else { throw error }
            throw .unknownContainer(firstBytes: Array(bytes.prefix(8)))
        }
    }

    private static func noteTrailingBytes(_ count: Int, in document: inout SVGADocument) {
        if count > 0 {
            document.notes.add(.trailingBytes, "\(count) bytes follow the compressed stream; they are ignored")
        }
    }
}

/// What the first bytes say.
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
