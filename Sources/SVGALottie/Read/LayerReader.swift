import SVGAModel
import SVGAPixels
import SVGASupport

enum TransformReader {
    /// - Parameter isIn3D: whether rotations around the x and y axes apply.
    static func tracks(_ json: JSONNode, _ p: inout PropertyReader, isIn3D: Bool) -> TransformTracks {
        var position: [Track]
        if let property = json["p"], property["s"]?.isTrue == true || (property["x"]?.isObject == true && property["k"] == nil) {
            position = [p.track(property, "x", [0], "X Position"), p.track(property, "y", [0], "Y Position")]
            if isIn3D { position.append(p.track(property, "z", [0], "Z Position")) }
        } else {
            position = [p.track(json, "p", [0, 0], "Position")]
        }
        let rotation = json["rz"] == nil ? p.track(json, "r", [0], "Rotation") : p.track(json, "rz", [0], "Rotation")
        // lottie-web turns layers without the mark of a 3D layer, too.
        let isTurned = json["rx"] != nil || isIn3D && (json["ry"] != nil || json["or"] != nil)
        return TransformTracks(
            anchor: p.track(json, "a", [0, 0], "Anchor Point"), position: position, scale: p.track(json, "s", [100, 100], "Scale"),
            rotation: rotation,
            turns: isTurned ? [p.track(json, "rx", [0], "X Rotation"), p.track(json, "ry", [0], "Y Rotation")] : [],
            orientation: isTurned ? p.track(json, "or", [0, 0, 0], "Orientation") : nil, skew: p.track(json, "sk", [0], "Skew"),
            skewAxis: p.track(json, "sa", [0], "Skew Axis"), opacity: p.track(json, "o", [100], "Opacity"))
    }
}

/// Reads the layers of one composition.
struct LayerReader {
    private let composition: CompositionReader
    private let list: [JSONNode]
    /// Layer numbers (`ind`) with their indices in the list.
    private var indices: [Int: Int] = [:]
    /// The numbers of the layers that Set Matte effects name.
    private var effectMattes: Set<Int> = []

    init(_ list: [JSONNode], _ composition: CompositionReader, _ properties: PropertyReader) {
        self.list = list
        self.composition = composition
        for (index, json) in list.enumerated() {
            guard let number = json["ind"]?.int, indices[number] == nil else { continue }
            indices[number] = index
        }
        for layer in list {
            guard let effects = layer["ef"], effects.isArray else { continue }
            for effect in effects.children where effect["ty"]?.int == LayerEffect.Kind.setMatte.rawValue {
                if let number = properties.fixedNumber(effect["ef"]?.firstElement?["v"]) { effectMattes.insert(number) }
            }
        }
    }

    func layers(_ p: inout PropertyReader) -> LayerList {
        let outerLocation = p.location
        var layers: [LottieLayer] = []
        layers.reserveCapacity(list.count)
        for (index, json) in list.enumerated() {
            let name = json["nm"]?.name ?? ""
            p.location = "layer \"\(name)\""
            layers.append(layer(json, index, name, &p))
        }
        let order = LayerReader.parentsFirst(&layers, &p)
        p.location = outerLocation
        return LayerList(layers: layers, parentsFirst: order)
    }

    private func layer(_ json: JSONNode, _ index: Int, _ name: String, _ p: inout PropertyReader) -> LottieLayer {
        let isIn3D = json["ddd"]?.isTrue == true
        let isOff = json["hd"]?.isTrue == true
        // A layer that is switched off can be the matte of a Set Matte effect.
        let isOffMatte = isOff && json["ind"]?.int.map(effectMattes.contains) == true
        let isHidden = isOff && !isOffMatte
        // A hidden layer adds no notes, but it moves its children.
        let transform = TransformReader.tracks(json["ks"] ?? .empty, &p, isIn3D: isIn3D)
        var (mode, matteLayer) = matte(json, index, &p)
        let masks: [LottieLayer.Mask]
        let content: LottieLayer.Content
        var blendMode = LayerState.BlendMode.normal
        var effects: [LayerEffect] = []
        if isHidden {
            (masks, content) = ([], .none)
        } else {
            masks = self.masks(json, &p)
            content = self.content(json, &p)
            blendMode = LayerReader.blendMode(json["bm"]?.int ?? 0, &p)
            effects = EffectReader.effects(json, &p)
            if let chosen = matte(of: effects, index, &p) { (mode, matteLayer) = (.alpha, chosen) }
            LayerReader.noteUndrawn(json, transform, &p)
        }
        return LottieLayer(
            name: name, parent: json["parent"]?.int.flatMap { indices[$0] }, inPoint: json["ip"]?.double ?? 0,
            outPoint: json["op"]?.double ?? .infinity, startTime: json["st"]?.double ?? 0,
            stretch: json["sr"]?.double.flatMap { $0 != 0 ? $0 : nil } ?? 1, transform: transform,
            isAutoOriented: json["ao"]?.isTrue == true, isHidden: isHidden, isMatte: isOffMatte || json["td"]?.isTrue == true,
            matteMode: mode,
            matteLayer: matteLayer, blendMode: blendMode, masks: masks, effects: effects, content: content)
    }

