import Foundation
import SVGAExport
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@Suite struct APNGTests {
    private let folder = TemporaryFolder()

    private func export(
        _ scene: SVGAScene, encoder: PNGEncoder = PNGEncoder(), options: ExportOptions = ExportOptions()
    ) async throws -> [UInt8] {
        let sink = APNGSink(path: "\(folder.path)/out.apng", overwrite: true, encoder: encoder)
        try await Exporter.export(scene, to: sink, options: options)
        return try #require(folder.read("out.apng"))
    }

    @Test(arguments: 0...6)
    func `frames are exact with any effort`(effort: Int) async throws {
        let scene = try movieOfChanges()
        let animation = try APNGReader.read(try await export(scene, encoder: PNGEncoder(effort: effort)))
        #expect(animation.shown(framesPerSecond: 30) == (try await rawFrames(scene)))
    }

    @Test(arguments: [(30, 1, 30), (29.97, 100, 2997), (0.5, 2, 1), (900, 1, 900), (24.999, 1000, 24999)] as [(Double, Double, Double)])
    func `delays are the exact fraction where 16 bits hold it`(rate: Double, delay: Double, divisor: Double) async throws {
        var options = ExportOptions()
        options.timing.speed = rate / 30
        options.timing.frameRate = FrameRate(rate)
        // Frames that differ.
        options.timing.frames = [3, 6]
        let animation = try APNGReader.read(try await export(try movieOfChanges(), options: options))
        let seconds = delay / divisor
        #expect(animation.frames.map(\.seconds) == [seconds, seconds])
    }

    @Test(arguments: [29.970029, 999.999, 0.100001])
    func `the rounding of other delays never adds up`(rate: Double) async throws {
        var options = ExportOptions()
        options.timing.speed = rate / 30
        options.timing.frameRate = FrameRate(rate)
        options.timing.frames = (0..<300).map { $0 % 2 == 0 ? 3 : 6 }
        let animation = try APNGReader.read(try await export(try movieOfChanges(), options: options))
        // Its own time base: the delays' denominator is at least 6553.
        #expect(animation.frames.count == 300)
        var seconds = 0.0
        for (index, frame) in animation.frames.enumerated() {
            seconds += frame.seconds
            #expect(abs(seconds - Double(index + 1) / rate) <= 1.0 / 6553)
        }
    }

    @Test(arguments: [30.0, 29.97, 29.970029, 0.001])
    func `frames that look the same are one that lasts as long, as far as 16 bits allow`(rate: Double) async throws {
        var options = ExportOptions()
        options.timing.speed = rate / 30
        options.timing.frameRate = FrameRate(rate)
        options.timing.frames = [Int](repeating: 3, count: 2000) + [6, 6, 6]
        let scene = try movieOfChanges()
        let bytes = try await export(scene, options: options)
        let animation = try APNGReader.read(bytes)
        #expect(animation.frames.count == 2 || rate != 30)
        #expect(animation.frames.count < 200 && bytes.count < 20_000)
        #expect(abs(animation.seconds - 2003 / rate) <= 2003 / rate * 1e-9 + 1.0 / 6553)
        options = ExportOptions()
        options.timing.frames = [3, 6]
        let pixels = try await rawFrames(scene, options: options)
        let change = try #require(animation.frames.firstIndex { $0.pixels == pixels[1] })
        #expect(animation.frames[..<change].allSatisfy { $0.pixels == pixels[0] })
        #expect(animation.frames[change...].allSatisfy { $0.pixels == pixels[1] })
    }

    @Test(arguments: [
        (colors: 2, isGray: false, isOpaque: false, type: 3), (200, false, false, 3), (255, false, true, 3), (256, false, true, 3),
        (3000, false, true, 2), (3000, true, false, 4), (3000, false, false, 6),
    ])
    func `the complete file has the smallest layout that fits all frames`(colors: Int, isGray: Bool, isOpaque: Bool, type: Int) async throws
    {
        let movie = SpottedMovie(colors: colors, isGray: isGray, isOpaque: isOpaque)
        for effort in [0, 3] {
            let sink = APNGSink(path: "\(folder.path)/out.apng", overwrite: true, encoder: PNGEncoder(effort: effort))
            try await Exporter.export(movie, to: sink)
            let bytes = try #require(folder.read("out.apng"))
            #expect(Int(bytes[25]) == type)
            let animation = try APNGReader.read(bytes)
            #expect(animation.shown(framesPerSecond: 10) == (0..<movie.frameCount).map { movie.pixels(frame: $0) })
        }
    }

    @Test func `unchanged parts of an opaque movie are left out, also without alpha`() async throws {
        // Noise, of which two far corners change in each frame.
        func movie(frames: Int) throws -> SVGAScene {
            try GIFFixtures.scene(
                (0..<frames).map { frame in
                    GIFFixtures.picture(64, 64) { x, y in
                        let z = x + y == 0 || x + y == 126 ? frame : 0
                        return Pixel(GIFFixtures.noise(x, y, z), GIFFixtures.noise(y, x, z), GIFFixtures.noise(x, y, z + 9))
                    }
                })
        }
        let first = try await Exporter.bytes(of: movie(frames: 1), as: .apng).count
        let all = try await Exporter.bytes(of: movie(frames: 8), as: .apng).count
        #expect(all < 2 * first, "\(first), \(all)")
    }

    @Test func `a frame that would last too long is an error`() async throws {
        var options = ExportOptions()
        options.timing.frameRate = FrameRate(1.1e-5)
        options.timing.frames = [0]
        options.timing.speed = 1e-5
        let scene = try movieOfChanges()
        await #expect(throws: SVGAError.timing(reason: "in APNG a frame lasts at most 65535 seconds")) {
            try await Exporter.export(scene, to: APNGSink(path: "\(folder.path)/out.apng"), options: options)
        }
        #expect(folder.contents() == [])
    }

    @Test func `a reader without animations shows the first frame`() async throws {
        let scene = try movieOfChanges()
        let bytes = try await export(scene)
        #expect(try ImageDecoder.decode(ImageFixtures.entity(.png, bytes)) == scene.pixmap(frame: 0))
    }

    @Test(.needs("ffmpeg")) func `ffmpeg finds the same frames`() async throws {
        let scene = try movieOfChanges()
        _ = try await export(scene)
        let arguments = ["-v", "error", "-i", "\(folder.path)/out.apng", "-f", "rawvideo", "-pix_fmt", "rgba", "-"]
        let bytes = [UInt8](try #require(try Tool.run("ffmpeg", arguments)))
        #expect(bytes == (try await rawFrames(scene)).flatMap { $0 })
    }

    @Test(.needs(Browser.program)) func `a browser shows the page's color where the movie is transparent`() async throws {
        let scene = try movieOfChanges()
        let bytes = try await export(scene)
        try await expectBrowserShows(bytes, type: "image/png", scene, in: folder)
    }
}

