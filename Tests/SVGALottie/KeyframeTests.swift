import Foundation
import SVGALottie
import SVGAModel
import Testing

@Suite struct KeyframeTests {
    private static let pace = #""i":{"x":[0.5],"y":[0.5]},"o":{"x":[0.5],"y":[0.5]}"#

    @Test("a value goes evenly between keyframes of the new form, and stays before the first and after the last")
    func newForm() throws {
        let track = #"{"a":1,"k":[{"t":2,"s":[0,0],\#(Self.pace)},{"t":6,"s":[8,0]}]}"#
        #expect(try [0.0, 2, 3, 6, 9].map { try LottieText.x(track, at: $0) } == [0, 0, 2, 8, 8])
    }

    @Test("in the old form a keyframe has its end value, and the last has only a time")
    func oldForm() throws {
        let track = #"{"a":1,"k":[{"t":0,"s":[0,0],"e":[8,0],\#(Self.pace)},{"t":4}]}"#
        #expect(try [1.0, 4, 9].map { try LottieText.x(track, at: $0) } == [2, 8, 8])
    }

    @Test("a hold keyframe jumps at the next keyframe")
    func hold() throws {
        let track = #"{"a":1,"k":[{"t":0,"s":[1,0],"h":1},{"t":4,"s":[8,0]}]}"#
        #expect(try [0, 3.999, 4].map { try LottieText.x(track, at: $0) } == [1, 1, 8])
    }

    @Test("handles that are numbers or lists ease alike: slow at first, then fast, along the curve")
    func easing() throws {
        for handles in [#""i":{"x":1,"y":1},"o":{"x":0.42,"y":0}"#, #""i":{"x":[1,1],"y":[1,1]},"o":{"x":[0.42,0.42],"y":[0,0]}"#] {
            let track = #"{"a":1,"k":[{"t":0,"s":[0,0],\#(handles)},{"t":10,"s":[100,0]}]}"#
            // CSS's ease-in at half of its time.
            #expect((try LottieText.x(track, at: 5) - 31.54).magnitude < 0.05)
        }
    }

