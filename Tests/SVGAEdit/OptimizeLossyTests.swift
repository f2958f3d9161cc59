import Foundation
import SVGACheck
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAEdit

@Suite("Optimizing with a bound")
struct OptimizeLossyTests {
    private typealias Fixtures = OptimizeFixtures

    /// `a` is shown at a quarter of its pixels, and `b` at all of them.
    private static let movie = WireMovie.tiny(
        width: 64, height: 64, frames: 2,
        images: [Fixtures.image("a", Fixtures.waves(side: 64)), Fixtures.image("b", Fixtures.waves(side: 63))],
        sprites: [
            .one("a", .visible(layout: WireLayout(width: 32, height: 32)), .visible(layout: WireLayout(width: 16, height: 16))),
            .one("b", .hidden, .visible(layout: WireLayout(width: 31.5, height: 31.5), transform: WireTransform(a: 2, d: 2))),
        ])

    private static func similarities(_ result: Optimization) async throws -> [Double] {
        try await FrameComparison(SVGAScene(movie.read()), SVGAScene(VideoEntity(bytes: result.bytes))).differences().map(
            \.similarity)
    }

    @Test
    func `palettes make it smaller, and no frame is below the minimum similarity`() async throws {
        var options = OptimizeOptions()
        options.quality = 60
        options.minimumSimilarity = 0.9
        let (lossless, _) = try await Fixtures.optimize(Self.movie)
        let (result, after) = try await Fixtures.optimize(Self.movie, as: .zlib, options)
        #expect(result.images.map(\.action) == [.palette, .palette] && result.bytesAfter < lossless.bytesAfter)
        #expect(after.images.allSatisfy { $0.bytes[25] == 3 })
        let similarities = try await Self.similarities(result)
        #expect(similarities.min() == result.lowestSimilarity && result.lowestSimilarity >= 0.9 && result.differingFrames == 2)
    }

    @Test
    func `the input's frames are drawn once, however many attempts are compared with them`() async throws {
        var options = OptimizeOptions()
        options.cropsMargins = true
        // The picture has a margin, so that there is something to crop and then something to compress.
        let bytes = try DocumentWriter.write(Self.margins, as: .zlib)
        let work = try OptimizeWork(bytes, options) { _, _ in }
        let result = try await work.run()
        #expect(result.images.map(\.action) == [.cropped] && result.differingFrames == 0)
        #expect(work.reference.paintedFrames == 3)
    }

    private static let margins: WireMovie = {
        var samples = [UInt8](repeating: 0, count: 4 * 64 * 64)
        for index in 0..<16 * 16 {
            let first = 4 * (64 * (24 + index / 16) + 24 + index % 16)
            for channel in 0..<3 { samples[first + channel] = UInt8(truncatingIfNeeded: index * index * (7 + channel) / 3) }
            samples[first + 3] = 255
        }
        let frame = WireFrame.visible(layout: WireLayout(width: 64, height: 64))
        return WireMovie.tiny(
            frames: 3, images: [Fixtures.image("a", ImageFixtures.png(width: 64, height: 64, samples: samples))],
            sprites: [.one("a", frame, frame, frame)])
    }()

    @Test
    func `an unreachable minimum similarity gives the lossless result`() async throws {
        var options = OptimizeOptions()
        options.quality = 20
        options.maximumSide = 4
        options.minimumSimilarity = 1
        let (result, _) = try await Fixtures.optimize(Self.movie, as: .zlib, options)
        #expect(try await Self.similarities(result) == [1, 1] && result.lowestSimilarity == 1)
        #expect(result.images.allSatisfy { $0.action == .rewritten } && result.bytesAfter <= result.bytesBefore)
        let (lossless, _) = try await Fixtures.optimize(Self.movie)
        #expect(result.bytes == lossless.bytes)
    }

    @Test
    func `sides are shrunk to the largest allowed, and the memory with them`() async throws {
        var options = OptimizeOptions()
        options.maximumSide = 32
        options.minimumSimilarity = 0.1
        let (result, _) = try await Fixtures.optimize(Self.movie, as: .zlib, options)
        #expect(result.images.map(\.widthAfter) == [32, 32] && result.images.map(\.action) == [.shrunk, .shrunk])
        #expect(result.decodedBytesAfter == 2 * 4 * 32 * 32)
    }

