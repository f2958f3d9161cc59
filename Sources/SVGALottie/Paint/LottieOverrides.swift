import SVGAModel
import SVGARender

/// Values that a program sets, which replace the file's.
package struct LottieOverrides: Sendable {
    enum Value: Sendable {
        case color(SVGAColor)
        case number(Double)
    }

    private var values: [(path: LottieKeyPath, value: Value)] = []
    /// The replaced images, by layer name or asset id.
    private(set) var images: [String: ReplacementImage] = [:]
    /// The replaced texts, by layer name.
    private(set) var texts: [String: String] = [:]
    /// The names of hidden layers.
    private var hidden: Set<String> = []

    package init() {}

    mutating func set(_ value: Value, at path: String) { values.append((LottieKeyPath(path), value)) }

    mutating func setImage(_ image: ReplacementImage?, for name: String) { images[name] = image }

    mutating func setText(_ text: String?, for name: String) { texts[name] = text }

    mutating func setHidden(_ isHidden: Bool, for name: String) {
        if isHidden { hidden.insert(name) } else { hidden.remove(name) }
    }

    func isHidden(_ name: String) -> Bool { hidden.contains(name) }

    /// Whether the names of layers, groups and paints matter.
    var needsNames: Bool { !values.isEmpty || !hidden.isEmpty }

    /// The frame state with all set values applied.
    func applied(to frameState: LottieFrameState) -> LottieFrameState { needsNames ? applied(to: frameState, []) : frameState }

    private func applied(to frameState: LottieFrameState, _ names: [Substring]) -> LottieFrameState {
        var frameState = frameState
        frameState.layers = frameState.layers.map { applied(to: $0, names) }
        return frameState
    }

    private func applied(to layer: LayerState, _ names: [Substring]) -> LayerState {
        var layer = layer
        let path = names + [layer.name[...]]
        if hidden.contains(layer.name) { layer.opacity = 0 }
        if let opacity = number(path + ["Transform", "Opacity"]) { layer.opacity = min(max(opacity / 100, 0), 1) }
        if let matte = layer.matte, let inner = matte.layer?.value {
            layer.matte = MatteState(mode: matte.mode, layer: applied(to: inner, names))
        }
        switch layer.content {
        case .shapes(let paints): layer.content = .shapes(paints.map { applied(to: $0, path) })
        case .solid(_, let width, let height):
            if let color = color(path + ["Color"]) { layer.content = .solid(color, width: width, height: height) }
        case .composition(let frameState, let width, let height):
            layer.content = .composition(applied(to: frameState, path), width: width, height: height)
        case .image: break
        }
        return layer
    }

    private func applied(to paint: PaintState, _ names: [Substring]) -> PaintState {
        var paint = paint
        let path = names + LottieKeyPath.names(paint.name)
        if case .color = paint.paint, let color = color(path + ["Color"]) { paint.paint = .color(color) }
        if let opacity = number(path + ["Opacity"]) { paint.opacity = min(max(opacity / 100, 0), 1) }
        if case .stroke(_, let cap, let join, let miterLimit, let dashes, let phase) = paint.style,
            let width = number(path + ["Stroke Width"]), width > 0
        {
            paint.style = .stroke(width: width, cap: cap, join: join, miterLimit: miterLimit, dashes: dashes, phase: phase)
        }
        return paint
    }

    private func color(_ names: [Substring]) -> SVGAColor? {
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
