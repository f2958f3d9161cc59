import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

@testable import SVGARender

/// A sprite is visible in a frame if, and only if, drawing it alone leaves a pixel.
@Suite struct DrawnFramesTests {
    private static let png = Pixmap(width: 4, height: 4, .red)

    private static func movie(_ frame: WireFrame, key: String = "a", images: [WireImage]? = nil) throws -> VideoEntity {
        let own = try images ?? [png.payload("a")]
        return try WireMovie.tiny(images: own, sprites: [.one(key, frame)]).read()
    }

    private static func broken() throws -> WireImage {
        var image = try png.payload("a")
        image.bytes.removeLast(30)
        return image
    }

    private static func square(_ style: WireStyle?) -> WireShape { .rect(2, 2, 8, 8, style) }

    private static func shown(_ shapes: WireShape..., clip: String = "") throws -> VideoEntity {
        var frame = WireFrame.visible(layout: nil, clip: clip)
        frame.shapes = shapes
        return try movie(frame, key: "a.vector", images: [])
    }

    /// Movies with the expected result.
    private static let causes: [(String, Bool, @Sendable () throws -> VideoEntity)] = [
        ("an image", true, { try movie(.visible()) }), ("no layout", false, { try movie(.visible(layout: nil)) }),
        ("a flat layout", false, { try movie(.visible(layout: WireLayout(width: 4, height: 0))) }),
        ("no image", false, { try movie(.visible(), images: []) }), ("alpha 0", false, { try movie(.visible(alpha: 0)) }),
        ("an alpha below half a step", false, { try movie(.visible(alpha: 0.001)) }),
        ("a broken image", false, { try movie(.visible(), images: [try broken()]) }),
        ("an image that is none", false, { try movie(.visible(), images: [WireImage(key: "a", bytes: [1, 2, 3])]) }),
        ("a transparent image", false, { try movie(.visible(), images: [try Pixmap(width: 4, height: 4).payload("a")]) }),
        ("a flat matrix", false, { try movie(.visible(transform: WireTransform(a: 1, b: 1, c: 1, d: 1))) }),
        ("a matrix of zeros", false, { try movie(.visible(transform: WireTransform(a: 0, d: 0))) }),
        ("outside of the canvas", false, { try movie(.visible(transform: WireTransform(tx: 100))) }),
        ("partly outside", true, { try movie(.visible(transform: WireTransform(tx: 12))) }),
        ("an empty clip path", false, { try movie(.visible(clip: "M0 0")) }),
        ("a clip path that is a line", false, { try movie(.visible(clip: "M0 0 L16 16 Z")) }),
        ("a clip path beside it", false, { try movie(.visible(clip: "M50 50 L60 50 L60 60 Z")) }),
        ("a clip path", true, { try movie(.visible(clip: "M0 0 L8 0 L8 8 Z")) }),
        ("a shape", true, { try shown(square(.fill(.red))) }), ("a shape without styles", false, { try shown(square(nil)) }),
        ("a fill without alpha", false, { try shown(square(.fill(WireColor(1, 0, 0, 0)))) }),
        ("a stroke without a width", false, { try shown(square(.stroke(.red, width: 0))) }),
        ("a stroke without alpha", false, { try shown(square(.stroke(WireColor(1, 0, 0, 0), width: 2))) }),
        ("a stroke", true, { try shown(square(.stroke(.red, width: 2))) }),
        ("a filled line", false, { try shown(.path("M0 0 L8 8 Z")) }),
        ("a stroked line", true, { try shown(.path("M0 0 L8 8", .stroke(.red, width: 2))) }),
        ("a flat rectangle", false, { try shown(.rect(2, 2, 8, 0)) }), ("no rectangle", false, { try shown(.rect(2, 2, 0, 0)) }),
        ("a flat shape", false, { try shown(.rect(2, 2, 8, 8, transform: WireTransform(a: 1, d: 0))) }),
        ("a clipped shape", false, { try shown(square(.fill(.red)), clip: "M12 12 L14 12 L14 14 Z") }),
    ]

