package import SVGAModel

/// Writes a wire movie as a file; ``DocumentReader`` reads the same movie back. Equal movies give equal bytes.
package enum DocumentWriter {
    package static func write(_ movie: WireMovie, as container: VideoEntity.Container) throws(WriteError) -> [UInt8] {
        switch container {
        case .protobuf: return try ProtobufWriter.message(movie)
        case .zlib: return try Deflated.stream(ProtobufWriter.message(movie), .zlib)
        case .gzip: return try Deflated.stream(ProtobufWriter.message(movie), .gzip)
        case .zipBinary:
            let images = ImageEntries(movie)
            var named = movie
            for index in movie.images.indices { named.images[index].bytes = Array(images.names[index].utf8) }
            return try ZipWriter.archive([("movie.binary", ProtobufWriter.message(named))] + images.entries)
        case .zipJSON:
            let images = ImageEntries(movie)
            let names = zip(movie.images, images.names).map { (key: $0.key, name: $1) }
            return try ZipWriter.archive([("movie.spec", JSONWriter.text(movie, images: names))] + images.entries)
        }
    }
}

/// What the images of a 1.x archive are called.
private struct ImageEntries {
    /// For each image, what the movie says; the entry has `.png` behind it.
    private(set) var names: [String] = []
    private(set) var entries: [(name: String, bytes: [UInt8])] = []

    init(_ movie: WireMovie) {
        var used: Set<String> = []
        for (index, image) in movie.images.enumerated() {
            var name = image.key
            // A key that no entry can have, or that another image has, gets a number instead.
            var suffix = index
            while !ImageEntries.isEntryName(name) || !used.insert(name).inserted {
                name = "image-\(suffix)"
                suffix += movie.images.count
            }
            names.append(name)
            entries.append((name + ".png", image.bytes))
        }
    }

    /// Whether libzip takes the name for an entry, and readers don't skip it as what file managers leave behind.
    private static func isEntryName(_ name: String) -> Bool {
        if name.isEmpty || name.utf8.count > 255 || name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return false }
        return !name.hasPrefix("__MACOSX/") && !name.hasPrefix("._") && !name.contains("/._")
    }
}
