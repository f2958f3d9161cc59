import Foundation
import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAPreview

/// The page's scene requests, and their responses.
@Suite struct SceneTests {
    private let gift = TestFiles.root.appendingPathComponent("samples/features/gift-mattes.svga")
    private let photo = TestFiles.root.appendingPathComponent("samples/photo.jpg")

    @Test("pictures, texts and hidden keys of a scene are drawn as the library draws them")
    func substituted() throws {
        let page = try ScenePage(gift)
        let file = try #require(ScenePage.json(page.upload(try TestFiles.bytes(photo)))?.text("file"))
        let vars = """
            "vars":{"images":{"user1":{"file":"\(file)","fit":"cover","mask":"circle"}},"texts":{"name":{"text":"林小雨","style":\
            {"color":"#ffd700","size":20}}},"hide":["crown"]}
            """
        let id = try page.sceneID(vars, "\"width\":200")
        var wanted = Substitutions()
        wanted.setImage(try ReplacementImage(bytes: try TestFiles.bytes(photo)), fit: .cover, mask: .circle, forKey: "user1")
        wanted.setText("林小雨", style: TextStyle(size: 20, color: SVGAColor(red: 1, green: Double(0xD7) / 255, blue: 0)), forKey: "name")
        wanted.setHidden(true, forKey: "crown")
        let scene = try SVGAScene(
            try VideoEntity(path: gift.path), options: RenderOptions(size: .pixels(width: 200, height: 0)), substitutions: wanted)
        let frames = try ScenePage.frames(page.get("scenes/\(id)/frames", ["list": "60-66"]))
        #expect(frames.count == 7)
        for frame in frames {
            let pixels = frame.full(width: scene.widthPixels, height: scene.heightPixels)
            #expect(try pixels == scene.pixmap(frame: frame.frame).straightPixels)
        }
    }

