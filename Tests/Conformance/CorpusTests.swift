import Foundation
import SVGACheck
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// The shared corpus of public files, compared with frames of an independent renderer. Skipped with a reason if it is missing.
@Suite("Corpus", .needsCorpus) struct CorpusTests {
    /// The folder of a file's reference frames, beside the corpus.
    private static func reference(_ file: URL) -> URL {
        file.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("reference")
            .appendingPathComponent(file.deletingPathExtension().lastPathComponent)
    }

    private static func frames(of folder: URL) -> [Int] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".png") }.compactMap { Int($0.dropLast(4)) }.sorted()
    }

    private static let referenced = TestFiles.corpusFiles.filter { !frames(of: reference($0)).isEmpty }

    @Test(
        "frames look like the reference: mean SSIM at least 0.995, none under 0.98",
        .enabled(if: !referenced.isEmpty, "no folder of reference frames beside the corpus"), arguments: referenced)
    func likeReference(file: URL) throws {
        let folder = Self.reference(file)
        let painter = try SVGAScene(try VideoEntity(path: file.path)).makePainter()
        var similarities: [Double] = []
        for frame in Self.frames(of: folder) {
            let name = String(repeating: "0", count: 5 - String(frame).count) + "\(frame).png"
            try painter.paint(frame: frame)
            let picture = try TestFiles.picture(at: folder.appendingPathComponent(name))
            let similarity = StructuralSimilarity.compare(painter.pixmap(), picture)
            #expect(similarity >= 0.98, "frame \(frame)")
            similarities.append(similarity)
        }
        try #require(!similarities.isEmpty)
        #expect(similarities.reduce(0, +) / Double(similarities.count) >= 0.995)
    }

    @Test("a sprite-frame takes at most 64 bytes, without shapes and paths", arguments: TestFiles.corpusFiles)
    func memory(file: URL) throws {
        let movie = try VideoEntity(path: file.path)
        let frames = movie.sprites.reduce(0) { $0 + $1.frames.records.capacity }
        let shown = movie.sprites.reduce(0) { $0 + $1.frames.count }
        let layouts = (movie.sprites.first?.frames.tables.layouts.capacity ?? 0) * MemoryLayout<SVGARect>.stride
        let bytes = frames * MemoryLayout<FrameRecord>.stride + layouts
        #expect(bytes <= 64 * shown)
    }

    @Test("rendering from last to first gives what rendering from first to last gives", arguments: TestFiles.corpusFiles)
    func orderIndependent(file: URL) throws {
        let movie = try VideoEntity(path: file.path)
        var options = RenderOptions()
        options.size = .pixels(width: 96, height: 0)
        let scene = try SVGAScene(movie, options: options)
        let frames = stride(from: 0, to: movie.frameCount, by: max(1, movie.frameCount / 6))
        let (forwards, backwards) = (try scene.makePainter(), try scene.makePainter())
        var pictures: [Int: Pixmap] = [:]
        for frame in frames {
            try forwards.paint(frame: frame)
            pictures[frame] = forwards.pixmap()
        }
        try #require(!pictures.isEmpty)
        for frame in frames.reversed() {
            try backwards.paint(frame: frame)
            #expect(backwards.pixmap() == pictures[frame])
        }
    }
}
