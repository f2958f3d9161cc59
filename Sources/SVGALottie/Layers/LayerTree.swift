import SVGAModel
import SVGAPixels
import SVGARender

/// All layers of a composition at any depth: a layer of a precomposition is there once for each layer that shows the precomposition.
struct LayerTree: Sendable {
    struct Node: Sendable {
        /// The indices of the enclosing precomposition layers, then its own.
        let indexPath: [Int]
        let names: [Substring]
    }

    /// Precompositions that show precompositions multiply; further layers are not in the tree.
    static let maximumCount = 20_000

    /// A layer is before the layers of its precomposition.
    private(set) var nodes: [Node] = []

    init(_ composition: LottieComposition) { add(composition.layers, [], [], composition) }

    private mutating func add(_ list: LayerList, _ indexPath: [Int], _ names: [Substring], _ composition: LottieComposition) {
        for (index, layer) in list.layers.enumerated() {
            guard nodes.count < LayerTree.maximumCount else { return }
            let node = Node(indexPath: indexPath + [index], names: names + [layer.name[...]])
            nodes.append(node)
            guard case .composition(let inner?, _, _, _) = layer.content else { continue }
            add(composition.precompositions[inner], node.indexPath, node.names, composition)
        }
    }

    /// The indices of the layers with a name, at any depth, or with a key path.
    func indices(of text: String) -> [Int] {
        let path = LottieKeyPath(text)
        let last = path.onlyName
        return nodes.indices.filter { index in
            if let last { return nodes[index].names.last.map { last == "*" || last == $0 } ?? false }
            return path.matches(nodes[index].names)
        }
    }

    func path(_ index: Int) -> String { nodes[index].names.map { LottieKeyPath.escaped(String($0)) }.joined(separator: ".") }
}

extension LottieFrameState {
    /// The visible layer with an index, also if it is a matte.
    fileprivate func layer(_ index: Int) -> LayerState? {
        for layer in layers {
            if layer.indexPath.last == index { return layer }
            var matte = layer.matte?.layer?.value
            while let current = matte {
                if current.indexPath.last == index { return current }
                matte = current.matte?.layer?.value
            }
        }
        return nil
    }

    /// Calls the closure with the drawn layers and those of their precompositions, topmost first, each after the layers that it contains.
    /// - Parameters:
    ///   - parents: the layers that contain this frame state, outermost first.
    ///   - body: receives a layer and the layers that contain it.
    func eachTopmostFirst(
        in parents: [LayerState] = [], _ body: (LayerState, [LayerState]) throws(SVGAError) -> Void
    ) throws(SVGAError) {
        for layer in layers.reversed() {
            if case .composition(let inner, _, _) = layer.content { try inner.eachTopmostFirst(in: parents + [layer], body) }
            try body(layer, parents)
        }
    }
}

extension LayerState {
    /// Only this layer in those that contain it, without blend modes.
    func alone(in parents: [LayerState]) -> LottieFrameState {
        var layer = self
        layer.blendMode = .normal
        for parent in parents.reversed() {
            guard case .composition(_, let width, let height) = parent.content else { continue }
            var outer = parent
            outer.blendMode = .normal
            outer.content = .composition(LottieFrameState(layers: [layer]), width: width, height: height)
            layer = outer
        }
        return LottieFrameState(layers: [layer])
    }

    /// The rectangle of the content in the layer's space; nil if it is empty.
    var contentRect: SVGARect? {
        switch content {
        case .shapes(let paints): paints.compactMap(\.inkBounds).reduce(nil) { all, box in all.map { $0.union(box) } ?? box }
        case .image(_, let width, let height), .solid(_, let width, let height), .composition(_, let width, let height):
            width > 0 && height > 0 ? SVGARect(x: 0, y: 0, width: width, height: height) : nil
        }
    }
}

extension PaintState {
    /// The bounding box in the layer's space, with the width of a stroke.
    fileprivate var inkBounds: SVGARect? {
        guard case .stroke(let width, _, _, _, _, _) = style else { return path.transformed(transform).tightBounds }
        return path.tightBounds.map { transform.boundingBox(of: $0.outset(by: width / 2)) }
    }
}

extension Evaluation {
    /// The placement of a layer in a frame.
    /// - Parameter frameState: the frame state of the frame.
    static func placement(
        of node: LayerTree.Node, number: Int, _ composition: LottieComposition, _ frameState: LottieFrameState, frame: Int
    ) -> Placement {
        var list = composition.layers
        var time: Double? = composition.inPoint + Double(frame)
        var visible: LottieFrameState? = frameState
        var transform = SVGATransform.identity
        var alpha = 1.0
        var state = Placement.State.shown
        var rect: SVGARect?
        for (depth, index) in node.indexPath.enumerated() {
            let layer = list.layers[index]
            let current = visible?.layer(index)
            let own = current?.transform ?? time.map { transforms(list, at: $0)[index] } ?? .identity
            transform = own.concatenating(transform)
            if let current {
                alpha *= current.opacity
                if current.opacity <= 0 || !transform.isInvertible { state = .hidden }
                if state == .shown, let matte = current.matte, matte.layer == nil, matte.mode == .alpha || matte.mode == .luma {
                    state = .matteHidden
                }
                rect = current.contentRect
            } else {
                state = .hidden
                rect = layer.content.rect
            }
            visible = nil
            if case .composition(let inner, _, _)? = current?.content { visible = inner }
            guard depth + 1 < node.indexPath.count, case .composition(let inner?, _, _, let remap) = layer.content else { break }
            time = time.flatMap { Evaluation.innerTime(of: layer, remap, at: $0, framesPerSecond: composition.framesPerSecond) }
            list = composition.precompositions[inner]
        }
        if state == .shown, rect == nil { state = .noLayout }
        let box = rect ?? SVGARect(x: 0, y: 0, width: 0, height: 0)
        return Placement(
            index: number, state: state, alpha: state == .shown ? alpha : 0, size: SVGASize(width: box.width, height: box.height),
            transform: transform.translatedBy(x: box.x, y: box.y))
    }
}

extension LottieLayer.Content {
    /// The rectangle of the content where it does not depend on the time.
    fileprivate var rect: SVGARect? {
        switch self {
        case .solid(_, let width, let height), .image(_, let width, let height), .composition(_, let width, let height, _):
            width > 0 && height > 0 ? SVGARect(x: 0, y: 0, width: width, height: height) : nil
        case .none, .shapes, .text: nil
        }
    }
}
