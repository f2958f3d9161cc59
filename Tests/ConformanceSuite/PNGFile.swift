import CZlib

/// A simple PNG writer: the suite needs kinds of PNG that the project's encoder does not write, and its files must not change with the
/// encoder.
struct PNGFile {
    /// PNG's number of the color type.
    enum ColorType: UInt8 {
        case gray = 0
        case rgb = 2
        case palette = 3
        case rgba = 6
    }

    var colorType = ColorType.rgba
    var depth: UInt8 = 8
    var isInterlaced = false
    /// Between the header and the pixels, for example `PLTE`.
    var chunks: [(name: String, content: [UInt8])] = []
    private let picture: TestPicture
    /// The bytes of one pixel.
    private let stored: (RGBA) -> [UInt8]

    init(_ picture: TestPicture) {
        self.init(picture) { [$0.red, $0.green, $0.blue, $0.alpha] }
    }

    init(_ picture: TestPicture, _ stored: @escaping (RGBA) -> [UInt8]) {
        self.picture = picture
        self.stored = stored
    }

    func bytes() throws(SuiteError) -> [UInt8] {
        let header =
            PNGFile.number(picture.width) + PNGFile.number(picture.height) + [depth, colorType.rawValue, 0, 0, isInterlaced ? 1 : 0]
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        bytes += PNGFile.chunk("IHDR", header)
        for chunk in chunks { bytes += PNGFile.chunk(chunk.name, chunk.content) }
        bytes += PNGFile.chunk("IDAT", try ZlibStream.pack(isInterlaced ? interlacedRows() : rows(0, 0, 1, 1)))
        return bytes + PNGFile.chunk("IEND", [])
    }

    /// Every `stepX`th and `stepY`th pixel from a position on, each row after the filter byte 0.
    private func rows(_ left: Int, _ top: Int, _ stepX: Int, _ stepY: Int) -> [UInt8] {
        stride(from: top, to: picture.height, by: stepY).flatMap { y in
            [0] + stride(from: left, to: picture.width, by: stepX).flatMap { stored(picture[$0, y]) }
        }
    }

    /// The seven passes of Adam7.
    private func interlacedRows() -> [UInt8] {
        let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        return passes.flatMap { rows($0.0, $0.1, $0.2, $0.3) }
    }

    static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return number(content.count) + body + number(Int(crc32_z(0, body, body.count)))
    }
}
