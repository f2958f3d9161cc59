import Foundation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGACheck

@Suite("Differences between movies") struct MovieDifferenceTests {
    /// Sprites of different content, by key.
    static func stack(_ keys: [String]) -> [WireSprite] {
        keys.map { key in
            let x = Float(key.utf8.reduce(0) { $0 + Int($1) } % 50)
            var sprite = Clean.shapes(.rect(x, 0, 4, 4))
            sprite.imageKey = key
            return sprite
        }
    }

    static func difference(_ first: WireMovie, _ second: WireMovie, as container: VideoEntity.Container = .zlib) throws -> MovieDifference {
        MovieDifference(try first.read(), try second.read(as: container))
    }

    static func sprites(_ old: [String], _ new: [String]) throws -> [String] {
        let difference = try difference(
            WireMovie.tiny(frames: 4, sprites: stack(old)), WireMovie.tiny(frames: 4, sprites: stack(new)))
        return difference.sprites.map { change in
            "\(change.kind.rawValue) \(change.before.map { "\($0.index)\($0.imageKey)" } ?? "-") \(change.after.map { "\($0.index)\($0.imageKey)" } ?? "-")"
        }
    }

    @Test("a movie in another container is the same", arguments: [VideoEntity.Container.zlib, .zipJSON, .zipBinary, .gzip, .protobuf])
    func containers(container: VideoEntity.Container) throws {
        let movie = try Clean.movie(Clean.bitmap(), Clean.shapes(.path("M0 0L4.1 0 4 4Z"), .ellipse(1, 2, 3, 4)))
        let difference = try Self.difference(movie, movie, as: container)
        #expect(difference.isEmpty)
        #expect(difference.facts.map(\.name) == (container == .zlib ? [] : [.container]))
    }

    @Test("keys of the same letters in another Unicode form are other keys")
    func otherForm() throws {
        func movie(_ key: String) throws -> WireMovie {
            let frame = WireFrame.visible()
            return WireMovie.tiny(images: [try Pixmap(width: 4, height: 4, .red).payload(key)], sprites: [.one(key, frame)])
        }
        let difference = try Self.difference(movie("é"), movie("e\u{301}"))
        #expect(difference.images.map(\.kind) == [.renamed] && difference.sprites.map(\.kind) == [.renamed])
    }

