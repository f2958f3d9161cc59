import Foundation
import SVGACheck
import SVGAExport
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGAEdit

@Suite("Optimizing images")
struct OptimizeImageTests {
    private typealias Fixtures = OptimizeFixtures

    @Test
    func `images that no sprite shows go, but no sound, nothing an audio names and nothing that may be no image`() async throws {
        var movie = WireMovie.tiny(
            images: [
                Fixtures.image("shown", Fixtures.picture(1)), Fixtures.image("spare", Fixtures.picture(2)),
                Fixtures.image("silent", Fixtures.sound), Fixtures.image("cover", Fixtures.picture(3)),
                Fixtures.image("opaque", [1, 2, 3, 4]),
            ], sprites: [.one("shown", .visible())])
        var audio = WireAudio()
        audio.audioKey = "cover"
        movie.audios = [audio]
        let (result, after) = try await Fixtures.optimize(movie)
        #expect(after.images.map(\.key) == ["shown", "silent", "cover", "opaque"])
        #expect(result.images.first { $0.key == "spare" }?.action == .removed)
        #expect(after.images[1].bytes == Fixtures.sound && after.images[3].bytes == [1, 2, 3, 4] && after.audios == movie.audios)
        #expect(result.notes.contains { $0.contains("\"silent\"") })
        #expect(result.decodedBytesBefore - result.decodedBytesAfter == 4 * 24 * 24)
    }

    @Test func `pictures become lossless WebP only where that is allowed, and smaller`() async throws {
        let waves = Fixtures.image("waves", Fixtures.waves())
        let movie = WireMovie.tiny(images: [waves], sprites: [.one("waves", .visible())])
        var options = OptimizeOptions()
        let (plain, png) = try await Fixtures.optimize(movie)
        options.usesWebP = true
        let (result, webP) = try await Fixtures.optimize(movie, as: .zlib, options)
        #expect(png.images[0].bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(webP.images[0].bytes.starts(with: Array("RIFF".utf8)))
        #expect(result.bytesAfter < plain.bytesAfter && result.lowestSimilarity == 1)
    }

    @Test(arguments: [("a.matte", "a"), ("b.vector", "b"), ("c.png", "c"), ("d", "d.png"), ("e.jpg", "e.png")])
    func `an image that is found only without a suffix or an extension stays`(_ sprite: String, _ image: String) async throws {
        let movie = WireMovie.tiny(
            images: [Fixtures.image(image, Fixtures.picture()), Fixtures.image("spare", Fixtures.picture(9))],
            sprites: [.one("under", matte: sprite, .visible(.rect(0, 0, 16, 16))), .one(sprite, .visible())])
        let (_, after) = try await Fixtures.optimize(movie)
        #expect(after.images.map(\.key) == [image])
    }

    @Test
    func `images that differ in a few pixels stay separate`() async throws {
        let (one, other) = (Fixtures.picture(1, side: 60), Fixtures.picture(1, side: 60, last: 91))
        let movie = WireMovie.tiny(
            images: [Fixtures.image("a", one), Fixtures.image("b", other)], sprites: [.one("a", .visible()), .one("b", .visible())])
        var options = OptimizeOptions()
        options.renamesKeys = true
        let (_, after) = try await Fixtures.optimize(movie, as: .zlib, options)
        #expect(after.images.count == 2 && after.images[0].bytes != after.images[1].bytes)
        #expect(try ImageDecoder.decode(ImageFixtures.entity(.png, after.images[1].bytes)).pixels.suffix(2) == [91, 255])
        #expect(after.sprites.map(\.imageKey) == ["a", "b"])
    }