/// Frames of spots in as many colors as wanted, of which a few near opposite corners change from frame to frame, and none from the third to
/// the fifth.
struct SpottedMovie: PlayableAnimation {
    let colors: Int
    let isGray: Bool
    let isOpaque: Bool
    var frameCount = 8
    let frameRate = FrameRate(10)!
    let widthPixels = 64
    let heightPixels = 64
    var audios: [AudioEntity] { [] }
    var sounds: [SoundEntity] { [] }

    func makePainter() -> Painter { Painter(self) }

    /// Straight RGBA.
    func pixels(frame: Int) -> [UInt8] {
        let step = frame > 4 ? frame - 2 : min(frame, 2)
        return (0..<widthPixels * heightPixels).flatMap { pixel -> [UInt8] in
            let changes = pixel == 0 || pixel == widthPixels * heightPixels - 1 || pixel % 97 == 3
            let color = UInt32(((pixel + (changes ? step : 0)) &* 7919) % colors)
            let alpha = isOpaque ? 255 : UInt8(truncatingIfNeeded: color / 64 &* 5 &+ 20)
            let shade = UInt8(truncatingIfNeeded: color)
            return isGray ? [shade, shade, shade, alpha] : [shade, UInt8(truncatingIfNeeded: color >> 8), shade ^ 90, alpha]
        }
    }

    final class Painter: AnimationPainter {
        private let movie: SpottedMovie
        private var frame = 0

        init(_ movie: SpottedMovie) { self.movie = movie }

        func paint(frame: Int) { self.frame = frame }

        func copyPixels(_ format: PixelFormat, bytesPerRow: Int?, into buffer: UnsafeMutableRawBufferPointer) {
            buffer.copyBytes(from: movie.pixels(frame: frame))
        }
    }
}

/// Holds every frame that a browser decodes, laid over green, against ours.
func expectBrowserShows(_ bytes: [UInt8], type: String, _ scene: SVGAScene, in folder: TemporaryFolder) async throws {
    // The timer is for the page's clock, which runs ahead when nothing happens on the page while another thread decodes.
    let page = """
        <body><script>(async () => {
        let sum = 0
        const timer = setInterval(() => { for (let i = 0; i < 1000000; i++) sum = sum * 5 % 7 + i }, 5)
        const data = Uint8Array.from(atob("\(Data(bytes).base64EncodedString())"), c => c.charCodeAt(0))
        const decoder = new ImageDecoder({data, type: "\(type)"})
        await decoder.tracks.ready
        await decoder.completed
        const canvas = document.createElement("canvas"), context = canvas.getContext("2d"), lines = []
        for (let i = 0; i < decoder.tracks.selectedTrack.frameCount; i++) {
            const {image} = await decoder.decode({frameIndex: i})
            canvas.width = image.displayWidth
            canvas.height = image.displayHeight
            context.fillStyle = "#00ff00"
            context.fillRect(0, 0, canvas.width, canvas.height)
            context.drawImage(image, 0, 0)
            lines.push(image.duration + ":" + context.getImageData(0, 0, canvas.width, canvas.height).data.join(","))
        }
        clearInterval(timer)
        document.body.textContent = lines.join(";")
        })()</script></body>
        """
    folder.write(Array(page.utf8), to: "page.html")
    let document = try Browser.document(ofPage: "\(folder.path)/page.html")
    let text = try #require(document.split(separator: "<body>").last?.split(separator: "</body>").first)
    let pictures = text.split(separator: ";").map { $0.split(separator: ":") }
    try #require(pictures.allSatisfy { $0.count == 2 }, "the page did not end: \(text.suffix(300))")
    let frames = try await rawFrames(scene)
    let plan = 1_000_000 / Double(scene.movie.fps)
    // A frame that looks as the one before it may be part of that one.
    let shown = pictures.flatMap { picture in
        let count = ((Double(picture[0]) ?? 0) / plan).rounded()
        #expect(abs((Double(picture[0]) ?? 0) - count * plan) <= 1000)
        return [[Substring]](repeating: picture, count: Int(count))
    }
    #expect(shown.count == frames.count)
    for (shown, frame) in zip(shown, frames) {
        let pixels = shown[1].split(separator: ",").map { Int($0) ?? -1 }
        let ground = [0, 255, 0]
        var worst = 0
        for index in frame.indices where index % 4 < 3 {
            let alpha = Double(frame[index | 3]) / 255
            let expected = Double(frame[index]) * alpha + Double(ground[index % 4]) * (1 - alpha)
            worst = max(worst, abs(pixels[index] - Int(expected.rounded())))
        }
        #expect(worst <= 2)
    }
}
