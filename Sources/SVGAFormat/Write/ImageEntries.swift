import SVGAModel

/// What the images of a 1.x archive are called, so that the lookup of Rules of rendering, section 1 finds each its own payload, and
/// whoever unpacks the archive gets a file for each, all in one folder or below it.
struct ImageEntries {
    /// For each image, what the movie says.
    private(set) var names: [String] = []
    private(set) var entries: [ArchiveEntry] = []
    /// Of the document's other entries those that take no other's place.
    private(set) var otherEntries: [ArchiveEntry] = []
    /// Names that are given away, in one case: some file systems know no other. Texts and not bytes, because some also take the forms of
    /// one letter for the same.
    private var taken: Set<String> = [ZipReader.binaryName, ZipReader.specName]
    private var payloads: [ByteKey: [UInt8]] = [:]

    init(_ document: SVGADocument) {
        // A second movie would be a stale one.
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

    /// Whether the name was free. One without `.png` also needs the one with it, which would be found before it.
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
    private static let refused: Set<Character> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|"]
    /// What Windows takes for devices, whatever the extension.
    private static let devices: Set<Substring> = ["con", "prn", "aux", "nul"]

    /// One file, in no folder.
    static func isSafe(_ name: String) -> Bool {
        let count = name.utf8.count
        guard count > 0, count <= longest, let first = name.first, let last = name.last else { return false }
        if first == "." || first == " " || last == "." || last == " " || name.contains(where: refused.contains) { return false }
        if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) { return false }
        return !devices.contains(name.lowercased().prefix { $0 != "." })
    }

    /// A file, perhaps in folders, below where it is unpacked.
    static func isSafePath(_ name: String) -> Bool {
        name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { isSafe(String($0)) } && !name.hasPrefix("__MACOSX/")
    }
}
