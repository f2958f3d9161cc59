package import SVGAModel

/// Writes a document as a file; ``DocumentReader`` reads the same document back. Equal documents give equal bytes.
package enum DocumentWriter {
    package static func write(
        _ document: SVGADocument, as container: VideoEntity.Container, options: WriteOptions
    ) throws(WriteError) -> [UInt8] {
        var document = document
        let losses = document.dropUnsupported(by: container)
        if !options.dropsUnsupported, !losses.isEmpty { throw .unsupported(losses) }
        if options.compactsShapes { document.movie.compactShapes() }
        let compression = Deflated(usesZopfli: options.usesZopfli)
        switch container {
        case .protobuf: return try ProtobufWriter.message(document.movie)
        case .zlib: return try compression.stream(ProtobufWriter.message(document.movie), .zlib)
        case .gzip: return try compression.stream(ProtobufWriter.message(document.movie), .gzip)
        case .zipBinary:
            let images = ImageEntries(document)
            var named = document.movie
            for index in named.images.indices { named.images[index].bytes = Array(images.names[index].utf8) }
            let movie = ArchiveEntry(name: ZipReader.binaryName, bytes: try ProtobufWriter.message(named))
            return try ZipWriter.archive([movie] + images.entries + images.otherEntries, compression)
        case .zipJSON:
            let images = ImageEntries(document)
            let movie = ArchiveEntry(name: ZipReader.specName, bytes: JSONWriter.text(document.movie, imageNames: images.names))
            return try ZipWriter.archive([movie] + images.entries + images.otherEntries, compression)
        }
    }

    /// The movie word for word.
    package static func write(_ movie: WireMovie, as container: VideoEntity.Container) throws(WriteError) -> [UInt8] {
        try write(SVGADocument(movie: movie, container: container), as: container, options: WriteOptions(compactsShapes: false))
    }
}
