import SVGAModel
import SVGASupport

/// A layer of a Lottie composition before it is written.
struct WrittenLayer: Sendable {
    enum Content: Sendable {
        /// A picture, by its index in the movie.
        case image(Int)
        /// The items of a shape layer, as JSON.
        case shapes([UInt8])
        /// Nested layers, by the index of their composition.
        case composition(Int)
        /// A sound, by its index in the movie.
        case sound(Int)
    }

    var name: String
    var content: Content
    var frames: Range<Int>
    /// The start time of the content, in frames.
    var startFrame = 0.0
    var transform = WrittenTransform.identity
    /// Masks that are added up.
    var masks: [HoldTrack] = []
    /// The track matte; at most one layer.
    var matte: [WrittenLayer] = []
}

/// Writes the layers of one composition: assigns numbers, and puts mattes above the layers they mask.
struct LayerWriter {
    /// The asset ids that layers reference.
    struct Names {
        var images: [Int: String] = [:]
        var sounds: [Int: String] = [:]
        var compositions: [String] = []
        /// The width of the canvas.
        var width = 0
        var height = 0
    }

    let names: Names

    /// - Parameter layers: bottom first.
    func write(_ layers: [WrittenLayer], to json: inout [UInt8]) {
        var parents: [WrittenLayer] = []
        // All layers first, top first; then the parents of those that need one.
        var number = 0
        let count = layers.reduce(0) { $0 + 1 + $1.matte.count }
        func put(_ layer: WrittenLayer, _ use: StaticString, to json: inout [UInt8]) {
            if number > 0 { json.put(",") }
            number += 1
            var parent: Int?
            if layer.transform.needsParent {
                parents.append(layer)
                parent = count + parents.count
            }
            write(layer, number: number, use, parent: parent, to: &json)
        }
        json.put("[")
        for layer in layers.reversed() {
            for matte in layer.matte { put(matte, "\"td\":1,", to: &json) }
            put(layer, layer.matte.isEmpty ? "" : "\"tt\":1,", to: &json)
        }
        for parent in parents {
            number += 1
            json.put(",")
            writeHead(3, name: parent.name, number: number, parent.frames, startFrame: 0, to: &json)
            json.put("\"ks\":{")
            parent.transform.ofParent.write(to: &json)
            json.put("}}")
        }
        json.put("]")
    }

    private func writeHead(
        _ type: Int, name: String, number: Int, _ frames: Range<Int>, startFrame: Double, to json: inout [UInt8]
    ) {
        // Without `ddd` before the transform, one player treats the layer as 3D and ignores its rotation.
        json.put("{\"ddd\":0,\"ty\":\(type),\"nm\":")
        JSONText.append(name, to: &json, escaping: .short)
        json.put(",\"ind\":\(number),\"ip\":\(frames.lowerBound),\"op\":\(frames.upperBound),")
        json.put("\"st\":\(ShortNumber.text(startFrame, decimals: 3)),")
    }

    private func write(_ layer: WrittenLayer, number: Int, _ use: StaticString, parent: Int?, to json: inout [UInt8]) {
        func head(_ type: Int) {
            writeHead(type, name: layer.name, number: number, layer.frames, startFrame: layer.startFrame, to: &json)
            json.put("\(use)")
            if let parent { json.put("\"parent\":\(parent),") }
        }
        func refer(to name: String?) {
            json.put("\"refId\":")
            JSONText.append(name ?? "", to: &json, escaping: .short)
            json.put(",")
        }
        switch layer.content {
        case .image(let image):
            head(2)
            refer(to: names.images[image])
        case .shapes(let shapes):
            head(4)
            json.put("\"shapes\":")
            json += shapes
            json.put(",")
        case .composition(let index):
            head(0)
            refer(to: names.compositions[index])
            json.put("\"w\":\(names.width),\"h\":\(names.height),")
        case .sound(let sound):
            head(6)
            refer(to: names.sounds[sound])
            json.put("\"au\":{\"lv\":{\"a\":0,\"k\":[100]}},")
        }
        if !layer.masks.isEmpty {
            json.put("\"hasMask\":true,\"masksProperties\":")
            json.put(list: layer.masks) { mask, json in
                json.put("{\"inv\":false,\"mode\":\"a\",")
                mask.write("pt", to: &json)
                json.put(",\"o\":{\"a\":0,\"k\":100},\"x\":{\"a\":0,\"k\":0}}")
            }
            json.put(",")
        }
        json.put("\"ks\":{")
        layer.transform.write(to: &json)
        json.put("}}")
    }
}
