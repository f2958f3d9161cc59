import Foundation
import SVGAExport
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// Pictures that disappear, as browsers and other programs show them.
@Suite struct GIFGhostTests {
    private let folder = TemporaryFolder()

    struct Film: Sendable, CustomTestStringConvertible {
        let name: String
        let pictures: @Sendable () -> [Pixmap]

        var testDescription: String { name }
    }

    private static let size = 24

    /// A canvas with a rectangle of one color.
    private static func square(_ area: PixelRect, _ color: Pixel = .red) -> Pixmap {
        GIFFixtures.picture(size, size) { x, y in
            x >= area.minX && x < area.maxX && y >= area.minY && y < area.maxY ? color : .clear
        }
    }

    private static let full = PixelRect(minX: 0, minY: 0, maxX: size, maxY: size)
    private static let left = PixelRect(minX: 2, minY: 3, maxX: 10, maxY: 12)
    private static let right = PixelRect(minX: 13, minY: 8, maxX: 22, maxY: 20)
    private static let clear = Pixmap(width: size, height: size)

    static let films = [
        Film(name: "an opaque canvas that is there and gone in turn") { [square(full), clear, square(full), clear] },
        Film(name: "a square that is there and gone in turn") { [clear, square(left), clear, square(left), clear] },
        Film(name: "a square at the start that does not cover the canvas") { [square(left), square(right), square(left, .blue)] },
        Film(name: "a square that is alone and opaque") { [square(left)] },
        Film(name: "an opaque canvas that shrinks") {
            (0..<6).map { square(PixelRect(minX: 2 * $0, minY: $0, maxX: size - $0, maxY: size)) }
        },
        Film(name: "an opaque square on an opaque canvas that goes") {
            var both = square(full, .green)
            for y in 4..<12 {
                for x in 4..<12 { both.pixels.replaceSubrange(4 * (y * size + x)..<4 * (y * size + x) + 4, with: [9, 9, 9, 255]) }
            }
            return [both, square(full, .green), square(left, .green), clear]
        },
        Film(name: "palettes of their own") {
            (0..<4).map { frame in
                GIFFixtures.picture(size, size) { x, y in
                    (x / 6 + y / 6 + frame) % 3 == 0
                        ? .clear : Pixel(UInt8(10 * x), UInt8(10 * y), GIFFixtures.noise(x, y, frame))
                }
            }
        },
    ]

    private func gif(_ film: Film, _ mode: GIFOptions.PaletteMode = .automatic) async throws -> GIFReader {
        let scene = try GIFFixtures.scene(film.pictures())
        let sink = GIFSink(path: "\(folder.path)/a.gif", overwrite: true, options: GIFOptions(quality: 100, paletteMode: mode))
        try await Exporter.export(scene, to: sink)
        let gif = try GIFReader(try #require(folder.read("a.gif")))
        for (index, frame) in gif.frames.enumerated() {
            let alpha = stride(from: 3, to: frame.pixels.count, by: 4).map { frame.pixels[$0] }
            let expected = try GIFFixtures.expected(scene, frame: index)
            #expect(alpha == stride(from: 3, to: expected.count, by: 4).map { expected[$0] })
        }
        return gif
    }

    @Test(.needs("ffmpeg", "convert"), .needsPython(for: "gif_frames.py", with: "Pillow"), arguments: films)
    func `FFmpeg, Pillow and ImageMagick show what giflib shows`(film: Film) async throws {
        for mode in [GIFOptions.PaletteMode.automatic, .shared, .perFrame] {
            let gif = try await gif(film, mode)
            #expect(try GIFDecoder.differences("\(folder.path)/a.gif", from: gif) == [])
        }
    }

    private func page() -> String {
        folder.write(Array("<!DOCTYPE html><title>GIF</title>".utf8), to: "page.html")
        return "file://\(folder.path)/page.html"
    }

    private func expect(_ value: Any?, from gif: GIFReader) throws {
        let text = try #require(value as? String)
        let data = try #require(Data(base64Encoded: text), "\(text.prefix(200))")
        #expect(GIFDecoder.differences([UInt8](data), from: gif) == [])
    }

    @Test(.needs(Browser.program)) func `Chromium shows what giflib shows`() async throws {
        let browser = try ChromiumPage()
        try browser.open(page())
        for film in Self.films {
            let gif = try await gif(film)
            try expect(try browser.value(GIFDecoder.expression(try #require(folder.read("a.gif")))), from: gif)
        }
    }

    @Test(.needs("firefox-esr")) func `Firefox shows what giflib shows`() async throws {
        let browser = try await FirefoxPage()
        try browser.open(page())
        for film in Self.films {
            let gif = try await gif(film)
            try expect(try browser.value(GIFDecoder.expression(try #require(folder.read("a.gif")))), from: gif)
        }
    }

    @Test(
        .needs("ffmpeg", "convert"), .needsCases("gif-ghost.svga", "gif-ghost-opaque.svga"),
        arguments: [("gif-ghost.svga", [0, 3600, 0, 3600, 0, 3600]), ("gif-ghost-opaque.svga", [3600, 0, 3600, 0])])
    func `a picture of a movie that disappears leaves no ghost`(name: String, opaque: [Int]) async throws {
        let scene = try SVGAScene(VideoEntity(path: TestFiles.sharedCase(name).path))
        try await Exporter.export(scene, to: GIFSink(path: "\(folder.path)/a.gif"))
        let gif = try GIFReader(try #require(folder.read("a.gif")))
        let counts = gif.frames.map { frame in stride(from: 3, to: frame.pixels.count, by: 4).count { frame.pixels[$0] == 255 } }
        #expect(counts == opaque)
        #expect(try GIFDecoder.differences("\(folder.path)/a.gif", from: gif) == [])
    }
}
