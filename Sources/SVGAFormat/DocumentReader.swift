import CLibZip
import CProtobufC
import CZlib
public import SVGAModel
import SVGASupport

extension VideoEntity {
    /// Reads a movie from bytes in memory, in any container (Rules of rendering, section 1).
    ///
    /// - Throws: ``SVGAError/Kind/limit`` if the bytes exceed the limits of `options`, another case of ``SVGAError`` if they are not a
    ///   movie, and ``SVGAError/diagnostic`` only if the ``ReadOptions`` are strict.
    public init(bytes: some Collection<UInt8>, options: ReadOptions = ReadOptions()) throws(SVGAError) {
        let document = try DocumentReader.read(
            [UInt8](bytes), limits: options.limits, prefersSpec: options.emulation?.reading.prefersSpec ?? false)
        self = try Resolver.resolve(document, options: options)
    }

    /// Reads a movie from a file. The format is detected by content, never by name.
    ///
    /// - Throws: ``SVGAError/Kind/file`` if the file is missing, is a directory or cannot be read; otherwise like
    ///   ``init(bytes:options:)``.
    public init(path: String, options: ReadOptions = ReadOptions()) throws(SVGAError) {
        try self.init(bytes: FileBytes.read(path: path, limits: options.limits), options: options)
    }

    /// Reads a movie from an open file or pipe, such as 0 for standard input, to its end. The descriptor stays open.
    ///
    /// - Throws: like ``init(path:options:)``.
    package init(fileDescriptor: Int32, options: ReadOptions = ReadOptions()) throws(SVGAError) {
        try self.init(bytes: FileBytes.read(fileDescriptor, limits: options.limits), options: options)
    }
}

/// Reads a document from a file's bytes: Container decompresses them, Wire decodes the message, and this type finds the other entries of a
/// 1.x archive (Rules of rendering, section 1).
package enum DocumentReader {
    /// - Parameters:
    ///   - keepsOtherEntries: whether ZIP entries that no image references are read too.
    ///   - prefersSpec: whether `movie.spec` is preferred to `movie.binary`, as in some players.
    package static func read(
        _ bytes: [UInt8], limits: ReadLimits, keepsOtherEntries: Bool = false, prefersSpec: Bool = false
    ) throws(SVGAError) -> SVGADocument {
        if bytes.isEmpty { throw .empty }
        if bytes.count > limits.inputBytes { throw .limit(LimitExceeded(\.inputBytes, of: limits, found: bytes.count)) }
        return try bytes.withUnsafeBufferPointer { (bytes) throws(SVGAError) in
            try Unpacked.open(bytes, limits: limits) { (unpacked) throws(SVGAError) in
                var document: SVGADocument
                if unpacked.isZip {
                    var reader = try ArchiveReader(unpacked.content, allowed: unpacked.bytesLeft, limits: limits)
                    document = try reader.read(keepsOtherEntries: keepsOtherEntries, prefersSpec: prefersSpec)
                } else {
                    document = try read(message: unpacked, limits: limits)
                }
                noteStreams(of: unpacked, in: &document)
                return document
            }
        }
    }

    private static func read(message unpacked: Unpacked, limits: ReadLimits) throws(SVGAError) -> SVGADocument {
        var notes = DiagnosticList()
        var reader = ProtobufReader(unpacked.content, limits: limits)
        guard unpacked.streams.first?.wrapping != .zlib else {
            let movie = try reader.read()
            reader.report(to: &notes)
            return SVGADocument(movie: movie, container: .zlib, notes: notes)
        }
        // Data without a container may be anything.
        do throws(SVGAError) {
            let movie = try reader.read()
            // Some short texts can be parsed as unknown fields.
            guard reader.hasKnownFields else { throw SVGAError.protobuf(byteOffset: 0, reason: "not a field of a movie") }
            notes.add(.bareProtobuf, "the movie is protobuf without zlib compression")
            reader.report(to: &notes)
            return SVGADocument(movie: movie, container: .protobuf, notes: notes)
        } catch {
            guard case .protobuf? = error.detail else { throw error }
            throw .unknownContainer(firstBytes: Array(unpacked.content.prefix(8)))
        }
    }

    private static func noteStreams(of unpacked: Unpacked, in document: inout SVGADocument) {
        for stream in unpacked.streams {
            if stream.wrapping == .gzip {
                document = SVGADocument(
                    movie: document.movie, container: .gzip, otherEntries: document.otherEntries, notes: document.notes)
                document.notes.add(.gzipContainer, "the movie is compressed with gzip, which few players open")
            }
            if stream.trailingBytes > 0 {
                document.notes.add(.trailingBytes, "\(stream.trailingBytes) bytes follow the compressed stream; they are ignored")
            }
        }
    }

    /// The names of a ZIP's entries; empty for other files.
    package static func entryNames(_ bytes: [UInt8], limits: ReadLimits) throws(SVGAError) -> [String] {
        try bytes.withUnsafeBufferPointer { (bytes) throws(SVGAError) in
            guard Signature(bytes) == .zip else { return [] }
            return try ZipArchive(bytes, allowed: limits.inflatedBytes, limits: limits).names
        }
    }
}

