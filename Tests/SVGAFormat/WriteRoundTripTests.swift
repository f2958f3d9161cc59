import Foundation
import SVGAFormat
import SVGAModel
import SVGASupport
import TestSupport
import Testing

private let containers: [VideoEntity.Container] = [.zlib, .gzip, .protobuf, .zipBinary, .zipJSON]

@Suite struct WriteRoundTripTests {
    @Test("a written movie reads back as the same movie", arguments: containers)
    func roundTrip(container: VideoEntity.Container) throws {
        var generator = MovieGenerator(seed: 1)
        for _ in 0..<150 {
            let movie = generator.movie(audios: container != .zipJSON)
            let document = try DocumentReader.read(DocumentWriter.write(movie, as: container), limits: .default)
            try #require(document.movie == movie)
            #expect(document.container == container)
        }
    }

    @Test("a written movie reads back without diagnostics", arguments: [VideoEntity.Container.zlib, .zipBinary, .zipJSON])
    func noDiagnostics(container: VideoEntity.Container) throws {
        var generator = MovieGenerator(seed: 2)
        for _ in 0..<50 {
            let movie = generator.movie(audios: false)
            let document = try DocumentReader.read(DocumentWriter.write(movie, as: container), limits: .default)
            try #require(document.diagnostics == [])
        }
    }

    @Test("equal movies give equal bytes", arguments: containers)
    func deterministic(container: VideoEntity.Container) throws {
        var generator = MovieGenerator(seed: 3)
        let movie = generator.movie(audios: false)
        #expect(try DocumentWriter.write(movie, as: container) == DocumentWriter.write(movie, as: container))
    }

    @Test("every file of the corpus can be packed in every container", .needsCorpus, arguments: TestFiles.corpusFiles)
    func corpus(file: URL) throws {
        let movie = try DocumentReader.read(TestFiles.bytes(file), limits: .default).movie
        for container in containers where container != .zipJSON || movie.audios.isEmpty {
            let again = try DocumentReader.read(DocumentWriter.write(movie, as: container), limits: .default)
            #expect(again.movie == movie, "\(container)")
        }
    }

    @Test("two images of one key keep their own bytes in a ZIP", arguments: [VideoEntity.Container.zipBinary, .zipJSON])
    func twoImagesOfOneKey(container: VideoEntity.Container) throws {
        var movie = WireMovie()
        movie.images = [WireImage(key: "a", bytes: [1]), WireImage(key: "a", bytes: [2]), WireImage(key: "._b", bytes: [3])]
        let document = try DocumentReader.read(DocumentWriter.write(movie, as: container), limits: .default)
        #expect(document.movie == movie)
    }

    @Test("audio in movie.spec is refused")
    func audioInJSON() {
        var movie = WireMovie()
        movie.audios = [WireAudio()]
        #expect(throws: SVGAError.unsupported(["audio \"\""])) {
            try DocumentWriter.write(movie, as: .zipJSON)
        }
    }

    @Test("a number that is not finite is refused in JSON and preserved in protobuf")
    func notFinite() throws {
        var movie = WireMovie()
        movie.viewBoxWidth = .infinity
        #expect(throws: SVGAError.unsupported(["1 number that is not finite"])) {
            try DocumentWriter.write(movie, as: .zipJSON)
        }
        #expect(try DocumentReader.read(DocumentWriter.write(movie, as: .zlib), limits: .default).movie == movie)
    }

    @Test("a text with a NUL is refused in protobuf and preserved in JSON")
    func nul() throws {
        var movie = WireMovie()
        movie.version = "2\0"
        #expect(throws: SVGAError.self) { try DocumentWriter.write(movie, as: .zlib) }
        #expect(try DocumentReader.read(DocumentWriter.write(movie, as: .zipJSON), limits: .default).movie == movie)
    }
}
