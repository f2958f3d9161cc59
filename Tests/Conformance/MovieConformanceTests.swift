import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// Rules of rendering, sections 2, 3, 7 and 9: the movie, its payloads and its sounds.
@Suite("Movies") struct MovieConformanceTests {
    @Test(
        "the same movie looks the same from every container",
        arguments: [VideoEntity.Container.zlib, .zipBinary, .zipJSON, .gzip, .protobuf])
    func sameFromAll(container: VideoEntity.Container) throws {
        let image = Pixmap([[.red, .green], [.blue, Pixel(10, 20, 30, 40)]])
        let movie = WireMovie.tiny(
            images: [try image.payload("头像")],
            sprites: [
                .one("头像", .visible(layout: WireLayout(x: 1, y: 1, width: 2, height: 2))),
                .one("a.vector", .visible(alpha: 0.5, transform: WireTransform(tx: 4, ty: 4), clip: "M0 0H4V4H0Z", .ellipse(4, 4, 4, 3))),
            ])
        let result = try movie.rendered(as: container)
        #expect(result == (try movie.rendered(as: .zlib)))
        #expect(result.pixel(1, 1) == .red)
        #expect(try movie.read(as: container).container == container)
    }

    @Test(
        "the canvas is the view box rounded to integer pixels",
        arguments: [(Float(16), Float(9), 16, 9), (16.4, 9.5, 16, 10), (0.2, 3, 1, 3), (99.5, 0.6, 100, 1)])
    func canvas(width: Float, height: Float, pixelWidth: Int, pixelHeight: Int) throws {
        let result = try WireMovie.tiny(width: width, height: height).rendered()
        #expect(result.width == pixelWidth)
        #expect(result.height == pixelHeight)
    }

    @Test("an empty or impossible view box is one pixel, with a diagnostic", arguments: [Float(0), -5, .nan, .infinity])
    func viewBoxEmpty(width: Float) throws {
        let movie = try WireMovie.tiny(width: width).read()
        #expect(movie.diagnostics.map(\.code) == [.viewBoxEmpty])
        #expect(try SVGAScene(movie).pixmap(frame: 0).width == 1)
    }

    @Test("fps 0 or below is 20, with a diagnostic", arguments: [Int32(0), -3])
    func fpsMissing(fps: Int32) throws {
        let movie = try WireMovie.tiny(frames: 10, fps: fps).read()
        #expect(movie.fps == 20)
        #expect(movie.durationSeconds == 0.5)
        #expect(movie.diagnostics.map(\.code) == [.fpsMissing])
    }

    @Test("an fps that does not divide 60 plays, with a note")
    func fpsUnusual() throws {
        let movie = try WireMovie.tiny(fps: 24).read()
        #expect(movie.fps == 24)
        #expect(movie.diagnostics.map(\.code) == [.fpsUnusual])
    }

    @Test("a movie without frames reads, and has none to render")
    func noFrames() throws {
        let movie = try WireMovie.tiny(frames: 0).read()
        #expect(movie.diagnostics.map(\.code) == [.framesMissing])
        let scene = try SVGAScene(movie)
        #expect(throws: SVGAError.frameOutOfRange(frame: 0, frameCount: 0)) { try scene.pixmap(frame: 0) }
    }

    @Test(
        "payloads are distinguished by their first bytes",
        arguments: [
            ([0x49, 0x44, 0x33, 4, 0], SoundEntity.Format.mp3), ([0xFF, 0xFB, 0x90, 0], .mp3), ([0xFF, 0xF3, 0x90, 0], .mp3),
            ([0xFF, 0xF1, 0x50, 0], .aac), (Array("RIFF    WAVE".utf8), .wav), (Array("OggS".utf8), .ogg), (Array("fLaC".utf8), .flac),
            ([0, 0, 0, 0x20] + Array("ftypM4A ".utf8), .mp4),
        ] as [([UInt8], SoundEntity.Format)])
    func sounds(bytes: [UInt8], format: SoundEntity.Format) throws {
        let movie = try WireMovie.tiny(images: [WireImage(key: "s", bytes: bytes)]).read()
        #expect(movie.sounds.map(\.format) == [format])
        #expect(movie.images.isEmpty)
        #expect(movie.diagnostics.map(\.code) == [.audioUnused])
    }

    @Test(
        "a payload of an unknown kind is preserved, with a diagnostic",
        arguments: [[1, 2, 3], [], [0xFF, 0xFF, 0xFF], Array("\0\0\0 ftypheic".utf8), Array("\0\0\0 ftypavif".utf8)] as [[UInt8]])
    func opaque(bytes: [UInt8]) throws {
        let movie = try WireMovie.tiny(images: [WireImage(key: "x", bytes: bytes)]).read()
        #expect(movie.images.map(\.format) == [.unknown])
        #expect(movie.images.map(\.bytes) == [bytes])
        #expect(movie.diagnostics.map(\.code) == [.payloadUnknown])
    }

    @Test("of two payloads with one key the last is used")
    func keyTwice() throws {
        let movie = WireMovie.tiny(
            images: [try Pixmap(width: 16, height: 16, .red).payload("a"), try Pixmap(width: 16, height: 16, .blue).payload("a")],
            sprites: [.one("a", .visible())])
        #expect(try movie.read().diagnostics.map(\.code) == [.imageKeyTwice])
        #expect(try movie.rendered().pixel(8, 8) == .blue)
    }

