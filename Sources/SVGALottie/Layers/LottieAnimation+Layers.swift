public import SVGAModel
import SVGAPixels
public import SVGARender
import SVGASupport

/// Positions of layers, for apps that handle touches or lay their own views over an animation.
extension LottieAnimation {
    /// The key paths of all layers, each before the layers of its precomposition, in the order of the file. Layers with equal names have equal
    /// key paths. The index in this list, ``Placement/spriteIndex`` and ``Hit/spriteIndex``, distinguishes them.
    ///
    /// The names are separated by full stops. A backslash is before each full stop and each backslash of a name.
    public var layerPaths: [String] {
        let tree = LayerTree(composition)
        return tree.nodes.indices.map { tree.path($0) }
    }

    /// The positions of layers in a frame, in the order of ``layerPaths``. Use them to overlay views, or to convert a touch to a layer's space.
    ///
    /// ``Placement/size`` is that of the content: the bounding box of shapes and texts, and of an image, a solid or a precomposition its rectangle.
    /// ``Placement/transform`` leads from its upper left corner to points of the composition, and ``Placement/alpha`` includes the opacity of the
    /// enclosing layers. Layers that are not visible are included, with ``Placement/isShown`` false.
    /// - Parameters:
    ///   - layer: a name of layers at any depth, or a key path as in ``layerPaths``, where `*` matches one name and `**` any number of names.
    ///   - frame: 0-based.
    /// - Throws: ``SVGAError/Kind/invalidRequest``, or ``SVGAError/Kind/encoding`` if a frame has more layers than are drawn.
    public func placement(ofLayer layer: String, frame: Int) throws(SVGAError) -> [Placement] {
        try LayerSelection(layer, of: self).placements(frame: frame)
    }

    /// The layers whose alpha at a point reaches a threshold, topmost first. Masks, mattes, effects, replacements, and the opacity of the enclosing
    /// layers count. The topmost one covers the others.
    /// - Parameters:
    ///   - x: in points of the composition, from the left edge.
    ///   - y: in points of the composition, from the top edge.
    ///   - frame: 0-based.
    ///   - alphaThreshold: 0…1; at 0, any alpha above 0 counts.
    ///   - layers: only these layers can be hit, as for ``placement(ofLayer:frame:)``, and others do not cover them. A precomposition layer is hit
    ///     where any of its layers is. Unknown names are ignored. nil: all layers but those of precompositions.
    /// - Throws: ``SVGAError/Kind/invalidRequest`` or ``SVGAError/Kind/encoding``.
    /// - Complexity: linear in the number of layers; each of them is drawn into one pixel.
    public func hits(
        x: Double, y: Double, frame: Int, alphaThreshold: Double = 0.5, among layers: [String]? = nil
    ) throws(SVGAError) -> [Hit] {
        try hits(x: x, y: y, frame: frame, alphaThreshold: alphaThreshold, among: layers, atMost: .max)
    }

    private func hits(
        x: Double, y: Double, frame: Int, alphaThreshold: Double, among layers: [String]?, atMost maximumCount: Int
    ) throws(SVGAError) -> [Hit] {
        let frameState = try frames.frameState(frame)
        guard x >= 0, y >= 0, x < width, y < height else { return [] }
        let tree = LayerTree(composition)
        let numbers = Dictionary(zip(tree.nodes.map(\.indexPath), tree.nodes.indices), uniquingKeysWith: { first, _ in first })
        let chosen = layers.map { Set($0.flatMap { tree.indices(of: $0) }) }
        let painter = try onePixelPainter()
        // One frame's limit for all layers together.
        let budget = WorkBudget(limits, factor: 1, subject: "painting a frame")
        var found: [Hit] = []
        try frameState.eachTopmostFirst { (layer, parents) throws(SVGAError) in
            guard found.count < maximumCount, let number = numbers[layer.indexPath] else { return }
            if let chosen {
                guard chosen.contains(number) else { return }
            } else if case .composition = layer.content {
                return
            }
            try painter.paint(layer.alone(in: parents), .translation(x: 0.5 - x, y: 0.5 - y), background: nil)
            try budget.spend(painter.meter.spent)
            let alpha = Double(painter.canvas?.pixmap().pixels[3] ?? 0) / 255
            guard alpha > 0, alpha >= alphaThreshold else { return }
            found.append(Hit(key: tree.path(number), index: number, alpha: alpha))
        }
        return found
    }
}

/// The layers that a name or a key path names, found once for any number of frames.
private struct LayerSelection: Sendable {
    private let frames: LottieFrames
    /// One limit of work for all placements.
    private let search: FrameStateSearch
    private let layers: [(number: Int, node: LayerTree.Node)]
    let parts: [PositionedParts.Part]

    init(_ layer: String, of animation: LottieAnimation) throws(SVGAError) {
        frames = animation.frames
        search = frames.evaluator.makeSearch(animation.limits)
        let tree = LayerTree(animation.composition)
        let numbers = tree.indices(of: layer)
        guard !numbers.isEmpty else {
            throw .unknownKey(key: layer, nearest: NearestNames.of(layer, in: tree.nodes.indices.map { tree.path($0) }))
        }
        layers = numbers.map { ($0, tree.nodes[$0]) }
        parts = numbers.map { number in
            let path = tree.path(number)
            return PositionedParts.Part(index: number, key: path, imageKey: path, kind: "layer", matteKey: nil)
        }
    }

    func placements(frame: Int) throws(SVGAError) -> [Placement] {
        let frameState = try frames.frameState(frame)
        try search.count(frameState)
        return layers.map { Evaluation.placement(of: $0.node, number: $0.number, frames.evaluator.composition, frameState, frame: frame) }
    }
}

extension LottieAnimation: PositionedAnimation {
    package var canvasPixels: (width: Int, height: Int) {
        (Int(saturating: width.rounded(.up)), Int(saturating: height.rounded(.up)))
    }

    package func positionedParts(ofKey key: String) throws(SVGAError) -> PositionedParts {
        let selection = try LayerSelection(key, of: self)
        let canvas = SVGARect(x: 0, y: 0, width: width, height: height)
        return PositionedParts(
            selection.parts, placements: { (frame) throws(SVGAError) in try selection.placements(frame: frame) },
            bounds: { (frame) throws(SVGAError) in
                let boxes = try selection.placements(frame: frame).filter(\.isShown).compactMap { $0.box.overlap(canvas) }
                return boxes.reduce(nil) { all, box in all.map { $0.union(box) } ?? box }
            })
    }

    package func hit(x: Double, y: Double, frame: Int, alphaThreshold: Double, among keys: [String]?) throws(SVGAError) -> Hit? {
        try hits(x: x, y: y, frame: frame, alphaThreshold: alphaThreshold, among: keys, atMost: 1).first
    }
}

extension Placement {
    /// The bounding box of the corners.
    fileprivate var box: SVGARect { transform.boundingBox(of: SVGARect(x: 0, y: 0, width: size.width, height: size.height)) }
}
