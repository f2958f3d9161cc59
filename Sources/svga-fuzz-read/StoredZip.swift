/// A ZIP with one entry, not compressed. Mutated bytes of a real archive fail its checksum before the entry is looked at;
/// this one is made around the bytes after they were mutated.
func storedZip(name: String, _ content: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    func number(_ value: Int, bytes count: Int) {
        for shift in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
    }
    // What the entry's own header and the directory say alike.
    func common() {
        number(20, bytes: 2)
        number(0, bytes: 8)
        number(Int(crc32(content)), bytes: 4)
        number(content.count, bytes: 4)
        number(content.count, bytes: 4)
        number(name.utf8.count, bytes: 2)
        number(0, bytes: 2)
    }
    number(0x0403_4B50, bytes: 4)
    common()
    bytes += Array(name.utf8) + content
    let directory = bytes.count
    number(0x0201_4B50, bytes: 4)
    number(20, bytes: 2)
    common()
    number(0, bytes: 14)
    bytes += Array(name.utf8)
    let size = bytes.count - directory
    number(0x0605_4B50, bytes: 4)
    number(0, bytes: 4)
    number(1, bytes: 2)
    number(1, bytes: 2)
    number(size, bytes: 4)
    number(directory, bytes: 4)
    number(0, bytes: 2)
    return bytes
}

private func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
}
