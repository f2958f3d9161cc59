import CZlib

/// Packs entries into a ZIP in memory, in their order and with a fixed time, so that equal entries give equal bytes.
///
/// Written here and not by libzip, which takes no entry that is compressed already, as those of ``Deflated`` are.
struct ZipWriter {
    private static let localHeader: UInt32 = 0x0403_4B50
    private static let centralHeader: UInt32 = 0x0201_4B50
    private static let end: UInt32 = 0x0605_4B50
    /// What a ZIP without 64-bit sizes can say.
    private static let largest = Int(UInt32.max) - 1
    private static let mostEntries = Int(UInt16.max) - 1

    private var bytes: [UInt8] = []

    static func archive(_ entries: [ArchiveEntry], _ compression: Deflated = Deflated()) throws(WriteError) -> [UInt8] {
        guard entries.count <= mostEntries else { throw .unsupported(["\(entries.count) entries of a ZIP"]) }
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

    private mutating func number(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }
}
