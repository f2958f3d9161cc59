import SVGAModel
import SVGAPixels
import SVGAPlatform

/// The properties of a shape that cannot be animated within a layer.
struct ShapeForm: Hashable {
    private let kind: Int
    private let outlines: [Int]
    private let isFilled: Bool
    private let stroke: Stroke?

    private struct Stroke: Hashable {
        let cap: ShapeEntity.LineCap
        let join: ShapeEntity.LineJoin
        let miterLimit: Double
        let isDashed: Bool
    }

    init(_ shape: ShapeEntity) {
        kind =
            switch shape.geometry {
            case .path: 0
            case .rect: 1
            case .ellipse: 2
            }
        outlines = Outline.all(of: shape.geometry.asPath, closing: shape.stroke == nil).map(\.form)
        isFilled = shape.fill != nil
        stroke = shape.stroke.map {
            Stroke(cap: $0.lineCap, join: $0.lineJoin, miterLimit: $0.miterLimit, isDashed: $0.dash != nil)
        }
    }
}

/// The items of a shape layer for lists of shapes with the same forms.
struct ShapeItems {
    /// The shapes from each frame on, bottom first.
    let lists: [(frame: Int, shapes: [ShapeEntity])]
    /// The maximum scale of the layer.
    let scale: Double

    func write(to json: inout [UInt8]) {
        let count = lists.first?.shapes.count ?? 0
        // The first item is on top.
        json.put(list: (0..<count).reversed()) { index, json in
            ShapeGroup(shapes: lists.map { ($0.frame, $0.shapes[index]) }, scale: scale).write(to: &json)
        }
    }
}

/// One shape over time, as a group of outline, stroke, fill and transform.
private struct ShapeGroup {
    let shapes: [(frame: Int, shape: ShapeEntity)]
    private let decimals: Int
    /// Whether the group has the shape's transform. If not, the numbers are already transformed.
    private let keepsTransform: Bool

    init(shapes: [(frame: Int, shape: ShapeEntity)], scale: Double) {
        self.shapes = shapes
        let entities = shapes.map(\.shape)
        // A stroke with a non-uniform scale must be drawn in its shape's space.
        let needsTransform = entities.contains { $0.stroke != nil && !$0.transform.isSimilarity }
        let onlyMoves = entities.dropFirst().allSatisfy { $0.geometry == entities[0].geometry && $0.stroke == entities[0].stroke }
        let moves = entities.dropFirst().contains { $0.transform != entities[0].transform }
        keepsTransform = needsTransform || onlyMoves && moves && !entities.contains { ShapeGroup.slants($0) }
        let growth = keepsTransform ? entities.reduce(0) { max($0, $1.transform.largestScale) } : 1
        decimals = ShortNumber.decimals(scale: scale * growth)
    }

    private static func slants(_ shape: ShapeEntity) -> Bool {
        shape.geometry.bounds.map { TransformParts.slant(of: shape.transform, $0) > 0.004 } ?? false
    }

    func write(to json: inout [UInt8]) {
        json.put("{\"ty\":\"gr\",\"it\":[")
        writeOutline(to: &json)
        writeStroke(to: &json)
        writeFill(to: &json)
        guard keepsTransform, shapes.contains(where: { ShapeGroup.slants($0.shape) }) else {
            json.put("{\"ty\":\"tr\",")
            transform.write(to: &json)
            return json.put("}]}")
        }
        writeSlanting(to: &json)
    }

    // MARK: Transform

    private var transform: WrittenTransform {
        guard keepsTransform else { return .identity }
        var tracks = WrittenTransform()
        tracks.set(alpha: 1, at: 0)
        for (frame, shape) in shapes {
            let box = shape.geometry.bounds ?? .zero
            tracks.set(shape.transform, slanted: false, keeping: box, at: frame)
        }
        return tracks
    }

    /// A group cannot have a parent, so this transform uses skew. It is only needed for skewed strokes.
    private func writeSlanting(to json: inout [UInt8]) {
        var tracks = WrittenTransform()
        var skew = HoldTrack(.number)
        tracks.set(alpha: 1, at: 0)
        for (frame, shape) in shapes {
            let (transform, box) = (shape.transform, shape.geometry.bounds ?? .zero)
            tracks.set(transform, slanted: false, keeping: box, at: frame)
            let along = transform.a * transform.c + transform.b * transform.d
            skew.set(ShortNumber.text(-atan(along / transform.determinant) * 180 / .pi, decimals: 5), at: frame)
        }
        json.put("{\"ty\":\"tr\",")
        tracks.write(to: &json)
        json.put(",")
        skew.write("sk", to: &json)
        json.put(",\"sa\":{\"a\":0,\"k\":0}}]}")
    }

    private func transform(of shape: ShapeEntity) -> SVGATransform { keepsTransform ? .identity : shape.transform }

    // MARK: Outline

    private func writeOutline(to json: inout [UInt8]) {
        if writeBox(to: &json) { return }
        var tracks: [HoldTrack] = []
        for (frame, shape) in shapes {
            let transform = transform(of: shape)
            let outlines = Outline.all(of: shape.geometry.asPath, closing: shape.stroke == nil)
            if tracks.isEmpty { tracks = outlines.map { _ in HoldTrack(.object) } }
            for (index, outline) in outlines.enumerated() where index < tracks.count {
                let placed = transform == .identity ? outline : outline.applying(transform)
                tracks[index].set(placed.text(decimals: decimals), at: frame)
            }
        }
        for track in tracks {
            json.put("{\"ty\":\"sh\",")
            track.write("ks", to: &json)
            json.put("},")
        }
    }

