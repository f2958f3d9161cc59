import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

@Suite struct ContainerCorpusTests {
    @Test("every file of the corpus reads, with frames in every sprite", .needsCorpus, arguments: TestFiles.corpusFiles)
    func reads(file: URL) throws {
        let document = try DocumentReader.read(TestFiles.bytes(file), limits: .default)
        #expect(document.movie.viewBoxWidth > 0 && document.movie.viewBoxHeight > 0)
        #expect(document.movie.frames > 0)
        #expect(document.movie.sprites.allSatisfy { !$0.frames.isEmpty })
        #expect(document.movie.images.allSatisfy { !$0.bytes.isEmpty })
    }

    @Test("a file read from its path is the same as from its bytes", arguments: TestFiles.samples)
    func path(file: URL) throws {
        let movie = try VideoEntity(path: file.path)
        #expect(try movie.frameCount == VideoEntity(bytes: TestFiles.bytes(file)).frameCount)
    }
}
