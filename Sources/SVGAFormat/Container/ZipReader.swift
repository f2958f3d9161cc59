import SVGAModel

/// Reads a 1.x archive: `movie.binary` or `movie.spec`, and the images beside it (semantics.md section 1).
struct ZipReader: ~Copyable {
    /// A longer payload is no name of an entry.
    private static let longestName = 1024

    private var archive: ZipArchive
    private let limits: ReadLimits
    private var diagnostics = DiagnosticList()

    /// `bytes` must stay where they are as long as the reader lives.
    init(_ bytes: UnsafeBufferPointer<UInt8>, allowed: Int, limits: ReadLimits) throws(ReadError) {
        archive = try ZipArchive(bytes, allowed: allowed, limits: limits)
        self.limits = limits
    }

    mutating func read() throws(ReadError) -> WireDocument {
        if archive.contains("movie.binary") { return try readBinary() }
        if archive.contains("movie.spec") { return try readSpec() }
        throw .zipWithoutMovie(entries: archive.names)
    }

    private mutating func readBinary() throws(ReadError) -> WireDocument {
        let bytes = try archive.bytes(of: "movie.binary")
        var movie = try bytes.withUnsafeBufferPointer { (bytes) throws(ReadError) in
            var reader = try ProtobufReader(bytes, limits: limits)
            return try reader.read(diagnostics: &diagnostics)
        }
        for index in movie.images.indices {
            let image = movie.images[index]
            guard image.bytes.count <= ZipReader.longestName, let name = String(validating: image.bytes, as: UTF8.self),
                let bytes = try lookUp(key: image.key, name: name)
            else { continue }
            movie.images[index].bytes = bytes
        }
        return WireDocument(movie: movie, container: .zipBinary, diagnostics: diagnostics)
    }

    private mutating func readSpec() throws(ReadError) -> WireDocument {
        let bytes = try archive.bytes(of: "movie.spec")
        var (movie, names) = try bytes.withUnsafeBufferPointer { (bytes) throws(ReadError) in
            var reader = JSONReader(bytes, limits: limits)
            return try reader.read(diagnostics: &diagnostics)
        }
        movie.images.reserveCapacity(names.count)
        for image in names {
            if let bytes = try lookUp(key: image.key, name: image.name) {
                movie.images.append(WireImage(key: image.key, bytes: bytes))
            } else {
                diagnostics.add(.entryMissing, "the ZIP has no entry \"\(image.name).png\"", at: "image \"\(image.key)\"")
            }
        }
        return WireDocument(movie: movie, container: .zipJSON, diagnostics: diagnostics)
    }

    /// The bytes of the entry that an image names; nil where there is none.
    private mutating func lookUp(key: String, name: String) throws(ReadError) -> [UInt8]? {
        let candidates = [name + ".png", name, key + ".png", key]
        guard let (index, isExact) = archive.find(candidates) else { return nil }
        if !isExact {
            diagnostics.add(.entryCaseMismatch, "\"\(name)\" is in the ZIP only in other case", at: "image \"\(key)\"")
        }
        return try archive.sharedBytes(at: index)
    }
}
