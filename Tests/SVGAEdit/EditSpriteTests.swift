import Foundation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAEdit

extension WireMovie {
    /// The movie after some edits.
    func changed(_ edits: MovieEdit...) throws -> WireMovie {
        var document = SVGADocument(movie: self)
        for edit in edits { _ = try document.change(edit) }
        return document.movie
    }

    /// The note of an edit.
    func note(_ edit: MovieEdit) throws -> String {
        var document = SVGADocument(movie: self)
        return try document.change(edit).note.description
    }

    /// The error of an edit that leaves the document unchanged; nil if there is none.
    func refusal(changing edit: MovieEdit) -> SVGAError? {
        var document = SVGADocument(movie: self)
        do throws(SVGAError) {
            _ = try document.change(edit)
            return nil
        } catch {
            return document.movie == self ? error : nil
        }
    }

    /// The frames of the movie after writing and reading a file, a few of them.
    func frames(_ numbers: some Sequence<Int>, _ substitutions: Substitutions = Substitutions()) throws -> [Pixmap] {
        let scene = try SVGAScene(try read(), substitutions: substitutions)
        return try numbers.map { try scene.pixmap(frame: $0) }
    }
}

@Suite struct EditHideTests {
    /// Samples with their keys.
    private static let keys: [(sample: String, key: String)] = ["mattes", "gift-mattes", "badge", "clips", "keep"].flatMap { name in
        let movie = try? SVGADocument(path: TestFiles.sample(name).path).movie
        let keys = Set((movie?.sprites ?? []).map { SpriteEntity.droppingKindSuffix($0.imageKey) }.filter { !$0.isEmpty })
        return keys.sorted().map { (name, $0) }
    }

    @Test(arguments: keys)
    func `a hidden key looks as it does when rendered hidden`(sample: String, key: String) throws {
        let movie = try SVGADocument(path: TestFiles.sample(sample).path).movie
        var hidden = Substitutions()
        hidden.setHidden(true, forKey: key)
        let numbers = stride(from: 0, to: Int(movie.frames), by: max(1, Int(movie.frames) / 6))
        let edited = try movie.changed(.hide(key: key))
        #expect(try edited.frames(numbers) == movie.frames(numbers, hidden))
        #expect(!edited.sprites.contains { $0.isNamed(key) && $0.frames.contains { $0.alpha > 0 } })
    }

    @Test func `hiding a matte removes what it masked`() throws {
        let movie = WireMovie.tiny(sprites: [
            .one("m.matte", .visible(.rect(0, 0, 8, 8))), .one("a.vector", matte: "m.matte", .visible(.rect(0, 0, 16, 16))),
            .one("b.vector", .visible(.rect(12, 12, 2, 2))),
        ])
        let edited = try movie.changed(.hide(key: "m"))
        #expect(edited.keys == ["b.vector"])
        #expect(try movie.note(.hide(key: "m")) == "hid \"m\" (1 sprite); also hid 1 sprite that it masked")
    }

    @Test func `a matte without sprites and an image without sprites are removed, a shared image stays`() throws {
        let red = try Pixmap(width: 4, height: 4, .red).pngData()
        let movie = WireMovie.tiny(
            images: [WireImage(key: "a", bytes: red), WireImage(key: "b", bytes: red)],
            sprites: [
                .one("m.matte", .visible(.rect(0, 0, 8, 8))), .one("a", matte: "m.matte", .visible()), .one("b", .visible()),
                .one("b.png", .visible()),
            ])
        let edited = try movie.changed(.hide(key: "a"))
        #expect(edited.keys == ["b", "b.png"] && edited.images.map(\.key) == ["b"])
        #expect(try movie.changed(.hide(key: "b")).images.map(\.key) == ["a", "b"])
    }

    @Test func `a sprite between two runs of a matte stays without content`() throws {
        let movie = WireMovie.tiny(sprites: [
            .one("first.vector", .visible(.rect(0, 0, 1, 1))), .one("m.matte", .visible(alpha: 0.5, .rect(0, 0, 16, 16))),
            .one("a.vector", matte: "m.matte", .visible(.rect(0, 0, 10, 10))), .one("x.vector", .visible(.rect(4, 4, 4, 4))),
            .one("b.vector", matte: "m.matte", .visible(.rect(5, 5, 10, 10, .fill(.blue)))),
        ])
        var hidden = Substitutions()
        hidden.setHidden(true, forKey: "x")
        let edited = try movie.changed(.hide(key: "x"))
        #expect(edited.keys == movie.keys)
        #expect(try edited.frames([0]) == movie.frames([0], hidden))
    }

