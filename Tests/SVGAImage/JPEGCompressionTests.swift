import SVGAModel
import SVGAPixels
import TestSupport
import Testing

@testable import SVGAImage

@Suite struct JPEGCompressionTests {
    private let compression = JPEGCompression(limits: .default)

    /// Waves with some noise, at the highest quality with the standard's Huffman codes.
    private static func photo(_ color: ImageFixtures.JPEGColor = .rgb, side: Int = 64) -> [UInt8] {
        let channels = color == .gray ? 1 : color == .rgb ? 3 : 4
        var noise: UInt32 = 1
        let samples = (0..<side * side * channels).map { position -> UInt8 in
            noise = noise &* 1_664_525 &+ 1_013_904_223
            return UInt8(2 * (position / channels % side) + position % channels * 30 + Int(noise >> 29))
        }
        return ImageFixtures.jpeg(width: side, height: side, color: color, samples: samples)
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }

    /// The file with segments after its start marker, or with its first segment replaced.
    private static func with(_ segments: [UInt8], _ file: [UInt8] = photo(), replacing: Bool = false) -> [UInt8] {
        let first = replacing ? 2 + Int(file[4]) << 8 + Int(file[5]) : 0
        return Array(file.prefix(2)) + segments + file.dropFirst(2 + first)
    }

    /// EXIF with an orientation and an unnecessary text.
    private static func exif(_ orientation: UInt8) -> [UInt8] {
        let text: [UInt8] = [1, 0x0E, 0, 2, 0, 0, 0, 4] + Array("say\0".utf8)
        let list = [0, 2] + text + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        return segment(0xE1, Array("Exif\0\0MM\0*\0\0\0\u{8}".utf8) + list)
    }

    private func decoded(_ bytes: [UInt8]) throws -> Pixmap { try ImageDecoder.decode(ImageFixtures.entity(.jpeg, bytes)) }

    @Test(arguments: [ImageFixtures.JPEGColor.gray, .rgb, .cmyk])
    func `a JPEG gets smaller with every pixel as it is`(_ color: ImageFixtures.JPEGColor) throws {
        let file = JPEGCompressionTests.photo(color)
        let made = try #require(compression.file(file))
        #expect(made.count < file.count)
        #expect(try decoded(made) == decoded(file))
    }

    @Test
    func `what cannot get smaller is not written anew`() throws {
        let made = try #require(compression.file(JPEGCompressionTests.photo()))
        #expect(compression.file(made) == nil)
    }

    @Test
    func `a JPEG that begins with its steps still does, and one with JFIF too`() throws {
        let file = JPEGCompressionTests.photo()
        #expect(try #require(compression.file(file)).starts(with: [0xFF, 0xD8, 0xFF, 0xE0]))
        let bare = JPEGCompressionTests.with([], file, replacing: true)
        #expect(bare.starts(with: [0xFF, 0xD8, 0xFF, 0xDB]))
        #expect(try #require(compression.file(bare)).starts(with: [0xFF, 0xD8, 0xFF, 0xDB]))
        #expect(try #require(compression.file(bare, quality: 50)).bytes.starts(with: [0xFF, 0xD8, 0xFF, 0xDB]))
    }

    @Test(arguments: [1, 3, 6, 8])
    func `of the metadata an orientation and a color profile stay`(_ orientation: UInt8) throws {
        let profile = JPEGCompressionTests.segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}colours".utf8))
        let comment = JPEGCompressionTests.segment(0xFE, Array("hello".utf8))
        let file = JPEGCompressionTests.with(JPEGCompressionTests.exif(orientation) + profile + comment)
        #expect(EXIFOrientation(jpeg: file).rawValue == Int(orientation))
        let made = try #require(compression.file(file))
        #expect(EXIFOrientation(jpeg: made).rawValue == Int(orientation))
        let text = String(decoding: made, as: Unicode.ASCII.self)
        #expect(text.contains("colours") && !text.contains("hello") && !text.contains("say"))
        #expect(text.contains("Exif") == (orientation != 1))
    }

    @Test
    func `a lower quality is smaller and still the same picture, and is not reached twice`() throws {
        let file = JPEGCompressionTests.photo()
        let exact = try #require(compression.file(file))
        let fine = try #require(compression.file(file, quality: 85))
        let poor = try #require(compression.file(file, quality: 40))
        #expect(poor.bytes.count < fine.bytes.count && fine.bytes.count < exact.count)
        #expect(0 < fine.error && fine.error < poor.error)
        #expect(try StructuralSimilarity.compare(decoded(fine.bytes), decoded(file)) > 0.9)
        #expect(compression.file(fine.bytes, quality: 85) == nil)
        #expect(compression.file(poor.bytes, quality: 85) == nil)
    }

    @Test
    func `inks and damaged files keep their quality`() {
        #expect(compression.file(JPEGCompressionTests.photo(.cmyk), quality: 50) == nil)
        let cut = Array(JPEGCompressionTests.photo().dropLast(700))
        #expect(compression.file(cut) == nil && compression.file(cut, quality: 50) == nil)
        #expect(compression.file([0xFF, 0xD8, 0xFF, 0xDB, 0, 67]) == nil)
    }

    @Test
    func `pictures above the limit are not looked at`() {
        var limits = ReadLimits.default
        limits.imagePixels = 64 * 64 - 1
        #expect(JPEGCompression(limits: limits).file(JPEGCompressionTests.photo()) == nil)
    }
}
