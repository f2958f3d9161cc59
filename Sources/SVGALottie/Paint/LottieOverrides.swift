import SVGAModel
import SVGARender

/// What a program sets in place of a file's own values.
package struct LottieOverrides: Sendable {
    enum Value: Sendable {
        case color(Color)
        case number(Double)
    }

    private var values: [(path: LottieKeyPath, value: Value)] = []
    /// By a layer's name or an asset's id.
    private(set) var images: [String: ReplacementImage] = [:]
    /// By a layer's name.
    private(set) var texts: [String: String] = [:]

    package init() {}

    mutating func set(_ value: Value, at path: String) { values.append((LottieKeyPath(path), value)) }

    mutating func setImage(_ image: ReplacementImage?, for name: String) { images[name] = image }

    mutating func setText(_ text: String?, for name: String) { texts[name] = text }

    /// The moment with all values that are set.
    func applied(to moment: LottieMoment) -> LottieMoment {
        values.isEmpty ? moment : applied(to: moment, [])
    }

    private func applied(to moment: LottieMoment, _ names: [Substring]) -> LottieMoment {
        LottieMoment(layers: moment.layers.map { applied(to: $0, names) })
    }

    private func applied(to layer: LayerMoment, _ names: [Substring]) -> LayerMoment {
        var layer = layer
        let own = names + [layer.name[...]]
        if let opacity = number(own + ["Transform", "Opacity"]) { layer.opacity = min(max(opacity / 100, 0), 1) }
        if let matte = layer.matte, let inner = matte.layer?.value {
            layer.matte = MatteMoment(mode: matte.mode, layer: applied(to: inner, names))
        }
        switch layer.content {
        case .shapes(let paints): layer.content = .shapes(paints.map { applied(to: $0, own) })
        case .solid(_, let width, let height):
            if let color = color(own + ["Color"]) { layer.content = .solid(color, width: width, height: height) }
        case .composition(let moment, let width, let height):
            layer.content = .composition(applied(to: moment, own), width: width, height: height)
        case .image: break
        }
        return layer
    }

    private func applied(to paint: PaintMoment, _ names: [Substring]) -> PaintMoment {
        var paint = paint
        let own = names + paint.name.split(separator: ".", omittingEmptySubsequences: false)
        if case .color = paint.paint, let color = color(own + ["Color"]) { paint.paint = .color(color) }
        if let opacity = number(own + ["Opacity"]) { paint.opacity = min(max(opacity / 100, 0), 1) }
        if case .stroke(_, let cap, let join, let miterLimit, let dashes, let phase) = paint.style,
            let width = number(own + ["Stroke Width"]), width > 0
        {
            paint.style = .stroke(width: width, cap: cap, join: join, miterLimit: miterLimit, dashes: dashes, phase: phase)
        }
        return paint
    }

    private func color(_ names: [Substring]) -> Color? {
        for (path, value) in values.reversed() {
            if case .color(let color) = value, path.matches(names) { return color }
        }
        return nil
    }

    private func number(_ names: [Substring]) -> Double? {
        for (path, value) in values.reversed() {
            if case .number(let number) = value, path.matches(names) { return number }
        }
        return nil
    }
}

/// Names of layers, groups, paints and a property, with full stops between them; `*` stands for any one name, `**` for any number of them.
struct LottieKeyPath: Sendable {
    private let parts: [String]

    init(_ text: String) { parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) }

    func matches(_ names: [Substring]) -> Bool {
        // For each number of parts whether they match the names so far.
        var reached = [Bool](repeating: false, count: parts.count + 1)
        reached[0] = true
        for (index, part) in parts.enumerated() where part == "**" && reached[index] { reached[index + 1] = true }
        for name in names {
            var next = [Bool](repeating: false, count: parts.count + 1)
            for (index, part) in parts.enumerated() {
                if part == "**" {
                    if reached[index] || reached[index + 1] || next[index] { next[index + 1] = true }
                } else if reached[index], part == "*" || part == name {
                    next[index + 1] = true
                }
            }
            reached = next
        }
        return reached[parts.count]
    }
}
