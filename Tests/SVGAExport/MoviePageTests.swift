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

/// Pages that draw the movie themselves.
@Suite struct MoviePageTests {
    private let folder = TemporaryFolder()

    private var path: String { "\(folder.path)/a.html" }

    private static func sample(_ name: String) throws -> VideoEntity {
        try VideoEntity(path: TestFiles.root.appendingPathComponent("samples/\(name).svga").path)
    }

    @discardableResult
    private func export(
        _ animation: some Animation, _ options: HTMLOptions = HTMLOptions(), _ export: ExportOptions = ExportOptions()
    ) async throws -> ExportResult {
        var options = options
        options.autoplay = false
        return try await MoviePage(options, compressSound: nil).export(
            animation, to: OutputPlace(path: path, overwrite: true), options: export, sound: nil
        ) { _ in }
    }

    private func page() throws -> String { String(decoding: try #require(folder.read("a.html")), as: UTF8.self) }

    /// Canvases blend and smooth a little otherwise.
    private func expectAlike(_ page: PlayedPage, _ scene: Scene, _ frames: [Int], at places: [Int]? = nil) throws {
        for (place, frame) in zip(places ?? frames, frames) {
            let similarity = StructuralSimilarity.compare(try page.frame(place), try scene.pixmap(frame: frame))
            #expect(similarity >= 0.995, "frame \(frame): \(similarity)")
        }
    }

    // MARK: In a browser

    @Test(.needs("chromium"), arguments: ["gift", "mattes", "clips", "keep", "badge"])
    func `a browser draws our samples as they are rendered`(name: String) async throws {
        let scene = try Scene(Self.sample(name))
        try await export(scene)
        let page = try PlayedPage()
        try await page.open(path)
        try expectAlike(page, scene, stride(from: 0, to: scene.frames, by: max(1, scene.frames / 6)).map { $0 })
        #expect(page.browser.complaints == [])
    }

    @Test(.needs("chromium")) func `substitutions, size, background and the order of frames are those of the scene`() async throws {
        var options = RenderOptions(filter: .bilinear)
        options.size = .scale(0.75)
        options.background = Color(red: 0.2, green: 0.1, blue: 0.3)
        let photo = try ReplacementImage(bytes: TestFiles.bytes(TestFiles.root.appendingPathComponent("samples/photo.jpg")))
        let scene = try Scene(Self.sample("gift"), options: options).with {
            $0.setImage(photo, fit: .cover, mask: .circle, forKey: "user1")
            $0.setText("Lin Xiaoyu", forKey: "name")
            $0.setOffset(x: 10, y: -20, forKey: "crown")
            $0.setOpacity(0.5, forKey: "user1")
        }
        var export = ExportOptions()
        export.timing.isReversed = true
        try await self.export(scene, HTMLOptions(), export)
        let page = try PlayedPage()
        try await page.open(path)
        let last = scene.frames - 1
        try expectAlike(page, scene, [66, 45, 0], at: [last - 66, last - 45, last])
        #expect(page.browser.complaints == [])
    }

    @Test(.needs("chromium")) func `keys can be hidden, replaced and written on while it plays`() async throws {
        let scene = try Scene(Self.sample("gift"))
        try await export(scene)
        let page = try PlayedPage()
        try await page.open(path)
        #expect((try page.browser.value("svga.player.keys") as? [String])?.contains("user1") == true)
        try page.browser.value("svga.player.hide('user1')")
        try expectAlike(page, try scene.with { $0.setHidden(true, forKey: "user1") }, [60])
        try page.browser.value("svga.player.hide('user1', false)")
        let before = try page.frame(60)
        try page.browser.value(
            "(async () => { const red = new OffscreenCanvas(4, 4); const c = red.getContext('2d'); c.fillStyle = '#f00'; c.fillRect(0, 0, 4, 4); await svga.player.setImage('user1', red); })()"
        )
        let red = try ReplacementImage(Pixmap(width: 4, height: 4, .red))
        try expectAlike(page, try scene.with { $0.setImage(red, forKey: "user1") }, [60])
        try page.browser.value("svga.player.setImage('user1', null)")
        #expect(try page.frame(60) == before)
        try page.browser.value("svga.player.setText('name', 'Bo')")
        #expect(try page.frame(60) != before)
        #expect(page.browser.complaints == [])
    }

    @Test(.needs("chromium")) func `pausing shows the frame that the readout says, and late frames are left out`() async throws {
        let scene = try Scene(Self.sample("gift"))
        try await export(scene)
        let page = try PlayedPage()
        try await page.open(path)
        try page.browser.value("svga.play()")
        try await page.browser.wait(for: "svga.statistics.shown > 10")
        try page.browser.value("svga.pause()")
        let frame = try #require(try page.browser.value("Number(document.getElementById('number').textContent)") as? Int)
        #expect(frame > 10)
        #expect(try page.canvas() == page.frame(frame))
    }

    @Test(.needs("chromium")) func `nothing is wider than a window of 320 pixels`() async throws {
        let page = try PlayedPage(width: 320, height: 600)
        for title in ["gift", String(repeating: "wide ", count: 30)] {
            try await export(try Scene(Self.sample("gift")), HTMLOptions(title: title))
            try await page.open(path)
            let widest = "Math.max(...[...document.querySelectorAll('body *')].map(one => one.getBoundingClientRect().right))"
            #expect(try #require(try page.browser.value(widest) as? NSNumber).doubleValue <= 320)
        }
    }

    @Test(.needs("chromium")) func `a module of a movie draws it in another's page`() async throws {
        let scene = try Scene(Self.sample("gift"))
        _ = try await MoviePage(HTMLOptions(), compressSound: nil).exportModule(
            scene, to: OutputPlace(path: "\(folder.path)/gift.js"), options: ExportOptions()
        ) { _ in }
        let page = """
            <!doctype html><canvas id="gift"></canvas>
            <script type="module">
            import open, { SVGAPlayer, movie } from "./gift.js";
            const player = await open(document.getElementById("gift"));
            window.svga = { player, canvas: player.canvas, show: (frame) => player.seek(frame), isSame: SVGAPlayer === player.constructor && movie.length > 0 };
            </script>
            """
        folder.write(Array(page.utf8), to: "a.html")
        let played = try PlayedPage(readsFiles: true)
        try await played.open(path)
        try expectAlike(played, scene, [0, 45, 89])
        #expect(try played.browser.value("svga.isSame && svga.player.frames === 90 && svga.player.rate === 30") as? Bool == true)
        try played.browser.value("(svga.player.loops = 1, svga.player.speed = 4, svga.player.seek(0), svga.player.play())")
        try await played.browser.wait(for: "!svga.player.isPlaying && svga.player.frame === 89")
        #expect(played.browser.complaints == [])
    }

    // MARK: The page itself

    @Test func `a page holds the movie's own pictures, and is little larger than the file`() async throws {
        for name in ["gift", "mattes", "badge"] {
            let file = TestFiles.root.appendingPathComponent("samples/\(name).svga")
            let result = try await export(try Scene(VideoEntity(path: file.path)))
            let bytes = try TestFiles.bytes(file).count
            #expect(result.byteCount <= bytes * 14 / 10 + 40 << 10, "\(name): \(bytes) bytes become \(result.byteCount)")
            #expect(try page().contains("<script type=\"text/plain\" id=\"data\">"))
        }
    }

    @Test func `what only the renderer draws is baked, and so is what asks for it`() async throws {
        let scene = try Scene(Self.sample("gift"), options: small)
        func isBaked(_ scene: Scene, _ options: HTMLOptions = HTMLOptions()) async throws -> Bool {
            try await export(scene, options, ExportOptions(timing: ExportTiming(frames: [60, 61])))
            return try page().contains("id=\"patches\"")
        }
        #expect(try await !isBaked(scene))
        #expect(try await isBaked(scene, HTMLOptions(bakesFrames: true)))
        #expect(try await isBaked(scene.with { $0.setTint(Color(red: 1, green: 0, blue: 0), forKey: "user1") }))
        #expect(try await isBaked(scene.with { $0.setDrawing({ _, _, _ in }, forKey: "user1") }))
        #expect(try await !isBaked(scene.with { $0.setHidden(true, forKey: "user1") }))
    }

    @Test func `a quality makes pictures smaller, and never larger`() async throws {
        let scene = try Scene(Self.sample("gift"))
        let lossless = try await export(scene).byteCount
        let lossy = try await export(scene, HTMLOptions(webP: WebPOptions(quality: 50))).byteCount
        #expect(lossy <= lossless)
    }

    @Test func `a page that gets too large is given up and leaves nothing`() async throws {
        let scene = try Scene(Self.sample("gift"))
        await #expect {
            try await export(scene, HTMLOptions(), ExportOptions(maximumBytes: 1000))
        } throws: {
            if case ExportError.tooLarge(_, allowed: 1000) = $0 { true } else { false }
        }
        #expect(folder.contents() == [])
    }

    private var small: RenderOptions {
        var options = RenderOptions()
        options.size = .scale(0.1)
        return options
    }
}