/// Reads a 1.x archive: `movie.binary` or `movie.spec`, and its images (Rules of rendering, section 1).
package struct ArchiveReader: ~Copyable {
    /// The encoding of a movie's message.
    package enum Encoding: Sendable {
        case protobuf
        case json
    }

    /// The entry of the movie: `movie.binary` is protobuf, `movie.spec` is JSON.
    static let binaryName = "movie.binary"
    static let specName = "movie.spec"
    /// A longer payload is not the name of an entry.
    private static let maximumNameLength = 1024

    private var archive: ZipArchive
    private let limits: ReadLimits
    private var diagnostics = DiagnosticList()
    /// The entries of the movie and its images.
    private var usedEntries: Set<ByteKey> = []

    /// `bytes` must stay valid while the reader exists.
    init(_ bytes: UnsafeBufferPointer<UInt8>, allowed: Int, limits: ReadLimits) throws(SVGAError) {
        archive = try ZipArchive(bytes, allowed: allowed, limits: limits)
        self.limits = limits
    }

    mutating func read(keepsOtherEntries: Bool, prefersSpec: Bool) throws(SVGAError) -> SVGADocument {
        let (entry, encoding) = try ArchiveReader.movieEntry(of: archive, prefersSpec: prefersSpec)
        let bytes = try archive.bytes(of: entry)
        usedEntries.insert(ByteKey(entry))
        var document = try bytes.withUnsafeBufferPointer { (bytes) throws(SVGAError) in
            switch encoding {
            case .protobuf: SVGADocument(movie: try readBinary(bytes), container: .zipBinary)
            case .json: SVGADocument(movie: try readSpec(bytes), container: .zipJSON)
            }
        }
        document.notes = diagnostics
        if keepsOtherEntries {
            for name in archive.names where !usedEntries.contains(ByteKey(name)) {
                if name.hasSameBytes(as: ArchiveReader.specName) {
                    // The spec must not belong to another movie.binary.
                    document.hasSpec = true
                    document.notes.add(.unknownFields, "movie.spec beside movie.binary is ignored, and replaced when the file is written")
                } else {
                    document.otherEntries.append(ArchiveEntry(name: name, bytes: try archive.bytes(of: name)))
                }
            }
        }
        return document
    }

    /// The movie's entry and its encoding.
    package static func movieEntry(
        of archive: borrowing ZipArchive, prefersSpec: Bool = false
    ) throws(SVGAError) -> (name: String, encoding: Encoding) {
        if prefersSpec, archive.contains(specName) { return (specName, .json) }
        if archive.contains(binaryName) { return (binaryName, .protobuf) }
        if archive.contains(specName) { return (specName, .json) }
        throw .zipWithoutMovie(entries: archive.names)
    }

    private mutating func readBinary(_ bytes: UnsafeBufferPointer<UInt8>) throws(SVGAError) -> WireMovie {
        var reader = ProtobufReader(bytes, limits: limits)
        var movie = try reader.read()
        reader.report(to: &diagnostics)
        for index in movie.images.indices {
            let image = movie.images[index]
            guard image.bytes.count <= ArchiveReader.maximumNameLength, let name = String(validating: image.bytes, as: UTF8.self),
                let entry = try lookUp(key: image.key, name: name)
            else { continue }
            movie.images[index].hasShortName = image.bytes.count < 4
            movie.images[index].bytes = entry.bytes
            movie.images[index].entryName = entry.name
        }
        return movie
    }

    private mutating func readSpec(_ bytes: UnsafeBufferPointer<UInt8>) throws(SVGAError) -> WireMovie {
        var reader = JSONReader(bytes, limits: limits)
        var (movie, names) = try reader.read(diagnostics: &diagnostics)
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

    /// The entry that an image references; nil if it is missing.
    private mutating func lookUp(key: String, name: String) throws(SVGAError) -> ArchiveEntry? {
        let candidates = [name + ".png", name, key + ".png", key]
        guard let (index, entryName, isExact) = archive.find(candidates) else { return nil }
        if !isExact {
            diagnostics.add(
                .entryCaseMismatch, "\(name.quoted) is in the ZIP only with other upper and lower case", at: "image \(key.quoted)")
        }
        usedEntries.insert(ByteKey(entryName))
        return ArchiveEntry(name: entryName, bytes: try archive.sharedBytes(at: index))
    }
}

/// The C libraries for reading with the loaded versions; for libzip, which may not be loaded yet, the version of the build.
package enum FormatLibraries {
    package static var versions: [(name: String, version: String)] {
        [
            ("zlib", zlibVersion().map { String(cString: $0) } ?? "unknown"),
            ("libzip", LIBZIP_VERSION),
            ("protobuf-c", protobuf_c_version().map { String(cString: $0) } ?? "unknown"),
        ]
    }
}