    @Test
    func `the same picture written in two ways becomes the same bytes side by side, under its own keys`() async throws {
        let one = Fixtures.picture(1)
        let samples = try ImageDecoder.decode(ImageFixtures.entity(.png, one)).pixels
        let other = ImageFixtures.png(width: 24, height: 24, samples: samples, isInterlaced: true)
        #expect(one != other)
        let movie = WireMovie.tiny(
            images: [Fixtures.image("a", one), Fixtures.image("m", Fixtures.picture(5)), Fixtures.image("b", other)],
            sprites: [.one("a", .visible()), .one("m", .visible()), .one("b", .visible())])
        let (_, after) = try await Fixtures.optimize(movie)
        #expect(after.images.map(\.key) == ["a", "b", "m"] && after.images[0].bytes == after.images[1].bytes)
        #expect(after.sprites == movie.sprites)
        var options = OptimizeOptions()
        options.renamesKeys = true
        let (_, renamed) = try await Fixtures.optimize(movie, as: .zlib, options)
        #expect(renamed.images.map(\.key) == ["a", "m"] && renamed.sprites.map(\.imageKey) == ["a", "m", "a"])
    }

    @Test
    func `the same picture is one entry of a ZIP`() async throws {
        let movie = WireMovie.tiny(
            images: [Fixtures.image("a", Fixtures.picture()), Fixtures.image("b", Fixtures.picture())],
            sprites: [.one("a", .visible()), .one("b", .visible())])
        let (result, after) = try await Fixtures.optimize(movie, as: .zipJSON)
        #expect(after.images.map(\.entryName) == ["a.png", "a.png"] && result.bytesAfter < result.bytesBefore)
        #expect(try SVGADocument(bytes: result.bytes).container == .zipJSON)
    }

    @Test
    func `of two payloads with one key the one that is used stays`() async throws {
        let movie = WireMovie.tiny(
            images: [Fixtures.image("a", Fixtures.picture(1)), Fixtures.image("a", Fixtures.picture(2))], sprites: [.one("a", .visible())])
        let (_, after) = try await Fixtures.optimize(movie)
        #expect(after.images.count == 1)
        #expect(try after.rendered() == movie.rendered())
    }

    // MARK: - Margins

    /// 40 × 30, of which 10 × 8 pixels at 20, 6 can be seen.
    private static func withMargins() -> [UInt8] {
        var samples: [UInt8] = []
        for y in 0..<30 {
            for x in 0..<40 {
                samples += (20..<30).contains(x) && (6..<14).contains(y) ? [UInt8(8 * x), UInt8(9 * y), 0, 200] : [0, 0, 0, 0]
            }
        }
        return ImageFixtures.png(width: 40, height: 30, samples: samples)
    }

