import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// A written document has the same frames, bit for bit.
@Suite("Documents show what they showed") struct DocumentConformanceTests {
    private static let files = TestFiles.corpusFiles + TestFiles.samples

    /// A few frames from the entire movie.
    private func frames(_ movie: VideoEntity) throws -> [Pixmap] {
        let scene = try SVGAScene(movie)
        let step = max(1, movie.frameCount / 5)
        return try stride(from: 0, to: movie.frameCount, by: step).map { try scene.pixmap(frame: $0) }
    }

    @Test("every file in every format draws the same frames", arguments: files)
    func formats(file: URL) throws {
        let document = try SVGADocument(path: file.path)
        let expected = try frames(VideoEntity(path: file.path))
        try #require(!expected.isEmpty)
        #expect(try frames(document.videoEntity()) == expected)
        for format in MovieFormat.allCases {
            let bytes = try document.write(as: format, options: WriteOptions(dropsUnsupported: true))
            #expect(try frames(VideoEntity(bytes: bytes)) == expected, "\(format)")
        }
    }

    @Test("a movie made into a document draws the same frames and plays the same sounds", arguments: files)
    func fromMovie(file: URL) throws {
        let movie = try VideoEntity(path: file.path)
        let again = try VideoEntity(bytes: SVGADocument(movie).write(as: .v2))
        #expect(again.fps == movie.fps && again.frameCount == movie.frameCount && again.version == movie.version)
        #expect(again.images.map(\.bytes) == movie.images.map(\.bytes) && again.sounds.map(\.bytes) == movie.sounds.map(\.bytes))
        #expect(again.audios.map(\.startFrame) == movie.audios.map(\.startFrame))
        #expect(
            again.audios.map(\.endFrame) == movie.audios.map(\.endFrame)
                && again.sprites.map(\.matteIndex) == movie.sprites.map(\.matteIndex))
        #expect(try frames(again) == frames(movie))
    }

    @Test("a clip that clips everything away still does, as a document")
    func emptyClip() throws {
        let sprite = WireSprite.one("v.vector", .visible(clip: "nothing", .rect(0, 0, 16, 16)))
        let movie = try WireMovie.tiny(sprites: [sprite]).read()
        #expect(try SVGAScene(SVGADocument(movie).videoEntity()).pixmap(frame: 0).inkBox == nil)
        #expect(try SVGAScene(movie).pixmap(frame: 0).inkBox == nil)
    }

    @Test("a path's text is the path")
    func pathText() {
        let text = "M1.5-2L3 4C1e-5 0.1 16777216 3 0.33333334 7ZM2 2l1 1Q5 5 6 6z m1 1 h3"
        let path = PathParser.parse(text).path
        let again = PathParser.parse(path.text).path
        #expect(again.verbs == path.verbs && again.coordinates == path.coordinates)
        #expect(SVGAPath().text.isEmpty && SVGAPath().clipText == "M0 0" && PathParser.parse("M0 0").path.isEmpty)
        var bare = SVGAPath()
        bare.line(x: 1, y: 2)
        bare.line(x: 3, y: 4)
        #expect(bare.text == "M1 2 L3 4")
    }
}
