import SVGALottie
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@Suite struct HostileLottieTests {
    @Test("a file that is not a Lottie is one line", arguments: ["", "[]", "{", "{}", #"{"w":1,"h":1,"fr":30,"op":3}"#, "PK\u{3}\u{4}"])
    func noLottie(text: String) {
        let error = #expect(throws: SVGAError.self) { try LottieComposition(bytes: Array(text.utf8)) }
        #expect(error?.description.contains("\n") == false)
    }

    @Test("missing members have the values that After Effects leaves out")
    func missingMembers() throws {
        let bytes = LottieText.file(
            #"{"ty":4,"shapes":[{"ty":"rc"},{"ty":"fl"},{"ty":"sh"},{"ty":"gf"},{"ty":"sr"},{"ty":"rp"},{}]}"#, "{}", "7")
        #expect(try LottieText.frame(bytes).inkBox == nil)
    }

    @Test("numbers of any size are drawn or left out without harm")
    func largeNumbers() throws {
        for number in ["1e300", "-1e300", "1e-300", "999999999999999999999"] {
            let square = #"{"ty":"rc","p":{"k":[\#(number),10]},"s":{"k":[\#(number),10]},"r":{"k":\#(number)}}"#
            let stroke = #"{"ty":"st","c":{"k":[\#(number),0,0]},"o":{"k":100},"w":{"k":\#(number)},"d":[{"n":"d","v":{"k":\#(number)}}]}"#
            let ks = #""p":{"k":[\#(number),0]},"s":{"k":[\#(number),100]},"r":{"k":\#(number)},"sk":{"k":\#(number)}"#
            let trim = #"{"ty":"tm","s":{"k":0},"e":{"k":\#(number)},"o":{"k":\#(number)},"m":2}"#
            let zigzag = #"{"ty":"zz","s":{"k":\#(number)},"r":{"k":\#(number)}}"#
            let shapes = "\(square),\(trim),\(zigzag),\(LottieText.red),\(stroke)"
            let bytes = LottieText.file(LottieText.shapes(shapes, ks: ks), LottieText.shapes(shapes))
            #expect(try LottieText.frame(bytes, 5).width == 20)
        }
    }

    @Test("counts beyond all sense are cut to what can be seen, with a note")
    func hugeCounts() throws {
        let star = #"{"ty":"sr","sy":1,"p":{"k":[10,10]},"pt":{"k":1e9},"ir":{"k":4},"or":{"k":8}}"#
        let copies = #"{"ty":"rp","c":{"k":1e9},"tr":{"p":{"k":[0.001,0]}}}"#
        let nested = #"{"ty":"gr","it":[\#(LottieText.square),\#(LottieText.red),\#(copies),\#(copies),\#(copies),{"ty":"tr"}]}"#
        let bytes = LottieText.file(LottieText.shapes("\(star),\(LottieText.red)"), LottieText.shapes(nested))
        let evaluator = try LottieText.evaluator(bytes)
        // Of a star, of copies, and of copies of copies.
        #expect(evaluator.notes.count == 3)
        // The lower layer may use the full budget of a frame state.
        #expect(evaluator.frameState(at: 0).paints().count > 1_000)
    }

    @Test("a composition that holds itself is left out with a note, and one of very many layers is bounded")
    func recursion() throws {
        let call = LottieText.layer(type: 0, more: #""refId":"a","w":20,"h":20"#)
        let own = try LottieText.evaluator(LottieText.file(call, assets: #"{"id":"a","layers":[\#(call)]}"#))
        #expect(own.notes.map(\.message) == ["it is not drawn: its composition contains itself"])
        #expect(own.frameState(at: 0).layers.isEmpty)
        // Ten times ten times ten … layers.
        var assets: [String] = []
        for level in 0..<20 {
            let inner = level == 19 ? LottieText.solid("#fff") : LottieText.layer(type: 0, more: #""refId":"a\#(level + 1)","w":9,"h":9"#)
            assets.append(#"{"id":"a\#(level)","layers":[\#(Array(repeating: inner, count: 10).joined(separator: ","))]}"#)
        }
        let many = LottieText.file(
            LottieText.layer(type: 0, more: #""refId":"a0","w":9,"h":9"#), assets: assets.joined(separator: ","))
        #expect(try LottieText.evaluator(many).frameState(at: 0).layers.count <= 1)
    }

    @Test("a frame above the limit is reported as incomplete, and no other is")
    func cutMoments() throws {
        let paths = Array(repeating: LottieText.line, count: 100).joined(separator: ",")
        let copies = #"{"ty":"rp","c":{"k":1000},"tr":{"p":{"k":[0.01,0]}}}"#
        let group = #"{"ty":"gr","it":[\#(paths),\#(LottieText.stroke),\#(copies),\#(copies),{"ty":"tr"}]}"#
        let large = try LottieText.evaluator(LottieText.file(LottieText.shapes(group))).frameState(at: 0)
        let small = try LottieText.evaluator(LottieText.file(LottieText.shapes("\(paths),\(LottieText.stroke)"))).frameState(at: 0)
        #expect(large.isCut && !small.isCut && large.cost > 100 * small.cost)
    }

    @Test("a search through all frames, and the layers at a point, have one limit of work together")
    func work() throws {
        let layers = Array(repeating: LottieText.shapes("\(LottieText.square),\(LottieText.red)"), count: 50).joined(separator: ",")
        let bytes = LottieText.file(layers)
        var limits = ReadLimits.default
        let usual = try LottieAnimation(bytes: bytes, limits: limits)
        #expect(try !usual.reaches("none", .color) && !usual.settableValues(frames: 10).isEmpty)
        #expect(try usual.hits(x: 10, y: 10, frame: 0).count == 50)
        limits.work = 100_000
        let limited = try LottieAnimation(bytes: bytes, limits: limits)
        #expect(throws: SVGAError.self) { try limited.reaches("none", .color) }
        #expect(throws: SVGAError.self) { try limited.settableValues(frames: 10) }
        limits.work = 10_000
        #expect(throws: SVGAError.self) { try LottieAnimation(bytes: bytes, limits: limits).hits(x: 10, y: 10, frame: 0) }
    }

    @Test("a modifier that would make too many points leaves the path unchanged")
    func growth() throws {
        let vertices = Array(repeating: "[1,2],[9,3]", count: 20_000).joined(separator: ",")
        let path = #"{"ty":"sh","ks":{"k":{"v":[\#(vertices)],"c":true}}}"#
        let ridges = #"{"ty":"zz","s":{"k":1},"r":{"k":1000}}"#
        let paints = try LottieText.evaluator(LottieText.file(LottieText.shapes("\(path),\(ridges),\(LottieText.red)"))).frameState(at: 0)
            .paints()
        #expect(paints.first?.path.verbs.count ?? 0 <= 40_001)
    }

    @Test("one keyframe of many numbers among many others is a limit")
    func keyframeNumbers() {
        let wide = Array(repeating: "1", count: 1000).joined(separator: ",")
        let keys = #"{"t":0,"s":[\#(wide)]}"# + String(repeating: #",{"t":1,"s":[1]}"#, count: 99)
        let bytes = LottieText.file(LottieText.layer(type: 3, ks: #""p":{"a":1,"k":[\#(keys)]}"#))
        var limits = ReadLimits()
        #expect(throws: Never.self) { try LottieComposition(bytes: bytes, limits: limits) }
        limits.documentBytes = 32 * 99_999
        #expect(throws: SVGAError.limit(LimitExceeded(\.documentBytes, of: limits, found: 32 * 100_000, subject: "keyframes"))) {
            try LottieComposition(bytes: bytes, limits: limits)
        }
    }

    @Test("very long names are cut, and very long texts are with a note")
    func longTexts() throws {
        let name = String(repeating: "n", count: 5_000)
        let text = String(repeating: "ab ", count: 5_000)
        let document = #"{"k":[{"t":0,"s":{"s":10,"f":"F","t":"\#(text)"}}]}"#
        let layer = LottieText.layer(type: 5, more: #""t":{"d":\#(document)}"#).replacing(#""nm":"layer""#, with: #""nm":"\#(name)""#)
        let animation = try LottieAnimation(bytes: LottieText.file(layer))
        #expect(animation.layerNames == [String(repeating: "n", count: 200)])
        #expect(animation.notes.contains { $0.message == "only the first 10000 letters of a text are drawn" })
    }

    @Test("a name that is there twice has its last value, and half of a surrogate pair is a replacement character")
    func lenientJSON() throws {
        let bytes = Array(#"{"fr":1,"fr":10,"op":2,"w":20,"h":20,"layers":[{"ty":3,"nm":"a\ud83d","ks":{}}]}"#.utf8)
        let animation = try LottieAnimation(bytes: bytes)
        #expect(animation.frameRate == FrameRate(10) && animation.layerNames == ["a\u{FFFD}"])
    }

    @Test("deep nesting and too many layers or frames are limits")
    func limits() {
        let deep = Array((#"{"layers":"# + String(repeating: "[", count: 100_000)).utf8)
        #expect(throws: SVGAError.self) { try LottieComposition(bytes: deep) }
        var limits = ReadLimits()
        limits.sprites = 1
        #expect(throws: SVGAError.limit(LimitExceeded(\.sprites, of: limits, found: 2, subject: "layers"))) {
            try LottieComposition(bytes: LottieText.file(LottieText.solid("#fff"), LottieText.solid("#fff")), limits: limits)
        }
        limits = ReadLimits()
        limits.frames = 9
        #expect(throws: SVGAError.limit(LimitExceeded(\.frames, of: limits, found: 10))) {
            try LottieComposition(bytes: LottieText.file(), limits: limits)
        }
    }

    @Test("undrawn parts get a note that names the layer: effects, missing pictures, unknown shapes, merged paths")
    func notes() throws {
        let layer = LottieText.shapes(
            #"{"ty":"xx"},{"ty":"mm","mm":4}"#,
            more:
                #""ef":[{"ty":5,"mn":"ADBE Bulge","nm":"Shadow","en":1},{"ty":5,"nm":"Speed","mn":"ADBE Slider Control","en":1},{"ty":29,"nm":"Off","en":0}]"#
        )
        let picture = LottieText.layer(type: 2, more: #""refId":"i""#)
        let bytes = LottieText.file(layer, picture, assets: #"{"id":"i","w":10,"h":10,"u":"images/","p":"a.png"}"#)
        let composition = try LottieComposition(bytes: bytes)
        #expect(
            composition.notes.map(\.message) == [
                #"shapes of type "xx" are not supported and not drawn"#, "Merge Paths in the mode Intersect is drawn as Merge",
                #"the effect "Shadow" is not drawn"#, #"it is not drawn: its image "images/a.png" is not in the file"#,
            ])
        #expect(composition.notes.allSatisfy { $0.location == #"layer "layer""# })
        #expect(composition.image(asset: "i")?.entity == nil)
    }
}
