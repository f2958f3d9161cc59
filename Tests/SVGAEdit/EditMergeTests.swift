import Foundation
import SVGACheck
import SVGAEdit
import SVGAEmulation
import SVGAExport
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@Suite struct EditMergeTests {
    private func movie(_ pixel: Pixel, frames: Int32 = 3, key: String = "a", x: Float = 0) throws -> WireMovie {
        let visible = WireFrame.visible(layout: WireLayout(x: x, width: 8, height: 8))
        let list = [WireFrame](repeating: visible, count: Int(frames))
        return WireMovie.tiny(
            frames: frames, images: [try Pixmap(width: 4, height: 4, pixel).payload(key)],
            sprites: [WireSprite(imageKey: key, frames: list)])
    }

    private func merge(_ other: WireMovie, overlayAt: Int? = nil) -> DocumentEdit {
        .merge(SVGADocument(movie: other), overlayAt: overlayAt)
    }

    @Test func `appended frames follow, each movie's own`() throws {
        let (first, other) = (try movie(.red), try movie(.green, frames: 2, x: 8))
        let merged = try first.edited(merge(other))
        #expect(merged.frames == 5 && merged.sprites.allSatisfy { $0.frames.count == 5 })
        for frame in 0..<3 { #expect(try merged.rendered(frame: frame) == first.rendered(frame: frame)) }
        for frame in 0..<2 { #expect(try merged.rendered(frame: 3 + frame) == other.rendered(frame: frame)) }
    }

    @Test func `real movies follow each other, frame for frame`() throws {
        let first = try EditFixtures.gift()
        var document = try SVGADocument(path: TestFiles.root.appendingPathComponent("samples/features/mattes.svga").path)
        try document.apply(.setFPS(30))
        try document.apply(.setCanvas(width: 750, height: 750))
        let merged = try SVGAScene(try first.edited(merge(document.movie)).read())
        let (one, two) = (try SVGAScene(try first.read()), try SVGAScene(try document.videoEntity()))
        for frame in [0, 30, 60, 89] { #expect(try merged.pixmap(frame: frame) == one.pixmap(frame: frame)) }
        for frame in [0, 10, 20] { #expect(try merged.pixmap(frame: 90 + frame) == two.pixmap(frame: frame)) }
    }

    @Test func `a movie appended to itself plays twice`() throws {
        let gift = try EditFixtures.gift()
        let merged = try gift.edited(merge(gift))
        let (twice, once) = (try SVGAScene(try merged.read()), try SVGAScene(try gift.read()))
        for frame in [20, 60] { #expect(try twice.pixmap(frame: 90 + frame) == once.pixmap(frame: frame)) }
        #expect(merged.payload("crown") != nil && merged.images.count < 2 * gift.images.count, "equal payloads are shared")
    }

    @Test func `a movie is laid over another from a frame on`() throws {
        let merged = try movie(.red).edited(merge(try movie(.green, frames: 2), overlayAt: 1))
        #expect(try merged.frames == 3 && (0..<3).map { try merged.rendered(frame: $0).pixel(4, 4) } == [.red, .green, .green])
        let longer = try movie(.red).edited(merge(try movie(.green, frames: 2, x: 8), overlayAt: 2))
        #expect(longer.frames == 4)
        #expect(try longer.rendered(frame: 2).pixel(4, 4) == .red && longer.rendered(frame: 2).pixel(12, 4) == .green)
        #expect(try longer.rendered(frame: 3).pixel(4, 4) == .clear)
    }

    @Test func `one key for equal payloads, another for different ones`() throws {
        #expect(try movie(.red).edited(merge(try movie(.red))).keys == ["a", "a"])
        let merged = try movie(.red).edited(merge(try movie(.green)))
        #expect(merged.keys == ["a", "a-2"] && merged.images.map(\.key) == ["a", "a-2"])
        var document = SVGADocument(movie: try movie(.red))
        #expect(try document.apply(merge(try movie(.green))).contains("its \"a\" is now \"a-2\""))
    }

    @Test func `mattes of one key stay with their own movie`() throws {
        func masked(_ width: Float) throws -> WireMovie {
            var movie = try movie(.red)
            movie.sprites[0].matteKey = "m.matte"
            let frame = WireFrame.visible(.rect(0, 0, width, 8))
            movie.sprites.append(WireSprite(imageKey: "m.matte", frames: [frame, frame, frame]))
            return movie
        }
        let (narrow, wide) = (try masked(2), try masked(6))
        let merged = try narrow.edited(merge(wide))
        #expect(try merged.rendered(frame: 0) == narrow.rendered() && merged.rendered(frame: 3) == wide.rendered())
    }

    @Test func `a matteKey that led nowhere still does`() throws {
        var dangling = try movie(.green)
        dangling.sprites[0].matteKey = "m.matte"
        var first = try movie(.red)
        first.sprites.append(WireSprite(imageKey: "m.matte", frames: [.visible(.rect(0, 0, 1, 1))]))
        #expect(try first.edited(merge(dangling)).rendered(frame: 3) == dangling.rendered())
        #expect(try dangling.edited(merge(first)).rendered(frame: 0) == dangling.rendered())
    }

    @Test func `a key that showed nothing still does`() throws {
        let empty = WireMovie.tiny(frames: 1, sprites: [.one("a.vector", .visible())])
        let merged = try empty.edited(merge(try movie(.red)))
        #expect(try merged.rendered(frame: 0).inkBox == nil && merged.rendered(frame: 1).pixel(4, 4) == .red)
        let other = try movie(.red).edited(merge(empty))
        #expect(try other.rendered(frame: 3).inkBox == nil)
    }

    @Test func `sounds keep to their own frames`() throws {
        func sounding(_ bytes: [UInt8], _ audio: WireAudio) throws -> WireMovie {
            var movie = try movie(.red)
            movie.images.append(WireImage(key: "s", bytes: bytes))
            movie.audios = [audio]
            return movie
        }
        let first = try sounding(EditFixtures.sound, WireAudio("s", start: 1, startTime: 7))
        let merged = try first.edited(merge(try sounding(EditFixtures.otherSound, WireAudio("s", end: 2))))
        #expect(merged.audios.map(\.numbers) == [[1, 3, 7, 0], [3, 5, 0, 0]])
        #expect(merged.audios.map(\.audioKey) == ["s", "s-2"] && merged.payload("s-2") == EditFixtures.otherSound)
    }

    @Test func `frames past the first movie's length do not show behind it`() throws {
        var first = try movie(.red, frames: 5)
        first.frames = 3
        #expect(try first.edited(merge(try movie(.green, frames: 2, x: 8))).rendered(frame: 3).pixel(4, 4) == .clear)
    }

    @Test(arguments: [(10, 3, [0, 0, 1, 1, 2, 2]), (40, 12, [0, 2, 4, 6, 8, 10]), (30, 9, [0, 1, 3, 4, 6, 7])])
    func `a movie of another frame rate loses frames or repeats them, with a note`(fps: Int, frames: Int, picked: [Int]) throws {
        var other = WireMovie.tiny(frames: Int32(frames), sprites: [])
        other.fps = Int32(fps)
        // Every third frame has shapes of its own, and the two after it keep them.
        let list = (0..<frames).map { frame in
            frame % 3 == 0 ? WireFrame.visible(.rect(Float(frame), 0, 1, 1)) : .visible(WireShape.keep)
        }
        other.sprites = [WireSprite(imageKey: "v.vector", frames: list)]
        var document = SVGADocument(movie: WireMovie.tiny(frames: 1))
        document.movie.fps = 20
        let note = try document.apply(merge(other, overlayAt: 0))
        #expect(note.contains("at \(fps) fps became 6 at 20"))
        for frame in 0..<6 { #expect(try document.movie.rendered(frame: frame) == other.rendered(frame: picked[frame])) }
    }

    @Test func `what lies outside of the other canvas stays hidden`() throws {
        var small = try movie(.green, x: 12)
        (small.viewBoxWidth, small.viewBoxHeight) = (16, 16)
        var large = try movie(.red)
        (large.viewBoxWidth, large.viewBoxHeight) = (32, 16)
        var document = SVGADocument(movie: large)
        #expect(try document.apply(merge(small, overlayAt: 0)).contains("1 sprite clipped to its canvas"))
        let frame = try document.movie.rendered()
        #expect(frame.pixel(14, 4) == .green)
        #expect(frame.pixel(17, 4) == .clear)
        #expect(try small.edited(merge(large)).sprites.allSatisfy { $0.frames.allSatisfy(\.clipPath.isEmpty) }, "nothing comes to light")
    }

    @Test func `mattes come first where one movie began with one, behind a sprite that shows nothing`() throws {
        var masked = try movie(.green, x: 8)
        masked.sprites[0].matteKey = "m.matte"
        let frame = WireFrame.visible(.rect(8, 0, 4, 8))
        masked.sprites.insert(WireSprite(imageKey: "m.matte", frames: [frame, frame, frame]), at: 0)
        let plain = try movie(.red)
        let merged = try plain.edited(merge(masked, overlayAt: 0))
        #expect(merged.keys == ["", "m.matte", "a", "a-2"] && merged.sprites[0].frames.count == 3)
        // One that is there already is not a second one.
        masked.sprites.insert(WireSprite(frames: [WireFrame(), WireFrame(), WireFrame()]), at: 0)
        #expect(try plain.edited(merge(masked, overlayAt: 0)).keys == merged.keys)
        #expect(try masked.edited(merge(plain, overlayAt: 0)).keys == merged.keys)
        masked.sprites.removeFirst()
        #expect(try merged.rendered().pixel(4, 4) == .red && merged.rendered().pixel(10, 4) == .green)
        #expect(try merged.rendered().pixel(14, 4) == .clear)
        let found = try AddedFindings.find(
            in: merged.written(), since: [plain.written(), masked.written()])
        #expect(!found.contains { $0.severity == .error || $0.players.contains(.android) || $0.players.contains(.ios) }, "\(found)")
        #expect(try plain.edited(merge(plain)).keys == ["a", "a"])
    }

    @Test func `a frame that is not there and too much of anything are refused`() throws {
        guard case .invalid? = try movie(.red).refusal(merge(try movie(.green), overlayAt: 4))?.detail else {
            Issue.record("not refused")
            return
        }
        var document = SVGADocument(movie: try movie(.red))
        var limits = ReadLimits.default
        limits.spriteFrames = 11
        #expect(throws: SVGAError.limit(LimitExceeded(\.spriteFrames, of: limits, found: 12))) {
            try document.apply(merge(try movie(.green)), limits: limits)
        }
    }
}
