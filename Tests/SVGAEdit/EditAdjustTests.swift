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

@Suite struct EditOpacityTests {
    @Test(arguments: ["gift-mattes", "mattes", "clips"])
    func `every key looks as it does when drawn with this opacity`(sample: String) throws {
        let movie = try SVGADocument(path: TestFiles.sample(sample).path).movie
        let keys = Set(movie.sprites.map { SpriteEntity.droppingKindSuffix($0.imageKey) }.filter { !$0.isEmpty }).sorted().prefix(6)
        let numbers = stride(from: 0, to: Int(movie.frames), by: max(1, Int(movie.frames) / 4))
        for key in keys {
            var faded = Substitutions()
            faded.setOpacity(0.4, forKey: key)
            let edited = try movie.changed(.setOpacity(.key(key), 0.4))
            for (now, wanted) in zip(try edited.frames(numbers), try movie.frames(numbers, faded)) {
                #expect(now.largestDifference(from: wanted) <= 1, "\(key)")
            }
        }
    }

    @Test func `an alpha above 1 counts as 1, and hidden frames stay hidden`() throws {
        let movie = WireMovie.tiny(frames: 3, sprites: [.one("a", .visible(alpha: 3), .hidden, .visible(alpha: 0.5))])
        let edited = try movie.changed(.setOpacity(.indices([0...0]), 0.5))
        #expect(edited.sprites[0].frames.map(\.alpha) == [0.5, 0, 0.25])
        #expect(try movie.note(.setOpacity(.key("a"), 0.5)) == "opacity of 1 sprite multiplied by 0.5")
    }

    @Test(arguments: [-0.1, 1.5, .nan, .infinity])
    func `an opacity outside of 0 to 1 is refused`(opacity: Double) {
        let movie = WireMovie.tiny(sprites: [.one("a", .visible())])
        #expect(movie.refusal(.setOpacity(.key("a"), opacity))?.kind == .invalidRequest)
        #expect(movie.refusal(.setOpacity(.key("other"), 0.5)) == .unknownKey(key: "other", nearest: []))
    }
}

@Suite struct EditOffsetTests {
    @Test(arguments: ["gift-mattes", "mattes", "clips"])
    func `every key looks as it does when drawn with this offset`(sample: String) throws {
        let movie = try SVGADocument(path: TestFiles.sample(sample).path).movie
        let keys = Set(movie.sprites.map { SpriteEntity.droppingKindSuffix($0.imageKey) }.filter { !$0.isEmpty }).sorted().prefix(6)
        let numbers = stride(from: 0, to: Int(movie.frames), by: max(1, Int(movie.frames) / 4))
        for key in keys {
            var moved = Substitutions()
            moved.setOffset(x: 24, y: -10, forKey: key)
            let edited = try movie.changed(.setOffset(.key(key), x: 24, y: -10))
            for (now, wanted) in zip(try edited.frames(numbers), try movie.frames(numbers, moved)) {
                #expect(now.largestDifference(from: wanted) <= 1, "\(key)")
            }
        }
    }

    @Test func `only the chosen sprites move, and back again they are the same`() throws {
        let movie = WireMovie.tiny(sprites: [.one("a.vector", .visible(.rect(0, 0, 4, 4))), .one("a.vector", .visible(.rect(8, 8, 4, 4)))])
        let edited = try movie.changed(.setOffset(.indices([1...1]), x: 2, y: 3))
        #expect(edited.sprites[0] == movie.sprites[0] && edited.sprites[1].frames[0].transform?.tx == 2)
        #expect(try edited.changed(.setOffset(.indices([1...1]), x: -2, y: -3)).rendered() == movie.rendered())
        #expect(movie.refusal(.setOffset(.key("a"), x: .nan, y: 0))?.kind == .invalidRequest)
        #expect(movie.refusal(.setOffset(.indices([2...2]), x: 0, y: 0))?.kind == .invalidRequest)
    }
}

@Suite struct EditDuplicateTests {
    private func square(_ key: String, _ x: Float, matte: String = "") -> WireSprite {
        .one(key, matte: matte, .visible(.rect(x, 0, 4, 4)))
    }

    @Test func `a copy lies directly above its sprite, in the run of its matte`() throws {
        let movie = WireMovie.tiny(sprites: [
            square("bg.vector", 0), .one("m.matte", .visible(.rect(0, 0, 2, 4))), square("a.vector", 0, matte: "m.matte"),
            square("b.vector", 8, matte: "m.matte"),
        ])
        let edited = try movie.changed(.duplicate(.indices([0...0, 2...2]), key: nil))
        #expect(edited.keys == ["bg.vector", "bg.vector", "m.matte", "a.vector", "a.vector", "b.vector"])
        #expect(edited.sprites[3] == edited.sprites[4])
        #expect(try edited.rendered() == movie.rendered())
        #expect(try movie.note(.duplicate(.indices([0...0, 2...2]), key: nil)) == "duplicated 2 sprites; new: sprite 1,4")
    }

