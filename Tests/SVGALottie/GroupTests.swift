import SVGALottie
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

/// The rules of groups, blend modes, masks and hidden shapes of lottie-web's SVG renderer.
@Suite struct GroupTests {
    private static let blue = #"{"ty":"fl","nm":"Fill 2","c":{"k":[0,0,1,1]},"o":{"k":100}}"#

    private static func group(_ shapes: String, tr: String = "", more: String = "") -> String {
        #"{"ty":"gr","nm":"G"\#(more),"it":[\#(shapes),{"ty":"tr"\#(tr)}]}"#
    }

    private static func mask(_ corners: String, opacity: Int = 100) -> String {
        let zeros = "[[0,0],[0,0],[0,0],[0,0]]"
        return #"{"mode":"a","inv":false,"o":{"k":\#(opacity)},"pt":{"k":{"i":\#(zeros),"o":\#(zeros),"v":\#(corners),"c":true}}}"#
    }

    @Test
    func `a group's opacity fades what its fills and strokes make together`() throws {
        let group = Self.group("\(LottieText.square),\(LottieText.red),\(Self.blue)", tr: #","o":{"k":50}"#)
        let pixel = try LottieText.frame(LottieText.file(LottieText.shapes(group))).pixel(10, 10)
        // The lower fill is not visible through the upper one.
        #expect(abs(Int(pixel.alpha) - 128) <= 1 && pixel.blue == 0)
    }

    @Test
    func `a painter that is used again shows the values that are set now`() throws {
        let group = Self.group("\(LottieText.square),\(LottieText.red),\(Self.blue)", tr: #","o":{"k":50}"#)
        let bytes = LottieText.file(LottieText.shapes(group))
        var animation = try LottieAnimation(bytes: bytes)
        let first = try animation.pixmap(frame: 0)
        #expect(try animation.pixmap(frame: 0) == first)
        animation.setValue(SVGAColor(red: 0, green: 1, blue: 0), at: "**.Color")
        var fresh = try LottieAnimation(bytes: bytes)
        fresh.setValue(SVGAColor(red: 0, green: 1, blue: 0), at: "**.Color")
        let changed = try animation.pixmap(frame: 0)
        #expect(try changed == fresh.pixmap(frame: 0) && changed != first)
        animation.removeAll()
        #expect(try animation.pixmap(frame: 0) == first)
    }

    @Test
    func `the opacity of a group with one fill is that of the fill`() throws {
        let group = Self.group("\(LottieText.square),\(LottieText.red)", tr: #","o":{"k":50}"#)
        let paint = try #require(try LottieText.evaluator(LottieText.file(LottieText.shapes(group))).frameState(at: 0).paints().first)
        #expect(paint.opacity == 0.5 && paint.groups.isEmpty)
    }

    @Test
    func `copies of a repeater fade as groups`() throws {
        let repeater = #"{"ty":"rp","c":{"k":1},"o":{"k":0},"m":1,"tr":{"p":{"k":[0,0]},"so":{"k":50},"eo":{"k":50}}}"#
        let shapes = "\(LottieText.square),\(LottieText.red),\(Self.blue),\(repeater)"
        let pixel = try LottieText.frame(LottieText.file(LottieText.shapes(shapes))).pixel(10, 10)
        #expect(abs(Int(pixel.alpha) - 128) <= 1 && pixel.blue == 0)
    }

    @Test("fills and groups blend with the layers below", arguments: [true, false])
    func blendModes(isGroup: Bool) throws {
        let magenta = #"{"ty":"fl","c":{"k":[1,0,1,1]},"o":{"k":100}\#(isGroup ? "" : #","bm":1"#)}"#
        let group = Self.group("\(LottieText.square),\(magenta)", more: isGroup ? #","bm":1"# : "")
        let animation = try LottieAnimation(bytes: LottieText.file(LottieText.shapes(group), LottieText.solid("#ffff00")))
        #expect(try animation.pixmap(frame: 0).pixel(10, 10) == .red)
        #expect(animation.notes.isEmpty)
    }

    @Test
    func `a faded group keeps the blend modes inside from the layers below`() throws {
        let magenta = #"{"ty":"fl","c":{"k":[1,0,1,1]},"o":{"k":100},"bm":1}"#
        let group = Self.group("\(LottieText.square),\(magenta)", tr: #","o":{"k":99.9}"#)
        let pixel = try LottieText.frame(LottieText.file(LottieText.shapes(group), LottieText.solid("#ffff00"))).pixel(10, 10)
        #expect(pixel.blue > 250)
    }

    @Test("Add and Hard Mix, which SVG does not have, are drawn as Normal with a note", arguments: [16, 17])
    func missingBlendModes(mode: Int) throws {
        let bytes = LottieText.file(LottieText.solid("#ff00ff", more: #""bm":\#(mode)"#), LottieText.solid("#ffff00"))
        let animation = try LottieAnimation(bytes: bytes)
        let pixel = try animation.pixmap(frame: 0).pixel(3, 3)
        #expect(pixel.red == 255 && pixel.green == 0 && pixel.blue == 255)
        #expect(animation.notes.count == 1)
    }

    @Test
    func `hidden shapes, fills, groups and modifiers have no effect, and where lottie-web differs, there is a note`() throws {
        func check(_ shapes: String, box: [Int]?, notes: Int) throws {
            let animation = try LottieAnimation(bytes: LottieText.file(LottieText.shapes(shapes)))
            #expect(try animation.pixmap(frame: 0).inkBox == box)
            #expect(animation.notes.count == notes)
        }
        let hidden = #","hd":true"#
        try check(Self.group("\(LottieText.square),\(LottieText.red)", more: hidden), box: nil, notes: 1)
        let trim = #"{"ty":"tm","s":{"k":0},"e":{"k":0},"o":{"k":0},"m":1\#(hidden)}"#
        try check("\(LottieText.square),\(trim),\(LottieText.red)", box: [5, 5, 10, 10], notes: 1)
        let square = LottieText.square.replacing(#""ty":"rc""#, with: #""ty":"rc","hd":true"#)
        try check("\(square),\(LottieText.red)", box: nil, notes: 0)
        try check("\(LottieText.square),\(LottieText.red.replacing(#""nm""#, with: #""hd":true,"nm""#))", box: nil, notes: 0)
    }

    @Test
    func `a translucent mask shows a stroke only near the outline's bounding box`() throws {
        let wide = LottieText.stroke.replacing(#""w":{"k":4}"#, with: #""w":{"k":8}"#)
        let everything = "[[-9,-9],[29,-9],[29,29],[-9,29]]"
        func box(_ opacity: Int) throws -> [Int]? {
            let more = #""masksProperties":[\#(Self.mask(everything, opacity: opacity))]"#
            return try LottieText.frame(LottieText.file(LottieText.shapes("\(LottieText.square),\(wide)", more: more))).inkBox
        }
        // A clip path of SVG has no region; a mask ends a tenth of the size outside of the box of 10 × 10.
        #expect(try box(100) == [1, 1, 18, 18])
        #expect(try box(50) == [4, 4, 12, 12])
    }

    @Test(arguments: [("a", 2, false), ("f", 1, false), ("d", 1, false), ("f", 2, true), ("d", 2, true)])
    func `a note names a layer with several masks of which one darkens or differs, which lottie-web adds`(
        mode: String, count: Int, isNoted: Bool
    ) throws {
        let mask = Self.mask("[[0,0],[20,0],[20,20],[0,20]]").replacing(#""mode":"a""#, with: #""mode":"\#(mode)""#)
        let more = #""masksProperties":[\#([String](repeating: mask, count: count).joined(separator: ","))]"#
        let notes = try LottieComposition(bytes: LottieText.file(LottieText.solid("#ff0000", more: more))).notes
        let note = "masks of the modes Darken and Difference are drawn as in After Effects; lottie-web adds them"
        #expect(notes.map { "\($0.message)" } == (isNoted ? [note] : []))
    }

    @Test(arguments: [
        ("[[5,5],[15,5],[15,15],[5,15]]", false, 0, true), ("[[5,5],[5,15],[15,15],[15,5]]", false, 0, false),
        ("[[5,5],[5,15],[15,15],[15,5]]", true, 0, true), ("[[5,5],[5,15],[15,15],[15,5]]", false, 1, true),
    ])
    func `an inverted mask cuts out its path, with a note if lottie-web does not`(
        corners: String, isShape: Bool, expansion: Int, isNoted: Bool
    ) throws {
        let mask = Self.mask(corners).replacing(#""inv":false"#, with: #""inv":true,"x":{"k":\#(expansion)}"#)
        let more = #""masksProperties":[\#(mask)]"#
        let square = LottieText.square.replacing("[10,10]},\"r\"", with: "[20,20]},\"r\"")
        let shapes = LottieText.shapes("\(square),\(LottieText.red)", more: more)
        let file = LottieText.file(isShape ? shapes : LottieText.solid("#ff0000", more: more))
        let frame = try LottieText.frame(file)
        #expect(frame.pixel(10, 10) == .clear && frame.pixel(2, 2) == .red)
        #expect(try LottieComposition(bytes: file).notes.map { "\($0.message)".hasPrefix("an inverted mask") } == (isNoted ? [true] : []))
    }

    @Test
    func `an inverted luma matte shows what its matte darkens, with a note`() throws {
        let matte = LottieText.solid("#ffffff", ks: #""p":{"k":[10,0]}"#, more: #""td":1"#)
        let file = LottieText.file(matte, LottieText.solid("#ff0000", more: #""tt":4"#))
        let frame = try LottieText.frame(file)
        #expect(frame.pixel(5, 10) == .red && frame.pixel(15, 10) == .clear)
        let note = "an inverted luma matte is drawn as in After Effects; lottie-web does not apply it"
        #expect(try LottieComposition(bytes: file).notes.map { "\($0.message)" } == [note])
    }

    @Test
    func `an open mask is closed, with a note`() throws {
        let mask = Self.mask("[[5,5],[15,5],[15,15],[5,15]]").replacing(#""c":true"#, with: #""c":false"#)
        let file = LottieText.file(LottieText.solid("#ff0000", more: #""masksProperties":[\#(mask)]"#))
        let frame = try LottieText.frame(file)
        #expect(frame.pixel(6, 14) == .red && frame.pixel(2, 2) == .clear)
        #expect(try LottieComposition(bytes: file).notes.map { "\($0.message)" } == ["an open mask is closed; lottie-web hides its layer"])
    }

    @Test
    func `a translucent layer outside of its composition's clip draws nothing`() throws {
        // The composition is to the right of x = 12, the layer to the left of x = 8.
        let squares = "\(LottieText.square),\(LottieText.red),\(LottieText.line),\(LottieText.stroke)"
        let inner = LottieText.shapes(squares, ks: #""p":{"k":[-24,0]},"o":{"k":50}"#)
        let call = LottieText.layer(type: 0, ks: #""p":{"k":[12,0]}"#, more: #""refId":"c","w":8,"h":20"#)
        let frame = try LottieText.frame(LottieText.file(call, assets: #"{"id":"c","layers":[\#(inner)]}"#))
        #expect(frame.pixels.allSatisfy { $0 == 0 })
    }

    @Test(arguments: [100, 50])
    func `a shape that multiplies reaches the layers below only if its layer is opaque`(opacity: Int) throws {
        let red = LottieText.red.replacing(#""ty":"fl""#, with: #""ty":"fl","bm":1"#)
        let shapes = LottieText.shapes("\(LottieText.square),\(red)", ks: #""o":{"k":\#(opacity)}"#)
        let pixel = try LottieText.frame(LottieText.file(shapes, LottieText.solid("#0000ff"))).pixel(10, 10)
        // Red times blue is black; half of red over blue is purple.
        let isBlack = pixel.red < 2 && pixel.blue < 2
        #expect(isBlack == (opacity == 100))
        #expect(isBlack || pixel.red > 120 && pixel.blue > 120)
    }

    @Test
    func `a matte shows nothing of a line without a height`() throws {
        let matte = LottieText.solid("#ffffff", more: #""td":1"#)
        let line = LottieText.shapes("\(LottieText.line),\(LottieText.stroke)", more: #""tt":1"#)
        #expect(try LottieText.frame(LottieText.file(matte, line)).inkBox == nil)
        let square = LottieText.shapes("\(LottieText.square),\(LottieText.stroke)", more: #""tt":1"#)
        #expect(try LottieText.frame(LottieText.file(matte, square)).inkBox == [4, 4, 12, 12])
    }

    @Test
    func `a stroke whose gradient has an opacity of its own ends near the outline's bounding box`() throws {
        func box(_ alphas: String) throws -> [Int]? {
            let stops = #""g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1,\#(alphas)]}}"#
            let stroke = #"{"ty":"gs","o":{"k":100},"w":{"k":8},"lc":1,"lj":1,"t":1,"s":{"k":[5,0]},"e":{"k":[15,0]},\#(stops)}"#
            return try LottieText.frame(LottieText.file(LottieText.shapes("\(LottieText.square),\(stroke)"))).inkBox
        }
        #expect(try box("0,1,1,0.5") == [1, 1, 18, 18])
        #expect(try box("0.1,1,1,0.5") == [4, 4, 12, 12])
    }

    @Test
    func `a radial gradient without a radius has its last color`() throws {
        let gradient = #"{"ty":"gf","o":{"k":100},"t":2,"s":{"k":[10,10]},"e":{"k":[10,10]},"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}}"#
        #expect(try LottieText.frame(LottieText.file(LottieText.shapes("\(LottieText.square),\(gradient)"))).pixel(10, 10) == .blue)
    }

    @Test
    func `a rotation around an axis applies to layers without the mark of 3D`() throws {
        let ks = #""p":{"k":[10,10,0]},"a":{"k":[10,10,0]},"rx":{"k":60},"ry":{"k":0},"rz":{"k":0},"or":{"k":[0,0,0]}"#
        #expect(try LottieText.frame(LottieText.file(LottieText.solid("#ff0000", ks: ks))).inkBox == [0, 5, 20, 10])
    }
}
