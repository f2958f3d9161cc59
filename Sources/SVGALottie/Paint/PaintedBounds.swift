import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender

// Bounds of what is drawn, in pixels. They can be too large, never too small.

extension LayerState {
    /// The maximum depth of compositions whose layers are asked for their bounds. Deeper ones have the bounds of their rectangle.
    fileprivate static let maximumDepth = 3

    /// The bounds of the layer with its masks and its matte; nil: it can draw everywhere.
    /// - Parameters:
    ///   - transform: from the layer's space to pixels.
    ///   - parentTransform: from the space of the layer's composition to pixels.
    func paintedBounds(_ transform: SVGATransform, _ parentTransform: SVGATransform, depth: Int = LayerState.maximumDepth) -> SVGARect? {
        guard pathStroke == nil else { return nil }
        var bounds = filter == nil ? content.paintedBounds(transform, depth: depth) : filteredBounds(transform)
        if let mask = masks.unitedBounds.map({ transform.boundingBox(of: $0) }) { bounds = bounds.map { $0.intersection(mask) } ?? mask }
        if let matte, matte.mode == .alpha || matte.mode == .luma, depth > 0 {
            guard let layer = matte.layer?.value else { return .zero }
            if let shown = layer.paintedBounds(layer.transform.concatenating(parentTransform), parentTransform, depth: depth - 1) {
                bounds = bounds.map { $0.intersection(shown) } ?? shown
            }
        }
        return bounds
    }

    /// The same bounds by the transform of the layer's composition only.
    func paintedBounds(in parentTransform: SVGATransform) -> SVGARect? {
        paintedBounds(transform.concatenating(parentTransform), parentTransform)
    }

    private func filteredBounds(_ transform: SVGATransform) -> SVGARect? {
        guard let filter, let bounds = objectBounds, !bounds.isEmpty else { return .zero }
        return transform.boundingBox(of: filter.region(of: bounds))
    }
}

extension LayerState.Content {
    /// The bounds of what a composition paints, in pixels, also outside of its rectangle; nil: everywhere.
    func paintedBounds(_ transform: SVGATransform) -> SVGARect? {
        guard case .composition(let frameState, _, _) = self else { return paintedBounds(transform, depth: LayerState.maximumDepth) }
        var bounds = SVGARect.zero
        for layer in frameState.layers {
            let layerTransform = layer.transform.concatenating(transform)
            guard let painted = layer.paintedBounds(layerTransform, transform, depth: LayerState.maximumDepth) else { return nil }
            bounds = bounds.united(painted)
        }
        return bounds
    }

    fileprivate func paintedBounds(_ transform: SVGATransform, depth: Int) -> SVGARect? {
        switch self {
        case .shapes(let paints): return paints.lazy.map { $0.paintedBounds(transform) }.reduce(.zero) { $0.united($1) }
        case .solid(_, let width, let height): return transform.boundingBox(of: SVGARect(x: 0, y: 0, width: width, height: height))
        // An image without a size in the file has that of its picture.
        case .image(_, let width, let height):
            return width > 0 && height > 0 ? transform.boundingBox(of: SVGARect(x: 0, y: 0, width: width, height: height)) : nil
        case .composition(let frameState, let width, let height):
            let rectangle = transform.boundingBox(of: SVGARect(x: 0, y: 0, width: width, height: height))
            guard depth > 0 else { return rectangle }
            var bounds = SVGARect.zero
            for layer in frameState.layers {
                let layerTransform = layer.transform.concatenating(transform)
                guard let painted = layer.paintedBounds(layerTransform, transform, depth: depth - 1) else { return rectangle }
                bounds = bounds.united(painted)
            }
            return bounds.intersection(rectangle)
        }
    }
}

extension PaintState {
    /// The bounds of the fill or stroke, with its joins and caps.
    func paintedBounds(_ parentTransform: SVGATransform) -> SVGARect {
        path.bounds.map { paintedBounds(transform.concatenating(parentTransform), of: $0) } ?? .zero
    }

    /// - Parameters:
    ///   - transform: from shape space to pixels.
    ///   - bounds: those of the path.
    func paintedBounds(_ transform: SVGATransform, of bounds: SVGARect) -> SVGARect {
        var reach = 0.0
        if case .stroke(let width, _, let join, let miterLimit, _, _) = style {
            reach = width / 2 * (join == .miter ? max(1.5, miterLimit) : 1.5)
        }
        return transform.boundingBox(of: bounds.outset(by: reach)).grown
    }
}

extension [PaintState] {
    /// The bounds of the groups, by their numbers.
    func groupBounds(_ transform: SVGATransform) -> [Int: SVGARect] {
        var bounds: [Int: SVGARect] = [:]
        for item in self where !item.groups.isEmpty {
            let painted = item.paintedBounds(transform)
            for group in item.groups { bounds[group.number] = bounds[group.number]?.united(painted) ?? painted }
        }
        return bounds
    }
}

extension [MaskState] {
    /// The bounds of everything that the masks can show, in the layer's space; nil: everything.
    fileprivate var unitedBounds: SVGARect? {
        guard let first, !first.mode.startsWithEverything, allSatisfy({ !$0.isInverted }) else { return nil }
        return lazy.compactMap { mask in mask.expansion.map(\.bounds) ?? mask.path.bounds }.reduce(.zero) { $0.united($1.grown) }
    }
}

extension SVGARect {
    /// A rectangle without a size still has the pixels that it touches.
    fileprivate var grown: SVGARect { outset(by: 0.01) }

    /// An empty rectangle adds nothing.
    fileprivate func united(_ other: SVGARect) -> SVGARect { isEmpty ? other : other.isEmpty ? self : union(other) }
}