    // MARK: - Content

    private func image(_ reference: JSONNode?, of layer: String, _ p: inout PropertyReader) -> LottieLayer.Content {
        let id = reference?.text ?? ""
        guard let image = composition.images[id] else {
            p.note(missingImage: id, of: layer, "it is not drawn: there is no image \"\(reference?.name ?? "")\"")
            return .none
        }
        if image.entity == nil {
            p.note(
                missingImage: id, of: layer,
                image.path.isEmpty
                    ? "it is not drawn: its image cannot be read" : "it is not drawn: its image \"\(image.path)\" is not in the file")
        } else if let entity = image.entity, entity.format == .unknown {
            p.note(missingImage: id, of: layer, "it is not drawn: the format of its image is not supported")
        }
        return .image(asset: id, width: image.width, height: image.height)
    }

    private func content(_ json: JSONNode, _ p: inout PropertyReader) -> LottieLayer.Content {
        switch json["ty"]?.int {
        case 0:
            let id = json["refId"]?.text ?? ""
            let index = composition.precomposition(id)
            if index == nil { p.note("it is not drawn: there is no composition \"\(json["refId"]?.name ?? "")\"") }
            var remap: Track?
            if let time = json["tm"] { remap = p.track(time, [0], "Time Remap") }
            return .composition(index, width: json["w"]?.double ?? 0, height: json["h"]?.double ?? 0, remap: remap)
        case 1:
            let color = SVGAColor(lottieHex: json["sc"]?.text ?? "")
            if color == nil { p.note("the color of the solid cannot be read, so it is black") }
            return .solid(color ?? SVGAColor(red: 0, green: 0, blue: 0), width: json["sw"]?.double ?? 0, height: json["sh"]?.double ?? 0)
        case 2:
            return image(json["refId"], of: json["nm"]?.name ?? "", &p)
        case 3: return .none
        case 4: return .shapes(ShapeReader.items(json["shapes"], &p))
        case 5:
            var text = TextReader.text(
                ofLayer: json, fonts: composition.fonts, letters: composition.letters, hasOldGlyphs: composition.hasOldGlyphs, &p)
            // No player can read these outlines.
            text.isOnlyReplaced = composition.hasOldGlyphs
            return .text(text)
        case 6: p.note("its sound is not played")
        case 13: p.note("cameras are not supported: everything is drawn from the front")
        case let type: p.note("layers of type \(type.map(String.init) ?? "unknown") are not supported and not drawn")
        }
        return .none
    }

    private func masks(_ json: JSONNode, _ p: inout PropertyReader) -> [LottieLayer.Mask] {
        var masks: [LottieLayer.Mask] = []
        for mask in json["masksProperties"]?.elements ?? [] {
            let mode: MaskState.Mode
            switch mask["mode"]?.text ?? "a" {
            case "n": continue
            case "s": mode = .subtract
            case "i": mode = .intersect
            case "l": mode = .lighten
            case "d": mode = .darken
            case "f": mode = .difference
            default: mode = .add
            }
            if let feather = mask["f"] {
                let track = p.track(feather, [0, 0], "Mask Feather")
                if track.largest > 0 { p.note("the feather of a mask is not supported: its edge is hard") }
            }
            let path = p.contour(mask["pt"], isClosed: mask["cl"]?.isTrue ?? true)
            if path.starts.contains(where: { !$0.isClosed }) { p.note("an open mask is closed; lottie-web hides its layer") }
            let isInverted = mask["inv"]?.isTrue == true
            let expansion = p.track(mask, "x", [0], "Mask Expansion")
            // The content of shapes and texts is on all sides of the layer's origin.
            let isAround = json["ty"]?.int == 4 || json["ty"]?.int == 5
            if isInverted, isAround || path.starts.first?.turnsClockwise == true || expansion.largest > 0 {
                p.note("an inverted mask is drawn as in After Effects; lottie-web shows other parts of its layer")
            }
            masks.append(
                LottieLayer.Mask(
                    mode: mode, path: path, opacity: p.track(mask, "o", [100], "Mask Opacity"),
                    expansion: expansion, isInverted: isInverted))
        }
        if masks.count > 1, masks.contains(where: { $0.mode == .darken || $0.mode == .difference }) {
            p.note("masks of the modes Darken and Difference are drawn as in After Effects; lottie-web adds them")
        }
        return masks
    }

