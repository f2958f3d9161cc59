public import SVGAModel

extension VideoEntity {
    /// Reads a movie from bytes in memory, whatever container they are (Rules of rendering, section 1).
    ///
    /// - Throws: ``ReadError/limit(_:)`` where the bytes ask for more than `options` allow, another case of ``ReadError``
    ///   where they are no movie, and ``ReadError/strict(_:)`` only with ``ReadOptions/isStrict``.
    public init(bytes: [UInt8], options: ReadOptions = ReadOptions()) throws(ReadError) {
        let document = try DocumentReader.read(bytes, limits: options.limits)
        self = try Resolver.resolve(document, options: options)
    }

    /// Reads a movie from a file; what it holds is decided by its bytes, never by its name.
    ///
    /// - Throws: ``ReadError/file(reason:)`` where the file is missing, is a directory or cannot be read; otherwise as
    ///   ``init(bytes:options:)``.
    public init(path: String, options: ReadOptions = ReadOptions()) throws(ReadError) {
        try self.init(bytes: FileBytes.read(path: path, limits: options.limits), options: options)
    }

    /// Reads a movie from an open file or pipe, such as 0 for standard input, until its end. The descriptor stays open.
    ///
    /// - Throws: as ``init(path:options:)``.
    public init(fileDescriptor: Int32, options: ReadOptions = ReadOptions()) throws(ReadError) {
        try self.init(bytes: FileBytes.read(fileDescriptor, limits: options.limits), options: options)
    }
}
