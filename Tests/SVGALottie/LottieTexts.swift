import SVGALottie
import SVGAModel
import SVGAPixels
import TestSupport

/// Tiny Lottie files, put together from text.
enum LottieText {
    /// A composition of 20 × 20 points and ten frames.
    static func file(_ layers: String..., assets: String = "", more: String = "") -> [UInt8] {
        let text =
            #"{"v":"5.5.0","fr":10,"ip":0,"op":10,"w":20,"h":20,"assets":[\#(assets)],\#(more)"layers":[\#(layers.joined(separator: ","))]}"#
        return Array(text.utf8)
    }

    /// A layer of shapes that is there in all frames.
    static func shapes(_ shapes: String, ks: String = "", more: String = "") -> String {
        layer(type: 4, ks: ks, more: #""shapes":[\#(shapes)]"# + (more.isEmpty ? "" : "," + more))
    }

    static func layer(type: Int, ks: String = "", more: String = "") -> String {
        let rest = more.isEmpty ? "" : "," + more
        let span = more.contains(#""op":"#) ? "" : #","ip":0,"op":10,"st":0"#
        return #"{"ty":\#(type),"nm":"layer"\#(span),"ks":{\#(ks)}\#(rest)}"#
    }

    static func solid(_ color: String, ks: String = "", more: String = "") -> String {
        layer(type: 1, ks: ks, more: ##""sc":"\##(color)","sw":20,"sh":20"## + (more.isEmpty ? "" : "," + more))
    }

    /// A square of 10 × 10 points around (10, 10).
    static let square = #"{"ty":"rc","p":{"k":[10,10]},"s":{"k":[10,10]},"r":{"k":0}}"#
    static let red = #"{"ty":"fl","nm":"Fill 1","c":{"k":[1,0,0,1]},"o":{"k":100}}"#
    static let line = #"{"ty":"sh","ks":{"k":{"i":[[0,0],[0,0]],"o":[[0,0],[0,0]],"v":[[0,10],[20,10]],"c":false}}}"#
    static let stroke = #"{"ty":"st","nm":"Stroke 1","c":{"k":[1,0,0,1]},"o":{"k":100},"w":{"k":4},"lc":1,"lj":1}"#

    static func evaluator(_ bytes: [UInt8]) throws -> LottieEvaluator { LottieEvaluator(try LottieComposition(bytes: bytes)) }

    /// What is drawn of a frame.
    static func frame(_ bytes: [UInt8], _ frame: Int = 0) throws -> Pixmap { try LottieAnimation(bytes: bytes).pixmap(frame: frame) }

    /// How far a layer has moved to the right at a time.
    static func x(_ position: String, at time: Double) throws -> Double {
        let bytes = file(solid("#ff0000", ks: #""p":\#(position)"#))
        return try evaluator(bytes).frameState(at: time).layers[0].transform.tx
    }
}

extension LottieFrameState {
    /// The paints of a layer of shapes.
    func paints(_ layer: Int = 0) -> [PaintState] {
        guard layers.indices.contains(layer), case .shapes(let paints) = layers[layer].content else { return [] }
        return paints
    }
}
