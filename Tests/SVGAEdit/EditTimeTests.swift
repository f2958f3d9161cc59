import SVGAEdit
import SVGAExport
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@Suite struct EditTimeTests {
    /// Ten frames; frame i shows a shape that is i + 1 points wide, which the odd ones keep from the frame before.
    private func movie() -> WireMovie {
        let frames = (0..<10).map { (frame: Int) -> WireFrame in
            frame % 2 == 0 ? .visible(.rect(0, 0, Float(frame + 1), 4)) : .visible(.keep)
        }
        var movie = WireMovie.tiny(
            frames: 10, fps: 20, images: [WireImage(key: "s", bytes: EditFixtures.sound)],
            sprites: [
                WireSprite(imageKey: "a.vector", frames: frames), WireSprite(imageKey: "short.vector", frames: Array(frames.prefix(3))),
            ])
        movie.audios = [WireAudio("s", start: 2, end: 8, startTime: 100, totalTime: 5000)]
        return movie
    }

    @Test func `fps changes nothing but the speed`() throws {
        var expected = movie()
        expected.fps = 30
        #expect(try movie().edited(.setFPS(30)) == expected)
        guard case .invalid? = movie().refusal(.setFPS(0))?.detail else {
            Issue.record("not refused")
            return
        }
    }

    @Test(arguments: [(0, 3), (3, 7), (5, 5), (9, 9), (1, 9)])
    func `a trimmed movie shows what those frames showed`(first: Int, last: Int) throws {
        let trimmed = try movie().edited(.trim(first: first, last: last))
        #expect(trimmed.frames == Int32(last - first + 1))
        for frame in first...last {
            #expect(try trimmed.rendered(frame: frame - first) == movie().rendered(frame: frame), "frame \(frame)")
        }
    }

    @Test func `KEEP at the new first frame becomes the shapes that it repeats, and is KEEP elsewhere`() throws {
        let trimmed = try movie().edited(.trim(first: 3, last: 5))
        #expect(trimmed.sprites[0].frames.map(\.shapes) == [[.rect(0, 0, 3, 4)], [.rect(0, 0, 5, 4)], [.keep]])
        #expect(trimmed.sprites[1].frames.isEmpty)
    }

    @Test func `KEEP with nothing before it keeps nothing`() throws {
        let movie = WireMovie.tiny(frames: 3, sprites: [.one("a.vector", .visible(.keep), .visible(.keep), .visible(.rect(0, 0, 1, 1)))])
        #expect(try movie.edited(.trim(first: 1, last: 2)).sprites[0].frames[0].shapes.isEmpty)
    }

    @Test(arguments: [
        ((4, 6), [0, 3, 200, 5000]), ((0, 4), [2, 5, 100, 5000]), ((1, 9), [1, 7, 100, 5000]),
    ])
    func `a sound is cut and shifted with the frames`(frames: (Int, Int), numbers: [Int32]) throws {
        let trimmed = try movie().edited(.trim(first: frames.0, last: frames.1))
        #expect(trimmed.audios.map(\.numbers) == [numbers])
    }

    @Test(arguments: [(0, 1), (8, 9)])
    func `a sound wholly outside is dropped with its payload`(first: Int, last: Int) throws {
        let trimmed = try movie().edited(.trim(first: first, last: last))
        #expect(trimmed.audios.isEmpty && trimmed.images.isEmpty)
    }

    @Test func `a sound until the end stays one`() throws {
        var movie = movie()
        movie.audios = [WireAudio("s", start: 2)]
        #expect(try movie.edited(.trim(first: 4, last: 6)).audios.map(\.numbers) == [[0, 0, 100, 0]])
    }

    @Test func `keeping all frames changes nothing`() throws {
        #expect(try movie().edited(.trim(first: 0, last: 9)) == movie())
    }

    @Test(arguments: [(0, 10), (-1, 3), (5, 4)])
    func `frames that are not there are refused`(first: Int, last: Int) {
        guard case .invalid? = movie().refusal(.trim(first: first, last: last))?.detail else {
            Issue.record("not refused")
            return
        }
    }

    @Test func `a sound is replaced where it is, and its length taken from it`() throws {
        let wave = EditTimeTests.wave(milliseconds: 250)
        let edited = try movie().edited(.setAudio(key: "s", bytes: wave))
        #expect(edited.images == [WireImage(key: "s", bytes: wave)])
        #expect(edited.audios.map(\.numbers) == [[2, 8, 100, 250]])
        #expect(try movie().edited(.setAudio(key: "s", bytes: EditFixtures.otherSound)).audios.map(\.numbers) == [[2, 8, 100, 0]])
    }

    @Test func `a sound that is not there is added from the first frame to the end`() throws {
        let edited = try movie().edited(.setAudio(key: "t", bytes: EditFixtures.otherSound))
        #expect(edited.payload("t") == EditFixtures.otherSound && edited.audios.count == 2)
        #expect(edited.audios[1].audioKey == "t" && edited.audios[1].numbers == [0, 10, 0, 0])
        #expect(try edited.read().audios[1].soundIndex == 1)
    }

    @Test func `a sound that nothing plays is played`() throws {
        var movie = movie()
        movie.audios = []
        #expect(try movie.edited(.setAudio(key: "s", bytes: EditFixtures.otherSound)).audios.map(\.audioKey) == ["s"])
    }

    @Test func `a picture is no sound, and its key is no sound's`() throws {
        let png = try Pixmap(width: 1, height: 1, .red).pngData()
        var movie = movie()
        #expect(movie.refusal(.setAudio(key: "s", bytes: png)) == .notASound)
        movie.images.append(WireImage(key: "p", bytes: png))
        guard case .keyTaken? = movie.refusal(.setAudio(key: "p", bytes: EditFixtures.sound))?.detail else {
            Issue.record("not refused")
            return
        }
    }

    @Test func `without audio there is no sound and no sound's payload`() throws {
        let silent = try movie().edited(.removeAudio)
        #expect(silent.audios.isEmpty && silent.images.isEmpty && silent.sprites == movie().sprites)
        #expect(try silent.edited(.removeAudio) == silent)
    }

    @Test func `the length of an MP3 is that of its frames`() throws {
        // 128 kbit/s at 44.1 kHz: 417 bytes and 1152 samples each.
        let frame = [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413)
        let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 7] + [UInt8](repeating: 0, count: 7)
        let sound = tag + (0..<100).flatMap { _ in frame }
        #expect(try movie().edited(.setAudio(key: "s", bytes: sound)).audios[0].totalTime == 2612)
    }

    private static func wave(milliseconds: Int) -> [UInt8] {
        func bytes(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        let data = [UInt8](repeating: 0, count: 8 * milliseconds)
        let format = bytes(1, 2) + bytes(1, 2) + bytes(8000, 4) + bytes(8000, 4) + bytes(1, 2) + bytes(8, 2)
        let chunks = Array("WAVEfmt ".utf8) + bytes(16, 4) + format + Array("data".utf8) + bytes(data.count, 4) + data
        return Array("RIFF".utf8) + bytes(chunks.count, 4) + chunks
    }
}