    @Test(
        "invalid vars and unknown uploads are refused in one line, and no file is read",
        arguments: [
            (#"{"images":{"user1":"/etc/passwd"}}"#, "422 the image \"/etc/passwd\" was not uploaded"),
            (#"{"images":{"user1":"../u1.png"}}"#, "422 the image \"../u1.png\" was not uploaded"),
            (#"{"images":{"user1":"u1.png"}}"#, "422 the image \"u1.png\" was not uploaded"),
            (#"{"images":{"user1":{"file":"./u1.jpeg"}}}"#, "422 the image \"./u1.jpeg\" was not uploaded"),
            (#"{"images":{"user1":"-"}}"#, "422 the image \"./-\" was not uploaded"),
            (#"{"images":{"user1":"http://127.0.0.1/a.png"}}"#, "422 the page sets uploaded images only"),
            (#"{"images":{"user1":{"file":"u1.jpeg","default":"/etc/passwd"}}}"#, "422 the page sets uploaded images only"),
            (#"{"images":{"user1":"u1.jpeg\u0000"}}"#, "422 images.user1 has the character U+0000"),
            (#"{"images":{"user1":{"file":"u1.jpeg","fit":"big"}}}"#, "422 images.user1.fit needs one of"),
            (#"{"hide":["usr1"]}"#, "422 no sprite has the key \"usr1\""),
            (#"{"hide":["<script>alert(1)</script>"]}"#, "422 no sprite has the key \"<script>"),
            (#"{"texts":{"name":{"style":{"size":20}}}}"#, "422 \"name\" has a style, but no text"),
            (#"{"texts":{"name":{"text":"a","style":{"size":1e308}}}}"#, "422 texts.name.style: size needs"),
            (#"{"texts":{"name":{"text":"<b>","markup":true}}}"#, "422 the text for \"name\""),
            (#"{"fonts":["a.ttf"]}"#, "422 the document does not support \"fonts\""), (#"[]"#, "400 vars needs an object"),
            (#"{"hide":NaN}"#, "400 this is not JSON"), (#"{"hide":["a"],"hide":["b"]}"#, "400 this is not JSON"),
            (String(repeating: #"{"a":"#, count: 100_000), "400 this is not JSON"),
        ])
    func wrongVars(vars: String, line: String) throws {
        let page = try ScenePage(gift)
        #expect(ScenePage.json(page.upload(try TestFiles.bytes(photo)))?.text("file") == "u1.jpeg")
        let output = ScenePage.line(page.scene("\"vars\":\(vars)"))
        #expect(output.hasPrefix(line), "\(output)")
    }

    @Test("a wrong key is reported with similar names")
    func nearest() throws {
        let response = try ScenePage(gift).scene(#""vars":{"hide":["usr1"]}"#)
        let advice = ScenePage.json(response)?.text("advice") ?? ""
        #expect(advice.hasPrefix("did you mean") && advice.contains("user1"))
    }

    @Test(
        "a scene whose numbers are wrong or too large is refused before memory is taken",
        arguments: [
            (#""width":0"#, 400), (#""width":-5"#, 400), (#""width":1.5"#, 400), (#""width":"9""#, 400), (#""width":1e999"#, 400),
            (#""width":20000"#, 413), (#""width":9223372036854775807"#, 413), (#""hiddenSprites":[79]"#, 422),
            (#""hiddenSprites":[-1]"#, 422), (#""hiddenSprites":[0.5]"#, 400), (#""hiddenSprites":{}"#, 400), (#""speed":2"#, 400),
        ])
    func wrongNumbers(member: String, status: Int) throws {
        #expect(try ScenePage(gift).scene(member).status == status)
    }

    @Test("a body that is no scene, a movie that is not there and a wrong method are refused")
    func wrongRequests() throws {
        let page = try ScenePage(gift)
        for body in ["", "{}", "[]", "3", #"{"movie":3}"#, "\u{FEFF}"] { #expect(page.post("scenes", Array(body.utf8)).status == 400) }
        #expect(page.post("scenes", Array(#"{"movie":"../gift.svga"}"#.utf8)).status == 404)
        #expect(page.get("scenes").status == 405)
        #expect(page.get("uploads").status == 405)
        #expect(page.get("scenes/\(try page.sceneID())/else").status == 404)
    }

    @Test("sprites hidden by their indices look as if their key was hidden", arguments: TestFiles.samples + TestFiles.corpusFiles)
    func hiddenSprites(file: URL) throws {
        let movie = try VideoEntity(path: file.path)
        let prepared = PreparedMovie(movie)
        let options = RenderOptions(size: .pixels(width: 120, height: 0))
        let keys = Set(movie.sprites.map { ByteKey($0.replacementKey) }).sorted()
        for key in [keys.first, keys.last, movie.sprites.first { $0.kind == .matte }.map { ByteKey($0.replacementKey) }].compactMap({ $0 })
        {
            var (byKey, byIndex) = (Substitutions(), Substitutions())
            byKey.setHidden(true, forKey: key.text)
            byIndex.hiddenSprites = Set(
                movie.sprites.indices.filter {
                    ByteKey(movie.sprites[$0].replacementKey) == key || ByteKey(movie.sprites[$0].imageKey) == key
                })
            // The movie's own scene has drawn before, so that frames may be copied and repainted.
            let hidden = try prepared.scene(options: options).with(byIndex).makePainter()
            let wanted = try SVGAScene(movie, options: options, substitutions: byKey)
            for frame in stride(from: 0, to: movie.frameCount, by: max(1, movie.frameCount / 8)).flatMap({
                [$0, min($0 + 1, movie.frameCount - 1)]
            }) {
                try hidden.paint(frame: frame)
                #expect(try hidden.pixmap() == wanted.pixmap(frame: frame), "\(key.text), frame \(frame)")
            }
        }
    }

    @Test("the page gets what the library finds at a point, the topmost first")
    func hits() throws {
        let page = try ScenePage(gift)
        let scene = try SVGAScene(try VideoEntity(path: gift.path))
        let id = try page.sceneID()
        var random = SeededGenerator(state: 3)
        for _ in 0..<50 {
            let (frame, x, y) = (Int.random(in: 0..<90, using: &random), random.number(-10, 760), random.number(-10, 760))
            let answer = ScenePage.json(page.get("scenes/\(id)/hits", ["frame": "\(frame)", "x": "\(x)", "y": "\(y)"]))
            let clear = try scene.hits(x: x, y: y, frame: frame)
            let wanted = try clear.isEmpty ? scene.hits(x: x, y: y, frame: frame, alphaThreshold: 0) : clear
            let reported = answer?.elements("hits") ?? []
            #expect(reported.map { $0["sprite"] } == wanted.map { .integer($0.spriteIndex) })
            #expect(reported.map { $0.text("key") } == wanted.map(\.key) && reported.map { $0["alpha"]?.double } == wanted.map(\.alpha))
        }
        for query in [["frame": "0", "x": "nan", "y": "1"], ["x": "1", "y": "1"], ["frame": "0", "x": "inf", "y": "1"]] {
            #expect(page.get("scenes/\(id)/hits", query).status == 400)
        }
        #expect(page.get("scenes/\(id)/hits", ["frame": "90", "x": "1", "y": "1"]).status == 404)
    }

    @Test("the page gets the positions of a key's sprites, one sprite, or all in a frame")
    func positions() throws {
        let page = try ScenePage(gift)
        let scene = try SVGAScene(try VideoEntity(path: gift.path))
        let id = try page.sceneID()
        let ofKey = ScenePage.json(page.get("scenes/\(id)/places", ["frame": "60", "key": "user1"]))?.elements("places") ?? []
        let wanted = try scene.placement(ofKey: "user1", frame: 60)
        #expect(ofKey.map { $0["sprite"] } == wanted.map { .integer($0.spriteIndex) } && ofKey.count == 1)
        let corners = ofKey.first?.elements("corners").map { corner -> [Double?] in
            if case .array(let numbers) = corner { numbers.map(\.double) } else { [] }
        }
        #expect(corners == wanted.first?.corners.map { [$0.x, $0.y] })
        let sprite = String(wanted[0].spriteIndex)
        #expect(ScenePage.json(page.get("scenes/\(id)/places", ["frame": "60", "sprite": sprite]))?.elements("places") == ofKey)
        let all = ScenePage.json(page.get("scenes/\(id)/places", ["frame": "60"]))?.elements("places") ?? []
        #expect(all.contains(ofKey[0]) && all.allSatisfy { $0["isShown"] == .bool(true) })
        #expect(page.get("scenes/\(id)/places", ["frame": "60", "key": "none"]).status == 404)
        #expect(page.get("scenes/\(id)/places", ["frame": "60", "sprite": "79"]).status == 404)
        #expect(page.get("scenes/\(id)/places", ["frame": "-1"]).status == 404)
    }
}
