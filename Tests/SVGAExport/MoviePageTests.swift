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
        try VideoEntity(path: TestFiles.sample(name).path)
    }

    @discardableResult
    private func export(
        _ animation: some PlayableAnimation, _ options: HTMLOptions = HTMLOptions(), _ export: ExportOptions = ExportOptions(),
        sound: (any SoundSource)? = nil
    ) async throws -> ExportResult {
        var options = options
        options.autoplay = false
        return try await MoviePage(options, compressSound: nil).export(
            animation, to: OutputDestination(path: path, overwrite: true), options: export, sound: sound
        ) { _ in }
    }

    private func page() throws -> String { String(decoding: try #require(folder.read("a.html")), as: UTF8.self) }

    /// Canvases blend and smooth a little otherwise.
    private func expectAlike(_ page: PlayedPage, _ scene: SVGAScene, _ frames: [Int], at pageFrames: [Int]? = nil) throws {
        for (pageFrame, frame) in zip(pageFrames ?? frames, frames) {
            let similarity = StructuralSimilarity.compare(try page.frame(pageFrame), try scene.pixmap(frame: frame))
            #expect(similarity >= 0.995, "frame \(frame): \(similarity)")
        }
    }

    /// The player keeps bitmaps of what stays the same, so a frame that is drawn again differs by rounding.
    private func isSame(_ one: Pixmap, _ other: Pixmap) -> Bool { StructuralSimilarity.compare(one, other) >= 0.999 }

    // MARK: In a browser

    @Test(.needs(Browser.program), arguments: ["gift-mattes", "mattes", "clips", "keep", "badge"])
    func `a browser draws our samples like the renderer`(name: String) async throws {
        let scene = try SVGAScene(Self.sample(name))
        try await export(scene)
        let page = try PlayedPage()
        try await page.open(path)
        try expectAlike(page, scene, stride(from: 0, to: scene.frameCount, by: max(1, scene.frameCount / 6)).map { $0 })
        #expect(page.browser.complaints == [])
    }

    @Test(.needs(Browser.program)) func `substitutions, size, background and the order of frames are those of the scene`() async throws {
        var options = RenderOptions(filter: .bilinear)
        options.size = .scale(0.75)
        options.background = SVGAColor(red: 0.2, green: 0.1, blue: 0.3)
        let photo = try ReplacementImage(bytes: TestFiles.bytes(TestFiles.root.appendingPathComponent("samples/photo.jpg")))
        let scene = try SVGAScene(Self.sample("gift-mattes"), options: options).with {
            $0.setImage(photo, fit: .cover, mask: .circle, forKey: "user1")
            $0.setText("Lin Xiaoyu", forKey: "name")
            $0.setOffset(x: 10, y: -20, forKey: "crown")
            $0.setOpacity(0.5, forKey: "user1")
            $0.setTint(SVGAColor(red: 0.3, green: 0.8, blue: 1), forKey: "user1")
            $0.setTint(SVGAColor(red: 1, green: 0.5, blue: 0.5, alpha: 0.7), forKey: "rays")
        }
        var export = ExportOptions()
        export.timing.isReversed = true
        try await self.export(scene, HTMLOptions(), export)
        let page = try PlayedPage()
        try await page.open(path)
        let last = scene.frameCount - 1
        try expectAlike(page, scene, [66, 45, 0], at: [last - 66, last - 45, last])
        #expect(page.browser.complaints == [])
    }

    @Test(.needs(Browser.program)) func `keys can be hidden, replaced and written on while it plays`() async throws {
        let scene = try SVGAScene(Self.sample("gift-mattes"))
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
        #expect(isSame(try page.frame(60), before))
        try page.browser.value("svga.player.setText('name', 'Bo')")
        #expect(try page.frame(60) != before)
        #expect(page.browser.complaints == [])
    }

    @Test(.needs(Browser.program)) func `a picture is set by its address, and another file is refused in one line without effect`()
        async throws
    {
        let scene = try SVGAScene(Self.sample("gift-mattes"))
        try await export(scene)
        let page = try PlayedPage()
        try await page.open(path)
        let before = try page.frame(60)
        func set(_ key: String, _ picture: String) throws -> String {
            let call = "svga.player.setImage('\(key)', \(picture)).then(() => 'set', (error) => error.message)"
            return try #require(try page.browser.value(call) as? String)
        }
        #expect(try set("user1", "'https://localhost/a.png'") == "cannot load an image from https://localhost/a.png")
        #expect(try set("user1", "'data:image/png;base64,AAAA'") == "cannot load an image from data:image/png;base64,AAAA")
        #expect(try set("user1", "new Blob(['x'])") == "cannot load an image from this file")
        #expect(try set("user1", "{}") == "cannot load an image from it")
        #expect(try set("nobody", "null").hasPrefix("there is no key nobody; there are user1_mask, ring"))
        #expect(isSame(try page.canvas(), before))
        let picture = Pixmap(width: 4, height: 4, .red)
        let png = try picture.pngData()
        let replacement = try ReplacementImage(picture)
        let red = try scene.with { $0.setImage(replacement, forKey: "user1") }
        let data = "'data:image/png;base64,\(Base64.encoded([UInt8](png)))'"
        let blob = "URL.createObjectURL(new Blob([Uint8Array.from(atob(\(data).slice(22)), (one) => one.charCodeAt(0))]))"
        for picture in [data, blob] {
            #expect(try set("user1", picture) == "set")
            try expectAlike(page, red, [60])
            #expect(try set("user1", "null") == "set")
            #expect(isSame(try page.canvas(), before))
        }
        // A later call counts, even if an earlier one takes longer.
        try page.browser.value("Promise.all([svga.player.setImage('user1', \(data)), svga.player.setImage('user1', null)])")
        #expect(isSame(try page.canvas(), before))
    }

    @Test(.needs(Browser.program)) func `keys zoom, and nothing but the picture's own room scrolls`() async throws {
        try await export(try SVGAScene(Self.sample("gift-mattes")))
        let page = try PlayedPage(width: 320, height: 600)
        try await page.open(path)
        func width(after key: String) throws -> Int? {
            try page.browser.press(key)
            return try page.browser.value("Math.round(svga.canvas.getBoundingClientRect().width)") as? Int
        }
        let full = try #require(try width(after: "0"))
        #expect(full <= 320)
        #expect(try width(after: "1") == 750)
        #expect(try width(after: "+") == 1500)
        #expect(try width(after: "-") == 750)
        let scrolls = "document.documentElement.scrollWidth <= 320 && document.getElementById('stage').scrollWidth >= 750"
        #expect(try page.browser.value(scrolls) as? Bool == true)
        #expect(try width(after: "0") == full)
    }

    @Test(.needs(Browser.program)) func `edges of small drawings keep what covers little of a pixel`() async throws {
        // 0.15 of the row 10 is covered.
        var movie = WireMovie.tiny(width: 40, height: 40, frames: 1, fps: 10)
        let box = WireFrame.visible(layout: WireLayout(width: 40, height: 40), .rect(4, 10.85, 30, 20))
        movie.sprites = [.one("box.vector", box)]
        try await export(try SVGAScene(movie.read()))
        let page = try PlayedPage()
        try await page.open(path)
        let alpha = try page.frame(0).pixels[4 * (10 * 40 + 20) + 3]
        #expect(alpha >= 20 && alpha <= 60)
    }

    @Test(.needs("firefox-esr")) func `Firefox draws it too`() async throws {
        let scene = try SVGAScene(Self.sample("gift-mattes"))
        try await export(scene)
        let page = try await FirefoxPage()
        try page.open("file://\(path)")
        try await page.wait(for: "window.svga")
        try page.value("svga.show(66)")
        let similarity = StructuralSimilarity.compare(
            try page.pixels(ofCanvas: "svga.canvas").premultiplied, try scene.pixmap(frame: 66))
        #expect(similarity >= 0.995, "\(similarity)")
    }

    @Test(.needs(Browser.program)) func `pausing shows the frame of the readout, and late frames are left out`() async throws {
        let scene = try SVGAScene(Self.sample("gift-mattes"))
        try await export(scene)
        let page = try PlayedPage()
        try await page.open(path)
        try page.browser.value("svga.play()")
        try await page.browser.wait(for: "svga.statistics.shown > 10")
        try page.browser.value("svga.pause()")
        let frame = try #require(try page.browser.value("Number(document.getElementById('number').textContent)") as? Int)
        #expect(isSame(try page.canvas(), try page.frame(frame)))
    }

    @Test(.needs(Browser.program)) func `nothing is wider than a window of 320 pixels`() async throws {
        let page = try PlayedPage(width: 320, height: 600)
        for title in ["gift", String(repeating: "wide ", count: 30)] {
            try await export(try SVGAScene(Self.sample("gift-mattes")), HTMLOptions(title: title))
            try await page.open(path)
            let widest = "Math.max(...[...document.querySelectorAll('body *')].map(one => one.getBoundingClientRect().right))"
            #expect(try #require(try page.browser.value(widest) as? NSNumber).doubleValue <= 320)
        }
    }

    @Test(.needs(Browser.program)) func `a module of a movie draws it in another's page`() async throws {
        let scene = try SVGAScene(Self.sample("gift-mattes"))
        _ = try await MoviePage(HTMLOptions(), compressSound: nil).exportModule(
            scene, to: OutputDestination(path: "\(folder.path)/gift.js"), options: ExportOptions()
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

    @Test(.needs(Browser.program)) func `the types of a module name all that its player has`() async throws {
        let destination = OutputDestination(path: "\(folder.path)/gift.js")
        let page = MoviePage(HTMLOptions(), compressSound: nil)
        _ = try await page.exportModule(try SVGAScene(Self.sample("keep")), to: destination, options: ExportOptions()) { _ in }
        let types = String(decoding: try #require(folder.read("gift.d.ts")), as: UTF8.self)
        folder.write(
            Array(
                """
                <!doctype html><canvas></canvas><script type="module">
                import * as all from "./gift.js";
                const player = await all.default(document.querySelector("canvas"));
                const names = [...Object.keys(all), ...Object.keys(player), ...Object.getOwnPropertyNames(all.SVGAPlayer.prototype), "open"];
                window.svga = names.join(" ");
                </script>
                """.utf8), to: "a.html")
        let played = try PlayedPage(readsFiles: true)
        try await played.open(path)
        let names = try #require(try played.browser.value("svga") as? String).split(separator: " ")
        #expect(names.count > 15)
        // What only the player uses has names of one letter.
        let unnamed = try names.filter { name in try name.count > 1 && !types.contains(Regex("\\b\(name)\\b")) }
        #expect(unnamed == [])
    }

    // MARK: The page itself

    @Test func `a module and its types appear together, and a pipe gets the module alone`() async throws {
        let scene = try SVGAScene(Self.sample("keep"))
        func write(_ destination: OutputDestination) async throws {
            _ = try await MoviePage(HTMLOptions(), compressSound: nil).exportModule(scene, to: destination, options: ExportOptions()) { _ in
            }
        }
        folder.write([1], to: "gift.d.ts")
        let path = "\(folder.path)/gift.js"
        await #expect(throws: SVGAError.exists(path: "\(folder.path)/gift.d.ts")) { try await write(OutputDestination(path: path)) }
        #expect(folder.contents() == ["gift.d.ts"])
        try await write(OutputDestination(path: path, overwrite: true))
        #expect(folder.contents().sorted() == ["gift.d.ts", "gift.js"])
        #expect(folder.read("gift.d.ts")?.starts(with: "/** What `svga render -o gift.js` writes".utf8) == true)
        try await write(OutputDestination(path: "/dev/null"))
    }

    @Test func `a sound that is played unchanged is embedded unchanged`() async throws {
        struct FullSound: SoundSource {
            let followsFrames = true
            func makeTrack(speed: Double, seconds: Double) throws(SVGAError) -> any SoundTrack { throw .cancelled }
            func unchanged(
                in timeline: ExportTimeline, frameRate: FrameRate
            ) throws(SVGAError) -> (bytes: [UInt8], mimeType: String)? { ([1, 2, 3, 2], "audio/mpeg") }
        }
        try await export(try SVGAScene(Self.sample("keep")), sound: FullSound())
        #expect(try page().contains("id=\"soundFile\">\n{\"type\":\"audio/mpeg\",\"data\":\"AQIDAg==\"}\n</script>"))
    }

    @Test func `a page that is cancelled leaves nothing`() async throws {
        let scene = try SVGAScene(Self.sample("gift-mattes"))
        let path = path
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await MoviePage(HTMLOptions(), compressSound: nil).export(
                scene, to: OutputDestination(path: path), options: ExportOptions(), sound: nil
            ) { _ in Issue.record("it went on to its end") }
        }
        await #expect(throws: SVGAError.cancelled) { try await task.value }
        #expect(folder.contents() == [])
    }

    @Test func `a page holds the movie's own pictures, and is little larger than the file`() async throws {
        for name in ["gift-mattes", "mattes", "badge"] {
            let file = TestFiles.sample(name)
            let result = try await export(try SVGAScene(VideoEntity(path: file.path)))
            let bytes = try TestFiles.bytes(file).count
            #expect(result.byteCount <= bytes * 14 / 10 + 60 << 10, "\(name): \(bytes) bytes become \(result.byteCount)")
            #expect(try page().contains("<script type=\"text/plain\" id=\"data\">"))
        }
    }

    @Test func `what only the renderer draws is baked, and so is what asks for it`() async throws {
        let scene = try SVGAScene(Self.sample("gift-mattes"), options: small)
        func isBaked(_ scene: SVGAScene, _ options: HTMLOptions = HTMLOptions()) async throws -> Bool {
            try await export(scene, options, ExportOptions(timing: ExportTiming(frames: [60, 61])))
            return try page().contains("id=\"patches\"")
        }
        #expect(try await !isBaked(scene))
        #expect(try await isBaked(scene, HTMLOptions(bakesFrames: true)))
        #expect(try await !isBaked(scene.with { $0.setTint(SVGAColor(red: 1, green: 0, blue: 0), forKey: "user1") }))
        #expect(try await isBaked(scene.with { $0.setDrawing({ _, _, _ in }, forKey: "user1") }))
        #expect(try await !isBaked(scene.with { $0.setHidden(true, forKey: "user1") }))
    }

    @Test func `a quality makes pictures smaller, and never larger`() async throws {
        let scene = try SVGAScene(Self.sample("gift-mattes"))
        let lossless = try await export(scene).byteCount
        let lossy = try await export(scene, HTMLOptions(webP: WebPOptions(quality: 50))).byteCount
        #expect(lossy <= lossless)
    }

    @Test func `a page above the maximum size fails and leaves no file`() async throws {
        let scene = try SVGAScene(Self.sample("gift-mattes"))
        await #expect {
            try await export(scene, HTMLOptions(), ExportOptions(maximumBytes: 1000))
        } throws: {
            if case .tooLarge(_, allowed: 1000)? = ($0 as? SVGAError)?.detail { true } else { false }
        }
        #expect(folder.contents() == [])
    }

    private var small: RenderOptions {
        var options = RenderOptions()
        options.size = .scale(0.1)
        return options
    }
}
