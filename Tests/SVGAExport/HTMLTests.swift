import Foundation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAExport

@Suite struct HTMLTests {
    private let folder = TemporaryFolder()

    private var path: String { "\(folder.path)/a.html" }

    private func options(_ title: String = "gift.svga") -> HTMLOptions {
        var options = HTMLOptions(title: title)
        options.autoplay = false
        return options
    }

    private func page() throws -> String { String(decoding: try #require(folder.read("a.html")), as: UTF8.self) }

    /// The JSON in one of the page's scripts.
    private func json(_ id: String) throws -> Any {
        let page = try page()
        let start = try #require(page.range(of: "<script type=\"application/json\" id=\"\(id)\">"))
        let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
        return try JSONSerialization.jsonObject(with: Data(page[start.upperBound..<end.lowerBound].utf8), options: .fragmentsAllowed)
    }

    /// What a script makes of the page. Tests with it have the trait `.needs(Browser.program)`.
    private func run(_ script: String) async throws -> String {
        let browser = try ChromiumPage()
        try browser.open("file://\(path)")
        try await browser.wait(for: "window.svga")
        #expect(browser.complaints == [])
        return try #require(try browser.value("(async () => { \(script) })()") as? String)
    }

    /// How many bytes of a canvas are not as rendered. Where alpha is neither none nor full, a browser may round colors otherwise by 1.
    private func wrongBytes(_ seen: [UInt8], _ rendered: Pixmap) -> Int {
        guard seen.count == rendered.pixels.count else { return seen.count }
        var wrong = 0
        for i in seen.indices {
            let alpha = Int(seen[i | 3])
            let value = i % 4 == 3 ? alpha : (Int(seen[i]) * alpha + 127) / 255
            let tolerance = i % 4 == 3 || alpha == 0 || alpha == 255 ? 0 : 1
            if abs(value - Int(rendered.pixels[i])) > tolerance { wrong += 1 }
        }
        return wrong
    }

    private func expectBrowser(toShow frames: [Int], of scene: SVGAScene) async throws {
        let page = try PlayedPage()
        try await page.open(path)
        for frame in frames {
            try page.browser.value("svga.show(\(frame))")
            let seen = try page.browser.pixels(ofCanvas: "svga.canvas").bytes
            #expect(wrongBytes(seen, try scene.pixmap(frame: frame)) == 0, "frame \(frame)")
        }
        #expect(page.browser.complaints == [])
    }

    // MARK: In a browser

    @Test(.needs(Browser.program)) func `a browser shows the frames exactly, forward, backward and from anywhere`() async throws {
        let scene = try SheetMovies.walk(width: 41, height: 23, frames: 40)
        try await Exporter.export(scene, to: HTMLSink(path: path, options: options()))
        let frames = Array(0..<40) + (0..<40).reversed() + [37, 2, 2, 18, 16, 15, 39, 0]
        try await expectBrowser(toShow: frames, of: scene)
    }

    @Test(.needs(Browser.program)) func `a browser shows a real movie exactly`() async throws {
        var render = RenderOptions()
        render.size = .scale(0.2)
        let movie = try VideoEntity(path: TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga").path)
        let scene = try SVGAScene(movie, options: render)
        try await Exporter.export(scene, to: HTMLSink(path: path, options: options()))
        let frames = [0, 30, 31, 50, 49, 89, 12]
        try await expectBrowser(toShow: frames, of: scene)
    }

    @Test(.needs(Browser.program), arguments: [(1, 1), (3, 7)])
    func `a browser shows tiny canvases and single frames`(width: Int, height: Int) async throws {
        let scene = try SheetMovies.walk(width: width, height: height, frames: 1)
        try await Exporter.export(scene, to: HTMLSink(path: path, options: options()))
        try await expectBrowser(toShow: [0], of: scene)
    }

    @Test(.needs(Browser.program)) func `playing moves on with the clock, ends after as many repetitions as asked for, and keys work`()
        async throws
    {
        var export = ExportOptions()
        export.timing.loopCount = 2
        try await Exporter.export(
            SheetMovies.walk(width: 20, height: 10, frames: 30), to: HTMLSink(path: path, options: options()), options: export)
        let script = """
            const wait = ms => new Promise(done => setTimeout(done, ms));
            const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            await svga.show(0);
            press("ArrowRight");
            press("ArrowRight");
            for (let turn = 0; svga.frame !== 2 && turn < 3000; turn++) await wait(20);
            const stepped = svga.frame;
            const isPlaying = () => document.getElementById("play").getAttribute("aria-label") === "Pause";
            let seen = new Set(), taken = 0;
            // A busy machine may show only the first and the last frame, or stop the browser: then it plays again.
            for (let round = 0; round < 20 && !(seen.size > 3 && taken < 10000); round++) {
              const start = performance.now();
              seen = new Set();
              press("Home");
              press(" ");
              while (isPlaying() && performance.now() < start + 20000) {
                seen.add(svga.frame);
                await wait(10);
              }
              taken = performance.now() - start;
            }
            return [stepped, svga.frame, seen.size, taken].join(" ");
            """
        let text = try await run(script)
        let words = text.split(separator: " ").compactMap { Double($0) }
        try #require(words.count == 4, "\(text)")
        #expect(words[0] == 2 && words[1] == 29)
        // Twice a second; a busy machine drops frames, but time goes on.
        #expect(words[2] > 3 && (1990..<10_000).contains(words[3]), "\(text)")
    }

    // MARK: The page itself

    @Test func `it holds a patch for each frame and asks for nothing from elsewhere`() async throws {
        try await Exporter.export(
            SheetMovies.walk(width: 20, height: 10, frames: 20), frames: [0, 0, 5, 6] + Array(0..<20),
            to: HTMLSink(path: path, options: options()))
        let patches = try #require(try json("patches") as? [Any])
        #expect(patches.count == 24)
        // A repeated frame and one that is like the one before are no patch.
        #expect(patches[1] as? Int == 0 && patches[3] as? Int == 0)
        let first = try #require(patches[0] as? [Any])
        let base64 = try #require(first[3] as? String)
        let picture = try #require(Data(base64Encoded: base64))
        #expect(picture.prefix(4).elementsEqual("RIFF".utf8))
        let movie = try #require(try json("movie") as? [String: Any])
        #expect(movie["frames"] as? Int == 24 && movie["rate"] as? [Int] == [30, 1] && movie["loops"] as? Int == 0)
        let page = try page()
        for reference in ["src=", "href=", "http:", "https:", "@import", "url("] { #expect(!page.contains(reference)) }
        #expect(page.contains("default-src 'none'"))
        #expect(folder.contents() == ["a.html"])
    }

    @Test func `a hostile title is only text`() async throws {
        let title = "</title><script>alert('x')</script>&\"\n"
        try await Exporter.export(
            SheetMovies.walk(width: 4, height: 4, frames: 1), to: HTMLSink(path: path, options: options(title)))
        let page = try page()
        #expect(!page.contains("<script>alert"))
        #expect(page.contains("&lt;/title&gt;&lt;script&gt;alert('x')&lt;/script&gt;&amp;&quot; "))
    }

    @Test(.needs(Browser.program)) func `a browser shows a hostile title literally`() async throws {
        let title = "</title><script>alert('x')</script>&\"\n"
        try await Exporter.export(
            SheetMovies.walk(width: 4, height: 4, frames: 1), to: HTMLSink(path: path, options: options(title)))
        let seen = try await run("return document.title.length + ' ' + document.scripts.length")
        #expect(seen.hasPrefix("\(title.count - 1) "))
    }

    @Test func `lossy pages are smaller`() async throws {
        var render = RenderOptions()
        render.size = .scale(0.3)
        let movie = try VideoEntity(path: TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga").path)
        let scene = try SVGAScene(movie, options: render)
        let frames = Array(50..<58)
        let exact = try await Exporter.export(scene, frames: frames, to: HTMLSink(path: path, options: options()))
        var lossy = options()
        lossy.webP.quality = 50
        let small = try await Exporter.export(scene, frames: frames, to: HTMLSink(path: path, overwrite: true, options: lossy))
        #expect(small.byteCount < exact.byteCount)
        #expect(folder.read("a.html")?.count == small.byteCount)
    }

    @Test func `frames that need none before them come closer on large canvases`() {
        #expect(HTMLFrameEncoder.keyInterval(width: 750, height: 750) == 16)
        #expect(HTMLFrameEncoder.keyInterval(width: 2048, height: 2048) == 6)
        #expect(HTMLFrameEncoder.keyInterval(width: 4096, height: 4096) == 4)
    }

    @Test func `a frame of 4096 × 4096 is written`() async throws {
        let scene = try SheetMovies.walk(width: 4096, height: 4096, frames: 1)
        var fast = options()
        fast.webP.effort = 0
        try await Exporter.export(scene, to: HTMLSink(path: path, options: fast))
        #expect(try (json("patches") as? [Any])?.count == 1)
    }

    @Test func `a full device, a missing folder and a cancellation end it and leave nothing`() async throws {
        let scene = try SheetMovies.walk(width: 20, height: 10, frames: 200)
        await #expect(throws: SVGAError.file(path: "/dev/full", reason: "No space left on device")) {
            try await Exporter.export(scene, to: HTMLSink(path: "/dev/full", options: options()))
        }
        await #expect(throws: SVGAError.file(path: "\(folder.path)/no/a.html", reason: "No such file or directory")) {
            try await Exporter.export(scene, to: HTMLSink(path: "\(folder.path)/no/a.html", options: options()))
        }
        let (path, plain) = (path, options())
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await Exporter.export(scene, to: HTMLSink(path: path, options: plain))
        }
        await #expect(throws: SVGAError.cancelled) { try await task.value }
        #expect(folder.contents() == [])
    }

    // MARK: Sound

    private struct Ramp: SoundTrack {
        let sampleRate = 8000
        let channels = 1
        let sampleCount = 40_001

        func read(at position: Int, into samples: UnsafeMutableBufferPointer<Float>) throws(SVGAError) {
            for i in samples.indices { samples[i] = Float((position + i) % 1000) / 1000 }
        }
    }

    private func write(_ sink: HTMLSink) throws {
        let scene = try SheetMovies.walk(width: 8, height: 8, frames: 1)
        let plan = ExportPlan(widthPixels: 8, heightPixels: 8, frames: [0], frameRate: try #require(FrameRate(30)), sound: Ramp())
        let encoder = try sink.begin(plan, preview: FramePreview(scene, plan: plan))
        let pixels = [UInt8](repeating: 0, count: 256)
        try pixels.withUnsafeBytes { try sink.write(encoder.encode(FramePicture(pixels: $0, position: 0, frame: 0)), at: 0) }
        try sink.finish()
        try sink.commit()
    }

    @Test func `sound is a WAV unless something smaller can be made of it`() throws {
        try write(HTMLSink(path: path, options: options()))
        var sound = try #require(try json("soundFile") as? [String: String])
        let base64 = try #require(sound["data"])
        let wave = [UInt8](try #require(Data(base64Encoded: base64)))
        #expect(sound["type"] == "audio/wav" && wave.count == 44 + 2 * 40_001)
        // Sample 40,000 is 0 again, the one before 0.999.
        #expect(wave.suffix(4) == [0xDF, 0x7F, 0, 0])
        try write(
            HTMLSink(path: path, overwrite: true, options: options()) { (track) throws(SVGAError) in
                (bytes: [1, 2, 3, UInt8(track.channels)], mimeType: "audio/mpeg")
            })
        sound = try #require(try json("soundFile") as? [String: String])
        #expect(sound == ["type": "audio/mpeg", "data": "AQIDAQ=="])
    }

    @Test func `bytes become base64 in pieces of any length`() {
        let bytes = (0..<50).map { UInt8(truncatingIfNeeded: $0 &* 77) }
        for length in 0..<bytes.count {
            for step in 1...5 {
                var base64 = Base64()
                for start in stride(from: 0, to: length, by: step) {
                    Array(bytes[start..<min(length, start + step)]).withUnsafeBytes { base64.append($0) }
                }
                base64.end()
                #expect(String(decoding: base64.text, as: UTF8.self) == Data(bytes[..<length]).base64EncodedString())
            }
        }
    }
}
