import Foundation
import SVGAAuthor
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGALottie

@Suite("A movie as Lottie") struct WriteTests {
    @Test("a picture preserves its key, its bytes and its position; its layer lasts while it is visible")
    func picture() throws {
        let movie = try Written.movie(frames: 6) { builder in
            try builder.addImage(Written.picture, key: "avatar")
            try builder.addSprite("avatar") { frame in
                guard (1..<5).contains(frame) else { return nil }
                let layout = SVGARect(x: 3, y: 4, width: 40, height: 5)
                return MovieBuilder.Frame(alpha: 0.5, transform: .translation(x: 10, y: 20), layout: layout)
            }
        }
        let json = try Written.json(movie)
        let (layer, asset) = (try #require(json.layer("avatar")), try #require(json.asset("avatar")))
        #expect(json["fr"] == .integer(30) && json["op"] == .integer(6) && json["w"] == .integer(100) && json["h"] == .integer(80))
        #expect(layer["ty"] == .integer(2) && layer["refId"] == .string("avatar"))
        #expect(layer["ip"] == .integer(1) && layer["op"] == .integer(5))
        #expect(asset["w"] == .integer(20) && asset["h"] == .integer(10))
        #expect(asset["p"] == .string("data:image/png;base64," + Base64.encoded(movie.images[0].bytes)))
        #expect(json.transform(of: layer, at: 1) == SVGATransform(a: 2, b: 0, c: 0, d: 0.5, tx: 13, ty: 24))
        #expect(layer["ks"]?["o"]?.value(at: 1) == [50])
    }

    @Test("any transform comes back to a hundredth of a pixel, mirrored, slanted or nearly flat")
    func transforms() throws {
        var random = SeededGenerator(state: 7)
        var transforms: [SVGATransform] = [.scale(x: -1, y: 1), .scale(x: 1, y: -3), .rotation(.pi / 2), .rotation(-.pi)]
        transforms.append(.scale(x: 2, y: 1e-4))
        for _ in 0..<60 {
            let parts = (0..<6).map { _ in Double.random(in: -2...2, using: &random) }
            transforms.append(SVGATransform(a: parts[0], b: parts[1], c: parts[2], d: parts[3], tx: 40 + parts[4], ty: 40 + parts[5]))
        }
        // Sprites of one key with and without slanted frames are distinguished.
        for list in [transforms, Array(transforms.prefix(5))] {
            let movie = try Written.movie(frames: list.count) { builder in
                try builder.addImage(Written.picture, key: "p")
                try builder.addSprite("p") { MovieBuilder.Frame(transform: list[$0]) }
            }
            let json = try Written.json(movie)
            let layer = try #require(json.layer("p"))
            #expect((layer["parent"] != nil) == (list.count > 5))
            for frame in list.indices where movie.sprites[0].frames[frame].isVisible {
                let (before, after) = (movie.sprites[0].frames[frame].transform, json.transform(of: layer, at: frame))
                for (x, y) in [(0.0, 0.0), (20, 0), (0, 10), (20, 10)] {
                    let (one, other) = (before.apply(x: x, y: y), after.apply(x: x, y: y))
                    let isSeen = layer["ks"]?["o"]?.value(at: frame) == [100]
                    #expect(!isSeen || hypot(one.x - other.x, one.y - other.y) < 0.01, "\(frame): \(one) \(other)")
                }
            }
        }
    }

    @Test("only what changes is a key, each holds until the next, and hidden frames have none but of opacity")
    func keys() throws {
        let json = try Written.json(frames: 8) { builder in
            try builder.addImage(Written.picture, key: "p")
            try builder.addSprite("p") { frame in
                guard frame != 4 && frame != 5 else { return nil }
                return MovieBuilder.Frame(alpha: frame == 7 ? 0.25 : 1, transform: .translation(x: frame < 3 ? 1 : 9, y: 5))
            }
        }
        let ks = try #require(json.layer("p")?["ks"])
        #expect(ks["p"]?.keyFrames == [0, 3] && ks["s"]?.keyFrames == [] && ks["r"]?.keyFrames == [])
        #expect(ks["o"]?.keyFrames == [0, 4, 6, 7])
        #expect((0..<8).map { ks["o"]?.value(at: $0) } == [[100], [100], [100], [100], [0], [0], [100], [25]])
        for key in ks["p"]?["k"]?.list ?? [] { #expect(key["h"] == .integer(1)) }
    }

    @Test("the first sprite is the last layer, the first shape the last group, and a stroke lies on its fill")
    func order() throws {
        var stroked = Written.box(0, 0, 9, 9)
        stroked.stroke = ShapeEntity.Stroke(
            color: SVGAColor(red: 0, green: 0, blue: 1, alpha: 0.5), width: 3, lineCap: .round, lineJoin: .bevel, miterLimit: 4,
            dash: ShapeEntity.Dash(dash: 5, gap: 2, phase: 1))
        let json = try Written.json { builder in
            try builder.addSprite("below") { _ in MovieBuilder.Frame(shapes: [Written.box(0, 0, 5, 5), stroked]) }
            try builder.addSprite("above") { _ in MovieBuilder.Frame(shapes: [Written.box(0, 0, 5, 5)]) }
        }
        #expect(json["layers"]?.list.map { $0["nm"]?.text } == ["above", "below"])
        let groups = json.layer("below")?["shapes"]?.list.map { $0["it"]?.list ?? [] } ?? []
        #expect(groups.map { $0.map { $0["ty"]?.text } } == [["sh", "st", "fl", "tr"], ["rc", "fl", "tr"]])
        let stroke = try #require(groups.first?[1])
        #expect(stroke["lc"] == .integer(2) && stroke["lj"] == .integer(3) && stroke["ml"] == .integer(4))
        #expect(stroke["o"]?.value(at: 0) == [50] && stroke["w"]?.value(at: 0) == [3])
        #expect(stroke["d"]?.list.map { $0["v"]?.value(at: 0) } == [[5], [2], [1]])
        #expect(Set(stroke["d"]?.list.compactMap { $0["nm"]?.text } ?? []).count == 3, "lottie-web stops where they are alike")
    }

    @Test("shapes of one form are keys of one layer, others another layer for their time")
    func shapesOverTime() throws {
        let json = try Written.json(frames: 6) { builder in
            try builder.addSprite("s") { frame in
                let path = frame < 4 ? "M0 0L\(10 + frame / 2) 0L5 9Z" : "M0 0L10 0L10 9L0 9L-2 4Z"
                return MovieBuilder.Frame(shapes: [ShapeEntity(geometry: .path(Written.path(path)), fill: Written.red)])
            }
        }
        let layers = json["layers"]?.list ?? []
        #expect(layers.map { $0["ip"]?.number } == [4, 0] && layers.map { $0["op"]?.number } == [6, 4])
        #expect(layers.last?["shapes"]?.list[0]["it"]?.list[0]["ks"]?.keyFrames == [0, 2])
        let shape = layers.last?["shapes"]?.list[0]["it"]?.list[0]["ks"]?["k"]?.list[1]["s"]?.list[0]
        #expect(shape?["v"]?.list.map(\.numbers) == [[0, 0], [11, 0], [5, 9]] && shape?["c"] == .bool(true))
    }

    @Test("rectangles and ellipses stay what they are while they lie along the axes, and are paths where they are turned")
    func boxes() throws {
        func type(_ geometry: ShapeEntity.Geometry, _ transform: SVGATransform) throws -> JSONValue {
            let shape = ShapeEntity(geometry: geometry, fill: Written.red, transform: transform)
            let json = try Written.json { try $0.addSprite("s") { _ in MovieBuilder.Frame(shapes: [shape]) } }
            return try #require(json.layer("s")?["shapes"]?.list[0]["it"]?.list[0])
        }
        let rect = ShapeEntity.Geometry.rect(SVGARect(x: 10, y: 20, width: 30, height: 10), cornerRadius: 2)
        let plain = try type(rect, .scale(x: 0.5, y: 0.5))
        #expect(plain["p"]?.value(at: 0) == [12.5, 12.5] && plain["s"]?.value(at: 0) == [15, 5] && plain["r"]?.value(at: 0) == [1])
        let ellipse = try type(.ellipse(centerX: 30, centerY: 30, radiusX: 5, radiusY: 9), .identity)
        #expect(ellipse["ty"] == .string("el") && ellipse["s"]?.value(at: 0) == [10, 18])
        #expect(try type(rect, .rotation(0.2))["ty"] == .string("sh"))
        #expect(try type(rect, .scale(x: 1, y: 2))["ty"] == .string("sh"), "its corners are no circles then")
    }

    @Test("a shape that only moves keeps its outline, and a stroke that is stretched keeps its space")
    func shapeTransforms() throws {
        let stroke = ShapeEntity.Stroke(color: Written.red, width: 2)
        func group(_ transform: @escaping (Int) -> SVGATransform) throws -> [JSONValue] {
            let json = try Written.json(frames: 3) { builder in
                try builder.addSprite("s") { frame in
                    let outline = ShapeEntity.Geometry.path(Written.path("M0 0L10 0L5 9Z"))
                    return MovieBuilder.Frame(shapes: [ShapeEntity(geometry: outline, stroke: stroke, transform: transform(frame))])
                }
            }
            return try #require(json.layer("s")?["shapes"]?.list[0]["it"]?.list)
        }
        let moving = try group { .translation(x: Double($0), y: 0) }
        #expect(moving[0]["ks"]?.keyFrames == [] && moving.last?["p"]?.keyFrames == [0, 1, 2])
        let wide = try group { _ in .scale(x: 4, y: 1) }
        #expect(wide[1]["w"]?.value(at: 0) == [2] && wide.last?["s"]?.value(at: 0) == [400, 100])
        let large = try group { _ in .scale(x: 3, y: -3) }
        #expect(large[1]["w"]?.value(at: 0) == [6] && large.last?["s"]?.value(at: 0) == [100, 100])
        let slanted = try group { _ in SVGATransform(a: 1, b: 0, c: 1, d: 1, tx: 0, ty: 0) }
        #expect(slanted.last?["sk"]?.value(at: 0) == [-45])
    }

    @Test("a clip path is a mask in the picture's own pixels, and none where it cuts nothing off")
    func clips() throws {
        func layer(_ clip: String) throws -> JSONValue {
            let json = try Written.json { builder in
                try builder.addImage(Written.picture, key: "p")
                try builder.addSprite("p") { _ in
                    MovieBuilder.Frame(layout: SVGARect(x: 5, y: 5, width: 40, height: 40), clipPath: Written.path(clip))
                }
            }
            return try #require(json.layer("p"))
        }
        let masks = try layer("M0 0L20 0L20 20ZM30 30L40 30L40 40Z")["masksProperties"]?.list ?? []
        #expect(masks.map { $0["mode"]?.text } == ["a", "a"])
        #expect(masks.first?["pt"]?["k"]?["v"]?.list.map(\.numbers) == [[0, 0], [10, 0], [10, 5]])
        #expect(try layer("M-1 -1H41V41H-1Z")["masksProperties"] == nil)
    }

    @Test("a clip path with a hole is a matte with one outline of both")
    func holes() throws {
        let json = try Written.json { builder in
            try builder.addImage(Written.picture, key: "p")
            try builder.addSprite("p") { _ in MovieBuilder.Frame(clipPath: Written.path("M0 0H20V10H0ZM5 2V8H15V2Z")) }
        }
        let layers = json["layers"]?.list ?? []
        #expect(layers.map { $0["ty"]?.number } == [4, 2] && layers[0]["td"] == .integer(1) && layers[1]["tt"] == .integer(1))
        #expect(layers[0]["shapes"]?.list[0]["it"]?.list.map { $0["ty"]?.text } == ["sh", "sh", "fl", "tr"])
    }

    @Test("a matte stands above what it masks, which is hidden while the matte is")
    func mattes() throws {
        let json = try Written.json(frames: 6) { builder in
            let matte = try builder.addMatte("m") { $0 == 2 || $0 > 4 ? nil : MovieBuilder.Frame(shapes: [Written.box(0, 0, 50, 50)]) }
            try builder.addSprite("s", matte: matte) { _ in MovieBuilder.Frame(shapes: [Written.box(9, 9, 50, 50)]) }
        }
        let layers = json["layers"]?.list ?? []
        #expect(layers.map { $0["nm"]?.text } == ["m", "s"] && layers[0]["td"] == .integer(1) && layers[1]["tt"] == .integer(1))
        #expect(layers[1]["op"] == .integer(5))
        #expect((0..<5).map { layers[1]["ks"]?["o"]?.value(at: $0) } == [[100], [100], [0], [100], [100]])
    }

    @Test("neighbours under one matte are one composition, and a matte of several groups is written once")
    func sharedMattes() throws {
        let json = try Written.json { builder in
            let matte = try builder.addMatte("m") { _ in MovieBuilder.Frame(shapes: [Written.box(0, 0, 50, 50)]) }
            for (key, isMasked) in [("a", true), ("b", true), ("c", false), ("d", true)] {
                try builder.addSprite(key, matte: isMasked ? matte : nil) { _ in MovieBuilder.Frame(shapes: [Written.box(9, 9, 50, 50)]) }
            }
        }
        let layers = json["layers"]?.list ?? []
        #expect(layers.map { $0["nm"]?.text } == ["m", "d", "c", "m", "a"])
        #expect(layers[0]["refId"] != nil && layers[0]["refId"] == layers[3]["refId"])
        #expect(json.asset(layers[4]["refId"]?.text)?["layers"]?.list.map { $0["nm"]?.text } == ["b", "a"])
        #expect(json["assets"]?.list.count == 2)
    }

    @Test("a picture and shapes above it fade together")
    func fading() throws {
        func json(alpha: Double) throws -> JSONValue {
            try Written.json { builder in
                try builder.addImage(Written.picture, key: "p")
                try builder.addSprite("p") { _ in MovieBuilder.Frame(alpha: alpha, shapes: [Written.box(0, 0, 5, 5)]) }
            }
        }
        #expect(try json(alpha: 1)["layers"]?.list.map { $0["ty"]?.number } == [4, 2])
        let faded = try json(alpha: 0.5)
        let layer = try #require(faded.layer("p"))
        #expect(layer["ty"] == .integer(0) && layer["ks"]?["o"]?.value(at: 0) == [50])
        let inner = faded.asset(layer["refId"]?.text)?["layers"]?.list ?? []
        #expect(inner.map { $0["ty"]?.number } == [4, 2] && inner.allSatisfy { $0["ks"]?["o"]?.value(at: 0) == [100] })
    }

    @Test("what is never visible is left out, and reported")
    func unseen() throws {
        let movie = try Written.movie { builder in
            for key in ["shown", "faint", "outside", "spare"] { try builder.addImage(Written.picture, key: key) }
            try builder.addSprite("shown") { _ in MovieBuilder.Frame() }
            try builder.addSprite("faint") { _ in MovieBuilder.Frame(alpha: 0) }
            try builder.addSprite("outside") { _ in MovieBuilder.Frame(transform: .translation(x: 200, y: 0)) }
        }
        let writer = LottieWriter(movie)
        #expect(try Written.json(movie)["layers"]?.list.count == 1 && Written.json(movie)["assets"]?.list.count == 1)
        #expect(
            writer.leftOut == ["faint", "outside"].map { "sprite \"\($0)\", which shows nothing" }
                + ["faint", "outside", "spare"].map { "image \"\($0)\", which is never seen" })
    }

    @Test("a sound is a layer that starts when it does, and a GIF a picture that all players support")
    func payloads() throws {
        let sound: [UInt8] = [0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 0]
        let gif = ImageFixtures.gif(
            width: 2, height: 1, frameWidth: 2, frameHeight: 1, indices: [0, 1], palette: [[255, 0, 0], [0, 0, 255]])
        let movie = try Written.movie(frames: 30) { builder in
            try builder.addImage(gif, key: "g")
            try builder.addSprite("g") { _ in MovieBuilder.Frame() }
            try builder.addSound(sound, key: "bgm", frames: 6..<20, startTime: 100, totalTime: 900)
        }
        let json = try Written.json(movie)
        let layer = try #require(json.layer("bgm"))
        #expect(layer["ty"] == .integer(6) && layer["ip"] == .integer(6) && layer["op"] == .integer(20) && layer["st"] == .integer(3))
        #expect(json.asset("bgm")?["p"] == .string("data:audio/mpeg;base64," + Base64.encoded(sound)))
        #expect(json.asset("g")?["p"]?.text?.hasPrefix("data:image/png;base64,iVBOR") == true)
        let files = LottieWriter(movie).json(besideFolder: "a-images").files
        #expect(files.map(\.name) == ["image-0.png", "sound-0.mp3"] && files[1].bytes == sound)
        let archive = try LottieWriter(movie).dotLottie()
        #expect(archive.starts(with: [0x50, 0x4B, 3, 4]))
        for name in ["manifest.json", "animations/animation.json", "images/image-0.png", "audio/sound-0.mp3"] {
            #expect(Data(archive).range(of: Data(name.utf8)) != nil, "\(name)")
        }
    }

    @Test("numbers beyond all measure make a text that is JSON still")
    func hugeNumbers() throws {
        let huge = Float.greatestFiniteMagnitude
        var frame = WireFrame.visible(
            transform: WireTransform(a: huge, b: 1, c: 1, d: 1e-30, tx: -huge, ty: .infinity), .rect(-huge, 0, huge, 3, radius: huge),
            .path("M1e38 1e38L-1e38 2 3e38 0Z", .stroke(.red, width: huge, dash: (1e30, 1e30, -1e30))))
        var tiny = frame
        tiny.transform = WireTransform(a: 1e-20, d: huge)
        frame.clipPath = "M0 0L1e38 0L0 -1e38Z"
        tiny.layout = WireLayout(x: -huge, y: huge, width: huge, height: 1e-38)
        let movie = try WireMovie.tiny(frames: 3, sprites: [.one("a.vector", frame, tiny, .visible(.ellipse(1, 1, huge, huge)))]).read()
        #expect(try Written.json(movie)["op"] == .integer(3))
    }

    @Test("twice as many sprites under one matte are at most twice as much text")
    func growth() throws {
        func bytes(_ count: Int) throws -> Int {
            let outline = "M0 0" + (0..<count).map { "L\($0) \(20 + $0 % 7)" }.joined() + "Z"
            let movie = try Written.movie(frames: 1) { builder in
                let path = ShapeEntity(geometry: .path(Written.path(outline)), fill: Written.red)
                let matte = try builder.addMatte("m") { _ in MovieBuilder.Frame(shapes: [path]) }
                for index in 0..<count {
                    let mask = index % 2 == 0 ? matte : nil
                    try builder.addSprite("s", matte: mask) { _ in MovieBuilder.Frame(shapes: [Written.box(0, 0, 9, 9)]) }
                }
            }
            return LottieWriter(movie).json().count
        }
        let (one, two) = (try bytes(200), try bytes(400))
        #expect(two < one * 21 / 10, "\(one) \(two)")
    }
}
