import SVGALottie
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@Suite struct LayerPlacementTests {
    /// A composition of 200 × 200 points with one precomposition layer, which contains one layer.
    private static func nested(outer: String, inner: String, more: String = "") -> [UInt8] {
        let asset = #"{"id":"c","layers":[\#(inner)]}"#
        let layer = #"{"ty":0,"nm":"box","refId":"c","w":200,"h":200,"ip":0,"op":10,"st":0,"ks":{\#(outer)}}"#
        return Array(
            #"{"v":"5.5.0","fr":10,"ip":0,"op":10,"w":200,"h":200,"assets":[\#(asset)],"layers":[\#(layer)\#(more)]}"#.utf8)
    }

    private static func solid(_ name: String, _ ks: String, width: Int = 40, height: Int = 30, more: String = "") -> String {
        ##"{"ty":1,"nm":"\##(name)","sc":"#ff0000","sw":\##(width),"sh":\##(height),"ip":0,"op":10,"st":0,"ks":{\##(ks)}\##(more)}"##
    }

    private static func box(_ placement: Placement) -> SVGARect {
        let (x, y) = (placement.corners.map(\.x), placement.corners.map(\.y))
        return SVGARect(minX: x.min() ?? 0, minY: y.min() ?? 0, maxX: x.max() ?? 0, maxY: y.max() ?? 0)
    }

    @Test
    func `the placement of a layer in a precomposition is where its pixels are drawn, for 1,000 random transforms`() throws {
        var random = SeededGenerator(state: 43)
        for round in 0..<1000 {
            func number(_ low: Double, _ high: Double) -> Double { .random(in: low...high, using: &random) }
            let inner =
                #""a":{"k":[20,15]},"p":{"k":[\#(number(80, 120)),\#(number(80, 120))]},"s":{"k":[\#(number(-140, 140)),\#(number(40, 140))]},"r":{"k":\#(number(0, 360))},"sk":{"k":\#(number(-20, 20))},"sa":{"k":0}"#
            let outer =
                #""a":{"k":[100,100]},"p":{"k":[100,100]},"s":{"k":[\#(number(50, 100)),\#(number(50, 100))]},"r":{"k":\#(number(0, 90))}"#
            let animation = try LottieAnimation(bytes: Self.nested(outer: outer, inner: Self.solid("button", inner)))
            let placements = try animation.placement(ofLayer: "button", frame: 3)
            try #require(placements.count == 1)
            guard let ink = try animation.pixmap(frame: 3).inkBox else { continue }
            let box = Self.box(placements[0])
            let errors = [
                Double(ink[0]) - box.minX, Double(ink[1]) - box.minY, Double(ink[0] + ink[2]) - box.maxX,
                Double(ink[1] + ink[3]) - box.maxY,
            ]
            #expect(errors.allSatisfy { $0.magnitude <= 1 }, "round \(round): \(errors)")
            #expect(placements[0].isShown && placements[0].alpha == 1)
        }
    }

    @Test
    func `a placement composes opacities, and is not shown outside of the layer's time, without opacity, or when hidden`() throws {
        let inner = Self.solid("button", #""o":{"k":50}"#, more: #","ip":2,"op":5"#)
            .replacing(#""ip":0,"op":10,"st":0,"#, with: #""st":0,"#)
        var animation = try LottieAnimation(bytes: Self.nested(outer: #""o":{"k":40},"p":{"k":[7,9]}"#, inner: inner))
        func placement(_ frame: Int) throws -> Placement {
            try #require(try animation.placement(ofLayer: "box.button", frame: frame).first)
        }
        let shown = try placement(3)
        #expect(shown.isShown && abs(shown.alpha - 0.2) < 1e-9)
        #expect(shown.transform == .translation(x: 7, y: 9) && shown.size == SVGASize(width: 40, height: 30))
        for frame in [1, 5] {
            let hidden = try placement(frame)
            #expect(!hidden.isShown && hidden.alpha == 0 && hidden.transform == .translation(x: 7, y: 9))
        }
        animation.setHidden(true, for: "box")
        #expect(try !placement(3).isShown)
    }

    @Test
    func `the rectangle of a layer of shapes is the bounding box of its ink`() throws {
        let shapes = LottieText.shapes("\(LottieText.square),\(LottieText.stroke)", ks: #""p":{"k":[2,1]}"#)
        let animation = try LottieAnimation(bytes: LottieText.file(shapes))
        let placement = try #require(try animation.placement(ofLayer: "layer", frame: 0).first)
        #expect(Self.box(placement) == SVGARect(x: 5, y: 4, width: 14, height: 14))
    }

    @Test
    func `the topmost layer is hit first, with its alpha and that of its parents, in every frame`() throws {
        // From the top: a translucent one, an opaque one that ends, and one at the bottom.
        let faint = Self.solid("faint", #""o":{"k":30}"#, width: 100, height: 100)
        let short = Self.solid("short", "", width: 100, height: 100, more: #","ip":0,"op":4"#)
            .replacing(#""ip":0,"op":10,"st":0,"#, with: #""st":0,"#)
        let bottom = Self.solid("bottom", "", width: 60, height: 200)
        let bytes = Self.nested(outer: "", inner: "\(faint),\(short)", more: ",\(bottom)")
        let animation = try LottieAnimation(bytes: bytes)
        func names(_ x: Double, _ frame: Int, threshold: Double = 0.5, among: [String]? = nil) throws -> [String] {
            try animation.hits(x: x, y: 50, frame: frame, alphaThreshold: threshold, among: among).map(\.key)
        }
        for frame in 0..<10 {
            let isThere = frame < 4
            #expect(try names(20, frame) == (isThere ? ["box.short", "bottom"] : ["bottom"]))
            #expect(try names(80, frame) == (isThere ? ["box.short"] : []))
            #expect(try names(20, frame, threshold: 0) == ["box.faint"] + (isThere ? ["box.short"] : []) + ["bottom"])
            #expect(try names(20, frame, threshold: 0, among: ["faint", "bottom", "none"]) == ["box.faint", "bottom"])
            // A precomposition is hit where its layers are.
            #expect(try names(80, frame, threshold: 0, among: ["box"]) == ["box"])
            #expect(try names(150, frame, threshold: 0).isEmpty)
        }
        let alpha = try #require(try animation.hits(x: 80, y: 50, frame: 9, alphaThreshold: 0).first?.alpha)
        #expect(abs(alpha - 0.3) < 0.01)
    }

    @Test
    func `masks and mattes count in a hit test, and points outside of the composition hit nothing`() throws {
        let zeros = "[[0,0],[0,0],[0,0]]"
        let mask =
            #","masksProperties":[{"mode":"a","o":{"k":100},"pt":{"k":{"i":\#(zeros),"o":\#(zeros),"v":[[0,0],[40,0],[0,30]],"c":true}}}]"#
        let animation = try LottieAnimation(bytes: Self.nested(outer: "", inner: Self.solid("button", "", more: mask)))
        #expect(try animation.hits(x: 5, y: 5, frame: 0).map(\.key) == ["box.button"])
        #expect(try animation.hits(x: 38, y: 28, frame: 0).isEmpty)
        #expect(try animation.hits(x: -1, y: 5, frame: 0).isEmpty && animation.hits(x: 5, y: 200, frame: 0).isEmpty)
        let matte = Self.solid("matte", "", width: 10, more: #","td":1"#)
        let matted = try LottieAnimation(bytes: Self.nested(outer: "", inner: "\(matte),\(Self.solid("button", "", more: #","tt":1"#))"))
        #expect(try matted.hits(x: 5, y: 5, frame: 0).map(\.key) == ["box.button"])
        #expect(try matted.hits(x: 15, y: 5, frame: 0).isEmpty)
    }

    @Test
    func `layers with equal names have different indices, and names with full stops are escaped`() throws {
        let inner = [Self.solid("a.b", ""), Self.solid("a.b", #""p":{"k":[50,0]}"#), Self.solid(#"c\\"#, "")].joined(separator: ",")
        var animation = try LottieAnimation(bytes: Self.nested(outer: "", inner: inner))
        #expect(animation.layerPaths == ["box", #"box.a\.b"#, #"box.a\.b"#, #"box.c\\"#])
        let both = try animation.placement(ofLayer: #"a\.b"#, frame: 0)
        #expect(both.map(\.spriteIndex) == [1, 2] && both.map(\.transform.tx) == [0, 50])
        #expect(try animation.placement(ofLayer: "box.*", frame: 0).count == 3)
        #expect(throws: SVGAError.self) { try animation.placement(ofLayer: "a.b", frame: 0) }
        #expect(throws: SVGAError.self) { try animation.placement(ofLayer: "box", frame: 10) }
        #expect(try animation.hits(x: 60, y: 5, frame: 0).map(\.spriteIndex) == [2])
        animation.setValue(SVGAColor(red: 0, green: 0, blue: 1), at: #"box.a\.b.Color"#)
        #expect(try animation.pixmap(frame: 0).pixel(60, 5) == .blue)
    }
}