    @Test("an image that cannot be decoded is not drawn, and the scene has a diagnostic")
    func imageBroken() throws {
        let png = try Pixmap(width: 16, height: 16, .red).payload("a").bytes
        let broken = Array(png.prefix(40))
        let movie = try WireMovie.tiny(
            images: [WireImage(key: "a", bytes: broken)], sprites: [.one("a", .visible(.rect(0, 0, 4, 4)))]
        ).read()
        let scene = try SVGAScene(movie)
        #expect(scene.diagnostics.map(\.code) == [.imageBroken])
        #expect(try scene.pixmap(frame: 0).inkBox == [0, 0, 4, 4])
    }

    @Test(
        "a sound ends at endFrame, or with the movie where that is not above its start",
        arguments: [(Int32(2), Int32(5), 5), (2, 0, 10), (2, 2, 10), (3, 1, 10)])
    func audioEnd(start: Int32, end: Int32, expected: Int) throws {
        var movie = WireMovie.tiny(frames: 10, images: [WireImage(key: "s", bytes: Array("OggS".utf8))])
        var audio = WireAudio()
        (audio.audioKey, audio.startFrame, audio.endFrame) = ("s", start, end)
        movie.audios = [audio]
        let read = try movie.read()
        #expect(read.audios.map(\.endFrame) == [expected])
        #expect(read.audios.map(\.soundIndex) == [0])
        #expect(read.diagnostics.isEmpty)
    }

    @Test("an audios entry without its sound leaves a diagnostic")
    func audioMissing() throws {
        var movie = WireMovie.tiny()
        var audio = WireAudio()
        audio.audioKey = "gone"
        movie.audios = [audio]
        #expect(try movie.read().diagnostics.map(\.code) == [.audioMissing])
    }

    @Test("strict reading throws the first warning, and lets notes pass")
    func strict() throws {
        let options = ReadOptions(isStrict: true)
        #expect(throws: SVGAError.self) { try WireMovie.tiny(fps: 0).read(options: options) }
        #expect(try WireMovie.tiny(fps: 24).read(options: options).diagnostics.map(\.code) == [.fpsUnusual])
    }

    @Test("equal layouts, paths and shape lists are stored once, and a sprite-frame takes 40 bytes")
    func compact() throws {
        #expect(MemoryLayout<FrameRecord>.stride == 40)
        let frame = WireFrame.visible(clip: "M0 0H4V4Z", .path("M0 0H8V8Z"))
        let movie = try WireMovie.tiny(
            frames: 50, sprites: (0..<20).map { WireSprite(imageKey: "\($0).vector", frames: Array(repeating: frame, count: 50)) }
        ).read()
        let tables = movie.sprites[19].frames.tables
        #expect(tables.layouts.count == 1)
        #expect(tables.clipPaths.count == 1)
        #expect(tables.shapeLists.count == 2)
    }

    // MARK: Limits

    private func readError(_ movie: WireMovie, _ change: (inout ReadLimits) -> Void = { _ in }) -> SVGAError? {
        var options = ReadOptions()
        change(&options.limits)
        do {
            _ = try movie.read(options: options)
            return nil
        } catch {
            return error as? SVGAError
        }
    }

    @Test("a canvas of a million by a million is refused by its limit")
    func hugeCanvas() {
        guard let limit = readError(.tiny(width: 1e6, height: 1e6))?.limit else { return #expect(Bool(false), "not refused") }
        #expect(limit.name == "canvasPixels")
        #expect(limit.found == 1_000_000_000_000)
    }

    @Test("a billion frames are refused by their limit")
    func manyFrames() {
        #expect(readError(.tiny(frames: 1_000_000_000)) == .limit(LimitExceeded(\.frames, of: .default, found: 1_000_000_000)))
    }

    @Test("a stroke of a million dashes is refused by its limit")
    func manyDashes() {
        let shape = WireShape.path("M0 0H1100000", .stroke(.red, width: 1, dash: (1, 0.1, 0)))
        guard let limit = readError(.tiny(sprites: [.one("a.vector", .visible(shape))]))?.limit else {
            return #expect(Bool(false), "not refused")
        }
        #expect(limit.name == "dashes")
        #expect((999_000...1_001_000).contains(limit.found))
    }

    @Test("sprites, sprite-frames, images and path segments have limits")
    func counts() throws {
        let movie = WireMovie.tiny(
            frames: 2, images: [WireImage(key: "a", bytes: [1]), WireImage(key: "b", bytes: [1])],
            sprites: [.one("a", .visible(.path("M0 0H1V1H2V2"))), .one("b", .visible(), .visible())])
        #expect(readError(movie) { $0.sprites = 1 } == .limit(limit(\.sprites, 1, 2)))
        #expect(readError(movie) { $0.spriteFrames = 2 } == .limit(limit(\.spriteFrames, 2, 3)))
        #expect(readError(movie) { $0.images = 1 } == .limit(limit(\.images, 1, 2)))
        #expect(readError(movie) { $0.pathSegments = 4 } == .limit(limit(\.pathSegments, 4, 5)))
        #expect(readError(movie) { $0.pathSegments = 5 } == nil)
    }

    private func limit(_ path: any WritableKeyPath<ReadLimits, Int> & Sendable, _ allowed: Int, _ found: Int) -> LimitExceeded {
        var limits = ReadLimits()
        limits[keyPath: path] = allowed
        return LimitExceeded(path, of: limits, found: found)
    }
}
