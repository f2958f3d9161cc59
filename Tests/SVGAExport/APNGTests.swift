import Foundation
import SVGAExport
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@Suite struct APNGTests {
    private let folder = TemporaryFolder()

    private func export(
        _ scene: Scene, encoder: PNGEncoder = PNGEncoder(), options: ExportOptions = ExportOptions()
    ) async throws -> [UInt8] {
        let sink = APNGSink(path: "\(folder.path)/out.apng", overwrite: true, encoder: encoder)
        try await Exporter().export(scene, to: sink, options: options)
        return try #require(folder.read("out.apng"))
    }

    @Test(arguments: [0, 1, 4, 9])
    func `frames are exact at any level of compression`(level: Int) async throws {
        let scene = try movieOfChanges()
        let animation = try APNGReader.read(try await export(scene, encoder: PNGEncoder(level: level)))
        #expect(animation.frames.map(\.pixels) == (try await rawFrames(scene)))
    }

    @Test(arguments: [
        (30.0, 1.0 / 30.0), (29.97, 100.0 / 2997.0), (0.5, 2.0), (900.0, 1.0 / 900.0), (24.999, 1000.0 / 24999.0),
    ])
    func `delays are the exact fraction where 16 bits hold it`(rate: Double, seconds: Double) async throws {
        var options = ExportOptions()
        options.timing.speed = rate / 30
        options.timing.frameRate = FrameRate(rate)
        options.timing.frames = [Int](repeating: 3, count: 60)
        let animation = try APNGReader.read(try await export(try movieOfChanges(), options: options))
        #expect(animation.frames.allSatisfy { $0.seconds == seconds })
    }

    @Test(arguments: [29.970029, 999.999, 0.100001])
    func `the rounding of other delays never adds up`(rate: Double) async throws {
        var options = ExportOptions()
        options.timing.speed = rate / 30
        options.timing.frameRate = FrameRate(rate)
        options.timing.frames = [Int](repeating: 3, count: 300)
        let animation = try APNGReader.read(try await export(try movieOfChanges(), options: options))
        // Its own time base: the delays' denominator is at least 6553.
        #expect(animation.frames.count == 300)
        var seconds = 0.0
        for (index, frame) in animation.frames.enumerated() {
            seconds += frame.seconds
            #expect(abs(seconds - Double(index + 1) / rate) <= 1.0 / 6553)
        }
    }

    @Test func `a frame that would last too long is an error`() async throws {
        var options = ExportOptions()
        options.timing.frameRate = FrameRate(1.1e-5)
        options.timing.frames = [0]
        options.timing.speed = 1e-5
        let scene = try movieOfChanges()
        await #expect(throws: ExportError.timing(reason: "in APNG a frame lasts at most 65535 seconds")) {
            try await Exporter().export(scene, to: APNGSink(path: "\(folder.path)/out.apng"), options: options)
        }
        #expect(folder.contents() == [])
    }

    @Test func `who knows no animations sees the first frame`() async throws {
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

    @Test(.needs("chromium")) func `a browser shows the page's colour where the movie is transparent`() async throws {
        let scene = try movieOfChanges()
        let bytes = try await export(scene)
        try await expectBrowserShows(bytes, type: "image/png", scene, in: folder)
    }
}

/// Holds every frame that a browser decodes, laid over green, against ours.
func expectBrowserShows(_ bytes: [UInt8], type: String, _ scene: Scene, in folder: TemporaryFolder) async throws {
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
    let shown = text.split(separator: ";").map { $0.split(separator: ":") }
    try #require(shown.allSatisfy { $0.count == 2 }, "the page did not end: \(text.suffix(300))")
    let frames = try await rawFrames(scene)
    #expect(shown.count == frames.count)
    let plan = 1_000_000 / Double(scene.movie.fps)
    for (shown, frame) in zip(shown, frames) {
        #expect(abs((Double(shown[0]) ?? 0) - plan) <= 1000)
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
