import SVGAExport
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

/// What GIFs give up to be smaller.
@Suite(.needs("ffmpeg", "convert")) struct GIFLossTests {
    private let folder = TemporaryFolder()

    private func export(_ pictures: [Pixmap], _ options: GIFOptions) async throws -> (gif: GIFReader, bytes: Int, result: ExportResult) {
        let sink = GIFSink(path: "\(folder.path)/a.gif", overwrite: true, options: options)
        let result = try await Exporter.export(GIFFixtures.scene(pictures), to: sink)
        let bytes = try #require(folder.read("a.gif"))
        let gif = try GIFReader(bytes)
        #expect(try GIFDecoder.differences("\(folder.path)/a.gif", from: gif) == [])
        return (gif, bytes.count, result)
    }

    /// A smooth slope that moves slowly, in at most 255 grays.
    private func slope(_ count: Int) -> [Pixmap] {
        (0..<count).map { frame in
            GIFFixtures.picture(60, 40) { x, y in
                let gray = UInt8(2 * x + y + frame)
                return Pixel(gray, gray, gray)
            }
        }
    }

    /// The largest difference of a channel of a frame.
    private func worst(_ frame: GIFReader.Frame, _ picture: Pixmap) -> Int {
        zip(frame.pixels, picture.pixels).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }

    @Test func `quality 100 is exact, and less stays close to each frame however long it plays`() async throws {
        let pictures = slope(40)
        let exact = try await export(pictures, GIFOptions(quality: 100))
        let lossy = try await export(pictures, GIFOptions(quality: 60))
        try #require(exact.gif.frames.count == 40)
        #expect(zip(exact.gif.frames, pictures).allSatisfy { worst($0, $1) == 0 })
        // Frames that are close enough to the one before are merged into it.
        var frame = 0
        var errors: [Int] = []
        for shown in lossy.gif.frames {
            for _ in 0..<shown.delayHundredths / 5 {
                errors.append(worst(shown, pictures[frame]))
                frame += 1
            }
        }
        #expect(errors.count == 40)
        let largest = errors.max() ?? 0
        #expect(largest > 0 && largest <= 20)
        #expect(lossy.bytes < exact.bytes * 2 / 3)
    }

    @Test func `more quality is larger and closer`() async throws {
        let pictures = (0..<4).map { frame in
            GIFFixtures.picture(80, 60) { x, y in
                Pixel(UInt8(3 * x), UInt8(4 * y), GIFFixtures.noise(x, y, frame) / 8 + UInt8(x + y))
            }
        }
        var found: [(bytes: Int, error: Double)] = []
        for quality in [10, 40, 70, 100] {
            let made = try await export(pictures, GIFOptions(quality: quality, dither: 0))
            let last = try #require(made.gif.frames.last)
            found.append((made.bytes, GIFFixtures.difference(last.pixels, pictures[3].pixels).error))
        }
        #expect(found.map(\.bytes) == found.map(\.bytes).sorted())
        #expect(found.map(\.error) == found.map(\.error).sorted(by: >))
    }

    @Test func `an opaque movie clears nothing and shows no hole`() async throws {
        let pictures = (0..<6).map { frame in
            GIFFixtures.picture(50, 40) { x, y in Pixel(GIFFixtures.noise(x / 4, y / 4, frame), UInt8(5 * x), UInt8(6 * y)) }
        }
        let made = try await export(pictures, GIFOptions(quality: 80))
        #expect(made.gif.frames.allSatisfy { !$0.isCleared })
        for frame in made.gif.frames { #expect(stride(from: 3, to: frame.pixels.count, by: 4).allSatisfy { frame.pixels[$0] == 255 }) }
        #expect(made.result.lostAlphaShare == 0)
    }

    @Test(arguments: [(0.0, 0.0), (0.5, 0.0), (1.0, 0.25)])
    func `pixels with alpha 0.25 are transparent, or a quarter of them is opaque with dithering`(dither: Double, share: Double) async throws
    {
        let picture = Pixmap(width: 32, height: 32, Pixel(64, 0, 0, 64))
        let made = try await export([picture], GIFOptions(quality: 100, dither: dither))
        let pixels = try #require(made.gif.frames.first).pixels
        let shown = stride(from: 3, to: pixels.count, by: 4).count { pixels[$0] == 255 }
        #expect(shown == Int(share * 32 * 32))
        #expect(made.result.lostAlphaShare == 1)
    }

    @Test func `a matte loses no half transparent pixels`() async throws {
        let made = try await export([Pixmap(width: 8, height: 8, Pixel(64, 0, 0, 64))], GIFOptions(matte: .white))
        #expect(made.result.lostAlphaShare == 0)
    }
}
