import SVGACheck
import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAEdit

@Suite("Optimizing to a target")
struct OptimizeTargetTests {
    private typealias Fixtures = OptimizeFixtures

    /// Four pictures of different sizes, each shown alone.
    private static let movie: WireMovie = {
        let sides = [40, 32, 27, 20]
        let images = sides.map { Fixtures.image("\($0)", Fixtures.waves(side: $0)) }
        let sprites = sides.indices.map { index -> WireSprite in
            var frames = [WireFrame](repeating: .hidden, count: sides.count)
            frames[index] = .visible(layout: WireLayout(width: 32, height: 32))
            return WireSprite(imageKey: "\(sides[index])", frames: frames)
        }
        return WireMovie.tiny(width: 32, height: 32, frames: 4, images: images, sprites: sprites)
    }()

    private static func targeted(
        _ movie: WireMovie = movie, bytes: Int? = nil, memory: Int? = nil, similarity: Double = 0.5
    ) async throws -> Optimization {
        let options = OptimizeOptions(minimumSimilarity: similarity, targetBytes: bytes, targetDecodedBytes: memory)
        return try await Fixtures.optimize(movie, as: .zlib, options).result
    }

    @Test
    func `what any quality and density reach is reached`() async throws {
        var sizes: [Int] = []
        for quality in [nil, 90, 50, 10] as [Int?] {
            for density in [nil, 1, 0.5, 0.18] as [Double?] {
                let options = OptimizeOptions(quality: quality, density: density, minimumSimilarity: 0.8)
                sizes.append(try await Fixtures.optimize(Self.movie, as: .zlib, options).result.bytesAfter)
            }
        }
        for size in Set(sizes).sorted() {
            let result = try await Self.targeted(bytes: size, similarity: 0.8)
            #expect(result.bytesAfter <= size && result.lowestSimilarity >= 0.8, "\(size) bytes")
        }
    }

    @Test(arguments: [0.8, 0.6, 0.45, 0.3])
    func `at least 95 percent of a target are used`(share: Double) async throws {
        let (lossless, _) = try await Fixtures.optimize(Self.movie)
        let target = Int(share * Double(lossless.bytesAfter))
        let result = try await Self.targeted(bytes: target)
        let used = try #require(result.targetShare)
        #expect(result.bytesAfter <= target && used >= 0.95, "\(result.bytesAfter) of \(target)")
        #expect(used == Double(result.bytesAfter) / Double(target))
    }

    @Test(arguments: [0.9, 0.5, 0.1])
    func `memory is used to 95 percent by pixels alone`(share: Double) async throws {
        let before = [40, 32, 27, 20].reduce(0) { $0 + 4 * $1 * $1 }
        let target = Int(share * Double(before))
        let result = try await Self.targeted(memory: target, similarity: 0.1)
        #expect(result.decodedBytesAfter <= target && Double(result.decodedBytesAfter) >= 0.95 * Double(target))
        #expect(result.images.allSatisfy { $0.action == .shrunk || $0.action == .rewritten })
    }

    @Test
    func `a drawing whose file grows when it is shrunk still takes less memory`() async throws {
        // Stripes of two colors, which averaging turns into many.
        var samples: [UInt8] = []
        for index in 0..<60 * 60 { samples += (index % 60 * 7 / 5 + index / 60) % 3 == 0 ? [255, 255, 255, 255] : [0, 0, 0, 255] }
        let image = Fixtures.image("a", ImageFixtures.png(width: 60, height: 60, samples: samples))
        let frame = WireFrame.visible(layout: WireLayout(width: 60, height: 60))
        let movie = WireMovie.tiny(width: 60, height: 60, images: [image], sprites: [.one("a", frame)])
        let (lossless, _) = try await Fixtures.optimize(movie)
        let result = try await Self.targeted(movie, memory: 4 * 50 * 50, similarity: 0.01)
        #expect(result.bytesAfter > lossless.bytesAfter, "the fixture has to grow")
        #expect(result.decodedBytesAfter <= 4 * 50 * 50 && result.decodedBytesAfter < result.decodedBytesBefore)
    }

    @Test
    func `an image that must not change leaves the others to reach the target`() async throws {
        // Noise, shown as it is: with fewer colors or pixels its frame is unlike the input's.
        var samples: [UInt8] = []
        var noise: UInt32 = 1
        for _ in 0..<24 * 24 {
            noise = noise &* 1_664_525 &+ 1_013_904_223
            samples += [UInt8(noise >> 24), UInt8(noise >> 16 & 255), UInt8(noise >> 8 & 255), 255]
        }
        let images = [
            Fixtures.image("noise", ImageFixtures.png(width: 24, height: 24, samples: samples)),
            Fixtures.image("waves", Fixtures.waves(side: 64)),
        ]
        let sprites: [WireSprite] = [
            .one("noise", .visible(layout: WireLayout(width: 24, height: 24)), .hidden),
            .one("waves", .hidden, .visible(layout: WireLayout(width: 16, height: 16))),
        ]
        let movie = WireMovie.tiny(width: 32, height: 32, frames: 2, images: images, sprites: sprites)
        let result = try await Self.targeted(movie, bytes: images[0].bytes.count + 2500, similarity: 0.97)
        #expect(result.lowestSimilarity >= 0.97 && result.images.contains { $0.key == "waves" && $0.action != .rewritten })
    }

    @Test
    func `a target that the input keeps already costs nothing`() async throws {
        let input = try DocumentWriter.write(Self.movie, as: .zlib)
        let result = try await Self.targeted(bytes: input.count, memory: 1 << 20)
        #expect(result.differingFrames == 0 && result.notes.contains("the target was reached without any loss"))
    }

    @Test
    func `a refused target names the smallest that was found and what holds it`() async throws {
        var movie = Self.movie
        movie.images.append(Fixtures.image("tune", [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 7, count: 5000)))
        var audio = WireAudio()
        (audio.audioKey, audio.endFrame) = ("tune", 4)
        movie.audios = [audio]
        do {
            _ = try await Self.targeted(movie, bytes: 400, similarity: 0.9)
            Issue.record("400 bytes were reached")
        } catch {
            guard case .target(let bytes, nil, let similarity, let found)? = (error as? SVGAError)?.detail else { throw error }
            #expect(bytes == 400 && similarity == 0.9)
            #expect(found.description.contains("of which sound 5.01 KB, images "))
            #expect(found.description.contains("the sound alone is larger than the target, a lower bitrate of the sound makes it smaller"))
        }
    }

    @Test
    func `for a player that does not draw WebP nothing becomes one`() async throws {
        var options = OptimizeOptions(usesWebP: true)
        options.players = [.web]
        let (stored, after) = try await Fixtures.optimize(Self.movie, as: .zlib, options)
        #expect(after.images.allSatisfy { $0.bytes.starts(with: [0x89, 0x50]) })
        #expect(stored.notes.count { $0.contains("one of the players") } == 1)
    }
}
