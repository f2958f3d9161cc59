import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGASupport

/// Reads the effects of a layer.
enum EffectReader {
    /// More effects on one layer are not drawn.
    private static let maximumEffects = 64
    /// The parameters of Levels, the effect with the most.
    private static let maximumParameters = 40

    /// The effects in the file's order. Each effect that is not drawn adds a note.
    ///
    /// As in lottie-web, an effect is drawn even if it is switched off in After Effects.
    static func effects(_ json: JSONNode, _ p: inout PropertyReader) -> [LayerEffect] {
        var effects: [LayerEffect] = []
        for effect in json["ef"]?.elements ?? [] {
            guard let kind = LayerEffect.Kind(rawValue: effect["ty"]?.int ?? 5), effects.count < maximumEffects else {
                noteUndrawn(effect, &p)
                continue
            }
            effects.append(self.effect(kind, effect, of: json, &p))
        }
        return effects
    }

    private static func noteUndrawn(_ effect: JSONNode, _ p: inout PropertyReader) {
        let type = effect["ty"]?.int ?? 5
        let match = effect["mn"]?.text ?? ""
        // Sliders and other controls only feed expressions.
        let isControl = type < 5 || match.hasSuffix("Control") || match.hasPrefix("Pseudo/") || (type == 5 && match.isEmpty)
        if !isControl, effect["en"].map(\.isTrue) ?? true { p.note("the effect \"\(name(of: effect))\" is not drawn") }
        for value in (effect["ef"]?.elements ?? []).prefix(1000) { p.noteExpression(value["v"], "the effect \"\(name(of: effect))\"") }
    }

    private static func name(of effect: JSONNode) -> String { effect["nm"]?.name ?? effect["mn"]?.name ?? "" }

    private static func effect(
        _ kind: LayerEffect.Kind, _ json: JSONNode, of layer: JSONNode, _ p: inout PropertyReader
    ) -> LayerEffect {
        let message: Message = "the effect \"\(name(of: json))\""
        let parameters = (json["ef"]?.elements ?? []).prefix(maximumParameters).map { p.track($0, "v", [0], message) }
        var effect = LayerEffect(kind: kind, parameters: parameters)
        switch kind {
        case .dropShadow:
            effect.region = json["fs"].map {
                SVGARect(
                    x: fraction($0["x"]) ?? 0, y: fraction($0["y"]) ?? 0, width: fraction($0["width"]) ?? 1,
                    height: fraction($0["height"]) ?? 1)
            }
        case .stroke:
            effect.paths = paths(effect, of: layer, &p)
            effect.removesMasks = effect.number(10, at: 0) != 3 && !(layer["masksProperties"]?.elements ?? []).allSatisfy { isClip($0, p) }
        case .tint, .fill, .tritone, .levels, .setMatte, .gaussianBlur, .transform: break
        }
        return effect
    }

    /// A percentage such as `150%`, or a number, of the bounding box.
    private static func fraction(_ json: JSONNode?) -> Double? {
        if let text = json?.text, text.hasSuffix("%"), let percent = Double(text.dropLast()), percent.isFinite {
            return min(max(percent / 100, -1e3), 1e3)
        }
        return json.flatMap { $0.double ?? $0.text.flatMap(Double.init) }.map { min(max($0, -1e3), 1e3) }
    }

    /// Whether lottie-web draws a mask as a clip path.
    private static func isClip(_ mask: JSONNode, _ p: PropertyReader) -> Bool {
        ["a", "n"].contains(mask["mode"]?.text ?? "a") && mask["inv"]?.isTrue != true && p.isFixed(mask["o"], at: 100)
            && p.isFixed(mask["x"], at: 0)
    }

    /// The mask paths that a stroke effect draws: the chosen one, or all.
    private static func paths(_ effect: LayerEffect, of layer: JSONNode, _ p: inout PropertyReader) -> [ContourTrack] {
        let masks = layer["masksProperties"]?.elements ?? []
        let isForAll = effect.number(1, at: 0) == 1
        let chosen = Int(saturating: effect.number(0, at: 0)) - 1
        return masks.indices.filter { isForAll || $0 == chosen }.map { index in
            p.contour(masks[index]["pt"], isClosed: masks[index]["cl"]?.isTrue ?? true)
        }
    }
}
