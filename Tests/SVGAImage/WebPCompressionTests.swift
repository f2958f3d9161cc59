import SVGAModel
import TestSupport
import Testing

@testable import SVGAImage

@Suite struct WebPCompressionTests {
    private let compression = WebPCompression(limits: .default)
    private static let side = 48

    /// Tiles of two sizes, half transparent; some are invisible but have a color.
    private static let pixels: [UInt8] = (0..<side * side).flatMap { position -> [UInt8] in
        let (x, y) = (position % side, position / side)
        return [UInt8(x / 3 * 7), UInt8(y / 5 * 9), UInt8((x * y) % 11 * 20), x < 8 ? 0 : UInt8(100 + y)]
    }

    private static func fast() throws -> [UInt8] {
        try pixels.withUnsafeBytes { try WebPEncoder(options: WebPOptions(effort: 0)).encode($0, width: side, height: side) }
    }

    @Test
    func `a lossless WebP gets smaller with the same visible pixels`() throws {
        let file = try WebPCompressionTests.fast()
        let made = try #require(compression.file(file))
        #expect(made.count < file.count)
        #expect(try ImageDecoder.decode(ImageFixtures.entity(.webp, made)) == ImageDecoder.decode(ImageFixtures.entity(.webp, file)))
        #expect(compression.file(made) == nil)
    }

    @Test
    func `a lossy, an animated, a broken and a profiled WebP stay unchanged`() throws {
        let (side, pixels) = (WebPCompressionTests.side, WebPCompressionTests.pixels)
        #expect(compression.file(ImageFixtures.webp(width: side, height: side, rgba: pixels, quality: 100)) == nil)
        let animated = ImageFixtures.animatedWebP(
            width: side, height: side, frameX: 0, frameY: 0, frameWidth: side, frameHeight: side, rgba: pixels)
        #expect(compression.file(animated) == nil)
        let file = try WebPCompressionTests.fast()
        #expect(compression.file(Array(file.dropLast(40))) == nil)
        #expect(compression.file(WebPCompressionTests.extended(file, flags: 0)) != nil)
        for flags: UInt8 in [0x20, 0x08] { #expect(compression.file(WebPCompressionTests.extended(file, flags: flags)) == nil) }
    }

    /// With the extended header, which declares further chunks.
    private static func extended(_ file: [UInt8], flags: UInt8) -> [UInt8] {
        let last = UInt8(side - 1)
        let body = Array("WEBPVP8X".utf8) + [10, 0, 0, 0, flags | 0x10, 0, 0, 0, last, 0, 0, last, 0, 0] + file.dropFirst(12)
        return Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) } + body
    }
}
