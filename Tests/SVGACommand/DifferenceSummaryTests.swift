import Foundation
import SVGAEdit
import SVGAFormat
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGACheck

@Suite("Differences in one line") struct DifferenceSummaryTests {
    private static let gift = TestFiles.root.path + "/samples/features/gift-mattes.svga"

    /// The summary of an edited sample, without the canvas and other facts.
    private func summaries(_ sample: String = "gift-mattes", _ edits: DocumentEdit...) throws -> MovieDifference {
        let document = try SVGADocument(path: TestFiles.sample(sample).path)
        var edited = document
        for edit in edits { _ = try edited.apply(edit) }
        return MovieDifference(try document.videoEntity(), try edited.videoEntity())
    }

    @Test("a movie that was scaled as one summary", arguments: [0.5, 0.37, 2, 1.5], ["gift-mattes", "badge", "keep"])
    func scaled(factor: Double, sample: String) throws {
        let difference = try summaries(sample, .scale(factor))
        let summary = try #require(difference.summaries.first)
        #expect(summary.subject == .sprites && summary.count == summary.total)
        #expect(summary.alteration == SpriteAlteration(scale: factor))
        // Images are only made smaller.
        #expect(difference.summaries.dropFirst().allSatisfy { $0.subject == .images && factor < 1 })
        #expect(difference.summarizedSprites.count == difference.sprites.count, "nothing is left to say")
    }

    @Test("content that was moved")
    func moved() throws {
        let difference = try summaries("gift-mattes", .setCanvas(width: 750, height: 750, x: 10, y: -5.5))
        #expect(difference.summaries.map(\.alteration) == [SpriteAlteration(x: 10, y: -5.5)])
        #expect(difference.summaries[0].text.description.hasSuffix("moved by 10, -5.5"))
    }

    @Test("cut frames, and other changes")
    func trimmed() throws {
        let difference = try summaries("gift-mattes", .trim(first: 10, last: 44), .scale(0.5))
        #expect(
            difference.summaries.prefix(2).map(\.text) == ["only frames 10–44 of the 90 are left", "all 54 visible sprites scaled by 0.5"])
        #expect(difference.summaries.dropFirst(2).allSatisfy { $0.subject == .images })
        #expect(difference.summaries[0].frames == 10...44)
        #expect(difference.summarizedSprites.count == difference.sprites.count)
    }

    @Test("frames that follow the old ones")
    func appended() throws {
        let other = try SVGADocument(path: DifferenceSummaryTests.gift)
        let first = try SVGADocument(path: DifferenceSummaryTests.gift)
        var longer = first
        _ = try longer.apply(.merge(other, overlayAt: nil))
        let difference = MovieDifference(try first.videoEntity(), try longer.videoEntity())
        #expect(difference.summaries.first?.text == "90 frames added at the end, from 90 on")
    }

    @Test("sprites with the same fade, except for one")
    func faded() throws {
        func movie(_ alphas: [Float]) throws -> VideoEntity {
            let sprites = alphas.enumerated().map { index, alpha in
                WireSprite.one(
                    "s\(index)", .visible(alpha: alpha, .rect(Float(index), 0, 4, 4)), .visible(alpha: alpha / 2, .rect(1, 1, 4, 4)))
            }
            return try WireMovie.tiny(frames: 2, sprites: sprites).read()
        }
        let difference = MovieDifference(try movie([1, 0.8, 0.6, 0.4]), try movie([0.5, 0.4, 0.3, 0.4]))
        #expect(difference.summaries.map(\.text) == ["3 of 4 sprites alpha multiplied by 0.5"])
        #expect(difference.sprites.count == 3 && difference.summarizedSprites == [0, 1, 2])
    }

    @Test("sprites that changed each in its own way have no line in common")
    func different() throws {
        func movie(_ offsets: [Float]) throws -> VideoEntity {
            let sprites = offsets.enumerated().map { index, x in
                WireSprite.one("s\(index)", .visible(transform: WireTransform(tx: x), .rect(0, 0, 4, 4)))
            }
            return try WireMovie.tiny(frames: 1, sprites: sprites).read()
        }
        let difference = MovieDifference(try movie([0, 0, 0, 0, 0]), try movie([1, 2, 3, 4, 5]))
        #expect(difference.summaries.isEmpty && difference.summarizedSprites.isEmpty && difference.sprites.count == 5)
    }

    @Test("renamed keys, with their images, sprites and mattes")
    func renamed() throws {
        let difference = try summaries("gift-mattes", .rename(from: "plate", to: "sign"), .rename(from: "name", to: "title"))
        #expect(difference.summaries.map(\.text) == ["2 keys renamed: \"name\" to \"title\", \"plate\" to \"sign\""])
        #expect(difference.summarizedImages.count == difference.images.count)
        #expect(difference.summarizedSprites.count == difference.sprites.count)
    }

    @Test("images with other bytes and the same pixels")
    func imagesAnew() throws {
        let samples = [UInt8](repeating: 7, count: 768)
        let png = ImageFixtures.png(width: 16, height: 16, color: .rgb, samples: samples)
        let other = ImageFixtures.png(width: 16, height: 16, color: .rgb, samples: samples, isInterlaced: true)
        func movie(_ bytes: [UInt8]) throws -> VideoEntity {
            try WireMovie.tiny(images: ["a", "b", "c"].map { WireImage(key: $0, bytes: bytes) }).read()
        }
        let difference = MovieDifference(try movie(png), try movie(other))
        #expect(
            difference.summaries.count == 1
                && difference.summaries[0].text.description.hasPrefix("all 3 images written anew with the same pixels, "))
        #expect(difference.summarizedImages == [0, 1, 2])
    }
}