    /// Whether a sprite draws a pixel in a frame without other sprites.
    private static func leavesInk(_ movie: VideoEntity, _ sprite: Int, _ frame: Int) throws -> Bool {
        var list = DisplayList()
        let scene = try SVGAScene(movie)
        list.build(frame: frame, of: scene)
        guard list.singleSprites.contains(where: { $0.topSprite == sprite }) else { return false }
        let others = movie.sprites.enumerated().map { index, other in
            index == sprite || other.kind == .matte
                ? other
                : SpriteEntity(
                    imageKey: other.imageKey, matteKey: nil, kind: other.kind, imageIndex: nil, matteIndex: nil,
                    frames: FrameList(records: [], tables: other.frames.tables))
        }
        let alone = VideoEntity(
            container: movie.container, version: movie.version, viewBox: movie.viewBox, fps: movie.fps, frameCount: movie.frameCount,
            images: movie.images, sprites: others, audios: [], sounds: [], diagnostics: [])
        return try SVGAScene(alone).pixmap(frame: frame).pixels.contains { $0 != 0 }
    }

    @Test(arguments: causes.indices) func `each cause for which nothing is drawn is one for which nothing is visible`(index: Int) throws {
        let (name, isDrawn, make) = Self.causes[index]
        let movie = try make()
        #expect(try Self.leavesInk(movie, 0, 0) == isDrawn, "\(name)")
        #expect(DrawnFrames(movie).isDrawn(0, frame: 0) == isDrawn, "\(name)")
        #expect(PreparedMovie(movie).keys.first?.visibleFrames == (isDrawn ? [0..<1] : []), "\(name)")
    }

    @Test func `a sprite is seen where its matte is, and a matte never`() throws {
        let (left, right) = (WireTransform(a: 0.5), WireTransform(a: 0.5, tx: 8))
        let movie = try WireMovie.tiny(
            frames: 4, images: [Self.png.payload("a"), Self.png.payload("m")],
            sprites: [
                .one("m.matte", .visible(transform: left), .visible(transform: right), .hidden),
                .one("a", matte: "m.matte", .visible(transform: left), .visible(transform: left), .visible(), .visible()),
            ]
        ).read()
        let drawn = DrawnFrames(movie)
        #expect(drawn.frames(1) == [true, false, false, false] && drawn.count(0) == 0 && !drawn.isDrawn(1, frame: 9))
        for frame in 0..<4 { #expect(try Self.leavesInk(movie, 1, frame) == drawn.isDrawn(1, frame: frame)) }
    }

    /// The test uses boxes, so invisible content inside of a box may count as drawn; visible content must always count.
    @Test(arguments: TestFiles.samples + TestFiles.corpusFiles.prefix(60))
    func `in public movies nothing that is drawn is missing, and hardly anything else is there`(file: URL) throws {
        let movie = try VideoEntity(bytes: try TestFiles.bytes(file))
        let drawn = DrawnFrames(movie)
        let frames = Set([0, movie.frameCount / 3, movie.frameCount / 2, movie.frameCount - 1]).filter { $0 >= 0 && $0 < movie.frameCount }
        var list = DisplayList()
        let scene = try SVGAScene(movie)
        var (claims, empty) = (0, 0)
        for frame in frames.sorted() {
            list.build(frame: frame, of: scene)
            let planned = Set(list.singleSprites.compactMap(\.topSprite))
            for sprite in movie.sprites.indices.prefix(40) {
                let isDrawn = drawn.isDrawn(sprite, frame: frame)
                if isDrawn { #expect(planned.contains(sprite), "sprite \(sprite), frame \(frame)") }
                guard isDrawn != planned.contains(sprite) || sprite % 8 == 0 else { continue }
                let ink = try Self.leavesInk(movie, sprite, frame)
                if ink { #expect(isDrawn, "sprite \(sprite), frame \(frame)") }
                if isDrawn {
                    claims += 1
                    if !ink { empty += 1 }
                }
            }
        }
        #expect(empty * 10 <= claims, "\(empty) of \(claims)")
    }

    @Test func `a case in which nothing is drawn`() throws {
        guard let corpus = TestFiles.corpus else { return print("no shared files") }
        let file = corpus.deletingLastPathComponent().appendingPathComponent("cases/visible-without-layout.svga")
        let movie = try VideoEntity(bytes: try TestFiles.bytes(file))
        let drawn = DrawnFrames(movie)
        for sprite in movie.sprites.indices {
            for frame in 0..<movie.frameCount { #expect(try drawn.isDrawn(sprite, frame: frame) == Self.leavesInk(movie, sprite, frame)) }
        }
    }
}
