import SVGAFormat
import SVGAModel

/// The first two steps of reading, each alone, for benchmarks: a movie's message out of its container, and the message as a
/// ``WireMovie``.
enum MovieMessage {
    /// Unpacks a movie as reading it does; of a ZIP all entries, since reading needs the images too.
    /// - Parameter body: gets the message, valid during the call.
    static func unpack<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, limits: ReadLimits,
        body: (UnsafeBufferPointer<UInt8>, ArchiveReader.Encoding) throws(SVGAError) -> Result
    ) throws(SVGAError) -> Result {
        try Unpacked.open(bytes, limits: limits) { (unpacked) throws(SVGAError) in
            guard unpacked.isZip else { return try body(unpacked.content, .protobuf) }
            var archive = try ZipArchive(unpacked.content, allowed: unpacked.bytesLeft, limits: limits)
            let (movie, encoding) = try ArchiveReader.movieEntry(of: archive)
            for name in archive.names where name != movie { _ = try archive.bytes(of: name) }
            return try archive.bytes(of: movie).withUnsafeBufferPointer { (message) throws(SVGAError) in try body(message, encoding) }
        }
    }

    /// The message as it stands; the images of a JSON message are names, which are left out.
    static func decode(
        _ message: UnsafeBufferPointer<UInt8>, _ encoding: ArchiveReader.Encoding, limits: ReadLimits
    ) throws(SVGAError) -> WireMovie {
        switch encoding {
        case .protobuf:
            var reader = ProtobufReader(message, limits: limits)
            return try reader.read()
        case .json:
            var diagnostics = DiagnosticList()
            var reader = JSONReader(message, limits: limits)
            return try reader.read(diagnostics: &diagnostics).movie
        }
    }
}
