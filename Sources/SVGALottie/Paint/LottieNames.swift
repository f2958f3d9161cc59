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

/// A value of a moment that can be set, and the names that lead to it.
package struct LottieSettable: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case color
        case number
    }

    /// With full stops between them, as ``LottieAnimation/setValue(_:at:)-(SVGAColor,_)`` takes it.
    package var keyPath: String { names.joined(separator: ".") }
    package let kind: Kind
    let names: [Substring]

    /// All of a moment, from the bottom up.
    static func all(of moment: LottieFrameState) -> [LottieSettable] {
        var found: [LottieSettable] = []
        gather(moment, [], &found)
        return found
    }

    private static func gather(_ moment: LottieFrameState, _ names: [Substring], _ found: inout [LottieSettable]) {
        for layer in moment.layers { gather(layer, names, &found) }
    }

    private static func gather(_ layer: LayerState, _ names: [Substring], _ found: inout [LottieSettable]) {
        let own = names + [layer.name[...]]
        if let matte = layer.matte?.layer?.value { gather(matte, names, &found) }
        found.append(LottieSettable(kind: .number, names: own + ["Transform", "Opacity"]))
        switch layer.content {
        case .shapes(let paints):
            for paint in paints { gather(paint, own + paint.name.split(separator: ".", omittingEmptySubsequences: false), &found) }
        case .solid: found.append(LottieSettable(kind: .color, names: own + ["Color"]))
        case .composition(let moment, _, _): gather(moment, own, &found)
        case .image: break
        }
    }

    private static func gather(_ paint: PaintState, _ names: [Substring], _ found: inout [LottieSettable]) {
        if case .color = paint.paint { found.append(LottieSettable(kind: .color, names: names + ["Color"])) }
        found.append(LottieSettable(kind: .number, names: names + ["Opacity"]))
        if case .stroke = paint.style { found.append(LottieSettable(kind: .number, names: names + ["Stroke Width"])) }
    }
}

/// A layer whose content a user can give.
package struct LottieReplaceable: Sendable {
    package enum Kind: Sendable {
        case image
        case text
    }

    package let name: String
    package let kind: Kind
    /// Of a picture, in points.
    package let size: (width: Double, height: Double)?
    /// What a text says at first.
    package let text: String?

    init?(_ layer: LottieLayer) {
        name = layer.name
        switch layer.content {
        case .image(_, let width, let height): (kind, size, text) = (.image, (width, height), nil)
        case .text(let text): (kind, size, self.text) = (.text, nil, text.documents.first?.text ?? "")
        default: return nil
        }
    }
}
