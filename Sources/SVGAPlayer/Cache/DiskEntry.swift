/// How an entry of the ``DiskCache`` lies in its file: magic, length of the key (4 bytes), length of the payload (8), checksum (8), key,
/// payload; numbers are little-endian, and nothing follows.
enum DiskEntry {
    private static let magic = Array("SVGAKIT1".utf8)
    private static let headerBytes = 28

    static func content(key: String, payload: [UInt8]) -> [UInt8] {
        let key = Array(key.utf8)
        var content = magic
        content.reserveCapacity(headerBytes + key.count + payload.count)
        content += little(UInt64(key.count), 4) + little(UInt64(payload.count), 8)
        content += little(checksum(key: key[...], payload: payload[...]), 8)
        content += key
        content += payload
        return content
    }

    /// Nil where anything about the file is not as it was written, or where it belongs to another key.
    static func payload(of content: [UInt8], key: String) -> [UInt8]? {
        guard content.count >= headerBytes, content.starts(with: magic) else { return nil }
        let keyCount = number(content[8..<12])
        let payloadCount = number(content[12..<20])
        let rest = UInt64(content.count - headerBytes)
        guard keyCount <= rest, payloadCount == rest - keyCount else { return nil }
        let keyBytes = content[headerBytes..<headerBytes + Int(keyCount)]
        let payload = content[(headerBytes + Int(keyCount))...]
        guard keyBytes.elementsEqual(key.utf8), number(content[20..<28]) == checksum(key: keyBytes, payload: payload) else { return nil }
        return Array(payload)
    }

    private static func checksum(key: ArraySlice<UInt8>, payload: ArraySlice<UInt8>) -> UInt64 {
        hash(payload, from: hash(key))
    }

    /// FNV-1a, 64 bits: finds accidents. Nobody who could forge it would have to.
    static func hash(_ bytes: some Sequence<UInt8>, from start: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
        var hash = start
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash
    }

    private static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}
