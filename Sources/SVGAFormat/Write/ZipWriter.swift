import CZlib
package import SVGAModel
package import SVGASupport

/// Names the entries of a 1.x archive. With these names a reader finds the payload of each image (Rules of rendering, section 1), and
/// unpacking the archive writes nothing outside of its folder.
struct ImageEntries {
    /// For each image, the entry name in the movie.
    private(set) var names: [String] = []
    private(set) var entries: [ArchiveEntry] = []
    /// The document's other entries whose names are not in use.
    private(set) var otherEntries: [ArchiveEntry] = []
    /// The names in use, in lower case and compared as texts: some file systems ignore case, and some ignore Unicode normalization.
    private var taken: Set<String> = [ArchiveReader.binaryName, ArchiveReader.specName]
    private var payloads: [ByteKey: [UInt8]] = [:]

    init(_ document: SVGADocument) {
        // Another `movie.binary` or `movie.spec` would be out of date, so it is omitted.
        for entry in document.otherEntries where taken.insert(entry.name.lowercased()).inserted { otherEntries.append(entry) }
        for (index, image) in document.movie.images.enumerated() { add(image, index, count: document.movie.images.count) }
    }

    private mutating func add(_ image: WireImage, _ index: Int, count: Int) {
        // Several images may reference one entry.
        if let name = image.entryName, payloads[ByteKey(name)] == image.bytes { return names.append(ImageEntries.value(of: name)) }
        if let name = image.entryName, EntryName.isSafePath(name), take(name) { return add(name, image) }
        if EntryName.isSafe(image.key + ".png"), take(image.key + ".png") { return add(image.key + ".png", image) }
        var number = index
        while !take("image-\(number).png") { number += count }
        add("image-\(number).png", image)
    }

    private mutating func add(_ name: String, _ image: WireImage) {
        names.append(ImageEntries.value(of: name))
        entries.append(ArchiveEntry(name: name, bytes: image.bytes))
        payloads[ByteKey(name)] = image.bytes
    }

    /// Reserves a name if it is free. A name without `.png` also reserves the one with it, because readers try that first.
    private mutating func take(_ name: String) -> Bool {
        let folded = name.lowercased()
        let withExtension = ImageEntries.value(of: name) + ".png"
        guard !taken.contains(folded), !taken.contains(withExtension.lowercased()) else { return false }
        taken.insert(folded)
        taken.insert(withExtension.lowercased())
        return true
    }

    /// The entry name as an image references it.
    private static func value(of name: String) -> String { name.hasSuffix(".png") ? String(name.dropLast(4)) : name }
}

/// Tests whether names are safe for a file on every system.
enum EntryName {
    private static let longest = 200
    /// Scalars, not characters: a slash with a combining mark is one character, but a file system still treats it as a slash.
    private static let refused: Set<Unicode.Scalar> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|"]
    /// Device names on Windows, with any extension.
    private static let devices: Set<String> = ["con", "prn", "aux", "nul"]

    /// A file name without folders.
    static func isSafe(_ name: String) -> Bool {
        let count = name.utf8.count
        guard count > 0, count <= longest, let first = name.first, let last = name.last else { return false }
        if first == "." || first == " " || last == "." || last == " " { return false }
        if name.unicodeScalars.contains(where: { refused.contains($0) || $0.properties.generalCategory == .control }) { return false }
        return !devices.contains(FilePath(name.lowercased()).firstStem)
    }

    /// A relative path below the folder of unpacking.
    static func isSafePath(_ name: String) -> Bool {
        guard let parts = FilePath(name).strictComponents, let first = parts.first else { return false }
        return parts.allSatisfy { isSafe($0.string) } && (parts.count == 1 || !first.bytes.elementsEqual("__MACOSX".utf8))
    }
}