    @Test func `an unknown key is refused with the nearest`() {
        let movie = WireMovie.tiny(sprites: [.one("user1", .visible())])
        #expect(movie.refusal(.hide(key: "usr1")) == .unknownKey(key: "usr1", nearest: ["user1"]))
        #expect(movie.refusal(.hide(key: ""))?.kind == .invalidRequest)
    }
}

@Suite struct EditRemoveSpritesTests {
    private let movie = WireMovie.tiny(sprites: [
        .one("a.vector", .visible(.rect(0, 0, 4, 4))), .one("m.matte", .visible(.rect(0, 0, 8, 8))),
        .one("b.vector", matte: "m.matte", .visible(.rect(4, 4, 8, 8))), .one("a.vector", .visible(.rect(10, 10, 4, 4))),
    ])

    @Test func `indices remove single sprites of a key`() throws {
        #expect(try movie.changed(.removeSprites(.indices([3...3]))).keys == ["a.vector", "m.matte", "b.vector"])
        #expect(try movie.changed(.removeSprites(.key("a"))).keys == ["a.vector", "m.matte", "b.vector"])
    }

    @Test func `the first sprite before a matte stays without content, because players test it`() throws {
        let edited = try movie.changed(.removeSprites(.key("a")))
        #expect(edited.sprites[0] == WireSprite(imageKey: "a.vector", frames: [.hidden]))
        #expect(try movie.note(.removeSprites(.key("a"))) == "removed 1 sprite; 1 sprite without content stays for the mattes")
    }

    @Test func `a matte that masks nothing else is removed too`() throws {
        let selection = MovieEdit.removeSprites(.indices([2...2]))
        #expect(try movie.changed(selection).keys == ["a.vector", "a.vector"])
        #expect(try movie.note(selection) == "removed 1 sprite; removed 1 matte that masks nothing else")
    }

    @Test func `the matte of a remaining sprite is refused`() throws {
        let refusal = try #require(movie.refusal(.removeSprites(.key("m"))))
        #expect(refusal.kind == .invalidRequest && refusal.description.contains("sprite 1 \"m.matte\" masks sprite 2 \"b.vector\""))
        #expect(try movie.changed(.removeSprites(.indices([1...2]))).keys == ["a.vector", "a.vector"])
    }

    @Test(arguments: [4...4, 0...9])
    func `indices beyond the last sprite are refused`(range: ClosedRange<Int>) throws {
        let refusal = try #require(movie.refusal(.removeSprites(.indices([range]))))
        #expect(refusal.description.contains("the movie has sprites 0 to 3"))
    }
}

@Suite struct EditReorderTests {
    private func movie(_ sprites: WireSprite...) -> WireMovie { WireMovie.tiny(sprites: sprites) }

    private func square(_ key: String, _ x: Float, _ color: WireColor = .red, matte: String = "") -> WireSprite {
        .one(key, matte: matte, .visible(.rect(x, 0, 4, 4, .fill(color))))
    }

    private static let moves: [(MovieEdit, [String])] = [
        (.reorder(.key("a"), .front), ["b", "c", "a"]), (.reorder(.key("c"), .back), ["c", "a", "b"]),
        (.reorder(.key("a"), .above(.key("b"))), ["b", "a", "c"]), (.reorder(.key("c"), .below(.indices([1...1]))), ["a", "c", "b"]),
        (.reorder(.indices([0...0, 2...2]), .above(.key("b"))), ["b", "a", "c"]), (.reorder(.key("a"), .back), ["a", "b", "c"]),
    ]

    @Test(arguments: moves)
    func `sprites move to the position`(edit: MovieEdit, keys: [String]) throws {
        #expect(try movie(square("a", 0), square("b", 5), square("c", 10)).changed(edit).keys == keys)
    }

    @Test func `the order of sprites that do not overlap changes no pixel, of others it does`() throws {
        let apart = movie(square("a", 0), square("b", 5, .blue), square("c", 10, .green))
        #expect(try apart.changed(.reorder(.key("a"), .front)).rendered() == apart.rendered())
        let together = movie(square("a", 0), square("b", 2, .blue))
        #expect(try together.rendered().pixel(3, 2) == .blue)
        #expect(try together.changed(.reorder(.key("a"), .front)).rendered().pixel(3, 2) == .red)
    }

