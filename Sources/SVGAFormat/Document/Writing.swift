package import SVGAModel

/// What a movie can be written as (Rules of rendering, section 1).
public enum MovieFormat: String, CaseIterable, Hashable, Sendable {
    /// 2.x: one zlib stream of protobuf.
    case v2 = "2"
    /// 1.x: a ZIP of `movie.spec`, which is JSON, and the images.
    case v1JSON = "1-json"
    /// 1.5: a ZIP of `movie.binary`, which is protobuf, and the images.
    case v1Binary = "1-binary"
}

/// How to write a document.
public struct WriteOptions: Hashable, Sendable {
    /// Compress with Zopfli: a few percent smaller, some hundred times slower, read by everything that reads the other.
    public var usesZopfli: Bool
    /// Write KEEP for shapes that the frame before showed already (Rules of rendering, section 6). The movie stays the same.
    public var compactsShapes: Bool
    /// Leave out what the format cannot hold, as ``SVGADocument/losses(as:)`` lists it, instead of throwing.
    public var dropsUnsupported: Bool

    public init(usesZopfli: Bool = false, compactsShapes: Bool = true, dropsUnsupported: Bool = false) {
        self.usesZopfli = usesZopfli
        self.compactsShapes = compactsShapes
        self.dropsUnsupported = dropsUnsupported
    }
}

extension SVGADocument {
    /// The bytes of a file that holds this document: equal documents give equal bytes, on every machine.
    ///
    /// Numbers keep their exact 32-bit value and payloads every byte; images stay in their order. In a ZIP, an image keeps the
    /// name of its entry where it had a safe one, else it gets one after its key.
    ///
    /// - Throws: ``WriteError/unsupported(_:)`` where the format cannot hold something that the document has, unless
    ///   ``WriteOptions/dropsUnsupported``.
    public func write(as format: MovieFormat, options: WriteOptions = WriteOptions()) throws(WriteError) -> [UInt8] {
        try DocumentWriter.write(self, as: format.container, options: options)
    }

    /// What the format cannot hold of this document, one line each, such as `audio "bgm"`; empty where nothing is lost.
    ///
    /// `movie.spec` has no audio, no numbers that are not finite and no protobuf fields; protobuf has no JSON members and no NUL in a
    /// text; a zlib stream has no further ZIP entries.
    public func losses(as format: MovieFormat) -> [String] {
        var copy = self
        return copy.dropUnsupported(by: format.container)
    }
}

extension MovieFormat {
    package var container: VideoEntity.Container {
        switch self {
        case .v2: .zlib
        case .v1JSON: .zipJSON
        case .v1Binary: .zipBinary
        }
    }
}
