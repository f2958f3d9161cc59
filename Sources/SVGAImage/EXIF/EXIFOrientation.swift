import SVGASupport

/// The orientation of the camera; the numbers are those of the EXIF tag 0x0112.
package enum EXIFOrientation: Int {
    case upright = 1
    case mirrored, upsideDown, mirroredUpsideDown, mirroredLeft, right, mirroredRight, left

    /// Finds the tag in a JPEG's APP1 segment; the default is upright.
    package init(jpeg bytes: [UInt8]) {
        self = EXIFOrientation.find(in: bytes).flatMap(EXIFOrientation.init(rawValue:)) ?? .upright
    }

    private static func find(in bytes: [UInt8]) -> Int? {
        let reader = ByteReader(bytes)
        var at = 2
        while let length = reader.big(at: at + 2, bytes: 2), bytes[at] == 0xFF {
            let marker = bytes[at + 1]
            // Scan data begin, so no APP1 segment follows.
            if marker == 0xDA || marker == 0xD9 { return nil }
            let end = at + 2 + length
            guard length >= 2, end <= bytes.count else { return nil }
            if marker == 0xE1, bytes[(at + 4)..<end].starts(with: Array("Exif\0\0".utf8)) {
                return orientation(TIFFBytes(bytes[(at + 10)..<end]))
            }
            at = end
        }
        return nil
    }

    private static func orientation(_ tiff: TIFFBytes) -> Int? {
        guard let first = tiff.number(at: 4, bytes: 4), let count = tiff.number(at: first, bytes: 2) else { return nil }
        for entry in 0..<count {
            let at = first + 2 + 12 * entry
            guard let tag = tiff.number(at: at, bytes: 2) else { return nil }
            if tag == 0x0112 { return tiff.number(at: at + 8, bytes: 2) }
        }
        return nil
    }

    /// Whether width and height are swapped.
    var isSideways: Bool { rawValue >= 5 }

    /// The position in the upright picture of a pixel of the stored picture, whose size is given.
    func position(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> (x: Int, y: Int) {
        switch self {
        case .upright: (x, y)
        case .mirrored: (width - 1 - x, y)
        case .upsideDown: (width - 1 - x, height - 1 - y)
        case .mirroredUpsideDown: (x, height - 1 - y)
        case .mirroredLeft: (y, x)
        case .right: (height - 1 - y, x)
        case .mirroredRight: (height - 1 - y, width - 1 - x)
        case .left: (y, width - 1 - x)
        }
    }
}

/// The numbers of a TIFF header, in the byte order that it declares.
private struct TIFFBytes {
    private let reader: ByteReader<ArraySlice<UInt8>>
    private let isLittle: Bool

    init(_ bytes: ArraySlice<UInt8>) {
        reader = ByteReader(bytes)
        isLittle = bytes.first == UInt8(ascii: "I")
    }

    func number(at offset: Int, bytes count: Int) -> Int? {
        isLittle ? reader.little(at: offset, bytes: count) : reader.big(at: offset, bytes: count)
    }
}
