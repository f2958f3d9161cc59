import SVGAFormat
import SVGAModel
import TestSupport
import Testing

/// The rules that reading and editing share.
@Suite("Rules of movies") struct MovieRulesTests {
    @Test("a movie without frames a second is played with 20", arguments: [(0, 20), (-5, 20), (1, 1), (24, 24)] as [(Int32, Int)])
    func fps(written: Int32, played: Int) throws {
        let movie = WireMovie.tiny(fps: written)
        #expect(movie.playedFPS == played)
        #expect(try movie.read().fps == played)
    }

    @Test(
        "a sound ends at its last frame, at the movie's end by default, and never after it",
        arguments: [
            (0, 0, 0..<10), (2, 5, 2..<5), (5, 5, 5..<10), (5, 2, 5..<10), (-3, 0, 0..<10), (4, 99, 4..<10), (12, 0, 12..<12),
            (12, 20, 12..<12),
        ] as [(Int32, Int32, Range<Int>)])
    func spans(start: Int32, end: Int32, expected: Range<Int>) throws {
        var audio = WireAudio()
        (audio.startFrame, audio.endFrame) = (start, end)
        #expect(audio.span(movieFrames: 10) == expected)
        var movie = WireMovie.tiny(frames: 10)
        movie.audios = [audio]
        let resolved = try #require(try movie.read().audios.first)
        #expect(resolved.startFrame == expected.lowerBound)
        #expect(min(resolved.endFrame, 10) == (expected.isEmpty ? 10 : expected.upperBound))
    }

    @Test("a key longer than all entries is found without its suffix or extension, or not at all")
    func longKeys() {
        var index = KeyIndex()
        #expect(index.find("a") == nil)
        index.add("a", 7)
        index.add("b.png", 8)
        let long = String(repeating: "x", count: 5_000)
        #expect(index.find("a.\(long)") == 7 && index.find("a.matte") == 7 && index.find("b.\(long)") == 8)
        #expect(index.find(long) == nil && index.find("a\(long)") == nil)
    }

    @Test("KEEP shows the shapes of the nearest earlier frame with its own, and nothing before the first")
    func keep() throws {
        let (first, second) = (WireShape.rect(0, 0, 1, 1), WireShape.rect(0, 0, 2, 2))
        let sprite = WireSprite.one(
            "a.vector", .visible(.keep), .visible(first), .visible(.keep), .visible(second), .visible(.keep), .visible(.keep), .visible(),
            .visible(.keep))
        let shown = sprite.frames.indices.map { sprite.visibleShapes(at: $0) }
        #expect(shown == [[], [first], [first], [second], [second], [second], [], []])
        let movie = try WireMovie.tiny(frames: 8, sprites: [sprite]).read()
        #expect(movie.sprites[0].frames.map(\.shapes.count) == shown.map(\.count))
    }

    @Test("a matte is found by its full key, the first of two counts, and a matte has none")
    func mattes() {
        let sprites: [WireSprite] = [
            .one("m.matte", matte: "m.matte"), .one("m.matte"), .one("a", matte: "m.matte"), .one("a", matte: "m"), .one("a"),
        ]
        let mattes = MatteIndex(sprites)
        #expect(sprites.map { mattes.matte(of: $0) } == [nil, nil, 0, nil, nil])
    }

    @Test(
        "a key finds its payload unchanged, without the suffix of its kind, or without an extension",
        arguments: [("a", 0), ("a.matte", 0), ("a.vector", 0), ("b", 1), ("b.jpg", 1), ("a.gif", 0), ("c", nil), ("d", 3)]
            as [(String, Int?)])
    func payloads(key: String, expected: Int?) {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]
        let index = PayloadIndex([
            WireImage(key: "a", bytes: png), WireImage(key: "b.png", bytes: png), WireImage(key: "d", bytes: png),
            WireImage(key: "d", bytes: png), WireImage(key: "c", bytes: Array("ID3".utf8)),
        ])
        #expect(index.image(for: key) == expected)
        #expect(index.sound(for: key) == (key == "c" ? 4 : nil))
    }
}
