import SVGAImage
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

/// The output of ``Pixmap/encoded(as:)``, read back.
@Suite struct PictureFormatTests {
    /// Smooth colors and, unless opaque, smooth alpha.
    private static func picture(isOpaque: Bool) -> Pixmap {
        var pixmap = Pixmap(width: 61, height: 47)
        for y in 0..<47 {
            for x in 0..<61 {
                let alpha = isOpaque ? 255 : min(255, 5 * x)
                let color = [4 * x, 5 * y, 255 - 2 * x - y].map { UInt8(min(255, $0) * alpha / 255) }
                pixmap.pixels.replaceSubrange(4 * (61 * y + x)..<4 * (61 * y + x) + 4, with: color + [UInt8(alpha)])
            }
        }
        return pixmap
    }

    private func decoded(_ picture: Pixmap, _ format: PictureFormat) throws -> Pixmap {
        let bytes = try picture.encoded(as: format)
        guard case .image(let kind) = PayloadKind.sniff(bytes) else { throw SVGAError.unknownFormat }
        return try ImageDecoder.decode(ImageFixtures.entity(kind, bytes))
    }

    /// In decibels, over all four channels.
    private func peakSignalToNoise(_ left: Pixmap, _ right: Pixmap) -> Double {
        let squares = zip(left.pixels, right.pixels).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
        guard squares > 0 else { return .infinity }
        // 10 × log10(x) without a mathematics library: decibels are only compared with multiples of ten.
        var ratio = 255 * 255 * Double(left.pixels.count) / Double(squares)
        var decibels = 0.0
        while ratio >= 10 { (ratio, decibels) = (ratio / 10, decibels + 10) }
        return decibels + ratio
    }

    @Test(arguments: [PictureFormat.png, .webP()], [false, true])
    func `what is written without loss comes back exactly`(format: PictureFormat, isOpaque: Bool) throws {
        let picture = Self.picture(isOpaque: isOpaque)
        #expect(try decoded(picture, format) == picture)
    }

    @Test(arguments: [(PictureFormat.jpeg(quality: 95), true), (.jpeg(), true), (.webP(quality: 90), true), (.webP(quality: 90), false)])
    func `what is written with loss comes back nearly the same`(format: PictureFormat, isOpaque: Bool) throws {
        let picture = Self.picture(isOpaque: isOpaque)
        let result = try decoded(picture, format)
        #expect(result.width == picture.width && result.height == picture.height)
        #expect(peakSignalToNoise(result, picture) > 30)
    }

    @Test func `a better quality is closer and larger`() throws {
        // Noise, for which lossless would be larger.
        var picture = Pixmap(width: 64, height: 64)
        var generator = SeededGenerator(state: 5)
        for position in picture.pixels.indices {
            picture.pixels[position] = position % 4 == 3 ? 255 : UInt8.random(in: 60...200, using: &generator)
        }
        for (low, high) in [(PictureFormat.jpeg(quality: 10), PictureFormat.jpeg(quality: 95)), (.webP(quality: 5), .webP(quality: 98))] {
            #expect(peakSignalToNoise(try decoded(picture, low), picture) < peakSignalToNoise(try decoded(picture, high), picture))
            #expect(try picture.encoded(as: low).count < picture.encoded(as: high).count)
        }
    }

    @Test func `a JPEG is laid on its background`() throws {
        let half = Pixmap(width: 16, height: 16, Pixel(128, 0, 0, 128))
        for (background, expected) in [(SVGAColor.white, Pixel(255, 127, 127)), (.black, Pixel(128, 0, 0))] {
            let pixel = try decoded(half, .jpeg(quality: 100, background: background)).pixel(8, 8)
            let differences = [(pixel.red, expected.red), (pixel.green, expected.green), (pixel.blue, expected.blue)]
            #expect(differences.allSatisfy { abs(Int($0.0) - Int($0.1)) <= 2 }, "\(pixel) is not \(expected)")
            #expect(pixel.alpha == 255)
        }
    }

    @Test func `a quality out of its range is the nearest in it`() throws {
        let picture = Self.picture(isOpaque: true)
        #expect(try picture.encoded(as: .jpeg(quality: 1000)) == picture.encoded(as: .jpeg(quality: 100)))
        #expect(try picture.encoded(as: .jpeg(quality: -3)) == picture.encoded(as: .jpeg(quality: 1)))
        #expect(try picture.encoded(as: .webP(quality: 1000)) == picture.encoded(as: .webP(quality: 100)))
    }

    @Test func `a side above the format's maximum is an error`() throws {
        let long = Pixmap(width: 70_000, height: 1)
        func format(_ format: PictureFormat) -> ImageEntity.Format? {
            do throws(SVGAError) {
                _ = try long.encoded(as: format)
                return nil
            } catch {
                guard case .encoding(let format, _)? = error.detail else { return nil }
                return format
            }
        }
        #expect(format(.jpeg()) == .jpeg)
        #expect(format(.webP()) == .webp)
        #expect(format(.png) == nil)
    }
}
