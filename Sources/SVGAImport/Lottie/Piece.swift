import SVGALottie
import SVGAModel
import SVGAPixels
import SVGASupport

/// The reason why SVGA cannot represent something, which is then drawn as a picture.
struct NotRepresentable: Error {
    let reason: Message
}

/// A part of a layer in one frame state that one sprite can show.
struct Piece {
    /// The identity over time.
    struct ID: Hashable {
        enum Role: Hashable { case content, matte, mask, opacity }

        /// The index path of the layer.
        var indexPath: [Int]
        var role = Role.content
        /// The index within a layer, bottom first.
        var part = 0
    }

    enum Content {
        /// In the piece's space.
        case shapes([ShapeEntity])
        case picture(asset: String, width: Double, height: Double)
        /// A gradient that fills the piece's space, to be clipped.
        case ramp(PaintState.Paint, alpha: Double)
        case drawn(DrawnContent)
    }

    var id: ID
    /// The name of the layer.
    var name: String
    /// The transform from the piece's space to the canvas.
    var transform: SVGATransform
    var opacity: Double
    /// In the piece's space.
    var clip: SVGAPath?
    /// The index of its matte in the frame state.
    var matte: Int?
    /// The bounding box in the piece's space.
    var bounds: SVGARect
    var content: Content
}

/// Content that is drawn as a picture, in the space of its piece.
struct DrawnContent: Hashable {
    enum Mode: Hashable { case plain, invertedAlpha, luma, invertedLuma }

    var frameState: LottieFrameState
    var bounds: SVGARect
    var mode = Mode.plain
}

/// A frame state as pieces, bottom first.
struct FramePieces {
    var mattes: [Piece] = []
    var pieces: [Piece] = []
}

extension FramePieces {
    /// Shares equal content with the previous frame, so that it is in memory once.
    /// - Returns: the number of path segments and gradient stops that are not shared.
    mutating func share(with before: FramePieces?, _ work: ImportWork) -> Int {
        work.spend(2 * ImportWork.Cost.segment, times: (pieces + mattes).reduce(0) { $0 + 4 + $1.segmentCount })
        return pieces.share(with: before?.pieces ?? []) + mattes.share(with: before?.mattes ?? [])
    }
}

extension [Piece] {
    fileprivate mutating func share(with before: [Piece]) -> Int {
        var indicesByID: [Piece.ID: Int] = [:]
        for index in before.indices { indicesByID[before[index].id] = index }
        var segments = 0
        for index in indices {
            if let old = indicesByID[self[index].id], before[old].hasContent(of: self[index]) {
                (self[index].content, self[index].clip) = (before[old].content, before[old].clip)
            } else {
                segments += self[index].segmentCount
            }
        }
        return segments
    }
}

extension Piece {
    func hasContent(of other: Piece) -> Bool {
        guard clip == other.clip else { return false }
        return switch (content, other.content) {
        case (.shapes(let one), .shapes(let two)): one == two
        case (.ramp(let one, let alpha), .ramp(let two, let other)): one == two && alpha == other
        case (.drawn(let one), .drawn(let two)): one == two
        default: false
        }
    }

    var segmentCount: Int {
        let contentCount =
            switch content {
            case .shapes(let shapes): shapes.reduce(0) { $0 + $1.segmentCount }
            case .ramp(let paint, _): paint.stopCount
            case .drawn(let content): content.frameState.segmentCount
            case .picture: 0
            }
        return contentCount + (clip?.verbs.count ?? 0)
    }
}

extension ShapeEntity {
    var segmentCount: Int { if case .path(let path) = geometry { path.verbs.count } else { 1 } }
}

extension PaintState.Paint {
    var stopCount: Int {
        switch self {
        case .color: 0
        case .linear(_, _, _, _, let stops), .radial(_, _, _, _, _, let stops): stops.count
        }
    }
}

extension LottieFrameState {
    var segmentCount: Int { layers.reduce(0) { $0 + $1.segmentCount } }
}

extension LayerState {
    /// The segments of its box, paints and masks, without nested layers and its matte.
    var ownSegmentCount: Int {
        var count = masks.count
        switch content {
        case .shapes(let paints): count += paints.count
        case .composition(let frameState, _, _): count += frameState.layers.count
        case .image, .solid: break
        }
        return count
    }

    fileprivate var segmentCount: Int {
        let contentCount =
            switch content {
            case .shapes(let paints): paints.reduce(0) { $0 + $1.path.verbs.count + $1.paint.stopCount }
            case .composition(let frameState, _, _): frameState.segmentCount
            case .image, .solid: 1
            }
        return contentCount + masks.reduce(0) { $0 + $1.path.verbs.count } + (matte?.layer?.value.segmentCount ?? 0)
    }
}

extension Piece.ID: Comparable {
    /// Bottom first: the last layer of a list is below all others.
    static func < (left: Self, right: Self) -> Bool {
        for (one, two) in zip(left.indexPath, right.indexPath) where one != two { return one > two }
        return (left.indexPath.count, left.part) < (right.indexPath.count, right.part)
    }
}

// MARK: - Bounds

extension LayerState {
    /// The bounding box of the layer's content, in its own space; nil if it is empty.
    var contentBounds: SVGARect? {
        if let filter { return objectBounds.flatMap { $0.isEmpty ? nil : filter.region(of: $0) } }
        let strokes = (pathStroke?.paints ?? []).compactMap(\.bounds)
        return strokes.reduce(plainBounds) { all, box in all.map { $0.union(box) } ?? box }
    }

    /// The bounding box without effects.
    private var plainBounds: SVGARect? {
        switch content {
        case .shapes(let paints): paints.compactMap(\.bounds).reduce(nil) { (all: SVGARect?, box) in all.map { $0.union(box) } ?? box }
        case .image(_, let width, let height), .solid(_, let width, let height):
            width > 0 && height > 0 ? SVGARect(x: 0, y: 0, width: width, height: height) : nil
        case .composition(let frameState, let width, let height):
            frameState.bounds?.intersection(SVGARect(x: 0, y: 0, width: width, height: height))
        }
    }
}

extension LottieFrameState {
    /// The bounding box of the layers' content.
    var bounds: SVGARect? {
        layers.reduce(nil) { all, layer in
            guard let inner = layer.contentBounds, layer.transform.isInvertible else { return all }
            let box = layer.transform.boundingBox(of: inner)
            return all.map { $0.union(box) } ?? box
        }
    }
}

extension PaintState {
    /// The bounding box of the content, in the layer's space.
    var bounds: SVGARect? {
        guard var box = path.bounds, path.isFinite, transform.isFinite else { return nil }
        if case .stroke(let width, _, let join, let limit, _, _) = style {
            guard width > 0 else { return nil }
            box = box.outset(by: width / 2 * (join == .miter ? min(max(limit, 1.5), 10) : 1.5))
        }
        return transform.boundingBox(of: box)
    }
}

extension LayerState {
    var isLeaf: Bool { if case .composition = content { false } else { true } }

    /// The layer's name in notes, or its index path if it has no name.
    var label: Message { name.isEmpty ? "layer \(indexPath.map { String($0 + 1) }.joined(separator: "."))" : "layer \(name.quoted)" }
}

extension [ShapeEntity] {
    /// Adds a shape above the others. A stroke becomes part of the previous shape if that is a fill of the same path.
    mutating func add(_ shape: ShapeEntity) {
        if let stroke = shape.stroke, shape.fill == nil, let last, last.fill != nil, last.stroke == nil, last.geometry == shape.geometry,
            last.transform == shape.transform
        {
            self[count - 1].stroke = stroke
        } else {
            append(shape)
        }
    }
}