    @Test("facts of the entire movie are reported")
    func facts() throws {
        let other = try Clean.movie(Clean.bitmap()) {
            ($0.version, $0.fps, $0.frames, $0.viewBoxWidth) = ("2.1", 20, 3, 17.5)
        }
        let difference = try Self.difference(try Clean.movie(Clean.bitmap()), other)
        #expect(
            difference.facts.map { "\($0.name.rawValue) \($0.before) \($0.after) \($0.isMeaningful)" } == [
                "version 2.0 2.1 false", "canvas 16 × 16 17.5 × 16 true", "fps 30 20 true", "frames 4 3 true",
            ])
        #expect(!difference.isEmpty)
    }

    @Test("a sprite put in or taken out leaves the others alone")
    func alignment() throws {
        #expect(try Self.sprites(["a", "b", "c"], ["a", "b", "c"]) == [])
        #expect(try Self.sprites(["a", "b", "c"], ["a", "x", "b", "c"]) == ["added - 1x"])
        #expect(try Self.sprites(["a", "b", "c"], ["b", "c"]) == ["removed 0a -"])
        #expect(try Self.sprites([], ["b"]) == ["added - 0b"])
        #expect(try Self.sprites(["a", "a", "b", "a"], ["a", "b", "a", "a"]).count == 1)
    }

    @Test("a sprite that is only elsewhere in the order has moved")
    func moved() throws {
        #expect(try Self.sprites(["a", "b", "c", "d"], ["b", "c", "d", "a"]) == ["moved 0a 3a"])
    }

    @Test("a sprite of another key and the same frames is renamed")
    func renamed() throws {
        let old = WireMovie.tiny(frames: 4, sprites: Self.stack(["a", "b"]))
        var new = old
        new.sprites[1].imageKey = "c"
        let change = try #require(try Self.difference(old, new).sprites.first)
        #expect(change.kind == .renamed && change.before?.imageKey == "b" && change.after?.imageKey == "c")
    }

    @Test("the frames of a sprite that differ are reported, and by how much")
    func frames() throws {
        let old = try Clean.movie(Clean.bitmap { frame, index in if index > 1 { frame.shapes = [.rect(0, 0, 2, 2)] } })
        var new = old
        new.sprites[0].matteKey = "m.matte"
        new.sprites[0].frames[1].alpha = 0.75
        new.sprites[0].frames[1].transform = WireTransform(tx: 2)
        new.sprites[0].frames[3].transform = WireTransform(tx: -5)
        new.sprites[0].frames[2].layout?.height = 15
        new.sprites[0].frames[0].clipPath = "M0 0L1 1L0 1Z"
        new.sprites[0].frames[3].shapes = [.rect(0, 0, 3, 2)]
        let change = try #require(try Self.difference(old, new).sprites.first)
        #expect(change.kind == .changed && change.before?.matteKey == nil && change.after?.matteKey == "m.matte")
        #expect(
            change.frames == [
                .init(aspect: .alpha, frames: [1...1], largest: 0.25), .init(aspect: .transform, frames: [1...1, 3...3], largest: 5),
                .init(aspect: .layout, frames: [2...2], largest: 1), .init(aspect: .clipPath, frames: [0...0], largest: nil),
                .init(aspect: .shapes, frames: [3...3], largest: nil),
            ])
    }

    @Test("shapes stored as KEEP equal shapes that are written again")
    func keep() throws {
        let written = try Clean.movie(Clean.shapes(.rect(0, 0, 4, 4)))
        let kept = try Clean.movie(Clean.shapes(.rect(0, 0, 4, 4)) { frame, index in if index > 0 { frame.shapes = [.keep] } })
        #expect(try Self.difference(written, kept).isEmpty)
    }

    @Test("what is no number equals itself, and 0 equals -0")
    func numbers() throws {
        let strange = WireShape.rect(0, 0, 4, 4, transform: WireTransform(a: .nan))
        let movie = try Clean.movie(Clean.bitmap { frame, _ in frame.transform = WireTransform(tx: .nan) }, Clean.shapes(strange))
        #expect(try Self.difference(movie, movie).isEmpty)
        let negative = try Clean.movie(Clean.bitmap { frame, _ in frame.transform = WireTransform(tx: -0.0) })
        #expect(try Self.difference(try Clean.movie(Clean.bitmap()), negative).isEmpty)
    }

    @Test("images are added, removed, renamed, and changed in bytes or in pixels")
    func images() throws {
        let samples = [UInt8](repeating: 7, count: 768)
        let png = ImageFixtures.png(width: 16, height: 16, color: .rgb, samples: samples)
        let other = ImageFixtures.png(width: 16, height: 16, color: .rgb, samples: samples, isInterlaced: true)
        func movie(_ images: [(String, [UInt8])]) -> WireMovie {
            WireMovie.tiny(images: images.map { WireImage(key: $0.0, bytes: $0.1) })
        }
        let red = try Clean.png.payload("").bytes
        let old = movie([("same", red), ("bytes", png), ("pixels", red), ("gone", png + [0]), ("name", other + [1]), ("broken", red)])
        let new = movie([
            ("same", red), ("bytes", other), ("pixels", png), ("new", png + [0, 0]), ("other", other + [1]),
            ("broken", Array(red.dropLast(30))),
        ])
        let changes = try Self.difference(old, new).images
        #expect(
            changes.map { "\($0.kind.rawValue) \($0.key) \($0.pixels?.rawValue ?? "-")" } == [
                "changed bytes same", "changed pixels different", "removed gone -", "renamed other -", "changed broken unknown",
                "added new -",
            ])
        #expect(changes[0].before?.widthPixels == 16 && changes[0].before?.byteCount == png.count && changes[0].after?.format == .png)
    }

    @Test("sounds and when they are played are compared")
    func audio() throws {
        func movie(_ sounds: [(String, UInt8)], _ entries: [WireAudio]) -> WireMovie {
            var movie = WireMovie.tiny(frames: 10, images: sounds.map { WireImage(key: $0.0, bytes: Array("ID3".utf8) + [$0.1]) })
            movie.audios = entries
            return movie
        }
        var late = Clean.audio("a")
        late.startTime = 50
        let difference = try Self.difference(
            movie([("a", 1), ("b", 1), ("c", 1)], [Clean.audio("a"), Clean.audio("a"), Clean.audio("b")]),
            movie([("a", 1), ("b", 2), ("d", 1)], [Clean.audio("a"), late, Clean.audio("d")]))
        #expect(difference.sounds.map { "\($0.kind.rawValue) \($0.key)" } == ["changed b", "removed c", "added d"])
        #expect(difference.audios.map { "\($0.kind.rawValue) \($0.key)" } == ["changed a", "removed b", "added d"])
        #expect(difference.audios[0].before?.startTime == 0 && difference.audios[0].after?.startTime == 50)
    }

    @Test("changes are one list: what it is, what it was, what it became, and a line of text")
    func changes() throws {
        let sound = WireImage(key: "tick", bytes: Array("ID3".utf8))
        let old = try Clean.movie(Clean.bitmap { frame, index in if index == 1 { frame.alpha = 0.5 } }) { $0.images.append(sound) }
        let new = try Clean.movie(Clean.bitmap()) {
            ($0.version, $0.fps) = ("2.1", 20)
            $0.sprites.append(contentsOf: Self.stack(["top"]))
            $0.audios = [Clean.audio("tick")]
        }
        let changes = try Self.difference(old, new).changes
        #expect(
            changes.map { "\($0.subject) \($0.before ?? "-") \($0.after ?? "-")" } == [
                "fps 30 20", "sprite face face", "sprite - top", "sound tick -", "audio - tick",
            ])
        #expect(
            changes.map(\.description) == [
                "fps 30 → 20", "changed sprite 0 \"face\": alpha (by up to 0.5) in frame 1", "added sprite 1 \"top\", 4 frames",
                "removed sound \"tick\" mp3, 3 bytes", "added audio \"tick\" frames 1 to 3, from 0 of 0 ms",
            ])
        #expect(try Self.difference(old, old).changes.isEmpty && Self.difference(old, old, as: .zipBinary).changes.isEmpty)
    }

    @Test("of very many sprites the order is found too")
    func manySprites() throws {
        let keys = (0..<2100).map { "s\($0)" }
        // Different from both ends, so that nothing can be skipped, and too many to weigh every pair.
        let changes = try Self.sprites(["first"] + keys + ["last"], ["new"] + keys + ["end"])
        #expect(Set(changes) == ["removed 0first -", "added - 0new", "removed 2101last -", "added - 2101end"])
    }

    @Test("every public file equals itself", .needsCorpus, arguments: TestFiles.corpusFiles)
    func corpus(file: URL) throws {
        let movie = try VideoEntity(path: file.path)
        let difference = MovieDifference(movie, movie)
        #expect(difference.isEmpty && difference.facts.isEmpty)
    }
}