    @Test
    func `margins are cut only when asked, and every frame stays the same`() async throws {
        let turned = WireTransform(a: 0.75, b: 0.5, c: -0.5, d: 0.75, tx: 15.5, ty: 2.25)
        let layout = WireLayout(x: 3, y: 2, width: 40, height: 30)
        let clipped = WireFrame.visible(layout: layout, clip: "M0 0H30V30Z")
        let odd = WireFrame.visible(layout: WireLayout(width: 33.3, height: 17.7))
        let movie = WireMovie.tiny(
            width: 50, height: 40, frames: 2,
            images: ["a", "clipped", "odd", "kept"].map { Fixtures.image($0, Self.withMargins()) } + [
                Fixtures.image("spare", Fixtures.waves())
            ],
            sprites: [
                .one("a", .visible(layout: layout), .visible(layout: layout, transform: turned)), .one("clipped", clipped, clipped),
                .one("odd", odd, odd), .one("kept", .visible(layout: layout), .hidden),
            ])
        let (plain, _) = try await Fixtures.optimize(movie)
        #expect(plain.decodedBytesAfter == 4 * 4 * 40 * 30)
        var options = OptimizeOptions()
        options.cropsMargins = true
        options.keptKeys = ["kept"]
        let (result, after) = try await Fixtures.optimize(movie, as: .zlib, options)
        #expect(result.images.filter { $0.action == .cropped }.map(\.key) == ["a"])
        #expect(result.decodedBytesAfter == 4 * (3 * 40 * 30 + 12 * 10))
        // What was cut off, and where the layout was, is in the transforms, because most players ignore x and y.
        #expect(after.sprites[0].frames.allSatisfy { $0.layout == WireLayout(width: 12, height: 10) })
        #expect(after.sprites[0].frames[0].transform == WireTransform(a: 1, d: 1, tx: 22, ty: 7))
        #expect(after.sprites[0].frames[1].transform == WireTransform(a: 0.75, b: 0.5, c: -0.5, d: 0.75, tx: 28.5, ty: 18.5))
        #expect(try AddedFindings.find(in: result.bytes, since: [movie.written()]).isEmpty)
        #expect(Array(after.sprites.dropFirst()) == Array(movie.sprites.dropFirst()))
        for frame in 0..<2 { #expect(try after.rendered(frame: frame) == movie.rendered(frame: frame)) }
        #expect(result.notes.contains { $0.contains("1 cropped image") })
    }

    // MARK: - PNG

    @Test(arguments: [1, 2, 4, 16, 100, 256, 257, 5000])
    func `a PNG preserves every visible color in every form`(_ colors: Int) throws {
        for kind in 0..<4 {
            let pixels = (0..<71 * 67).map { index -> UInt32 in
                let color = UInt32(index % colors) &* 2_654_435_761
                let gray = color >> 24 & 0xFF
                let rgb = kind < 2 ? color & 0xFF_FFFF : gray | gray << 8 | gray << 16
                let alpha = kind % 2 == 0 ? 255 : color >> 5 & 0xFF
                return alpha == 0 ? 0 : rgb | alpha << 24
            }
            let picture = PNGPicture(width: 71, height: 67, pixels: pixels, carried: [])
            let file = try #require(PNGCompression().file(picture))
            #expect(PNGPicture(png: file, limits: .default) == picture, "\(colors) colours, kind \(kind)")
        }
    }

    @Test
    func `only invisible colors are dropped`() throws {
        let samples: [UInt8] = [200, 10, 10, 0, 200, 10, 10, 1, 3, 4, 5, 0, 9, 9, 9, 255]
        let picture = try #require(PNGPicture(png: ImageFixtures.png(width: 2, height: 2, samples: samples), limits: .default))
        #expect(picture.pixels == [0, 0x010A_0AC8, 0, 0xFF09_0909])
    }

    @Test
    func `a color profile and a gamma are preserved, texts are not`() throws {
        var file = Fixtures.picture()
        var chunks: [UInt8] = []
        PNGChunks.append("gAMA", to: &chunks) { $0 += [0, 0, 0x27, 0x10] }
        PNGChunks.append("tEXt", to: &chunks) { $0 += Array("Comment\0hello".utf8) }
        file.insert(contentsOf: chunks, at: 33)
        let picture = try #require(PNGPicture(png: file, limits: .default))
        #expect(picture.carried == Array(chunks.prefix(16)))
        let written = try #require(PNGCompression().file(picture))
        #expect(PNGPicture(png: written, limits: .default) == picture && written.count < file.count)
        #expect(!String(decoding: written, as: Unicode.ASCII.self).contains("hello"))
    }

    @Test
    func `pictures of 16 bits, animated and broken ones stay unchanged`() async throws {
        let deep = ImageFixtures.png(width: 4, height: 4, depth: 16, samples: [UInt8](repeating: 7, count: 128))
        var animated = Fixtures.picture()
        var chunk: [UInt8] = []
        PNGChunks.append("acTL", to: &chunk) { $0 += [0, 0, 0, 1, 0, 0, 0, 0] }
        animated.insert(contentsOf: chunk, at: 33)
        let payloads = [deep, animated, Array(Fixtures.picture().prefix(60)), [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]]
        for bytes in payloads { #expect(PNGPicture(png: bytes, limits: .default) == nil) }
        let movie = WireMovie.tiny(
            images: payloads.enumerated().map { Fixtures.image("\($0)", $1) } + [Fixtures.image("spare", Fixtures.picture(3))],
            sprites: (0..<4).map { .one("\($0)", .visible()) })
        let (_, after) = try await Fixtures.optimize(movie)
        #expect(after.images.map(\.bytes) == payloads)
    }

    @Test
    func `Zopfli makes PNGs smaller and changes no pixel`() throws {
        let gift = try VideoEntity(path: TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga").path)
        let crown = try #require(gift.images.first { $0.key == "crown" })
        let picture = try #require(PNGPicture(png: crown.bytes, limits: .default))
        let usual = try #require(PNGCompression().file(picture))
        let packed = try #require(PNGCompression(effort: 6).file(picture))
        #expect(packed.count < usual.count && PNGPicture(png: packed, limits: .default) == picture)
    }

    @Test
    func `more effort makes a smaller file, and every frame stays the same`() async throws {
        let gift = TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga")
        let bytes = [UInt8](try Data(contentsOf: gift))
        var sizes: [Int] = []
        for effort in 0...5 {
            let result = try await Optimizer.optimize(bytes, options: OptimizeOptions(effort: effort))
            #expect(result.lowestSimilarity == 1 && result.differingFrames == 0)
            sizes.append(result.bytes.count)
        }
        #expect(sizes[0] < bytes.count && sizes == sizes.sorted(by: >) && Set(sizes).count > 3, "\(sizes)")
        #expect(try await Optimizer.optimize(bytes).bytes.count == sizes[5])
    }

    @Test
    func `the effort is clamped, and 6 is Zopfli`() {
        #expect(OptimizeOptions(effort: -3).effort == 0 && OptimizeOptions(effort: 9).effort == 6)
        #expect(OptimizeOptions(effort: 2, usesZopfli: true).effort == 6)
        var options = OptimizeOptions()
        #expect(options.effort == OptimizeOptions.usualEffort && !options.usesZopfli)
        options.effort = 7
        #expect(options.effort == 6 && options.usesZopfli)
        options.usesZopfli = false
        #expect(options.effort == 5)
        options.effort = 1
        options.usesZopfli = false
        #expect(options.effort == 1)
    }

    // MARK: - JPEG and WebP

    /// Waves as a JPEG of the highest quality, with the standard's codes.
    private static let photo = ImageFixtures.jpeg(
        width: 48, height: 48,
        samples: (0..<48 * 48).flatMap { index -> [UInt8] in
            let (x, y) = (UInt8(index % 48), UInt8(index / 48))
            return [4 * x, 5 * y, UInt8(index * index % 31)]
        })

    @Test
    func `JPEGs and lossless WebPs get smaller in their own format, and every frame stays the same`() async throws {
        let pixels = (0..<48 * 48).flatMap { index -> [UInt8] in
            let (x, y) = (UInt8(index % 48), UInt8(index / 48))
            return [x / 5 * 20, y / 7 * 30, UInt8(index % 7), 255]
        }
        let webp = try pixels.withUnsafeBytes { try WebPEncoder(options: WebPOptions(effort: 0)).encode($0, width: 48, height: 48) }
        let movie = WireMovie.tiny(
            images: [Fixtures.image("photo", OptimizeImageTests.photo), Fixtures.image("tiles", webp)],
            sprites: [.one("photo", .visible()), .one("tiles", .visible(alpha: 0.5))])
        let (result, after) = try await Fixtures.optimize(movie)
        #expect(result.lowestSimilarity == 1 && result.differingFrames == 0)
        for (image, before) in zip(after.images, [OptimizeImageTests.photo, webp]) {
            #expect(image.bytes.count < before.count && image.bytes.prefix(4) == before.prefix(4))
        }
        #expect(result.images.map(\.action) == [.rewritten, .rewritten])
    }

    @Test
    func `a JPEG gets a lower quality only when asked, and only as far as the frames may change`() async throws {
        let movie = WireMovie.tiny(images: [Fixtures.image("photo", OptimizeImageTests.photo)], sprites: [.one("photo", .visible())])
        let (exact, _) = try await Fixtures.optimize(movie)
        let (small, _) = try await Fixtures.optimize(movie, as: .zlib, OptimizeOptions(quality: 60, minimumSimilarity: 0.5))
        #expect(small.images.map(\.action) == [.coarser] && small.bytes.count < exact.bytes.count)
        #expect(small.lowestSimilarity < 1 && small.lowestSimilarity >= 0.5)
        let (bounded, _) = try await Fixtures.optimize(movie, as: .zlib, OptimizeOptions(quality: 60, minimumSimilarity: 1))
        #expect(bounded.bytes == exact.bytes)
    }
}
