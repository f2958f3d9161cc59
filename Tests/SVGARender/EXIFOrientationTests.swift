import SVGAImage
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

@testable import SVGARender

@Suite("EXIF orientation") struct EXIFOrientationTests {
    /// 32 × 16: the top left quarter is red, the rest blue.
    private let picture = Pixmap(
        (0..<16).map { y in (0..<32).map { x in x < 16 && y < 8 ? Pixel.red : .blue } })

    /// The picture as a JPEG with an orientation, in either byte order.
    private func jpeg(_ orientation: UInt8, bigEndian: Bool) -> [UInt8] {
        let samples = (0..<32 * 16).flatMap { index in
            let pixel = picture.pixel(index % 32, index / 32)
            return [pixel.red, pixel.green, pixel.blue]
        }
        let plain = ImageFixtures.jpeg(width: 32, height: 16, samples: samples)
        func number(_ value: Int, _ bytes: Int) -> [UInt8] {
            let big = (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * (bytes - 1 - $0))) }
            return bigEndian ? big : big.reversed()
        }
        let entry = number(0x0112, 2) + number(3, 2) + number(1, 4) + number(Int(orientation), 2) + [0, 0]
        let tiff = Array((bigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4) + number(1, 2) + entry + number(0, 4)
        let segment = Array("Exif\0\0".utf8) + tiff
        let length = segment.count + 2
        return Array(plain.prefix(2)) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + segment + plain.dropFirst(2)
    }

    /// The expected position of the red quarter, and whether width and height are swapped.
    @Test(
        "a photo is rotated by its EXIF orientation",
        arguments: [
            (1, false, false, false), (2, true, false, false), (3, true, true, false), (4, false, true, false), (5, false, false, true),
            (6, true, false, true), (7, true, true, true), (8, false, true, true),
        ] as [(UInt8, Bool, Bool, Bool)])
    func turned(orientation: UInt8, isRight: Bool, isBottom: Bool, isSideways: Bool) throws {
        for bigEndian in [true, false] {
            let image = try ReplacementImage(bytes: jpeg(orientation, bigEndian: bigEndian))
            #expect(image.width == (isSideways ? 16 : 32))
            #expect(image.height == (isSideways ? 32 : 16))
            let pixmap = image.bitmap.pixmap()
            let offset = pixmap.pixel(isRight ? pixmap.width - 3 : 2, isBottom ? pixmap.height - 3 : 2)
            #expect(offset.red > 200 && offset.blue < 80)
            let opposite = pixmap.pixel(isRight ? 2 : pixmap.width - 3, isBottom ? 2 : pixmap.height - 3)
            #expect(opposite.blue > 200 && opposite.red < 80)
        }
    }

    @Test("an orientation that makes no sense is none", arguments: [0, 9, 255] as [UInt8])
    func nonsense(orientation: UInt8) throws {
        #expect(try ReplacementImage(bytes: jpeg(orientation, bigEndian: true)).width == 32)
    }

    @Test("an EXIF segment that is cut anywhere does no harm")
    func cut() throws {
        let whole = jpeg(6, bigEndian: true)
        for count in 2..<48 { _ = EXIFOrientation(jpeg: Array(whole.prefix(count))) }
        #expect(EXIFOrientation(jpeg: Array(whole.prefix(30))) == .upright)
    }

    @Test("bytes that are no picture are an error")
    func noPicture() {
        #expect(throws: SVGAError.unknownFormat) { try ReplacementImage(bytes: Array("hello".utf8)) }
        #expect(throws: SVGAError.unknownFormat) { try ReplacementImage(bytes: []) }
    }
}
