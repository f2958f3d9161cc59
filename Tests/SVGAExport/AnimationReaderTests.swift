import SVGAExport
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// The animation readers of the product against those of the tests.
@Suite struct AnimationReaderTests {
    private struct Picture: Equatable {
        let pixels: [UInt8]
        let seconds: Double
    }

    private func pictures(_ reader: some AnimationReader) throws -> [Picture] {
        var pictures: [Picture] = []
        while let picture = try reader.next() {
            pictures.append(Picture(pixels: picture.pixmap.straightPixels(), seconds: picture.seconds))
        }
        return pictures
    }

    @Test func `a GIF is shown frame by frame, with its disposal methods`() async throws {
        let scene = try movieOfChanges()
        let bytes = try await Exporter.bytes(of: scene, as: .gif(GIFOptions(quality: 100, dither: 0)))
        #expect(
            try pictures(GIFAnimationReader(bytes))
                == GIFReader(bytes).frames.map { Picture(pixels: $0.pixels, seconds: Double($0.delayHundredths) / 100) })
    }

    @Test func `a WebP is shown picture by picture, and a still as one`() async throws {
        let scene = try movieOfChanges()
        let bytes = try await Exporter.bytes(of: scene, as: .webP())
        #expect(
            try pictures(WebPAnimationReader(bytes))
                == WebPReader.read(bytes).frames.map { Picture(pixels: $0.pixels, seconds: $0.seconds) })
        var options = ExportOptions()
        options.timing.frames = [8]
        let still = try await Exporter.bytes(of: scene, as: .webP(), options: options)
        #expect(try pictures(WebPAnimationReader(still)).map(\.pixels) == [scene.pixmap(frame: 8).straightPixels()])
    }

    @Test func `a broken file is an error after the pictures before the break`() async throws {
        let bytes = try await Exporter.bytes(of: try movieOfChanges(), as: .gif())
        let reader = try GIFAnimationReader(Array(bytes.dropLast(bytes.count / 3)))
        #expect(throws: SVGAError.self) {
            while try reader.next() != nil {}
        }
        #expect(throws: SVGAError.self) { try WebPAnimationReader([UInt8]("RIFF".utf8)) }
    }

    @Test func `a file of more pixels than allowed is refused before memory is taken`() async throws {
        let bytes = try await Exporter.bytes(of: try movieOfChanges(), as: .gif())
        var limits = ReadLimits.default
        limits.imagePixels = 3
        #expect(throws: SVGAError.self) { try GIFAnimationReader(bytes, limits: limits) }
    }

    @Test func `a picture of a GIF that lies beside the canvas shows and clears nothing`() throws {
        /// One red pixel at a position, which is cleared before the next one.
        func picture(x: UInt8, y: UInt8) -> [UInt8] {
            [0x21, 0xF9, 4, 2 << 2, 1, 0, 0, 0] + [0x2C, x, 0, y, 0, 1, 0, 1, 0, 0] + [2, 2, 0x44, 0x01, 0]
        }
        let head = Array("GIF89a".utf8) + [2, 0, 2, 0, 0x80, 0, 0] + [255, 0, 0, 0, 0, 0]
        let file = head + picture(x: 0, y: 0) + picture(x: 5, y: 9) + picture(x: 1, y: 0) + [0x3B]
        let red: [UInt8] = [255, 0, 0, 255]
        let clear: [UInt8] = [0, 0, 0, 0]
        let shown = [[red, clear, clear, clear], [clear, clear, clear, clear], [clear, red, clear, clear]]
        #expect(try pictures(GIFAnimationReader(file)).map(\.pixels) == shown.map { $0.flatMap { $0 } })
    }
}