    /// Writes axis-aligned rectangles and ellipses as Lottie primitives.
    /// - Returns: whether the shape is one at all times.
    private func writeBox(to json: inout [UInt8]) -> Bool {
        var (center, size, corner) = (HoldTrack(.list), HoldTrack(.list), HoldTrack(.number))
        var type = ""
        for (frame, shape) in shapes {
            let transform = transform(of: shape)
            // Players start dashes at other points of these primitives.
            guard transform.b == 0, transform.c == 0, shape.stroke?.dash == nil else { return false }
            let box: SVGARect
            var radius = 0.0
            switch shape.geometry {
            case .path: return false
            case .rect(let rect, let cornerRadius):
                guard cornerRadius <= 0 || transform.isSimilarity else { return false }
                (box, type, radius) = (rect, "rc", cornerRadius * transform.a.magnitude)
            case .ellipse(let x, let y, let radiusX, let radiusY):
                box = SVGARect(x: x - radiusX, y: y - radiusY, width: 2 * radiusX, height: 2 * radiusY)
                type = "el"
            }
            guard box.width > 0, box.height > 0 else { return false }
            let placed = transform.boundingBox(of: box)
            // A center lies between two corners.
            let middle = (placed.x + placed.width / 2, placed.y + placed.height / 2)
            center.set(ShortNumber.pair(middle.0, middle.1, decimals: decimals + 1), at: frame)
            size.set(ShortNumber.pair(placed.width, placed.height, decimals: decimals), at: frame)
            corner.set(ShortNumber.text(max(0, radius), decimals: decimals), at: frame)
        }
        json.put("{\"ty\":\"\(type)\",\"d\":1,")
        center.write("p", to: &json)
        json.put(",")
        size.write("s", to: &json)
        if type == "rc" {
            json.put(",")
            corner.write("r", to: &json)
        }
        json.put("},")
        return true
    }

    // MARK: Paint

    private func writeFill(to json: inout [UInt8]) {
        var (color, opacity) = (HoldTrack(.list), HoldTrack(.number))
        for (frame, shape) in shapes { if let fill = shape.fill { set(fill, &color, &opacity, at: frame) } }
        guard shapes.first?.shape.fill != nil else { return }
        json.put("{\"ty\":\"fl\",")
        color.write("c", to: &json)
        json.put(",")
        opacity.write("o", to: &json)
        json.put(",\"r\":1},")
    }

    private func writeStroke(to json: inout [UInt8]) {
        guard let first = shapes.first?.shape.stroke else { return }
        var (color, opacity, width) = (HoldTrack(.list), HoldTrack(.number), HoldTrack(.number))
        var dashes = [HoldTrack](repeating: HoldTrack(.number), count: 3)
        for (frame, shape) in shapes {
            guard let stroke = shape.stroke else { continue }
            let scale = transform(of: shape).meanScale
            set(stroke.color, &color, &opacity, at: frame)
            width.set(ShortNumber.text(stroke.width * scale, decimals: decimals + 1), at: frame)
            guard let dash = stroke.dash else { continue }
            for (index, length) in [dash.dash, dash.gap, dash.phase].enumerated() {
                dashes[index].set(ShortNumber.text(length * scale, decimals: decimals + 1), at: frame)
            }
        }
        json.put("{\"ty\":\"st\",")
        color.write("c", to: &json)
        json.put(",")
        opacity.write("o", to: &json)
        json.put(",")
        width.write("w", to: &json)
        let limit = ShortNumber.text(first.miterLimit, decimals: 3)
        json.put(",\"lc\":\(first.lineCap.number + 1),\"lj\":\(first.lineJoin.number + 1),\"ml\":\(limit)")
        if first.dash != nil {
            json.put(",\"d\":[")
            // lottie-web uses the names as properties, and fails on missing or duplicate names.
            for (index, (kind, name)) in [("d", "dash"), ("g", "gap"), ("o", "offset")].enumerated() {
                json.put("\(index == 0 ? "" : ","){\"n\":\"\(kind)\",\"nm\":\"\(name)\",")
                dashes[index].write("v", to: &json)
                json.put("}")
            }
            json.put("]")
        }
        json.put("},")
    }

    private func set(_ value: SVGAColor, _ color: inout HoldTrack, _ opacity: inout HoldTrack, at frame: Int) {
        let parts = [value.red, value.green, value.blue, 1].map { ShortNumber.text($0, decimals: 4) }
        color.set(parts.joined(separator: ","), at: frame)
        opacity.set(ShortNumber.text(value.alpha * 100, decimals: 2), at: frame)
    }
}

extension SVGATransform {
    /// Whether the transform is a similarity: rotation, translation, reflection and uniform scale.
    var isSimilarity: Bool {
        let near = 1e-5 * max(a.magnitude, b.magnitude, c.magnitude, d.magnitude)
        let isTurned = (a - d).magnitude <= near && (b + c).magnitude <= near
        let isMirrored = (a + d).magnitude <= near && (b - c).magnitude <= near
        return isTurned || isMirrored
    }

    /// An upper bound of the scale in any direction.
    var largestScale: Double { max(hypot(a, c), hypot(b, d), hypot(a, b), hypot(c, d)) }
}
