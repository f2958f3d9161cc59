import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGAFormat

/// The parts that resolving stores once, and its comparison of them.
@Suite("Resolving") struct ResolveTests {
    // MARK: Non-finite numbers

    @Test("a layout that is not a number is stored once, however many frames have it")
    func layoutsNotNumbers() throws {
        let frame = WireFrame.visible(layout: WireLayout(x: .nan, width: 4, height: 4))
        let movie = try movie(of: frame, frames: 500)
        #expect(movie.sprites[0].frames.tables.layouts.count == 1)
    }

    @Test(
        "shapes with a number that is none are stored once, wherever it is",
        arguments: [
            WireShape.rect(0, 0, 4, 4, transform: WireTransform(a: .nan)), .rect(.nan, 0, 4, 4), .ellipse(0, 0, .nan, 4),
            .rect(0, 0, 4, 4, .fill(WireColor(.nan, 0, 0))), .rect(0, 0, 4, 4, .stroke(.red, width: .nan)),
            .rect(0, 0, 4, 4, .stroke(.red, width: 1, dash: (1, 1, .nan))),
        ])
    func shapesNotNumbers(shape: WireShape) throws {
        let movie = try movie(of: .visible(shape), frames: 500)
        // The first list is the empty one.
        #expect(movie.sprites[0].frames.tables.shapeLists.count == 2)
    }

    @Test("0 equals -0, and NaN equals NaN")
    func equality() {
        #expect(WireTransform(b: -0.0) == WireTransform(b: 0))
        #expect(WireTransform(b: .nan) == WireTransform(b: .nan))
        #expect(WireTransform(b: .nan) != WireTransform(c: .nan))
        #expect(WireFrame.visible(alpha: .nan) == WireFrame.visible(alpha: .nan))
        #expect(Set([WireLayout(x: 0, width: 1, height: 1), WireLayout(x: -0.0, width: 1, height: 1)]).count == 1)
        #expect(WireShape.rect(1, 2, 3, 4) != WireShape.ellipse(1, 2, 3, 4))
        #expect(WireShape.path("M0 0") != WireShape.path("M0 1"))
    }

    // MARK: Diagnostics

    @Test("a very long key is cut in locations and keys of diagnostics")
    func longKeys() throws {
        let key = String(repeating: "k", count: 60_000)
        var sprite = WireSprite.one(key, matte: key, .visible(alpha: 2))
        sprite.frames += sprite.frames
        let movie = try WireMovie.tiny(frames: 3, images: [WireImage(key: key, bytes: [1])], sprites: [sprite]).read()
        #expect(movie.diagnostics.contains { $0.code == .alphaOutOfRange && $0.location.hasSuffix("k…\", frame 0 and 1 more") })
        #expect(movie.diagnostics.allSatisfy { $0.location.utf8.count < 300 && $0.message.utf8.count < 300 })
    }

    @Test("a key of more bytes than the limit is an error, whatever it names")
    func keyLimit() throws {
        let (fits, over) = (String(repeating: "ö", count: 32_768), String(repeating: "ö", count: 32_768) + "k")
        _ = try WireMovie.tiny(images: [WireImage(key: fits, bytes: [1])], sprites: [.one(fits, matte: fits, .visible())]).read()
        let movies = [
            WireMovie.tiny(images: [WireImage(key: over, bytes: [1])], sprites: []), .tiny(sprites: [.one(over, .visible())]),
            .tiny(sprites: [.one("a", matte: over, .visible())]),
        ]
        for movie in movies {
            #expect(throws: SVGAError.limit(LimitExceeded(\.keyBytes, of: .default, found: 65_537, subject: "a key"))) { try movie.read() }
        }
    }

    @Test("keys with the same beginning that are cut stay two locations with different numbers")
    func longKeysOfSprites() throws {
        let key = String(repeating: "k", count: 300)
        let movie = try WireMovie.tiny(sprites: [.one(key + "1", .visible(alpha: 2)), .one(key + "2", .visible(alpha: 2))]).read()
        #expect(movie.diagnostics.count { $0.code == .alphaOutOfRange } == 2)
    }

