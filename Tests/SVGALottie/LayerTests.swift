import SVGAImage
import SVGALottie
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@Suite struct LayerTests {
    private static let half =
        #"{"mode":"MODE","inv":INV,"o":{"k":100},"pt":{"k":{"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]],"v":[[0,0],[10,0],[10,20],[0,20]],"c":true}}}"#

    @Test("layers lie over each other in the file's order, from their first frame up to the one before their end")
    func order() throws {
        let short = LottieText.solid("#00ff00", more: #""ip":2,"op":4,"st":0"#)
        let bytes = LottieText.file(short, LottieText.solid("#ff0000"))
        let colors = try [1, 2, 3, 4].map { try LottieText.frame(bytes, $0).pixel(5, 5) }
        #expect(colors == [.red, .green, .green, .red])
    }

    @Test("a child goes where its parents go, and parents in a circle are left out with a note")
    func parents() throws {
        let child = LottieText.solid("#fff", ks: #""p":{"k":[1,0]}"#, more: #""ind":1,"parent":2"#)
        let parent = LottieText.layer(type: 3, ks: #""p":{"k":[10,0]},"o":{"k":0}"#, more: #""ind":2"#)
        #expect(try LottieText.evaluator(LottieText.file(child, parent)).frameState(at: 0).layers[0].transform.tx == 11)
        let circle = LottieText.layer(type: 3, ks: #""p":{"k":[10,0]}"#, more: #""ind":2,"parent":1"#)
        let evaluator = try LottieText.evaluator(LottieText.file(child, circle))
        #expect(evaluator.notes.map(\.message) == ["it is drawn without a parent: its parents form a cycle"])
        #expect(evaluator.frameState(at: 0).layers.count == 1)
    }

    @Test(
        "the first mask shows or hides the inside or outside of its path, by its mode",
        arguments: [
            ("a", "false", true), ("a", "true", false), ("s", "false", false), ("s", "true", true), ("i", "false", true),
            ("i", "true", false), ("l", "false", true), ("l", "true", false), ("d", "false", true), ("d", "true", false),
            ("f", "false", true), ("f", "true", false),
        ])
    func masks(mode: String, inverted: String, showsLeft: Bool) throws {
        let mask = Self.half.replacing("MODE", with: mode).replacing("INV", with: inverted)
        let frame = try LottieText.frame(LottieText.file(LottieText.solid("#ff0000", more: #""masksProperties":[\#(mask)]"#)))
        #expect(frame.pixel(5, 10) == (showsLeft ? .red : .clear))
        #expect(frame.pixel(15, 10) == (showsLeft ? .clear : .red))
    }

    /// What lottie-web and lottie-ios begin with: nothing where the first mask adds or is a difference, else everything.
    @Test(
        "masks are combined with those before them, from what the first begins with; a mask that is switched off counts as none",
        arguments: [
            // The left half, then all: what is visible of the left and of the right half.
            ("f", "a", true, true), ("f", "s", false, false), ("f", "i", true, false), ("f", "f", false, true), ("a", "f", false, true),
            ("s", "a", true, true), ("s", "s", false, false), ("s", "i", false, true), ("s", "f", true, false), ("i", "f", false, true),
            ("d", "f", false, true), ("l", "f", false, true), ("n", "f", true, true), ("n", "s", false, false), ("n", "i", true, true),
        ])
    func combinedMasks(first: String, second: String, showsLeft: Bool, showsRight: Bool) throws {
        let left = Self.half.replacing("MODE", with: first).replacing("INV", with: "false")
        let full = Self.half.replacing("MODE", with: second).replacing("INV", with: "false").replacing("10,0", with: "20,0")
            .replacing("10,20", with: "20,20")
        let bytes = LottieText.file(LottieText.solid("#ff0000", more: #""masksProperties":[\#(left),\#(full)]"#))
        let frame = try LottieText.frame(bytes)
        #expect(frame.pixel(5, 10) == (showsLeft ? .red : .clear))
        #expect(frame.pixel(15, 10) == (showsRight ? .red : .clear))
    }

    @Test
    func `masks that add show their union, whichever directions their paths have`() throws {
        let left = Self.half.replacing("MODE", with: "a").replacing("INV", with: "false").replacing("10,0", with: "15,0")
            .replacing("10,20", with: "15,20")
        // From x = 5 to the right edge, counterclockwise.
        let right = left.replacing("[[0,0],[15,0],[15,20],[0,20]]", with: "[[5,20],[20,20],[20,0],[5,0]]")
        let bytes = LottieText.file(LottieText.solid("#ff0000", more: #""masksProperties":[\#(left),\#(right)]"#))
        let frame = try LottieText.frame(bytes)
        #expect([2, 10, 18].map { frame.pixel($0, 10) } == [.red, .red, .red])
    }

    @Test("a matte that shows nothing hides its layer, and shows all of it where it is inverted", arguments: 1...4)
    func emptyMattes(mode: Int) throws {
        // It ends before the layer does.
        let matte = LottieText.solid("#ffffff", more: #""td":1,"ip":0,"op":1,"st":0"#)
        let frame = try LottieText.frame(LottieText.file(matte, LottieText.solid("#ff0000", more: #""tt":\#(mode)"#)), 5)
        #expect(frame.pixel(5, 10) == (mode % 2 == 0 ? .red : .clear))
    }

    @Test("outlines with one fill are one, whatever a merge does, with a note where it does more", arguments: 1...5)
    func mergedPaths(mode: Int) throws {
        let small = #"{"ty":"rc","p":{"k":[10,10]},"s":{"k":[4,4]},"r":{"k":0}}"#
        let bytes = LottieText.file(LottieText.shapes(#"\#(LottieText.square),\#(small),{"ty":"mm","mm":\#(mode)},\#(LottieText.red)"#))
        let animation = try LottieAnimation(bytes: bytes)
        #expect(try animation.pixmap(frame: 0).pixel(10, 10) == .red && animation.pixmap(frame: 0).inkBox == [5, 5, 10, 10])
        #expect(animation.notes.isEmpty == (mode < 3))
    }

    @Test("a matte shows a layer by the alpha or luminance of the layer above, or by their inverse", arguments: 1...4)
    func mattes(mode: Int) throws {
        // Black on the left, nothing on the right; white for luma.
        let black = mode < 3 ? "#000000" : "#ffffff"
        let mask = Self.half.replacing("MODE", with: "a").replacing("INV", with: "false")
        let matte = LottieText.solid(black, more: #""td":1,"masksProperties":[\#(mask)]"#)
        let frame = try LottieText.frame(LottieText.file(matte, LottieText.solid("#ff0000", more: #""tt":\#(mode)"#)))
        let isInverted = mode % 2 == 0
        #expect(frame.pixel(5, 10) == (isInverted ? .clear : .red))
        #expect(frame.pixel(15, 10) == (isInverted ? .red : .clear))
    }

    @Test("a precomposition is cut off at its edges, runs at its own speed and can be remapped in time")
    func compositions() throws {
        let inner = LottieText.solid("#ff0000", more: #""ip":4,"op":5,"st":0"#)
        let asset = #"{"id":"c","layers":[\#(inner)]}"#
        let plain = LottieText.layer(type: 0, more: #""refId":"c","w":10,"h":20,"ip":0,"op":10,"st":1"#)
        let frame = try LottieText.frame(LottieText.file(plain, assets: asset), 5)
        #expect(frame.pixel(5, 5) == .red && frame.pixel(15, 5) == .clear)
        let slow = LottieText.file(
            LottieText.layer(type: 0, more: #""refId":"c","w":10,"h":20,"sr":2,"ip":0,"op":10,"st":0"#), assets: asset)
        #expect(try [7, 8, 9].map { try LottieText.frame(slow, $0).pixel(5, 5) } == [.clear, .red, .red])
        let remap = LottieText.layer(type: 0, more: #""refId":"c","w":10,"h":20,"ip":0,"op":10,"st":0,"tm":{"k":0.4}"#)
        #expect(try LottieText.frame(LottieText.file(remap, assets: asset), 9).pixel(5, 5) == .red)
    }

    @Test
    func `a layer's opacity fades what its fills make together, as in lottie-web's SVG renderer`() throws {
        // Two red squares in the same position.
        let bytes = LottieText.file(
            LottieText.shapes("\(LottieText.square),\(LottieText.red),\(LottieText.red)", ks: #""o":{"k":50}"#))
        let alpha = try LottieText.frame(bytes).pixel(10, 10).alpha
        #expect(abs(Int(alpha) - 128) <= 1)
    }

    @Test("blend modes mix a layer with the layers below")
    func blendModes() throws {
        let bytes = LottieText.file(LottieText.solid("#ff00ff", more: #""bm":1"#), LottieText.solid("#ffff00"))
        #expect(try LottieText.frame(bytes).pixel(3, 3) == .red)
    }

    @Test("letters are drawn from the file's own outlines, one after the other, and other words can be set")
    func texts() throws {
        let glyph =
            #"{"ch":"I","size":20,"style":"Regular","w":50,"fFamily":"F","data":{"shapes":[{"ty":"gr","it":[{"ty":"rc","p":{"k":[20,-40]},"s":{"k":[20,80]},"r":{"k":0}}]}]}}"#
        let font = #""fonts":{"list":[{"fName":"F-Regular","fFamily":"F","fStyle":"Regular","ascent":75}]},"chars":[\#(glyph)],"#
        let document = #"{"k":[{"t":0,"s":{"s":10,"f":"F-Regular","t":"II","j":0,"tr":0,"lh":12,"fc":[1,0,0]}}]}"#
        let bytes = LottieText.file(
            LottieText.layer(type: 5, ks: #""p":{"k":[2,12]}"#, more: #""t":{"d":\#(document),"a":[]}"#), more: font)
        var animation = try LottieAnimation(bytes: bytes)
        // Each letter is 2 wide and 8 high, 5 from the next.
        #expect(try animation.pixmap(frame: 0).inkBox == [3, 4, 7, 8])
        #expect(animation.notes.isEmpty)
        animation.setText("I", for: "layer")
        #expect(try animation.pixmap(frame: 0).inkBox == [3, 4, 2, 8])
    }

    @Test("a picture of the file covers its layer, and another can be set by the layer's name or the asset's id")
    func pictures() throws {
        let png = Base64.encoded(try Pixmap(width: 2, height: 2, .green).pngData())
        let asset = #"{"id":"i","w":10,"h":20,"u":"","p":"data:image/png;base64,\#(png)","e":1}"#
        var animation = try LottieAnimation(bytes: LottieText.file(LottieText.layer(type: 2, more: #""refId":"i""#), assets: asset))
        let frame = try animation.pixmap(frame: 0)
        #expect(frame.inkBox == [0, 0, 10, 20] && frame.pixel(5, 5) == .green)
        animation.setImage(try ReplacementImage(Pixmap(width: 4, height: 4, .blue)), for: "i")
        #expect(try animation.pixmap(frame: 0).pixel(5, 5) == .blue)
    }

    @Test(
        "a picture covers its rectangle, is inside, or is stretched as its asset says",
        arguments: [
            ("", [0, 0, 10, 20]), (#","pr":"xMidYMid meet""#, [0, 5, 10, 10]), (#","pr":"xMaxYMax meet""#, [0, 10, 10, 10]),
            (#","pr":"none""#, [0, 0, 10, 20]),
        ])
    func fits(member: String, box: [Int]) throws {
        let png = Base64.encoded(try Pixmap(width: 2, height: 2, .green).pngData())
        let asset = #"{"id":"i","w":10,"h":20,"u":"","p":"data:image/png;base64,\#(png)","e":1\#(member)}"#
        let bytes = LottieText.file(LottieText.layer(type: 2, more: #""refId":"i""#), assets: asset)
        #expect(try LottieText.frame(bytes).inkBox == box)
    }

    @Test
    func `a solid whose color cannot be read is black, with a note`() throws {
        let animation = try LottieAnimation(bytes: LottieText.file(LottieText.solid("")))
        #expect(try animation.pixmap(frame: 0).pixel(10, 10).red == 0)
        #expect(try animation.pixmap(frame: 0).inkBox == [0, 0, 20, 20])
        #expect(animation.notes.map(\.message) == ["the color of the solid cannot be read, so it is black"])
    }

    @Test
    func `a property with one keyframe has its value, and a note because lottie-web stops there`() throws {
        let animation = try LottieAnimation(bytes: LottieText.file(LottieText.solid("#f00", ks: #""p":{"a":1,"k":[{"t":3,"s":[5,0]}]}"#)))
        #expect(try animation.pixmap(frame: 0).inkBox == [5, 0, 15, 20])
        #expect(animation.notes.map(\.message) == ["Position has one keyframe, which lottie-web cannot draw"])
    }

    @Test
    func `a gradient that is scaled to almost nothing is drawn without an error`() throws {
        let gradient =
            #"{"ty":"gf","o":{"k":100},"t":1,"s":{"k":[0,0]},"e":{"k":[200,300]},"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}}"#
        let curve = #"{"ty":"el","p":{"k":[0,0]},"s":{"k":[400,300]}}"#
        for scale in ["0.01", "0.005", "0.002", "0.001", "0.0005"] {
            let bytes = LottieText.file(LottieText.shapes("\(curve),\(gradient)", ks: #""s":{"k":[\#(scale),\#(scale)]},"r":{"k":30}"#))
            _ = try LottieText.frame(bytes)
        }
    }

    @Test("colors, opacities and widths are set by key paths with stars")
    func values() throws {
        let group = #"{"ty":"gr","nm":"Group 1","it":[\#(LottieText.square),\#(LottieText.red),{"ty":"tr"}]}"#
        var animation = try LottieAnimation(bytes: LottieText.file(LottieText.shapes(group)))
        animation.setValue(SVGAColor(red: 0, green: 0, blue: 1), at: "**.Fill 1.Color")
        #expect(try animation.pixmap(frame: 0).pixel(10, 10) == .blue)
        animation.setValue(0, at: "layer.*.Fill 1.Opacity")
        #expect(try animation.pixmap(frame: 0).inkBox == nil)
        animation.removeAll()
        #expect(try animation.pixmap(frame: 0).pixel(10, 10) == .red)
    }

    @Test("a marker names frames of the animation, at least one and none outside of it")
    func markers() throws {
        let spans = [("a", "2", "3"), ("b", "4", "0"), ("c", "-5", "1e30"), ("d", "8", "90")]
        let markers = #""markers":["# + spans.map { #"{"cm":"\#($0)","tm":\#($1),"dr":\#($2)}"# }.joined(separator: ",") + "],"
        let animation = try LottieAnimation(bytes: LottieText.file(LottieText.shapes(LottieText.square), more: markers))
        #expect(animation.markerNames == spans.map(\.0))
        #expect(animation.frameRange(ofMarker: "a") == 2..<5 && animation.frameRange(ofMarker: "b") == 4..<5)
        #expect(animation.frameRange(ofMarker: "c") == nil && animation.frameRange(ofMarker: "e") == nil)
        #expect(animation.frameRange(ofMarker: "d")?.upperBound == animation.frameCount)
    }

    @Test("a part of the composition is shown at its position, and layers are left out by name")
    func part() throws {
        let bytes = LottieText.file(LottieText.shapes(LottieText.square + "," + LottieText.red))
        let full = try LottieAnimation(bytes: bytes).pixmap(frame: 0)
        var part = try LottieAnimation(bytes: bytes, size: .scale(2), crop: SVGARect(x: 10, y: 10, width: 5, height: 4))
        #expect(part.widthPixels == 10 && part.heightPixels == 8)
        #expect(try part.pixmap(frame: 0).pixel(0, 0) == full.pixel(10, 10))
        part.setHidden(true, for: "layer")
        #expect(try part.pixmap(frame: 0).inkBox == nil)
        part.setHidden(false, for: "layer")
        #expect(try part.pixmap(frame: 0).inkBox != nil)
        #expect(throws: SVGAError.self) { try LottieAnimation(bytes: bytes, crop: SVGARect(x: 0, y: 0, width: 0, height: 4)) }
    }

    @Test("a part in an output of another aspect ratio has empty bars, or is cropped")
    func fit() throws {
        // Red covers the whole composition of 20 × 20 points, and the part is its left half.
        let composition = try LottieComposition(bytes: LottieText.file(LottieText.solid("#ff0000")))
        func frame(_ fit: CanvasFit) throws -> Pixmap {
            let part = SVGARect(x: 0, y: 0, width: 10, height: 20)
            return try LottieAnimation(composition, size: .pixels(width: 20, height: 20), crop: part, fit: fit).pixmap(frame: 0)
        }
        #expect(try frame(CanvasFit(.contain)).inkBox == [5, 0, 10, 20])
        #expect(try frame(CanvasFit(.contain, gravity: .right)).inkBox == [10, 0, 10, 20])
        #expect(try frame(CanvasFit(.cover)).inkBox == [0, 0, 20, 20])
    }

    @Test("a value that names a slot is that of the slot, and one that is missing has a note")
    func slots() throws {
        let group = #"\#(LottieText.square),{"ty":"fl","c":{"sid":"brand"},"o":{"sid":"none"}}"#
        let bytes = LottieText.file(LottieText.shapes(group), more: #""slots":{"brand":{"p":{"k":[0,0,1,1]}}},"#)
        let animation = try LottieAnimation(bytes: bytes)
        #expect(try animation.pixmap(frame: 0).pixel(10, 10) == .blue)
        #expect(animation.notes.map(\.lottieText) == [#"layer "layer": there is no slot "none" for Opacity"#])
    }

    @Test("a letter whose outline is not among those of the file has a note")
    func missingLetter() throws {
        let glyph = #"{"ch":"I","w":50,"fFamily":"F","style":"R","data":{"shapes":[{"ty":"rc","s":{"k":[20,80]}}]}}"#
        func notes(_ text: String) throws -> [String] {
            let document = #"{"k":[{"t":0,"s":{"s":10,"f":"F","tr":0,"t":"\#(text)"}}]}"#
            let layer = LottieText.layer(type: 5, more: #""t":{"d":\#(document)}"#)
            return try LottieAnimation(bytes: LottieText.file(layer, more: #""chars":[\#(glyph)],"#)).notes.map(\.message)
        }
        #expect(try notes("I i\\r").isEmpty)
        #expect(try notes("IX") == [#"the file has no outline of the letter "X": an installed font is used"#])
    }
}
