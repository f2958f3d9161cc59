import Foundation
import SVGAFormat
import SVGAModel
import SVGARender
import TestSupport
import Testing

@testable import SVGAEdit

/// Doubling a count of a file at most doubles the work, and a bit. Quadratic work would be four times as much.
@Suite(.serialized)
struct EditCostTests {
    private static let picture: [UInt8] = {
        var samples = [UInt8](repeating: 0, count: 4 * 64)
        for channel in 0..<4 { samples[4 * 27 + channel] = 255 }
        return ImageFixtures.png(width: 8, height: 8, samples: samples)
    }()

    @Test func `cropping margins looks at each image and each sprite a few times`() throws {
        func crop(_ count: Int) {
            let images = (0..<count).map { WireImage(key: "image\($0)", bytes: Self.picture) }
            let sprites = (0..<count).map { WireSprite.one("image\($0)", .visible(layout: WireLayout(width: 8, height: 8))) }
            let found = MarginCrop(SVGADocument(movie: .tiny(images: images, sprites: sprites)), OptimizeOptions()).candidates
            #expect(found.count == count)
        }
        #expect(costOfDoubling(300) { crop($0) } < 3)
    }

    @Test func `an image is cropped only where no player can find another for its sprites`() throws {
        func candidates(_ images: [String], _ sprites: [String]) -> [Int] {
            let images = images.map { WireImage(key: $0, bytes: Self.picture) }
            let sprites = sprites.map { WireSprite.one($0, .visible(layout: WireLayout(width: 8, height: 8))) }
            return MarginCrop(SVGADocument(movie: .tiny(images: images, sprites: sprites)), OptimizeOptions()).candidates
        }
        #expect(candidates(["a", "b"], ["a", "b"]) == [0, 1])
        #expect(candidates(["a", "b"], ["a.png", "b", "b.matte"]) == [0, 1])
        #expect(candidates(["a", "a.png", "b"], ["a", "b"]) == [2])
        #expect(candidates(["a.x", "a.y", "b"], ["a.x", "b"]) == [2])
        #expect(candidates(["a.x", "a.y"], ["b"]) == [])
        #expect(candidates(["a", "a", "b"], ["b.vector", "b"]) == [2])
    }

    /// Each of them alone takes milliseconds.
    @Test(.timeLimit(.minutes(5))) func `a payload that a file holds many times is made smaller once`() async throws {
        let waves = OptimizeFixtures.waves()
        let images = (0..<10_000).map { _ in WireImage(key: "a", bytes: waves) }
        let made = try await ImageVersions(options: OptimizeOptions()).exact(images)
        #expect(made.count == 10_000)
        #expect(Set(made.values).count == 1)
    }

    @Test func `setting an image that many other sprites share gives each its own once`() throws {
        func set(_ count: Int) throws {
            let sprites = [WireSprite.one("a", .visible())] + (0..<count).map { .one("a.\($0)", .visible()) }
            let movie = WireMovie.tiny(images: [WireImage(key: "a", bytes: Self.picture)], sprites: sprites)
            let edited = try movie.edited(.setImage(key: "a", bytes: OptimizeFixtures.picture(side: 8)))
            #expect(edited.images.count == count + 1)
        }
        #expect(try costOfDoubling(300) { try set($0) } < 3)
    }

    @Test func `colliding keys get new names in linear time`() throws {
        // As many as there are ways to write a dot or a dash between the letters: without dots they are all one.
        func merge(_ count: Int) throws {
            let names = (0..<count).map { number in
                "k" + (0..<12).map { number >> $0 & 1 == 0 ? ".a" : "_a" }.joined()
            }
            let movie = WireMovie.tiny(sprites: names.map { .one($0, .visible()) } + [.one("x", .visible())])
            var other = movie
            other.images = names.map { WireImage(key: $0, bytes: Array($0.utf8)) }
            var incoming = MovieEditor(other, limits: .default)
            #expect(try MergeKeys(movie, incoming).rename(in: &incoming).count == count)
        }
        #expect(try costOfDoubling(512) { try merge($0) } < 3)
    }
}
