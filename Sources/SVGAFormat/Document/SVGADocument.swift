public import SVGAModel

/// The unresolved content of an `.svga` file, which can be edited and written again without loss (Rules of rendering, section 9).
/// ``videoEntity(options:)`` resolves it; ``write(as:options:)`` makes a file of it.
///
/// Unknown fields, payloads that cannot be decoded and unused ZIP entries are preserved.
public struct SVGADocument: Hashable, Sendable {
    /// The container of the file; `.zlib` for a document made in code.
    package let container: VideoEntity.Container

    /// The unresolved content of the file.
    package var movie: WireMovie
    /// The entries of a 1.x archive that are neither the movie nor one of its images, in the archive's order.
    package var otherEntries: [ArchiveEntry]
    /// Whether the archive has both `movie.spec` and `movie.binary`. The official web player reads only `movie.spec`, so it is written
    /// again.
    package var hasSpec = false
    /// Warnings found while reading.
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

    /// Reads a document from bytes in memory, in any container (Rules of rendering, section 1). Unused ZIP entries also count against
    /// ``ReadLimits/inflatedBytes``, and must be readable.
    ///
    /// - Throws: like `VideoEntity(bytes:options:)`; problems of resolving are found by ``videoEntity(options:)``.
    public init(bytes: some Collection<UInt8>, options: ReadOptions = ReadOptions()) throws(SVGAError) {
        self = try DocumentReader.read([UInt8](bytes), limits: options.limits, keepsOtherEntries: true)
        if let first = options.refused(diagnostics) { throw .strict(first) }
    }

    /// Reads a document from a file. The format is detected by content, never by name.
    ///
    /// - Throws: ``SVGAError/Kind/file`` if the file is missing, is a directory or cannot be read; otherwise like
    ///   ``init(bytes:options:)``.
    public init(path: String, options: ReadOptions = ReadOptions()) throws(SVGAError) {
        try self.init(bytes: FileBytes.read(path: path, limits: options.limits), options: options)
    }

    /// Warnings found while reading the container; resolving may find more.
    package var diagnostics: [Diagnostic] { notes.diagnostics }

    /// Resolves the document to a movie, exactly as `VideoEntity(bytes:options:)` does.
    ///
    /// - Throws: ``SVGAError/Kind/limit`` if the movie exceeds the limits of `options`, and ``SVGAError/diagnostic`` only if they are
    ///   strict.
    public func videoEntity(options: ReadOptions = ReadOptions()) throws(SVGAError) -> VideoEntity {
        try Resolver.resolve(self, options: options)
    }
}

/// A file of a ZIP.
package struct ArchiveEntry: Hashable, Sendable {
    /// The name in the archive: data, not a path.
    package var name: String
    package var bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}
