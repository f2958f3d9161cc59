import SVGAFormat
import SVGAModel
import SVGARender

// Reads arbitrary bytes as a movie, then prepares and paints the movie.
// Any error may be thrown; only a crash, a sanitizer report or a timeout is a finding.

/// So small that no input is slow: a timeout then means a loop that no limit covers.
private let limits: ReadLimits = {
    var limits = ReadLimits()
    limits.inputBytes = 1 << 20
    limits.inflatedBytes = 1 << 20
    limits.documentBytes = 8 << 20
    limits.entries = 64
    limits.sprites = 64
    limits.frames = 1_000
    limits.spriteFrames = 10_000
    limits.images = 64
    limits.imagePixels = 1 << 16
    limits.decodedBytes = 1 << 20
    limits.pathSegments = 10_000
    limits.dashes = 1_000
    limits.canvasPixels = 1 << 16
    return limits
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRead(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    // Text that looks like JSON is packed as a movie.spec.
    if bytes.first == UInt8(ascii: "{") { bytes = storedZip(name: "movie.spec", bytes) }
    guard let movie = try? VideoEntity(bytes: bytes, options: ReadOptions(limits: limits)) else { return 0 }
    var options = RenderOptions()
    options.limits = limits
    guard let scene = try? Scene(movie, options: options) else { return 0 }
    for frame in Set([0, movie.frames / 2, movie.frames - 1]).sorted() {
        _ = try? scene.pixmap(frame: frame)
    }
    return 0
}

/// A ZIP with one uncompressed entry. A mutated archive fails its checksum before the entry is read, so the archive is made around the
/// mutated bytes.
func storedZip(name: String, _ content: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    func number(_ value: Int, bytes count: Int) {
        for shift in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
    }
    // The part that is the same in the local header and in the directory.
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
