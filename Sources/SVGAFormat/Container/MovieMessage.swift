package import SVGAModel

/// The first two steps of reading, each apart, for whoever measures them: a movie's message out of its container, and
/// the message as a ``WireMovie``. ``DocumentReader`` does both, and looks up the images.
package enum MovieMessage {
    package enum Encoding: Sendable {
        case protobuf
        case json
    }

    /// Unpacks a movie as reading it does; of a ZIP all entries, since reading needs the images too.
    /// - Parameter body: gets the message, valid during the call.
    package static func unpack<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, limits: ReadLimits,
        body: (UnsafeBufferPointer<UInt8>, Encoding) throws(ReadError) -> Result
    ) throws(ReadError) -> Result {
        switch Signature(bytes) {
        case .zip:
            var archive = try ZipArchive(bytes, allowed: limits.inflatedBytes, limits: limits)
            let isBinary = archive.contains(ZipReader.binaryName)
            let movie = isBinary ? ZipReader.binaryName : ZipReader.specName
            guard archive.contains(movie) else { throw .zipWithoutMovie(entries: archive.names) }
            for name in archive.names where name != movie { _ = try archive.bytes(of: name) }
            return try archive.bytes(of: movie).withUnsafeBufferPointer { (message) throws(ReadError) in
                try body(message, isBinary ? .protobuf : .json)
            }
        case .zlib:
            let inflated = try Inflated.inflate(bytes, .zlib, allowed: limits.inflatedBytes, limits: limits)
            return try inflated.withBytes { (message) throws(ReadError) in try body(message, .protobuf) }
        case .gzip:
            let inflated = try Inflated.inflate(bytes, .gzip, allowed: limits.inflatedBytes, limits: limits)
            return try inflated.withBytes { (inner) throws(ReadError) in
                if Signature(inner) == .gzip { throw .unknownContainer(firstBytes: Array(inner.prefix(8))) }
                return try unpack(inner, limits: limits, body: body)
            }
        case nil: return try body(bytes, .protobuf)
        }
    }

    /// The message as it stands; the images of a JSON message are names, which are left out.
    package static func decode(
        _ message: UnsafeBufferPointer<UInt8>, _ encoding: Encoding, limits: ReadLimits
    ) throws(ReadError) -> WireMovie {
        var diagnostics = DiagnosticList()
        switch encoding {
        case .protobuf:
            var reader = try ProtobufReader(message, limits: limits)
            return try reader.read(diagnostics: &diagnostics)
        case .json:
            var reader = JSONReader(message, limits: limits)
            return try reader.read(diagnostics: &diagnostics).movie
        }
    }
}