    static func blendMode(_ number: Int, _ p: inout PropertyReader) -> LayerState.BlendMode {
        let modes: [LayerState.BlendMode] = [
            .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .hardLight, .softLight, .difference,
            .exclusion, .hue, .saturation, .color, .luminosity,
        ]
        if modes.indices.contains(number) { return modes[number] }
        switch number {
        case 16: p.note("the blend mode Add is drawn as Normal")
        case 17: p.note("the blend mode Hard Mix is drawn as Normal")
        default: p.note("blend mode \(number) is not supported and drawn as Normal")
        }
        return .normal
    }

    // MARK: - What is not drawn

    private static func noteUndrawn(_ json: JSONNode, _ transform: TransformTracks, _ p: inout PropertyReader) {
        if let styles = json["sy"], styles.isArray, styles.count > 0 { p.note("layer styles are not drawn") }
        if json["ddd"]?.isTrue == true, transform.isTurned { p.note("its 3D rotation is drawn without perspective") }
        if json["ct"]?.isTrue == true { p.note("collapsed transforms are not supported: it is clipped to its composition") }
    }

    // MARK: - Other layers

    private func matte(_ json: JSONNode, _ index: Int, _ p: inout PropertyReader) -> (MatteState.Mode?, Int?) {
        let mode: MatteState.Mode
        switch json["tt"]?.int ?? 0 {
        case 1: mode = .alpha
        case 2: mode = .invertedAlpha
        case 3: mode = .luma
        case 4:
            mode = .invertedLuma
            p.note("an inverted luma matte is drawn as in After Effects; lottie-web does not apply it")
        default: return (nil, nil)
        }
        if let number = json["tp"]?.int {
            if let matte = indices[number], matte != index { return (mode, matte) }
            p.note("it is not masked: its matte, layer \(number), does not exist")
            return (nil, nil)
        }
        // The layer above, or the one with the preceding number.
        let numbered = json["ind"]?.int.flatMap { indices[$0 - 1] }
        let above = index > 0 ? index - 1 : nil
        guard let matte = [above, numbered].compactMap({ $0 }).first(where: { list[$0]["td"]?.isTrue == true }) ?? above else {
            p.note("it is not masked: there is no layer above it for the matte")
            return (nil, nil)
        }
        return (mode, matte)
    }

    /// The layer that a Set Matte effect names. It is drawn, too.
    private func matte(of effects: [LayerEffect], _ index: Int, _ p: inout PropertyReader) -> Int? {
        guard let effect = effects.last(where: { $0.kind == .setMatte }) else { return nil }
        let number = Int(saturating: effect.number(0, at: 0))
        if let matte = indices[number], matte != index { return matte }
        p.note("it is not masked: its matte, layer \(number), does not exist")
        return nil
    }

    /// An order with parents before their children. A cycle of parents is broken.
    private static func parentsFirst(_ layers: inout [LottieLayer], _ p: inout PropertyReader) -> [Int] {
        var order: [Int] = []
        order.reserveCapacity(layers.count)
        // 0: not visited, 1: in progress, 2: done.
        var states = [UInt8](repeating: 0, count: layers.count)
        for start in layers.indices where states[start] == 0 {
            var chain: [Int] = []
            var next: Int? = start
            while let index = next, states[index] == 0 {
                states[index] = 1
                chain.append(index)
                next = layers[index].parent
            }
            if let index = next, states[index] == 1, let last = chain.last {
                p.location = "layer \"\(layers[last].name)\""
                p.note("it is drawn without a parent: its parents form a cycle")
                layers[last] = layers[last].with(parent: nil, content: layers[last].content)
            }
            for index in chain.reversed() {
                states[index] = 2
                order.append(index)
            }
        }
        return order
    }
}

extension TransformTracks {
    fileprivate var isTurned: Bool {
        turns.contains { $0.largest != 0 } || (orientation.map { $0.largest != 0 } ?? false)
    }
}

extension Track {
    /// The numbers of the keyframes, or the only number.
    var keyValues: [Double] {
        var values: [Double] = []
        _ = mapped { number in
            values.append(number)
            return number
        }
        return values
    }

    /// The largest magnitude of its numbers.
    var largest: Double { keyValues.reduce(0) { max($0, $1.magnitude) } }
}

extension SVGAColor {
    /// `#rrggbb` or `#rgb`, with or without the number sign.
    init?(lottieHex text: String) {
        var digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
        guard digits.count >= 6 else { return nil }
        func part(_ index: Int) -> Double { Double(digits[index] * 16 + digits[index + 1]) / 255 }
        self.init(red: part(0), green: part(2), blue: part(4))
    }
}
