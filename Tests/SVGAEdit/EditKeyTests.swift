import Foundation
import SVGAEdit
import SVGAExport
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@Suite struct EditKeyTests {
    private func movie() throws -> WireMovie {
        let red = Pixmap(width: 4, height: 4, .red)
        var movie = WireMovie.tiny(
            images: [
                try red.payload("face"), try red.payload("hat.png"), WireImage(key: "ding", bytes: EditFixtures.sound),
                WireImage(key: "face_mask", bytes: try Pixmap(width: 4, height: 4, .blue).pngData()),
            ],
            sprites: [
                .one("face_mask.matte", .visible()), .one("face", matte: "face_mask.matte", .visible()), .one("face.vector", .visible()),
                .one("hat", .visible()), .one("ding", .visible()),
            ])
        movie.audios = [WireAudio("ding")]
        return movie
    }

    @Test func `a rename takes sprites of every kind and the image with it`() throws {
        let renamed = try movie().edited(.rename(from: "face", to: "head"))
        #expect(renamed.keys == ["face_mask.matte", "head", "head.vector", "hat", "ding"])
        #expect(renamed.images.map(\.key) == ["head", "hat.png", "ding", "face_mask"])
        #expect(try renamed.rendered() == movie().rendered())
    }

    @Test func `a rename of a matte takes what it masks with it`() throws {
        let renamed = try movie().edited(.rename(from: "face_mask", to: "m"))
        #expect(renamed.sprites[0].imageKey == "m.matte" && renamed.sprites[1].matteKey == "m.matte")
        #expect(renamed.images[3].key == "m")
        #expect(try renamed.rendered() == movie().rendered())
    }

    @Test func `an image found by leaving out its extension keeps the extension`() throws {
        #expect(try movie().edited(.rename(from: "hat", to: "cap")).images[1].key == "cap.png")
    }

    @Test func `a sound and its silent sprite are renamed together`() throws {
        let renamed = try movie().edited(.rename(from: "ding", to: "dong"))
        #expect(renamed.audios[0].audioKey == "dong" && renamed.images[2].key == "dong" && renamed.keys[4] == "dong")
        #expect(try renamed.read().audios[0].soundIndex == 0)
    }

    @Test(arguments: ["face", "face_mask", "hat", "ding", "face_mask.matte"])
    func `a rename there and back changes nothing`(key: String) throws {
        let suffix = key.hasSuffix(".matte") ? ".matte" : ""
        let there = try? movie().edited(.rename(from: key, to: "elsewhere" + suffix))
        // Only a full matte key is refused: its image is found by the key without the suffix, which stays.
        guard let there else {
            #expect(!suffix.isEmpty)
            return
        }
        #expect(try there != movie())
        #expect(try there.edited(.rename(from: "elsewhere" + suffix, to: key)) == movie())
    }

    @Test(arguments: [("face", "hat"), ("hat", "hat.png"), ("ding", "face"), ("face", "face_mask")])
    func `a key that is taken is refused`(old: String, new: String) throws {
        let error = try movie().refusal(.rename(from: old, to: new))
        guard case .keyTaken? = error?.detail, case .key(let key)? = error?.subject else {
            Issue.record("not refused")
            return
        }
        #expect(key == new)
    }

    @Test func `a rename that would give somebody another image is refused`() throws {
        var movie = try movie()
        // It shows hat.png by leaving out its own extension, and that by leaving out the other.
        movie.sprites.append(.one("hat.old", .visible()))
        guard case .invalid? = movie.refusal(.rename(from: "hat", to: "cap"))?.detail else {
            Issue.record("not refused")
            return
        }
    }

    @Test func `a rename cannot change what kind of sprite it is, and needs names`() throws {
        for (old, new) in [("face", "face2.matte"), ("face_mask.matte", "m"), ("face", ""), ("", "x")] {
            guard case .invalid? = try movie().refusal(.rename(from: old, to: new))?.detail else {
                Issue.record("\(old) to \(new)")
                return
            }
        }
        #expect(try movie().refusal(.rename(from: "fase", to: "x")) == .unknownKey(key: "fase", nearest: ["face"], isOfAny: true))
    }

    @Test func `deleted sprites are gone with their unshared payloads`() throws {
        let deleted = try movie().edited(.delete(key: "face"))
        #expect(deleted.keys == ["face_mask.matte", "hat", "ding"])
        #expect(deleted.images.map(\.key) == ["hat.png", "ding", "face_mask"])
    }

    @Test func `a payload that another key needs stays`() throws {
        var movie = try movie()
        movie.sprites.append(.one("hat.old", .visible()))
        #expect(try movie.edited(.delete(key: "hat")).images.map(\.key).contains("hat.png"))
    }

    @Test func `a payload that only other keys show is not deleted by its own name`() throws {
        guard case .invalid? = try movie().refusal(.delete(key: "hat.png"))?.detail else {
            Issue.record("not refused")
            return
        }
        var movie = try movie()
        movie.images.append(WireImage(key: "spare", bytes: [1]))
        #expect(try movie.edited(.delete(key: "spare")) == self.movie())
    }

    @Test func `what a deleted matte masked is drawn unmasked, with a note`() throws {
        var document = SVGADocument(movie: try movie())
        let note = try document.apply(.delete(key: "face_mask"))
        #expect(note.contains("unmasked") && document.movie.sprites[0].matteKey.isEmpty)
        #expect(document.movie.keys == ["face", "face.vector", "hat", "ding"])
        #expect(document.movie.payload("face_mask") == nil)
    }

    @Test func `a sound is deleted with its payload`() throws {
        let deleted = try movie().edited(.delete(key: "ding"))
        #expect(deleted.audios.isEmpty && deleted.payload("ding") == nil && deleted.keys.count == 4)
    }

    @Test func `deleting an unknown key names the nearest`() throws {
        #expect(try movie().refusal(.delete(key: "het")) == .unknownKey(key: "het", nearest: ["hat"], isOfAny: true))
        #expect(try movie().refusal(.delete(key: "")) == .unknownKey(key: "", nearest: [], isOfAny: true))
    }

    @Test(arguments: EditFixtures.files.map(\.path))
    func `over real files, renaming every key there and back changes nothing, and shows the same`(path: String) throws {
        let original = try SVGADocument(path: path)
        var document = original
        let keys = Set(original.movie.keys.map(SpriteEntity.droppingKindSuffix)).sorted().filter { !$0.isEmpty }
        var renamed: [String] = []
        for key in keys {
            do throws(SVGAError) {
                try document.apply(.rename(from: key, to: "new name of \(key)"))
                renamed.append(key)
            } catch {
                // Keys that match each other's images; a refused edit changes nothing.
                guard case .invalid? = error.detail else { throw error }
            }
        }
        #expect(2 * renamed.count >= keys.count)
        for key in renamed { try document.apply(.rename(from: "new name of \(key)", to: key)) }
        #expect(document.movie == original.movie)
    }

    // MARK: Unicode normalisation

    /// The same letter to a reader, two keys to a file.
    private static let forms = ["é", "e\u{301}"]

    private func movieOfTwoForms() throws -> WireMovie {
        let pixels = [Pixel.green, .blue]
        return WireMovie.tiny(
            images: try zip(Self.forms, pixels).map { try Pixmap(width: 4, height: 4, $1).payload($0) },
            sprites: Self.forms.enumerated().map { index, key in
                .one(key, .visible(layout: WireLayout(x: Float(8 * index), width: 8, height: 16)))
            })
    }

    @Test(arguments: [0, 1]) func `an edit of one key leaves the same letters in another form alone`(index: Int) throws {
        let (movie, key, other) = (try movieOfTwoForms(), Self.forms[index], 1 - index)
        let renamed = try movie.edited(.rename(from: key, to: "x"))
        #expect(renamed.keys.map { Array($0.utf8) }[index] == Array("x".utf8))
        #expect(renamed.sprites[other] == movie.sprites[other] && renamed.images[other] == movie.images[other])
        #expect(try renamed.rendered() == movie.rendered())
        let rest = try movie.edited(.delete(key: key))
        #expect(rest.sprites == [movie.sprites[other]] && rest.images == [movie.images[other]])
        let layout = try #require(movie.sprites[index].frames[0].layout)
        let red = try Pixmap(width: Int(layout.width), height: Int(layout.height), .red).pngData()
        let set = try movie.edited(.setImage(key: key, bytes: red))
        #expect(set.images[index].bytes == red && set.images[other] == movie.images[other])
    }

    @Test func `a key can be renamed to the same letters in another form, and merging keeps both`() throws {
        let single = try WireMovie.tiny(images: [Pixmap(width: 4, height: 4, .red).payload("é")], sprites: [.one("é", .visible())])
        let renamed = try single.edited(.rename(from: "é", to: Self.forms[1]))
        #expect(Array(renamed.keys[0].utf8) == Array(Self.forms[1].utf8))
        let merged = try single.edited(.merge(SVGADocument(movie: renamed), overlayAt: 0))
        #expect(merged.keys.map { Array($0.utf8) } == Self.forms.map { Array($0.utf8) } && merged.images.count == 2)
    }
}