    @Test("a curved way is gone by its length, not by the curve's parameter")
    func spatialWay() throws {
        // Both handles at the start: the parameter 0.5 lies at a quarter of the way.
        let track = #"{"a":1,"k":[{"t":0,"s":[0,0],"to":[0,40],"ti":[0,40],\#(Self.pace)},{"t":10,"s":[60,0]}]}"#
        let bytes = LottieText.file(LottieText.solid("#ff0000", ks: #""p":\#(track)"#))
        let evaluator = try LottieText.evaluator(bytes)
        let half = evaluator.frameState(at: 5).layers[0].transform
        #expect((half.tx - 30).magnitude < 0.3 && (half.ty - 30).magnitude < 0.3)
        let early = evaluator.frameState(at: 1).layers[0].transform
        #expect(early.ty > early.tx)
    }

    @Test
    func `depth is a part of a motion path, as in lottie-web`() throws {
        let ways: [(handles: String, x: Double, y: Double)] = [
            (#""to":[80,0,100],"ti":[0,-80,-60]"#, 165.36, 105.51), (#""to":[0,0,300],"ti":[0,0,200]"#, 117.03, 117.03),
        ]
        for way in ways {
            let pace = #""i":{"x":0.7,"y":1},"o":{"x":0.3,"y":0}"#
            let track = #"{"a":1,"k":[{"t":0,"s":[60,60,0],\#(way.handles),\#(pace)},{"t":10,"s":[220,220,90]}]}"#
            let bytes = LottieText.file(LottieText.solid("#ff0000", ks: #""p":\#(track)"#))
            let half = try LottieText.evaluator(bytes).frameState(at: 5).layers[0].transform
            #expect((half.tx - way.x).magnitude < 0.02 && (half.ty - way.y).magnitude < 0.02, "\(half)")
        }
    }

    @Test(arguments: [("[60,60,0]", "[220,220,0]"), ("[60,60]", "[220,220]"), ("[60,60,10]", "[220,220,10]")])
    func `on a motion path with handles on the straight line, each component has its own easing`(from: String, to: String) throws {
        let pace = #""i":{"x":[0.7,0.2],"y":[1,1]},"o":{"x":[0.3,0.8],"y":[0,0]}"#
        let track = #"{"a":1,"k":[{"t":0,"s":\#(from),"to":[30,30,0],"ti":[-30,-30,0],\#(pace)},{"t":60,"s":\#(to)}]}"#
        let bytes = LottieText.file(LottieText.solid("#ff0000", ks: #""p":\#(track)"#))
        // The numbers are those of lottie-web.
        let early = try LottieText.evaluator(bytes).frameState(at: 6).layers[0].transform
        #expect((early.tx - 65.15).magnitude < 0.02 && (early.ty - 60.95).magnitude < 0.02, "\(early)")
    }

    @Test(arguments: [(-0.6, 1.6, true), (0, 1, false)])
    func `a note names a layer whose motion path has an easing beyond its ends`(out: Double, into: Double, isNoted: Bool) throws {
        let pace = #""i":{"x":0.4,"y":\#(into)},"o":{"x":0.6,"y":\#(out)}"#
        let track = #"{"a":1,"k":[{"t":0,"s":[60,60,0],"to":[80,0,0],"ti":[0,-80,0],\#(pace)},{"t":10,"s":[220,220,0]}]}"#
        let bytes = LottieText.file(LottieText.solid("#ff0000", ks: #""p":\#(track)"#))
        let notes = try LottieComposition(bytes: bytes).notes.map { "\($0.message)" }
        #expect(notes.contains { $0.contains("lottie-web stays at the end of the path") } == isNoted, "\(notes)")
    }

    @Test("separate position axes, skew and rotation combine in one transform")
    func transforms() throws {
        let ks = #""p":{"s":true,"x":{"k":5},"y":{"k":7}},"a":{"k":[1,0]},"s":{"k":[200,100]},"r":{"k":90}"#
        let transform = try LottieText.evaluator(LottieText.file(LottieText.solid("#fff", ks: ks))).frameState(at: 0).layers[0].transform
        // The anchor is at the position; x points down after a quarter turn, twice as long.
        let anchor = transform.apply(x: 1, y: 0)
        let right = transform.apply(x: 2, y: 0)
        #expect((anchor.x - 5).magnitude < 1e-9 && (anchor.y - 7).magnitude < 1e-9)
        #expect((right.x - 5).magnitude < 1e-9 && (right.y - 9).magnitude < 1e-9)
    }

    @Test("loopOut repeats what lies between keyframes and needs no note")
    func expressions() throws {
        func track(_ expression: String) -> String {
            #"{"a":1,"k":[{"t":0,"s":[0,0],\#(Self.pace)},{"t":4,"s":[8,0]}],"x":"var $bm_rt;\n$bm_rt = \#(expression);"}"#
        }
        #expect(try LottieText.x(track("loopOut('cycle', 0)"), at: 5) == 2)
        #expect(try LottieText.x(track("loopOut('pingpong')"), at: 5) == 6)
        #expect(try LottieText.x(track("loopOut('offset')"), at: 5) == 10)
        let cycle = LottieText.file(LottieText.solid("#fff", ks: #""p":\#(track("loopOut()"))"#))
        #expect(try LottieComposition(bytes: cycle).notes.isEmpty)
    }

    @Test(arguments: [
        ("loopIn('cycle')", 6, true), ("loopIn('pingpong')", 6, true), ("loopIn('offset')", 6, false), ("loopIn('cycle')", 0, false),
        ("loopOut('continue')", 0, true), ("loopOut('offset')", 0, false),
    ])
    func `a note names a property whose keyframes lottie-web repeats differently`(expression: String, first: Int, isNoted: Bool) throws {
        let keyframes = #"[{"t":\#(first),"s":[0,0],\#(Self.pace)},{"t":\#(first + 4),"s":[8,0]}]"#
        let track = #"{"a":1,"k":\#(keyframes),"x":"var $bm_rt;\n$bm_rt = \#(expression);"}"#
        let file = LottieText.file(LottieText.solid("#fff", ks: #""p":\#(track)"#))
        let note = "the expression of Position repeats keyframes as in After Effects; lottie-web draws other values"
        #expect(try LottieComposition(bytes: file).notes.map { "\($0.message)" } == (isNoted ? [note] : []))
    }

    @Test
    func `an animated orientation turns the shortest way, not each angle on its own`() throws {
        func width(_ end: String, at time: Double) throws -> Double {
            let orientation = #""or":{"k":[{"t":0,"s":[0,0,0]},{"t":10,"s":\#(end)}]},"rx":{"k":0},"ry":{"k":0},"rz":{"k":0}"#
            let bytes = LottieText.file(LottieText.solid("#ff0000", ks: orientation, more: #""ddd":1"#))
            return try LottieText.evaluator(bytes).frameState(at: time).layers[0].transform.a
        }
        // From 0° to 300° around y is 60° back: 30° in the middle, not 150°.
        #expect(abs(try width("[0,300,0]", at: 5) - cos(.pi / 6)) < 1e-6)
        #expect(abs(try width("[0,60,0]", at: 5) - cos(.pi / 6)) < 1e-6)
        #expect(abs(try width("[0,60,0]", at: 0) - 1) < 1e-6)
    }

    @Test(
        "a layer turns to where it moves, and coordinates of their own keep their last direction",
        arguments: [(0.0, 45.0), (3.0, 0.0), (5.0, 45.0), (9.0, 45.0)])
    func orientation(time: Double, degrees: Double) throws {
        // The keyframes of x end at 4, those of y begin there.
        func axis(_ from: Int, _ to: Int) -> String { #"{"a":1,"k":[{"t":\#(from),"s":[0],"e":[8]},{"t":\#(to),"s":[8]}]}"# }
        let ks = #""p":{"s":true,"x":\#(axis(0, 4)),"y":\#(axis(4, 8))}"#
        let layer = try LottieText.evaluator(LottieText.file(LottieText.solid("#ff0000", ks: ks, more: #""ao":1"#)))
            .frameState(at: time).layers[0]
        #expect(abs(atan2(layer.transform.b, layer.transform.a) * 180 / .pi - degrees) < 0.01)
    }

    @Test("a layer whose coordinates do not both have keyframes does not turn")
    func straightMotion() throws {
        let x = #"{"a":1,"k":[{"t":0,"s":[0],"e":[8]},{"t":4,"s":[8]}]}"#
        let file = LottieText.file(LottieText.solid("#ff0000", ks: #""p":{"s":true,"x":\#(x),"y":{"k":3}},"r":{"k":30}"#, more: #""ao":1"#))
        let layer = try LottieText.evaluator(file).frameState(at: 2).layers[0]
        #expect(abs(atan2(layer.transform.b, layer.transform.a) * 180 / .pi - 30) < 0.01)
    }
}