    // MARK: Keys

    /// The same letter for a reader, two keys for a file: one scalar, and a letter followed by an accent.
    private static let forms = ["é", "e\u{301}"]

    @Test(
        "keys that differ only in Unicode normalisation lead to their own payloads",
        arguments: [VideoEntity.Container.zlib, .zipBinary, .zipJSON])
    func keys(container: VideoEntity.Container) throws {
        let images = Self.forms.map { WireImage(key: $0, bytes: Array("payload of \($0.utf8.count) bytes".utf8)) }
        let movie = try WireMovie.tiny(images: images, sprites: Self.forms.map { .one($0, .visible()) }).read(as: container)
        #expect(movie.images.map { Array($0.key.utf8) } == Self.forms.map { Array($0.utf8) })
        #expect(movie.images.map(\.bytes) == images.map(\.bytes))
        #expect(movie.sprites.map(\.imageIndex) == [0, 1])
        #expect(!movie.diagnostics.contains { $0.code == .imageKeyTwice })
    }

    @Test("a key in one form does not lead to a payload in the other")
    func otherForm() throws {
        let movie = try WireMovie.tiny(images: [WireImage(key: "é", bytes: [1])], sprites: [.one("e\u{301}", .visible())]).read()
        #expect(movie.sprites[0].imageIndex == nil)
        #expect(movie.diagnostics.contains { $0.code == .imageMissing })
    }

    @Test("mattes whose keys differ only in Unicode normalisation mask their own sprites")
    func mattes() throws {
        let mattes = Self.forms.map { WireSprite.one($0 + ".matte", .visible()) }
        let masked = Self.forms.map { WireSprite.one("a", matte: $0 + ".matte", .visible()) }
        let movie = try WireMovie.tiny(sprites: mattes + masked).read()
        #expect(movie.sprites.map(\.matteIndex) == [nil, nil, 0, 1])
        #expect(!movie.diagnostics.contains { $0.code == .matteKeyTwice })
    }

    @Test("ZIP entries whose names differ only in Unicode normalisation are two entries")
    func entries() throws {
        let spec = #"{"images":{"a":"é","b":"\#(Self.forms[1])"}}"#
        let entries = Self.forms.enumerated().map { ArchiveEntry(name: $1 + ".png", bytes: [UInt8($0)]) }
        let document = try SVGADocument(bytes: ZipWriter.archive([ArchiveEntry(name: "movie.spec", bytes: Array(spec.utf8))] + entries))
        #expect(document.movie.images.map(\.bytes) == [[0], [1]])
        let again = try SVGADocument(bytes: document.write(as: .v1JSON))
        #expect(again.movie.images.map(\.bytes) == [[0], [1]])
    }

    @Test("a kind's suffix counts by its bytes, whatever character comes before it")
    func suffixes() throws {
        // U+0600 forms one character with the next scalar, here the dot.
        let movie = try WireMovie.tiny(sprites: [.one("a\u{600}.matte", .visible())]).read()
        #expect(movie.sprites[0].kind == .matte)
        #expect(Array(movie.sprites[0].replacementKey.utf8) == Array("a\u{600}".utf8))
    }

    @Test("documents are equal only if their keys are the same bytes")
    func documents() {
        let documents = Self.forms.map { SVGADocument(movie: .tiny(sprites: [.one($0, .visible())])) }
        #expect(documents[0] != documents[1])
    }

    private func movie(of frame: WireFrame, frames: Int32) throws -> VideoEntity {
        let sprite = WireSprite(imageKey: "a.vector", frames: Array(repeating: frame, count: Int(frames)))
        return try SVGADocument(movie: .tiny(frames: frames, sprites: [sprite])).videoEntity()
    }
}
