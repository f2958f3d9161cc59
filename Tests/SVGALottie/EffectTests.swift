import SVGALottie
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@Suite struct EffectTests {
    private static func effect(_ type: Int, _ values: [String], more: String = "") -> String {
        #"{"ty":\#(type),"nm":"an effect",\#(more)"ef":[\#(values.map { #"{"ty":0,"v":{"k":\#($0)}}"# }.joined(separator: ","))]}"#
    }

    private static func blur(_ amount: String, dimensions: Int = 1) -> String { effect(29, [amount, "\(dimensions)", "0"]) }

    /// A hard shadow of full opacity, straight to the right.
    private static func shadow(
        _ color: String, distance: Int, softness: Int = 0, fs: String = #"{"x":"-100%","y":"-100%","width":"300%","height":"300%"}"#
    ) -> String {
        effect(25, [color, "255", "90", "\(distance)", "\(softness)"], more: #""fs":\#(fs),"#)
    }

    private static func fill(_ color: String, opacity: String = "1") -> String { effect(21, ["0", "0", color, "0", "0", "0", opacity]) }

    /// A square of 10 × 10 points around (10, 10), with effects.
    private static func square(_ effects: String..., more: String = "") -> [UInt8] {
        let ef = #""ef":[\#(effects.joined(separator: ","))]"# + (more.isEmpty ? "" : "," + more)
        return LottieText.file(LottieText.shapes("\(LottieText.square),\(LottieText.red)", more: ef))
    }

    @Test("a fill effect gives all pixels of a layer one color, with its opacity")
    func fills() throws {
        #expect(try LottieText.frame(Self.square(Self.fill("[0,1,0,1]"))).pixel(10, 10) == .green)
        let half = try LottieText.frame(Self.square(Self.fill("[0,1,0,1]", opacity: "0.5")))
        #expect(abs(Int(half.pixel(10, 10).alpha) - 128) <= 1)
        #expect(half.pixel(2, 2) == .clear)
    }

    @Test("a drawn effect has no note, and one that is not drawn has one that names it")
    func notes() throws {
        #expect(try LottieAnimation(bytes: Self.square(Self.fill("[0,1,0,1]"))).notes.isEmpty)
        let unknown = try LottieAnimation(bytes: Self.square(Self.effect(5, [], more: #""mn":"ADBE Bulge","#)))
        #expect(unknown.notes.map(\.message) == ["the effect \"an effect\" is not drawn"])
    }

    @Test("a blur spreads a layer by its amount, in the chosen dimensions, and keeps its sum")
    func blurs() throws {
        let frame = try LottieText.frame(Self.square(Self.blur("10")))
        #expect(frame.pixel(3, 10).alpha > 0 && frame.pixel(10, 3).alpha > 0)
        let horizontal = try LottieText.frame(Self.square(Self.blur("10", dimensions: 2)))
        #expect(horizontal.pixel(3, 10).alpha > 0 && horizontal.pixel(10, 4) == .clear)
        let vertical = try LottieText.frame(Self.square(Self.blur("10", dimensions: 3)))
        #expect(vertical.pixel(10, 3).alpha > 0 && vertical.pixel(4, 10) == .clear)
        let sum = (0..<20).reduce(0) { $0 + Int(horizontal.pixel($1, 10).alpha) }
        // Each of three passes rounds each of the 20 pixels.
        #expect(abs(sum - 2550) <= 60)
    }

    /// The standard deviation is 1.5, so the box is 3 wide: the weights of the kernel are 1, 3, 6, 7, 6, 3 and 1 of 27.
    @Test("a blur is three box blurs, as in browsers")
    func kernel() throws {
        let frame = try LottieText.frame(Self.square(Self.blur("5", dimensions: 2)))
        #expect((2..<8).map { Int(frame.pixel($0, 10).alpha) } == [9, 38, 94, 161, 217, 246])
    }

    @Test("a blur reaches from outside of the canvas into it")
    func outside() throws {
        let ks = #""p":{"k":[-16,0]}"#
        let layer = LottieText.shapes("\(LottieText.square),\(LottieText.red)", ks: ks, more: #""ef":[\#(Self.blur("10"))]"#)
        #expect(try LottieText.frame(LottieText.file(layer)).pixel(0, 10).alpha > 0)
    }

    @Test("effects are animated")
    func animated() throws {
        let amount = #"[{"t":0,"s":[0]},{"t":10,"s":[20]}]"#
        let bytes = Self.square(Self.blur(amount))
        #expect(try LottieText.frame(bytes, 0).inkBox == [5, 5, 10, 10])
        #expect(try LottieText.frame(bytes, 9).pixel(2, 10).alpha > 0)
    }

    @Test("a shadow lies below its layer, and only inside of the region that the effect states")
    func shadows() throws {
        let frame = try LottieText.frame(Self.square(Self.shadow("[0,0,1,1]", distance: 3)))
        #expect(frame.pixel(10, 10) == .red && frame.pixel(17, 10) == .blue && frame.pixel(18, 10) == .clear)
        // Without a region, that is the layer's bounding box.
        let plain = Self.square(Self.effect(25, ["[0,0,1,1]", "255", "90", "3", "0"]))
        #expect(try LottieText.frame(plain).inkBox == [5, 5, 10, 10])
    }

    @Test("effects apply in the file's order, and a shadow is that of the layer without them")
    func order() throws {
        let after = try LottieText.frame(Self.square(Self.shadow("[0,0,1,1]", distance: 3), Self.fill("[0,1,0,1]")))
        #expect(after.pixel(10, 10) == .green && after.pixel(17, 10) == .green)
        let before = try LottieText.frame(Self.square(Self.fill("[0,1,0,1]"), Self.shadow("[0,0,1,1]", distance: 3)))
        #expect(before.pixel(10, 10) == .green && before.pixel(17, 10) == .blue)
        let two = try LottieText.frame(Self.square(Self.shadow("[0,0,1,1]", distance: 3), Self.shadow("[0,1,0,1]", distance: 5)))
        #expect(two.pixel(17, 10) == .blue && two.pixel(19, 10) == .green)
    }

    @Test("masks cut a blurred layer, because effects apply first")
    func masks() throws {
        let mask =
            #"{"mode":"a","o":{"k":100},"x":{"k":0},"pt":{"k":{"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]],"v":[[0,0],[10,0],[10,20],[0,20]],"c":true}}}"#
        let frame = try LottieText.frame(Self.square(Self.blur("10"), more: #""masksProperties":[\#(mask)]"#))
        #expect(frame.pixel(3, 10).alpha > 0 && frame.pixel(10, 10) == .clear)
        // What is not cut is as without the mask, also at its edge.
        #expect(frame.pixel(9, 10) == (try LottieText.frame(Self.square(Self.blur("10"))).pixel(9, 10)))
    }

    @Test("a blurred composition is cut at its edges")
    func compositions() throws {
        let asset = #"{"id":"c","layers":[\#(LottieText.solid("#ff0000"))]}"#
        let layer = LottieText.layer(type: 0, more: #""refId":"c","w":10,"h":20,"ef":[\#(Self.blur("10"))]"#)
        let frame = try LottieText.frame(LottieText.file(layer, assets: asset))
        #expect(frame.pixel(9, 10).alpha > 0 && frame.pixel(10, 10) == .clear)
    }

    @Test("a tint maps black and white to two colors")
    func tints() throws {
        let tint = Self.effect(20, ["[0,0,1,1]", "[0,1,0,1]", "100"])
        for (color, expected) in [("#000000", Pixel.blue), ("#ffffff", .green)] {
            let layer = LottieText.solid(color, more: #""ef":[\#(tint)]"#)
            #expect(try LottieText.frame(LottieText.file(layer)).pixel(10, 10) == expected)
        }
    }

    @Test("a tritone maps black, gray and white to three colors")
    func tritones() throws {
        let tritone = Self.effect(23, ["[1,0,0,1]", "[0,1,0,1]", "[0,0,1,1]", "0"])
        for (color, expected) in [("#000000", Pixel.blue), ("#ffffff", .red)] {
            let layer = LottieText.solid(color, more: #""ef":[\#(tritone)]"#)
            #expect(try LottieText.frame(LottieText.file(layer)).pixel(10, 10) == expected)
        }
    }

    @Test("levels map the channels by themselves, then all colors")
    func levels() throws {
        var values = [String](repeating: "0", count: 36)
        for first in [3, 10, 17, 24, 31] { values.replaceSubrange(first..<first + 5, with: ["0", "1", "1", "0", "1"]) }
        // Red is reversed, then all colors.
        values.replaceSubrange(13..<15, with: ["1", "0"])
        let red = LottieText.solid("#ff0000", more: #""ef":[\#(Self.effect(24, values))]"#)
        let black = Pixel(0, 0, 0)
        #expect(try LottieText.frame(LottieText.file(red)).pixel(10, 10) == black)
        values.replaceSubrange(6..<8, with: ["1", "0"])
        let all = LottieText.solid("#ff0000", more: #""ef":[\#(Self.effect(24, values))]"#)
        let white = Pixel(255, 255, 255)
        #expect(try LottieText.frame(LottieText.file(all)).pixel(10, 10) == white)
        // Without all numbers of a channel, here alpha, it stays as it is.
        let short = LottieText.solid("#ff0000", more: #""ef":[\#(Self.effect(24, Array(values.dropLast())))]"#)
        #expect(try LottieText.frame(LottieText.file(short)).pixel(10, 10) == white)
    }

    @Test("levels of alpha fill the whole region of the filter")
    func levelsOfAlpha() throws {
        var values = [String](repeating: "0", count: 36)
        for first in [3, 10, 17, 24, 31] { values.replaceSubrange(first..<first + 5, with: ["0", "1", "1", "0", "1"]) }
        values[34] = "1"
        // Two squares at opposite corners, turned to be above each other: the region reaches far to both sides.
        let squares = [4, 16].map { at in
            #"{"ty":"gr","it":[{"ty":"rc","p":{"k":[\#(at),\#(at)]},"s":{"k":[4,4]},"r":{"k":0}},\#(LottieText.red),{"ty":"tr"}]}"#
        }
        let turn = #""a":{"k":[10,10]},"p":{"k":[10,10]},"r":{"k":45}"#
        let layer = LottieText.shapes(squares.joined(separator: ","), ks: turn, more: #""ef":[\#(Self.effect(24, values))]"#)
        let frame = try LottieText.frame(LottieText.file(layer))
        #expect(frame.pixel(3, 10) == Pixel(0, 0, 0))
    }

    @Test("a transform effect moves its layer, but not the layer's children")
    func transforms() throws {
        let effect = Self.effect(35, ["[0,0]", "[7,0]", "1", "100", "100", "0", "0", "0", "100"])
        let parent = LottieText.solid("#ff0000", more: #""ind":2,"ef":[\#(effect)]"#)
        let child = LottieText.solid("#00ff00", more: #""ind":1,"parent":2"#)
        let layers = try LottieText.evaluator(LottieText.file(child, parent)).frameState(at: 0).layers
        #expect(layers.map(\.transform.tx) == [7, 0])
    }

    @Test("a Set Matte effect shows a layer where the named one is opaque, and draws that one too")
    func mattes() throws {
        let matte = LottieText.shapes("\(LottieText.square),\(LottieText.red)", more: #""ind":7"#)
        let layer = LottieText.solid("#00ff00", more: #""ind":1,"ef":[\#(Self.effect(28, ["7"]))]"#)
        let frame = try LottieText.frame(LottieText.file(layer, matte))
        #expect(frame.pixel(10, 10) == .green && frame.pixel(2, 2) == .clear)
        let off = matte.replacing(#""ind":7"#, with: #""ind":7,"hd":true"#)
        #expect(try LottieText.frame(LottieText.file(off, layer)).pixel(10, 10) == .green)
    }

    @Test("a stroke effect draws along a mask, over the layer, without it or as its mask", arguments: 1...3)
    func strokes(style: Int) throws {
        let mask =
            #"{"mode":"n","o":{"k":100},"x":{"k":0},"pt":{"k":{"i":[[0,0],[0,0]],"o":[[0,0],[0,0]],"v":[[0,10],[20,10]],"c":false}}}"#
        let effect = Self.effect(22, ["1", "0", "0", "[0,0,1,1]", "2", "1", "1", "0", "100", "0", "\(style)"])
        let layer = LottieText.solid("#ff0000", more: #""ef":[\#(effect)],"masksProperties":[\#(mask)]"#)
        let frame = try LottieText.frame(LottieText.file(layer))
        #expect(frame.pixel(10, 10) == (style == 3 ? .red : .blue))
        #expect(frame.pixel(10, 2) == (style == 1 ? .red : .clear))
    }

    @Test("a translucent layer is composed before its opacity applies")
    func opacity() throws {
        let shapes = "\(LottieText.square),\(LottieText.red)," + #"{"ty":"fl","c":{"k":[0,1,0,1]},"o":{"k":100}}"#
        let frame = try LottieText.frame(LottieText.file(LottieText.shapes(shapes, ks: #""o":{"k":50}"#)))
        #expect(abs(Int(frame.pixel(10, 10).alpha) - 128) <= 1)
    }

    @Test("blend modes inside a composition do not reach the layers below it")
    func isolation() throws {
        let asset = #"{"id":"c","layers":[\#(LottieText.solid("#00ff00", more: #""bm":1"#))]}"#
        let layer = LottieText.layer(type: 0, more: #""refId":"c","w":20,"h":20"#)
        let frame = try LottieText.frame(LottieText.file(layer, LottieText.solid("#ff0000"), assets: asset))
        #expect(frame.pixel(10, 10) == .green)
    }

    @Test("a layer without area is not drawn through a filter, as in SVG")
    func noArea() throws {
        let layer = LottieText.shapes("\(LottieText.line),\(LottieText.stroke)", more: #""ef":[\#(Self.blur("5"))]"#)
        #expect(try LottieText.frame(LottieText.file(layer)).inkBox == nil)
    }

    @Test("the work of a filter is limited")
    func work() throws {
        var limits = ReadLimits.default
        limits.work = 100_000
        let bytes = Self.square(Self.blur("10"))
        #expect(throws: SVGAError.self) { try LottieAnimation(bytes: bytes, size: .scale(20), limits: limits).pixmap(frame: 0) }
    }
}