    @Test func `a copy with a key has its own image, which can be replaced alone`() throws {
        let red = Pixmap(width: 4, height: 4, .red)
        let layout = WireLayout(width: 4, height: 4)
        let movie = WireMovie.tiny(images: [try red.payload("a")], sprites: [.one("a", .visible(layout: layout))])
        let edited = try movie.changed(.duplicate(.key("a"), key: "b"), .setOffset(.key("b"), x: 8, y: 0))
        #expect(edited.keys == ["a", "b"] && edited.payload("a") == edited.payload("b"))
        let replaced = try edited.edited(.setImage(key: "b", bytes: try Pixmap(width: 4, height: 4, .blue).pngData()))
        let frame = try replaced.rendered()
        #expect(frame.pixel(1, 1) == .red && frame.pixel(9, 1) == .blue)
    }

    @Test func `a vector keeps its kind under another key`() throws {
        let movie = WireMovie.tiny(sprites: [square("a.vector", 0)])
        let edited = try movie.changed(.duplicate(.key("a"), key: "b"))
        #expect(edited.keys == ["a.vector", "b.vector"] && edited.images.isEmpty)
    }

    @Test func `mattes, taken keys and mixed images are refused`() throws {
        let (red, blue) = (Pixmap(width: 4, height: 4, .red), Pixmap(width: 4, height: 4, .blue))
        let movie = WireMovie.tiny(
            images: [try red.payload("a"), try blue.payload("b")],
            sprites: [.one("m.matte", .visible(.rect(0, 0, 2, 4))), .one("a", matte: "m.matte", .visible()), .one("b", .visible())])
        #expect(movie.refusal(.duplicate(.key("m"), key: nil))?.kind == .invalidRequest)
        #expect(movie.refusal(.duplicate(.key("a"), key: "b"))?.description.contains("the key \"b\" is taken") == true)
        #expect(movie.refusal(.duplicate(.key("a"), key: "c.matte"))?.kind == .invalidRequest)
        #expect(movie.refusal(.duplicate(.indices([1...2]), key: "c"))?.description.contains("different images") == true)
    }

    @Test func `more sprites than the limit are refused before they are made`() {
        var limits = ReadLimits.default
        limits.sprites = 3
        var document = SVGADocument(movie: WireMovie.tiny(sprites: [square("a", 0), square("b", 0)]))
        #expect(throws: SVGAError.self) { try document.change(MovieEdit.duplicate(.indices([0...1]), key: nil), limits: limits) }
    }
}

@Suite struct PublicEditTests {
    @Test func `public edits make what those of the package make`() throws {
        let movie = try EditFixtures.gift()
        let pairs: [(DocumentEdit, MovieEdit)] = [
            (.hide(key: "ring"), .hide(key: "ring")),
            (.crop(x: 0, y: 0, width: 600, height: 600), .crop(x: 0, y: 0, width: 600, height: 600)),
            (.setCanvasColor(.black), .setCanvasColor(.black)), (.reorder(.key("ring"), .front), .reorder(.key("ring"), .front)),
            (.removeSprites(.key("shine")), .removeSprites(.key("shine"))),
            (.duplicate(.key("crown")), .duplicate(.key("crown"), key: nil)),
            (.setOpacity(.key("crown"), 0.5), .setOpacity(.key("crown"), 0.5)),
            (.setOffset(.key("crown"), x: 1, y: 2), .setOffset(.key("crown"), x: 1, y: 2)),
            (.loopSection(first: 0, last: 4, count: 2), .loopSection(first: 0, last: 4, count: 2)),
            (.retime(first: 0, last: 9, frameCount: 5), .retime(first: 0, last: 9, frames: 5, .linear)),
            (.retime(first: 0, last: 9, frameCount: 25, x1: 0.42, y1: 0), .retime(first: 0, last: 9, frames: 25, .easeIn)),
        ]
        for (edit, change) in pairs {
            let edited = try movie.edited(edit)
            #expect(try edited == movie.changed(change) && edited != movie, "\(edit)")
        }
    }

    @Test func `a public text is the text that substitutions draw`() throws {
        let movie = try EditFixtures.gift()
        let style = TextStyle(size: 30, color: SVGAColor(red: 1, green: 0, blue: 0))
        let edited = try movie.edited(.setText(key: "name", "Ann", style: style))
        #expect(try edited == movie.changed(.setText(key: "name", TextContent("Ann", style: style), fonts: .system)))
    }
}
