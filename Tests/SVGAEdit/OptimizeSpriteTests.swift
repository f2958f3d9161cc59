import SVGAFormat
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

@testable import SVGAEdit

@Suite("Optimizing sprites and frames")
struct OptimizeSpriteTests {
    private typealias Fixtures = OptimizeFixtures
    private static let box = WireFrame.visible(.rect(0, 0, 16, 16))

    @Test
    func `sprites that are never visible go with their images, and those to keep stay`() async throws {
        var flat = WireFrame.visible(transform: WireTransform(a: 0, d: 0))
        flat.alpha = 1
        let movie = WireMovie.tiny(
            frames: 2, images: [Fixtures.image("user", Fixtures.picture(1)), Fixtures.image("flat", Fixtures.picture(2))],
            sprites: [
                .one("box.vector", Self.box, Self.box), .one("user", .hidden, .visible(alpha: -1)), .one("flat", flat, flat),
                .one("late", .hidden, .hidden, .visible()),
            ])
        let (result, after) = try await Fixtures.optimize(movie)
        #expect(after.sprites.map(\.imageKey) == ["box.vector"] && after.images.isEmpty)
        #expect(result.removedSprites == ["user", "flat", "late"])
        #expect(result.notes.contains { $0.contains("\"user\"") && $0.contains("keep keys that the app replaces") })
        var options = OptimizeOptions()
        options.keptKeys = ["user"]
        let (_, stored) = try await Fixtures.optimize(movie, as: .zlib, options)
        #expect(stored.sprites.map(\.imageKey) == ["box.vector", "user"] && stored.images.map(\.key) == ["user"])
    }