/// Writes entries to a ZIP in memory, in order and with a fixed time, so that equal entries give equal bytes.
///
/// libzip is not used, because it does not accept compressed entries, such as those of ``Deflated``.
package struct ZipWriter {
    fileprivate static let localHeader: UInt32 = 0x0403_4B50
    fileprivate static let centralHeader: UInt32 = 0x0201_4B50
    private static let end: UInt32 = 0x0605_4B50
    /// The maximum size of a ZIP without 64-bit sizes.
    fileprivate static let largest = Int(UInt32.max) - 1
    fileprivate static let maximumEntries = Int(UInt16.max) - 1

    fileprivate var bytes: [UInt8] = []

    /// Compresses each entry like a movie.
    package static func archive(_ entries: [ArchiveEntry]) throws(SVGAError) -> [UInt8] { try archive(entries, Deflated()) }

    static func archive(_ entries: [ArchiveEntry], _ compression: Deflated) throws(SVGAError) -> [UInt8] {
        guard entries.count <= maximumEntries else { throw .unsupported(["\(entries.count) entries of a ZIP"]) }
        var writer = ZipWriter()
        var directory = ZipWriter()
        for entry in entries {
            guard entry.bytes.count <= largest, entry.name.utf8.count <= Int(UInt16.max) else {
                throw .unsupported(["a ZIP entry of \(entry.bytes.count) bytes with a name of \(entry.name.utf8.count)"])
            }
            let offset = writer.bytes.count
            let deflated = try compression.stream(entry.bytes, .raw)
            let isSmaller = deflated.count < entry.bytes.count
            let content = isSmaller ? deflated : entry.bytes
            writer.addLocalHeader(of: entry, isDeflated: isSmaller, count: content.count)
            writer.bytes += content
            directory.addCentralHeader(of: entry, isDeflated: isSmaller, count: content.count, at: offset)
        }
        let offset = writer.bytes.count
        guard offset + directory.bytes.count <= largest else { throw .unsupported(["more than 4 GiB in a ZIP"]) }
        directory.addEnd(count: entries.count, offset: offset)
        return writer.bytes + directory.bytes
    }

    fileprivate mutating func addLocalHeader(of entry: ArchiveEntry, isDeflated: Bool, count: Int) {
        number(ZipWriter.localHeader)
        head(entry, isDeflated: isDeflated, count: count)
        bytes += entry.name.utf8
    }

    fileprivate mutating func addCentralHeader(of entry: ArchiveEntry, isDeflated: Bool, count: Int, at offset: Int) {
        number(ZipWriter.centralHeader)
        // Made on Unix, a regular file that everyone may read.
        number(3 << 8 | 20 as UInt16)
        head(entry, isDeflated: isDeflated, count: count)
        bytes += [UInt8](repeating: 0, count: 6)
        number(0o100644 << 16 as UInt32)
        number(UInt32(clamping: offset))
        bytes += entry.name.utf8
    }

    /// Ends a central directory.
    /// - Parameter offset: that of the directory in the archive.
    fileprivate mutating func addEnd(count: Int, offset: Int) {
        let size = bytes.count
        number(ZipWriter.end)
        number(0 as UInt32)
        number(UInt16(clamping: count))
        number(UInt16(clamping: count))
        number(UInt32(clamping: size))
        number(UInt32(clamping: offset))
        number(0 as UInt16)
    }

    /// The fields that both headers of an entry have in common.
    private mutating func head(_ entry: ArchiveEntry, isDeflated: Bool, count: Int) {
        number(20 as UInt16)
        // The name is UTF-8.
        number(1 << 11 as UInt16)
        number(isDeflated ? 8 : 0 as UInt16)
        // 1 January 1980, the earliest date in a ZIP.
        number(0 as UInt16)
        number(1 << 5 | 1 as UInt16)
        number(UInt32(truncatingIfNeeded: crc32_z(0, entry.bytes, entry.bytes.count)))
        number(UInt32(count))
        number(UInt32(entry.bytes.count))
        number(UInt16(entry.name.utf8.count))
        number(0 as UInt16)
    }

    private mutating func number<Value: FixedWidthInteger>(_ value: Value) { bytes.append(little: value, bytes: Value.bitWidth / 8) }
}

/// Writes a ZIP to a file, one entry after the other, so that only one of them is in memory. The entries are stored: movies and pictures are
/// compressed already.
package struct ZipFileWriter {
    private let output: OutputFile
    private var directory = ZipWriter()
    private var offset = 0
    private var count = 0

    package init(_ output: OutputFile) { self.output = output }

    package mutating func add(_ entry: ArchiveEntry) throws(SVGAError) {
        guard count < ZipWriter.maximumEntries else { throw .unsupported(["\(count + 1) entries of a ZIP"]) }
        let size = entry.bytes.count
        var header = ZipWriter()
        header.addLocalHeader(of: entry, isDeflated: false, count: size)
        directory.addCentralHeader(of: entry, isDeflated: false, count: size, at: offset)
        let end = offset + header.bytes.count + size
        guard end + directory.bytes.count <= ZipWriter.largest, entry.name.utf8.count <= Int(UInt16.max) else {
            throw .unsupported(["more than 4 GiB in a ZIP"])
        }
        try write(header.bytes)
        try write(entry.bytes)
        offset = end
        count += 1
    }

    /// Writes the directory, and puts the file at its path.
    package mutating func finish() throws(SVGAError) {
        directory.addEnd(count: count, offset: offset)
        try write(directory.bytes)
        try SVGAError.mapping(try output.commit())
    }

    private func write(_ bytes: [UInt8]) throws(SVGAError) { try SVGAError.mapping(try output.write(bytes)) }
}
