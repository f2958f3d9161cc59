public import SVGAModel
package import SVGASupport

/// The file formats of a movie (Rules of rendering, section 1).
public enum MovieFormat: CaseIterable, Hashable, Sendable {
    /// 2.x: one zlib stream of protobuf.
    case v2
    /// 1.x: a ZIP of `movie.spec`, which is JSON, and the images.
    case v1JSON
    /// 1.5: a ZIP of `movie.binary`, which is protobuf, and the images.
    case v1Binary

    /// The name in options and reports.
    package var name: String {
        switch self {
        case .v2: "2"
        case .v1JSON: "1-json"
        case .v1Binary: "1-binary"
        }
    }
}

/// How to write a document.
public struct WriteOptions: Hashable, Sendable {
    /// Whether Zopfli compresses: a few percent smaller and some hundred times slower. By default libdeflate compresses.
    package var usesZopfli = false
    /// Whether repeated shapes are written as KEEP (Rules of rendering, section 6). The movie stays the same.
    package var compactsShapes = true
    /// Whether content that the format cannot represent is dropped; ``SVGADocument/losses(as:)`` lists it. By default writing throws.
    public var dropsUnsupported: Bool
    /// Whether a smaller file is worth more time.
    package var isThorough = false
    /// Whether the file is only read back: it is compressed fast.
    package var isDraft = false

    /// By default: libdeflate, KEEP for repeated shapes, and an error for what the format cannot hold.
    public init(dropsUnsupported: Bool = false) { self.dropsUnsupported = dropsUnsupported }
}

extension WriteOptions {
    /// Every shape is written in full, without KEEP.
    package static var withoutKeep: WriteOptions {
        var options = WriteOptions()
        options.compactsShapes = false
        return options
    }

    /// The level of libdeflate.
    fileprivate var level: Int32 { isDraft ? Deflated.draftLevel : isThorough ? Deflated.bestLevel : Deflated.usualLevel }
}

extension SVGADocument {
    /// The bytes of a file with this document. Equal documents give equal bytes with the same version of libdeflate.
    ///
    /// Numbers keep their 32-bit values, payloads their bytes, and images their order. In a ZIP, an image keeps the name of its entry if it
    /// is safe; otherwise the name is made from its key.
    ///
    /// - Throws: ``SVGAError/Kind/unsupported`` if the format does not support some content and the options do not drop it.
    public func write(as format: MovieFormat, options: WriteOptions = WriteOptions()) throws(SVGAError) -> [UInt8] {
        try DocumentWriter.write(self, as: format.container, options: options)
    }

    /// Writes the document to a file, atomically.
    ///
    /// - Parameters:
    ///   - path: the file; `-` is standard output.
    ///   - format: the file format.
    ///   - options: the options of writing.
    ///   - overwrite: whether an existing file is replaced.
    /// - Throws: ``SVGAError/Kind/fileExists`` unless `overwrite`, ``SVGAError/Kind/file``, otherwise like ``write(as:options:)``.
    public func write(
        to path: String, as format: MovieFormat, options: WriteOptions = WriteOptions(), overwrite: Bool = false
    ) throws(SVGAError) {
        // Opened before the work, which may take minutes, so that an existing file is an immediate error.
        let file = try SVGAError.mapping(OutputFile(path: path, overwrite: overwrite))
        let bytes = try write(as: format, options: options)
        try SVGAError.mapping(file.write(bytes))
        try SVGAError.mapping(file.commit())
    }

    /// The content that the format does not support, one line each, such as `audio "bgm"`; empty if everything is supported.
    ///
    /// `movie.spec` supports neither audio nor non-finite numbers nor protobuf fields. protobuf supports neither JSON members nor NUL in
    /// texts. A zlib stream has no further ZIP entries.
    public func losses(as format: MovieFormat) -> [String] { lossMessages(as: format).map(\.description) }

