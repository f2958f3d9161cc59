import Foundation
import SVGAFormat
import SVGAModel
import Testing

/// The shared corpus: `SVGA_CORPUS`, or `../shared/corpus` beside the package.
enum SharedCorpus {
    static let files: [String] = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let folder = ProcessInfo.processInfo.environment["SVGA_CORPUS"] ?? package.appending(path: "../shared/corpus").path()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        if names.isEmpty { print("skipped: no corpus at \(folder); set SVGA_CORPUS") }
        return names.filter { $0.hasSuffix(".svga") }.sorted().map { folder + "/" + $0 }
    }()

    static func bytes(_ path: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(filePath: path))) }
}

@Suite struct ContainerCorpusTests {
    @Test("every file of the corpus reads, with frames in every sprite", arguments: SharedCorpus.files)
    func reads(path: String) throws {
        let document = try DocumentReader.read(SharedCorpus.bytes(path), limits: .default)
        #expect(document.movie.viewBoxWidth > 0 && document.movie.viewBoxHeight > 0)
        #expect(document.movie.frames > 0)
        #expect(document.movie.sprites.allSatisfy { !$0.frames.isEmpty })
        #expect(document.movie.images.allSatisfy { !$0.bytes.isEmpty })
    }

    @Test("a file of the corpus read from its path is the same as from its bytes", arguments: SharedCorpus.files.prefix(1))
    func path(path: String) throws {
        let movie = try VideoEntity(path: path)
        #expect(try movie.frames == VideoEntity(bytes: SharedCorpus.bytes(path)).frames)
    }
}
