public import SVGAModel

/// A `.svga` file as it is written: everything in it and nothing resolved, so that it can be changed and written again
/// without loss (Rules of rendering, section 9). ``videoEntity(options:)`` is what it means; ``write(as:options:)`` makes a file of it.
///
/// Fields this format does not know, payloads nobody can decode and entries of a ZIP that no image names are kept as they are.
public struct SVGADocument: Hashable, Sendable {
    /// What the bytes were packed in; `.zlib` for a document that was made in code.
    package let container: VideoEntity.Container

    /// Everything the file says, unresolved.
    package var movie: WireMovie
    /// The entries of a 1.x archive that are neither the movie nor one of its images, in the archive's order.
    package var otherEntries: [ArchiveEntry]
    /// Whether the archive has a `movie.spec` beside its `movie.binary`: the official web player reads no other, so it is written anew.
    package var hasSpec = false
    /// What was tolerated while reading.
    package var notes: DiagnosticList

    package init(
        movie: WireMovie, container: VideoEntity.Container = .zlib, otherEntries: [ArchiveEntry] = [],
        notes: DiagnosticList = DiagnosticList()
    ) {
        self.movie = movie
        self.container = container
        self.otherEntries = otherEntries
        self.notes = notes
    }

    /// Reads a document from bytes in memory, whatever container they are (Rules of rendering, section 1). The bytes of ZIP entries that
    /// nothing names count against ``ReadLimits/inflatedBytes`` too, and must be readable.
    ///
    /// - Throws: as `VideoEntity(bytes:options:)`; what only resolving would find shows in ``videoEntity(options:)``.
    public init(bytes: [UInt8], options: ReadOptions = ReadOptions()) throws(ReadError) {
        self = try DocumentReader.read(bytes, limits: options.limits, keepsOtherEntries: true)
        if options.isStrict, let first = diagnostics.first(where: { $0.severity >= .warning }) { throw .strict(first) }
    }

    /// Reads a document from a file; what it holds is decided by its bytes, never by its name.
    ///
    /// - Throws: ``ReadError/file(reason:)`` where the file is missing, is a directory or cannot be read; otherwise as
    ///   ``init(bytes:options:)``.
    public init(path: String, options: ReadOptions = ReadOptions()) throws(ReadError) {
        try self.init(bytes: FileBytes.read(path: path, limits: options.limits), options: options)
    }

    /// What was tolerated while taking the document out of its container; resolving it may find more.
    public var diagnostics: [Diagnostic] { notes.diagnostics }

    /// The movie that the document means, with every reference resolved, exactly as `VideoEntity(bytes:options:)`
    /// reads it.
    ///
    /// - Throws: ``ReadError/limit(_:)`` where the movie is larger than `options` allow, and ``ReadError/strict(_:)`` only if they
    ///   are strict.
    public func videoEntity(options: ReadOptions = ReadOptions()) throws(ReadError) -> VideoEntity {
        try Resolver.resolve(self, options: options)
    }
}

/// One file in a ZIP.
package struct ArchiveEntry: Hashable, Sendable {
    /// As the archive has it: data, not a path.
    package var name: String
    package var bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}
