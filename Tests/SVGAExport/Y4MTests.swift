import Foundation
import SVGAExport
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@Suite struct Y4MTests {
    private let folder = TemporaryFolder()

    private var path: String { "\(folder.path)/a.y4m" }

    /// The header's line and the bytes of each frame.
    private func read(_ name: String = "a.y4m", frameBytes: Int) throws -> (header: String, frames: [[UInt8]]) {
        let bytes = try #require(folder.read(name))
        let end = try #require(bytes.firstIndex(of: 10))
        var frames: [[UInt8]] = []
        var rest = bytes[(end + 1)...]
        while !rest.isEmpty {
            #expect(rest.prefix(6).elementsEqual("FRAME\n".utf8))
            frames.append(Array(rest.dropFirst(6).prefix(frameBytes)))
            #expect(frames.last?.count == frameBytes)
            rest = rest.dropFirst(6 + frameBytes)
        }
        return (String(decoding: bytes[..<end], as: UTF8.self), frames)
    }

    /// In decibels, over the colors of all pixels.
    private func signalToNoise(_ left: [UInt8], _ right: [UInt8]) -> Double {
        var sum = 0.0
        for i in left.indices where i % 4 != 3 { sum += pow(Double(left[i]) - Double(right[i]), 2) }
        return sum == 0 ? .infinity : 10 * log10(255 * 255 / (sum / (0.75 * Double(left.count))))
    }

    private func plain(_ color: SVGAColor, width: Int, height: Int) throws -> SVGAScene {
        var options = RenderOptions()
        options.background = color
        return try SVGAScene(WireMovieSize(width, height).entity(), options: options)
    }

    /// A movie without sprites.
    private struct WireMovieSize {
        let width: Int
        let height: Int

        init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

        func entity() -> VideoEntity {
            VideoEntity(
                container: .zlib, version: "2.0", viewBox: SVGASize(width: Double(width), height: Double(height)), fps: 30, frameCount: 4,
                images: [],
                sprites: [], audios: [], sounds: [], diagnostics: [])
        }
    }

    @Test func `the header has size, exact rate, layout and range`() async throws {
        var options = ExportOptions()
        options.timing.frameRate = FrameRate(30000, per: 1001)
        try await Exporter.export(
            SheetMovies.walk(width: 12, height: 8, frames: 20, background: SheetMovies.white), to: Y4MSink(path: path), options: options)
        let (header, frames) = try read(frameBytes: 3 * 12 * 8)
        #expect(header == "YUV4MPEG2 W12 H8 F30000:1001 Ip A1:1 C444 XCOLORRANGE=LIMITED")
        #expect(frames.count == 20)
    }

    @Test(
        arguments: [
            (SVGAColor(red: 1, green: 0, blue: 0), [81, 90, 240]), (SVGAColor(red: 0, green: 1, blue: 0), [145, 54, 34]),
            (SVGAColor(red: 0, green: 0, blue: 1), [41, 240, 110]), (SVGAColor(red: 1, green: 1, blue: 1), [235, 128, 128]),
            (SVGAColor(red: 0, green: 0, blue: 0), [16, 128, 128]),
        ] as [(SVGAColor, [UInt8])])
    func `colors are those of BT 601 in limited range, at odd sizes too`(color: SVGAColor, planes: [UInt8]) async throws {
        for (width, height) in [(1, 1), (3, 7), (4, 2)] {
            let scene = try plain(color, width: width, height: height)
            for chroma in Y4MSink.Chroma.allCases {
                let count = width * height
                let chromaCount = chroma == .full ? count : ((width + 1) / 2) * ((height + 1) / 2)
                try await Exporter.export(scene, frames: [0], to: Y4MSink(path: path, overwrite: true, chroma: chroma))
                let expected = [(planes[0], count), (planes[1], chromaCount), (planes[2], chromaCount)]
                    .flatMap { [UInt8](repeating: $0, count: $1) }
                #expect(try read(frameBytes: expected.count).frames == [expected])
            }
        }
    }

    // Floors: 8-bit samples in limited range round to within about 1.5 of each color, which is 45 to 50 dB if every sample has this error.
    // With a quarter of the samples of color, the edges of flat shapes lose theirs.
    @Test(.needs("ffmpeg"), arguments: [(Y4MSink.Chroma.full, 48.0), (.quarter, 28.0)])
    func `ffmpeg reads the same pictures`(chroma: Y4MSink.Chroma, floor: Double) async throws {
        for (width, height) in [(61, 33), (3, 7), (1, 1)] {
            let scene = try SheetMovies.walk(width: width, height: height, frames: 12, background: SheetMovies.white)
            try await Exporter.export(scene, to: Y4MSink(path: path, overwrite: true, chroma: chroma))
            let data = try #require(
                try Tool.run(
                    "ffmpeg",
                    ["-v", "error", "-i", path, "-f", "rawvideo", "-sws_flags", "accurate_rnd+full_chroma_int", "-pix_fmt", "rgba", "-"]))
            let size = 4 * width * height
            try #require(data.count == 12 * size)
            let decoded = [UInt8](data)
            var rendered: [UInt8] = []
            for frame in 0..<12 { rendered += try scene.pixmap(frame: frame).pixels }
            // A handful of pixels is all edge.
            #expect(signalToNoise(decoded, rendered) >= (width > 10 ? floor : chroma == .full ? 40 : 12))
        }
    }

    @Test func `a frame that is not opaque is an error with advice, and leaves no file`() async throws {
        let scene = try SheetMovies.walk(width: 12, height: 8, frames: 4)
        await #expect(throws: SVGAError.alphaNotHeld(format: "Y4M", frame: 2)) {
            try await Exporter.export(scene, frames: [2], to: Y4MSink(path: path))
        }
        #expect(folder.contents() == [])
        #expect(SVGAError.alphaNotHeld(format: "Y4M", frame: 2).description.contains("background"))
    }

    @Test func `a fourth plane holds straight alpha exactly`() async throws {
        let scene = try SheetMovies.walk(width: 13, height: 9, frames: 4)
        try await Exporter.export(scene, to: Y4MSink(path: path, chroma: .quarter, alpha: true))
        let (header, frames) = try read(frameBytes: 4 * 13 * 9)
        #expect(header.contains(" C444alpha "))
        for (frame, planes) in frames.enumerated() {
            let pixels = try scene.pixmap(frame: frame).pixels
            let alphas: [UInt8] = stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] }
            #expect([UInt8](planes.dropFirst(3 * 13 * 9)) == alphas)
        }
    }

    @Test(.needs("ffmpeg")) func `ffmpeg reads the fourth plane as alpha`() async throws {
        let scene = try SheetMovies.walk(width: 13, height: 9, frames: 4)
        try await Exporter.export(scene, to: Y4MSink(path: path, chroma: .quarter, alpha: true))
        let frames = try read(frameBytes: 4 * 13 * 9).frames
        let data = try #require(try Tool.run("ffmpeg", ["-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "yuva444p", "-"]))
        #expect([UInt8](data) == frames.flatMap { $0 })
    }

    @Test func `a frame of 4096 × 4096 is written`() async throws {
        let scene = try plain(SVGAColor(red: 1, green: 1, blue: 1), width: 4096, height: 4096)
        try await Exporter.export(scene, frames: [0], to: Y4MSink(path: path, chroma: .quarter))
        #expect(try read(frameBytes: 3 * 4096 * 4096 / 2).frames.count == 1)
    }

    @Test func `a full device and a missing folder end it`() async throws {
        let scene = try SheetMovies.walk(width: 12, height: 8, frames: 4, background: SheetMovies.white)
        await #expect(throws: SVGAError.file(path: "/dev/full", reason: "No space left on device")) {
            try await Exporter.export(scene, to: Y4MSink(path: "/dev/full"))
        }
        await #expect(throws: SVGAError.file(path: "\(folder.path)/no/a.y4m", reason: "No such file or directory")) {
            try await Exporter.export(scene, to: Y4MSink(path: "\(folder.path)/no/a.y4m"))
        }
    }
}
