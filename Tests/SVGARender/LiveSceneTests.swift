import Foundation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// A scene made from another one prepares only the differences.
@Suite("Live scenes") struct LiveSceneTests {
    /// Sprites `i0`, `i1` and `i2` with bitmaps, one above the other, and `name` for a text.
    private func movie() throws -> VideoEntity {
        let colors: [Pixel] = [.red, .green, .blue]
        var sprites = colors.indices.map { index in
            WireSprite.one(
                "i\(index)", .visible(layout: WireLayout(width: 12, height: 12), transform: WireTransform(tx: 4 * Float(index), ty: 2)))
        }
        sprites.append(.one("name.vector", .visible(layout: WireLayout(width: 30, height: 12))))
        return try WireMovie.tiny(
            width: 32, height: 32, images: try colors.enumerated().map { try Pixmap(width: 12, height: 12, $1).payload("i\($0)") },
            sprites: sprites
        ).read()
    }

    private func person() throws -> Substitutions {
        var person = Substitutions()
        person.setImage(try ReplacementImage(Pixmap(width: 60, height: 60, .white)), fit: .cover, mask: .circle, forKey: "i1")
        person.setText("Ann", forKey: "name")
        return person
    }

    /// A scene's picture, which must equal that of a new scene.
    private func picture(_ scene: SVGAScene) throws -> Pixmap {
        let picture = try scene.pixmap(frame: 0)
        #expect(try SVGAScene(scene.movie, options: scene.options, substitutions: scene.substitutions).pixmap(frame: 0) == picture)
        return picture
    }

    /// The identities of a scene's bitmaps.
    private func bitmaps(_ scene: SVGAScene) -> [ObjectIdentifier?] { scene.bitmaps.map { $0.map { ObjectIdentifier($0.base) } } }

    @Test("hiding, tinting, fading and moving keys prepare and decode nothing")
    func adjustments() throws {
        let prepared = PreparedMovie(try movie())
        let scene = try prepared.scene(substitutions: person())
        #expect(scene.newContents == 2 && prepared.decodedImages == 2)
        let changed = try scene.with {
            $0.setHidden(true, forKey: "i1")
            $0.setTint(SVGAColor(red: 0.5, green: 1, blue: 0), forKey: "i0")
            $0.setOpacity(0.5, forKey: "i2")
            $0.setOffset(x: 2, y: 3, forKey: "name")
        }
        #expect(changed.newContents == 0 && prepared.decodedImages == 2)
        #expect(bitmaps(changed) == bitmaps(scene))
        #expect(try picture(changed) != picture(scene))
        #expect(changed.substitutions.keys == ["i0", "i1", "i2", "name"])
    }

    @Test("another text lays out that text alone, another picture prepares that picture alone")
    func oneKey() throws {
        let scene = try PreparedMovie(try movie()).scene(substitutions: person())
        let named = try scene.with { $0.setText("Bob", forKey: "name") }
        #expect(named.newContents == 1)
        #expect(bitmaps(named).dropLast() == bitmaps(scene).dropLast() && bitmaps(named).last != bitmaps(scene).last)
        let image = try ReplacementImage(Pixmap(width: 60, height: 60, .red))
        let pictured = try scene.with { $0.setImage(image, fit: .cover, mask: .circle, forKey: "i1") }
        #expect(pictured.newContents == 1)
        #expect(bitmaps(pictured).last == bitmaps(scene).last)
        #expect(try Set([picture(scene), picture(named), picture(pictured)]).count == 3)
    }

    @Test("the same image, text and style set again prepare nothing; another fit, mask, style or font do")
    func sameAgain() throws {
        let scene = try PreparedMovie(try movie()).scene(substitutions: person())
        let image = try ReplacementImage(Pixmap(width: 60, height: 60, .white))
        let base = try scene.with { $0.setImage(image, fit: .cover, mask: .circle, forKey: "i1") }
        func prepared(_ change: (inout Substitutions) -> Void) throws -> Int { try base.with(change).newContents }
        #expect(try prepared { $0.setImage(image, fit: .cover, mask: .circle, forKey: "i1") } == 0)
        #expect(try prepared { $0.setText("Ann", forKey: "name") } == 0)
        #expect(try prepared { $0.setImage(image, fit: .contain, mask: .circle, forKey: "i1") } == 1)
        #expect(try prepared { $0.setImage(image, fit: .cover, forKey: "i1") } == 1)
        var style = TextStyle()
        style.weight = 700
        #expect(try prepared { $0.setText("Ann", style: style, forKey: "name") } == 1)
        let fonts = try FontSet(files: [TestFiles.root.appendingPathComponent("Tests/Fonts/LatinArabicHebrew.ttf").path])
        #expect(try prepared { $0.fonts = fonts } == 1)
    }

    @Test("a removed substitution leaves the movie's own content")
    func removed() throws {
        let prepared = PreparedMovie(try movie())
        let plain = try prepared.scene()
        let changed = try plain.with(person())
        #expect(try picture(changed) != picture(plain))
        #expect(try picture(changed.with { $0.removeAll() }) == picture(plain))
        #expect(try picture(changed.with(Substitutions())) == picture(plain))
        #expect(try changed.with { $0.remove(forKey: "i1") }.newContents == 0)
        #expect(prepared.decodedImages == 3)
    }

    @Test("a bitmap that comes into sight is decoded then, one that is replaced is not")
    func decodes() throws {
        let prepared = PreparedMovie(try movie())
        let scene = try prepared.scene(substitutions: person())
        #expect(prepared.decodedImages == 2)
        let shown = try scene.with { $0.remove(forKey: "i1") }
        #expect(prepared.decodedImages == 3)
        _ = try picture(shown)
    }

    @Test("a text set for a key that another key's sprite showed before is laid out for that sprite")
    func otherSprites() throws {
        let movie = try WireMovie.tiny(
            width: 32, height: 32, sprites: [.one("a.vector", .visible(layout: WireLayout(width: 30, height: 12)))]
        ).read()
        var both = Substitutions()
        both.setText("Ann", forKey: "a")
        both.setText("Bob", forKey: "a.vector")
        let scene = try SVGAScene(movie, substitutions: both)
        let ann = try scene.with { $0.remove(forKey: "a.vector") }
        #expect(try picture(ann) != picture(scene))
        #expect(ann.newContents == 1)
    }

    @Test("contents taken over count against the limit of memory")
    func limit() throws {
        var options = RenderOptions()
        options.limits.decodedBytes = 9000
        let scene = try PreparedMovie(try movie()).scene(options: options)
        let image = try ReplacementImage(Pixmap(width: 20, height: 20, .white))
        var scenes = [scene]
        #expect(throws: SVGAError.self) {
            for key in ["i0", "i1", "i2", "name"] { scenes.append(try scenes[scenes.count - 1].with { $0.setImage(image, forKey: key) }) }
        }
        #expect(scenes.count > 1)
    }
}