    @Test func `a masked sprite stays masked, and its matte before it`() throws {
        let movie = movie(
            square("bg", 8, .green), .one("m.matte", .visible(.rect(0, 0, 2, 4))), square("a", 0, matte: "m.matte"), square("b", 8))
        let back = try movie.changed(.reorder(.key("a"), .back))
        #expect(back.keys == ["", "m.matte", "a", "bg", "b"], "the hidden sprite keeps a player from stopping")
        #expect(try back.rendered() == movie.rendered())
        let front = try movie.changed(.reorder(.key("a"), .front))
        #expect(front.keys == ["bg", "m.matte", "b", "a"])
        #expect(try front.rendered() == movie.rendered())
    }

    @Test func `a matte has no position of its own`() throws {
        let movie = movie(.one("m.matte", .visible(.rect(0, 0, 2, 4))), square("a", 0, matte: "m.matte"), square("b", 5))
        #expect(movie.refusal(.reorder(.key("m"), .front))?.kind == .invalidRequest)
        #expect(movie.refusal(.reorder(.key("a"), .above(.key("m"))))?.kind == .invalidRequest)
        #expect(movie.refusal(.reorder(.key("a"), .above(.key("a"))))?.kind == .invalidRequest)
        #expect(movie.refusal(.reorder(.key("aa"), .front))?.kind == .invalidRequest)
        #expect(movie.refusal(.reorder(.key("a"), .above(.indices([3...3]))))?.kind == .invalidRequest)
    }

    @Test(arguments: ["mattes", "gift-mattes"])
    func `a round trip of a sample shows the same`(sample: String) throws {
        let movie = try SVGADocument(path: TestFiles.sample(sample).path).movie
        let top = try #require(movie.sprites.indices.last { !movie.sprites[$0].isMatte })
        let moved = try movie.changed(.reorder(.indices([top...top]), .back))
        let first = try #require(moved.sprites.indices.first { !moved.sprites[$0].isMatte && !moved.sprites[$0].isLeader })
        let back = try moved.changed(.reorder(.indices([first...first]), .front))
        let numbers = stride(from: 0, to: Int(movie.frames), by: 12)
        #expect(try back.frames(numbers) == movie.frames(numbers))
    }
}

@Suite struct EditCanvasColorTests {
    private let color = SVGAColor(red: 0, green: 0.4, blue: 1)

    @Test(arguments: ["mattes", "gift-mattes", "clips"])
    func `the color is behind all sprites, as a background is`(sample: String) throws {
        let movie = try SVGADocument(path: TestFiles.sample(sample).path).movie
        var options = RenderOptions()
        options.background = color
        let edited = try movie.changed(.setCanvasColor(color))
        for frame in stride(from: 0, to: Int(movie.frames), by: 20) {
            let expected = try movie.rendered(frame: frame, options: options)
            #expect(try edited.rendered(frame: frame).largestDifference(from: expected) <= 1)
        }
    }

    @Test func `a second color replaces the first`() throws {
        let movie = WireMovie.tiny(frames: 2, sprites: [.one("a.vector", .visible(.rect(0, 0, 4, 4)))])
        let edited = try movie.changed(.setCanvasColor(color), .setCanvasColor(SVGAColor(red: 0, green: 0, blue: 1)))
        #expect(edited.keys == ["canvas-color.vector", "a.vector"])
        #expect(try edited.rendered(frame: 1).pixel(10, 10) == .blue)
    }

    @Test func `where all sprites have mattes, the color gets one`() throws {
        let movie = WireMovie.tiny(sprites: [
            .one("m.matte", .visible(.rect(0, 0, 2, 4))), .one("a.vector", matte: "m.matte", .visible(.rect(0, 0, 16, 16))),
        ])
        let edited = try movie.changed(.setCanvasColor(SVGAColor(red: 0, green: 0, blue: 1)))
        #expect(edited.keys == ["m.matte", "canvas-color.matte", "canvas-color.vector", "a.vector"])
        let frame = try edited.rendered()
        #expect(frame.pixel(10, 10) == .blue && frame.pixel(1, 1) == .red)
    }

    @Test func `a transparent color and a movie without a canvas are refused`() {
        #expect(WireMovie.tiny().refusal(.setCanvasColor(SVGAColor(red: 1, green: 0, blue: 0, alpha: 0)))?.kind == .invalidRequest)
        #expect(WireMovie.tiny(frames: 0).refusal(.setCanvasColor(color))?.kind == .invalidRequest)
        #expect(WireMovie.tiny(width: 0).refusal(.setCanvasColor(color))?.kind == .invalidRequest)
    }
}
