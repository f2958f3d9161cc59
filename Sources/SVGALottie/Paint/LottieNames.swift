/// Names of layers, groups, paints and a property, separated by full stops. `*` matches any one name, `**` any number of names. A backslash before
/// a full stop or a backslash makes it a part of the name.
struct LottieKeyPath: Sendable {
    private let parts: [String]

    init(_ text: String) { parts = LottieKeyPath.names(text).map(String.init) }

    /// The name of a path of one name; nil for other paths.
    var onlyName: String? { parts.count == 1 && parts[0] != "**" ? parts[0] : nil }

    /// A name as a part of a key path.
    static func escaped(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "\\") }) else { return name }
        return name.replacing("\\", with: "\\\\").replacing(".", with: "\\.")
    }

    /// The names of a key path.
    static func names(_ path: String) -> [Substring] {
        guard path.utf8.contains(UInt8(ascii: "\\")) else { return path.split(separator: ".", omittingEmptySubsequences: false) }
        var names: [Substring] = []
        var name = ""
        var isEscaped = false
        for scalar in path.unicodeScalars {
            if isEscaped {
                if scalar != ".", scalar != "\\" { name.unicodeScalars.append("\\") }
                name.unicodeScalars.append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "." {
                names.append(name[...])
                name = ""
            } else {
                name.unicodeScalars.append(scalar)
            }
        }
        if isEscaped { name.unicodeScalars.append("\\") }
        names.append(name[...])
        return names
    }

    func matches(_ names: [Substring]) -> Bool {
        // For each number of parts, whether they match the names so far.
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

/// A settable value of a frame state, and its key path.
package struct LottieSettable: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case color
        case number
    }

    /// The key path with full stops, as for ``LottieAnimation/setValue(_:at:)-(SVGAColor,_)``.
    package var keyPath: String { names.map { LottieKeyPath.escaped(String($0)) }.joined(separator: ".") }
    package let kind: Kind
    let names: [Substring]

    /// All settable values of a frame state, bottom first.
    static func all(of frameState: LottieFrameState) -> [LottieSettable] {
        var found: [LottieSettable] = []
        gather(frameState, [], &found)
        return found
    }

    private static func gather(_ frameState: LottieFrameState, _ names: [Substring], _ found: inout [LottieSettable]) {
        for layer in frameState.layers { gather(layer, names, &found) }
    }

    private static func gather(_ layer: LayerState, _ names: [Substring], _ found: inout [LottieSettable]) {
        let path = names + [layer.name[...]]
        if let matte = layer.matte?.layer?.value { gather(matte, names, &found) }
        found.append(LottieSettable(kind: .number, names: path + ["Transform", "Opacity"]))
        switch layer.content {
        case .shapes(let paints):
            for paint in paints { gather(paint, path + LottieKeyPath.names(paint.name), &found) }
        case .solid: found.append(LottieSettable(kind: .color, names: path + ["Color"]))
        case .composition(let frameState, _, _): gather(frameState, path, &found)
        case .image: break
        }
    }

    private static func gather(_ paint: PaintState, _ names: [Substring], _ found: inout [LottieSettable]) {
        if case .color = paint.paint { found.append(LottieSettable(kind: .color, names: names + ["Color"])) }
        found.append(LottieSettable(kind: .number, names: names + ["Opacity"]))
        if case .stroke = paint.style { found.append(LottieSettable(kind: .number, names: names + ["Stroke Width"])) }
    }
}

/// A layer whose content can be replaced.
package struct LottieReplaceable: Sendable {
    package enum Kind: Sendable {
        case image
        case text
    }

    package let name: String
    package let kind: Kind
    /// The size of a picture, in points.
    package let size: (width: Double, height: Double)?
    /// The original text.
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
