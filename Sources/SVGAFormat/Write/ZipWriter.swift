import CZlib
import SVGAModel
import SVGASupport

/// Names the entries of a 1.x archive. With these names a reader finds the payload of each image (Rules of rendering, section 1), and
/// unpacking the archive writes nothing outside of its folder.
struct ImageEntries {
    /// For each image, what the movie says.
    private(set) var names: [String] = []
    private(set) var entries: [ArchiveEntry] = []
    /// The document's other entries, but for those whose name is in use.
    private(set) var otherEntries: [ArchiveEntry] = []
    /// Names that are in use, in lower case and compared as texts: some file systems ignore case, and some ignore Unicode normalization.
    private var taken: Set<String> = [ArchiveReader.binaryName, ArchiveReader.specName]
    private var payloads: [ByteKey: [UInt8]] = [:]

    init(_ document: SVGADocument) {
        // Another `movie.binary` or `movie.spec` would be out of date, so it is left out.
        for entry in document.otherEntries where taken.insert(entry.name.lowercased()).inserted { otherEntries.append(entry) }
        for (index, image) in document.movie.images.enumerated() { add(image, index, count: document.movie.images.count) }
    }

    private mutating func add(_ image: WireImage, _ index: Int, count: Int) {
        // Several images may name one entry.
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

    /// Takes a name if it is free. A name without `.png` also needs the one with it, which a reader would find first.
    private mutating func take(_ name: String) -> Bool {
        let folded = name.lowercased()
        let withExtension = ImageEntries.value(of: name) + ".png"
        guard !taken.contains(folded), !taken.contains(withExtension.lowercased()) else { return false }
        taken.insert(folded)
        taken.insert(withExtension.lowercased())
        return true
    }

    /// What an image says to name an entry.
    private static func value(of name: String) -> String { name.hasSuffix(".png") ? String(name.dropLast(4)) : name }
}

/// Which names are safe for a file on every system.
enum EntryName {
    private static let longest = 200
    /// Scalars and not characters: a slash with a combining mark after it is one character, but still a slash to a file system.
    private static let refused: Set<Unicode.Scalar> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|"]
    /// Names of devices on Windows, whatever the extension.
    private static let devices: Set<String> = ["con", "prn", "aux", "nul"]

    /// One file, in no folder.
    static func isSafe(_ name: String) -> Bool {
        let count = name.utf8.count
        guard count > 0, count <= longest, let first = name.first, let last = name.last else { return false }
        if first == "." || first == " " || last == "." || last == " " { return false }
        if name.unicodeScalars.contains(where: { refused.contains($0) || $0.properties.generalCategory == .control }) { return false }
        return !devices.contains(FilePath(name.lowercased()).firstStem)
    }

    /// A file, perhaps in folders, below where it is unpacked.
    static func isSafePath(_ name: String) -> Bool {
        guard let parts = FilePath(name).strictComponents, let first = parts.first else { return false }
        return parts.allSatisfy { isSafe($0.string) } && (parts.count == 1 || !first.bytes.elementsEqual("__MACOSX".utf8))
    }
}

/// Packs entries into a ZIP in memory, in their order and with a fixed time, so that equal entries give equal bytes.
///
/// Written here and not by libzip, which takes no entry that is compressed already, as those of ``Deflated`` are.
package struct ZipWriter {
    private static let localHeader: UInt32 = 0x0403_4B50
    private static let centralHeader: UInt32 = 0x0201_4B50
    private static let end: UInt32 = 0x0605_4B50
    /// The largest size that a ZIP without 64-bit sizes can hold.
    private static let largest = Int(UInt32.max) - 1
    private static let maximumEntries = Int(UInt16.max) - 1

    private var bytes: [UInt8] = []

    /// Packs each entry as tightly as writing a movie does.
    package static func archive(_ entries: [ArchiveEntry]) throws(WriteError) -> [UInt8] { try archive(entries, Deflated()) }

    static func archive(_ entries: [ArchiveEntry], _ compression: Deflated) throws(WriteError) -> [UInt8] {
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
            writer.number(localHeader)
            writer.head(entry, isDeflated: isSmaller, count: content.count)
            writer.bytes += entry.name.utf8
            writer.bytes += content
            directory.number(centralHeader)
            // Written as on Unix, a plain file that all may read.
            directory.number(3 << 8 | 20 as UInt16)
            directory.head(entry, isDeflated: isSmaller, count: content.count)
            directory.bytes += [UInt8](repeating: 0, count: 6)
            directory.number(0o100644 << 16 as UInt32)
            directory.number(UInt32(clamping: offset))
            directory.bytes += entry.name.utf8
        }
        let offset = writer.bytes.count
        guard offset + directory.bytes.count <= largest else { throw .unsupported(["more than 4 GiB in a ZIP"]) }
        writer.bytes += directory.bytes
        writer.number(end)
        writer.number(0 as UInt32)
        writer.number(UInt16(entries.count))
        writer.number(UInt16(entries.count))
        writer.number(UInt32(directory.bytes.count))
        writer.number(UInt32(offset))
        writer.number(0 as UInt16)
        return writer.bytes
    }

    /// What both headers of an entry say alike.
    private mutating func head(_ entry: ArchiveEntry, isDeflated: Bool, count: Int) {
        number(20 as UInt16)
        // The name is UTF-8.
        number(1 << 11 as UInt16)
        number(isDeflated ? 8 : 0 as UInt16)
        // 1 January 1980, the first day a ZIP knows.
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