    @Test
    func `images are shrunk to the largest size at which they are shown`() async throws {
        var options = OptimizeOptions()
        options.density = 1
        options.minimumSimilarity = 0.1
        let (result, after) = try await Fixtures.optimize(Self.movie, as: .zlib, options)
        #expect(result.images.filter { $0.action == .shrunk }.map(\.key) == ["a"])
        let picture = try ImageDecoder.decode(ImageFixtures.entity(.png, after.images[0].bytes))
        #expect(picture.width == 32 && picture.height == 32)
        // The web player draws bitmaps at their own size, so the layouts are as large, and the transforms make up for it.
        #expect(after.sprites[0].frames.allSatisfy { $0.layout == WireLayout(width: 32, height: 32) })
        #expect(after.sprites[0].frames[0].transform == nil && after.sprites[0].frames[1].transform?.a == 0.5)
        #expect(try AddedFindings.find(in: result.bytes, since: [Self.movie.written()]).isEmpty)
    }

    @Test
    func `images under shapes, and images with protected keys, stay unchanged`() async throws {
        var movie = Self.movie
        movie.sprites[0].frames[0].shapes = [.rect(0, 0, 1, 1)]
        var options = OptimizeOptions(keptKeys: ["b"])
        options.maximumSide = 32
        options.minimumSimilarity = 0.1
        let (result, after) = try await Fixtures.optimize(movie, as: .zlib, options)
        #expect(!result.images.contains { $0.action == .shrunk } && after.sprites == movie.sprites)
    }

    @Test
    func `a target reduces colors first and reports what was reduced`() async throws {
        var options = OptimizeOptions()
        options.minimumSimilarity = 0.5
        let (lossless, _) = try await Fixtures.optimize(Self.movie)
        options.targetBytes = lossless.bytesAfter
        let (free, _) = try await Fixtures.optimize(Self.movie, as: .zlib, options)
        #expect(free.bytes == lossless.bytes && free.notes.contains("the target was reached without any loss"))
        options.targetBytes = lossless.bytesAfter * 9 / 10
        let (some, _) = try await Fixtures.optimize(Self.movie, as: .zlib, options)
        #expect(some.bytesAfter <= lossless.bytesAfter * 9 / 10 && some.decodedBytesAfter == lossless.decodedBytesAfter)
        #expect(some.notes.contains { $0.hasPrefix("reduced for the target: palettes at quality ") && !$0.contains("density") })
        options.targetBytes = lossless.bytesAfter / 4
        let (much, _) = try await Fixtures.optimize(Self.movie, as: .zlib, options)
        #expect(much.bytesAfter <= lossless.bytesAfter / 4 && much.notes.contains { $0.contains("images at density ") })
    }

    @Test
    func `a target for memory reduces pixels and no colors`() async throws {
        var options = OptimizeOptions()
        options.minimumSimilarity = 0.5
        options.targetDecodedBytes = 4 * 64 * 64
        let (result, _) = try await Fixtures.optimize(Self.movie, as: .zlib, options)
        #expect(result.decodedBytesAfter <= 4 * 64 * 64 && result.images.allSatisfy { $0.action == .shrunk })
        #expect(result.notes.contains { $0.hasPrefix("reduced for the target: images at density ") })
    }

    @Test
    func `a target that no similarity reaches is an error, which names none`() async throws {
        var options = OptimizeOptions()
        options.targetBytes = 300
        options.minimumSimilarity = 0.999
        let error = await #expect(throws: SVGAError.self) { _ = try await Fixtures.optimize(Self.movie, as: .zlib, options) }
        guard case .target(bytes: 300, decodedBytes: nil, minimumSimilarity: nil, let found)? = error?.detail else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(found.description.contains("of which images "))
    }

    @Test
    func `a shrunk pixel is the average of what it covers`() throws {
        let samples: [UInt8] = [255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 255, 255, 9, 9, 9, 0, 9, 9, 9, 0, 0, 0, 255, 255]
        let picture = try #require(PNGPicture(png: ImageFixtures.png(width: 3, height: 2, samples: samples), limits: .default))
        let half = picture.shrunk(width: 1, height: 1)
        // One red and two blue of six pixels.
        #expect(half.pixels == [0x80AA_0055])
        #expect(picture.shrunk(width: 3, height: 2).pixels == picture.pixels)
    }

    /// The small files of the corpus; the bench measures all of it.
    private static let smallFiles = TestFiles.corpusFiles.filter { (try? TestFiles.bytes($0).count) ?? .max < 90_000 }

    @Test(.needsCorpus, .enabled(if: !smallFiles.isEmpty, "no file of the corpus is under 90 kB"), arguments: smallFiles)
    func `files of the corpus get no larger, and every frame stays the same`(file: URL) async throws {
        let bytes = try TestFiles.bytes(file)
        let result = try await Optimizer.optimize(bytes)
        #expect(result.bytesAfter <= bytes.count && result.undone.isEmpty)
        let comparison = FrameComparison(
            try SVGAScene(VideoEntity(bytes: bytes)), try SVGAScene(VideoEntity(bytes: result.bytes)))
        let differences = try await comparison.differences()
        #expect(differences.count == result.frames && differences.allSatisfy(\.isIdentical))
    }
}
