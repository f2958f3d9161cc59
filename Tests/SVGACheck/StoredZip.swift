/// A ZIP of uncompressed entries, with exactly the names and texts of a test.
enum StoredZip {
    static func archive(_ entries: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let name = Array(entry.name.utf8)
            let sizes = little(entry.bytes.count, 4) + little(entry.bytes.count, 4)
            let common = little(20, 2) + little(0, 8) + little(Int(checksum(entry.bytes)), 4) + sizes + little(name.count, 2) + little(0, 2)
            directory += [0x50, 0x4B, 1, 2] + little(20, 2) + common + little(0, 10) + little(bytes.count, 4) + name
            bytes += [0x50, 0x4B, 3, 4] + common + name + entry.bytes
        }
        let end = little(0, 4) + little(entries.count, 2) + little(entries.count, 2) + little(directory.count, 4) + little(bytes.count, 4)
        return bytes + directory + [0x50, 0x4B, 5, 6] + end + little(0, 2)
    }

    /// CRC-32.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = sum & 1 == 1
                sum >>= 1
                if isOdd { sum ^= 0xEDB8_8320 }
            }
        }
        return ~sum
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