    @Test
    func `a key to keep that no sprite has is an error that names the nearest`() async throws {
        var options = OptimizeOptions()
        options.keptKeys = ["uesr"]
        let movie = WireMovie.tiny(sprites: [.one("user", .visible())])
        await #expect(throws: SVGAError.unknownKey(key: "uesr", nearest: ["user"])) {
            _ = try await Fixtures.optimize(movie, as: .zlib, options)
        }
    }

    @Test
    func `a matte stays while it masks something, and its key with it`() async throws {
        let movie = WireMovie.tiny(
            images: [Fixtures.image("hole", Fixtures.picture(7))],
            sprites: [
                .one("hole.matte", .visible(layout: WireLayout(width: 8, height: 8))), .one("lonely.matte", Self.box),
                .one("seen.vector", matte: "hole.matte", Self.box), .one("gone.vector", matte: "idle.matte", Self.box),
                .one("idle.matte", .hidden),
            ])
        let (result, after) = try await Fixtures.optimize(movie)
        #expect(after.sprites.map(\.imageKey) == ["hole.matte", "seen.vector"] && after.sprites[1].matteKey == "hole.matte")
        #expect(after.images.map(\.key) == ["hole"] && result.undone.isEmpty)
        #expect(try after.rendered() == movie.rendered())
    }

    @Test
    func `a sprite that separates two groups of one matte stays`() async throws {
        func half(_ color: WireColor) -> WireFrame { .visible(alpha: 0.5, .rect(0, 0, 16, 16, .fill(color))) }
        let mask = WireFrame.visible(alpha: 0.5, .rect(0, 0, 16, 16))
        for between in [WireSprite.one("idle", .hidden), .one("idle", matte: "idle.matte", Self.box)] {
            let movie = WireMovie.tiny(
                images: [Fixtures.image("spare", Fixtures.picture())],
                sprites: [
                    .one("mask.matte", mask), .one("a.vector", matte: "mask.matte", half(.red)), between, .one("unseen", .hidden),
                    .one("b.vector", matte: "mask.matte", half(.blue)), .one("last", .hidden),
                ])
            let (result, after) = try await Fixtures.optimize(movie)
            #expect(after.sprites.count == 4 && result.undone.isEmpty, "\(between.imageKey)")
            #expect(try after.rendered() == movie.rendered())
        }
    }

    @Test
    func `a matte between sprites of one matte separates no groups, so it is removed`() async throws {
        func half(_ color: WireColor) -> WireFrame { .visible(alpha: 0.5, .rect(0, 0, 16, 16, .fill(color))) }
        let movie = WireMovie.tiny(
            images: [Fixtures.image("spare", Fixtures.picture())],
            sprites: [
                .one("mask.matte", .visible(alpha: 0.5, .rect(0, 0, 16, 16))), .one("a.vector", matte: "mask.matte", half(.red)),
                .one("idle.matte", .hidden), .one("b.vector", matte: "mask.matte", half(.blue)),
            ])
        let (result, after) = try await Fixtures.optimize(movie)
        #expect(after.sprites.map(\.imageKey) == ["mask.matte", "a.vector", "b.vector"] && result.undone.isEmpty)
        #expect(try after.rendered() == movie.rendered())
    }

    @Test
    func `a KEEP after hidden frames still shows the last shapes`() async throws {
        var hidden = WireFrame.visible(transform: WireTransform(tx: 3), .rect(0, 0, 5, 5, .fill(.blue)))
        hidden.alpha = 0
        let keep = WireFrame.visible(layout: WireLayout(width: 9, height: 9), transform: WireTransform(tx: 1, ty: 2), .keep)
        var hiddenKeep = keep
        hiddenKeep.alpha = 0
        let movie = WireMovie.tiny(
            frames: 6, images: [Fixtures.image("spare", Fixtures.picture())],
            sprites: [.one("a.vector", Self.box, hidden, keep, hiddenKeep, keep, Self.box)])
        let (result, after) = try await Fixtures.optimize(movie)
        #expect(result.undone.isEmpty && after.sprites[0].frames[1].transform == nil && after.sprites[0].frames[3].layout == nil)
        for frame in 0..<6 { #expect(try after.rendered(frame: frame) == movie.rendered(frame: frame), "\(frame)") }
    }

    @Test
    func `frames past the end go, and movies of JSON preserve the content of hidden frames`() async throws {
        let hidden = WireFrame.visible(alpha: 0, transform: WireTransform(tx: 3))
        let movie = WireMovie.tiny(
            frames: 2, images: [Fixtures.image("a", Fixtures.picture())],
            sprites: [.one("a", .visible(), hidden, .visible(), .visible(), .visible())])
        let (_, after) = try await Fixtures.optimize(movie)
        #expect(after.sprites[0].frames.count == 2 && after.sprites[0].frames[1] == .hidden)
        let (_, json) = try await Fixtures.optimize(movie, as: .zipJSON)
        #expect(json.sprites[0].frames.count == 2 && json.sprites[0].frames[1].transform?.tx == 3)
    }

    @Test
    func `unknown fields survive, inside their messages`() async throws {
        let field: [UInt8] = [0x98, 0x06, 0x01]
        var movie = WireMovie.tiny(
            images: [Fixtures.image("spare", Fixtures.picture()), Fixtures.image("marked", Fixtures.picture(4))],
            sprites: [.one("box.vector", Self.box), .one("idle", .visible(alpha: 0)), .one("gone", .hidden)])
        movie.unknown.append(field, to: .own, .protobuf)
        movie.sprites[1].unknown.append(field, to: .own, .protobuf)
        movie.sprites[1].frames[0].unknown.append(field, to: .own, .protobuf)
        let (_, after) = try await Fixtures.optimize(movie)
        #expect(after.unknown == movie.unknown && after.sprites == Array(movie.sprites.prefix(2)))
    }

    @Test(arguments: [VideoEntity.Container.zlib, .zipJSON, .zipBinary, .gzip, .protobuf])
    func `every container stays what it is, unless another format is asked for`(_ container: VideoEntity.Container) async throws {
        let movie = WireMovie.tiny(
            images: [Fixtures.image("a", Fixtures.picture()), Fixtures.image("spare", Fixtures.picture(8))],
            sprites: [.one("a", .visible())])
        let (result, after) = try await Fixtures.optimize(movie, as: container)
        #expect(try SVGADocument(bytes: result.bytes).container == container && after.images.count == 1)
        #expect(result.bytesAfter < result.bytesBefore && result.differingFrames == 0 && result.frames == 1)
        var options = OptimizeOptions()
        options.format = .v2
        let (two, _) = try await Fixtures.optimize(movie, as: container, options)
        #expect(try SVGADocument(bytes: two.bytes).container == .zlib)
    }

    @Test
    func `where nothing can be gained, the output is the input`() async throws {
        let movie = WireMovie.tiny(
            images: [Fixtures.image("a", Fixtures.picture())], sprites: [.one("a", .visible()), .one("idle", .hidden)])
        let (first, _) = try await Fixtures.optimize(movie)
        let second = try await Optimizer.optimize(first.bytes)
        #expect(second.bytes == first.bytes && second.images.isEmpty && second.removedSprites.isEmpty)
        #expect(second.notes.contains { $0.contains("it did not become smaller") })
    }

    @Test
    func `bytes that are no movie, and a cancelled task, are errors`() async throws {
        await #expect(throws: SVGAError.self) { _ = try await Optimizer.optimize([1, 2, 3]) }
        let movie = WireMovie.tiny(images: [Fixtures.image("a", Fixtures.picture())], sprites: [.one("a", .visible())])
        let bytes = try DocumentWriter.write(movie, as: .zlib)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await Optimizer.optimize(bytes)
        }
        task.cancel()
        await #expect(throws: SVGAError.cancelled) { _ = try await task.value }
    }
}
