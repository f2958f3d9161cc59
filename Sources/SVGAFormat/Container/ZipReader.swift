import SVGAModel
import SVGASupport

/// Reads a 1.x archive: `movie.binary` or `movie.spec`, and the images beside it (Rules of rendering, section 1).
struct ZipReader: ~Copyable {
    /// What the movie's own entry is called: `movie.binary` holds protobuf, `movie.spec` JSON.
    static let binaryName = "movie.binary"
    static let specName = "movie.spec"
    /// A longer payload is no name of an entry.
    private static let longestName = 1024

    private var archive: ZipArchive
    private let limits: ReadLimits
    private var diagnostics = DiagnosticList()
    /// The entries that the movie and its images are in.
    private var usedEntries: Set<ByteKey> = []

    /// `bytes` must stay where they are as long as the reader lives.
    init(_ bytes: UnsafeBufferPointer<UInt8>, allowed: Int, limits: ReadLimits) throws(ReadError) {
        archive = try ZipArchive(bytes, allowed: allowed, limits: limits)
        self.limits = limits
    }

    mutating func read(keepsOtherEntries: Bool) throws(ReadError) -> SVGADocument {
        var document: SVGADocument
        if archive.contains(ZipReader.binaryName) {
            document = SVGADocument(movie: try readBinary(), container: .zipBinary)
        } else if archive.contains(ZipReader.specName) {
            document = SVGADocument(movie: try readSpec(), container: .zipJSON)
        } else {
            throw .zipWithoutMovie(entries: archive.names)
        }
        document.notes = diagnostics
        if keepsOtherEntries {
            for name in archive.names where !usedEntries.contains(ByteKey(name)) {
                if name.hasSameBytes(as: ZipReader.specName) {
                    // Nobody reads it beside movie.binary, and beside another movie.binary it would be wrong.
                    document.notes.add(.unknownFields, "movie.spec beside movie.binary is not read, and left out when this is written")
                } else {
                    document.otherEntries.append(ArchiveEntry(name: name, bytes: try archive.bytes(of: name)))
                }
            }
        }
        return document
    }

    private mutating func readBinary() throws(ReadError) -> WireMovie {
        let bytes = try archive.bytes(of: ZipReader.binaryName)
        usedEntries.insert(ByteKey(ZipReader.binaryName))
        var movie = try bytes.withUnsafeBufferPointer { (bytes) throws(ReadError) in
            var reader = try ProtobufReader(bytes, limits: limits)
            return try reader.read(diagnostics: &diagnostics)
        }
        for index in movie.images.indices {
            let image = movie.images[index]
            guard image.bytes.count <= ZipReader.longestName, let name = String(validating: image.bytes, as: UTF8.self),
                let entry = try lookUp(key: image.key, name: name)
            else { continue }
            movie.images[index].bytes = entry.bytes
            movie.images[index].entryName = entry.name
        }
        return movie
    }

    private mutating func readSpec() throws(ReadError) -> WireMovie {
        let bytes = try archive.bytes(of: ZipReader.specName)
        usedEntries.insert(ByteKey(ZipReader.specName))
        var (movie, names) = try bytes.withUnsafeBufferPointer { (bytes) throws(ReadError) in
            var reader = JSONReader(bytes, limits: limits)
            return try reader.read(diagnostics: &diagnostics)
        }
        movie.images.reserveCapacity(names.count)
        for image in names {
            if let entry = try lookUp(key: image.key, name: image.name) {
                movie.images.append(WireImage(key: image.key, bytes: entry.bytes, entryName: entry.name))
            } else {
                diagnostics.add(.entryMissing, "the ZIP has no entry \((image.name + ".png").quoted)", at: "image \(image.key.quoted)")
            }
        }
        return movie
    }

    /// The entry that an image names; nil where there is none.
    private mutating func lookUp(key: String, name: String) throws(ReadError) -> ArchiveEntry? {
        let candidates = [name + ".png", name, key + ".png", key]
        guard let (index, entryName, isExact) = archive.find(candidates) else { return nil }
        if !isExact {
            diagnostics.add(.entryCaseMismatch, "\(name.quoted) is in the ZIP only in other case", at: "image \(key.quoted)")
        }
        usedEntries.insert(ByteKey(entryName))
        return ArchiveEntry(name: entryName, bytes: try archive.sharedBytes(at: index))
    }
}
