import SVGAModel
import SVGASupport
import Testing

@testable import SVGAImage

@Suite struct EncodedPicturesTests {
    private func pixels(_ value: UInt8, count: Int = 64) -> [UInt8] { [UInt8](repeating: value, count: 4 * count) }

    /// Returns the file, and counts encodings.
    private func ask(_ pictures: EncodedPictures, _ values: [UInt8], size: Int = 1000) throws -> [UInt8] {
        var made: [UInt8] = []
        for value in values {
            let file = try pixels(value).withUnsafeBytes { (pixels) throws(SVGAError) in
                try pictures.file(pixels, width: 8, height: 8, options: WebPOptions()) { () throws(SVGAError) in
                    made.append(value)
                    return [UInt8](repeating: value, count: size)
                }
            }
            #expect(file == [UInt8](repeating: value, count: size))
        }
        return made
    }

    @Test func `a picture is cached when it comes the second time`() throws {
        let pictures = EncodedPictures(maximumBytes: 1 << 20)
        #expect(try ask(pictures, [1, 2]) == [1, 2] && pictures.bytes < 1000)
        #expect(try ask(pictures, [1, 1, 1, 2, 3]) == [1, 2, 3] && pictures.found == 2)
        #expect(pictures.bytes >= 2000)
    }

    @Test func `the least recently used entries go, and one above the limit is made each time`() throws {
        let pictures = EncodedPictures(maximumBytes: 4000)
        #expect(try ask(pictures, [1, 1, 2, 2, 3, 3, 1, 4, 4, 1, 2]) == [1, 1, 2, 2, 3, 3, 4, 4, 2])
        #expect(pictures.bytes <= 4000)
        let small = EncodedPictures(maximumBytes: 1000)
        #expect(try ask(small, [1, 1, 1]) == [1, 1, 1])
    }

    @Test func `the same bytes with other settings are another picture`() throws {
        let pictures = EncodedPictures(maximumBytes: 1 << 20)
        var made = 0
        for (width, height, quality) in [(8, 8, nil), (4, 16, nil), (8, 8, 50), (8, 8, nil), (8, 8, nil)] as [(Int, Int, Int?)] {
            _ = try pixels(1).withUnsafeBytes { (pixels) throws(SVGAError) in
                try pictures.file(pixels, width: width, height: height, options: WebPOptions(quality: quality)) { () throws(SVGAError) in
                    made += 1
                    return []
                }
            }
        }
        #expect(made == 4 && pictures.found == 1)
    }

    @Test func `a failed encoding is tried again`() throws {
        let pictures = EncodedPictures(maximumBytes: 1 << 20)
        for _ in 1...3 {
            #expect(throws: SVGAError.cancelled) {
                try pixels(1).withUnsafeBytes { (pixels) throws(SVGAError) in
                    try pictures.file(pixels, width: 8, height: 8, options: WebPOptions()) { () throws(SVGAError) in throw .cancelled }
                }
            }
        }
        #expect(try ask(pictures, [1, 1]) == [1])
    }
}
