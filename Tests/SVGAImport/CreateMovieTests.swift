import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAImport

@Suite("Movies of descriptions")
struct CreateMovieTests {
    @Test("keyframes are baked to frames, with the anchor where the position is")
    func positions() throws {
        let movie = try CreateFixtures.movie(
            #"""
            {"image": "box", "from": 0.2, "to": "7f", "anchor": [0, 1], "width": 40, "rotation": 90,
             "keyframes": {"position": [{"at": 0, "value": [10, 20]}, {"at": "4f", "value": [50, 40]}],
                           "opacity": [{"at": 0, "value": 1}, {"at": 0.4, "value": 0.5}]}}
            """#)
        let frames = try movie.sprite("box").frames
        #expect((0..<10).map { frames[$0].isVisible } == [false, false, true, true, true, true, true, false, false, false])
        #expect(frames[2].layout == SVGARect(x: 0, y: 0, width: 20, height: 10), "the transform scales, because not all players stretch")
        let corners = [2, 4, 6].map { frames[$0].transform.apply(x: 0, y: 10) }.map { (x: $0.x.rounded(), y: ($0.y * 16).rounded() / 16) }
        #expect(corners.map(\.x) == [10, 30, 50] && corners.map(\.y) == [20, 30, 40])
        let end = frames[2].transform.apply(x: 20, y: 10)
        #expect(end.x.rounded() == 10 && end.y.rounded() == 60, "turned clockwise")
        #expect(frames[4].alpha == 0.75)
    }

    @Test("a sprite moves, fades and vanishes with its parents")
    func parents() throws {
        let movie = try CreateFixtures.movie(
            #"""
            {"image": "box", "parent": "inner", "anchorPoint": [0, 0]},
            {"name": "inner", "group": true, "parent": "outer", "position": [10, 0], "scale": [2, 1]},
            {"name": "outer", "group": true, "position": [50, 50], "rotation": 90, "opacity": 0.5, "to": 0.5}
            """#)
        #expect(movie.sprites.count == 1, "a group is no sprite")
        let frame = try movie.sprite("box").frames[0]
        let zero = Double(Float(0.0001))
        #expect(frame.transform == SVGATransform(a: zero, b: 2, c: -1, d: zero, tx: 50, ty: 60) && frame.alpha == 0.5)
        #expect(try !movie.sprite("box").frames[5].isVisible)
    }

    @Test("a sprite that another names as its matte masks it, and what masks a group masks what is in it")
    func mattes() throws {
        let movie = try CreateFixtures.movie(
            #"""
            {"image": "box", "matte": "hole"}, {"name": "g", "group": true, "matte": "hole"}, {"image": "box", "parent": "g"},
            {"name": "hole", "shapes": [{"type": "star", "points": 5, "outerRadius": 9, "innerRadius": 4, "fill": "#fff"}]}
            """#)
        #expect(movie.sprites.map(\.imageKey) == ["hole.matte", "box", "box"])
        #expect(movie.sprites.map(\.matteIndex) == [nil, 0, 0] && movie.diagnostics.isEmpty)
    }

    @Test("the numbers and colors of shapes change, and shapes that stay are written once")
    func shapes() throws {
        let movie = try CreateFixtures.movie(
            #"""
            {"key": "k", "position": [0, 0], "shapes": [
              {"type": "rect", "center": [5, 6], "height": 4, "cornerRadius": 9, "dash": [2, 1],
               "keyframes": {"width": [{"at": 0, "value": 10}, {"at": 0.4, "value": 30}],
                             "stroke": [{"at": 0, "value": "#f008"}, {"at": 0.4, "value": "#00ff0088"}]}}]},
            {"key": "still", "rotation": 7, "shapes": [{"type": "path", "d": "M0 0h9v9z", "rotation": 180, "fill": "#abc"}]}
            """#)
        let shapes = try (0..<10).map { try #require(movie.sprite("k.vector").frames[$0].shapes.first) }
        #expect(shapes[0].geometry == .rect(SVGARect(x: 0, y: 4, width: 10, height: 4), cornerRadius: 2))
        #expect(shapes[2].geometry == .rect(SVGARect(x: -5, y: 4, width: 20, height: 4), cornerRadius: 2))
        let color = try #require(shapes[2].stroke?.color)
        #expect(abs(color.red - 0.5) < 1e-6 && abs(color.green - 0.5) < 1e-6 && abs(color.alpha - 136.0 / 255) < 1e-6)
        #expect(shapes[9] == shapes[4] && shapes[4] != shapes[3])
        let still = try movie.sprite("still.vector").frames
        #expect(still.records.allSatisfy { $0.shapes == still.records[0].shapes })
        #expect(still[0].shapes[0].transform == SVGATransform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0))
    }

    @Test("a clip is a shape in the space of the picture, and may change")
    func clip() throws {
        let movie = try CreateFixtures.movie(
            #"""
            {"image": "box", "clip": {"type": "rect", "center": [10, 5], "height": 10,
                                      "keyframes": {"width": [{"at": 0, "value": 2}, {"at": 1, "value": 22}]}}}
            """#)
        let frames = try movie.sprite("box").frames
        #expect(frames[0].clipPath?.bounds == SVGARect(x: 9, y: 0, width: 2, height: 10))
        #expect(frames[5].clipPath?.bounds == SVGARect(x: 4, y: 0, width: 12, height: 10))
    }

    @Test("a sprite moves along a path at an even speed and turns with it")
    func path() throws {
        let movie = try CreateFixtures.movie(
            #"""
            {"image": "box", "path": "M10 10H50V50", "orient": true, "anchor": [0, 0],
             "keyframes": {"progress": [{"at": 0, "value": 0}, {"at": 0.8, "value": 1}]}}
            """#)
        let places = try (0...8).map { try movie.sprite("box").frames[$0].transform }
        #expect(places.map(\.tx) == [10, 20, 30, 40, 50, 50, 50, 50, 50] && places.map(\.ty) == [10, 10, 10, 10, 10, 20, 30, 40, 50])
        #expect(places[2].b == 0 && places[7].b == 1 && abs(places[4].b - 0.7071) < 1e-3)
    }

    @Test("scattered copies differ by chance, within their spans, and alike in every run")
    func scatter() throws {
        let text = #"""
            {"image": "box", "position": [50, 50], "anchor": [0, 0], "to": 0.3,
             "scatter": {"count": 40, "seed": 3, "x": [-10, 10], "y": 5, "delay": [0.2, "6f"], "opacity": [0.5, 0.9]}}
            """#
        let movie = try CreateFixtures.movie(text)
        #expect(movie.sprites.count == 40)
        let first = movie.sprites.map { sprite in (0..<10).first { sprite.frames[$0].isVisible } ?? -1 }
        #expect(Set(first) == [2, 3, 4, 5, 6])
        let frames = movie.sprites.enumerated().map { $0.element.frames[first[$0.offset]] }
        #expect(Set(frames.map(\.transform.tx)).count > 30 && frames.allSatisfy { 40...60 ~= $0.transform.tx && $0.transform.ty == 55 })
        #expect(frames.allSatisfy { 0.499...0.901 ~= $0.alpha })
        #expect(try CreateFixtures.movie(text).sprites.map { $0.frames.records } == movie.sprites.map { $0.frames.records })
        #expect(
            try CreateFixtures.movie(text.replacing("\"seed\": 3", with: "\"seed\": 4")).sprites[0].frames.records
                != movie.sprites[0].frames.records)
    }

    @Test("a text is a picture of its size that an app replaces by its key")
    func text() throws {
        let movie = try CreateFixtures.movie(
            ##"{"key": "name", "width": 80, "height": 30, "text": {"value": "Hi", "size": 20, "color": "#f00", "align": "left"}}"##)
        let key = try #require(ReplaceableKey.all(of: movie).first)
        #expect(key.key == "name" && key.imageSize == SVGASize(width: 80, height: 30) && key.layoutSize == SVGASize(width: 80, height: 30))
        let picture = try SVGAScene(movie).pixmap(frame: 0)
        let ink = (0..<100).filter { x in (0..<100).contains { picture[x, $0].alpha > 128 } }
        #expect(ink.allSatisfy { 10..<50 ~= $0 } && ink.count > 5, "left of the middle")
        #expect(ink.contains { x in (0..<100).contains { picture[x, $0].red > 200 && picture[x, $0].green < 30 } })
    }

    @Test("without a duration the movie ends when nothing changes any more, or when what is shown ends")
    func length() throws {
        let still = #"{"image": "box"}"#
        #expect(try CreateFixtures.movie(still, canvas: ", \"duration\": \"7f\"").frameCount == 7)
        let keys = #"{"image": "box", "from": 0.5, "keyframes": {"x": [{"at": 0, "value": 0}, {"at": 1, "value": 9}]}}"#
        #expect(try CreateFixtures.movie(keys, canvas: " ").frameCount == 16)
        #expect(try CreateFixtures.movie(#"{"image": "box", "to": 2.5}"#, canvas: " ").frameCount == 25)
    }

    @Test("sounds play at their frames, and again without their file")
    func sounds() throws {
        let folder = try CreateFixtures.folder()
        folder.write(ToneFixture.wave(seconds: 0.5), to: "t.wav")
        let text = #"""
            {"canvas": {"width": 9, "height": 9, "fps": 10, "duration": 2}, "images": {"box": "box.png"}, "sprites": [{"image": "box"}],
             "sounds": [{"key": "ding", "file": "t.wav", "from": 0.3, "to": 0.8, "start": 0.1}, {"key": "ding", "from": "12f"}]}
            """#
        let movie = try MovieCreation(folder: folder.path).run(Array(text.utf8)).document.videoEntity()
        #expect(movie.audios.map(\.startFrame) == [3, 12] && movie.audios.map(\.endFrame) == [8, 20])
        #expect(movie.audios.map(\.startTime) == [100, 0] && movie.audios.map(\.totalTime) == [500, 500])
    }
}

/// A sound whose length can be measured.
enum ToneFixture {
    /// Silence: 16-bit mono at 8000 Hz.
    static func wave(seconds: Double) -> [UInt8] {
        let count = Int(seconds * 8000) * 2
        func number(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 255) } }
        let format = number(16, 4) + number(1, 2) + number(1, 2) + number(8000, 4) + number(16_000, 4) + number(2, 2) + number(16, 2)
        return Array("RIFF".utf8) + number(36 + count, 4) + Array("WAVEfmt ".utf8) + format + Array("data".utf8) + number(count, 4)
            + [UInt8](repeating: 0, count: count)
    }
}