@Suite("The picture of a difference") struct DifferencePictureTests {
    @Test("the first, the difference and the second stand side by side, on a checkerboard where transparent")
    func sideBySide() {
        var first = Pixmap(width: 20, height: 10)
        let second = first
        for channel in [0, 3] { first.pixels[channel] = 255 }
        let picture = DifferencePicture.make(first, second)
        #expect((picture.width, picture.height) == (76, 10))
        #expect(picture.pixel(0, 0) == .red && picture.pixel(28, 0) == .white && picture.pixel(56, 0) == .white)
        #expect(picture.pixel(29, 0) == Pixel(0, 0, 0) && picture.pixel(8, 0) == Pixel(204, 204, 204) && picture.pixel(20, 0) == .white)
    }

    @Test("a faint difference is amplified, so that it is seen")
    func amplified() {
        let first = Pixmap(width: 9, height: 9, Pixel(100, 100, 100))
        let picture = DifferencePicture.make(first, Pixmap(width: 9, height: 9, Pixel(100, 101, 100)))
        #expect(picture.pixel(9 + 8 + 4, 4) == .white)
    }

    @Test("where only one picture has pixels nothing is compared")
    func sizes() {
        let picture = DifferencePicture.make(Pixmap(width: 4, height: 9, Pixel.red), Pixmap(width: 8, height: 3, Pixel.red))
        #expect((picture.width, picture.height) == (40, 9))
        #expect(
            picture.pixel(16, 0) == Pixel(0, 0, 0) && picture.pixel(16 + 5, 0) == Pixel(128, 128, 128)
                && picture.pixel(6, 0) == Pixel(128, 128, 128))
    }

    @Test("a very large picture is shrunk and keeps a single pixel's difference")
    func large() {
        let first = Pixmap(width: 4096, height: 4096)
        var second = first
        second.pixels[4 * (4096 * 4095 + 4093) + 3] = 9
        let picture = DifferencePicture.make(first, second)
        #expect(picture.width * picture.height <= 24 << 20)
        let columns = (picture.width - 16) / 3
        #expect(picture.pixel(2 * columns + 6, picture.height - 1) == .white)
    }
}
