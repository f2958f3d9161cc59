import SVGAFormat
import SVGAModel
import SVGASupport

/// A fuzzer's bytes as a file: a mutated ZIP or zlib stream would fail its checksum before what is in it is read, so it is made around them.
enum MovieInput {
    /// As by default, but for sizes that only cost time: no input is slow then, and a timeout means a loop that no limit covers.
    static let limits: ReadLimits = {
        var limits = ReadLimits()
        limits.inputBytes = 1 << 20
        limits.inflatedBytes = 4 << 20
        limits.imagePixels = 1 << 16
        limits.decodedBytes = 1 << 22
        limits.canvasPixels = 1 << 16
        return limits
    }()

    static let options = ReadOptions(limits: limits)

    /// JSON becomes the `movie.spec` of a ZIP, a protobuf message a zlib stream; ZIP, zlib and gzip stay as they are.
    static func file(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.first == UInt8(ascii: "{") { return archive("movie.spec", bytes) }
        return isPacked(bytes) ? bytes : LibdeflateCompressor(level: 1)?.zlib(bytes) ?? []
    }

    static func archive(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        (try? ZipWriter.archive([ArchiveEntry(name: name, bytes: bytes)])) ?? []
    }

    private static func isPacked(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x50, 0x4B]) || bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: [0x78])
    }
}