    /// The same, which can be translated.
    package func lossMessages(as format: MovieFormat) -> [Message] {
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

/// The errors of writing a document.
extension SVGAError {
    /// The maximum number of parts in the description. Further parts are counted.
    private static let listed = 5

    /// The document has parts that the format does not support.
    package static func unsupported(_ parts: [Message]) -> SVGAError {
        let shown = parts.prefix(listed).joined(separator: ", ")
        let more = parts.count - listed
        return SVGAError(
            .unsupported, "the format does not support \(shown)\(more > 0 ? " and \(more) more" : "")", detail: .unsupported(parts))
    }

    /// A compression library failed.
    package static func library(name: String, reason: Message) -> SVGAError {
        SVGAError(.encoding, "\(name) cannot write the movie: \(reason)", detail: .library(reason: reason))
    }
}

/// Writes a document to a file that ``DocumentReader`` reads back. Equal documents give equal bytes.
package enum DocumentWriter {
    package static func write(
        _ document: SVGADocument, as container: VideoEntity.Container, options: WriteOptions
    ) throws(SVGAError) -> [UInt8] {
        var document = document
        let losses = document.dropUnsupported(by: container)
        if !options.dropsUnsupported, !losses.isEmpty { throw .unsupported(losses) }
        if options.compactsShapes { document.movie.compactShapes() }
        let compression = Deflated(usesZopfli: options.usesZopfli, level: options.level)
        switch container {
        case .protobuf: return try ProtobufWriter.message(document.movie)
        case .zlib: return try compression.stream(messageOf: document.movie, .zlib)
        case .gzip: return try compression.stream(messageOf: document.movie, .gzip)
        case .zipBinary:
            let images = ImageEntries(document)
            var named = document.movie
            let files = Set((images.entries + images.otherEntries).map { $0.name.lowercased() })
            for index in named.images.indices {
                let name = images.names[index]
                // The Android player skips names with fewer than 4 bytes. Readers look for the name with `.png` first.
                let long = name + ".png"
                let isShort = name.utf8.count < 4 && files.contains(long.lowercased()) && !files.contains((long + ".png").lowercased())
                named.images[index].bytes = Array((isShort ? long : name).utf8)
            }
            let movie = ArchiveEntry(name: ArchiveReader.binaryName, bytes: try ProtobufWriter.message(named))
            return try ZipWriter.archive([movie] + document.spec(images.names) + images.entries + images.otherEntries, compression)
        case .zipJSON:
            let images = ImageEntries(document)
            let movie = ArchiveEntry(name: ArchiveReader.specName, bytes: JSONWriter.text(document.movie, imageNames: images.names))
            return try ZipWriter.archive([movie] + images.entries + images.otherEntries, compression)
        }
    }

    /// Writes the movie without compacting.
    package static func write(_ movie: WireMovie, as container: VideoEntity.Container) throws(SVGAError) -> [UInt8] {
        try write(SVGADocument(movie: movie, container: container), as: container, options: .withoutKeep)
    }
}

extension SVGADocument {
    /// The `movie.spec` beside `movie.binary`, if the archive had one. Content that JSON does not support, such as a sound, is only in
    /// `movie.binary`.
    fileprivate func spec(_ imageNames: [String]) -> [ArchiveEntry] {
        guard hasSpec else { return [] }
        var sayable = self
        _ = sayable.dropUnsupported(by: .zipJSON)
        guard sayable.movie.images.count == imageNames.count else { return [] }
        return [ArchiveEntry(name: ArchiveReader.specName, bytes: JSONWriter.text(sayable.movie, imageNames: imageNames))]
    }
}

extension WireMovie {
    /// Replaces repeated shapes by KEEP (Rules of rendering, section 6): those equal to the shapes of the last earlier frame of the sprite
    /// without KEEP. The visible shapes do not change.
    package mutating func compactShapes() {
        for index in sprites.indices { sprites[index].compactShapes() }
    }
}

extension WireSprite {
    fileprivate mutating func compactShapes() {
        /// nil before the first frame with shapes.
        var kept: [WireShape]?
        for index in frames.indices {
            let shapes = frames[index].shapes
            if frames[index].isKeeping { continue }
            // An empty list is shorter than KEEP.
            if let kept, !shapes.isEmpty, shapes == kept { frames[index].shapes = [.keep] } else { kept = shapes }
        }
    }
}
