import SVGAFormat
import SVGAModel
import SVGAPixels

/// What players make of one list of shapes, whatever frame shows it.
struct ShapeListFacts {
    /// Those that hold wherever the list is shown.
    private(set) var quirks = Quirks()
    private(set) var isEmpty = true
    private(set) var hasStroke = false
    private(set) var isTransformed = false
    /// Around each shape that is drawn, in sprite space.
    private(set) var boxes: [Rect] = []
    /// Some of its fills and strokes may overlap.
    private(set) var overlapsItself = false

    init() {}

    init(_ wire: [WireShape], drawn: [ShapeEntity], isJSON: Bool, paths: inout PathTable) {
        for shape in wire where shape.kind != .keep { add(shape, isJSON: isJSON, paths: &paths) }
        isEmpty = drawn.isEmpty
        boxes = drawn.compactMap(\.bounds)
        overlapsItself = drawn.contains { $0.fill != nil && $0.stroke != nil && $0.isDrawn } || boxes.haveOverlap
    }

    private mutating func add(_ shape: WireShape, isJSON: Bool, paths: inout PathTable) {
        if case .shape(let d) = shape.args { quirks.formUnion(paths.quirks(of: d)) }
        if let transform = shape.transform {
            if transform != WireTransform.identity { isTransformed = true }
            if transform.hasZeroScale { quirks.insert(isJSON ? .scaleZeroJSON : .scaleZeroProtobuf) }
        }
        guard let styles = shape.styles else { return }
        let isStroked = styles.stroke != nil && styles.strokeWidth > 0
        quirks.insert(.color255, if: styles.fill?.isBeyondOne ?? false || isStroked && styles.stroke?.isBeyondOne ?? false)
        guard isStroked else { return }
        hasStroke = true
        let hasCorners = shape.kind == .shape || shape.kind == .rect
        quirks.insert(.miterLimitZero, if: hasCorners && styles.lineJoin == 0 && styles.miterLimit <= 0)
        let isDashed = styles.lineDash.0 > 0 || styles.lineDash.1 > 0
        quirks.insert(.dashedStroke, if: isDashed)
        quirks.insert(.plainStroke, if: !isDashed && !isJSON)
        quirks.insert(.scaledStroke, if: shape.transform?.isScaling ?? false)
    }
}

extension [Rect] {
    /// Whether any two have an area in common. Of very many it is taken for granted.
    fileprivate var haveOverlap: Bool {
        guard count <= 100 else { return true }
        return indices.contains { index in self[..<index].contains { $0.overlaps(self[index]) } }
    }
}

extension Rect {
    func overlaps(_ other: Rect) -> Bool {
        min(maxX, other.maxX) > max(x, other.x) && min(maxY, other.maxY) > max(y, other.y)
    }
}

extension WireColor {
    fileprivate var isBeyondOne: Bool { r > 1 || g > 1 || b > 1 || a > 1 }
}

extension WireTransform {
    fileprivate static var identity: WireTransform {
        var transform = WireTransform()
        (transform.a, transform.d) = (1, 1)
        return transform
    }

    /// As a quarter turn has it, and what is shrunk to nothing.
    var hasZeroScale: Bool { a == 0 || d == 0 }

    /// By more than a hundredth.
    fileprivate var isScaling: Bool { ((a * d - b * c).magnitude.squareRoot() - 1).magnitude > 0.01 }
}
